// Package schema describes the domain types to editors and to TypeScript.
//
// It reads the Go types of package site by reflection, and their doc comments from docs.gen.json, which is embedded so
// that a binary can describe its content format without its sources. Nothing here is listed by hand: a new field, a new
// section type or a new file of a site appears in the output by itself after `make generate`.
//
// # What TypeScript may rely on
//
// A field is optional where its JSON may leave it out (`omitempty`). A list is `T[] | null` where nothing promises that
// it is set; `required`, `min=1` and `yaml:"-"` (computed when a revision is made) are such promises. A choice
// (`oneof`) that is always written holds one of its values: the loader fills in the default where a marketer leaves it
// out.
//
// # Where JSON Schema stands
//
// The schemas are draft-07, which every YAML plugin understands. They are help while typing, not the judge: rules
// without a word in JSON Schema (unknown references, links, icons) are found by `marquee check` only. A field of text
// takes numbers and booleans too, because text is kept as it was typed.
//
// A type that cannot be described makes the generators panic: its author sees it when the files are made anew.
package schema

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// Command makes every generated file anew.
const Command = "go run ./internal/tools/schema/generate"

// Docs are the doc comments of the described types, by their Go names.
type Docs struct {
	Types map[string]TypeDoc `json:"types"`
}

// TypeDoc is what the source says about one type.
type TypeDoc struct {
	Doc string `json:"doc,omitempty"`
	// Comments of its fields, by Go name.
	Fields map[string]string `json:"fields,omitempty"`
	// Values of its constants, in the order of the source.
	Values []string `json:"values,omitempty"`
}

//go:embed docs.gen.json
var embeddedDocs []byte

// Embedded describes the types with the comments as they were when the sources were last generated.
var Embedded = sync.OnceValue(func() *Generator {
	var docs Docs
	if err := json.Unmarshal(embeddedDocs, &docs); err != nil {
		panic("parse docs.gen.json: " + err.Error())
	}
	return New(docs)
})

// Generator describes the domain types with the given doc comments.
type Generator struct{ docs Docs }

// New returns a generator that takes its descriptions from docs.
func New(docs Docs) *Generator { return &Generator{docs: docs} }

// root is one kind of YAML file of a site.
type root struct {
	// Name of its schema, such as plans.
	name string
	typ  reflect.Type
}

// roots finds the kinds of files in [site.Bundle], where all that a site may have stands: a collection is a file of the
// field's name, and each struct with YAML fields is a kind of file of the struct's name.
func roots() []root {
	var found []root
	seen := map[reflect.Type]bool{reflect.TypeFor[site.Bundle](): true}
	for f := range reflect.TypeFor[site.Bundle]().Fields() {
		name, t := f.Name, f.Type
		if _, isCollection := entryType(t); !isCollection {
			if t.Kind() == reflect.Slice {
				t = t.Elem()
			}
			if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
				continue
			}
			t = t.Elem()
			name = t.Name()
		}
		if !seen[t] {
			seen[t] = true
			found = append(found, root{strings.ToLower(name), t})
		}
	}
	return found
}

// entryType returns what a collection holds, and whether t is a collection.
func entryType(t reflect.Type) (reflect.Type, bool) {
	if !reflect.PointerTo(t).Implements(reflect.TypeFor[site.AnyCollection]()) {
		return nil, false
	}
	entry := reflect.New(t).Interface().(site.AnyCollection).NewEntry()
	return reflect.TypeOf(entry).Elem(), true
}

// sectionBody returns the struct that holds the fields of a section type.
func sectionBody(name string) reflect.Type {
	return reflect.TypeOf(site.NewSectionBody(name)).Elem()
}

// field is one field of a struct as one of its two faces, YAML or JSON, shows it.
type field struct {
	shape
	goName, name, doc string
	// Whether JSON leaves it out when it is empty.
	leftOut bool
	// Whether its JSON may be null, because nothing promises that it is set.
	nullable bool
	// Whether who owns the website decides it alone.
	owner bool
}

// fields returns the fields that the tag (json or yaml) shows, and the
// embedded structs, whose fields stand beside them.
func (g *Generator) fields(t reflect.Type, tag string) (own []field, embedded []reflect.Type) {
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get(tag), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			embedded = append(embedded, f.Type)
		case name == "-" || !f.IsExported() || name == "" && f.Tag.Get("yaml") == "":
		case name == "":
			panic("field " + f.Name + ` has no json tag: name it, or hide it with "-"`)
		default:
			shown := g.field(f)
			shown.name = name
			shown.leftOut = strings.HasPrefix(options, "omit") && f.Type.Kind() != reflect.Struct
			shown.doc = plain(g.docs.Types[t.Name()].Fields[f.Name])
			own = append(own, shown)
		}
	}
	return own, embedded
}

// allFields returns the fields of a struct after those of what is embedded in it.
func (g *Generator) allFields(t reflect.Type, tag string) []field {
	own, embedded := g.fields(t, tag)
	var all []field
	for _, base := range embedded {
		all = append(all, g.allFields(base, tag)...)
	}
	return append(all, own...)
}

func (g *Generator) field(f reflect.StructField) field {
	r := parseRules(f.Tag.Get("validate"))
	made := field{shape: g.shape(f.Type, r), goName: f.Name, owner: f.Tag.Get("owner") != ""}
	switch f.Type.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		computed := f.Tag.Get("yaml") == "-"
		made.nullable = !computed && !r.has("required") && (!r.has("min") || r.has("omitempty"))
	}
	return made
}

// shape is what may stand in the place of a value, whatever language says it.
type shape struct {
	kind kind
	// The type, never a pointer.
	typ   reflect.Type
	rules rules
	// The values of a choice or of constants.
	values []string
	// What a list or a table holds.
	of *shape
}

// innermost returns what lists and tables hold in the end.
func (s shape) innermost() shape {
	for s.of != nil {
		s = *s.of
	}
	return s
}

type kind int

const (
	text      kind = iota // words for visitors
	word                  // a string for programs
	choice                // a string that its field limits to some values
	constants             // a string that its type limits to some values
	icon
	id
	markdown
	moment
	flag
	integer
	number
	list
	table // an object with free keys
	structure
	section
	recipients
)

var (
	nodeType    = reflect.TypeFor[site.Node]()
	sectionType = reflect.TypeFor[site.Section]()
)

// kinds are those of types that stand for more than their Go kind says.
var kinds = map[reflect.Type]kind{
	reflect.TypeFor[site.Text]():     text,
	reflect.TypeFor[site.Icon]():     icon,
	reflect.TypeFor[site.Ref]():      id,
	reflect.TypeFor[site.Markdown](): markdown,
	reflect.TypeFor[time.Time]():     moment,
	sectionType:                      section,

	reflect.TypeFor[site.Recipients](): recipients,
}

var plainKinds = map[reflect.Kind]kind{
	reflect.String:  word,
	reflect.Bool:    flag,
	reflect.Int:     integer,
	reflect.Int64:   integer,
	reflect.Float64: number,
	reflect.Struct:  structure,
}

func (g *Generator) shape(t reflect.Type, r rules) shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s := shape{typ: t, rules: r}
	choices := strings.Fields(r["oneof"])
	known, special := kinds[t]
	entry, isCollection := entryType(t)
	switch {
	case len(choices) > 0 && t.Kind() == reflect.String:
		s.kind, s.values = choice, choices
	case special:
		s.kind = known
	case isCollection:
		s.kind, s.of = table, new(g.shape(entry, r.below()))
	case t.Kind() == reflect.Map:
		s.kind, s.of = table, new(g.shape(t.Elem(), r.below()))
	case t.Kind() == reflect.Slice:
		s.kind, s.of = list, new(g.shape(t.Elem(), r.below()))
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		panic(t.String() + " writes its own JSON, which the generator does not know")
	default:
		if s.kind, special = plainKinds[t.Kind()]; !special {
			panic(t.String() + " has no form that others know")
		}
		s.values = g.docs.Types[t.Name()].Values
		if s.values != nil {
			s.kind = constants
		}
	}
	return s
}

// rules are the words of a validate tag: name and parameter. The rules after
// dive, which belong to the entries of a list, are the parameter of dive.
type rules map[string]string

func parseRules(tag string) rules {
	own, entries, _ := strings.Cut(","+tag, ",dive")
	parsed := rules{"dive": strings.TrimPrefix(entries, ",")}
	for word := range strings.SplitSeq(own, ",") {
		name, parameter, _ := strings.Cut(word, "=")
		parsed[name] = parameter
	}
	return parsed
}

func (r rules) has(name string) bool {
	_, known := r[name]
	return known
}

// below returns the rules for the entries of a list.
func (r rules) below() rules { return parseRules(r["dive"]) }

// exclusive returns the name of the field of which and f exactly one must be given, or "" where there is none.
func exclusive(f field, fields []field) string {
	for _, other := range fields {
		if other.goName == f.rules["required_without"] && other.goName == f.rules["excluded_with"] {
			return other.name
		}
	}
	return ""
}

// docLink is a link of Go's doc comments, such as [Node] or [site.Node].
var docLink = regexp.MustCompile(`\[((?:[a-z]\w*\.)?[A-Z][\w.]*)\]`)

// plain returns a comment without the marks that only Go's tools understand.
func plain(comment string) string {
	return strings.TrimSpace(docLink.ReplaceAllString(comment, "$1"))
}

// joined writes a paragraph in one line.
func joined(paragraph string) string { return strings.Join(strings.Fields(paragraph), " ") }

// words is what the comment of a type says to marketers.
type words struct {
	// Its first sentence. Go's comments begin with the name of the type, which
	// means nothing to marketers: it is cut off.
	Sentence string
	// All of it but the example, each paragraph in one line.
	Text string
	// The lines that are set in by a tab: the least to write.
	Example string
}

func (g *Generator) words(t reflect.Type) words {
	paragraphs := strings.Split(plain(g.docs.Types[t.Name()].Doc), "\n\n")
	sentence, rest, more := strings.Cut(joined(paragraphs[0]), ". ")
	if more {
		sentence += "."
	}
	sentence = strings.TrimPrefix(sentence, t.Name()+" ")
	sentence = strings.TrimPrefix(strings.TrimPrefix(sentence, "is "), "are ")
	if first, size := utf8.DecodeRuneInString(sentence); size > 0 {
		sentence = string(unicode.ToUpper(first)) + sentence[size:]
	}
	text, example := []string{strings.TrimSpace(sentence + " " + rest)}, []string{}
	for _, paragraph := range paragraphs[1:] {
		if strings.HasPrefix(paragraph, "\t") {
			example = append(example, strings.TrimPrefix(strings.ReplaceAll(paragraph, "\n\t", "\n"), "\t"))
		} else {
			text = append(text, joined(paragraph))
		}
	}
	return words{sentence, strings.Join(text, "\n\n"), strings.TrimSpace(strings.Join(example, "\n\n"))}
}

// Samples returns the least to write of each section: the text of a page that has it.
func (g *Generator) Samples() map[string][]byte {
	all := map[string][]byte{}
	for _, name := range site.SectionTypes() {
		all[name] = []byte(g.words(sectionBody(name)).Example)
	}
	return all
}

// Package plan says of each type of package site what the phases of content have to know: its keys with their tags, and
// what has to be done with its values. It reads the Go types once; decoders, mergers and resolvers are led by it.
package plan

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Kind is what a type takes from a file, and what has to be done with its values.
type Kind uint8

// The kinds of types.
const (
	Word Kind = iota // a text for programs
	Text
	Icon
	Markdown
	Flag
	Number
	Moment
	List
	Collection
	Section
	Recipients
	// Sets of keys.
	Struct
	Link
	Image
	Drawing
	Price
)

// Type is what there is to know of a type. It is never changed.
type Type struct {
	Go   reflect.Type // never a pointer
	Kind Kind
	Elem *Type // of lists and collections

	Keys   []Field        // of sets of keys; those of what is embedded stand among the others
	Place  map[string]int // of keys, by their names
	Fields []Field        // with something to resolve, as they are declared: what is embedded is one without a name
	Short  string         // the key that a text alone is the value of; empty where there is none
	Known  *Field         // the key by which items of a list are known in all languages; nil where there is none

	Words     bool // whether words that visitors read are in it
	AsTyped   bool // whether a text, or each of a list, keeps the quotation marks that were typed
	Resolved  bool // whether something in it has to be resolved; else it is shared with the parsed file
	Completed bool // whether it is written to after it was resolved, so that there must be a copy
	Used      bool // whether icons, links or pictures are in it, which are noted where they are shown
	Links     bool // whether links are in it, whose targets depend on where they are shown
}

// Field is one key of a set of keys.
type Field struct {
	Name    string
	Subject string // begins a sentence about it: `title`
	Index   []int  // of its value; in [Type.Fields] it has one number
	Type    *Type
	Slot    site.Slot
	Rules   Rules

	Same bool // whether all languages of a site have the same
	Own  bool // whether a language has none but its own
	Key  bool // whether items of a list are known by it in all languages

	Owner bool // whether who owns the website decides it alone
}

// Rules are the `validate` tag of a field, taken apart. Whether a key is there at all, and beside which others, is
// decided by its reader; everything else is left to the validator.
type Rules struct {
	Required        bool
	RequiredWithout string // key without which this one is needed
	ExcludedWith    string // key beside which this one must not stand
	Check           string // tag for the value itself
	Each            string // tag for every item of the value
}

// HasKeys tells whether values are sets of keys.
func (t *Type) HasKeys() bool { return t.Kind >= Struct }

// IsText tells whether values are single texts, as they were typed.
func (t *Type) IsText() bool { return t.Kind <= Icon }

// kinds are those of types that stand for more than their Go kind says.
var kinds = map[reflect.Type]Kind{
	reflect.TypeFor[site.Text]():       Text,
	reflect.TypeFor[site.Icon]():       Icon,
	reflect.TypeFor[site.Markdown]():   Markdown,
	reflect.TypeFor[time.Time]():       Moment,
	reflect.TypeFor[site.Section]():    Section,
	reflect.TypeFor[site.Recipients](): Recipients,
	reflect.TypeFor[site.Link]():       Link,
	reflect.TypeFor[site.Image]():      Image,
	reflect.TypeFor[site.Drawing]():    Drawing,
	reflect.TypeFor[site.Price]():      Price,
}

var plainKinds = map[reflect.Kind]Kind{
	reflect.String: Word, reflect.Bool: Flag, reflect.Int: Number, reflect.Slice: List, reflect.Struct: Struct,
}

var types sync.Map // reflect.Type -> *Type

// Of returns what there is to know of a type, or of what it points to. It panics for a type that no file can hold,
// which is a programming error: a test visits all types of package site.
func Of(t reflect.Type) *Type {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := types.Load(t); ok {
		return known.(*Type)
	}
	made, _ := types.LoadOrStore(t, newType(t))
	return made.(*Type)
}

func newType(t reflect.Type) *Type {
	made := &Type{Go: t}
	var known bool
	entries, isCollection := reflect.New(t).Interface().(site.AnyCollection)
	if made.Kind, known = kinds[t]; !known {
		made.Kind, known = plainKinds[t.Kind()]
	}
	switch {
	case isCollection:
		made.Kind, made.Elem = Collection, Of(reflect.TypeOf(entries.NewEntry()))
		made.Words = made.Elem.Words
		return made
	case !known:
		panic(fmt.Sprintf("plan: no file can hold a %s", t))
	case made.HasKeys():
		made.addFields()
	case made.Kind == List:
		made.Elem = Of(t.Elem())
		made.Words, made.Resolved = made.Elem.Words, made.Elem.Resolved
		made.Used, made.Links = made.Elem.Used, made.Elem.Links
	}
	switch made.Kind {
	case Text, Markdown, Section:
		made.Words, made.Resolved = true, true
	case Moment, Drawing, Price:
		made.Resolved, made.Used, made.Links = true, false, false
	case Icon, Image:
		made.Resolved, made.Used, made.Links = true, true, false
	case Link:
		made.Resolved, made.Used, made.Links = true, true, true
	}
	return made
}

func (t *Type) addFields() {
	t.Place = map[string]int{}
	for f := range t.Go.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		t.Completed = t.Completed || isMade(f)
		if name == "-" || name == "" && !f.Anonymous || !f.IsExported() {
			continue
		}
		languages := f.Tag.Get("languages")
		made := Field{
			Name: name, Subject: "`" + name + "`", Index: f.Index, Type: Of(f.Type), Slot: site.Slot(f.Tag.Get("slot")),
			Rules: parseRules(f.Tag.Get("validate"), t.Go),
			Same:  languages == "same", Own: languages == "own", Key: languages == "key",
			Owner: f.Tag.Get("owner") != "",
		}
		if asTyped(t.Go, f) {
			made.Type = made.Type.Typed()
		}
		if made.Type.Resolved {
			t.Fields = append(t.Fields, made)
		}
		keys := []Field{made}
		if name == "" {
			t.Short, t.Known, t.Completed = made.Type.Short, made.Type.Known, t.Completed || made.Type.Completed
			keys = slices.Clone(made.Type.Keys)
			for i := range keys {
				keys[i].Index = slices.Concat(f.Index, keys[i].Index)
			}
		}
		for i := range keys {
			t.Place[keys[i].Name] = len(t.Keys)
			t.Keys = append(t.Keys, keys[i])
		}
		if f.Tag.Get("short") != "" {
			t.Short = name
		}
		if made.Key {
			t.Known = &made
		}
		t.Words, t.Resolved = t.Words || made.Type.Words, t.Resolved || made.Type.Resolved
		t.Used, t.Links = t.Used || made.Type.Used, t.Links || made.Type.Links
	}
}

// isMade tells whether a field is filled in: templates get it, and no file writes it, or a file may leave it out.
func isMade(f reflect.StructField) bool {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch f.Tag.Get("yaml") {
	case "":
		return false
	case "-":
		return name != "-"
	}
	return name != "-" && options == "" && f.Type.Kind() == reflect.String &&
		!strings.Contains(f.Tag.Get("validate"), "required")
}

// unseen are types with texts that are on no page.
var unseen = []string{"Business", "PostalAddress", "Mail", "MailWords", "FormMail"}

// asTyped reports whether the texts of a field are for programs, which get them as they were typed.
func asTyped(t reflect.Type, field reflect.StructField) bool {
	output := t == reflect.TypeFor[site.Example]() && field.Tag.Get("yaml") == "output" // see completePreview
	return output || slices.Contains(unseen, t.Name()) || field.Tag.Get("json") == "-"
}

// Typed returns the type of a text, or of a list of texts, that stays as it was typed.
func (t *Type) Typed() *Type {
	if t.Kind != Text && (t.Kind != List || t.Elem.Kind != Text) {
		return t
	}
	typed := *t
	if typed.AsTyped = true; t.Kind == List {
		typed.Elem = t.Elem.Typed()
	}
	return &typed
}

func parseRules(tag string, of reflect.Type) (r Rules) {
	key := func(goName string) string {
		neighbour, _ := of.FieldByName(goName)
		return neighbour.Tag.Get("yaml")
	}
	value, each, _ := strings.Cut(tag, "dive")
	var check []string
	for rule := range strings.SplitSeq(strings.Trim(value, ","), ",") {
		name, param, _ := strings.Cut(rule, "=")
		switch name {
		case "required":
			r.Required = true
		case "required_without":
			r.RequiredWithout = key(param)
		case "excluded_with":
			r.ExcludedWith = key(param)
		case "omitempty", "":
			// Rules are asked only for keys that are in the file.
		default:
			check = append(check, rule)
		}
	}
	r.Check, r.Each = strings.Join(check, ","), strings.Trim(each, ",")
	return r
}

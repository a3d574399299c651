// Package yamldoc reads one YAML file of the content tree into a type of package site, and reports what is wrong with
// the file.
//
// # From bytes to a value
//
// [Decode] has four steps. Each begins only when the one before it found nothing wrong, so that no step sees what it
// cannot handle:
//
//  1. The bytes are checked: size, encoding, control characters, and runs of signs that the library is slow at.
//  2. The scanner of goccy/go-yaml splits the text into tokens.
//  3. The parser makes nodes of the tokens, with the place of every key and value: indentation, quotes, brackets,
//     depth, and parts of YAML that are not accepted. It reports the first fault.
//  4. The decoder visits the nodes and the Go type side by side, led by `yaml` and `validate` tags, and reports all
//     faults of all keys.
//
// The library's own parser and decoder are not used. Its parser needs time that grows with the square of the keys, and
// memory that grows without measure with the depth. Its decoder stops at the first fault, words it for programmers, and
// reads +49301234567, 1.20 or 012 as numbers even where text is wanted. Here a text stays as it was typed.
//
// # What is YAML here
//
// Everything that marketers need: keys and lists over several lines or in brackets, quotes, texts over several lines
// (with | and > too), comments. Refused, in plain words: anchors, aliases, merge keys, tags, directives, a second
// document, keys with a question mark, tabs outside of comments and block texts. Lines of spaces alone count as empty.
// A file has at most 128 KB, 64 levels, 10,000 keys and items, 49 empty lines in a row, and 100 tabs on a line.
//
// # Problems
//
// A [Problem] is for the person who edits the file: what is wrong in one sentence, what to do about it, and the place.
// It contains no word of a programming language or of the parser. Its code is stable, for tools.
//
// A [Document] knows the places, so that later steps (references, links, images) can point into the file as well.
package yamldoc

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// maxProblems is how many problems of one file are reported: most of more have one cause.
const maxProblems = 200

// Decode reads a YAML file into a pointer to a type of package site: a Site, a Page, a Legal, or a Collection. It
// returns the document, which is never nil, and all problems of the file in the order of their places. Where a problem
// is an error, the value must not be used.
//
// The document holds the file in memory until it is released.
func Decode(file string, data []byte, into any) (*Document, []Problem) {
	s := &source{file: file}
	doc := &Document{File: file, source: s}
	if problem := s.read(data); problem != nil {
		return doc, []Problem{*problem}
	}

	target := reflect.ValueOf(into).Elem()
	d, root := decoder{source: s}, shapeOf(target.Type())
	d.ofBlocks = root.form == formCollection && root.elem.form == formSection
	d.value(s.root, target, root, scope{name: "The " + noun(root.typ)})
	if len(d.problems) == 0 {
		doc.blanks = s.root.blanks("")
	}

	d.problems = append(d.problems, d.warnings...)
	Sort(d.problems)
	if d.more > 0 {
		message := fmt.Sprintf("There are %d more problems in this file.", d.more)
		d.problems = append(d.problems, s.problem(wholeFile, "more-problems", message, ""))
	}
	return doc, d.problems
}

// decoder walks through a file and a Go type side by side.
type decoder struct {
	source   *source
	problems []Problem
	more     int // problems past the limit
	warnings []Problem
	ofBlocks bool // whether the file is blocks.yaml
}

func (d *decoder) report(at int, code, message, hint string) {
	if len(d.problems) == maxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, d.source.problem(at, code, message, hint))
}

// value decodes one value and reports whether it was good.
func (d *decoder) value(n *node, into reflect.Value, s *shape, at scope) bool {
	before := len(d.problems) + d.more
	switch s.form {
	case formPointer:
		into.Set(reflect.New(s.elem.typ))
		return d.value(n, into.Elem(), s.elem, at)
	case formKeys:
		d.keys(n, into, s, at)
	case formCollection:
		d.collection(n, into, s)
	case formList:
		d.list(n, into, s, at)
	case formSection:
		d.section(n, into, at)
	default:
		d.text(n, into, s, at)
	}
	return len(d.problems)+d.more == before
}

func (d *decoder) keys(n *node, into reflect.Value, s *shape, at scope) {
	if n.kind == kindText && s.short != "" {
		n = n.keyed(s.short)
	}
	if !d.expect(n, kindKeys, s, at) {
		return
	}

	seen := make([]*node, len(s.fields))
	var misspelt []string // keys whose absence is explained by a near name
	for i := range n.children {
		child := &n.children[i]
		number, known := s.byName[child.key]
		if !known {
			misspelt = append(misspelt, d.unknownKey(n, i, s, at))
			continue
		}
		if first := seen[number]; first != nil {
			d.duplicate(child, first)
			continue
		}

		seen[number] = child
		f := &s.fields[number]
		target := into.FieldByIndex(f.index)
		if d.value(child, target, f.shape, scope{name: f.name, key: true, required: f.rules.required}) {
			d.check(child, target, f)
		}
	}

	for i := range s.fields {
		if !slices.Contains(misspelt, s.fields[i].name) {
			d.presence(n, s, &s.fields[i], seen, at)
		}
	}
}

// presence checks the rules about which keys must or must not be there.
func (d *decoder) presence(n *node, s *shape, f *field, seen []*node, at scope) {
	other := func(goName string) (name string, there bool) {
		neighbour, _ := s.typ.FieldByName(goName)
		name = neighbour.Tag.Get("yaml")
		number, known := s.byName[name]
		return name, known && seen[number] != nil
	}

	own, subject := seen[s.byName[f.name]], at.subject
	if own == nil && f.rules.required {
		hint := fmt.Sprintf("Add a line that begins with %s:", f.name)
		if n.flow {
			hint = fmt.Sprintf("Write it between the brackets, as in {%s: …}.", f.name)
		}
		article := "a "
		switch {
		case f.shape.form == formList:
			article = ""
		case strings.ContainsRune("aeiou", rune(f.name[0])):
			article = "an "
		}
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs %s`%s`.", subject(), article, f.name), hint)
	}
	if name, there := other(f.rules.requiredWithout); own == nil && name != "" && !there {
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs `%s` or `%s`.", subject(), f.name, name), "")
	}
	if name, there := other(f.rules.excludedWith); own != nil && there {
		d.report(own.keyAt, "excluded-key",
			fmt.Sprintf("%s has both `%s` and `%s`, but only one may be there.", subject(), f.name, name),
			"Remove one of them.")
	}
}

func (d *decoder) duplicate(child, first *node) {
	key, line := shorten(child.key, 40), d.source.lineOf(first.keyAt)
	d.report(child.keyAt, "duplicate-key", fmt.Sprintf("`%s` is there twice: it is already on line %d.", key, line),
		"Remove one of them.")
}

func (d *decoder) list(n *node, into reflect.Value, s *shape, at scope) {
	if !d.expect(n, kindList, s, at) {
		return
	}
	items := reflect.MakeSlice(s.typ, len(n.children), len(n.children))
	for i := range n.children {
		d.value(&n.children[i], items.Index(i), s.elem, scope{name: at.name, item: i + 1})
	}
	into.Set(items)
}

func (d *decoder) collection(n *node, into reflect.Value, s *shape) {
	if !d.expect(n, kindKeys, s, scope{name: "The file"}) {
		return
	}

	what := noun(s.elem.typ)
	entries := into.Addr().Interface().(collection)
	seen := make(map[string]*node, len(n.children))
	for i := range n.children {
		child := &n.children[i]
		if first := seen[child.key]; first != nil {
			d.duplicate(child, first)
			continue
		}
		seen[child.key] = child

		entry := entries.NewEntry()
		if _, byFile := entry.(interface{ NamedByFile() }); !byFile && !slug.Pattern.MatchString(child.key) {
			code, message, hint := violation{rule: "slug"}.words("The name of a "+what, child.key, s)
			d.report(child.keyAt, code, message, hint)
		}
		at := scope{name: fmt.Sprintf("The %s %s", what, quoteShort(child.key))}
		value := reflect.ValueOf(entry).Elem()
		if d.value(child, value, s.elem, at) && s.elem.form == formText && value.String() == "" {
			d.report(child.at, "empty-text", at.subject()+" is empty.", "Give it a value, or remove the line.")
		}
		entries.PutEntry(child.key, entry)
	}
}

// section decodes an item of a list of sections, or an entry of blocks.yaml. Its times may stand beside its type or
// below it.
func (d *decoder) section(n *node, into reflect.Value, at scope) {
	var made site.Section
	times := node{kind: kindKeys}
	n = n.without(shapeOf(timesType), &times)
	if !d.sectionType(n, at) {
		return
	}

	child := n.children[0].without(shapeOf(timesType), &times)
	made.Type = child.key
	made.Body = site.NewSectionBody(child.key)
	switch {
	case child.key == site.BlockType:
		d.block(child, &made)
	case made.Body == nil:
		known := sectionNames()
		d.report(child.keyAt, "unknown-section", fmt.Sprintf("There is no section type `%s`.", shorten(child.key, 40)),
			nearHint(child.key, known, "Known are "+strings.Join(known, ", ")+"."))
	default:
		if child.kind == kindEmpty { // what it lacks is reported by the names of its keys
			child.kind = kindKeys
		}
		value := reflect.ValueOf(made.Body).Elem()
		d.value(child, value, shapeOf(value.Type()), scope{name: fmt.Sprintf("The %s section", child.key)})
	}
	d.keys(&times, reflect.ValueOf(&made.SectionTimes).Elem(), shapeOf(timesType), at)
	into.Set(reflect.ValueOf(made))
}

// without returns a node without those of its keys that a shape has, which go to another one.
func (n *node) without(s *shape, to *node) *node {
	rest := *n
	rest.children = nil
	for _, child := range n.children {
		if _, known := s.byName[child.key]; known && n.kind == kindKeys {
			to.children = append(to.children, child)
		} else {
			rest.children = append(rest.children, child)
		}
	}
	return &rest
}

// block decodes the reference to an entry of blocks.yaml.
func (d *decoder) block(n *node, into *site.Section) {
	switch {
	case d.ofBlocks:
		d.report(n.keyAt, "nested-block", "A block cannot hold another block.", "Write the section itself here.")
	case n.kind == kindList || n.kind == kindKeys:
		message := fmt.Sprintf("`block` takes the name of a block, but %s stands here.", kindWords[n.kind])
		d.report(n.at, "wrong-shape", message,
			"Write the section into blocks.yaml under a name of its own, and that name here: `- block: some-name`.")
	default:
		name := reflect.ValueOf(&into.Block).Elem()
		d.text(n, name, shapeOf(refType), scope{name: site.BlockType, key: true, required: true})
		if n.kind == kindText && into.Block == "" {
			d.report(n.at, "empty-text", "`block` is empty.", "Write the name of an entry of blocks.yaml.")
		}
	}
}

// sectionType checks that an item of the list of sections has exactly one key.
func (d *decoder) sectionType(n *node, at scope) bool {
	if n.kind == kindText && site.NewSectionBody(n.text) != nil {
		d.report(n.at, "wrong-shape", fmt.Sprintf("The section `%s` has no content.", n.text),
			"Write `- "+n.text+":` with a colon, and its keys on the lines below, four spaces deeper than the hyphen.")
		return false
	}
	if !d.expect(n, kindKeys, shapeOf(sectionType), at) || len(n.children) == 1 {
		return n.kind == kindKeys
	}
	if len(n.children) == 0 {
		d.report(n.at, "wrong-shape", at.subject()+" has no section type.",
			"Write the type with a colon, such as `- hero:`.")
		return false
	}

	first, second := n.children[0], n.children[1]
	for _, child := range []node{first, second} {
		if near, found := site.Nearest(child.key, shapeOf(timesType).names); found {
			d.report(child.keyAt, "unknown-key", hasNoKey(at, child.key), didYouMean(near))
			return false
		}
	}
	one, other := shorten(first.key, 40), shorten(second.key, 40)
	if first.kind == kindEmpty && !slices.Contains(sectionNames(), second.key) {
		d.report(second.keyAt, "bad-indentation", fmt.Sprintf("`%s` stands beside `%s`, not inside it.", other, one),
			fmt.Sprintf("Put two more spaces before each line that belongs to `%s`.", one))
		return false
	}
	d.report(second.keyAt, "two-sections",
		fmt.Sprintf("A section has one type, but `%s` stands beside `%s` here.", other, one),
		"Begin a new section with a hyphen, or put more spaces before lines that belong to the first one.")
	return false
}

// sectionNames are the keys that an item of a list of sections may have.
func sectionNames() []string {
	return slices.Sorted(slices.Values(append(site.SectionTypes(), site.BlockType)))
}

// text decodes everything that is written as one text.
func (d *decoder) text(n *node, into reflect.Value, s *shape, at scope) {
	if !d.expect(n, kindText, s, at) {
		return
	}
	switch s.form {
	case formText:
		if d.clean(n, at) {
			into.SetString(n.text)
		}
	case formMarkdown:
		if d.clean(n, at) {
			into.Set(reflect.ValueOf(site.Markdown{Source: site.Text(n.text)}))
		}
	case formFlag:
		into.SetBool(n.text == "true")
		if n.style != stylePlain || n.text != "true" && n.text != "false" {
			d.report(n.at, "bad-flag", fmt.Sprintf("%s is true or false, not %s.", at.subject(), quoteShort(n.text)),
				"Write true or false, without quotes.")
		}
	case formNumber:
		number, err := strconv.Atoi(n.text)
		into.SetInt(int64(number))
		if err != nil || strconv.Itoa(number) != n.text || n.style != stylePlain {
			d.report(n.at, "bad-number",
				fmt.Sprintf("%s is a whole number such as 3, not %s.", at.subject(), quoteShort(n.text)),
				"Write digits only, without quotes.")
		}
	case formMoment:
		moment, ok := parseMoment(n.text)
		into.Set(reflect.ValueOf(moment))
		if ok {
			return
		}
		message, hint := "%s is a day and a time, not %s.",
			"Write year, month and day, and the time on the clock of the site: 2026-12-01 09:00."
		if momentPattern.MatchString(n.text) {
			message, hint = "%s is no moment of the calendar: %s.", "Look at the day of the month and at the time."
		}
		d.report(n.at, "bad-moment", fmt.Sprintf(message, at.subject(), quoteShort(n.text)), hint)
	}
}

// clean refuses characters that double quotes can smuggle into a text, and warns of a text that a comment cuts off.
func (d *decoder) clean(n *node, at scope) bool {
	unseen := func(r rune) bool { return isControl(r) || r == utf8.RuneError }
	if n.style == styleDouble && strings.ContainsFunc(n.text, unseen) {
		d.report(n.at, "bad-character", fmt.Sprintf("%s holds a character that cannot be shown.", at.subject()),
			`A backslash in double quotes begins a code: write \\ for a backslash.`)
		return false
	}
	d.cutOff(n, at)
	return true
}

var momentPattern = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$`)

// parseMoment reads a moment with its zone (RFC 3339), on the clock of the site (2026-12-01 09:00), or a day of its
// calendar (2026-12-01).
func parseMoment(typed string) (time.Time, bool) {
	typed = strings.Replace(typed, "T", " ", 1)
	for _, form := range []struct {
		layout string
		in     *time.Location
	}{
		{"2006-01-02 15:04:05Z07:00", time.UTC},
		{"2006-01-02 15:04Z07:00", time.UTC},
		{"2006-01-02 15:04", site.OnClock},
		{time.DateTime, site.OnClock},
		{time.DateOnly, site.OnCalendar},
	} {
		if moment, err := time.ParseInLocation(form.layout, typed, form.in); err == nil {
			return moment, true
		}
	}
	return time.Time{}, false
}

// check asks the rules of a key about its value.
func (d *decoder) check(n *node, value reflect.Value, f *field) {
	at := scope{name: f.name, key: true}
	isText := f.shape.form == formText || f.shape.form == formMarkdown
	if f.rules.required && isText && strings.TrimSpace(n.text) == "" {
		d.report(n.at, "empty-text", at.subject()+" is empty.", "Every visitor would see a gap here: write its text.")
		return
	}

	if f.rules.check != "" {
		d.rule(n, value, f.shape, f.rules.check, at)
	}
	if f.rules.each != "" && f.shape.form == formList {
		for i := range n.children {
			d.rule(&n.children[i], value.Index(i), f.shape.elem, f.rules.each, scope{name: f.name, item: i + 1})
		}
	}
}

func (d *decoder) rule(n *node, value reflect.Value, s *shape, tag string, at scope) {
	broken, found := broken(value.Interface(), tag)
	if !found {
		return
	}
	code, message, hint := broken.words(at.subject(), n.text, s)
	where := n.at
	if n.kind != kindText {
		where = n.start()
	}
	d.report(where, code, message, hint)
}

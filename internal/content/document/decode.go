package document

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// maxProblems is how many problems of one file are told; who has more of them
// has one reason for most.
const maxProblems = 200

// Decode reads a YAML file into a pointer to a type of package site: a Site, a
// Page, a Legal, or a Collection of Product, Plan, Industry or Form. It returns
// the document, which is never nil, and all problems of the file in the order
// of their places. Where a problem is an error, the value must not be used.
func Decode(file string, data []byte, into any) (*Document, []Problem) {
	doc := &Document{File: file}
	problems, more := doc.read(data), 0
	if len(problems) == 0 {
		target := reflect.ValueOf(into).Elem()
		d := decoder{doc: doc}
		s := shapeOf(target.Type())
		d.value(doc.root, target, s, scope{name: rootSubject(s)})
		problems, more = d.problems, d.more
	}
	Sort(problems)
	if more > 0 {
		problems = append(problems, doc.problem(place{}, "more-problems",
			fmt.Sprintf("There are %d more problems in this file.", more), ""))
	}
	return doc, problems
}

func rootSubject(s *shape) string {
	if s.form == formCollection {
		return "The file"
	}
	return "The " + noun(s.typ, "file")
}

// decoder walks through a file and a Go type side by side.
type decoder struct {
	doc      *Document
	problems []Problem
	more     int // problems past the limit
}

func (d *decoder) report(at place, code, message, hint string) {
	if len(d.problems) == maxProblems {
		d.more++
		return
	}
	d.problems = append(d.problems, d.doc.problem(at, code, message, hint))
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
	if !d.expect(n, kindKeys, at) {
		return
	}
	seen := make([]*node, len(s.fields))
	misspelt := map[string]bool{} // keys whose absence is explained by a near name
	for i := range n.children {
		child := &n.children[i]
		number, known := s.byName[child.key]
		if !known {
			misspelt[d.unknownKey(child, s, at)] = true
			continue
		}
		if first := seen[number]; first != nil {
			d.duplicate(child, first)
			continue
		}
		seen[number] = child
		f := &s.fields[number]
		target := into.FieldByIndex(f.index)
		if d.value(child, target, f.shape, scope{name: f.name, kind: scopeKey, required: f.rules.required}) {
			d.check(child, target, f)
		}
	}
	for i := range s.fields {
		if !misspelt[s.fields[i].name] {
			d.presence(n, s, &s.fields[i], seen, at)
		}
	}
}

// presence checks the rules about which keys must or must not be there.
func (d *decoder) presence(n *node, s *shape, f *field, seen []*node, at scope) {
	has := func(goName string) bool {
		other := s.goField(goName)
		return other != nil && seen[s.byName[other.name]] != nil
	}
	own := seen[s.byName[f.name]]
	switch {
	case own == nil && f.rules.required:
		hint := fmt.Sprintf("Add a line that begins with %s:", f.name)
		if n.flow {
			hint = fmt.Sprintf("Write it between the brackets, as in {%s: …}.", f.name)
		}
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs %s.", at.subject(), article(f)), hint)
	case own == nil && f.rules.requiredWithout != "" && !has(f.rules.requiredWithout):
		other := s.goField(f.rules.requiredWithout)
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs `%s` or `%s`.", at.subject(), f.name, other.name), "")
	case own != nil && f.rules.excludedWith != "" && has(f.rules.excludedWith):
		other := s.goField(f.rules.excludedWith)
		d.report(own.keyAt, "excluded-key", fmt.Sprintf("%s has both `%s` and `%s`, but only one may be there.", at.subject(), f.name, other.name),
			"Remove one of them.")
	}
}

// unknownKey returns the key that was probably meant, if any.
func (d *decoder) unknownKey(child *node, s *shape, at scope) string {
	hint := "Known are " + strings.Join(slices.Sorted(slices.Values(s.names)), ", ") + "."
	near, ok := Nearest(child.key, s.names)
	if ok {
		hint = didYouMean(near)
	}
	d.report(child.keyAt, "unknown-key", fmt.Sprintf("%s has no key `%s`.", at.subject(), shorten(child.key, 40)), hint)
	return near
}

func (d *decoder) duplicate(child, first *node) {
	d.report(child.keyAt, "duplicate-key",
		fmt.Sprintf("`%s` is there twice: it is already on line %d.", shorten(child.key, 40), first.keyAt.line), "Remove one of them.")
}

func (d *decoder) list(n *node, into reflect.Value, s *shape, at scope) {
	if !d.expect(n, kindList, at) {
		return
	}
	items := reflect.MakeSlice(s.typ, len(n.children), len(n.children))
	for i := range n.children {
		d.value(&n.children[i], items.Index(i), s.elem, scope{name: at.name, index: i, kind: scopeItem})
	}
	into.Set(items)
}

func (d *decoder) collection(n *node, into reflect.Value, s *shape) {
	what := noun(s.elem.typ, "entry")
	if !d.expect(n, kindKeys, scope{name: "The list of " + plural(what)}) {
		return
	}
	entries := into.Addr().Interface().(collection)
	seen := make(map[string]*node, len(n.children))
	for i := range n.children {
		child := &n.children[i]
		if first := seen[child.key]; first != nil {
			d.duplicate(child, first)
			continue
		}
		seen[child.key] = child
		at := scope{name: fmt.Sprintf("The %s %s", what, quoteShort(child.key))}
		if !slugPattern.MatchString(child.key) {
			code, message, hint := violation{rule: "slug"}.words("The name of a "+what, child.key, s)
			d.report(child.keyAt, code, message, hint)
		}
		entry := entries.NewEntry()
		value := reflect.ValueOf(entry).Elem()
		if d.value(child, value, s.elem, at) && s.elem.form == formText && value.String() == "" {
			d.report(child.at, "empty-text", at.subject()+" is empty.", "Give it a value, or remove the line.")
		}
		entries.PutEntry(child.key, entry)
	}
}

func plural(noun string) string {
	if stem, found := strings.CutSuffix(noun, "y"); found {
		return stem + "ies"
	}
	return noun + "s"
}

func (d *decoder) section(n *node, into reflect.Value, at scope) {
	if !d.sectionType(n, at) {
		return
	}
	child := &n.children[0]
	body := site.NewSectionBody(child.key)
	if body == nil {
		hint := "Known are " + strings.Join(site.SectionTypes(), ", ") + "."
		if near, ok := Nearest(child.key, site.SectionTypes()); ok {
			hint = didYouMean(near)
		}
		d.report(child.keyAt, "unknown-section", fmt.Sprintf("There is no section type `%s`.", shorten(child.key, 40)), hint)
		return
	}
	value := reflect.ValueOf(body).Elem()
	// A section without a body has none of its keys: what it needs is told by their names.
	if child.kind == kindEmpty {
		child = &node{kind: kindKeys, key: child.key, keyAt: child.keyAt, at: child.keyAt}
	}
	d.value(child, value, shapeOf(value.Type()), scope{name: fmt.Sprintf("The %s section", child.key)})
	into.Set(reflect.ValueOf(site.Section{Type: child.key, Body: body}))
}

// sectionType checks that an item of the list of sections has exactly one key.
func (d *decoder) sectionType(n *node, at scope) bool {
	switch {
	case n.kind == kindText && site.NewSectionBody(n.text) != nil:
		d.report(n.at, "wrong-shape", fmt.Sprintf("The section `%s` has no content.", n.text),
			fmt.Sprintf("Write `- %s:` with a colon, and its keys on the lines below, four spaces deeper than the hyphen.", n.text))
		return false
	case !d.expect(n, kindKeys, at):
		return false
	case len(n.children) == 1:
		return true
	case len(n.children) == 0:
		d.report(n.at, "wrong-shape", at.subject()+" has no section type.", "Write the type with a colon, such as `- hero:`.")
		return false
	}
	first, second := &n.children[0], &n.children[1]
	if first.kind == kindEmpty && site.NewSectionBody(second.key) == nil {
		d.report(second.keyAt, "bad-indentation", fmt.Sprintf("`%s` stands beside `%s`, not inside it.", shorten(second.key, 40), shorten(first.key, 40)),
			fmt.Sprintf("Put two more spaces before each line that belongs to `%s`.", shorten(first.key, 40)))
		return false
	}
	d.report(second.keyAt, "two-sections", fmt.Sprintf("A section has one type, but `%s` stands beside `%s` here.", shorten(second.key, 40), shorten(first.key, 40)),
		"Begin a new section with a hyphen, or put more spaces before lines that belong to the first one.")
	return false
}

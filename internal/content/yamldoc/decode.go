package yamldoc

import (
	"fmt"
	"reflect"
	"strings"
)

// maxProblems is how many problems of one file are reported: most of more have one cause.
const maxProblems = 200

// Decode reads a YAML file into a pointer to a type of package site: a Site, a
// Page, a Legal, or a Collection of Product, Plan, Industry, Form, Person, Testimonial or Section. It returns
// the document, which is never nil, and all problems of the file in the order
// of their places. Where a problem is an error, the value must not be used.
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
	d.value(s.root, target, root, scope{name: rootSubject(root)})
	if len(d.problems) == 0 {
		doc.blanks = s.root.emptyTexts(nil, "")
	}
	d.problems = append(d.problems, d.warnings...)
	Sort(d.problems)
	if d.more > 0 {
		d.problems = append(d.problems, s.problem(wholeFile, "more-problems",
			fmt.Sprintf("There are %d more problems in this file.", d.more), ""))
	}
	return doc, d.problems
}

func rootSubject(s *shape) string {
	if s.form == formCollection {
		return "The file"
	}
	return "The " + noun(s.typ, "file")
}

// decoder walks through a file and a Go type side by side.
type decoder struct {
	source   *source
	problems []Problem
	more     int // problems past the limit
	warnings []Problem
	outer    []around // the sets of keys around the current ones, from the file inwards
	// Where the times of the section around the current keys go.
	times    reflect.Value
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
	if n.kind == kindText {
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes a set of keys, but text stands here.", at.subject()), d.keysInstead(n, s))
		return
	}
	if n.kind == kindList && s.short != "" {
		text := "text"
		if s.short == "src" {
			text = "the name of a file"
		}
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes %s or a set of keys, but %s stands here.", at.subject(), text, kindWords(n)), "Remove the brackets or hyphens.")
		return
	}
	if colon := textAsKey(n, s); colon != "" {
		d.report(n.at, "unknown-key", fmt.Sprintf("The colon makes a key of the text before it: %s.", quoteShort(colon)), putInQuotes(colon))
		return
	}
	if _, hasItems := s.byName["items"]; hasItems && n.kind == kindList && !n.flow {
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes a set of keys, but a list stands here.", at.subject()), "Write a line with items: above the list.")
		return
	}
	if !d.expect(n, kindKeys, at) {
		return
	}
	d.outer = append(d.outer, around{n, s, at})
	defer func() { d.outer = d.outer[:len(d.outer)-1] }()
	seen := make([]*node, len(s.fields))
	misspelt := map[string]bool{} // keys whose absence is explained by a near name
	for i := range n.children {
		child := &n.children[i]
		number, known := s.byName[child.key]
		if !known {
			misspelt[d.unknownKey(n, child, s, at)] = true
			continue
		}
		if first := seen[number]; first != nil {
			d.duplicate(child, first)
			continue
		}
		seen[number] = child
		f := &s.fields[number]
		target := into
		if f.times {
			target = d.times
		}
		target = target.FieldByIndex(f.index)
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

func (d *decoder) duplicate(child, first *node) {
	d.report(child.keyAt, "duplicate-key",
		fmt.Sprintf("`%s` is there twice: it is already on line %d.", shorten(child.key, 40), d.source.lineOf(first.keyAt)), "Remove one of them.")
}

func (d *decoder) list(n *node, into reflect.Value, s *shape, at scope) {
	if hint := brackets(n, s); hint != "" {
		d.report(n.at, "wrong-shape", fmt.Sprintf("%s takes a list, but %s stands here.", at.subject(), kindWords(n)), hint)
		return
	}
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
		entry := entries.NewEntry()
		at := scope{name: fmt.Sprintf("The %s %s", what, quoteShort(child.key))}
		if _, byFile := entry.(interface{ NamedByFile() }); !byFile && !slugPattern.MatchString(child.key) {
			code, message, hint := violation{rule: "slug"}.words("The name of a "+what, child.key, s)
			d.report(child.keyAt, code, message, hint)
		}
		value := reflect.ValueOf(entry).Elem()
		if d.value(child, value, s.elem, at) && s.elem.form == formText && value.String() == "" {
			d.report(child.at, "empty-text", at.subject()+" is empty.", "Give it a value, or remove the line.")
		}
		entries.PutEntry(child.key, entry)
	}
}

func plural(noun string) string {
	if noun == "person" {
		return "people"
	}
	if stem, found := strings.CutSuffix(noun, "y"); found {
		return stem + "ies"
	}
	return noun + "s"
}

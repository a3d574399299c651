// Package yamldoc reads one YAML file of the content tree into a type of package site, and reports what is wrong with
// the file in words for the person who edits it.
//
// [Decode] has four steps. Each begins only when the one before it found nothing wrong, so that no step sees what it
// cannot handle:
//
//  1. The bytes are checked: size, encoding, control characters, and runs of signs that the library is slow at.
//  2. The scanner of goccy/go-yaml splits the text into tokens.
//  3. The parser makes nodes of the tokens, with the place of every key and value. It reports the first fault.
//  4. The decoder visits the nodes and the Go type side by side, led by `yaml` and `validate` tags, and reports all
//     faults of all keys.
//
// The nodes of a file that translates another one are merged with the nodes of that, led by `languages` tags, before
// they are decoded: nodes know what is written, which may be false or empty, and where.
//
// Why the library's own parser and decoder are not used stands in docs/decisions/yaml.md. A text stays as it was
// typed: +49301234567, 1.20 and 012 are no numbers where text is wanted.
//
// Refused are anchors, aliases, merge keys, tags, directives, a second document, keys with a question mark, tabs
// outside of comments and block texts. A file has at most 128 KB, 64 levels, 10,000 keys and items, 49 empty lines in
// a row, and 100 tabs on a line; redirects.yaml has at most 8 MB and 100,000 keys.
//
// A [Document] knows the places, so that later steps (references, links, images) can point into the file as well.
//
// # Changes
//
// [Apply] changes a value of a file by putting bytes into it: no file is ever written anew, and nobody loses a comment,
// an order or a way of writing. Its steps:
//
//  1. The path of the [Change] becomes an operation on nodes, and says what the file must say after it.
//  2. The layout tells which bytes belong to a value: its lines, the comment above it, the comma behind it.
//  3. The writer writes the new value as the old one, or its neighbours, are written.
//  4. The bytes take their place, with the ends of lines, the byte order mark and the blanks that the file has.
//  5. The file is read again. The change is refused where it does not say what it must, or where a comment is missing.
//
// Where the way that is tried first does not read back, double quotes are the other one. [Compare] derives the changes
// that lead from one file to another, and [Rebase] carries them over to a file that somebody else saved meanwhile.
package yamldoc

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

// maxProblems is how many problems of one file are reported: most of more have one cause.
const maxProblems = 200

// Decode reads a YAML file into a pointer to a type of package site: a Site, a Page, a Legal, or a Collection. It
// returns the document, which is never nil, and the problems of the file in the order of their places, up to
// [maxProblems]. Where a problem is an error, the value must not be used.
//
// A file in the folder of a language leaves out what the original has: of site.yaml all but what differs, of a
// collection all but its words. It is decoded over the document of the original; nil where the file translates none.
// The problems of the original are not among those that are returned.
//
// The document holds the file in memory until it is released.
func Decode(file string, original *Document, data []byte, into any) (*Document, []Problem) {
	s := &source{file: file}
	target := reflect.ValueOf(into).Elem()
	root := plan.Of(target.Type())
	doc := &Document{File: file, original: original, root: root, source: s, broken: true}
	d := decoder{source: s, root: root}
	if problem := s.read(data); problem != nil {
		d.problems = []Problem{*problem}
	}
	if original == nil && s.root == nil {
		return doc, d.problems
	}

	var mismatches []Problem
	if original != nil {
		m := merge(s, original, root)
		d.source, d.unsure, d.problems = m.source, original.broken, append(d.problems, m.problems...)
		doc.source, doc.fallen, mismatches = m.source, m.fallen, m.mismatches
	}
	d.errors = len(d.problems)
	d.ofBlocks = root.Kind == plan.Collection && root.Elem.Kind == plan.Section
	d.value(d.source.root, target, root, "The "+noun(root.Go))
	doc.blanks = d.source.root.blanks("")
	doc.broken = d.errors > 0
	if !doc.broken && !d.unsure { // else nobody knows what was meant
		d.problems = append(d.problems, mismatches...)
	}
	Sort(d.problems)
	return doc, d.problems
}

// decoder walks through a file and a Go type side by side. Its methods know a value by the subject of a sentence about
// it, such as `title`, The hero section, or Item 2 of `sections`.
type decoder struct {
	source   *source
	root     *plan.Type
	problems []Problem
	errors   int  // also those past the limit
	ofBlocks bool // whether the file is blocks.yaml
	unsure   bool // whether the original is wrong, so that nothing is missing here
}

func (d *decoder) report(at int, code, message, hint string) {
	if d.errors++; d.errors <= maxProblems && !d.source.inOriginal(at) {
		d.problems = append(d.problems, d.source.problem(at, code, message, hint))
	}
}

func (d *decoder) warn(at int, code, message, hint string) {
	if len(d.problems) < maxProblems && !d.source.inOriginal(at) {
		d.problems = append(d.problems, d.source.problem(at, code, message, hint))
		d.problems[len(d.problems)-1].Severity = Warning
	}
}

func (d *decoder) value(n *node, into reflect.Value, s *plan.Type, subject string) bool {
	before := d.errors
	if into.Kind() == reflect.Pointer {
		into.Set(reflect.New(s.Go))
		into = into.Elem()
	}
	switch {
	case s.HasKeys():
		d.keys(n, into, s, subject)
	case s.Kind == plan.Collection:
		d.collection(n, into, s)
	case s.Kind == plan.List:
		d.list(n, into, s, subject)
	case s.Kind == plan.Section:
		d.section(n, into, subject)
	case s.Kind == plan.Recipients:
		d.recipients(n, into.Addr().Interface().(*site.Recipients))
	default:
		d.text(n, into, s.Kind, subject)
	}
	return d.errors == before
}

func (d *decoder) expect(n *node, want kind, subject string) bool {
	switch {
	case n.kind == want:
		return true
	case n.kind == kindEmpty:
		d.report(n.start(), "no-value", subject+" has no value.",
			"Give it a value, or remove the line; a text that begins with # needs quotes.")
		return false
	}
	message := fmt.Sprintf("%s takes %s, but %s stands here.", subject, kinds[want].name, kinds[n.kind].name)
	d.report(n.at, "wrong-shape", message, kinds[want].hint)
	return false
}

// kinds name what is at a place, as in "but a list stands here", and say how it is written.
var kinds = map[kind]struct{ name, hint string }{
	kindText: {"text", "Text that begins with a bracket, or has a colon and a space in it, needs quotes around it."},
	kindList: {"a list", "Begin each item on a line of its own with a hyphen and a space."},
	kindKeys: {"a set of keys", "Write its keys below, each on a line of its own: key, colon, space, value."},
}

func (d *decoder) keys(n *node, into reflect.Value, s *plan.Type, subject string) {
	if n.kind == kindText && s.Short != "" {
		n = n.keyed(s.Short)
	}
	if !d.expect(n, kindKeys, subject) {
		return
	}

	seen := make([]*node, len(s.Keys))
	var misspelt []string // keys whose absence is explained by a near name
	for i := range n.children {
		child := &n.children[i]
		number, known := s.Place[child.key]
		if !known {
			var before *node
			if n.flow && i > 0 {
				before = &n.children[i-1]
			}
			misspelt = append(misspelt, d.unknownKey(child, before, s, subject))
			continue
		}
		if first := seen[number]; first != nil {
			d.duplicate(child, first)
			continue
		}

		seen[number] = child
		f := &s.Keys[number]
		target := into.FieldByIndex(f.Index)
		if d.value(child, target, f.Type, f.Subject) {
			d.check(child, target, f)
		}
	}

	if n.merged || d.unsure { // what it lacks, the original lacks
		return
	}
	for i := range s.Keys {
		if f := &s.Keys[i]; !slices.Contains(misspelt, f.Name) {
			d.presence(n, f, s, seen, misspelt, subject)
		}
	}
}

// unknownKey reports a key that its set does not have, and returns the key that was probably meant, if any. Between
// brackets, the key stands behind a comma and the key before.
func (d *decoder) unknownKey(child, before *node, s *plan.Type, subject string) (meant string) {
	known := slices.Sorted(maps.Keys(s.Place))
	hint := "Known are " + strings.Join(known, ", ") + "."
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789.") == "" }
	switch {
	case before == nil || child.kind != kindEmpty:
	case digits(child.key) && digits(before.text): // {amount: 68,50}
		hint = "A number has no comma: write 2499 or 49.99."
	default: // {label: Yes, please}
		hint = "If it belongs to the text before it, put the whole text in quotes, because of the comma."
	}
	message := fmt.Sprintf("%s has no key `%s`.", subject, text.Shortened(child.key))
	if other, found := otherKeys[s.Go.Name()+"."+child.key]; found {
		d.report(child.keyAt, "unknown-key", message, other[1])
		return strings.Trim(other[0], "-")
	}
	if strings.HasSuffix(subject, " section") {
		known = slices.AppendSeq(known, maps.Keys(timesPlan.Place))
	}
	meant, _ = site.Nearest(child.key, known)
	d.report(child.keyAt, "unknown-key", message, text.DidYouMean(child.key, known, hint))
	return meant
}

func (d *decoder) presence(n *node, f *plan.Field, s *plan.Type, seen []*node, misspelt []string, subject string) {
	own := seen[s.Place[f.Name]]
	missing := func(name string) bool {
		return name != "" && seen[s.Place[name]] == nil && !slices.Contains(misspelt, name)
	}
	switch without, beside := f.Rules.RequiredWithout, f.Rules.ExcludedWith; {
	case own == nil && f.Rules.Required:
		hint := fmt.Sprintf("Add a line that begins with %s:", f.Name)
		if n.flow {
			hint = fmt.Sprintf("Write it between the brackets, as in {%s: …}.", f.Name)
		}
		article := "a "
		switch {
		case f.Type.Kind == plan.List:
			article = ""
		case strings.ContainsRune("aeiou", rune(f.Name[0])):
			article = "an "
		}
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs %s%s.", subject, article, f.Subject), hint)
	case own == nil && missing(without):
		d.report(n.start(), "missing-key", fmt.Sprintf("%s needs `%s` or `%s`.", subject, f.Name, without), "")
	case own != nil && beside != "" && !missing(beside):
		d.report(own.keyAt, "excluded-key",
			fmt.Sprintf("%s has both `%s` and `%s`, but only one may be there.", subject, f.Name, beside),
			"Remove one of them.")
	}
}

func (d *decoder) duplicate(child, first *node) {
	p := d.source.duplicate(child, first)
	d.report(child.keyAt, p.Code, p.Message, p.Hint)
}

func (s *source) duplicate(child, first *node) Problem {
	key, line := text.Shortened(child.key), s.lineOf(first.keyAt)
	return s.problem(child.keyAt, "duplicate-key",
		fmt.Sprintf("`%s` is there twice: it is already on line %d.", key, line), "Remove one of them.")
}

func (d *decoder) list(n *node, into reflect.Value, s *plan.Type, subject string) {
	if !d.expect(n, kindList, subject) {
		return
	}
	items := reflect.MakeSlice(s.Go, len(n.children), len(n.children))
	for i := range n.children {
		d.value(&n.children[i], items.Index(i), s.Elem, itemOf(subject, i))
	}
	into.Set(items)
}

func itemOf(list string, i int) string { return "Item " + strconv.Itoa(i+1) + " of " + list }

func (d *decoder) collection(n *node, into reflect.Value, s *plan.Type) {
	if !d.expect(n, kindKeys, "The file") {
		return
	}

	what := noun(s.Elem.Go)
	entries := into.Addr().Interface().(site.AnyCollection)
	seen := make(map[string]*node, len(n.children))
	for i := range n.children {
		child := &n.children[i]
		if first := seen[child.key]; first != nil {
			d.duplicate(child, first)
			continue
		}
		seen[child.key] = child

		entry := entries.NewEntry()
		if _, other := entry.(interface{ KeyPattern() string }); !other && !slug.Pattern.MatchString(child.key) {
			d.broken(child.keyAt, violation{rule: "slug"}, "The name of a "+what, child.key, s)
		}
		subject := fmt.Sprintf("The %s %s", what, quoteShort(child.key))
		value := reflect.ValueOf(entry).Elem()
		if d.value(child, value, s.Elem, subject) && s.Elem.IsText() {
			d.check(child, value, &plan.Field{Subject: subject, Type: s.Elem, Rules: plan.Rules{Required: true}})
		}
		entries.PutEntry(child.key, entry)
	}
}

// recipients decodes a list of addresses, or such lists by the value of the field that `by` names.
func (d *decoder) recipients(n *node, to *site.Recipients) {
	lists, seen := n.children, map[string]*node{}
	if n.kind != kindKeys {
		lists = []node{*n}
		lists[0].key = ""
	}
	to.Of = map[string][]string{}
	list := plan.Field{Type: plan.Of(reflect.TypeFor[[]string]()), Rules: plan.Rules{Check: "min=1", Each: "email"}}
	for i := range lists {
		child, addresses := &lists[i], reflect.New(list.Type.Go)
		list.Subject = "`" + text.Shortened(cmp.Or(child.key, "recipients")) + "`"
		switch {
		case seen[child.key] != nil:
			d.duplicate(child, seen[child.key])
		case child.key == "by":
			d.text(child, reflect.ValueOf(&to.By).Elem(), plan.Word, list.Subject)
		case d.value(child, addresses.Elem(), list.Type, list.Subject):
			d.check(child, addresses.Elem(), &list)
			to.Of[child.key] = *addresses.Interface().(*[]string)
		}
		seen[child.key] = child
	}
	if n.kind == kindKeys && seen["by"] == nil {
		d.report(n.start(), "missing-key", "`recipients` needs a `by`.", "Name the field that decides, such as by: place.")
	}
}

// section decodes an item of a list of sections, or an entry of blocks.yaml. Its times may stand beside its type or
// below it.
func (d *decoder) section(n *node, into reflect.Value, subject string) {
	if !d.expect(n, kindKeys, subject) {
		return
	}
	times := node{kind: kindKeys}
	n = n.without(timesPlan, &times)
	if len(n.children) != 1 {
		d.notOneType(n)
		return
	}

	child := n.children[0].without(timesPlan, &times)
	made := site.Section{Type: child.key, Body: site.NewSectionBody(child.key)}
	switch {
	case child.key == site.BlockType && d.ofBlocks:
		d.report(child.keyAt, "nested-block", "A block cannot hold another block.", "Write the section itself here.")
	case child.key == site.BlockType:
		f := plan.Field{Subject: "`block`", Type: plan.Of(reflect.TypeFor[site.Ref]()), Rules: plan.Rules{Required: true}}
		if name := reflect.ValueOf(&made.Block).Elem(); d.value(child, name, f.Type, f.Subject) {
			d.check(child, name, &f)
		}
	case made.Body == nil:
		known := sectionNames()
		d.report(child.keyAt, "unknown-section", fmt.Sprintf("There is no section type `%s`.", text.Shortened(child.key)),
			text.DidYouMean(child.key, known, "Known are "+strings.Join(known, ", ")+"."))
	default:
		if child.kind == kindEmpty { // what it lacks is reported by the names of its keys
			child.kind = kindKeys
		}
		value := reflect.ValueOf(made.Body).Elem()
		d.value(child, value, plan.Of(value.Type()), "The "+child.key+" section")
	}
	d.keys(&times, reflect.ValueOf(&made.SectionTimes).Elem(), timesPlan, subject)
	into.Set(reflect.ValueOf(made))
}

// without returns a node without those of its keys that a shape has, which go to another one.
func (n *node) without(s *plan.Type, to *node) *node {
	rest := *n
	rest.children = nil
	for _, child := range n.children {
		if _, known := s.Place[child.key]; known && n.kind == kindKeys {
			to.children = append(to.children, child)
		} else {
			rest.children = append(rest.children, child)
		}
	}
	return &rest
}

func (d *decoder) notOneType(n *node) {
	if len(n.children) == 0 {
		d.report(n.at, "wrong-shape", "A section has one type, but none stands here.",
			"Write the type with a colon, such as `- hero:`.")
		return
	}
	first, second := n.children[0], n.children[1]
	one, other := text.Shortened(first.key), text.Shortened(second.key)
	if first.kind == kindEmpty && !slices.Contains(sectionNames(), second.key) {
		d.report(second.keyAt, "bad-indentation", fmt.Sprintf("`%s` stands beside `%s`, not inside it.", other, one),
			fmt.Sprintf("Put two more spaces before each line that belongs to `%s`.", one))
		return
	}
	d.report(second.keyAt, "two-sections",
		fmt.Sprintf("A section has one type, but `%s` stands beside `%s` here.", other, one),
		"Begin a new section with a hyphen, or put more spaces before lines that belong to the first one.")
}

func sectionNames() []string {
	return slices.Sorted(slices.Values(append(site.SectionTypes(), site.BlockType)))
}

// text decodes everything that is written as one text.
func (d *decoder) text(n *node, into reflect.Value, as plan.Kind, subject string) {
	if !d.expect(n, kindText, subject) {
		return
	}
	if as <= plan.Markdown {
		d.sample(n, subject)
	}
	switch as {
	case plan.Word, plan.Text, plan.Icon:
		if d.clean(n, subject) {
			into.SetString(n.text)
			if as == plan.Text && n.key != "output" && n.key != "phrase" { // examples are as they are
				d.signs(n)
			}
		}
	case plan.Markdown:
		if d.clean(n, subject) {
			into.Set(reflect.ValueOf(site.Markdown{Source: site.Text(n.text)}))
		}
	case plan.Flag:
		into.SetBool(n.text == "true")
		if n.style != stylePlain || n.text != "true" && n.text != "false" {
			d.report(n.at, "bad-flag", fmt.Sprintf("%s is true or false, not %s.", subject, quoteShort(n.text)),
				"Write true or false, without quotes.")
		}
	case plan.Number:
		number, err := strconv.Atoi(n.text)
		into.SetInt(int64(number))
		if err != nil || strconv.Itoa(number) != n.text || n.style != stylePlain {
			d.report(n.at, "bad-number",
				fmt.Sprintf("%s is a whole number such as 3, not %s.", subject, quoteShort(n.text)),
				"Write digits only, without quotes.")
		}
	case plan.Moment:
		moment, ok := parseMoment(n.text)
		into.Set(reflect.ValueOf(moment))
		if ok {
			return
		}
		message := fmt.Sprintf("%s is a day and a time of the calendar, not %s.", subject, quoteShort(n.text))
		hint := "Write year, month and day, and the time on the clock of the site: 2026-12-01 09:00."
		if why := impossible(n.text); why != "" {
			message = fmt.Sprintf("%s cannot be %s: %s.", subject, quoteShort(n.text), why)
			hint = "Months have 28 to 31 days; a day begins at 00:00, and its last minute is 23:59."
		}
		d.report(n.at, "bad-moment", message, hint)
	}
}

// clean refuses characters that double quotes can smuggle into a text, and warns of a text that ends where a comment
// begins that hardly is one: Call # 5, Follow us #bakery.
func (d *decoder) clean(n *node, subject string) bool {
	unseen := func(r rune) bool { return isControl(r) || r == utf8.RuneError }
	if n.style == styleQuoted && strings.ContainsFunc(n.text, unseen) {
		d.report(n.at, "bad-character", subject+" holds a character that cannot be shown.",
			`A backslash in double quotes begins a code: write \\ for a backslash.`)
		return false
	}

	if n.style != stylePlain || n.at == wholeFile {
		return true
	}
	rest, found := strings.CutPrefix(d.source.restOfLine(n.at), n.text)
	if found && cutWords.MatchString(rest) {
		whole := strings.TrimRight(n.text+rest, " \t")
		d.warn(n.at+len(n.text)+strings.IndexByte(rest, '#'), "cut-off",
			fmt.Sprintf("%s ends before the #, where a comment begins: visitors read only %s.", subject,
				quoteShort(n.text)),
			fmt.Sprintf("If the # belongs to the text, put all of it in quotes: %s.", quoteShort(whole)))
	}
	return true
}

// signs warns of signs of Markdown and other programs in words that visitors read as they are typed.
func (d *decoder) signs(n *node) {
	for _, found := range text.PlainSigns(n.text) {
		at, exact := d.source.inText(n, found.At)
		if !exact {
			at = n.at
		}
		d.warn(at, found.Code, found.Message, found.Hint)
	}
}

// cutWords is a comment that begins like a number, or without a space.
var cutWords = regexp.MustCompile(`^[ \t]+#+([^ \t#]|[ \t]+[0-9])`)

// dayAndTime are the parts of what looks like a moment.
var dayAndTime = regexp.MustCompile(`^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ]+([0-9]{1,2}:[0-9]{2}))?`)

// impossible says why no calendar or clock shows what looks like a moment; "" where one does, or where it does not.
func impossible(typed string) string {
	parts := dayAndTime.FindStringSubmatch(typed)
	if parts == nil {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, parts[1]); err != nil {
		return "there is no day " + parts[1]
	}
	if _, err := time.Parse("15:04", parts[2]); parts[2] != "" && err != nil {
		return "no clock shows " + parts[2]
	}
	return ""
}

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
func (d *decoder) check(n *node, value reflect.Value, f *plan.Field) {
	isText := f.Type.IsText() || f.Type.Kind == plan.Markdown
	if f.Rules.Required && isText && strings.TrimSpace(n.text) == "" {
		d.report(n.at, "empty-text", f.Subject+" is empty.", "Every visitor would see a gap here: write its text.")
		return
	}

	d.rule(n, value, f.Type, f.Rules.Check, f.Subject)
	if f.Rules.Each != "" {
		for i := range n.children {
			d.rule(&n.children[i], value.Index(i), f.Type.Elem, f.Rules.Each, itemOf(f.Subject, i))
		}
	}
}

func (d *decoder) rule(n *node, value reflect.Value, s *plan.Type, tag, subject string) {
	if v, found := broken(value.Interface(), tag); found {
		at := n.at
		if n.kind != kindText {
			at = n.start()
		}
		d.broken(at, v, subject, n.text, s)
	}
}

func (d *decoder) broken(at int, v violation, subject, typed string, s *plan.Type) {
	code, message, hint := v.words(subject, typed, s)
	d.report(at, code, message, hint)
}

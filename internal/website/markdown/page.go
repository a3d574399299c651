// Package markdown writes a page as Markdown, for programs that read words rather than documents.
//
// No section has code here. A body is walked by its Go type: a title or name becomes a heading, [site.Text] a
// paragraph, a list of texts or short items a list, a link a link, a picture a picture, a table a table. What visitors
// do not read as words (icons, layouts, anchors, what `json:"-"` hides) is left out, so a new section needs nothing.
// Links and pictures are whole addresses, because the text is read away from its page. No word is added.
package markdown

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Page writes a page of a site.
func Page(owner *site.Site, page *site.Page) []byte {
	w := newWriter(page)
	if !slices.ContainsFunc(page.Sections, isHero) {
		w.heading(1, page.Title)
		if page.Description != "" {
			w.block("> " + inline(string(page.Description)))
		}
	}
	w.entry(page)
	if legal := page.Legal; legal != nil {
		w.block(strings.TrimPrefix(inline(string(owner.Labels.Updated))+": "+inline(string(legal.Updated)), ": "))
		w.field(reflect.ValueOf(legal.Intro), 1)
		w.items(reflect.ValueOf(legal.Sections), 1)
	}
	for _, section := range page.Sections {
		w.section(section)
	}
	if list := page.List; list != nil {
		w.cards(list.Items)
		w.cards(list.Past)
		newer, _ := w.part(reflect.ValueOf(list.Newer))
		older, _ := w.part(reflect.ValueOf(list.Older))
		w.block(joined([]string{newer, older}, " · "))
	}
	return []byte(strings.Join(w.blocks, "\n\n") + "\n")
}

// Entry writes what an entry of a collection says below its title: its picture, its text and its
// sections, but for those that show other entries.
func Entry(page *site.Page) []byte {
	w := newWriter(page)
	if page.Entry != nil {
		w.block(w.picture(page.Entry.Image))
	}
	if page.Markdown != nil {
		w.nodes(page.Markdown.Nodes)
	}
	for _, section := range page.Sections {
		if _, others := section.Body.(*site.Entries); !others {
			w.section(section)
		}
	}
	return []byte(strings.Join(w.blocks, "\n\n"))
}

type writer struct {
	base, url string
	blocks    []string
}

func newWriter(page *site.Page) *writer {
	return &writer{base: strings.TrimSuffix(page.Head.Canonical, page.Path), url: page.Head.Canonical}
}

func (w *writer) block(text string) {
	if text = strings.TrimRight(text, " \n"); text != "" {
		w.blocks = append(w.blocks, text)
	}
}

func (w *writer) heading(level int, text site.Text) {
	if text != "" {
		w.block(strings.Repeat("#", min(level, 6)) + " " + inline(string(text)))
	}
}

func joined(parts []string, separator string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), separator)
}

func (w *writer) entry(page *site.Page) {
	if entry := page.Entry; entry != nil {
		line := []string{inline(entry.When), inline(entry.DateText)}
		if entry.Author != nil {
			line = append(line, inline(string(entry.Author.Name)))
		}
		for _, tag := range entry.TagNames {
			line = append(line, inline(tag))
		}
		w.block(joined(line, " · "))
		w.block(w.picture(entry.Image))
	}
	w.items(reflect.ValueOf(page.Facts), 2)
	if page.Markdown != nil {
		w.nodes(page.Markdown.Nodes)
	}
}

func (w *writer) cards(cards []*site.EntryCard) {
	var lines []string
	for _, card := range cards {
		line := "- " + w.link(card.Link)
		if when := card.When + card.DateText; when != "" {
			line += " (" + inline(when) + ")"
		}
		if card.Summary != "" {
			line += ": " + inline(string(card.Summary))
		}
		lines = append(lines, line)
	}
	w.block(strings.Join(lines, "\n"))
}

// section writes a section. The title of a hero is the title of the page.
func (w *writer) section(section site.Section) {
	level := 2
	if isHero(section) {
		level = 1
	}
	if body := reflect.ValueOf(section.Body); body.IsValid() && !body.IsNil() {
		w.structure(body.Elem(), level)
	}
}

func isHero(section site.Section) bool {
	_, is := section.Body.(*site.Hero)
	return is
}

// structure writes a struct: its title as a heading of a level, then its other fields in their order.
func (w *writer) structure(v reflect.Value, level int) {
	switch value := v.Addr().Interface().(type) {
	case *site.Form:
		w.heading(level, value.Title)
		w.block(inline(string(value.Text)))
		return
	case *site.Comparison:
		w.heading(level, value.Title)
		w.block(inline(string(value.Text)))
		w.block(comparison(value))
		return
	case *site.EntryCard:
		w.cards([]*site.EntryCard{value})
		return
	}
	title, fields := fieldsOf(v)
	w.heading(level, title)
	if title == "" {
		level-- // so that no level is left out
	}
	for _, field := range fields {
		w.field(field, level)
	}
}

// titles are the names of fields that say what the rest of a struct is about, in the
// order in which one of them is taken.
var titles = []string{"Title", "Name", "Question", "Label"}

// hidden are fields that say in other words what another one says, or nothing that is read.
var hidden = map[string]bool{
	"Eyebrow": true, "Highlight": true, "Large": true, "Preview": true, "BadgeHint": true, "PeriodText": true,
}

// fieldsOf returns the title of a struct, and its other fields that visitors see.
func fieldsOf(v reflect.Value) (title site.Text, others []reflect.Value) {
	var names []string
	picture := reflect.TypeFor[site.Image]() // is one value, also where it is embedded
	for _, f := range reflect.VisibleFields(v.Type()) {
		within := v.FieldByIndex(f.Index[:len(f.Index)-1]).Type()
		if f.Anonymous && f.Type != picture || within == picture {
			continue
		}
		if f.IsExported() && f.Tag.Get("json") != "-" && !hidden[f.Name] {
			names = append(names, f.Name)
			others = append(others, v.FieldByIndex(f.Index))
		}
	}
	for _, name := range titles {
		if at := slices.Index(names, name); at >= 0 {
			if text, is := others[at].Interface().(site.Text); is && text != "" {
				return text, slices.Delete(others, at, at+1)
			}
		}
	}
	return "", others
}

func (w *writer) field(v reflect.Value, level int) {
	if text, is := v.Interface().(site.Text); is {
		w.block(words(text))
		return
	}
	if part, fits := w.part(v); fits {
		w.block(part)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		w.field(v.Elem(), level)
	case reflect.Slice:
		w.items(v, level)
	case reflect.Struct:
		if markdown, is := v.Interface().(site.Markdown); is {
			w.nodes(markdown.Nodes)
		} else {
			w.structure(v, level+1)
		}
	}
}

// items writes a list: links and prices in a line, other items as a list where each of
// them is a line, else one below the other.
func (w *writer) items(list reflect.Value, level int) {
	mark, separator := "- ", "\n"
	if of := list.Type().Elem(); of == reflect.TypeFor[site.Link]() || of == reflect.TypeFor[site.Price]() {
		mark, separator = "", " · "
	}
	var lines []string
	for i := range list.Len() {
		line, short := w.line(list.Index(i))
		if !short {
			for i := range list.Len() {
				w.field(list.Index(i), level)
			}
			return
		}
		if line != "" {
			lines = append(lines, mark+line)
		}
	}
	w.block(strings.Join(lines, separator))
}

// line writes an item in one line; short is false where it needs more.
func (w *writer) line(v reflect.Value) (line string, short bool) {
	if part, fits := w.part(v); fits {
		return part, true
	}
	v = reflect.Indirect(v)
	switch v.Interface().(type) {
	case site.EntryCard, site.Form:
		return "", false
	}
	if v.Kind() != reflect.Struct {
		return "", false
	}
	title, fields := fieldsOf(v)
	var parts []string
	for _, field := range fields {
		part, fits := w.part(field)
		if !fits {
			return "", false
		}
		parts = append(parts, part)
	}
	if title != "" {
		title = "**" + site.Text(inline(string(title))) + "**"
	}
	return joined([]string{string(title), joined(parts, " · ")}, ": "), true
}

// part writes a value that fits into a line; nothing for what is not read, such as a number.
func (w *writer) part(v reflect.Value) (part string, fits bool) {
	switch value := v.Interface().(type) {
	case site.Text:
		return inline(string(value)), true
	case site.Link:
		return w.link(value), true
	case site.Price:
		return inline(strings.TrimSpace(value.Text + " " + value.PeriodText)), true
	case site.Image:
		return w.picture(&value), true
	case site.Markdown:
		return "", len(value.Nodes) == 0
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return w.part(v.Elem())
		}
	case reflect.Slice:
		return "", v.Len() == 0
	case reflect.Struct:
		return "", v.IsZero()
	}
	return "", true
}

func comparison(c *site.Comparison) string {
	signs := map[site.Text]site.Text{"true": "✓", "false": "–"}
	rows := [][]string{{""}}
	for _, column := range c.Columns {
		rows[0] = append(rows[0], inline(string(column)))
	}
	for _, row := range c.Rows {
		cells := []string{inline(string(row.Label))}
		for _, value := range row.Values {
			cells = append(cells, inline(string(cmp.Or(signs[value], value))))
		}
		rows = append(rows, cells)
	}
	return table(rows)
}

func (w *writer) nodes(nodes []site.Node) {
	for _, node := range nodes {
		w.block(w.node(node))
	}
}

func (w *writer) node(n site.Node) string {
	switch n.Kind {
	case "strong":
		return "**" + w.inside(n) + "**"
	case "emphasis":
		return "*" + w.inside(n) + "*"
	case "deleted":
		return "~~" + w.inside(n) + "~~"
	case "note":
		return footnote(n)
	case "notes":
		var notes []string
		for _, note := range n.Children {
			notes = append(notes, setIn(footnote(note)+": ", w.inside(note), "    "))
		}
		return strings.Join(notes, "\n")
	case "code":
		marks, space := fence(n.Text, 1), ""
		if strings.HasPrefix(n.Text, "`") || strings.HasSuffix(n.Text, "`") {
			space = " "
		}
		return marks + space + n.Text + space + marks
	case "codeblock":
		marks := fence(n.Text, 3)
		return marks + "\n" + strings.TrimRight(n.Text, "\n") + "\n" + marks
	case "heading":
		return strings.Repeat("#", min(max(n.Level, 2), 6)) + " " + w.inside(n)
	case "quote":
		return setIn("> ", w.inside(n), "> ")
	case "list":
		var lines []string
		for i, item := range n.Children {
			mark := "- "
			if n.Ordered {
				mark = strconv.Itoa(i+max(n.Start, 1)) + ". "
			}
			box := map[string]string{"open": "[ ] ", "done": "[x] "}[item.Task]
			lines = append(lines, setIn(mark+box, w.inside(item), strings.Repeat(" ", len(mark))))
		}
		return strings.Join(lines, "\n")
	case "link":
		if n.Link == nil {
			return w.inside(n)
		}
		return w.anchor(w.inside(n), n.Link.Href)
	case "break":
		return "\\\n"
	case "rule":
		return "---"
	case "image":
		return w.picture(n.Image)
	case "figure":
		return strings.TrimSpace(w.picture(n.Image) + "\n\n" + inline(n.Text))
	case "table":
		var rows [][]string
		for _, row := range n.Children {
			var cells []string
			for _, cell := range row.Children {
				cells = append(cells, w.inside(cell))
			}
			rows = append(rows, cells)
		}
		return table(rows)
	}
	return inline(n.Text) + w.inside(n)
}

// footnote returns the mark of a footnote, which is that of no other text of the page.
func footnote(n site.Node) string {
	at := n.ID
	if n.Kind == "note" && n.Link != nil {
		at = strings.TrimPrefix(n.Link.Href, "#")
	}
	return "[^" + cmp.Or(at, strconv.Itoa(n.Note)) + "]"
}

// fence returns at least so many backticks, and more than the text has in a row: what is code stays code.
func fence(text string, least int) string {
	for strings.Contains(text, strings.Repeat("`", least)) {
		least++
	}
	return strings.Repeat("`", least)
}

var isBlock = map[string]bool{
	"paragraph": true, "heading": true, "list": true, "quote": true, "codeblock": true, "rule": true, "table": true,
	"figure": true, "notes": true,
}

// inside writes what a node holds, blocks with an empty line between them.
func (w *writer) inside(n site.Node) string {
	var out strings.Builder
	for i, child := range n.Children {
		if i > 0 && isBlock[child.Kind] {
			out.WriteString("\n\n")
		}
		out.WriteString(w.node(child))
	}
	return out.String()
}

// setIn writes a sign before the first line of a text, and another before the others.
func setIn(first, text, others string) string {
	lines := strings.Split(text, "\n")
	for i := range lines[1:] {
		lines[i+1] = strings.TrimRight(others+lines[i+1], " ")
	}
	return first + strings.Join(lines, "\n")
}

func (w *writer) link(l site.Link) string { return w.anchor(inline(string(l.Label)), l.Href) }

func (w *writer) anchor(words, href string) string {
	if href == "" {
		return words
	}
	return "[" + words + "](" + w.address(href) + ")"
}

func (w *writer) picture(image *site.Image) string {
	if image == nil || image.URL == "" || image.Alt == "" {
		return ""
	}
	return "!" + w.anchor(inline(string(image.Alt)), image.URL)
}

// escaped are the signs that would end the target of a link.
var escaped = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\n", "")

func (w *writer) address(href string) string {
	switch {
	case strings.HasPrefix(href, "#"):
		href = w.url + href
	case strings.HasPrefix(href, "/"):
		href = w.base + href
	}
	return escaped.Replace(href)
}

func table(rows [][]string) string {
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	var out strings.Builder
	for i, row := range rows {
		out.WriteString("|")
		for _, text := range row {
			out.WriteString(" " + cell.Replace(text) + " |")
		}
		out.WriteString("\n")
		if i == 0 {
			out.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	return out.String()
}

var (
	signs  = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, "~", `\~`)
	spaces = regexp.MustCompile(`\s+`)
	// What would begin a heading, a quote, a list or a table.
	opening = regexp.MustCompile(`^(?:(\d+)([.)])|([#>+=~|-]))`)
)

// inline writes words in one line so that none of them is read as Markdown.
func inline(text string) string {
	return opening.ReplaceAllString(signs.Replace(spaces.ReplaceAllString(text, " ")), `$1\$2$3`)
}

// words writes words of visitors, each of their lines on one.
func words(text site.Text) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(string(text))) {
		lines = append(lines, inline(strings.TrimSpace(line)))
	}
	return strings.Join(lines, "\\\n")
}

package markdown

import (
	"reflect"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// titles are the names of fields that say what the rest of a struct is about, in the
// order in which one of them is taken.
var titles = []string{"Title", "Name", "Question", "Label"}

// structure writes a struct: its title as a heading of a level, then its other fields
// in their order.
func (w *writer) structure(v reflect.Value, level int) {
	switch value := v.Addr().Interface().(type) {
	case *site.Form:
		w.heading(level, string(value.Title))
		w.block(inline(string(value.Text)))
		return
	case *site.Comparison:
		w.heading(level, string(value.Title))
		w.block(inline(string(value.Text)))
		w.comparison(value)
		return
	case *site.Image:
		w.image(value)
		return
	case *site.EntryCard:
		w.cards([]*site.EntryCard{value})
		return
	}
	fields := fieldsOf(v)
	title := titleOf(fields)
	if title != nil {
		w.heading(level, title.value.String())
	} else {
		level-- // so that no level is left out
	}
	for _, f := range fields {
		if title == nil || f.name != title.name {
			w.field(f.value, level)
		}
	}
}

// shown is a field that visitors see.
type shown struct {
	name  string
	value reflect.Value
}

// fieldsOf returns the fields of a struct and of those embedded in it, which come first.
func fieldsOf(v reflect.Value) []shown {
	var all []shown
	for f, value := range v.Fields() {
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct && f.Type != reflect.TypeFor[site.Image]():
			all = append(fieldsOf(value), all...)
		case f.IsExported() && f.Tag.Get("json") != "-" && !hidden[f.Name]:
			all = append(all, shown{f.Name, value})
		}
	}
	return all
}

// hidden are fields that say in other words what another one says, or nothing that is read.
var hidden = map[string]bool{"Eyebrow": true, "Highlight": true, "Large": true, "Preview": true, "BadgeHint": true, "PeriodText": true}

// titleOf returns the field that is the title of a struct, or nil.
func titleOf(fields []shown) *shown {
	for _, name := range titles {
		for i, f := range fields {
			if f.name == name && f.value.Type() == reflect.TypeFor[site.Text]() && f.value.Len() > 0 {
				return &fields[i]
			}
		}
	}
	return nil
}

// field writes a value as one or more blocks.
func (w *writer) field(v reflect.Value, level int) {
	switch value := v.Interface().(type) {
	case site.Text:
		w.block(words(value))
		return
	case site.Markdown:
		w.nodes(value.Nodes)
		return
	case site.Link:
		w.block(w.link(value))
		return
	case site.Price:
		w.block(price(value))
		return
	case []site.Price:
		var all []string
		for _, p := range value {
			all = append(all, price(p))
		}
		w.block(strings.Join(all, " · "))
		return
	case []site.Link:
		var all []string
		for _, link := range value {
			all = append(all, w.link(link))
		}
		w.block(strings.Join(all, " · "))
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.field(v.Elem(), level)
		}
	case reflect.Slice:
		w.items(v, level)
	case reflect.Struct:
		w.structure(v, level+1)
	}
}

// items writes a list: as a list where each item is a line, else one below the other.
func (w *writer) items(list reflect.Value, level int) {
	var lines []string
	for i := range list.Len() {
		line, short := w.line(list.Index(i))
		if !short {
			lines = nil
			break
		}
		if line != "" {
			lines = append(lines, "- "+line)
		}
	}
	if lines != nil {
		w.block(strings.Join(lines, "\n"))
		return
	}
	for i := range list.Len() {
		w.field(list.Index(i), level)
	}
}

// line writes an item in one line; short is false where it needs more.
func (w *writer) line(v reflect.Value) (line string, short bool) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return "", true
		}
		v = v.Elem()
	}
	switch value := v.Interface().(type) {
	case site.Text:
		return inline(string(value)), true
	case site.EntryCard, site.Form:
		return "", false
	}
	if v.Kind() != reflect.Struct {
		return "", true
	}
	fields := fieldsOf(v)
	title := titleOf(fields)
	var parts []string
	for _, f := range fields {
		if title != nil && f.name == title.name {
			continue
		}
		part, fits := w.part(f.value)
		if !fits {
			return "", false
		}
		if part != "" {
			parts = append(parts, part)
		}
	}
	line = strings.Join(parts, " · ")
	if title == nil {
		return line, true
	}
	bold := "**" + inline(title.value.String()) + "**"
	if line == "" {
		return bold, true
	}
	return bold + ": " + line, true
}

// part writes a value that fits into a line.
func (w *writer) part(v reflect.Value) (part string, fits bool) {
	switch value := v.Interface().(type) {
	case site.Text:
		return inline(string(value)), true
	case site.Link:
		return w.link(value), true
	case site.Price:
		return price(value), true
	case site.Image:
		return w.picture(value), true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "", true
		}
		return w.part(v.Elem())
	case reflect.Slice:
		return "", v.Len() == 0
	case reflect.Struct:
		if v.IsZero() {
			return "", true
		}
		if markdown, is := v.Interface().(site.Markdown); is {
			return "", len(markdown.Nodes) == 0
		}
		return "", false
	}
	return "", true
}

func price(p site.Price) string {
	if p.PeriodText == "" {
		return inline(p.Text)
	}
	return inline(p.Text + " " + p.PeriodText)
}

func (w *writer) comparison(c *site.Comparison) {
	rows := [][]string{{""}}
	for _, column := range c.Columns {
		rows[0] = append(rows[0], inline(string(column)))
	}
	for _, row := range c.Rows {
		cells := []string{inline(string(row.Label))}
		for _, value := range row.Values {
			switch value {
			case "true":
				value = "✓"
			case "false":
				value = "–"
			}
			cells = append(cells, inline(string(value)))
		}
		rows = append(rows, cells)
	}
	w.block(table(rows))
}

// table writes rows of which the first one has the titles.
func table(rows [][]string) string {
	var out strings.Builder
	for i, row := range rows {
		out.WriteString("|")
		for _, cell := range row {
			out.WriteString(" " + strings.ReplaceAll(strings.ReplaceAll(cell, "|", `\|`), "\n", " ") + " |")
		}
		out.WriteString("\n")
		if i == 0 {
			out.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	return out.String()
}

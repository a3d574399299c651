package schema

import (
	"reflect"
	"strings"
	"unicode"
)

// typeText is what the comment of a type says to marketers.
type typeText struct {
	// The first sentence without the name of the type, and the rest of its paragraph.
	summary string
	// The paragraphs after it.
	more []string
	// The lines that are set in by a tab: the least to write.
	example string
}

// text returns all of it but the example.
func (t typeText) text() string {
	return strings.Join(append([]string{t.summary}, t.more...), "\n\n")
}

// doc reads the comment of a type.
func (w *guideWriter) doc(t reflect.Type) typeText {
	first := w.typeDoc(t)
	var text typeText
	paragraphs := strings.Split(plain(w.generator.docs.Types[t.Name()].Doc), "\n\n")
	text.summary = first
	if _, rest, more := strings.Cut(joined(paragraphs[0]), ". "); more {
		text.summary = first + " " + rest
	}
	var example []string
	for _, paragraph := range paragraphs[1:] {
		if strings.HasPrefix(paragraph, "\t") {
			example = append(example, strings.TrimPrefix(strings.ReplaceAll(paragraph, "\n\t", "\n"), "\t"))
			continue
		}
		text.more = append(text.more, joined(paragraph))
	}
	text.example = strings.TrimSpace(strings.Join(example, "\n\n"))
	return text
}

// joined writes a paragraph in one line.
func joined(paragraph string) string { return strings.Join(strings.Fields(paragraph), " ") }

// sentences writes a comment of a field in one line.
func sentences(comment string) string { return joined(comment) }

// cell makes a text fit for the cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// partName returns what a struct is called in the guide: its Go name in plain words.
func (w *guideWriter) partName(t reflect.Type) string {
	var words strings.Builder
	letters := []rune(t.Name())
	for i, c := range letters {
		// A word begins at a capital letter, unless it goes on with capitals, as SEO does.
		begins := i > 0 && unicode.IsUpper(c) && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1]))
		if begins {
			words.WriteByte(' ')
		}
		goesOn := i > 0 && unicode.IsUpper(letters[i-1]) && (i+1 == len(letters) || !unicode.IsLower(letters[i+1]))
		if i > 0 && !goesOn && (i+1 == len(letters) || !unicode.IsUpper(letters[i+1])) {
			c = unicode.ToLower(c)
		}
		words.WriteRune(c)
	}
	return words.String()
}

// anchor returns the anchor of a heading, as GitHub makes it.
func anchor(heading string) string {
	return strings.ReplaceAll(strings.ToLower(heading), " ", "-")
}

// takes says what may stand at a key.
func (w *guideWriter) takes(t reflect.Type, r rules) string {
	if choices := r.choices(); len(choices) > 0 {
		return alternatives(choices)
	}
	switch t {
	case textType:
		return "text" + bounds(r, "characters")
	case markdownType:
		return "[Markdown](../pages.md#markdown)"
	case iconType:
		return "[icon](../pages.md#icons)"
	case refType:
		return "id"
	case timeType:
		return "[moment](../scheduling.md#moments)"
	case sectionType:
		return "[section](../sections/README.md)"
	}
	if entry, isCollection := entryType(t); isCollection {
		return "id: " + w.takes(entry, r.below())
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.takes(t.Elem(), r)
	case reflect.Map:
		return "name: " + w.takes(t.Elem(), r.below())
	case reflect.Slice:
		return "list of " + w.takes(t.Elem(), r.below()) + bounds(r, "items")
	case reflect.Bool:
		return "`true` or `false`"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number" + bounds(r, "")
	case reflect.Struct:
		name := w.partName(t)
		if w.shared(t) {
			return "[" + strings.ToLower(name) + "](../files/parts.md#" + anchor(name) + ")"
		}
		return "[" + strings.ToLower(name) + "](#" + anchor(name) + ")"
	}
	var values []string
	for _, value := range w.generator.docs.Types[t.Name()].Values {
		values = append(values, value.Value)
	}
	if len(values) > 0 {
		return alternatives(values)
	}
	for _, format := range formatWords {
		if r.has(format.rule) {
			return format.says
		}
	}
	return "text" + bounds(r, "characters")
}

// formatWords are the rules of text that have a name for people.
var formatWords = []struct{ rule, says string }{
	{"slug", "name of small letters, digits and hyphens"},
	{"amount", "amount, such as `49.99`"},
	{"iso4217", "currency, such as `USD`"},
	{"color", "colour, such as `#1a5fb4`"},
	{"day", "day, such as `2026-12-01`"},
	{"http_url", "address with `https://`"},
	{"email", "mail address"},
	{"timezone", "time zone, such as `Europe/Berlin`"},
	{"bcp47_language_tag", "language, such as `en`"},
}

// alternatives writes values as one of which is to be chosen.
func alternatives(values []string) string {
	last := len(values) - 1
	if last == 0 {
		return "`" + values[0] + "`"
	}
	return "`" + strings.Join(values[:last], "`, `") + "` or `" + values[last] + "`"
}

// bounds says the limits of a number, of the length of a text or of a list.
func bounds(r rules, unit string) string {
	least, most := r.words["min"], r.words["max"]
	if least == "0" || least == "1" && unit == "items" {
		least = ""
	}
	if unit != "" {
		unit = " " + unit
	}
	switch {
	case least != "" && most != "":
		return ", " + least + " to " + most + unit
	case most != "":
		return ", at most " + most + unit
	case least != "":
		return ", at least " + least + unit
	}
	return ""
}

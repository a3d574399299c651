package site

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// FieldKind is what a type of form field is, for all that checks, stores and shows what is filled in. Each is a file
// field_*.go that registers itself; how it is drawn is web/src/forms/fields. What a function is not given for is done
// as for a text of one line.
type FieldKind struct {
	// The type, as forms.yaml has it.
	Name string
	// Keys that not all types can have.
	Keys []string
	// Whether people type it, and how. Left out, they choose.
	Typing Typing
	// The greatest number of characters where people write words, unless the field says another.
	MaxLength int
	// Whether it needs options.
	Choices bool
	// Fills in what a field leaves out, and returns what is wrong with its definition.
	Complete func(*Field) []Mistake
	// Returns what is said where nothing was filled in.
	Missing func(*Field, *Checks) Text
	// Returns what the browser says of values that do not fit, before names in braces are replaced.
	Words func(*Field, *Checks) FieldChecks
	// Returns the form in which a value is checked and stored.
	Value func(l Locale, typed string) string
	// Returns what is said of a value that does not fit; empty for one that does.
	Check func(f *Field, value string, words *Checks) Text
	// Writes a value as people read it, and reports whether that is free of what somebody typed, other than digits.
	Answer func(l Locale, f *Field, value string) (text string, chosen bool)
	// Returns where a value leads in mails to the team, or nothing.
	Link func(value string) string
	// Returns the type of the control in plain HTML, of which the value is the one to show.
	Input func(value string) string
}

// Typing is how people fill in a field.
type Typing int

// The ways of typing.
const (
	Chosen Typing = iota // not at all
	Signs                // an address or digits: nothing in it is invisible, and wide letters become plain
	Line                 // words in one line
	Lines                // words in several lines
)

// Locale writes and reads numbers and days as the language of a site does.
type Locale interface {
	Number(digits string) string
	ParseNumber(written string) (digits string, known bool)
	Date(day time.Time) string
}

// Mistake is what is wrong with the definition of a field.
type Mistake struct{ Key, Code, Message, Hint string }

var fieldKinds = map[string]*FieldKind{}

func registerField(kind FieldKind) { fieldKinds[kind.Name] = &kind }

// FieldTypes returns the types of fields, sorted.
func FieldTypes() []string {
	var names []string
	for name := range fieldKinds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// OnlySome reports whether a key of a field is one that not all types can have.
func OnlySome(key string) bool {
	for _, kind := range fieldKinds {
		if slices.Contains(kind.Keys, key) {
			return true
		}
	}
	return false
}

// Kind returns what the type of the field is; nothing in particular, where there is no such type.
func (f *Field) Kind() *FieldKind {
	if kind := fieldKinds[f.Type]; kind != nil {
		return kind
	}
	return &FieldKind{}
}

// IsWritten reports whether people write words into the field, instead of choosing.
func (f *Field) IsWritten() bool { return f.Kind().MaxLength > 0 }

// MaxLength returns the greatest number of characters of the field, as people count them: a line break is one. It is
// zero where people do not write.
func (f *Field) MaxLength() int {
	if !f.IsWritten() {
		return 0
	}
	return cmp.Or(f.Max, f.Kind().MaxLength)
}

// HasChoices reports whether people choose from options that the field needs.
func (f *Field) HasChoices() bool { return f.Kind().Choices }

// Missing returns what is said of a required field that is empty.
func (c *Checks) Missing(f *Field) Text {
	if missing := f.Kind().Missing; missing != nil {
		return missing(f, c)
	}
	return c.Required
}

// Counts reports whether the value of a field is neither empty nor 0.
func Counts(value string) bool { return strings.Trim(strings.TrimSpace(value), "0.,-") != "" }

// inputOf returns an Input that is always the same.
func inputOf(kind string) func(string) string { return func(string) string { return kind } }

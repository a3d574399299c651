package resolve

import (
	"cmp"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// typesOf has the keys that only some types of field can have, and these types.
var typesOf = map[string][]string{
	"min":         {"text", "textarea", "email", "tel", "number"},
	"max":         {"text", "textarea", "email", "tel", "number", "file"},
	"accept":      {"file"},
	"megabytes":   {"file"},
	"step":        {"number"},
	"options":     {"select", "radio", "time", "checkbox"},
	"notBefore":   {"date"},
	"notAfter":    {"date"},
	"link":        {"checkbox", "consent"},
	"placeholder": {"text", "textarea", "email", "tel", "number", "date", "select", "time"},
}

const maxCharacters = 10_000

// completeField fills in what a field leaves out, and checks that its keys fit its type.
func (s *scope) completeField(field *site.Field, at *outline.Place) {
	if field.Type == "" || s.file.Broken {
		s.completeOptions(field, at)
		return
	}
	if field.HasChoices() && len(field.Options) == 0 {
		s.at(at, "no-options", "Add options with a value each.",
			"A field of type %s needs options to choose from.", field.Type)
	}
	for f, value := range reflect.ValueOf(field).Elem().Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		types, some := typesOf[key]
		given := !value.IsZero() && (value.Kind() != reflect.Slice || value.Len() > 0)
		if some && given && !slices.Contains(types, field.Type) {
			s.atKey(at.Path(key), "useless-key", "Remove this line.", "A field of type %s cannot have %s.", field.Type, key)
		}
	}
	switch {
	case field.IsWritten():
		s.completeLength(field, at)
	case field.Type == "number":
		s.checkNumber(field, at)
	case field.Type == "date" && field.NotBefore+field.NotAfter != "":
		s.completeDates(field, at)
	case field.Type == "consent":
		s.checkConsent(field, at)
	case field.Type == "file":
		s.completeFile(field, at)
	}
	s.completeOptions(field, at)
}

func (s *scope) completeLength(field *site.Field, at *outline.Place) {
	if field.Min < 0 || max(field.Min, field.Max) > maxCharacters {
		key := "min"
		if field.Max > maxCharacters {
			key = "max"
		}
		s.at(at.Child(key), "bad-length", "",
			"A field of type %s has from 0 to %d characters.", field.Type, maxCharacters)
		return
	}
	hint := ""
	if field.Max == 0 {
		field.Max = field.MaxLength()
		hint = "Add a greater max, or take a textarea."
	}
	if field.Min > field.Max {
		s.at(at.Child("min"), "bad-range", hint,
			"At least %d and at most %d characters: no text is both.", field.Min, field.Max)
	}
}

// stepPattern is a step as people write it; it is more than nothing.
var stepPattern = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,6})?$`)

func (s *scope) checkNumber(field *site.Field, at *outline.Place) {
	if field.Max != 0 && field.Min > field.Max {
		s.at(at.Child("min"), "bad-range", "", "At least %d and at most %d: no number is both.", field.Min, field.Max)
	}
	if field.Step != "" {
		step, isNumber := new(big.Rat).SetString(field.Step)
		if !isNumber || !stepPattern.MatchString(field.Step) || step.Sign() == 0 {
			s.at(at.Child("step"), "bad-step", "Write a number above 0, such as 5 or 0.5.",
				"%q cannot be how far numbers lie apart.", field.Step)
		}
	}
}

func (s *scope) completeDates(field *site.Field, at *outline.Place) {
	first, last := booking.Bounds(field, s.clock().Today(s.owner.Zone))
	if field.NotBefore != "" {
		field.MinDate = first.Format(time.DateOnly)
	}
	if field.NotAfter != "" {
		field.MaxDate = last.Format(time.DateOnly)
	}
	// Asked of one day: else +30d and +1m would be a mistake in February alone.
	if first, last = booking.Bounds(field, time.Date(2026, time.July, 1, 0, 0, 0, 0, time.UTC)); first.After(last) {
		s.at(at.Child("notBefore"), "bad-range", "", "From %s to %s: no day is both.", field.NotBefore,
			cmp.Or(field.NotAfter, "five years from now"))
	}
}

func (s *scope) completeFile(field *site.Field, at *outline.Place) {
	if field.Max > site.MostFiles {
		s.at(at.Child("max"), "many-files", "", "A field takes at most %d files.", site.MostFiles)
	}
	field.AcceptTypes = field.AcceptList()
	field.Max, field.Megabytes = field.FileCount(), int(field.FileSize()/1_000_000)
}

func (s *scope) checkFiles(form *site.Form, at *outline.Place) {
	if all := form.FileBytes() / 1_000_000; all > site.MostFileMegabytes {
		s.at(at, "many-megabytes", "Lower max or megabytes of its fields of type file.",
			"The files of this form may have %d MB together: more than %d.", all, site.MostFileMegabytes)
	}
}

// checkConsent makes sure that it says what is agreed to, which is kept with every answer.
func (s *scope) checkConsent(field *site.Field, at *outline.Place) {
	field.Required = true
	if words := len([]rune(string(field.Label))); words > maxConsent {
		s.at(at.Child("label"), "long-consent", "Say it in a sentence, and add a link to the page with the rest.",
			"What is agreed to has %d characters: more than %d.", words, maxConsent)
	}
}

// maxConsent is how long the words of a consent may be: they are stored with every answer.
const maxConsent = 1000

func (s *scope) completeOptions(field *site.Field, at *outline.Place) {
	values := map[string]bool{}
	for i := range field.Options {
		option, at := &field.Options[i], at.Child("options").Item(i).Child("value")
		switch {
		case values[option.Value] && option.Value != "":
			s.at(at, "duplicate-option", "Remove one of both.", "The choice %q is listed twice.", option.Value)
		case field.Type == "checkbox" && strings.ContainsAny(option.Value, "\r\n"):
			s.at(at, "bad-option", "Take the line break away.",
				"The value of a choice that goes with others stands on one line.")
		}
		values[option.Value] = true
		if option.Label == "" {
			option.Label = s.quoted(strings.TrimSpace(option.Value))
			if field.Type == "time" {
				option.Label = site.Text(s.owner.Locale.Clock(string(option.Label)))
			}
		}
	}
}

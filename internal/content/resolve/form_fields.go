package resolve

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// completeField fills in what a field leaves out, and checks that its keys fit its type.
func (s *scope) completeField(field *site.Field, at *outline.Place) {
	if field.Type == "" || s.file.Broken {
		s.completeOptions(field, at)
		return
	}
	kind := field.Kind()
	if kind.Choices && len(field.Options) == 0 {
		s.at(at, "no-options", "Add options with a value each.",
			"A field of type %s needs options to choose from.", field.Type)
	}
	for f, value := range reflect.ValueOf(field).Elem().Fields() {
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		given := !value.IsZero() && (value.Kind() != reflect.Slice || value.Len() > 0)
		if given && site.OnlySome(key) && !slices.Contains(kind.Keys, key) {
			s.atKey(at.Path(key), "useless-key", "Remove this line.", "A field of type %s cannot have %s.", field.Type, key)
		}
	}
	if kind.Complete != nil {
		for _, wrong := range kind.Complete(field) {
			s.at(at.Child(wrong.Key), wrong.Code, wrong.Hint, "%s", wrong.Message)
		}
	}
	if field.Type == "date" && field.NotBefore+field.NotAfter != "" {
		s.completeDates(field, at)
	}
	s.completeOptions(field, at)
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

func (s *scope) checkFiles(form *site.Form, at *outline.Place) {
	if all := form.FileBytes() / 1_000_000; all > site.MostFileMegabytes {
		s.at(at, "many-megabytes", "Lower max or megabytes of its fields of type file.",
			"The files of this form may have %d MB together: more than %d.", all, site.MostFileMegabytes)
	}
}

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

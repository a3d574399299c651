package site

import (
	"strings"
	"time"
)

// Its bounds depend on today: internal/booking has them.
func init() {
	registerField(FieldKind{
		Name: "date", Keys: []string{"notBefore", "notAfter", "placeholder"}, Typing: Signs,
		Words: func(_ *Field, words *Checks) FieldChecks { return FieldChecks{Format: words.Date} },
		Value: func(_ Locale, typed string) string { return strings.TrimSpace(typed) },
		Answer: func(l Locale, _ *Field, value string) (text string, chosen bool) {
			day, err := time.Parse(time.DateOnly, value)
			if err != nil {
				return value, false
			}
			return l.Date(day), true
		},
		// A browser shows nothing in a date field for what is no date.
		Input: func(value string) string {
			if _, err := time.Parse(time.DateOnly, value); err != nil && value != "" {
				return "text"
			}
			return "date"
		},
	})
}

package site

import (
	"strings"
	"testing"
)

func TestOpeningHoursAreRead(t *testing.T) {
	for text, want := range map[string]string{
		"Mo-Fr 09:00-17:00":    "Monday Tuesday Wednesday Thursday Friday 09:00 17:00",
		"Sa,Su 10:00-13:00":    "Saturday Sunday 10:00 13:00",
		"Fr-Mo 18:00-02:00":    "Friday Saturday Sunday Monday 18:00 02:00",
		"Mo,We-Fr 00:00-24:00": "Monday Wednesday Thursday Friday 00:00 23:59",
		" Su  07:30-11:00 ":    "Sunday 07:30 11:00",
		"Mo – Tu 9:00 – 17:00": "Monday Tuesday 09:00 17:00",
		"Sa, Su 9:30 -13:00":   "Saturday Sunday 09:30 13:00",

		"Mo-Tu 07:30-12:00, 13:30-19:00": "Monday Tuesday 07:30 12:00 13:30 19:00",
		"Fr 11:00-14:00,18:00-02:00":     "Friday 11:00 14:00 18:00 02:00",
		"Sa by appointment":              "Saturday",
		"Su closed":                      "Sunday",
	} {
		hours, ok := ParseHours(text)
		if got := spelled(hours); !ok || got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"", "always", "Mo-Fr", "09:00-17:00", "Mo-Fr 09:00", "Mo-Fr 09:00-9:00", "Mo-Fr 09:00-25:00", "Mo-Fr 09:60-17:00",
		"Monday 09:00-17:00", "Mo- 09:00-17:00", "Mo,Mo 09:00-17:00", "Mo-We,Tu 09:00-17:00", "Mo–Fr 9am–5pm", "mo 09:00-17:00", ", 09:00-17:00",
		"Mo 08:00-12:00, 11:00-14:00", "Mo 22:00-02:00, 23:00-24:00", "Mo 24:00-02:00", "Mo 08:00-12:00,", "Mo by chance",
		"Mo 08:00-12:00 13:00-14:00", "13:30-19:00",
	} {
		if hours, ok := ParseHours(text); ok {
			t.Errorf("%q is read as %v", text, hours)
		}
	}
}

// spelled writes opening hours as schema.org spells them.
func spelled(hours OpeningHours) string {
	var words []string
	for _, day := range hours.Days {
		words = append(words, day.String())
	}
	for _, span := range hours.Spans {
		opens, closes := span.Times()
		words = append(words, opens, closes)
	}
	return strings.Join(words, " ")
}

package site_test

import (
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestMaxLength(t *testing.T) {
	for kind, want := range map[string]int{
		"text": 200, "textarea": 5_000, "email": 254, "tel": 40, "select": 0, "time": 0, "date": 0, "": 0,
	} {
		field := site.Field{Type: kind}
		if got := field.MaxLength(); got != want || field.IsWritten() != (want > 0) {
			t.Errorf("a field of type %q has at most %d characters, want %d", kind, got, want)
		}
		field.Max = 7
		if got := field.MaxLength(); got != min(want, 7) {
			t.Errorf("a field of type %q with a max of 7 has at most %d characters", kind, got)
		}
	}
}

func TestATimeOfTheDayIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string]int{
		"9:00 AM": 540, "9 a.m.": 540, "9am": 540, "09:00": 540, "14:30": 870, "14.30": 870, "14h30": 870, "2:30\u00a0PM": 870, "2.30 p.m.": 870,
		"12:00 AM": 0, "12:00 PM": 720, "00:00": 0, "23:59": 1439, "14:30:59": 870,
		"": -1, "24:00": -1, "13:00 PM": -1, "noon": -1, "9": -1, "9:60": -1, "-9:00": -1,
	} {
		if got, known := site.ParseClock(text); known != (want >= 0) || known && got != want {
			t.Errorf("%q is minute %d, %t; want %d", text, got, known, want)
		}
	}
}

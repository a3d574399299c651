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

package locale_test

import (
	"testing"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

func TestADateFormatIsTriedOnDays(t *testing.T) {
	right := []string{
		"January 2, 2006", "2 Jan 2006", "2006-01-02", "02.01.2006", "02.01.06", "2/1/06", "Mon 2. Jan 2006", "Monday, 2. January 2006",
		"2 de January de 2006", "2006年1月2日", "2 d'January 2006", "Jan 2006, 2", "2006 m. January 2 d.",
	}
	for _, language := range []string{"en", "de", "fr", "es", "it", "nl", "pl", "pt", "ja", "ar"} {
		l := locale.Of(&site.Site{Language: language})
		for _, format := range right {
			if got := l.DateLayout(format); got != format {
				t.Errorf("%s: %q is taken for %q", language, format, got)
			}
		}
	}
	for _, c := range []struct{ language, format, want string }{
		{"de", "2. Januar 2006", "2. January 2006"},
		{"de", "Montag, 2. Januar 2006", "Monday, 2. January 2006"},
		{"de", "Montag, 2. January 2006", "Monday, 2. January 2006"},
		{"fr", "2 janvier 2006", "2 January 2006"},
		{"es", "2 de enero de 2006", "2 de January de 2006"},
		{"en", "1 January 2006", "2 January 2006"},
		{"en", "1. January 2006", "2. January 2006"},
		{"en", "2 January 2026", "2 January 2006"},
		{"en", "14 March 2026", "2 January 2006"},
		{"en", "14.03.2026", "02.01.2006"},
		{"en", "Jan 2", "January 2, 2006"},
		{"en", "2006", "January 2, 2006"},
		{"en", "Monday", "January 2, 2006"},
		{"en", "Monday 2 2006", "January 2, 2006"},
		{"en", "2006-002", "January 2, 2006"},
		{"en", "January 2nd, 2006", "January 2, 2006"},
		{"en", "2 Jan 2006 MST", "January 2, 2006"},
		{"en", "2 Jan 2006 15:04", "January 2, 2006"},
		{"en", "DD.MM.YYYY", "02.01.2006"},
		{"en", "%d.%m.%Y", "02.01.2006"},
		{"en", "d MMMM yyyy", "2 January 2006"},
		{"en", "d.m.Y", "2.1.2006"},
		{"en", "EEEE, d. MMMM y", "Monday, 2. January 2006"},
		{"en", "hh:mm", "January 2, 2006"},
	} {
		if got := locale.Of(&site.Site{Language: c.language}).DateLayout(c.format); got != c.want {
			t.Errorf("%s: %q is taken for %q, want %q", c.language, c.format, got, c.want)
		}
	}
}

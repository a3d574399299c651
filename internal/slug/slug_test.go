package slug_test

import (
	"testing"

	"github.com/evenlight/marquee/internal/slug"
)

func TestWordsBecomeAddressesAsTheirLanguageWritesThem(t *testing.T) {
	for _, c := range []struct{ words, language, want string }{
		{"Who We Are", "", "who-we-are"},
		{"Ada’s  Café, 1987!", "en-GB", "adas-cafe-1987"},
		{"Fünf große Öfen", "de", "fuenf-grosse-oefen"},
		{"U\u0308ber uns", "de-CH", "ueber-uns"},
		{"Über uns", "", "uber-uns"},
		{"Smørrebrød på Ærø", "da", "smoerrebroed-paa-aeroe"},
		{"Smørrebrød", "en", "smorrebrod"},
		{"Räksmörgås", "sv", "raksmorgas"},
		{"Cœur d’été", "fr", "coeur-dete"},
		{"Łódź", "pl", "lodz"},
		{"İstanbul ışığı", "tr", "istanbul-isigi"},
		{"الأسعار", "ar", ""},
	} {
		if got := slug.Make(c.words, c.language); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.words, c.language, got, c.want)
		}
	}
}

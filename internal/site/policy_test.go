package site_test

import (
	"slices"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

type film struct{}

func (film) Permits() site.Policy {
	return site.PermitSource("media-src", "'self'").With(site.PermitFeature("", "fullscreen"))
}

func TestAPageMayWhatItsSiteAndItsSectionsNeed(t *testing.T) {
	owner := &site.Site{Policy: site.PermitSource("script-src", "https://count.example")}
	page := &site.Page{Sections: []site.Section{{Body: film{}}, {Body: &site.Quote{}}, {Body: film{}}}}
	want := site.Policy{"feature fullscreen", "media-src 'self'", "script-src https://count.example"}
	got := page.Policy(owner)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if again := site.ParsePolicy(got.String()); !slices.Equal(again, want) {
		t.Errorf("%q is read as %q", got, again)
	}
}

func TestAPageThatNeedsNothingHasNoPolicy(t *testing.T) {
	page := &site.Page{Sections: []site.Section{{Body: &site.Quote{}}}}
	if got := page.Policy(&site.Site{}); got != nil || got.String() != "" || site.ParsePolicy("") != nil {
		t.Errorf("got %q", got)
	}
}

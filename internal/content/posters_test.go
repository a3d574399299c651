//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestAPosterIsMadeOfShapes(t *testing.T) {
	shownPage := page(t, good(t, withShown(t, "  - hero: {title: Hello, poster: [eye, disc, eye]}\n"), sampleOptions(), testNow), "/shown")
	shown := body[site.Hero](t, shownPage, 0)
	if got := strings.Join(shown.Poster, " "); got != "eye disc eye" {
		t.Errorf("poster: %s", got)
	}
	if got := shownPage.StyleParts(); !slices.Contains(got, site.StylePoster) {
		t.Errorf("parts of the stylesheet: %v", got)
	}
}

func TestAPosterOfUnknownShapes(t *testing.T) {
	for written, want := range map[string]string{
		"[eye, colum]":                        "main/pages/shown.yaml:4:40: Item 2 of `poster` cannot be \"colum\": it is arch, eye, leaf, disc or column. Did you mean \"column\"?",
		"eye":                                 "4:34: `poster` takes a list, but text stands here. Begin each item on a line of its own with a hyphen and a space.",
		`[eye, ""]`:                           "4:40: Item 2 of `poster` is empty.",
		"[[eye]]":                             "4:35: Item 1 of `poster` takes text",
		"{lead: eye}":                         "4:34: `poster` takes a list",
		"[eye, eye, eye, eye, eye, eye, eye]": "4:26: `poster` takes at most 6 items.",
	} {
		_, problems := load(t, NewLoader(sampleOptions()), withShown(t, "  - hero: {title: Hello, poster: "+written+"}\n").fs(), testNow)
		if got := told(problems); !strings.Contains(got, want) || len(problems) != 1 {
			t.Errorf("%s:\n%s\nwant %s", written, got, want)
		}
	}
}

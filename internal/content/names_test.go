//go:build !race

package content

import (
	"testing"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/slug"
)

func TestSlugify(t *testing.T) {
	for words, want := range map[string]string{
		"Who We Are":                "who-we-are",
		"  Spaces -- and: signs!  ": "spaces-and-signs",
		"Über Straße & Café":        "uber-strasse-cafe",
		"What's new? It’s 2026":     "whats-new-its-2026",
		"日本語":                       "",
		"":                          "",
		"ﬁne ½":                     "fine-1-2",
		"{{site.name}}":             "site-name",
		"ALREADY-a-slug":            "already-a-slug",
	} {
		if got := slug.Make(words, ""); got != want || (got != "" && !tree.IsSlug(got)) {
			t.Errorf("%q: got %q, want %q", words, got, want)
		}
	}
}

func TestNamesThatAreLeftOut(t *testing.T) {
	for _, name := range []string{".git", "_drafts", "site.yaml~", ".#site.yaml", "#site.yaml#", ".site.yaml.swp", "4913", "x.tmp", "x.bak", "site.yaml___jb_tmp___", "Thumbs.db"} {
		if !tree.IsHidden(name) {
			t.Errorf("%s is read", name)
		}
	}
	for _, name := range []string{"site.yaml", "a.yml", "README.md", "tmp", "4914"} {
		if tree.IsHidden(name) {
			t.Errorf("%s is left out", name)
		}
	}
}

package content

import (
	"slices"
	"testing"
)

func TestKeysStandInTheOrderOfTheirTypes(t *testing.T) {
	for _, c := range []struct {
		file, at string
		first    []string
	}{
		{"main/pages/about.yaml", "", []string{"title", "description"}},
		{"main/pages/about.yaml", "sections[2].hero", []string{"id", "eyebrow", "title"}},
		{"main/pages/about.yaml", "sections[0].hero.actions[1]", []string{"label", "to"}},
		{"main/de/pages/a/b.md", "", []string{"title", "description"}},
		{"main/plans.yaml", "pro", []string{"name"}},
		{"main/plans.yaml", "pro.price", []string{"amount", "currency", "period"}},
		{"main/site.yaml", "navigation.links[0]", []string{"label"}},
		{"main/terms.yaml", "sections[0]", []string{"id"}},
		{"main/pages/about.yaml", "sections[0].nobody", nil},
		{"main/pages/about.yaml", "sections[0]", nil},
	} {
		keys := OrderOf(c.file)(c.at)
		if len(keys) < len(c.first) || !slices.Equal(keys[:len(c.first)], c.first) || c.first == nil && keys != nil {
			t.Errorf("%s, %s: %q", c.file, c.at, keys)
		}
	}
}

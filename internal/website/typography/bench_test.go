package typography_test

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/typography"
)

// BenchmarkPage is a page of thirty sections, of which every third has marks to set.
func BenchmarkPage(b *testing.B) {
	page := &site.Page{Title: "About us"}
	for n := range 30 {
		text := site.Text(strings.Repeat("Plain words of a usual length, one sentence. ", 4))
		if n%3 == 0 {
			text += `It's "set" here.`
		}
		items := make([]site.Card, 6)
		for i := range items {
			items[i] = site.Card{Title: "A card", Text: text, Link: &site.Link{Label: "More", Href: "/more"}}
		}
		page.Sections = append(page.Sections, site.Section{Type: "cards", Body: &site.Cards{Heading: site.Heading{Title: "Title"}, Items: items}})
	}
	for b.Loop() {
		typography.Set("en", page)
	}
}

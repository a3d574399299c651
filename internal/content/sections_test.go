//go:build !race

package content

import (
	"os"
	"regexp"
	"testing"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// A service may begin at a price that is not the lowest of several where it is a plan.
func TestServiceShowsThePriceOfItsPlan(t *testing.T) {
	files := baseTree(t)
	files["main/pages/offers.yaml"] = `title: Offers
description: What we offer.
sections:
  - hero: {title: Offers}
  - services:
      items:
        - {title: Plain, plan: pro}
        - {title: Lowest, plan: pro, from: true}
        - {title: Without}
  - plan: {ref: pro}
`
	offers := page(t, good(t, files, sampleOptions(), testNow), "/offers")
	services := body[site.Services](t, offers, 1).Items
	if p := services[0].Price; p == nil || p.Text != "$2.99" || p.PeriodText != "per month" || p.From {
		t.Errorf("the plain service shows %+v", p)
	}
	if p := services[1].Price; p == nil || p.Text != "$2.99" || !p.From {
		t.Errorf("the service from a price shows %+v", p)
	}
	if p := services[2].Price; p != nil {
		t.Errorf("the service without a plan shows %+v", p)
	}
	if plan := body[site.SinglePlan](t, offers, 2).Plan; plan.Price.From {
		t.Error("the plan itself became one from a price")
	}
}

// Words may leave room for what is computed, such as {host}: visitors never see the sign.
func TestNoSignStandsForAValueOnAPage(t *testing.T) {
	sign := regexp.MustCompile(`.*\{[a-zA-Z]\w*\}.*`)
	for _, dir := range []string{"../../content", "../../examples"} {
		options := outline.Options{Fields: &site.Drawing{Name: "field", Data: make([]byte, 20<<10)}}
		revision, problems := load(t, NewLoader(options), os.DirFS(dir), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		for file, sections := range sectionsByFile(t, revision) {
			for _, line := range sign.FindAllString(sections, -1) {
				t.Errorf("%s/%s: nothing fills in the sign: %s\nThe filler of the section does (internal/content/resolve/sections.go).", dir, file, line)
			}
		}
	}
}

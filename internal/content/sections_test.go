//go:build !race

package content

import (
	"testing"

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

package content

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

// completePlan gives a plan with several prices the one that stands for all, and
// checks that they can be told apart.
func (s *scope) completePlan(plan *site.Plan, at *place) {
	if len(plan.Prices) == 0 || s.file.broken {
		return
	}
	plan.Price = plan.Prices[0]
	first := map[string]int{}
	for i, price := range plan.Prices {
		at := at.child("prices").item(i)
		if price.Period == "" {
			s.at(at, "no-period", "Each of several prices says how often it is paid.", "Add a period: month, year or once.")
			continue
		}
		if other, taken := first[price.Period]; taken {
			s.at(at.child("period"), "duplicate-period", fmt.Sprintf("Prices %d and %d of this plan have the same period, %s.", other+1, i+1, price.Period), "Keep one of both, or give one another period.")
			continue
		}
		first[price.Period] = i
		if price.Currency != plan.Price.Currency {
			s.at(at.child("currency"), "two-currencies", fmt.Sprintf("The prices of this plan are in %s and %s.", plan.Price.Currency, price.Currency), "Write both in one currency.")
		}
	}
}

// fillPlans fills in the plans that a section shows, and what visitors choose among.
func (s *scope) fillPlans(body *site.Plans, at *place) {
	body.Items = lookupAll(s, body.Refs, at, "plans", plansOf, s.showPlan)
	if body.Toggle == "" {
		return
	}
	for _, period := range []string{"month", "year", "once"} {
		for _, plan := range body.Items {
			shown := slices.IndexFunc(plan.Prices, func(p site.Price) bool { return p.Period == period })
			if shown >= 0 {
				body.Periods = append(body.Periods, site.Period{Name: period, Label: site.Text(plan.Prices[shown].PeriodText)})
				break
			}
		}
	}
	if len(body.Periods) < 2 && !s.file.broken && !s.owner.plans.broken() && len(body.Items) > 0 {
		body.Periods = nil
		s.at(at.child("toggle"), "nothing-to-choose", "There is nothing to choose: none of these plans has prices of two periods.",
			"Write `prices: [{amount, currency, period: month}, {amount, currency, period: year}]` in plans.yaml instead of `price`, or remove this line.")
	}
}

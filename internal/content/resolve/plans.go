package resolve

import (
	"slices"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// completePlan gives a plan with several prices the one that stands for all, and checks that they can be told apart.
func (s *scope) completePlan(id string, plan *site.Plan) {
	at := outline.At(id)
	if len(plan.Prices) == 0 || s.file.Broken {
		return
	}
	plan.Price = plan.Prices[0]
	first := map[string]int{}
	for i, price := range plan.Prices {
		at := at.Child("prices").Item(i)
		if price.Period == "" {
			s.at(at, "no-period", "Add a period: month, year or once.",
				"Each of several prices says how often it is paid.")
			continue
		}
		if other, taken := first[price.Period]; taken {
			s.at(at.Child("period"), "duplicate-period", "Keep one of both, or give one another period.",
				"Prices %d and %d of this plan have the same period, %s.", other+1, i+1, price.Period)
			continue
		}
		first[price.Period] = i
		if price.Currency != plan.Price.Currency {
			s.at(at.Child("currency"), "two-currencies", "Write both in one currency.",
				"The prices of this plan are in %s and %s.", plan.Price.Currency, price.Currency)
		}
	}
}

func (s *scope) fillPlans(body *site.Plans, at *outline.Place) {
	body.Items = plans.showAll(s, body.Refs, at)
	if body.Toggle == "" {
		return
	}
	for _, period := range []string{"month", "year", "once"} {
		ofPeriod := func(price site.Price) bool { return price.Period == period }
		if slices.ContainsFunc(body.Items, func(p *site.Plan) bool { return slices.ContainsFunc(p.Prices, ofPeriod) }) {
			body.Periods = append(body.Periods, site.Period{Name: period, Label: site.Text(s.period(period))})
		}
	}
	if len(body.Periods) < 2 && !s.file.Broken && !s.owner.Broken("plans") && len(body.Items) > 0 {
		body.Periods = nil
		s.at(at.Child("toggle"), "nothing-to-choose",
			"Write `prices: [{amount, currency, period: month}, {amount, currency, period: year}]` in "+
				"plans.yaml instead of `price`, or remove this line.",
			"There is nothing to choose: none of these plans has prices of two periods.")
	}
}

// mostWindows is how many doors have room beside each other below a shop window.
const mostWindows = 6

// completeSample returns a copy of the sample with its class, and reports what does not go together.
func (s *scope) completeSample(typed *site.Sample, at *outline.Place) *site.Sample {
	if typed == nil {
		return nil
	}
	sample := *typed
	sample.Class = sample.StyleClass()
	if fonts := s.resolver.Options.Fonts; fonts != nil && sample.Font != "" && !slices.Contains(fonts, sample.Font) {
		s.at(at.Child("font"), "unknown-font", text.Meant(sample.Font, fonts), "There is no font %q.", sample.Font)
	}
	if sample.Colors == nil {
		return &sample
	}
	colors := *sample.Colors
	completeColors(&colors, false)
	sample.Colors = &colors
	if palette, readable := paletteOf(colors); readable {
		sample.Dark = palette.IsDark()
	}
	s.deps.WarnContrast(s.file, colors, at.Child("colors").String())
	return &sample
}

func (s *scope) checkWindows(body *site.Industries, at *outline.Place) {
	if body.Layout != site.LayoutWindows {
		return
	}
	if body.Label == "" {
		s.at(at, "no-label", "Add it, such as label: Sample design.",
			"The windows need the key label, so that nobody takes them for websites of clients.")
	}
	if n := len(body.Items); n > mostWindows {
		s.at(at.Child("refs"), "many-windows", "Leave some out, or remove layout.",
			"There are %d industries, and a shop window has room for %d doors.", n, mostWindows)
	}
	for _, industry := range body.Items {
		if industry.Sample == nil {
			s.at(at.Child("layout"), "no-sample", "Add the key sample to it in industries.yaml, or remove layout.",
				"The industry %q has no sample to dress the window with.", industry.ID)
		}
	}
}

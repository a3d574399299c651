package content

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Lengths that search engines show.
const (
	longestTitle       = 60
	longestDescription = 160
)

// warnPage looks for what search engines and link previews will not show well.
func (r *resolver) warnPage(p *pageState) {
	if p.file.broken || p.entry.kind == kindNotFound {
		return
	}
	warn := func(path, code, hint, format string, args ...any) {
		p.deps.add(p.file.doc.Warn(path, code, fmt.Sprintf(format, args...), hint))
	}
	head := p.out.Head
	if n := utf8.RuneCountInString(head.Title); n > longestTitle {
		warn("title", "long-title", "Search engines cut it off.", "The title has %d characters as the tab shows it; at most %d are seen.", n, longestTitle)
	}
	if head.Description == "" {
		if !head.NoIndex {
			warn("title", "no-description", "Add one or two sentences.", "The page has no description for search results.")
		}
		return
	}
	if n := utf8.RuneCountInString(head.Description); n > longestDescription && p.out.Description != "" {
		warn("description", "long-description", "Search engines cut it off.", "The description has %d characters; at most %d are seen.", n, longestDescription)
	}
}

// warnSite looks for what is allowed and yet hardly meant in a site's settings and plans.
func (r *resolver) warnSite(s *siteState) {
	if n := utf8.RuneCountInString(string(s.out.SEO.Description)); n > longestDescription {
		s.deps.add(s.file.doc.Warn("seo.description", "long-description",
			fmt.Sprintf("The description has %d characters; at most %d are seen.", n, longestDescription), "Search engines cut it off."))
	}
	s.deps.warnContrast(s.file, s.raw.Theme.Colors, "theme.colors")
	r.warnPrices(s)
}

// warnPrices finds plans of a site that cost the same, however often it is
// paid: the price may be meant once, and stand there by mistake the second time.
func (r *resolver) warnPrices(s *siteState) {
	first := map[[2]string]string{}
	for id, plan := range s.plans.raw.All() {
		price, at := plan.AllPrices()[0], ".price"
		if len(plan.Prices) > 0 {
			at = ".prices[0]"
		}
		key := [2]string{strings.TrimSuffix(price.Amount, ".00"), price.Currency}
		if key[0] == "" || key[0] == "0" {
			continue
		}
		if other, known := first[key]; known {
			hint := "If both are one offer, keep one plan and refer to it."
			if s.plans.raw.Get(other).AllPrices()[0].Period != price.Period {
				hint = "They differ in how often it is paid: make sure that both are meant."
			}
			s.deps.add(s.plans.file.doc.Warn(id+at, "same-price",
				fmt.Sprintf("The plans %q and %q have the same price, %s.", other, id, price.Format()), hint))
			continue
		}
		first[key] = id
	}
}

// warnFacts finds facts that no text refers to.
func (r *resolver) warnFacts(s *siteState) {
	for id := range s.raw.Facts.All() {
		if !s.values["facts."+id].used {
			s.deps.add(s.file.doc.Warn("facts."+id, "unused-fact", fmt.Sprintf("No text refers to the fact %q.", id),
				fmt.Sprintf("Write {{facts.%s}} where it is said, or remove it.", id)))
		}
	}
}

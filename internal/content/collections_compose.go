package content

import "github.com/evenlight/marquee/internal/site"

// composeCollections gives all pages what they show of collections, when all pages are made.
func (r *resolver) composeCollections() {
	if len(r.collections) == 0 {
		return
	}
	for _, s := range r.sites {
		for _, c := range s.collections {
			r.composeEntries(c)
		}
	}
	for _, page := range r.pages {
		r.fillAsked(page)
	}
	for _, s := range r.sites {
		for _, c := range s.collections {
			r.composeLists(c)
		}
	}
}

// composeEntries gives entries their neighbours, and what is related to them.
func (r *resolver) composeEntries(c *collection) {
	list := r.linkTo(c)
	for _, page := range c.all {
		if page.out.Entry == nil {
			continue
		}
		detail := page.out.Entry
		detail.List, detail.Past = list, page.past
		for _, other := range c.related[page] {
			if other.card != nil {
				detail.Related = append(detail.Related, other.card)
			}
		}
	}

	if k := c.settings.Kind; k == site.KindEvent || k == site.KindJob {
		return
	}
	for i, page := range c.byTime {
		if page.out.Entry == nil {
			continue
		}
		if i > 0 {
			page.out.Entry.Newer = cardLink(c.byTime[i-1])
		}
		if i+1 < len(c.byTime) {
			page.out.Entry.Older = cardLink(c.byTime[i+1])
		}
	}
}

func cardLink(p *pageState) *site.Link {
	if p.card == nil {
		return nil
	}
	return &p.card.Link
}

// linkTo is a link to the list, under its title.
func (r *resolver) linkTo(c *collection) site.Link {
	link := site.Link{Label: c.index.out.Title, Kind: site.LinkPlaceholder}
	if c.index.shows(r) {
		link.Href, link.Kind = c.index.path, site.LinkPage
	}
	return link
}

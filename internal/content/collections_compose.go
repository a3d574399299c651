package content

import (
	"reflect"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// composition is what a page shows of collections. Pages that show the same of it and
// were made of the same stay the same value.
type composition struct {
	newer, older, list *site.Link
	related            []*site.EntryCard
	past               bool
	entries            *site.EntryList
	items              [][]*site.EntryCard // of each section that shows entries
	feed               []*site.Page
}

func (c *composition) equal(other *composition) bool {
	return sameLink(c.newer, other.newer) && sameLink(c.older, other.older) && sameLink(c.list, other.list) && c.past == other.past &&
		slices.Equal(c.related, other.related) && slices.Equal(c.feed, other.feed) && sameList(c.entries, other.entries) &&
		reflect.DeepEqual(c.items, other.items)
}

func sameLink(a, b *site.Link) bool { return a == b || a != nil && b != nil && *a == *b }

func sameList(a, b *site.EntryList) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Title == b.Title && a.Number == b.Number && a.Count == b.Count && a.Tag == b.Tag &&
		sameLink(a.Whole, b.Whole) && sameLink(a.Newer, b.Newer) && sameLink(a.Older, b.Older) &&
		slices.Equal(a.Items, b.Items) && slices.Equal(a.Past, b.Past) && slices.EqualFunc(a.Tags, b.Tags, sameLink)
}

// composeCollections gives all pages what they show of collections. It comes when all
// pages are made; nothing that was served is changed.
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
		if len(page.asked) > 0 || page.shown != nil && len(page.shown.items) > 0 {
			wanted := composition{}
			if page.shown != nil && (page.lists() || page.member.at != "") {
				wanted = *page.shown
			}
			wanted.items = r.askedItems(page)
			r.compose(page, &wanted)
		}
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
		if page.out == nil || page.out.Entry == nil {
			continue
		}
		wanted := composition{list: list, past: page.past, items: r.askedItems(page)}
		for _, other := range c.related[page] {
			if other.card != nil {
				wanted.related = append(wanted.related, other.card)
			}
		}
		page.next = &wanted
	}
	if k := c.settings.Kind; k != site.KindEvent && k != site.KindJob {
		for i, page := range c.byTime {
			if i > 0 {
				page.next.newer = cardLink(c.byTime[i-1])
			}
			if i+1 < len(c.byTime) {
				page.next.older = cardLink(c.byTime[i+1])
			}
		}
	}
	for _, page := range c.all {
		if page.out != nil && page.out.Entry != nil {
			r.compose(page, page.next)
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
func (r *resolver) linkTo(c *collection) *site.Link {
	link := &site.Link{Label: c.title(), Kind: site.LinkPlaceholder}
	if c.index.shows(r) {
		link.Href, link.Kind = c.index.path, site.LinkPage
	}
	return link
}

func (c *collection) title() site.Text {
	if c.index.base == nil {
		return ""
	}
	return c.index.base.Title
}

// compose makes the page anew where it shows something else than before.
func (r *resolver) compose(p *pageState, wanted *composition) {
	if p.base == nil || p.composedOf == p.base && p.shown.equal(wanted) {
		return
	}
	p.composedOf, p.shown, p.served = p.base, wanted, false
	made := *p.base
	if made.Entry != nil {
		detail := *made.Entry
		if wanted.list != nil {
			detail.List = *wanted.list
		}
		detail.Newer, detail.Older, detail.Related, detail.Past = wanted.newer, wanted.older, wanted.related, wanted.past
		made.Entry = &detail
	}
	if len(wanted.items) > 0 {
		made.Sections = slices.Clone(made.Sections)
		for i, asked := range p.asked {
			at := slices.IndexFunc(made.Sections, func(s site.Section) bool { return s.Body == any(asked.body) })
			if at < 0 { // a section that is not there now
				continue
			}
			body := *asked.body
			body.Items = wanted.items[i]
			made.Sections[at].Body = &body
		}
	}
	if made.List = wanted.entries; made.List != nil {
		if made.Lead == "" {
			made.Lead = firstPicture(made.List)
		}
		if len(wanted.feed) > 0 && made.Head.Feed != nil {
			made.Feed = &site.Feed{Title: site.Text(made.Head.Feed.Title), Path: made.Path, Entries: wanted.feed}
		}
		made.Modified = lastDay(made.Modified, made.List)
	}
	p.out = &made
	p.site.published.bundle = nil
}

// samePlaceInCollection tells whether two states of a page have one place in collections,
// and make the same of their folder.
func samePlaceInCollection(before, now *site.Page) bool {
	return before.Date == now.Date && slices.Equal(before.Tags, now.Tags) && sameMoment(before.Starts, now.Starts) &&
		sameMoment(before.Ends, now.Ends) && reflect.DeepEqual(before.Collection, now.Collection)
}

func sameMoment(a, b *time.Time) bool { return a == b || a != nil && b != nil && *a == *b }

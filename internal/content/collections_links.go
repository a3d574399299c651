package content

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// askedEntries is a section that shows entries of a collection.
type askedEntries struct {
	body *site.Entries
	at   string // address of the collection
	tag  string // slug; empty for all
}

// fillEntries finds the collection that a section shows. Its entries come later, when
// all are made.
func (s *scope) fillEntries(body *site.Entries, at *place) {
	body.Items = []*site.EntryCard{}
	if s.page == nil {
		return
	}
	from := at.child("from")
	if body.From == "" {
		if !s.page.lists() {
			s.at(at, "no-from", "Nothing says which entries are shown here.", "Add from with the path of a collection, such as from: /blog.")
			return
		}
		body.From = site.Text(s.page.path)
	}
	of, below := s.owner, string(body.From)
	if id, rest, other := strings.Cut(below, ":"); other && !strings.HasPrefix(below, "/") {
		of, below = s.resolver.byID[id], rest
		if of == nil {
			s.deps.addRefers(s.file.doc.At(from.String(), "unknown-reference", fmt.Sprintf("There is no site %q.", id), text.DidYouMean(id, s.resolver.siteIDs, "")), string(body.From))
			return
		}
		if of.path != "" && of.path != "/" {
			below = of.path + below
		}
	}
	address := of.in(strings.TrimSuffix(below, "/"))
	c := s.resolver.collections[address]
	if c == nil {
		s.noCollection(of, below, string(body.From), from)
		return
	}
	slug := ""
	if body.Tag != "" {
		slug = tagSlug(body.Tag)
		if c.tagged[slug] == nil {
			s.at(at.child("tag"), "unknown-tag", fmt.Sprintf("No entry of %s has the tag %q.", body.From, body.Tag), c.meantTag(body.Tag))
			return
		}
	}
	s.page.asked = append(s.page.asked, askedEntries{body, address, slug})
}

func (s *scope) noCollection(of *siteState, below, typed string, at *place) {
	r := s.resolver
	if r.unsure || r.missing[of.in(below)] {
		return
	}
	if page := r.routes[of.in(below)]; page != nil && page.file.broken {
		return
	} else if page != nil {
		s.at(at, "no-collection", fmt.Sprintf("The page %s is no collection, so it has no entries.", below),
			fmt.Sprintf("Add collection to %s, such as collection: {kind: article}.", page.file.path))
		return
	}
	var known []string
	for _, c := range r.collections {
		switch {
		case c.index.site == of && of != s.owner:
			known = append(known, of.id+":"+strings.TrimPrefix(c.index.path, strings.TrimSuffix(of.path, "/")))
		case c.index.site.space == s.owner.space:
			known = append(known, c.index.path)
		}
	}
	slices.Sort(known)
	hint := "A folder of pages becomes one when its index.yaml says collection: {kind: article}."
	if len(known) > 0 {
		hint = text.KnownAre(known)
	}
	s.deps.addRefers(s.file.doc.At(at.String(), "unknown-collection", fmt.Sprintf("There is no collection %s.", typed), text.DidYouMean(typed, known, hint)), typed)
}

func (c *collection) meantTag(typed string) string {
	var names []string
	for _, slug := range slices.Sorted(maps.Keys(c.tagged)) {
		names = append(names, c.tagged[slug].name)
	}
	hint := "No entry has any tag yet."
	if len(names) > 0 && len(names) <= 12 {
		hint = text.KnownAre(names)
	} else if len(names) > 0 {
		hint = ""
	}
	return text.DidYouMean(typed, names, hint)
}

// fillAsked puts entries into the sections of a page that show some.
func (r *resolver) fillAsked(p *pageState) {
	for _, asked := range p.asked {
		c := r.collections[asked.at]
		limit := cmp.Or(asked.body.Limit, defaultLimit)
		for _, entry := range c.shown[:len(c.shown)-c.past] {
			if len(asked.body.Items) == limit {
				break
			}
			if entry != p && entry.card != nil && (asked.tag == "" || slices.Contains(entry.tags, asked.tag)) {
				asked.body.Items = append(asked.body.Items, r.cardFor(p, entry))
			}
		}
	}
}

// cardFor returns the card of an entry as a page shows it, which may be of another site.
func (r *resolver) cardFor(p, entry *pageState) *site.EntryCard {
	if p.site == entry.site {
		return entry.card
	}
	card := *entry.card
	card.Link.Kind = site.LinkSite
	if p.site.space != entry.site.space {
		card.Link.Href = entry.site.baseURL + card.Link.Href
	}
	return &card
}

// ofCollection judges a link to an address below a collection that no file stands for:
// the list of a tag, a page of a list, a feed.
func (j linkValidator) ofCollection(of *siteState, to string) (judged bool) {
	t := targetOf(to)
	r := j.resolver
	c, rest := r.above(of.in(t.path))
	if c == nil {
		return false
	}
	first, name, _ := strings.Cut(rest, "/")
	switch {
	case slices.Contains(feedNames, rest):
		if !c.settings.Feed {
			j.report("unknown-page", fmt.Sprintf("The collection %s has no feed.", c.index.path), fmt.Sprintf("Add feed: true to collection in %s.", c.index.file.path))
		} else if j.visible(c.index) {
			j.lead(of, to)
		}
	case first == pageSegment || strings.Contains(rest, "/"+pageSegment+"/"):
		j.report("moving-target", fmt.Sprintf("What stands at %s changes with every new entry.", t.path), "Write "+j.spelled(of, c.index.path)+", or the entry that you mean.")
	case first == tagSegment && c.settings.Tags && name == "":
		j.report("unknown-page", fmt.Sprintf("There is no page %s.", t.path), "Write the tag behind it, or "+j.spelled(of, c.index.path)+" for all entries.")
	case first == tagSegment && c.settings.Tags:
		if c.tagged[name] == nil {
			j.report("unknown-page", fmt.Sprintf("No entry of %s has a tag %q.", c.index.path, name), text.DidYouMean(name, slices.Sorted(maps.Keys(c.tagged)), ""))
			return true
		}
		if !j.visible(c.index) {
			return true
		}
		switch there := slices.ContainsFunc(c.tags, func(t *tag) bool { return t.slug == name }); {
		case !there: // its entries are still to come
			j.set(site.LinkPlaceholder, "")
		case c.index.site == j.shown:
			j.set(site.LinkPage, to)
		default:
			j.lead(of, to)
		}
	case first == tagSegment:
		j.report("unknown-page", fmt.Sprintf("Tags of the collection %s have no lists.", c.index.path), fmt.Sprintf("Add tags: true to collection in %s.", c.index.file.path))
	default:
		return false
	}
	return true
}

// above returns the collection that an address lies in, and what stands behind the
// address of the collection.
func (r *resolver) above(address string) (c *collection, rest string) {
	for at := strings.LastIndexByte(address, '/'); at > 0; at = strings.LastIndexByte(address[:at], '/') {
		if c := r.collections[address[:at]]; c != nil {
			return c, address[at+1:]
		}
	}
	return nil, ""
}

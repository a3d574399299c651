package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

const defaultPerPage = 12

func (r *resolver) composeLists(c *outline.Collection) {
	index := c.Index
	title, tags := index.Out.Title, tagLinks(c)
	whole := &site.Link{Label: title, Href: index.Path, Kind: site.LinkPage}
	add := func(of *outline.List, from int, title site.Text) {
		for n := from; n <= countPages(c, of); n++ {
			list := entryList(c, of, tags, n)
			list.Title, list.Whole = title, whole
			c.Pages = append(c.Pages, r.listPage(c, list, of.Page(n)))
		}
	}
	if index.Shows() {
		add(&c.List, 2, title)
		for _, tag := range c.Tags[:len(tags)] {
			add(tag, 1, site.Text(tag.Tag))
		}
	}

	// The first page is last, because the others begin as copies of it.
	first := entryList(c, &c.List, tags, 1)
	isHero := func(s site.Section) bool { _, is := s.Body.(*site.Hero); return is }
	if !slices.ContainsFunc(index.Out.Sections, isHero) {
		first.Title = title
	}
	page := index.Out
	page.List, page.Modified = first, lastDay(page.Modified, first)
	page.Lead = cmp.Or(page.Lead, firstPicture(first))
	if c.Settings.Feed && page.Head.Feed != nil && len(c.ByTime) > 0 {
		page.Feed = &site.Feed{Title: site.Text(page.Head.Feed.Title), Path: page.Path}
		for _, entry := range c.ByTime[:min(len(c.ByTime), site.FeedEntries)] {
			page.Feed.Entries = append(page.Feed.Entries, entry.Out)
		}
	}
}

// countPages returns how many pages a list has.
func countPages(c *outline.Collection, of *outline.List) int {
	per := cmp.Or(c.Settings.PerPage, defaultPerPage)
	return max(1, (len(of.Entries)+per-1)/per)
}

// tagLinks lists the tags of a collection.
func tagLinks(c *outline.Collection) (links []*site.Link) {
	if c.Settings.Tags {
		links = make([]*site.Link, len(c.Tags))
	}
	for i := range links {
		links[i] = &site.Link{Label: site.Text(c.Tags[i].Tag), Href: c.Tags[i].Path, Kind: site.LinkPage}
	}
	return links
}

// entryList makes what one page of a list shows.
func entryList(c *outline.Collection, of *outline.List, tags []*site.Link, number int) *site.EntryList {
	made := &site.EntryList{
		Kind: c.Settings.Kind, Number: number, Count: countPages(c, of), Tag: of.Tag, Tags: tags,
		Items: []*site.EntryCard{},
	}
	per := cmp.Or(c.Settings.PerPage, defaultPerPage)
	begin := min((number-1)*per, len(of.Entries))
	end := min(begin+per, len(of.Entries))
	over := max(begin, min(end, len(of.Entries)-of.Past)) // where those begin that are over
	for _, page := range of.Entries[begin:over] {
		made.Items = append(made.Items, page.Card)
	}
	for _, page := range of.Entries[over:end] {
		made.Past = append(made.Past, page.Card)
	}
	labels := &c.Index.Site.Out.Labels
	if number > 1 {
		made.Newer = &site.Link{Label: labels.Newer, Href: of.Page(number - 1), Kind: site.LinkPage}
	}
	if number < made.Count {
		made.Older = &site.Link{Label: labels.Older, Href: of.Page(number + 1), Kind: site.LinkPage}
	}
	return made
}

// addLists adds the pages that no file stands for, in the order of their paths, and leads former ones to what there is.
func addLists(s *outline.Site, bundle *site.Bundle) {
	for _, c := range s.Collections {
		former := "/" + outline.PageSegment + "/1"
		if len(c.Pages) > 0 && countPages(c, &c.List) > 1 {
			bundle.Aliases[c.Path+former] = c.Path
		}
		if len(c.Pages) > 0 && c.Settings.Tags {
			bundle.Aliases[c.Path+"/"+outline.TagSegment] = c.Path
		}
		for _, page := range c.Pages {
			if page.List.Tag != "" && page.List.Number == 1 && page.List.Count > 1 {
				bundle.Aliases[page.Path+former] = page.Path
			}
		}
		bundle.Pages = append(bundle.Pages, c.Pages...)
	}
	slices.SortStableFunc(bundle.Pages, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) })
}

// listPage makes a page of a list that no file stands for, after the first one.
func (r *resolver) listPage(c *outline.Collection, list *site.EntryList, path string) *site.Page {
	index := c.Index
	made := *index.Out
	made.Path, made.List, made.Sections, made.Markdown, made.Description = path, list, nil, nil, ""
	made.Lead, made.Modified = firstPicture(list), lastDay("", list)
	made.Image = nil
	if list.Tag != "" {
		made.Title, made.NoIndex = site.Text(list.Tag+" – "+string(made.Title)), true
	}
	if list.Number > 1 {
		made.Title = site.Text(fmt.Sprintf("%s – %d", made.Title, list.Number))
	}
	s := &scope{
		resolver: r, owner: index.Owner, file: index.File, shown: index.Site, page: index, deps: &outline.Dependencies{},
	}
	feed := made.Head.Feed
	made.Head = s.head(&made)
	made.Head.Policy = made.Policy(index.Site.Out)
	made.Head.Feed = feed
	return &made
}

func firstPicture(list *site.EntryList) string {
	for _, card := range slices.Concat(list.Items, list.Past) {
		if card.Image != nil {
			return card.Image.Shown()
		}
	}
	return ""
}

func lastDay(day string, list *site.EntryList) string {
	for _, card := range slices.Concat(list.Items, list.Past) {
		day = max(day, card.Date, card.Updated)
	}
	return day
}

// composeCollections gives all pages what they show of collections, when all pages are made.
func (r *resolver) composeCollections() {
	if len(r.Collections) == 0 {
		return
	}
	for _, s := range r.Sites {
		for _, c := range s.Collections {
			r.composeEntries(c)
		}
	}
	for _, page := range r.Pages {
		r.fillAsked(page)
	}
	for _, s := range r.Sites {
		for _, c := range s.Collections {
			r.composeLists(c)
		}
	}
}

// composeEntries gives entries their neighbours, and what is related to them.
func (r *resolver) composeEntries(c *outline.Collection) {
	list := site.Link{Label: c.Index.Out.Title, Kind: site.LinkPlaceholder}
	if c.Index.Shows() {
		list.Href, list.Kind = c.Index.Path, site.LinkPage
	}
	for _, page := range c.All {
		if page.Out.Entry == nil {
			continue
		}
		detail := page.Out.Entry
		detail.List, detail.Past = list, page.Past
		for _, other := range c.Related[page] {
			if other.Card != nil {
				detail.Related = append(detail.Related, other.Card)
			}
		}
	}

	if k := c.Settings.Kind; k == site.KindEvent || k == site.KindJob {
		return
	}
	for i, page := range c.ByTime {
		if page.Out.Entry == nil {
			continue
		}
		if i > 0 {
			page.Out.Entry.Newer = cardLink(c.ByTime[i-1])
		}
		if i+1 < len(c.ByTime) {
			page.Out.Entry.Older = cardLink(c.ByTime[i+1])
		}
	}
}

func cardLink(p *outline.Page) *site.Link {
	if p.Card == nil {
		return nil
	}
	return &p.Card.Link
}

// fillEntries finds the collection that a section shows. Its entries come later, when all are made.
func (s *scope) fillEntries(body *site.Entries, at *outline.Place) {
	body.Items = []*site.EntryCard{}
	if s.page == nil {
		return
	}
	from := at.Child("from")
	if body.From == "" {
		if !s.page.Lists() {
			s.at(at, "no-from", "Add from with the path of a collection, such as from: /blog.",
				"Nothing says which entries are shown here.")
			return
		}
		body.From = site.Text(s.page.Path)
	}
	of, below := s.owner, string(body.From)
	if id, rest, other := strings.Cut(below, ":"); other && !strings.HasPrefix(below, "/") {
		of, below = s.resolver.ByID[id], rest
		if of == nil {
			s.refers(from, string(body.From), "unknown-reference", text.DidYouMean(id, s.resolver.SiteIDs, ""),
				"There is no site %q.", id)
			return
		}
		if of.Path != "" && of.Path != "/" {
			below = of.Path + below
		}
	}
	address := of.In(strings.TrimSuffix(below, "/"))
	c := s.resolver.Collections[address]
	if c != nil {
		if same := c.Index.Speaking(s.shown); same != nil && s.resolver.Collections[same.At] != nil {
			c, of, address = s.resolver.Collections[same.At], same.Site, same.At
		}
	}
	if c == nil {
		s.noCollection(of, below, string(body.From), from)
		return
	}
	if of.Language != s.shown.Language {
		s.warn(from, "foreign-entries", "Translate the collection, or leave out the section.",
			"The entries of %s are in %s.", body.From, locale.NameIn("en", of.Language))
	}
	slug := ""
	if body.Tag != "" {
		slug = outline.TagSlug(body.Tag, of.Language)
		if c.Tagged[slug] == "" {
			s.at(at.Child("tag"), "unknown-tag", c.MeantTag(body.Tag),
				"No entry of %s has the tag %q.", body.From, body.Tag)
			return
		}
	}
	s.page.Asked = append(s.page.Asked, outline.AskedEntries{Body: body, At: address, Tag: slug})
}

func (s *scope) noCollection(of *outline.Site, below, typed string, at *outline.Place) {
	r := s.resolver
	if r.Unsure || r.Missing[of.In(below)] {
		return
	}
	if page := r.Routes[of.In(below)]; page != nil && page.File.Broken {
		return
	} else if page != nil {
		s.at(at, "no-collection",
			fmt.Sprintf("Add collection to %s, such as collection: {kind: article}.", page.File.Path),
			"The page %s is no collection, so it has no entries.", below)
		return
	}
	var known []string
	for _, c := range r.Collections {
		if c.Index.Site.Space == s.owner.Space {
			known = append(known, c.Index.Path)
		}
	}
	slices.Sort(known)
	hint := cmp.Or(text.Meant(typed, known),
		"A folder of pages becomes one when its index.yaml says collection: {kind: article}.")
	s.refers(at, typed, "unknown-collection", hint, "There is no collection %s.", typed)
}

func (r *resolver) fillAsked(p *outline.Page) {
	for _, asked := range p.Asked {
		c := r.Collections[asked.At]
		limit := cmp.Or(asked.Body.Limit, outline.DefaultLimit)
		for _, entry := range c.Entries[:len(c.Entries)-c.Past] {
			if len(asked.Body.Items) == limit {
				break
			}
			if entry != p && entry.Card != nil && (asked.Tag == "" || slices.Contains(entry.Tags, asked.Tag)) {
				asked.Body.Items = append(asked.Body.Items, r.cardFor(p, entry))
			}
		}
	}
}

func (r *resolver) cardFor(p, entry *outline.Page) *site.EntryCard {
	if p.Site == entry.Site {
		return entry.Card
	}
	card := *entry.Card
	card.Link.Kind = site.LinkSite
	if p.Site.Space != entry.Site.Space {
		card.Link.Href = entry.Site.BaseURL + card.Link.Href
	}
	return &card
}

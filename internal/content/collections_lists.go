package content

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// listPage is a page of a list that no file stands for.
type listPage struct {
	list *site.EntryList
	page *site.Page
}

// composeLists makes the pages of the list, and those of its tags.
func (r *resolver) composeLists(c *collection) {
	index := c.index
	title := index.out.Title
	tags := c.tagLinks()
	whole := &site.Link{Label: title, Href: index.path, Kind: site.LinkPage}
	if index.shows(r) {
		add := func(of listOf, number int, title site.Text) {
			list := c.list(of, number)
			list.Title, list.Whole = title, whole
			c.lists = append(c.lists, &listPage{list, r.listPage(c, list, of.page(number))})
		}
		for n := 2; n <= c.pages(len(c.shown)); n++ {
			add(listOf{entries: c.shown, past: c.past, path: index.path, tags: tags}, n, title)
		}
		if c.settings.Tags {
			for _, t := range c.tags {
				of := listOf{entries: t.shown, past: t.past, path: index.path + "/" + tagSegment + "/" + t.slug, tags: tags, tag: t.name}
				for n := 1; n <= c.pages(len(t.shown)); n++ {
					add(of, n, site.Text(t.name))
				}
			}
		}
	}

	// The first page is last, because the others begin as copies of it.
	first := c.list(listOf{entries: c.shown, past: c.past, path: index.path, tags: tags}, 1)
	if !startsWithHero(index.out) {
		first.Title = title
	}
	page := index.out
	page.List, page.Modified = first, lastDay(page.Modified, first)
	if page.Lead == "" {
		page.Lead = firstPicture(first)
	}
	if c.settings.Feed && page.Head.Feed != nil && len(c.byTime) > 0 {
		page.Feed = &site.Feed{Title: site.Text(page.Head.Feed.Title), Path: page.Path}
		for _, entry := range c.byTime[:min(len(c.byTime), site.FeedEntries)] {
			page.Feed.Entries = append(page.Feed.Entries, entry.out)
		}
	}
}

// listOf is what a list shows, whole.
type listOf struct {
	entries []*pageState
	past    int
	path    string
	tag     string
	tags    []*site.Link
}

// page returns the path of a page of the list.
func (of listOf) page(number int) string {
	if number == 1 {
		return of.path
	}
	return of.path + "/" + pageSegment + "/" + strconv.Itoa(number)
}

// span returns which entries stand on a page of a list, and where those begin that are over.
func (c *collection) span(of listOf, number int) (begin, end, over int) {
	per := cmp.Or(c.settings.PerPage, defaultPerPage)
	begin = min((number-1)*per, len(of.entries))
	end = min(begin+per, len(of.entries))
	return begin, end, max(begin, min(end, len(of.entries)-of.past))
}

// list makes one page of a list.
func (c *collection) list(of listOf, number int) *site.EntryList {
	made := &site.EntryList{
		Kind: c.settings.Kind, Number: number, Count: c.pages(len(of.entries)), Tag: of.tag, Tags: of.tags, Items: []*site.EntryCard{},
	}
	begin, end, over := c.span(of, number)
	for _, page := range of.entries[begin:over] {
		made.Items = append(made.Items, page.card)
	}
	for _, page := range of.entries[over:end] {
		made.Past = append(made.Past, page.card)
	}
	labels := &c.index.site.out.Labels
	if number > 1 {
		made.Newer = &site.Link{Label: labels.Newer, Href: of.page(number - 1), Kind: site.LinkPage}
	}
	if number < made.Count {
		made.Older = &site.Link{Label: labels.Older, Href: of.page(number + 1), Kind: site.LinkPage}
	}
	return made
}

// tagLinks lists the tags of a collection.
func (c *collection) tagLinks() []*site.Link {
	if !c.settings.Tags {
		return nil
	}
	links := make([]*site.Link, len(c.tags))
	for i, t := range c.tags {
		links[i] = &site.Link{Label: site.Text(t.name), Href: c.index.path + "/" + tagSegment + "/" + t.slug, Kind: site.LinkPage}
	}
	return links
}

func startsWithHero(page *site.Page) bool {
	return slices.ContainsFunc(page.Sections, func(s site.Section) bool { _, is := s.Body.(*site.Hero); return is })
}

// listPage makes a page of a list that no file stands for, after the first one.
func (r *resolver) listPage(c *collection, list *site.EntryList, path string) *site.Page {
	index := c.index
	made := *index.out
	made.Path, made.List, made.Sections, made.Markdown, made.Description = path, list, nil, nil, ""
	made.Lead, made.Modified = firstPicture(list), lastDay("", list)
	made.Image = nil
	if list.Tag != "" {
		made.Title, made.NoIndex = site.Text(list.Tag+" – "+string(made.Title)), true
	}
	if list.Number > 1 {
		made.Title = site.Text(fmt.Sprintf("%s – %d", made.Title, list.Number))
	}
	s := &scope{resolver: r, owner: index.owner, file: index.file, shown: index.site, page: index, deps: &dependencies{}}
	feed := made.Head.Feed
	made.Head = s.head(&made)
	made.Head.Policy = made.Policy(index.site.out)
	made.Head.Feed = feed
	return &made
}

// addLists adds the pages that no file stands for, in the order of their paths, and
// leads former ones to what there is.
func (s *siteState) addLists(bundle *site.Bundle) {
	var added []*site.Page
	for _, c := range s.collections {
		path := c.index.path
		if len(c.lists) > 0 && c.pages(len(c.shown)) > 1 {
			bundle.Aliases[path+"/"+pageSegment+"/1"] = path
		}
		if len(c.lists) > 0 && c.settings.Tags {
			bundle.Aliases[path+"/"+tagSegment] = path
		}
		for _, list := range c.lists {
			added = append(added, list.page)
			if list.list.Tag != "" && list.list.Number == 2 {
				bundle.Aliases[strings.TrimSuffix(list.page.Path, "2")+"1"] = strings.TrimSuffix(list.page.Path, "/"+pageSegment+"/2")
			}
		}
	}
	if len(added) == 0 {
		return
	}
	slices.SortFunc(added, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) })
	merged := make([]*site.Page, 0, len(bundle.Pages)+len(added))
	for _, page := range bundle.Pages {
		for len(added) > 0 && added[0].Path < page.Path {
			merged, added = append(merged, added[0]), added[1:]
		}
		merged = append(merged, page)
	}
	bundle.Pages = append(merged, added...)
}

// firstPicture returns the address of the first picture in a list, or "".
func firstPicture(list *site.EntryList) string {
	for _, items := range [][]*site.EntryCard{list.Items, list.Past} {
		for _, card := range items {
			if card.Image != nil {
				return card.Image.Shown()
			}
		}
	}
	return ""
}

// lastDay returns the day on which a list changed last, as its entries tell it.
func lastDay(day string, list *site.EntryList) string {
	for _, items := range [][]*site.EntryCard{list.Items, list.Past} {
		for _, card := range items {
			day = max(day, card.Date, card.Updated)
		}
	}
	return day
}

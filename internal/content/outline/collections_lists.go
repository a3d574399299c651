package outline

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// ListPage is a page of a list that no file stands for.
type ListPage struct {
	List *site.EntryList
	Page *site.Page
}

// ListOf is what a list shows, whole.
type ListOf struct {
	Entries []*Page
	Past    int
	Path    string
	Tag     string
	Tags    []*site.Link
}

// Page returns the path of a page of the list.
func (of ListOf) Page(number int) string {
	if number == 1 {
		return of.Path
	}
	return of.Path + "/" + PageSegment + "/" + strconv.Itoa(number)
}

// List makes one page of a list.
func (c *Collection) List(of ListOf, number int) *site.EntryList {
	made := &site.EntryList{
		Kind: c.Settings.Kind, Number: number, Count: c.Pages(len(of.Entries)), Tag: of.Tag, Tags: of.Tags,
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

// TagLinks lists the tags of a collection.
func (c *Collection) TagLinks() []*site.Link {
	if !c.Settings.Tags {
		return nil
	}
	links := make([]*site.Link, len(c.Tags))
	for i, t := range c.Tags {
		links[i] = &site.Link{
			Label: site.Text(t.Name), Href: c.Index.Path + "/" + TagSegment + "/" + t.Slug, Kind: site.LinkPage,
		}
	}
	return links
}

// AddLists adds the pages that no file stands for, in the order of their paths, and leads former ones to what there is.
func (s *Site) AddLists(bundle *site.Bundle) {
	for _, c := range s.Collections {
		path := c.Index.Path
		if len(c.Lists) > 0 && c.Pages(len(c.Shown)) > 1 {
			bundle.Aliases[path+"/"+PageSegment+"/1"] = path
		}
		if len(c.Lists) > 0 && c.Settings.Tags {
			bundle.Aliases[path+"/"+TagSegment] = path
		}
		for _, list := range c.Lists {
			bundle.Pages = append(bundle.Pages, list.Page)
			if list.List.Tag != "" && list.List.Number == 2 {
				bundle.Aliases[strings.TrimSuffix(list.Page.Path, "2")+"1"] = strings.TrimSuffix(list.Page.Path,
					"/"+PageSegment+"/2")
			}
		}
	}
	slices.SortStableFunc(bundle.Pages, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) })
}

// AskedEntries is a section that shows entries of a collection.
type AskedEntries struct {
	Body *site.Entries
	At   string // address of the collection
	Tag  string // slug; empty for all
}

func (c *Collection) MeantTag(typed string) string {
	var names []string
	for _, slug := range slices.Sorted(maps.Keys(c.Tagged)) {
		names = append(names, c.Tagged[slug].Name)
	}
	return text.Meant(typed, names)
}

// resolveEntryTimes finds out where an entry stands in its collection, when an event is
// over, and hides an entry whose day is still to come.
func (r *Website) resolveEntryTimes(page *Page) {
	raw, zone := page.RawPage, page.Owner.Zone
	day, err := time.Parse(time.DateOnly, raw.Date)
	page.order = day
	if from := text.When(raw.PublishAt, zone).In(zone); raw.PublishAt != nil &&
		from.Format(time.DateOnly) == raw.Date { // several on one day
		page.order = day.Add(time.Duration(from.Hour()*60+from.Minute()) * time.Minute)
	}
	if page.Member.Kind == site.KindEvent {
		page.order, page.over = text.When(raw.Starts, zone), text.WhenOver(raw.Ends, zone)
		if raw.Ends == nil && raw.Starts != nil {
			page.over = text.NextMidnight(page.order, zone)
		}
	}
	if from := text.Moment(day.In(site.OnCalendar), zone); raw.PublishAt == nil && err == nil &&
		r.Clock(page.Site, &r.Deps).Before(from) {
		if until := page.Window.Until; until.IsZero() || until.After(from) {
			page.Window.From = from
		}
	}
}

// relate finds for each entry those that share most tags with it; of as many, those that are nearest in the list.
func (c *Collection) relate(tags map[string]*Tag) {
	c.Related = make(map[*Page][]*Page, len(c.Shown))
	place := make(map[*Page]int, len(c.Shown))
	for i, page := range c.Shown {
		place[page] = i
	}
	within := map[string]int{} // how far each tag's list was gone through
	for i, page := range c.Shown {
		shared := map[*Page]int{}
		for _, slug := range page.Tags {
			list, at := tags[slug].Shown, within[slug]
			within[slug]++
			list = list[:len(list)-tags[slug].Past] // nobody goes to an event that is over
			for _, other := range list[min(len(list), max(0, at-relatedReach)):min(len(list), at+relatedReach+1)] {
				if other != page {
					shared[other]++
				}
			}
		}
		related := slices.SortedFunc(maps.Keys(shared), func(a, b *Page) int {
			away := func(p *Page) int { return max(i-place[p], place[p]-i) }
			return cmp.Or(shared[b]-shared[a], away(a)-away(b), place[a]-place[b])
		})
		c.Related[page] = related[:min(len(related), maxRelated)]
	}
}

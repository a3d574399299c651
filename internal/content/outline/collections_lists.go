package outline

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// AskedEntries is a section that shows entries of a collection.
type AskedEntries struct {
	Body *site.Entries
	At   string // address of the collection
	Tag  string // slug; empty for all
}

func (c *Collection) MeantTag(typed string) string {
	var names []string
	for _, slug := range slices.Sorted(maps.Keys(c.Tagged)) {
		names = append(names, c.Tagged[slug])
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
func (c *Collection) relate(tags map[string]*List) {
	c.Related = make(map[*Page][]*Page, len(c.Entries))
	place := make(map[*Page]int, len(c.Entries))
	for i, page := range c.Entries {
		place[page] = i
	}
	within := map[string]int{} // how far each tag's list was gone through
	for i, page := range c.Entries {
		shared := map[*Page]int{}
		for _, slug := range page.Tags {
			list, at := tags[slug].Entries, within[slug]
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

package content

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// A folder of pages whose index.yaml says `collection` is a collection: every page
// below it is an entry, unless another collection is nearer. What belongs together,
// in which order, and with which tags, follows from the files alone and is found
// out before any page is made (collection). What entries show of each other, and
// the lists, are put together when all pages are made (collections_related.go,
// collections_compose.go, collections_lists.go).

const (
	defaultPerPage = 12
	defaultLimit   = 3 // of the section entries
	maxRelated     = 3
	// Of each tag, how many entries before and behind are looked at for related ones:
	// more would take time by the square of the number of entries.
	relatedReach = 6
)

// Parts of addresses below a collection.
const (
	pageSegment = "page"
	tagSegment  = "tags"
)

// feedNames are the feeds of a collection, below its address.
var feedNames = []string{"feed.xml", "feed.json"}

// collection is a folder of entries.
type collection struct {
	index    *pageState
	settings *site.Listing
	all      []*pageState // every entry, hidden ones too
	tagged   map[string]*tag

	// What is there now.
	byTime   []*pageState // the newest first; of events the last to begin
	shown    []*pageState // as lists show them; of events those to come first
	past     int          // how many of them are events that are over, at the end
	tags     []*tag       // with their entries, the most frequent first
	nextOver time.Time    // when the next event is over; zero for none
	related  map[*pageState][]*pageState

	lists []*listPage
}

// tag is a tag of a collection.
type tag struct {
	slug, name string
	shown      []*pageState
	past       int
}

// membership says which collection a page is an entry of; empty for none.
type membership struct {
	at   string // address of its first page
	kind site.EntryKind
	tags bool
}

// memberOf returns the collection of an entry, or nil.
func (r *resolver) memberOf(p *pageState) *collection {
	if p.member.at == "" {
		return nil
	}
	return r.collections[p.member.at]
}

// isIndex tells whether a page stands for its folder.
func (p *pageState) isIndex() bool {
	base := path.Base(p.entry.path)
	return base == "index.yaml" || base == "index.md"
}

// lists tells whether a page makes its folder a collection.
func (p *pageState) lists() bool {
	return p.rawPage != nil && p.rawPage.Collection != nil && p.entry.kind == kindPage && p.isIndex() && p.entry.below != "/"
}

// inMarkdown tells whether a page is written as a Markdown text.
func (p *pageState) inMarkdown() bool { return strings.HasSuffix(p.entry.path, ".md") }

// findCollections finds the collections of a site, and which of its pages are entries.
// It comes before windows: an entry is not there before its day.
func (r *resolver) findCollections(s *siteState) {
	below := map[string]*pageState{}
	for _, page := range s.pages {
		if page.lists() || page.isIndex() && page.file.broken {
			below[page.entry.below] = page
		}
	}
	for _, page := range s.pages {
		if len(below) == 0 || page.entry.kind != kindPage || page.lists() {
			continue
		}
		for dir := path.Dir(page.entry.below); dir != "/"; dir = path.Dir(dir) {
			if index := below[dir]; index != nil {
				if page.doubtful = index.file.broken; !index.lists() {
					break
				}
				settings := index.rawPage.Collection
				page.member = membership{at: s.in(joinPath(s.path, dir)), kind: settings.Kind, tags: settings.Tags}
				break
			}
		}
	}
}

// resolveCollections makes the collections, when all addresses are known.
func (r *resolver) resolveCollections() {
	r.collections = map[string]*collection{}
	for _, s := range r.sites {
		for _, page := range s.pages {
			if !page.lists() || r.routes[page.at] != page {
				continue
			}
			c := &collection{index: page, settings: page.rawPage.Collection, tagged: map[string]*tag{}}
			r.collections[page.at] = c
			s.collections = append(s.collections, c)
		}
	}
	for _, s := range r.sites {
		for _, page := range s.pages {
			if c := r.memberOf(page); c != nil {
				c.all = append(c.all, page)
				r.checkEntryPath(c, page)
				r.collectTags(c, page)
			}
		}
	}
}

// checkEntryPath finds entries that lie where the pages of the list are.
func (r *resolver) checkEntryPath(c *collection, page *pageState) {
	rest := strings.TrimPrefix(page.path, c.index.path+"/")
	first, _, _ := strings.Cut(rest, "/")
	if first == pageSegment || first == tagSegment && c.settings.Tags {
		page.add(page.file.doc.At("", "reserved-path", fmt.Sprintf("The address %s lies where the list %s has its own pages.", page.path, c.index.path),
			fmt.Sprintf("Give the file or its folder another name than %s.", first)))
	}
}

// collectTags notes the tags of an entry. Tags are the same where their slug is: Speed
// and speed are one, which is written as its first entry has it.
func (r *resolver) collectTags(c *collection, page *pageState) {
	for i, name := range page.rawPage.Tags {
		slug := tagSlug(name)
		at := fmt.Sprintf("tags[%d]", i)
		switch known := c.tagged[slug]; {
		case slices.Contains(page.tags, slug):
			if strings.EqualFold(known.name, name) {
				page.add(page.file.doc.Warn(at, "duplicate-tag", fmt.Sprintf("The tag %q is listed twice.", name), "Remove one of both."))
				continue
			}
			fallthrough
		case known != nil && !strings.EqualFold(known.name, name):
			page.add(page.file.doc.At(at, "tag-clash", fmt.Sprintf("The tags %q and %q would have the same address: %s.", known.name, name, slug),
				"Write one of them in other words."))
			continue
		case known == nil:
			c.tagged[slug] = &tag{slug: slug, name: name}
		}
		page.tags = append(page.tags, slug)
	}
}

// tagSlug makes the address of a tag. Words without a Latin letter get a name that
// stays the same.
func tagSlug(name string) string {
	if slug := slugify(name); slug != "" {
		return slug
	}
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(name))))
	return "tag-" + hex.EncodeToString(sum[:4])
}

// arrangeCollections finds out what is there now, and in which order.
func (r *resolver) arrangeCollections() {
	for _, s := range r.sites {
		for _, c := range s.collections {
			r.arrange(c)
		}
	}
}

func (r *resolver) arrange(c *collection) {
	byTime := make([]*pageState, 0, len(c.all))
	for _, page := range c.all {
		if page.shows(r) {
			byTime = append(byTime, page)
		}
	}
	slices.SortStableFunc(byTime, func(a, b *pageState) int {
		return cmp.Or(b.order.Compare(a.order), strings.Compare(a.path, b.path))
	})
	c.byTime, c.shown = byTime, byTime
	if c.settings.Kind == site.KindEvent {
		r.splitEvents(c)
	}
	tags := map[string]*tag{}
	for i, page := range c.shown {
		for _, slug := range page.tags {
			t := tags[slug]
			if t == nil {
				t = &tag{slug: slug, name: c.tagged[slug].name}
				tags[slug] = t
				c.tags = append(c.tags, t)
			}
			t.shown = append(t.shown, page)
			if i >= len(c.shown)-c.past {
				t.past++
			}
		}
	}
	slices.SortFunc(c.tags, func(a, b *tag) int {
		return cmp.Or(len(b.shown)-len(a.shown), strings.Compare(a.slug, b.slug))
	})
	c.relate(tags)
}

// splitEvents puts the events that are to come first, the nearest before the others,
// and those that are over behind them.
func (r *resolver) splitEvents(c *collection) {
	upcoming := make([]*pageState, 0, len(c.byTime))
	var over []*pageState
	for _, page := range c.byTime {
		page.past = !r.now.Before(page.over)
		if page.past {
			over = append(over, page)
			continue
		}
		c.nextOver = earliest(c.nextOver, page.over)
		upcoming = append(upcoming, page)
	}
	slices.Reverse(upcoming)
	c.shown, c.past = append(upcoming, over...), len(over)
}

// pages returns how many pages a list of so many entries has.
func (c *collection) pages(entries int) int {
	per := cmp.Or(c.settings.PerPage, defaultPerPage)
	return max(1, (entries+per-1)/per)
}

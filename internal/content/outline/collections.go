package outline

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
)

const (
	DefaultLimit = 3 // of the section entries
	maxRelated   = 3
	// Of each tag, how many entries before and behind are looked at for related ones:
	// more would take time by the square of the number of entries.
	relatedReach = 6
)

// Parts of addresses below a collection.
const (
	PageSegment = "page"
	TagSegment  = "tags"
)

// FeedNames are the feeds of a collection, below its address.
var FeedNames = []string{"feed.xml", "feed.json"}

// Collection is a folder of entries.
type Collection struct {
	Index    *Page
	Settings *site.Listing
	All      []*Page           // every entry, hidden ones too
	Tagged   map[string]string // names of tags, by their slugs

	// What is there now.
	ByTime []*Page // the newest first; of events the last to begin
	List
	Tags    []*List // the most frequent first
	Related map[*Page][]*Page

	Pages []*site.Page // of lists, that no file stands for
}

// List is what a collection shows on all pages of a list: of all its entries, or of a tag.
type List struct {
	Path      string
	Slug, Tag string  // empty for all
	Entries   []*Page // of events those to come first
	Past      int     // how many of them are events that are over, at the end
}

// Page returns the path of a page of the list.
func (l *List) Page(number int) string {
	if number == 1 {
		return l.Path
	}
	return l.Path + "/" + PageSegment + "/" + strconv.Itoa(number)
}

// membership says which collection a page is an entry of; empty for none.
type membership struct {
	At   string // address of its first page
	Kind site.EntryKind
}

// MemberOf returns the collection of an entry, or nil.
func (r *Website) MemberOf(p *Page) *Collection {
	if p.Member.At == "" {
		return nil
	}
	return r.Collections[p.Member.At]
}

func (p *Page) isIndex() bool {
	base := path.Base(p.Entry.Path)
	return base == "index.yaml" || p.InMarkdown() && strings.HasPrefix(base, "index.")
}

// Lists tells whether a page makes its folder a collection.
func (p *Page) Lists() bool {
	return p.RawPage != nil && p.RawPage.Collection != nil && p.Entry.Kind == tree.KindPage && p.isIndex() &&
		p.Entry.Below != "/"
}

// InMarkdown tells whether a page is written as a Markdown text.
func (p *Page) InMarkdown() bool { return yamldoc.IsMarkdown(p.Entry.Path) }

// findCollections finds the collections of a site, and which of its pages are entries.
// It comes before windows: an entry is not there before its day.
func (r *Website) findCollections(s *Site) {
	below := map[string]*Page{}
	for _, page := range s.Pages {
		if page.Lists() || page.isIndex() && page.File.Broken {
			below[page.Entry.Below] = page
		}
	}
	for _, page := range s.Pages {
		if len(below) == 0 || page.Entry.Kind != tree.KindPage || page.Lists() {
			continue
		}
		for dir := path.Dir(page.Entry.Below); dir != "/"; dir = path.Dir(dir) {
			if index := below[dir]; index != nil {
				if page.Doubtful = index.File.Broken; !index.Lists() {
					break
				}
				page.Member = membership{At: s.In(tree.JoinPath(s.Path, dir)), Kind: index.RawPage.Collection.Kind}
				break
			}
		}
	}
}

func (r *Website) resolveCollections() {
	r.Collections = map[string]*Collection{}
	for _, s := range r.Sites {
		for _, page := range s.Pages {
			if !page.Lists() || r.Routes[page.At] != page {
				continue
			}
			c := &Collection{
				Index: page, Settings: page.RawPage.Collection, Tagged: map[string]string{}, List: List{Path: page.Path},
			}
			r.Collections[page.At] = c
			s.Collections = append(s.Collections, c)
		}
	}
	for _, s := range r.Sites {
		for _, page := range s.Pages {
			if c := r.MemberOf(page); c != nil {
				c.All = append(c.All, page)
				r.checkEntryPath(c, page)
				r.collectTags(c, page)
			}
		}
	}
}

// CollectionAbove returns the collection that an address lies in, and what stands behind the address of the collection.
func (r *Website) CollectionAbove(address string) (c *Collection, rest string) {
	for at := strings.LastIndexByte(address, '/'); at > 0; at = strings.LastIndexByte(address[:at], '/') {
		if c := r.Collections[address[:at]]; c != nil {
			return c, address[at+1:]
		}
	}
	return nil, ""
}

// owns tells whether the list has pages or feeds of its own at an address below it.
func (c *Collection) owns(below string) bool {
	first, _, _ := strings.Cut(below, "/")
	return first == PageSegment || first == TagSegment && c.Settings.Tags ||
		c.Settings.Feed && slices.Contains(FeedNames, below)
}

func (r *Website) checkEntryPath(c *Collection, page *Page) {
	rest := strings.TrimPrefix(page.Path, c.Index.Path+"/")
	first, _, _ := strings.Cut(rest, "/")
	if c.owns(rest) {
		page.Deps.Error(page.File, "", "reserved-path",
			fmt.Sprintf("Give the file or its folder another name than %s.", first),
			"The address %s lies where the list %s has its own pages.", page.Path, c.Index.Path)
	}
}

// collectTags notes the tags of an entry. Tags with the same slug are one, written as its first entry has it.
func (r *Website) collectTags(c *Collection, page *Page) {
	for i, name := range page.RawPage.Tags {
		slug := TagSlug(name, page.Owner.Language)
		at := fmt.Sprintf("tags[%d]", i)
		switch known := c.Tagged[slug]; {
		case slices.Contains(page.Tags, slug):
			if strings.EqualFold(known, name) {
				page.Deps.Warn(page.File, at, "duplicate-tag", "Remove one of both.", "The tag %q is listed twice.", name)
				continue
			}
			fallthrough
		case known != "" && !strings.EqualFold(known, name):
			page.Deps.Error(page.File, at, "tag-clash", "Write one of them in other words.",
				"The tags %q and %q would have the same address: %s.", known, name, slug)
			continue
		case known == "":
			c.Tagged[slug] = name
		}
		page.Tags = append(page.Tags, slug)
	}
}

// TagSlug makes the address of a tag. Words without a Latin letter get a name that stays the same.
func TagSlug(name, language string) string {
	return cmp.Or(slug.Make(name, language), slug.Name("tag", name, language))
}

func (r *Website) arrange(c *Collection) {
	byTime := slices.DeleteFunc(slices.Clone(c.All), func(page *Page) bool { return !page.Shows() })
	slices.SortStableFunc(byTime, func(a, b *Page) int {
		return cmp.Or(b.order.Compare(a.order), strings.Compare(a.Path, b.Path))
	})
	c.ByTime, c.Entries = byTime, byTime
	if c.Settings.Kind == site.KindEvent {
		r.splitEvents(c)
	}
	tags := map[string]*List{}
	for i, page := range c.Entries {
		for _, slug := range page.Tags {
			t := tags[slug]
			if t == nil {
				t = &List{Path: c.Path + "/" + TagSegment + "/" + slug, Slug: slug, Tag: c.Tagged[slug]}
				tags[slug] = t
				c.Tags = append(c.Tags, t)
			}
			t.Entries = append(t.Entries, page)
			if i >= len(c.Entries)-c.Past {
				t.Past++
			}
		}
	}
	slices.SortFunc(c.Tags, func(a, b *List) int {
		return cmp.Or(len(b.Entries)-len(a.Entries), strings.Compare(a.Slug, b.Slug))
	})
	c.relate(tags)
}

// splitEvents puts the events that are to come first, the nearest before the others,
// and those that are over behind them.
func (r *Website) splitEvents(c *Collection) {
	upcoming := make([]*Page, 0, len(c.ByTime))
	var over []*Page
	for _, page := range c.ByTime {
		page.Past = !r.Clock(page.Site, &r.Deps).Before(page.over)
		if page.Past {
			over = append(over, page)
			continue
		}
		upcoming = append(upcoming, page)
	}
	slices.Reverse(upcoming)
	c.Entries, c.Past = append(upcoming, over...), len(over)
}

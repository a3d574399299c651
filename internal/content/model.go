package content

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// siteState is a site while it is resolved.
type siteState struct {
	id   string
	file *file
	raw  *site.Site
	out  *site.Site

	path  string   // empty where site.yaml does not tell a usable one
	space string   // see resolveSpaces
	hosts []string // as browsers send them
	// Whether the hosts are wrong, so that nobody knows where the site lives.
	displaced bool
	baseURL   string
	zone      *time.Location
	day       text.Day
	// How its words are set.
	typography text.Typography
	window     window // in which the site has any page
	phase      phase  // of the window now
	// The time of its announcement, and the phase of that now.
	announced    window
	announcedNow phase

	periods map[string]label // the words for periods of payment
	values  map[string]*value
	facts   entries[site.Fact]

	products     entries[site.Product]
	plans        entries[site.Plan]
	industries   entries[site.Industry]
	forms        entries[site.Form]
	blocks       entries[site.Section]
	people       entries[site.Person]
	images       entries[site.ImageNote] // by the path below the site
	testimonials entries[site.Testimonial]
	pages        []*pageState // hidden ones too, not-found pages not
	collections  []*collection
	wellKnown    []*media.File // what is served below /.well-known/
	// The site's own not-found page, and the one that is shown: its own, or the main
	// site's shown as its own.
	ownNotFound, notFound *pageState
	// Whether there is a not-found page under a name that is not read.
	misnamedNotFound bool
	terms            *pageState
	privacy          *pageState
	deps             dependencies
	usedDay          bool // whether some text shows the day
	usedYear         bool
	digest           [sha256.Size]byte // see id
}

// entries is a collection while it is resolved.
type entries[T any] struct {
	file *file // nil where the site has no such file
	// Whether there is such a file under a name that is not read.
	misnamed bool
	raw      *site.Collection[T]
	out      site.Collection[T]
}

// broken tells whether an entry may be missing because of a problem that is reported elsewhere.
func (e *entries[T]) broken() bool { return e.misnamed || e.file != nil && e.file.broken }

func (e *entries[T]) ids() []string { return e.raw.IDs() }

func (e *entries[T]) lacking() bool { return e.file == nil }

func (e *entries[T]) take(f *file) {
	e.file, e.raw = f, f.value.(*site.Collection[T])
}

// pageState is a page while it is resolved.
type pageState struct {
	site     *siteState // on which it is shown
	owner    *siteState // in whose folder it is written
	entry    found
	file     *file
	rawPage  *site.Page  // nil for legal documents
	rawLegal *site.Legal // nil for all others
	address
	out *site.Page
	entryState
	deps    dependencies
	anchors anchors
	parts   []part // its sections, hidden ones too, where some come and go; see kept
}

// entryState is what a page is in its collection, and what it shows of any.
type entryState struct {
	member membership
	// Whether the file that would say so of the folder has problems of its own.
	doubtful bool
	tags     []string  // the slugs of its tags
	order    time.Time // by which it stands in the collection
	over     time.Time // when an event is over
	past     bool      // whether it is
	place    int       // in the list
	found    int       // while related entries are looked for: which of those found it is
	card     *site.EntryCard
	asked    []askedEntries // sections that show entries
}

// address is where and when a page exists: what has to be known of all pages
// before the first of them is made.
type address struct {
	path   string // empty for not-found pages
	at     string // the path with its space, which nothing else has; empty for not-found pages
	window window
	phase  phase // of the window now
	// Whether another file claims the same address, so that a missing anchor proves nothing.
	contested bool
	findings
}

func newPage(s *siteState, entry found, f *file) *pageState {
	page := &pageState{site: s, owner: s, entry: entry, file: f}
	switch value := f.value.(type) {
	case *site.Legal:
		page.rawLegal = value
	case *site.Page:
		page.rawPage = value
	}
	return page
}

// shows tells whether visitors see the page now.
func (p *pageState) shows(r *resolver) bool {
	return r.options.Drafts || p.phase == phaseOpen
}

// collect makes sites and pages of the parsed files.
func (r *resolver) collect() {
	r.byID = map[string]*siteState{}
	for _, id := range r.tree.sites {
		s := &siteState{
			id: id, raw: &site.Site{}, zone: time.UTC,
			products:     entries[site.Product]{raw: new(site.Collection[site.Product])},
			plans:        entries[site.Plan]{raw: new(site.Collection[site.Plan])},
			industries:   entries[site.Industry]{raw: new(site.Collection[site.Industry])},
			forms:        entries[site.Form]{raw: new(site.Collection[site.Form])},
			blocks:       entries[site.Section]{raw: new(site.Collection[site.Section])},
			images:       entries[site.ImageNote]{raw: new(site.Collection[site.ImageNote])},
			people:       entries[site.Person]{raw: new(site.Collection[site.Person])},
			testimonials: entries[site.Testimonial]{raw: new(site.Collection[site.Testimonial])},
		}
		r.byID[id] = s
		r.siteIDs = append(r.siteIDs, id)
	}
	r.filePages = make([]*pageState, len(r.tree.list))
	for i, entry := range r.tree.list {
		s, f := r.byID[entry.site], r.tree.files[i]
		switch {
		case s == nil || f == nil:
		case entry.kind.isPage():
			r.filePages[i] = newPage(s, entry, f)
		default:
			s.take(f)
		}
	}
	for _, id := range r.siteIDs {
		// A site whose site.yaml could not even be read has its problem already.
		if s := r.byID[id]; s.file != nil {
			r.sites = append(r.sites, s)
		} else {
			r.lost = true
		}
	}
}

// suppress notes what is not there because of the name of its file, which is reported itself.
func (r *resolver) suppress() {
	for _, f := range r.tree.misnamed {
		s := r.byID[f.site]
		if s == nil {
			continue
		}
		switch f.kind {
		case kindProducts:
			s.products.misnamed = true
		case kindPlans:
			s.plans.misnamed = true
		case kindIndustries:
			s.industries.misnamed = true
		case kindForms:
			s.forms.misnamed = true
		case kindPeople:
			s.people.misnamed = true
		case kindImages:
			s.images.misnamed = true
		case kindTestimonials:
			s.testimonials.misnamed = true
		case kindBlocks:
			s.blocks.misnamed = true
		case kindNotFound:
			s.misnamedNotFound = true
		}
	}
}

// take notes a file of the site that is no page.
func (s *siteState) take(f *file) {
	switch f.kind {
	case kindSite:
		s.file, s.raw = f, f.value.(*site.Site)
	case kindProducts:
		s.products.take(f)
	case kindPlans:
		s.plans.take(f)
	case kindIndustries:
		s.industries.take(f)
	case kindForms:
		s.forms.take(f)
	case kindPeople:
		s.people.take(f)
	case kindImages:
		s.images.take(f)
	case kindTestimonials:
		s.testimonials.take(f)
	case kindBlocks:
		s.blocks.take(f)
	}
}

// dealPages gives the sites their pages.
func (r *resolver) dealPages() {
	for _, s := range r.byID {
		s.pages, s.terms, s.privacy, s.ownNotFound = nil, nil, nil, nil
	}
	for _, page := range r.filePages {
		if page == nil {
			continue
		}
		s := page.site
		switch page.entry.kind {
		case kindTerms:
			s.terms = page
		case kindPrivacy:
			s.privacy = page
		case kindNotFound:
			s.ownNotFound = page
			continue
		}
		s.pages = append(s.pages, page)
	}
}

// order puts the main site first and the others by space and path.
func (r *resolver) order() {
	slices.SortStableFunc(r.sites, func(a, b *siteState) int {
		if (a.path == "") != (b.path == "") { // sites without a usable path come last
			return strings.Compare(b.path, a.path)
		}
		return cmp.Or(strings.Compare(a.space, b.space), strings.Compare(a.path, b.path), strings.Compare(a.id, b.id))
	})
	if r.main != nil && r.main.path == "" {
		r.main = nil
	}
}

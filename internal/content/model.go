package content

import (
	"cmp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// siteState is a site while it is made.
type siteState struct {
	id    string
	entry found
	file  *file
	raw   *site.Site
	out   *site.Site

	path     string // empty where site.yaml does not tell a usable one
	baseURL  string
	zone     *time.Location
	today    string
	year     string
	usedDay  atomic.Bool // whether some text shows the day
	usedYear atomic.Bool
	window   window // in which the site has any page

	labels map[string]label
	values map[string]*value

	products   entries[site.Product]
	plans      entries[site.Plan]
	industries entries[site.Industry]
	forms      entries[site.Form]
	pages      []*pageState // hidden ones too, the not-found page not
	notFound   *pageState
	// Whether there is a not-found page under a name that is not read.
	misnamedNotFound bool
	terms            *pageState
	privacy          *pageState
	uses             uses
}

// entries is a collection while it is made.
type entries[T any] struct {
	file *file // nil where the site has no such file
	// Whether there is such a file under a name that is not read.
	misnamed bool
	raw      *site.Collection[T]
	out      site.Collection[T]
}

// broken tells whether an entry may be missing because of a problem that is told elsewhere.
func (e *entries[T]) broken() bool { return e.misnamed || e.file != nil && e.file.broken }

func (e *entries[T]) take(f *file) {
	e.file, e.raw = f, f.value.(*site.Collection[T])
}

// pageState is a page while it is made.
type pageState struct {
	site     *siteState // on which it is shown
	owner    *siteState // in whose folder it is written
	entry    found
	file     *file
	rawPage  *site.Page  // nil for legal documents
	rawLegal *site.Legal // nil for all others
	path     string      // empty for not-found pages
	window   window
	// Whether another file claims the same address, so that a missing anchor proves nothing.
	contested bool
	out       *site.Page
	uses      uses
	anchors   anchors
}

// shows tells whether visitors see the page now.
func (p *pageState) shows(r *run) bool {
	return r.options.Drafts || p.window.contains(r.now)
}

// collect sorts the decoded files into sites and pages.
func (r *run) collect(sites []string, list []found, files []*file) {
	r.byID = map[string]*siteState{}
	for _, id := range sites {
		s := &siteState{
			id: id, raw: &site.Site{}, zone: time.UTC,
			products:   entries[site.Product]{raw: new(site.Collection[site.Product])},
			plans:      entries[site.Plan]{raw: new(site.Collection[site.Plan])},
			industries: entries[site.Industry]{raw: new(site.Collection[site.Industry])},
			forms:      entries[site.Form]{raw: new(site.Collection[site.Form])},
		}
		r.byID[id] = s
		r.siteIDs = append(r.siteIDs, id)
	}
	for i, entry := range list {
		if s, f := r.byID[entry.site], files[i]; s == nil || f == nil {
			continue
		} else {
			s.take(entry, f)
		}
	}
	for _, id := range r.siteIDs {
		// A site whose site.yaml could not even be read has its problem already.
		if s := r.byID[id]; s.file != nil {
			r.sites = append(r.sites, s)
		} else {
			r.unsure = true
		}
	}
}

// excuse notes what is not there because of the name of its file.
func (r *run) excuse(misnamed []found) {
	r.excused = misnamed
	for _, f := range misnamed {
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
		case kindNotFound:
			s.misnamedNotFound = true
		}
	}
}

func (s *siteState) take(entry found, f *file) {
	page := &pageState{site: s, owner: s, entry: entry, file: f}
	switch entry.kind {
	case kindSite:
		s.entry, s.file, s.raw = entry, f, f.value.(*site.Site)
	case kindProducts:
		s.products.take(f)
	case kindPlans:
		s.plans.take(f)
	case kindIndustries:
		s.industries.take(f)
	case kindForms:
		s.forms.take(f)
	case kindTerms:
		page.rawLegal, s.terms = f.value.(*site.Legal), page
		s.pages = append(s.pages, page)
	case kindPrivacy:
		page.rawLegal, s.privacy = f.value.(*site.Legal), page
		s.pages = append(s.pages, page)
	case kindPage:
		page.rawPage = f.value.(*site.Page)
		s.pages = append(s.pages, page)
	case kindNotFound:
		page.rawPage, s.notFound = f.value.(*site.Page), page
	}
}

// order puts the main site first and the others by path.
func (r *run) order() {
	slices.SortStableFunc(r.sites, func(a, b *siteState) int {
		if (a.path == "") != (b.path == "") { // sites without a usable path come last
			return strings.Compare(b.path, a.path)
		}
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.id, b.id))
	})
	for _, s := range r.sites {
		if s.path == "/" && r.main == nil {
			r.main = s
		}
	}
}

// uses is what a piece of content needs and what was found in it.
type uses struct {
	findings
	icons    []site.Icon
	pictures []*picture
	links    []linkSlot
}

// take adds what another piece of content uses, without its problems and links.
func (u *uses) take(other *uses) {
	u.icons = append(u.icons, other.icons...)
	u.pictures = append(u.pictures, other.pictures...)
}

// scope is where a piece of content stands: it says what its words mean and
// who hears of its problems.
type scope struct {
	run   *run
	owner *siteState // in whose folder it is written: its texts, references and pictures
	file  *file
	shown *siteState // on which site visitors see it: its links
	page  *pageState // on which page; nil for what belongs to none
	uses  *uses
	// Names that are filled in when a mail is written, so that one brace on each side is right.
	filled []string
	// Whether a reference had no value since this was last set to false.
	gap bool
}

func (s *scope) at(at *place, code, message, hint string) {
	s.uses.add(s.file.doc.At(at.String(), code, message, hint))
}

func (s *scope) warn(at *place, code, message, hint string) {
	s.uses.add(s.file.doc.Warn(at.String(), code, message, hint))
}

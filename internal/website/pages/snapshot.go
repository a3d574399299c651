package pages

import (
	"sync"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// snapshot is one revision as it is served.
type snapshot struct {
	rev      *site.Revision
	entries  map[string]*entry // by path
	ordered  []*entry
	aliases  map[string]*site.Representation // redirects by path
	notFound []scopedEntry                   // the longest scope first
	lost     map[string]*entry               // the same by scope
	files    map[string]*encoding.Lazy       // images by address
	previous map[string]*encoding.Lazy       // images of the revision before, for pages still open
	forms    map[formName][]formPlace        // in the order of sites and pages
	mu       sync.Mutex
	made     map[string]*slot // documents and error pages, by name
}

type scopedEntry struct {
	scope string
	entry *entry
}

// newSnapshot makes the entries of a revision. What is the same value as before
// is taken over as it is, so that a publish costs little however many pages there are.
func newSnapshot(rev *site.Revision, before *snapshot) *snapshot {
	count := len(rev.Sites)
	for _, bundle := range rev.Sites {
		count += len(bundle.Pages)
	}
	next := &snapshot{
		rev:     rev,
		entries: make(map[string]*entry, count),
		ordered: make([]*entry, 0, count),
		aliases: map[string]*site.Representation{},
		lost:    map[string]*entry{},
		files:   map[string]*encoding.Lazy{},
		made:    map[string]*slot{},
		forms:   map[formName][]formPlace{},
	}
	if before != nil {
		next.previous = before.files
	}
	for _, bundle := range rev.Sites {
		for _, page := range bundle.Pages {
			e := before.entry(bundle.Site, page)
			next.placeForms(e)
			next.entries[page.Path] = e
			next.ordered = append(next.ordered, e)
		}
		if bundle.NotFound != nil {
			e := before.entry(bundle.Site, bundle.NotFound)
			next.lost[bundle.Site.Path] = e
			next.notFound = append(next.notFound, scopedEntry{scope: bundle.Site.Path, entry: e})
			next.ordered = append(next.ordered, e)
		}
		for from, to := range bundle.Aliases {
			next.aliases[from] = redirect(to, rev.ID)
		}
		for address, file := range bundle.Files {
			if before != nil && before.files[address] != nil {
				next.files[address] = before.files[address] // the name holds the hash of the bytes
				continue
			}
			next.files[address] = image(file)
		}
	}
	sortByScope(next.notFound)
	return next
}

// entry returns the entry of a page in the revision after this one.
func (s *snapshot) entry(owner *site.Site, page *site.Page) *entry {
	e := &entry{path: page.Path, site: owner, page: page}
	if s != nil {
		if old := s.find(e); old != nil {
			if old.site == owner && old.page == page {
				return old
			}
			e.inherit(old, s.rev.ID)
		}
	}
	e.forms = formsOf(e)
	return e
}

// find returns the entry of the page that has the same place, or nil.
func (s *snapshot) find(e *entry) *entry {
	if e.path != "" {
		return s.entries[e.path]
	}
	return s.lost[e.site.Path]
}

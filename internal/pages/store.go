// Package pages holds what is served: every page of the current revision as
// prepared bytes.
//
// # A page's life
//
// [Store.Publish] takes a revision and makes an entry per page: the page's
// data ({"site": …, "page": …}, the contract of GET /api/pages) and the hash
// of all that goes into its HTML. An entry whose hash is that of the revision
// before keeps what was rendered then. Everything else is rendered when
// somebody asks for it, once however many ask, and by a warm-up in the
// background. From then on a request picks bytes.
//
// # When rendering goes wrong
//
// The last good HTML of the page stays. Where there is none, the answer is the
// error page with status 500, which carries the page's data, so that the
// browser tries to draw it. Other pages never notice. After a pause, longer
// with every failure, the next request tries again.
//
// # Forms without scripts
//
// The answer to a native form post is the page that the form stands on, drawn
// in the state of that form ([site.FormState]): its data has "form" beside site
// and page. What was refused is drawn for its visitor alone, a few at a time
// (see gate); what was stored is drawn once per page and form with a
// placeholder, which each request replaces by its reference. Such pages carry
// no script and no data, and nobody keeps them. When the templates cannot draw
// one, a form made here takes its place: what was typed is not lost.
//
// # Dates
//
// A revision says until when it is right ([site.Revision.ValidUntil]). A
// request after that moment first has the revision renewed, so that no page
// shows yesterday's date, cached or not.
package pages

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/evenlight/marquee/internal/coding"
	"github.com/evenlight/marquee/internal/site"
)

// Renderer draws the root element of a page from its data.
type Renderer interface {
	Render(ctx context.Context, path string, data []byte) (html string, err error)
	// Size is how many pages it draws at once.
	Size() int
}

// Assets gives built and generated files by their address, nil for unknown ones.
type Assets interface {
	Get(address string) *site.Representation
}

// Client is what a document loads to become interactive.
type Client struct {
	// Address and subresource integrity of the module that starts it.
	Script, Integrity string
	// Addresses of the modules that it imports at once.
	Preloads []string
}

// Options says how pages are made. All fields are required but Renew and Rendered.
type Options struct {
	Renderer Renderer
	Assets   Assets
	Client   Client
	// The clock; moved by tests.
	Now func() time.Time
	// Publishes the revision of this moment, when the one that is served has run out.
	Renew func(context.Context)
	// Called after every rendering with how long it took, waiting for a place
	// included, and its error; for metrics.
	Rendered func(took time.Duration, err error)
	Logger   *slog.Logger
}

// Store is what is served. It is safe for concurrent use.
type Store struct {
	options Options
	current atomic.Pointer[snapshot]

	publishing sync.Mutex
	stopWarmUp context.CancelFunc
	warmedUp   <-chan struct{} // closed when the last warm-up has ended
	warmUps    sync.WaitGroup

	gate    gate
	drawing singleflight.Group // of confirmations
}

// snapshot is one revision as it is served.
type snapshot struct {
	rev      *site.Revision
	entries  map[string]*entry // by path
	ordered  []*entry
	aliases  map[string]*site.Representation // redirects by path
	notFound []scopedEntry                   // the longest scope first
	files    map[string]*coding.Lazy         // images by address
	previous map[string]*coding.Lazy         // images of the revision before, for pages still open
	forms    map[formName][]formPlace        // in the order of sites and pages
	mu       sync.Mutex
	made     map[string]*site.Representation // documents and error pages, by name
}

type scopedEntry struct {
	scope string
	entry *entry
}

// NewStore prepares an empty store.
func NewStore(options Options) *Store {
	none := make(chan struct{})
	close(none)
	return &Store{options: options, stopWarmUp: func() {}, warmedUp: none, gate: newGate(options.Renderer.Size())}
}

// Revision returns the revision that is served; nil before the first.
func (s *Store) Revision() *site.Revision {
	if snapshot := s.current.Load(); snapshot != nil {
		return snapshot.rev
	}
	return nil
}

// Pages returns how many pages the revision has, not-found pages included, and
// how many of them are rendered.
func (s *Store) Pages() (rendered, all int) {
	snapshot := s.current.Load()
	if snapshot == nil {
		return 0, 0
	}
	for _, e := range snapshot.ordered {
		if e.rendered.Load() != nil {
			rendered++
		}
	}
	return rendered, len(snapshot.ordered)
}

// Publish makes the revision the one that is served, and starts to render its
// changed pages in the background.
func (s *Store) Publish(rev *site.Revision) error {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	next, err := s.snapshot(rev, s.current.Load())
	if err != nil {
		return fmt.Errorf("publish revision %s: %w", rev.ID, err)
	}
	s.current.Store(next)
	s.startWarmUp(next)
	return nil
}

// Close ends the warm-up.
func (s *Store) Close() {
	s.publishing.Lock()
	s.stopWarmUp()
	s.publishing.Unlock()
	s.warmUps.Wait()
}

func (s *Store) snapshot(rev *site.Revision, before *snapshot) (*snapshot, error) {
	next := &snapshot{
		rev:     rev,
		entries: map[string]*entry{},
		aliases: map[string]*site.Representation{},
		files:   map[string]*coding.Lazy{},
		made:    map[string]*site.Representation{},
		forms:   map[formName][]formPlace{},
	}
	if before != nil {
		next.previous = before.files
	}
	for _, bundle := range rev.Sites {
		settings, err := json.Marshal(bundle.Site)
		if err != nil {
			return nil, fmt.Errorf("encode site %s: %w", bundle.Site.ID, err)
		}
		for _, page := range bundle.Pages {
			e, err := s.newEntry(next, bundle.Site, settings, page, before)
			if err != nil {
				return nil, err
			}
			next.placeForms(e)
			next.entries[page.Path] = e
			next.ordered = append(next.ordered, e)
		}
		if bundle.NotFound != nil {
			e, err := s.newEntry(next, bundle.Site, settings, bundle.NotFound, before)
			if err != nil {
				return nil, err
			}
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
	return next, nil
}

func (s *Store) newEntry(owner *snapshot, settings *site.Site, encoded []byte, page *site.Page, before *snapshot) (*entry, error) {
	body, err := json.Marshal(page)
	if err != nil {
		return nil, fmt.Errorf("encode page %s: %w", page.Path, err)
	}
	data := make([]byte, 0, len(encoded)+len(body)+24)
	data = append(append(append(append(append(data, `{"site":`...), encoded...), `,"page":`...), body...), '}')
	e := &entry{path: page.Path, site: settings, page: page, data: data, hash: sha256.Sum256(data), revision: owner.rev.ID, sent: &confirmations{}}
	if old := before.find(e); old != nil {
		e.inherit(old)
	}
	return e, nil
}

// find returns the entry of the page that had the same place, or nil.
func (s *snapshot) find(e *entry) *entry {
	if s == nil {
		return nil
	}
	if e.path != "" {
		return s.entries[e.path]
	}
	for _, scoped := range s.notFound {
		if scoped.scope == e.site.Path {
			return scoped.entry
		}
	}
	return nil
}

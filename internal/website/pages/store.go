// Package pages holds what is served: every page of the current revision as
// prepared bytes.
//
// # A page's life
//
// [Store.Publish] takes a revision and makes an entry per page, or takes over
// that of the revision before where site and page are the same values: a
// publish touches only what changed. When an entry is needed for the first time
// its edition is found: the page's data ({"site": …, "page": …}, the contract of
// GET /api/pages) and the key, a hash of all that goes into its HTML. Who has the
// key of the revision before keeps what was rendered then. Everything else is
// rendered when somebody asks for it, once however many ask, and by a warm-up in
// the background, which begins with nothing while a visitor waits. From then on
// a request picks bytes.
//
// Which revision an answer names is decided when it is asked for (see
// slot.named): most answers outlive many revisions.
//
// # Memory
//
// Prepared answers stay in memory up to [Options.Memory] bytes; of more, those
// that were asked for lately stay (see shelf). The rest is taken out of
// [Options.Cache] again, where there is one, or rendered again. Data is made when
// it is needed. So a large website holds little more than its content.
//
// # The cache
//
// Every rendered page goes to the cache under its key. After a restart nothing
// is rendered that is there, and the warm-up only looks whether it is. Answers
// to forms and error pages never go there.
//
// # When rendering goes wrong
//
// The last good HTML of the page stays. Where there is none, the answer is the
// error page with status 500, which carries the page's data, so that the
// browser tries to draw it. Other pages never notice. After a pause, longer
// with every failure, the next request tries again, or the warm-up does.
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
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

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

// Options says how pages are made. Renderer, Assets, Now and Logger are required.
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
	// Called when the warm-up has come to its end; it waits for the call.
	Warmed func(WarmUp)
	Logger *slog.Logger

	// Keeps rendered pages between starts. Left out, they are in memory only.
	Cache Cache
	// What renders, beside the data: the templates and the program. Pages in the
	// cache that something else rendered are not used. Required with Cache.
	Identity string
	// Bytes of prepared answers that stay in memory. Default 12 MiB.
	Memory int64
	// Leaves out the warm-up: pages are rendered when they are asked for.
	OnDemand bool
}

const (
	defaultMemory = 12 << 20
	// For how many sites the settings are kept as JSON, which every page of theirs has.
	keptSettings = 64
)

// Store is what is served. It is safe for concurrent use.
type Store struct {
	options Options
	current atomic.Pointer[snapshot]
	shelf   shelf
	// The JSON of sites' settings.
	settings *lru.Cache[*site.Site, []byte]
	recalled atomic.Int64

	publishing sync.Mutex
	agenda     *agenda
	visitors   precedence
	stopWarmUp context.CancelFunc // nil until the warm-up was started
	warmUps    sync.WaitGroup

	gate    gate
	drawing singleflight.Group // of confirmations
}

// NewStore prepares an empty store.
func NewStore(options Options) *Store {
	settings, err := lru.New[*site.Site, []byte](keptSettings)
	if err != nil {
		panic(err) // only a size below one is refused
	}
	if options.Memory == 0 {
		options.Memory = defaultMemory
	}
	return &Store{
		options: options, settings: settings, shelf: shelf{limit: options.Memory},
		agenda: newAgenda(options.Now), gate: newGate(options.Renderer.Size()),
	}
}

// Revision returns the revision that is served; nil before the first.
func (s *Store) Revision() *site.Revision {
	if snapshot := s.current.Load(); snapshot != nil {
		return snapshot.rev
	}
	return nil
}

// Pages returns how many pages the revision has, not-found pages included, and
// how many of them are ready, in memory or in the cache.
func (s *Store) Pages() (ready, all int) {
	snapshot := s.current.Load()
	if snapshot == nil {
		return 0, 0
	}
	for _, e := range snapshot.ordered {
		if e.drawn() {
			ready++
		}
	}
	return ready, len(snapshot.ordered)
}

// Recalled returns how many pages were taken out of the cache.
func (s *Store) Recalled() int64 { return s.recalled.Load() }

// Held returns how many bytes the prepared answers have in memory.
func (s *Store) Held() int64 { return s.shelf.held() }

// Publish makes the revision the one that is served, and starts to render its
// changed pages in the background. A site or page that is the same value as in
// the revision before must not have changed.
func (s *Store) Publish(rev *site.Revision) error {
	if len(rev.Sites) == 0 {
		return fmt.Errorf("publish revision %s: it has no site", rev.ID)
	}
	s.publishing.Lock()
	defer s.publishing.Unlock()
	before := s.current.Load()
	next := newSnapshot(rev, before)
	s.current.Store(next)
	s.forget(before, next)
	if s.options.OnDemand {
		return nil
	}
	s.agenda.begin(next)
	if s.stopWarmUp == nil {
		s.startWarmUp()
	}
	return nil
}

// forget drops what was made of pages that are gone, and of the revision as a whole.
func (s *Store) forget(before, next *snapshot) {
	if before == nil {
		return
	}
	before.mu.Lock()
	for _, place := range before.made {
		s.shelf.drop(place)
	}
	before.mu.Unlock()
	for _, e := range before.ordered {
		if known := e.edition.Load(); known != nil && next.find(e) == nil {
			s.retire(known)
		}
	}
}

// Close ends the warm-up, after the pages that it is just rendering. What was
// published can still be asked for.
func (s *Store) Close() {
	s.publishing.Lock()
	if s.stopWarmUp != nil {
		s.stopWarmUp()
	}
	s.publishing.Unlock()
	s.warmUps.Wait()
}

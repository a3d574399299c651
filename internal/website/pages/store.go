// Package pages holds what is served: every page of the current revision as prepared bytes.
//
// [Store.Publish] takes a revision and makes a snapshot of it, which has a page per path. Where site and page are the
// same values as in the revision before, the page is taken over, so a publish touches only what changed.
//
// A page has a key: the hash of everything that goes into its HTML, its data (the answer of GET /api/pages) among it.
// What was rendered under the same key is used again, whatever revision it comes from. Everything else is rendered
// when somebody asks for it, once however many ask, or before that by the warm-up, which pauses while a visitor waits.
//
// Prepared answers stay in memory up to [Options.Memory] bytes; those that were not asked for longest are evicted
// first. Rendered pages also go to [Options.Cache]. Answers to forms and error pages never go there. What is made of
// all pages, such as the sitemap, stays as long as its snapshot.
//
// # When rendering fails
//
// The version that could be rendered last is the answer: the page's fallback. Where there is none, the answer is the
// error page with status 500, which carries the page's data, so that the browser tries to render it. After a pause,
// longer with every failure, the next request tries again.
//
// # Forms without scripts
//
// The answer to a native form post is the page that the form stands on, rendered in the state of that form
// ([site.FormState]). What was refused is rendered for its visitor alone; what was stored is rendered once per page
// and form with a placeholder, which each request replaces by its reference. When they cannot be rendered, a form made
// here takes their place: what was typed is not lost.
package pages

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/evenlight/marquee/internal/site"
)

// Renderer renders the root element of a page from its data.
type Renderer interface {
	Render(ctx context.Context, path string, data []byte) (html string, err error)
	// Size is how many pages it renders at once.
	Size() int
}

// Assets gives files by their address, nil for unknown ones: those that the revision does not have itself.
type Assets interface {
	Get(address string) *site.Representation
}

// Cache stores rendered pages between starts. It may lose any of them at any
// time, and must never return another value than was put.
type Cache interface {
	// Get returns the value of a key, or nil.
	Get(key Key) []byte
	// Has reports whether Get would return something, as far as can be seen quickly.
	Has(key Key) bool
	// Put stores a value, or forgets it.
	Put(key Key, value []byte)
}

// Options says how pages are made. Renderer, Assets, Now and Logger are required.
type Options struct {
	Renderer Renderer
	Assets   Assets
	Client   site.Client
	// The clock; moved by tests.
	Now func() time.Time
	// Publishes the revision of this moment, when the one that is served has run out.
	Refresh func(context.Context)
	// Called after every rendering with how long it took, waiting for a free
	// machine included, and its error; for metrics. Several goroutines call it at once.
	Rendered func(took time.Duration, err error)
	// Called when the warm-up has gone through the pages of a revision, unless a newer one
	// came before. [Store.Close] waits for it.
	Warm   func()
	Logger *slog.Logger

	// Stores rendered pages between starts. Left out, they are in memory only.
	Cache Cache
	// What renders, beside the data: the templates and the program. Pages in the
	// cache that something else rendered are not used. Required with Cache.
	Identity string
	// Bytes of prepared answers that stay in memory. The warm-up fills all of it, or with a
	// Cache a quarter. Default: 64 MiB.
	Memory int64
	// Leaves out the warm-up: pages are rendered when they are asked for.
	OnDemand bool
}

const (
	defaultMemory = 64 << 20
	// How many answers to native form posts are rendered at once at most: pages that are rendered for one visitor alone
	// must not take the renderer from those that are rendered once for all.
	formRenders = 2
)

// Store is what is served. It is safe for concurrent use.
type Store struct {
	options  Options
	current  atomic.Pointer[snapshot]
	memory   *memory
	recalled atomic.Int64

	publishing sync.Mutex
	stopWarmUp context.CancelFunc // nil before the first
	warmUps    sync.WaitGroup
	waiting    atomic.Int64 // requests that wait for a page or a file to be made

	// Places at the renderer that the warm-up may take, and answers to forms.
	ahead, forms *semaphore.Weighted
}

// NewStore prepares an empty store.
func NewStore(options Options) *Store {
	options.Memory = cmp.Or(options.Memory, defaultMemory)
	// Forms leave one of the renderer's places free where there is more than one: a page
	// that never ends takes a place for long. The warm-up leaves two: the renderer has one
	// more than there are processors, and a visitor's page needs a processor of its own.
	size := int64(options.Renderer.Size())
	return &Store{
		options: options, memory: newMemory(options.Memory),
		ahead: semaphore.NewWeighted(max(1, size-2)), forms: semaphore.NewWeighted(min(formRenders, max(1, size-1))),
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
// how many of them are rendered, in memory or in the cache.
func (s *Store) Pages() (rendered, all int) {
	snapshot := s.current.Load()
	if snapshot == nil {
		return 0, 0
	}
	for _, p := range snapshot.ordered {
		if p.rendered.Load() {
			rendered++
		}
	}
	return rendered, len(snapshot.ordered)
}

// Recalled returns how many pages were taken out of the cache.
func (s *Store) Recalled() int64 { return s.recalled.Load() }

// Held returns how many bytes the prepared answers have in memory.
func (s *Store) Held() int64 { return s.memory.bytes.Load() }

// Publish makes the revision the one that is served, and starts to render its changed pages in the background. A site
// or page that is the same value as in the revision before must not have changed.
func (s *Store) Publish(rev *site.Revision) error {
	if len(rev.Sites) == 0 {
		return fmt.Errorf("publish revision %s: it has no site", rev.ID)
	}
	s.publishing.Lock()
	defer s.publishing.Unlock()
	next := newSnapshot(rev, s.current.Load())
	s.current.Store(next)
	if s.options.OnDemand {
		return nil
	}
	if s.stopWarmUp != nil {
		s.stopWarmUp()
	}
	pending := slices.DeleteFunc(slices.Clone(next.ordered), func(p *page) bool { return p.rendered.Load() })
	ctx, cancel := context.WithCancel(context.Background())
	s.stopWarmUp = cancel
	s.warmUps.Go(func() { s.warmUp(ctx, next, pending) })
	return nil
}

// Live returns the revision that is served, and for each of its sites, by its id, a hash of what visitors and programs
// get of it: of its content, and of the program that renders it.
func (s *Store) Live() (revision string, sites map[string]string) {
	sites = map[string]string{}
	snapshot := s.current.Load()
	if snapshot == nil {
		return "", sites
	}
	for _, bundle := range snapshot.rev.Sites {
		hash := sha256.Sum256(fmt.Appendf(nil, "%s %s %+v", bundle.ID, s.options.Identity, s.options.Client))
		sites[bundle.Site.ID] = hex.EncodeToString(hash[:8])
	}
	return snapshot.rev.ID, sites
}

// Close ends the warm-up, after the pages that it is just rendering. What was published can still be asked for.
func (s *Store) Close() {
	s.publishing.Lock()
	if s.stopWarmUp != nil {
		s.stopWarmUp()
	}
	s.publishing.Unlock()
	s.warmUps.Wait()
}

// warmUp makes the stylesheets of a snapshot, without which no page shows, and renders its pages ahead of visitors,
// several at once, until the context ends. It begins with no page as long as a visitor waits for one or for a file, and
// a page that fails is tried again when somebody asks for it.
func (s *Store) warmUp(ctx context.Context, owner *snapshot, pending []*page) {
	began := s.options.Now()
	for _, bundle := range owner.rev.Sites {
		if ctx.Err() != nil {
			return
		}
		s.Asset(bundle.Site.Assets.Stylesheet)
	}
	var all sync.WaitGroup
	for _, p := range pending {
		for s.waiting.Load() > 0 && ctx.Err() == nil {
			time.Sleep(2 * time.Millisecond)
		}
		// All warm-ups share the places: the one before may still be at its last pages.
		if s.ahead.Acquire(ctx, 1) != nil {
			break
		}
		all.Go(func() {
			defer s.ahead.Release(1)
			s.prepare(ctx, owner, p)
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return
	}
	if len(pending) > 0 {
		ready, pages := s.Pages()
		s.options.Logger.Info("pages are warm", "revision", owner.rev.ID, "pages", pages, "ready", ready,
			"took", s.options.Now().Sub(began).Round(time.Millisecond))
	}
	if s.options.Warm != nil {
		s.options.Warm()
	}
}

// prepare makes a page ready that nobody has asked for. It evicts nothing from
// memory; where neither memory nor cache can store the page, it is left alone.
func (s *Store) prepare(ctx context.Context, owner *snapshot, p *page) {
	defer func() {
		// A panic costs the page its place in the warm-up, not the process: who asks
		// for the page meets it again, where it is answered.
		if cause := recover(); cause != nil {
			s.options.Logger.Error("panic while rendering ahead", "path", p.address(),
				"cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
		}
	}()
	if !p.rendering.TryLock() {
		return // somebody else renders it just now
	}
	defer p.rendering.Unlock()
	if p.rendered.Load() {
		return
	}
	key, err := s.keyOf(p)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", p.address(), "revision", owner.rev.ID, "error", err)
		return
	}

	limit, cache := s.options.Memory, s.options.Cache
	if cache != nil {
		limit /= 4 // reading a page from the disk takes a millisecond: most of memory is for what is asked for
	}
	n, room := entryKey{key, "html"}, s.memory.room(limit)
	known := room && s.stored(key, owner.rev.ID) != nil ||
		!room && (s.memory.find(n) != nil || cache != nil && cache.Has(key))
	switch {
	case known:
		s.settle(p)
		return
	case !room && cache == nil, s.options.Now().Before(p.failures.until):
		return
	}
	r, err := s.render(ctx, p, key)
	if err != nil {
		s.noteFailure(owner, p, err)
		return
	}
	if room {
		s.memory.put(n, r)
	}
	s.settle(p)
}

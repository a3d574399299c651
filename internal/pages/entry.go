package pages

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/coding"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// Browsers and CDNs keep pages and ask each time whether they still hold.
	revalidate = "public, max-age=0, must-revalidate"
	noStore    = "no-store"
	htmlType   = "text/html; charset=utf-8"
	jsonType   = "application/json; charset=utf-8"

	// How long one page may take, waiting for a free machine included.
	renderLimit = 30 * time.Second
	// How long a page that failed is left alone: at first, and at most. The
	// pause doubles with every failure, so that a page that never ends does not
	// keep a renderer's place from others.
	firstPause   = 2 * time.Second
	longestPause = time.Minute
)

// entry is one page of a snapshot.
type entry struct {
	path     string // empty for not-found pages
	site     *site.Site
	page     *site.Page
	data     []byte
	hash     [32]byte
	revision string
	forms    []formPlace
	sent     *confirmations

	rendered atomic.Pointer[site.Representation]
	encoded  atomic.Pointer[site.Representation]
	// What to fall back on. Atomic, because a new revision asks for it while
	// the page may be in the middle of being rendered.
	lastGood atomic.Pointer[site.Representation]

	mu      sync.Mutex // held while rendering
	failure *site.Representation
	pause   time.Duration // after the last failure
	retryAt time.Time
}

// inherit takes over what was rendered for the same page before: all of it
// where nothing changed, else only to fall back on.
func (e *entry) inherit(old *entry) {
	// In this order: a page that is rendered meanwhile is stored before what
	// it falls back on is dropped.
	good := old.lastGood.Load()
	if ready := old.rendered.Load(); ready != nil {
		good = ready
	}
	if old.hash == e.hash {
		e.sent = old.sent
	}
	if good != nil && old.hash == e.hash && old.rendered.Load() == good {
		renewed := *good
		renewed.Revision = e.revision
		e.rendered.Store(&renewed)
	}
	e.lastGood.Store(good)
}

// html returns the page as a document, rendering it where that was not done yet.
func (s *Store) html(ctx context.Context, e *entry) *site.Representation {
	if ready := e.rendered.Load(); ready != nil {
		return ready
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if ready := e.rendered.Load(); ready != nil {
		return ready
	}
	if e.failure != nil && s.options.Now().Before(e.retryAt) {
		return e.failure
	}
	// One visitor's hurry must not end the work that others wait for.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderLimit)
	defer cancel()
	started := time.Now()
	root, err := s.options.Renderer.Render(limited, e.location(), e.data)
	if s.options.Rendered != nil {
		s.options.Rendered(time.Since(started), err)
	}
	if err != nil {
		return s.fallback(e, err)
	}
	status := http.StatusOK
	if e.path == "" {
		status = http.StatusNotFound
	}
	ready := s.document(e, status, root, false)
	e.failure = nil
	e.rendered.Store(ready)
	e.lastGood.Store(nil)
	return ready
}

// location is the path that templates believe to be at. Not-found pages serve
// many paths and must not show any of them.
func (e *entry) location() string {
	if e.path == "" {
		return e.site.Path
	}
	return e.path
}

func (s *Store) fallback(e *entry, err error) *site.Representation {
	attributes := []any{"path", e.location(), "revision", e.revision, "error", err}
	if traced, ok := err.(interface{ Trace() string }); ok {
		attributes = append(attributes, "stack", traced.Trace())
	}
	s.options.Logger.Error("page could not be rendered", attributes...)
	e.pause = min(max(firstPause, 2*e.pause), longestPause)
	e.retryAt = s.options.Now().Add(e.pause)
	if good := e.lastGood.Load(); good != nil {
		e.failure = good
		return good
	}
	body := errorBody(e.site, http.StatusInternalServerError, e.location())
	e.failure = s.document(e, http.StatusInternalServerError, body, true)
	return e.failure
}

// document wraps the root element's HTML into a whole document.
func (s *Store) document(e *entry, status int, root string, clientRenders bool) *site.Representation {
	shell := shellData{
		Site: e.site, Head: e.page.Head, Client: s.options.Client, Root: root, Data: e.data, ClientRenders: clientRenders,
	}
	r := &site.Representation{
		Status: status, ContentType: htmlType, CacheControl: revalidate, Revision: e.revision, Body: shell.render(),
		Link: "<" + e.site.Assets.Stylesheet + ">; rel=preload; as=style",
	}
	if status >= http.StatusInternalServerError {
		r.CacheControl = noStore
	}
	coding.Prepare(r, coding.Fast)
	return r
}

// json returns the page's data.
func (e *entry) json() *site.Representation {
	if ready := e.encoded.Load(); ready != nil {
		return ready
	}
	r := &site.Representation{Status: http.StatusOK, ContentType: jsonType, CacheControl: revalidate, Revision: e.revision, Body: e.data}
	coding.Prepare(r, coding.Fast)
	e.encoded.Store(r)
	return r
}

package pages

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
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

// entry is one page of one or more revisions that follow each other.
type entry struct {
	path  string // empty for not-found pages
	site  *site.Site
	page  *site.Page
	forms []formPlace

	edition atomic.Pointer[edition] // nil until somebody needs it
	before  atomic.Pointer[lineage] // nil when there is nothing to fall back on, or no need
}

// lineage is what the page was in the revisions before.
type lineage struct {
	// As it was in the last one, drawn or not; its edition is nil when nobody had needed it.
	last ancestor
	// As it was when it could be drawn last, as far as was known at the publish.
	good ancestor
}

// ancestor is a former edition, and the last revision that had it.
type ancestor struct {
	edition  *edition
	revision string
}

func (l *lineage) editions() [2]*edition { return [2]*edition{l.last.edition, l.good.edition} }

// inherit notes what the same page was in the revision before.
func (e *entry) inherit(old *entry, revision string) {
	// In this order: a page that is drawn meanwhile is marked before what it
	// falls back on is dropped.
	older := old.before.Load()
	now := &lineage{last: ancestor{old.edition.Load(), revision}}
	switch {
	case now.last.edition != nil && now.last.edition.drawn.Load():
		now.good = now.last
	case older != nil:
		now.good = older.good
		if now.last.edition == nil {
			now.last = older.last
		}
	}
	if now.editions() != [2]*edition{} {
		e.before.Store(now)
	}
}

// location is the path that templates believe to be at. Not-found pages serve
// many paths and must not show any of them.
func (e *entry) location() string {
	if e.path == "" {
		return e.site.Path
	}
	return e.path
}

// drawn reports whether the page is known to be in memory or in the cache.
func (e *entry) drawn() bool {
	known := e.edition.Load()
	return known != nil && known.drawn.Load()
}

// html returns the page as a document.
func (s *Store) html(ctx context.Context, owner *snapshot, e *entry) *site.Representation {
	if known := e.edition.Load(); known != nil {
		if ready := known.html.get(); ready != nil {
			return known.html.named(ready, owner.rev.ID)
		}
	}
	return s.fetch(ctx, owner, e)
}

// fetch takes the page out of the cache, or draws it.
func (s *Store) fetch(ctx context.Context, owner *snapshot, e *entry) *site.Representation {
	s.visitors.enter()
	defer s.visitors.leave()
	known, data, err := s.editionOf(e)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", e.location(), "revision", owner.rev.ID, "error", err)
		return s.errorPage(owner, http.StatusInternalServerError, e.location())
	}
	known.mu.Lock()
	defer known.mu.Unlock()
	ready := known.html.get()
	if ready == nil {
		if ready = s.recall(e, known); ready != nil {
			s.shelf.put(&known.html, ready)
		}
	}
	if ready == nil {
		if s.options.Now().Before(known.retryAt) {
			return s.instead(owner, e, known)
		}
		if ready, err = s.draw(ctx, e, known, data); err != nil {
			s.noteFailure(owner, e, known, err)
			return s.instead(owner, e, known)
		}
		s.shelf.put(&known.html, ready)
	}
	s.settle(e, known)
	return known.html.named(ready, owner.rev.ID)
}

// draw renders the page and hands it to the cache. The caller holds the
// edition's lock, so that a page is rendered once, however many ask. The data
// is the page's, or nil where it is still to be made.
func (s *Store) draw(ctx context.Context, e *entry, known *edition, data []byte) (_ *site.Representation, err error) {
	if data == nil {
		if data, err = s.data(e); err != nil {
			return nil, err
		}
	}
	// One visitor's hurry must not end the work that others wait for.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderLimit)
	defer cancel()
	root, err := s.render(limited, e.location(), data)
	if err != nil {
		return nil, err
	}
	ready := known.document()
	ready.Body = s.shell(e, root, data).render()
	encoding.Prepare(ready, encoding.Fast)
	snug(ready)
	known.pause, known.retryAt = 0, time.Time{}
	s.shelf.drop(&known.failure)
	s.keep(known, ready)
	known.drawn.Store(true)
	return ready, nil
}

func (s *Store) render(ctx context.Context, path string, data []byte) (string, error) {
	started := time.Now()
	root, err := s.options.Renderer.Render(ctx, path, data)
	if s.options.Rendered != nil {
		s.options.Rendered(time.Since(started), err)
	}
	return root, err
}

// document returns the answer that has the page's document, yet without its bytes.
func (known *edition) document() *site.Representation {
	return &site.Representation{Status: known.status, ContentType: htmlType, CacheControl: revalidate, Link: known.link}
}

func (s *Store) noteFailure(owner *snapshot, e *entry, known *edition, err error) {
	attributes := []any{"path", e.location(), "revision", owner.rev.ID, "error", err}
	if traced, ok := err.(interface{ Trace() string }); ok {
		attributes = append(attributes, "stack", traced.Trace())
	}
	s.options.Logger.Error("page could not be rendered", attributes...)
	known.pause = min(max(firstPause, 2*known.pause), longestPause)
	known.retryAt = s.options.Now().Add(known.pause)
}

// instead returns what is shown while a page cannot be drawn: as it was when it
// could, or else the error page with the page's data, from which the browser
// tries to draw it.
func (s *Store) instead(owner *snapshot, e *entry, known *edition) *site.Representation {
	if before := e.before.Load(); before != nil {
		// The last may have been drawn since.
		for _, old := range []ancestor{before.last, before.good} {
			if ready := s.former(e, old, known); ready != nil {
				return ready
			}
		}
	}
	ready := known.failure.get()
	if ready == nil {
		data, err := s.data(e)
		if err != nil {
			return s.errorPage(owner, http.StatusInternalServerError, e.location())
		}
		shell := s.shell(e, errorBody(e.site, http.StatusInternalServerError, e.location()), data)
		shell.ClientRenders = true
		ready = known.document()
		ready.Status, ready.CacheControl, ready.Body = http.StatusInternalServerError, noStore, shell.render()
		encoding.Prepare(ready, encoding.Fast)
		snug(ready)
		s.shelf.put(&known.failure, ready)
	}
	return known.failure.named(ready, owner.rev.ID)
}

// former returns what a page was, where that can still be had; else nil.
func (s *Store) former(e *entry, old ancestor, now *edition) *site.Representation {
	if old.edition == nil || old.edition == now || !old.edition.drawn.Load() {
		return nil
	}
	ready := old.edition.html.get()
	if ready == nil {
		if ready = s.recall(e, old.edition); ready == nil {
			return nil
		}
		s.shelf.put(&old.edition.html, ready)
	}
	return old.edition.html.named(ready, old.revision)
}

// json returns the page's data.
func (s *Store) json(owner *snapshot, e *entry) *site.Representation {
	if known := e.edition.Load(); known != nil {
		if ready := known.data.get(); ready != nil {
			return known.data.named(ready, owner.rev.ID)
		}
	}
	data, err := s.data(e)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", e.location(), "revision", owner.rev.ID, "error", err)
		return s.errorPage(owner, http.StatusInternalServerError, e.location())
	}
	ready := &site.Representation{Status: http.StatusOK, ContentType: jsonType, CacheControl: revalidate, Revision: owner.rev.ID, Body: data}
	encoding.Prepare(ready, encoding.Fast)
	snug(ready)
	if known, _, err := s.editionOf(e); err == nil {
		s.shelf.put(&known.data, ready)
	}
	return ready
}

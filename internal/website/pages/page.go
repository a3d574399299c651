package pages

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

const (
	noStore   = "no-store"
	htmlType  = "text/html; charset=utf-8"
	jsonType  = "application/json; charset=utf-8"
	plainType = "text/plain; charset=utf-8"
	// RFC 7763.
	markdownType = "text/markdown; charset=utf-8"

	// How long one page may take, waiting for a free machine included.
	renderLimit = 30 * time.Second
	// How long a page that failed is left alone: at first, and at most. The pause doubles with every failure, so that a
	// page that never ends does not keep a renderer's place from others.
	firstPause   = 2 * time.Second
	longestPause = time.Minute

	// Names how pages are written for the cache, and how they are made of their parts. It is part of every key.
	storedFormat = "6"
)

// Key is the hash of everything that goes into the HTML of a page.
type Key = [sha256.Size]byte

// page is one page of one or more revisions that follow each other.
type page struct {
	path    string // empty for not-found pages
	site    *site.Site
	content *site.Page
	forms   []*formPlace
	// What to fall back on while the page cannot be rendered; nil where there is nothing.
	fallback *version

	key      atomic.Pointer[Key]    // nil until somebody needs it
	html     atomic.Pointer[answer] // where it is in memory, as long as it is there
	rendered atomic.Bool            // whether the HTML is known to be in memory or in the cache

	rendering sync.Mutex // held while it is rendered
	failures  backoff
}

type version struct {
	key      Key
	revision string
}

type backoff struct {
	pause time.Duration
	until time.Time
}

func (b *backoff) fail(now time.Time) {
	b.pause = min(max(firstPause, 2*b.pause), longestPause)
	b.until = now.Add(b.pause)
}

func newPage(owner *site.Site, content *site.Page) *page {
	p := &page{path: content.Path, site: owner, content: content}
	for _, form := range content.Forms() {
		p.forms = append(p.forms, &formPlace{page: p, form: form})
	}
	return p
}

// lastGood returns what the page of the next revision falls back on.
func (p *page) lastGood(revision string) *version {
	if p.rendered.Load() {
		return &version{*p.key.Load(), revision}
	}
	return p.fallback
}

// location is the path that templates believe to be at. Not-found pages serve many paths and must not show any of them.
func (p *page) location() string { return cmp.Or(p.path, p.site.Path) }

// address names the page among those of all sites, for messages.
func (p *page) address() string { return p.site.Address(p.location()) }

// Page returns the answer for an address ([site.Revision]): the page, a redirect, or
// the not-found page of the site that the address lies in. It is never nil.
func (s *Store) Page(ctx context.Context, address string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil {
		return s.ErrorPage(http.StatusServiceUnavailable, address)
	}
	if p := snapshot.pages[address]; p != nil {
		return s.html(ctx, snapshot, p)
	}
	if snapshot.feeds[address] != nil {
		return s.feed(snapshot, address)
	}
	if file := snapshot.wellKnown(address); file != nil { // at the root, as media.IsRootFile has it
		return file
	}
	if to := snapshot.rev.Redirects().Lookup(address); to != "" {
		return &site.Representation{
			Status: http.StatusMovedPermanently, Location: to, CacheControl: site.Revalidated, Revision: snapshot.rev.ID,
		}
	}
	if p := snapshot.notFoundAt(address); p != nil {
		return s.html(ctx, snapshot, p)
	}
	return s.errorPage(snapshot, http.StatusNotFound, address)
}

// fresh returns the snapshot of this moment: where dates have turned since it
// was made, it has the revision refreshed first.
func (s *Store) fresh(ctx context.Context) *snapshot {
	snapshot := s.current.Load()
	if snapshot == nil || s.options.Refresh == nil {
		return snapshot
	}
	if until := snapshot.rev.ValidUntil; !until.IsZero() && !s.options.Now().Before(until) {
		s.options.Refresh(context.WithoutCancel(ctx))
		return s.current.Load()
	}
	return snapshot
}

func (s *Store) html(ctx context.Context, owner *snapshot, p *page) *site.Representation {
	if r := s.memory.read(p.html.Load(), owner.rev.ID); r != nil {
		return r
	}

	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	p.rendering.Lock() // who asks meanwhile waits for the same rendering
	defer p.rendering.Unlock()
	key, err := s.keyOf(p)
	if err == nil {
		if r := s.stored(key, owner.rev.ID); r != nil {
			s.settle(p)
			return r
		}
	}
	if err == nil && !s.options.Now().Before(p.failures.until) {
		var r *site.Representation
		if r, err = s.render(ctx, p, key); err == nil {
			r.Revision = owner.rev.ID
			s.memory.put(entryKey{key, "html"}, r)
			s.settle(p)
			return r
		}
	}
	if err != nil {
		s.noteFailure(owner, p, err)
	}
	return s.instead(owner, p, key)
}

func (s *Store) stored(key Key, revision string) *site.Representation {
	n := entryKey{key, "html"}
	if r := s.memory.get(n, revision); r != nil {
		return r
	}
	r := s.recall(key)
	if r != nil {
		r.Revision = revision
		s.memory.put(n, r)
	}
	return r
}

// settle notes that a page is rendered, and where that is in memory, if it is there:
// nobody falls back any more on what was before it.
func (s *Store) settle(p *page) {
	p.failures = backoff{}
	p.html.Store(s.memory.find(entryKey{*p.key.Load(), "html"}))
	p.rendered.Store(true)
	if p.fallback != nil && p.fallback.key != *p.key.Load() {
		s.memory.remove(entryKey{p.fallback.key, "html"})
	}
}

func (s *Store) noteFailure(owner *snapshot, p *page, err error) {
	attributes := append([]any{"path", p.address(), "revision", owner.rev.ID, "error", err}, stackOf(err)...)
	s.options.Logger.Error("page could not be rendered", attributes...)
	p.failures.fail(s.options.Now())
}

// instead returns what is shown while a page cannot be rendered: its fallback, or else the error page with the page's
// data, from which the browser tries to render it.
func (s *Store) instead(owner *snapshot, p *page, key Key) *site.Representation {
	if p.fallback != nil {
		if r := s.stored(p.fallback.key, p.fallback.revision); r != nil {
			return r
		}
	}
	if key == (Key{}) { // its data cannot be encoded
		return s.errorPage(owner, http.StatusInternalServerError, p.address())
	}
	return s.prepared(entryKey{key, "failure"}, owner, func() *site.Representation {
		data, _ := pageData(p, nil) // as when the key was made
		shell := s.shell(p, errorBody(p.site, http.StatusInternalServerError, p.location()), data)
		shell.ClientRenders = true
		return shell.answer(http.StatusInternalServerError, noStore)
	})
}

// prepared returns an answer from memory under the name of the revision, or makes it.
func (s *Store) prepared(n entryKey, owner *snapshot, build func() *site.Representation) *site.Representation {
	if r := s.memory.get(n, owner.rev.ID); r != nil {
		return r
	}
	r := build()
	r.Revision = owner.rev.ID
	encoding.Prepare(r, encoding.Fast)
	s.memory.put(n, r)
	return r
}

// PageData returns the data of the page at an address, or nil.
func (s *Store) PageData(ctx context.Context, address string) *site.Representation {
	snapshot := s.fresh(ctx)
	if snapshot == nil || snapshot.pages[address] == nil {
		return nil
	}
	p := snapshot.pages[address]
	key, err := s.keyOf(p)
	if err != nil {
		s.options.Logger.Error("page could not be encoded", "path", address, "revision", snapshot.rev.ID, "error", err)
		return s.errorPage(snapshot, http.StatusInternalServerError, address)
	}
	return s.prepared(entryKey{key, "data"}, snapshot, func() *site.Representation {
		data, _ := pageData(p, nil) // as when the key was made
		return &site.Representation{
			Status: http.StatusOK, ContentType: jsonType, CacheControl: site.Revalidated, Site: p.site.ID, Body: data,
		}
	})
}

// render renders the page and hands it to the cache. The caller holds p.rendering.
func (s *Store) render(ctx context.Context, p *page, key Key) (*site.Representation, error) {
	data, err := pageData(p, nil)
	if err != nil {
		return nil, err
	}
	// One visitor's hurry must not end the work that others wait for.
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderLimit)
	defer cancel()
	root, err := s.renderRoot(limited, p.location(), data)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if p.path == "" {
		status = http.StatusNotFound
	}
	r := s.shell(p, root, data).answer(status, site.Revalidated)
	r.Site = p.site.ID
	encoding.Prepare(r, encoding.Fast)
	if s.options.Cache != nil {
		s.options.Cache.Put(key, encoding.Pack(r))
	}
	return r, nil
}

func (s *Store) renderRoot(ctx context.Context, path string, data []byte) (string, error) {
	started := time.Now()
	root, err := s.options.Renderer.Render(ctx, path, data)
	if s.options.Rendered != nil {
		s.options.Rendered(time.Since(started), err)
	}
	return root, err
}

// pageData returns all that the templates need for a page, the answer of GET /api/pages. It is made when it is
// needed: kept for every page it would be most of what a large website holds.
func pageData(p *page, form *site.FormState) ([]byte, error) {
	data, err := json.Marshal(site.PageData{Site: p.site, Page: p.content, Form: form})
	if err != nil {
		return nil, fmt.Errorf("encode page %s: %w", p.location(), err)
	}
	return data, nil
}

// keyOf hashes the whole document without the root element, and all that the root element is rendered from. So
// whatever comes to stand in a document changes its key, whether somebody thinks of the key or not.
func (s *Store) keyOf(p *page) (Key, error) {
	if known := p.key.Load(); known != nil {
		return *known, nil
	}
	data, err := pageData(p, nil)
	if err != nil {
		return Key{}, err
	}
	h := sha256.New()
	for _, part := range []string{storedFormat, s.options.Identity, p.location(), p.path, s.shell(p, "", data).text()} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	key := Key(h.Sum(nil))
	p.key.Store(&key)
	return key, nil
}

func (s *Store) shell(p *page, root string, data []byte) shellData {
	return shellData{
		Site: p.site, Head: p.content.Head, Page: p.content, Client: s.options.Client, Root: root, Data: data,
	}
}

// link is the header that has the stylesheet fetched before the document is read.
func link(owner *site.Site) string {
	return "<" + owner.Assets.Stylesheet + ">; rel=preload; as=style"
}

// recall takes a page out of the cache; nil where it is not there.
func (s *Store) recall(key Key) *site.Representation {
	if s.options.Cache == nil {
		return nil
	}
	value := s.options.Cache.Get(key)
	if value == nil {
		return nil
	}
	r, err := encoding.Unpack(value)
	if err != nil {
		// The checksum was right, so a program of ours wrote it, but not as this one does.
		s.options.Logger.Warn("page in the render cache could not be decoded; it is rendered again", "error", err)
		return nil
	}
	s.recalled.Add(1)
	return r
}

package pages

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// Key is the hash of everything that goes into the HTML of a page.
type Key = [sha256.Size]byte

// edition is a page in one look: what is made of it, in memory or not. It
// outlives the revision that it came with, for as long as pages have its key.
type edition struct {
	key    Key
	status int
	link   string

	html    slot // the document
	data    slot // of GET /api/pages
	failure slot // the error page that stands in for the document
	sent    confirmations

	drawn atomic.Bool // whether the document is known to be here or in the cache

	mu      sync.Mutex    // held while it is drawn
	pause   time.Duration // after the last failure
	retryAt time.Time
}

// link is the header that has the stylesheet fetched before the document is read.
func link(owner *site.Site) string {
	return "<" + owner.Assets.Stylesheet + ">; rel=preload; as=style"
}

// editionOf returns the edition of a page, and the page's data where it was made
// on the way. Whose data is that of the revision before continues its edition.
func (s *Store) editionOf(e *entry) (_ *edition, data []byte, err error) {
	if known := e.edition.Load(); known != nil {
		return known, nil, nil
	}
	data, err = s.data(e)
	if err != nil {
		return nil, nil, err
	}
	key := s.keyOf(e, data)
	made := &edition{key: key, status: http.StatusOK, link: link(e.site)}
	if e.path == "" {
		made.status = http.StatusNotFound
	}
	before := e.before.Load()
	if before != nil {
		for _, old := range before.editions() {
			if old != nil && old.key == key {
				made = old
			}
		}
	}
	if !e.edition.CompareAndSwap(nil, made) {
		return e.edition.Load(), data, nil
	}
	if made.drawn.Load() {
		s.settle(e, made)
	}
	return made, data, nil
}

// data returns all that the templates need for a page, the answer of
// GET /api/pages. It is made when it is needed: kept for every page it would be
// most of what a large website holds.
func (s *Store) data(e *entry) ([]byte, error) {
	settings, known := s.settings.Get(e.site)
	if !known {
		var err error
		if settings, err = json.Marshal(e.site); err != nil {
			return nil, fmt.Errorf("encode site %s: %w", e.site.ID, err)
		}
		s.settings.Add(e.site, settings)
	}
	page, err := json.Marshal(e.page)
	if err != nil {
		return nil, fmt.Errorf("encode page %s: %w", e.location(), err)
	}
	data := make([]byte, 0, len(settings)+len(page)+len(`{"site":,"page":}`))
	data = append(append(data, `{"site":`...), settings...)
	data = append(append(data, `,"page":`...), page...)
	return append(data, '}'), nil
}

// keyOf hashes the whole document without the root element, and all that the
// root element is drawn from. So whatever comes to stand in a document changes
// its key, whether somebody thinks of the key or not.
func (s *Store) keyOf(e *entry, data []byte) (key Key) {
	h := sha256.New()
	for _, part := range []string{keptFormat, s.options.Identity, e.location(), e.path} {
		fmt.Fprintf(h, "%d %s", len(part), part)
	}
	// A hash takes everything.
	_, _ = io.WriteString(h, s.shell(e, "", data).text())
	h.Sum(key[:0])
	return key
}

func (s *Store) shell(e *entry, root string, data []byte) shellData {
	return shellData{Site: e.site, Head: e.page.Head, Client: s.options.Client, Root: root, Data: data}
}

// settle ends what went before an edition that is drawn: nobody falls back on
// it any more, so it leaves the memory, and the cache where room is needed.
func (s *Store) settle(e *entry, now *edition) {
	before := e.before.Swap(nil)
	if before == nil {
		return
	}
	for _, old := range before.editions() {
		if old != nil && old != now {
			s.retire(old)
		}
	}
}

// retire forgets an edition that no page has any more.
func (s *Store) retire(old *edition) {
	for _, t := range append(old.sent.slots(), &old.html, &old.data, &old.failure) {
		s.shelf.drop(t)
	}
	if s.options.Cache != nil && old.drawn.Load() {
		s.options.Cache.Release(old.key)
	}
}

package pages_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pages"
)

// fakePool is a renderer with places, as the real one has: who finds none free
// waits. Pages whose data says HANG wait until the pool closes.
type fakePool struct {
	places chan struct{}
	began  chan string
	closed chan struct{}
	hold   chan struct{} // when set, other pages wait for it
}

func newFakePool(places int) *fakePool {
	return &fakePool{places: make(chan struct{}, places), began: make(chan string, 100), closed: make(chan struct{})}
}

func (s *fakePool) Size() int { return cap(s.places) }

func (s *fakePool) Render(ctx context.Context, path string, data []byte) (string, error) {
	select {
	case s.places <- struct{}{}:
	case <-ctx.Done():
		return "", ctx.Err()
	}
	defer func() { <-s.places }()
	s.began <- path
	switch {
	case strings.Contains(string(data), "HANG"):
		<-s.closed
	case strings.Contains(string(data), "PANIC"):
		panic("the template engine broke")
	case s.hold != nil:
		<-s.hold
	}
	return "<h1>" + path + "</h1>", nil
}

func newStore(t *testing.T, renderer pages.Renderer, rendered func(time.Duration, error)) *pages.Store {
	t.Helper()
	return pages.NewStore(pages.Options{
		Renderer: renderer, Assets: noAssets{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Rendered: rendered,
	})
}

func publish(t *testing.T, store *pages.Store, rev *site.Revision) {
	t.Helper()
	if err := store.Publish(rev); err != nil {
		t.Fatal(err)
	}
}

func TestEveryPageIsRenderedBeforeAnybodyAsks(t *testing.T) {
	ready := make(chan struct{}, 100)
	store := newStore(t, newFakePool(2), func(time.Duration, error) { ready <- struct{}{} })
	defer store.Close()
	publish(t, store, revision("r1", map[string]string{"/": "Home", "/about": "About"}))
	const all = 5 // two pages, the shop, two not-found pages
	for range all {
		<-ready
	}
	store.Close() // waits for the last page to be stored
	if rendered, pages := store.Pages(); rendered != all || pages != all {
		t.Errorf("%d of %d pages are rendered, want %d", rendered, pages, all)
	}
}

// slowAssets makes each file when it is let go.
type slowAssets chan struct{}

func (s slowAssets) Get(string) *site.Representation {
	<-s
	return nil
}

// A stylesheet takes the compressor a quarter of a second, and no page shows without it.
func TestNoPageIsRenderedAheadWhileSomebodyWaitsForAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		renderer, files := newFakePool(4), make(slowAssets)
		store := pages.NewStore(pages.Options{
			Renderer: renderer, Assets: files, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
		})
		publish(t, store, revision("r1", map[string]string{"/": "Home", "/about": "About"}))
		const stylesheets, all = 2, 5
		go store.Asset("/assets/mark.svg")
		for range stylesheets + 1 {
			time.Sleep(time.Second)
			if len(renderer.began) > 0 {
				t.Fatalf("%s is rendered first", <-renderer.began)
			}
			files <- struct{}{}
		}
		time.Sleep(time.Second)
		if len(renderer.began) != all {
			t.Errorf("%d pages of %d are rendered", len(renderer.began), all)
		}
		store.Close()
	})
}

// A page that never ends takes one of two places in the warm-up, also when it
// is edited and never ends again; visitors of all other pages are served all
// the same.
func TestAPageThatHangsInTheWarmUpKeepsNobodyElseWaiting(t *testing.T) {
	renderer := newFakePool(2)
	store := newStore(t, renderer, nil)
	publish(t, store, revision("r1", map[string]string{"/": "HANG", "/about": "About", "/contact": "Contact"}))
	for path := ""; path != "/"; {
		path = <-renderer.began
	}
	publish(t, store, revision("r2", map[string]string{"/": "HANG again", "/about": "About us", "/contact": "Contact us"}))
	for _, path := range []string{"/about", "/contact", "/shop", "/nowhere"} {
		if r := store.Page(t.Context(), path); r.Status >= 500 {
			t.Errorf("%s answers %d", path, r.Status)
		}
	}
	close(renderer.closed)
	store.Close()
}

func TestAPanicInTheWarmUpCostsOnePage(t *testing.T) {
	store := newStore(t, newFakePool(2), nil)
	publish(t, store, revision("r1", map[string]string{"/": "Home", "/about": "PANIC"}))
	store.Close()
	if r := store.Page(t.Context(), "/"); r.Status != 200 {
		t.Errorf("the other page answers %d", r.Status)
	}
}

func TestThePauseAfterFailuresGrows(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/about": "THROW"}))
	f.Page(t.Context(), "/about")
	for _, pause := range []time.Duration{2, 4, 8, 16, 32, 60, 60} {
		tries := f.renderer.count("/about")
		f.clock.Add(pause*time.Second - time.Nanosecond)
		f.Page(t.Context(), "/about")
		if f.renderer.count("/about") != tries {
			t.Errorf("tried again before %d s", pause)
		}
		f.clock.Add(time.Nanosecond)
		f.Page(t.Context(), "/about")
		if f.renderer.count("/about") != tries+1 {
			t.Errorf("not tried again after %d s", pause)
		}
	}
	f.publish(t, revision("r2", map[string]string{"/about": "About"}))
	if r := f.Page(t.Context(), "/about"); r.Status != 200 {
		t.Errorf("the mended page answers %d", r.Status)
	}
}

func TestRenderingsAreReported(t *testing.T) {
	var mu sync.Mutex
	good, bad := 0, 0
	store := newStore(t, &fakeRenderer{}, func(took time.Duration, err error) {
		mu.Lock()
		defer mu.Unlock()
		if took < 0 {
			t.Errorf("took %v", took)
		}
		if err != nil {
			bad++
		} else {
			good++
		}
	})
	publish(t, store, revision("r1", map[string]string{"/": "Home", "/about": "THROW"}))
	for _, path := range []string{"/", "/about", "/shop", "/nope", "/shop/nope"} {
		store.Page(t.Context(), path)
	}
	store.Close()
	if good != 4 || bad != 1 {
		t.Errorf("%d good and %d bad renderings were reported, want 4 and 1", good, bad)
	}
}

func TestErrorPagesCarryNoScript(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home"}))
	if body := string(f.ErrorPage(503, "/").Body); strings.Contains(body, "<script") {
		t.Errorf("the error page starts a client without data: %s", body)
	}
	if body := string(f.Page(t.Context(), "/").Body); strings.Count(body, "<script") != 3 {
		t.Errorf("a page has no script, graph and data: %s", body)
	}
}

func TestTheEndOfTheWarmUpIsTold(t *testing.T) {
	var store *pages.Store
	ready := make(chan int, 2)
	store = pages.NewStore(pages.Options{
		Renderer: newFakePool(2), Assets: noAssets{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Warm: func() {
			rendered, _ := store.Pages()
			ready <- rendered
		},
	})
	defer store.Close()
	rev := revision("r1", map[string]string{"/": "Home", "/about": "About"})
	for _, which := range []string{"the first time", "when nothing has changed"} {
		publish(t, store, rev)
		if rendered := <-ready; rendered != 5 { // two pages, the shop, two not-found pages
			t.Errorf("%s: %d pages are rendered, want 5", which, rendered)
		}
	}
}

package pages_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pages"
)

// fakeCache is a cache in memory, which outlives stores as a folder does.
type fakeCache struct {
	mu     sync.Mutex
	values map[pages.Key][]byte
}

func newFakeCache() *fakeCache {
	return &fakeCache{values: map[pages.Key][]byte{}}
}

func (c *fakeCache) Get(key pages.Key) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.values[key]
}

func (c *fakeCache) Has(key pages.Key) bool { return c.Get(key) != nil }

func (c *fakeCache) Put(key pages.Key, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// change has a function change every value.
func (c *fakeCache) change(how func([]byte) []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, value := range c.values {
		c.values[key] = how(bytes.Clone(value))
	}
}

// longRenderer renders long pages, and counts.
type longRenderer struct {
	mu       sync.Mutex
	rendered map[string]int
	size     int
}

func (a *longRenderer) Size() int { return max(1, a.size) }

func (a *longRenderer) Render(_ context.Context, path string, data []byte) (string, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.rendered == nil {
		a.rendered = map[string]int{}
	}
	a.rendered[path]++
	return longText(path, len(data)), nil
}

func (a *longRenderer) all() (count int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for n := range maps.Values(a.rendered) {
		count += n
	}
	return count
}

// longText is some 8 KB that compress, but not to nothing, and that the better
// the more work is done.
func longText(path string, seed int) string {
	var out strings.Builder
	state := sha256.Sum256(fmt.Append(nil, path, seed))
	words := strings.Fields("websites that captivate and grow your business with care for every visitor on any device at all times")
	for range 40 {
		for _, b := range state {
			fmt.Fprintf(&out, "%s ", words[int(b)%len(words)])
		}
		state = sha256.Sum256(state[:])
	}
	return "<h1>" + path + "</h1><p>" + out.String() + "</p>"
}

// openStore returns a store whose options a test may change.
func openStore(t testing.TB, renderer pages.Renderer, change func(*pages.Options)) *pages.Store {
	t.Helper()
	options := pages.Options{
		Renderer: renderer, Assets: noAssets{}, Now: time.Now, Logger: slog.New(slog.DiscardHandler), Identity: "this program",
		Client: site.Client{Script: "/assets/entry.js"},
	}
	if change != nil {
		change(&options)
	}
	store := pages.NewStore(options)
	t.Cleanup(store.Close)
	return store
}

// warmLog receives the figures of the line that says that all pages are warm.
type warmLog chan map[string]int64

func (w warmLog) Enabled(context.Context, slog.Level) bool { return true }
func (w warmLog) WithAttrs([]slog.Attr) slog.Handler       { return w }
func (w warmLog) WithGroup(string) slog.Handler            { return w }

func (w warmLog) Handle(_ context.Context, record slog.Record) error {
	if record.Message != "pages are warm" {
		return nil
	}
	figures := map[string]int64{}
	record.Attrs(func(a slog.Attr) bool {
		if a.Value.Kind() == slog.KindInt64 {
			figures[a.Key] = a.Value.Int64()
		}
		return true
	})
	w <- figures
	return nil
}

func numbered(count int) map[string]string {
	titles := map[string]string{}
	for n := range count {
		titles[fmt.Sprintf("/page-%d", n)] = fmt.Sprintf("Page %d", n)
	}
	return titles
}

// asked returns everything that a visitor gets, by path.
func asked(t *testing.T, store *pages.Store, titles map[string]string) map[string]*site.Representation {
	t.Helper()
	all := map[string]*site.Representation{}
	for path := range titles {
		all[path] = store.Page(t.Context(), path)
	}
	all["/shop"] = store.Page(t.Context(), "/shop")
	all["/nowhere"] = store.Page(t.Context(), "/nowhere")
	all["/shop/nowhere"] = store.Page(t.Context(), "/shop/nowhere")
	return all
}

func sameAnswers(t *testing.T, before, after map[string]*site.Representation) {
	t.Helper()
	for path, b := range before {
		a := after[path]
		if a.Status != b.Status || a.ETag != b.ETag || a.ETagGzip != b.ETagGzip || a.ETagBrotli != b.ETagBrotli || a.Link != b.Link ||
			a.ContentType != b.ContentType || a.CacheControl != b.CacheControl ||
			!bytes.Equal(a.Body, b.Body) || !bytes.Equal(a.Gzip, b.Gzip) || !bytes.Equal(a.Brotli, b.Brotli) {
			t.Errorf("%s is not what it was: %d %s %s, %d bytes", path, a.Status, a.ETag, a.ETagBrotli, len(a.Body))
		}
	}
}

func TestARestartRendersNothingAgain(t *testing.T) {
	titles, kept := numbered(20), newFakeCache()
	first := &longRenderer{}
	store := openStore(t, first, func(o *pages.Options) { o.Cache = kept })
	publish(t, store, revision("r1", titles))
	before := asked(t, store, titles)
	store.Close()
	if first.all() != 23 {
		t.Fatalf("%d pages were rendered", first.all())
	}

	second := &longRenderer{}
	warm := make(warmLog, 1)
	store = openStore(t, second, func(o *pages.Options) { o.Cache, o.Logger = kept, slog.New(warm) })
	publish(t, store, revision("r2", titles))
	after := asked(t, store, titles)
	round := <-warm
	if ready, all := store.Pages(); ready != 23 || all != 23 {
		t.Errorf("%d of %d pages are ready", ready, all)
	}
	if n := second.all(); n != 0 || round["ready"] != 23 {
		t.Errorf("%d pages were rendered again; the warm-up says %v", n, round)
	}
	sameAnswers(t, before, after)
	if r := after["/page-1"]; r.Revision != "r2" {
		t.Errorf("a page out of the cache names revision %q", r.Revision)
	}
	if store.Recalled() == 0 {
		t.Error("nothing is said to come from the cache")
	}
}

// Whatever goes into a page is part of its key.
func TestWhatSomethingElseRenderedIsNotUsed(t *testing.T) {
	titles := numbered(3)
	for name, change := range map[string]func(*pages.Options, *site.Revision){
		"another program":    func(o *pages.Options, _ *site.Revision) { o.Identity = "another program" },
		"another client":     func(o *pages.Options, _ *site.Revision) { o.Client.Script = "/assets/entry-2.js" },
		"another stylesheet": func(_ *pages.Options, rev *site.Revision) { rev.Sites[0].Site.Assets.Stylesheet = "/assets/2.css" },
		"another head": func(_ *pages.Options, rev *site.Revision) {
			for _, page := range rev.Sites[0].Pages {
				page.Head.Canonical += "/"
			}
		},
		"another theme": func(_ *pages.Options, rev *site.Revision) { rev.Sites[0].Site.Theme.Colors.Background = "#123456" },
	} {
		t.Run(name, func(t *testing.T) {
			kept := newFakeCache()
			store := openStore(t, &longRenderer{}, func(o *pages.Options) { o.Cache, o.OnDemand = kept, true })
			publish(t, store, revision("r1", titles))
			asked(t, store, titles)

			second := &longRenderer{}
			rev := revision("r1", titles)
			store = openStore(t, second, func(o *pages.Options) {
				o.Cache, o.OnDemand = kept, true
				change(o, rev)
			})
			publish(t, store, rev)
			asked(t, store, titles)
			for path := range titles {
				if second.rendered[path] != 1 {
					t.Errorf("%s is what something else drew", path)
				}
			}
		})
	}
}

// A cache that returns something else than it was given is worth nothing, and
// nobody sees it.
func TestValuesThatCannotBeReadAreRenderedAgain(t *testing.T) {
	titles := numbered(5)
	for name, how := range map[string]func([]byte) []byte{
		"nothing":    func([]byte) []byte { return []byte{} },
		"one byte":   func([]byte) []byte { return []byte{1} },
		"cut short":  func(value []byte) []byte { return value[:len(value)/2] },
		"cut a bit":  func(value []byte) []byte { return value[:len(value)-1] },
		"no lengths": func(value []byte) []byte { return bytes.Repeat([]byte{0xff}, len(value)) },
		"all zero":   func(value []byte) []byte { return make([]byte, len(value)) },
		"bad gzip":   func(value []byte) []byte { return bytes.ReplaceAll(value, []byte{0x1f, 0x8b}, []byte{0, 0}) },
	} {
		t.Run(name, func(t *testing.T) {
			kept := newFakeCache()
			store := openStore(t, &longRenderer{}, func(o *pages.Options) { o.Cache, o.OnDemand = kept, true })
			publish(t, store, revision("r1", titles))
			before := asked(t, store, titles)
			kept.change(how)
			second := &longRenderer{}
			store = openStore(t, second, func(o *pages.Options) { o.Cache, o.OnDemand = kept, true })
			publish(t, store, revision("r1", titles))
			sameAnswers(t, before, asked(t, store, titles))
			if n := second.all(); n != 8 {
				t.Errorf("%d pages were rendered again, want 8", n)
			}
		})
	}
}

func TestFailuresAndAnswersToFormsNeverReachTheCache(t *testing.T) {
	kept := newFakeCache()
	store := openStore(t, &formRenderer{}, func(o *pages.Options) { o.Cache, o.OnDemand = kept, true })
	publish(t, store, withForms("r1", "Contact"))
	state := site.FormState{SiteID: "main", FormID: "message", Values: map[string]string{"name": "Ada Lovelace"}}
	if r := store.FormPage(t.Context(), "", state, 422); !strings.Contains(string(r.Body), "Ada Lovelace") {
		t.Fatalf("not what was typed: %s", r.Body)
	}
	store.SentPage(t.Context(), "/contact", "message", "AAAA-2222")
	if len(kept.values) != 0 {
		t.Errorf("%d values are kept of answers to forms", len(kept.values))
	}
	store.Page(t.Context(), "/contact")
	if len(kept.values) != 1 {
		t.Errorf("%d values are kept of one page", len(kept.values))
	}

	kept = newFakeCache()
	store = openStore(t, &fakeRenderer{}, func(o *pages.Options) { o.Cache, o.OnDemand = kept, true })
	publish(t, store, revision("r1", map[string]string{"/": "THROW"}))
	if r := store.Page(t.Context(), "/"); r.Status != 500 || len(kept.values) != 0 {
		t.Errorf("status %d, %d values are kept of a page that failed", r.Status, len(kept.values))
	}
}

func TestTheLastGoodPageComesOutOfTheCache(t *testing.T) {
	kept := newFakeCache()
	// So little memory that the good page has left it by then.
	store := openStore(t, &fakeRenderer{}, func(o *pages.Options) { o.Cache, o.OnDemand, o.Memory = kept, true, 1 })
	publish(t, store, revision("r1", map[string]string{"/": "Home", "/about": "About"}))
	good := store.Page(t.Context(), "/")
	publish(t, store, revision("r2", map[string]string{"/": "THROW", "/about": "About"}))
	store.Page(t.Context(), "/about")
	r := store.Page(t.Context(), "/")
	if r.Status != 200 || r.Revision != "r1" || r.ETag != good.ETag || !bytes.Equal(r.Body, good.Body) {
		t.Errorf("status %d of revision %s: %s", r.Status, r.Revision, r.Body)
	}
}

// With little memory pages come and go; what is asked for is the same each time.
func TestMemoryIsBoundedAndPagesComeBackEqual(t *testing.T) {
	titles := numbered(60)
	for name, withCache := range map[string]bool{"from the cache": true, "rendered again": false} {
		t.Run(name, func(t *testing.T) {
			const limit = 300 << 10
			a := &longRenderer{size: 3}
			warm := make(warmLog, 1)
			store := openStore(t, a, func(o *pages.Options) {
				o.Memory, o.Logger = limit, slog.New(warm)
				if withCache {
					o.Cache = newFakeCache()
				}
			})
			publish(t, store, revision("r1", titles))
			round := <-warm
			if withCache != (round["ready"] == 63) || round["ready"] == 0 || round["pages"] != 63 {
				t.Errorf("the warm-up says %v", round)
			}
			if store.Held() > limit {
				t.Errorf("the warm-up left %d bytes in memory", store.Held())
			}
			before := asked(t, store, titles)
			rendered := a.all()
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					sameAnswers(t, before, asked(t, store, titles))
					store.PageData(t.Context(), "/page-7")
				})
			}
			all.Wait()
			// One answer may be larger than what is left.
			if held := store.Held(); held > limit+64<<10 {
				t.Errorf("%d bytes are in memory, the limit is %d", held, limit)
			}
			if again := a.all() - rendered; (again > 0) == withCache {
				t.Errorf("%d pages were rendered again", again)
			}
		})
	}
}

// What visitors ask for all the time stays, whatever else is asked for once.
func TestWhatIsAskedForStaysInMemory(t *testing.T) {
	titles := numbered(100)
	a := &longRenderer{}
	store := openStore(t, a, func(o *pages.Options) { o.OnDemand, o.Memory = true, 500<<10 })
	publish(t, store, revision("r1", titles))
	for n := 1; n < 100; n++ {
		store.Page(t.Context(), "/page-0")
		store.Page(t.Context(), fmt.Sprintf("/page-%d", n))
	}
	if n := a.rendered["/page-0"]; n != 1 {
		t.Errorf("the page that everybody wants was rendered %d times", n)
	}
	store.Page(t.Context(), "/page-1")
	if n := a.rendered["/page-1"]; n != 2 {
		t.Errorf("the page that one wanted was rendered %d times: nothing left the memory", n)
	}
}

// A site and a page that are the same values as before cost a publish nothing.
func TestTheSameValuesAreTakenOver(t *testing.T) {
	a := &longRenderer{}
	store := openStore(t, a, func(o *pages.Options) { o.OnDemand = true })
	first := revision("r1", numbered(3))
	publish(t, store, first)
	before := asked(t, store, numbered(3))
	data := store.PageData(t.Context(), "/page-1")

	bundle := *first.Sites[0]
	bundle.Pages = append([]*site.Page(nil), first.Sites[0].Pages...)
	changed := *bundle.Pages[0]
	changed.Title, changed.Head.Title = "Changed", "Changed"
	bundle.Pages[0] = &changed
	publish(t, store, &site.Revision{ID: "r2", Sites: []*site.Bundle{&bundle, first.Sites[1]}})
	after := asked(t, store, numbered(3))
	for path, r := range after {
		if r.Revision != "r2" {
			t.Errorf("%s names revision %s", path, r.Revision)
		}
		if is := r.ETag == before[path].ETag; is == (path == changed.Path) {
			t.Errorf("%s: same as before: %v", path, is)
		}
	}
	if n := a.all(); n != 7 {
		t.Errorf("%d pages were rendered, want six and the changed one again", n)
	}
	if got := store.PageData(t.Context(), "/page-1"); changed.Path != "/page-1" && (got.Revision != "r2" || got.ETag != data.ETag) {
		t.Errorf("the data names revision %s", got.Revision)
	}
	// The bytes are those of before, not copies.
	for path, r := range after {
		if path != changed.Path && &r.Body[0] != &before[path].Body[0] {
			t.Errorf("the bytes of %s were copied", path)
		}
	}
}

// A save in the middle of a warm-up does not make it start again.
func TestASaveDoesNotStartTheWarmUpAgain(t *testing.T) {
	d := &fakeRenderer{gate: make(chan struct{})}
	warm := make(warmLog, 10)
	store := openStore(t, d, func(o *pages.Options) { o.Logger = slog.New(warm) })
	first := revision("r1", numbered(40))
	publish(t, store, first)
	for range 20 {
		d.gate <- struct{}{}
	}
	publish(t, store, &site.Revision{ID: "r2", Sites: first.Sites})
	close(d.gate)
	if round := <-warm; round["pages"] != 43 || round["ready"] != 43 {
		t.Errorf("the warm-up says %v", round)
	}
	for path := range numbered(40) {
		if n := d.count(path); n != 1 {
			t.Errorf("%s was rendered %d times", path, n)
		}
	}
}

// While a visitor waits the warm-up begins with no page.
func TestVisitorsGoFirst(t *testing.T) {
	renderer := newFakePool(2)
	store := newStore(t, renderer, nil)
	titles := numbered(50)
	titles["/slow"] = "HANG"
	rev := revision("r1", titles)
	// The slow page is the last that the warm-up comes to.
	for i, page := range rev.Sites[0].Pages {
		if last := len(rev.Sites[0].Pages) - 1; page.Path == "/slow" {
			rev.Sites[0].Pages[i], rev.Sites[0].Pages[last] = rev.Sites[0].Pages[last], page
		}
	}
	renderer.hold = make(chan struct{})
	publish(t, store, rev)
	<-renderer.began // the first page of the warm-up, which is held
	visitor := make(chan *site.Representation)
	go func() { visitor <- store.Page(context.Background(), "/slow") }()
	for path := ""; path != "/slow"; {
		path = <-renderer.began
	}
	close(renderer.hold) // the warm-up may go on, as far as the renderer is concerned
	const others = 20
	for n := range others {
		if r := store.Page(t.Context(), fmt.Sprintf("/page-%d", n)); r.Status != 200 {
			t.Errorf("another visitor gets %d", r.Status)
		}
	}
	if ready, _ := store.Pages(); ready > others+2 {
		t.Errorf("%d pages are ready while a visitor waits, who asked for %d", ready, others)
	}
	close(renderer.closed)
	if r := <-visitor; r.Status != 200 {
		t.Errorf("status %d", r.Status)
	}
	store.Close()
}

func TestARevisionWithoutSitesIsRefused(t *testing.T) {
	store := openStore(t, &longRenderer{}, nil)
	if err := store.Publish(&site.Revision{ID: "empty"}); err == nil {
		t.Error("it is published")
	}
}

// Pages come and go in memory while revisions come and go: nobody gets a page
// of one under the name of another.
func TestNobodySeesAMixOfRevisionsWithLittleMemory(t *testing.T) {
	store := openStore(t, &longRenderer{size: 3}, func(o *pages.Options) { o.Cache, o.Memory = newFakeCache(), 60<<10 })
	titles := func(i int) map[string]string {
		all := numbered(4)
		for path := range all {
			all[path] = fmt.Sprintf("word%d.", i)
		}
		return all
	}
	publish(t, store, revision("r0", titles(0)))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				for path := range numbered(4) {
					for _, r := range []*site.Representation{store.Page(context.Background(), path), store.PageData(context.Background(), path)} {
						if word := "word" + strings.TrimPrefix(r.Revision, "r") + "."; r.Status != 200 || !strings.Contains(string(r.Body), word) {
							t.Errorf("%s of revision %s does not show %s", path, r.Revision, word)
							return
						}
					}
				}
			}
		})
	}
	for i := 1; i <= 40; i++ {
		publish(t, store, revision(fmt.Sprintf("r%d", i), titles(i)))
	}
	close(done)
	readers.Wait()
}

// A page that is in memory costs a visitor nothing but the look.
func TestAPageInMemoryAllocatesNothing(t *testing.T) {
	store := openStore(t, &longRenderer{}, func(o *pages.Options) { o.OnDemand = true })
	publish(t, store, revision("r1", numbered(2)))
	ctx := t.Context()
	store.Page(ctx, "/page-1")
	store.PageData(ctx, "/page-1")
	if n := testing.AllocsPerRun(100, func() { store.Page(ctx, "/page-1") }); n > 0 {
		t.Errorf("a page allocates %v times", n)
	}
	if n := testing.AllocsPerRun(100, func() { store.PageData(ctx, "/page-1") }); n > 0 {
		t.Errorf("its data allocates %v times", n)
	}
}

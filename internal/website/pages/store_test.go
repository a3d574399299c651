package pages_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/pages"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeRenderer is a renderer that counts, and throws for pages whose data says so.
type fakeRenderer struct {
	mu       sync.Mutex
	rendered map[string]int
	gate     chan struct{} // when set, rendering waits for it
}

func (d *fakeRenderer) Size() int { return 1 }

func (d *fakeRenderer) Render(ctx context.Context, path string, data []byte) (string, error) {
	if d.gate != nil {
		select {
		case <-d.gate:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.rendered == nil {
		d.rendered = map[string]int{}
	}
	d.rendered[path]++
	if strings.Contains(string(data), "THROW") {
		return "", errors.New("TypeError: no such field")
	}
	return "<main><h1>" + path + "</h1></main>", nil
}

func (d *fakeRenderer) count(path string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.rendered[path]
}

type someAssets map[string]*site.Representation

func (s someAssets) Get(address string) *site.Representation { return s[address] }

type noAssets struct{}

func (noAssets) Get(string) *site.Representation { return nil }

type fixture struct {
	*pages.Store
	renderer *fakeRenderer
	clock    *testkit.Clock
	renew    func()
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{renderer: &fakeRenderer{}, clock: testkit.NewClock(testkit.Noon)}
	f.Store = pages.NewStore(pages.Options{
		Renderer: f.renderer, Assets: noAssets{}, Now: f.clock.Now, Logger: slog.New(slog.DiscardHandler),
		Client: site.Client{Script: "/assets/entry.js"},
		Refresh: func(context.Context) {
			if f.renew != nil {
				f.renew()
			}
		},
	})
	t.Cleanup(f.Close)
	return f
}

func (f *fixture) publish(t *testing.T, rev *site.Revision) {
	t.Helper()
	if err := f.Publish(rev); err != nil {
		t.Fatal(err)
	}
}

// revision has a main site with the pages given as path: title, and a
// sub-site with a not-found page of its own.
func revision(id string, titles map[string]string) *site.Revision {
	main := &site.Bundle{
		Site:     &site.Site{ID: "main", Path: "/", Name: "Evenlight", BaseURL: "https://evenlight.example", Language: "en", Errors: site.Errors{Title: "Unexpected Application Error!", Text: "Something broke.", NotFound: "Nothing here.", Home: "Home", Retry: "Again"}},
		NotFound: &site.Page{Title: "Lost", Template: site.TemplateNotFound},
		Aliases:  map[string]string{"/old": "/about"},
		Files:    map[string]site.File{"/images/main/mark-1.svg": {ContentType: "image/svg+xml", Data: []byte("<svg/>")}},
	}
	for path, title := range titles {
		main.Pages = append(main.Pages, &site.Page{Path: path, Title: site.Text(title), Head: site.Head{Title: title, Canonical: "https://evenlight.example" + path}})
	}
	shop := &site.Bundle{
		Site:     &site.Site{ID: "shop", Path: "/shop", Name: "Shop", Errors: site.Errors{Title: "Shop broke"}},
		NotFound: &site.Page{Title: "Not in this shop", Template: site.TemplateNotFound},
		Pages:    []*site.Page{{Path: "/shop", Title: "Shop", Head: site.Head{Title: "Shop", NoIndex: true, Canonical: "https://evenlight.example/shop"}}},
	}
	return &site.Revision{ID: id, Sites: []*site.Bundle{main, shop}}
}

func TestPagesRedirectsAndNotFound(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home", "/about": "About </script><b>"}))
	for _, c := range []struct {
		path   string
		status int
		body   string
	}{
		{"/", 200, "<h1>/</h1>"},
		{"/about", 200, "<title>About &lt;/script&gt;&lt;b&gt;</title>"},
		{"/About", 404, "<title></title>"},
		{"/nope", 404, "Lost"},
		{"/shop/nope", 404, "Not in this shop"},
		{"/shopping", 404, "Lost"},
	} {
		r := f.Page(t.Context(), c.path)
		if r.Status != c.status || !strings.Contains(string(r.Body), c.body) {
			t.Errorf("%s: status %d, body %s", c.path, r.Status, r.Body)
		}
		if r.Revision != "r1" || r.ETag == "" {
			t.Errorf("%s: revision %q, etag %q", c.path, r.Revision, r.ETag)
		}
		if strings.Contains(string(r.Body), "</script><b>") {
			t.Errorf("%s: data breaks out of its script", c.path)
		}
		if strings.Contains(string(r.Body), "style=") {
			t.Errorf("%s: has a style attribute", c.path)
		}
	}
	if r := f.Page(t.Context(), "/old"); r.Status != http.StatusMovedPermanently || r.Location != "/about" {
		t.Errorf("alias: %d %s", r.Status, r.Location)
	}
}

func TestAPageIsRenderedOnceHoweverManyAsk(t *testing.T) {
	f := newFixture(t)
	f.renderer.gate = make(chan struct{})
	f.publish(t, revision("r1", map[string]string{"/about": "About"}))
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if r := f.Page(context.Background(), "/about"); r.Status != 200 {
				t.Errorf("status %d", r.Status)
			}
		})
	}
	close(f.renderer.gate)
	group.Wait()
	if n := f.renderer.count("/about"); n != 1 {
		t.Errorf("rendered %d times", n)
	}
}

func TestOnlyWhatChangedIsRenderedAgain(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/about": "About", "/contact": "Contact"}))
	before := f.Page(t.Context(), "/about")
	f.Page(t.Context(), "/contact")
	f.publish(t, revision("r2", map[string]string{"/about": "About", "/contact": "Contact us"}))
	after := f.Page(t.Context(), "/about")
	if f.renderer.count("/about") != 1 || after.ETag != before.ETag {
		t.Errorf("unchanged page was rendered again")
	}
	if after.Revision != "r2" {
		t.Errorf("unchanged page names revision %s", after.Revision)
	}
	if got := f.Page(t.Context(), "/contact"); !strings.Contains(string(got.Body), "Contact us") {
		t.Errorf("changed page is old: %s", got.Body)
	}
}

func TestALostPageIsGone(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home", "/about": "About"}))
	f.publish(t, revision("r2", map[string]string{"/": "Home"}))
	if r := f.Page(t.Context(), "/about"); r.Status != 404 {
		t.Errorf("status %d", r.Status)
	}
	if r := f.PageData(t.Context(), "/about"); r != nil {
		t.Errorf("data is still there")
	}
}

func TestATemplateThatThrows(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home", "/about": "THROW"}))

	broken := f.Page(t.Context(), "/about")
	for _, want := range []string{"Unexpected Application Error!", `<p class="text-fine text-accent">500</p><p class="text-lead text-muted">Something broke.</p>`, `data-render="client" data-interactive`, `id="page-data"`} {
		if broken.Status != 500 || !strings.Contains(string(broken.Body), want) {
			t.Errorf("status %d, no %q in %s", broken.Status, want, broken.Body)
		}
	}
	if broken.CacheControl != "no-store" {
		t.Errorf("Cache-Control %s", broken.CacheControl)
	}
	if r := f.Page(t.Context(), "/"); r.Status != 200 {
		t.Errorf("the other page answers %d", r.Status)
	}
	tries := f.renderer.count("/about")
	f.Page(t.Context(), "/about")
	if f.renderer.count("/about") != tries {
		t.Errorf("a page that failed is tried at every request")
	}
	f.clock.Add(3 * time.Second)
	f.Page(t.Context(), "/about")
	if f.renderer.count("/about") != tries+1 {
		t.Errorf("a page that failed is never tried again")
	}

	// A page that was good keeps its last good HTML.
	f.publish(t, revision("r2", map[string]string{"/": "THROW", "/about": "About"}))
	if r := f.Page(t.Context(), "/"); r.Status != 200 || !strings.Contains(string(r.Body), "Home") || r.Revision != "r1" {
		t.Errorf("status %d revision %s: the last good page is lost", r.Status, r.Revision)
	}
	// Also over another bad revision.
	f.publish(t, revision("r3", map[string]string{"/": "THROW too", "/about": "About"}))
	if r := f.Page(t.Context(), "/"); r.Status != 200 || r.Revision != "r1" {
		t.Errorf("status %d revision %s: the last good page is lost the second time", r.Status, r.Revision)
	}
	if r := f.Page(t.Context(), "/about"); r.Status != 200 {
		t.Errorf("mended page answers %d", r.Status)
	}
}

func TestDatesAreRenewedBeforeAnybodySeesThem(t *testing.T) {
	f := newFixture(t)
	first := revision("monday", map[string]string{"/": "Monday"})
	first.ValidUntil = f.clock.Now().Add(time.Hour)
	f.publish(t, first)
	renewed := 0
	f.renew = func() {
		renewed++
		next := revision("tuesday", map[string]string{"/": "Tuesday"})
		next.ValidUntil = f.clock.Now().Add(24 * time.Hour)
		f.publish(t, next)
	}
	f.clock.Add(time.Hour - time.Nanosecond)
	if r := f.Page(t.Context(), "/"); !strings.Contains(string(r.Body), "Monday") || renewed != 0 {
		t.Errorf("renewed too early")
	}
	f.clock.Add(time.Nanosecond)
	if r := f.Page(t.Context(), "/"); !strings.Contains(string(r.Body), "Tuesday") {
		t.Errorf("shows yesterday: %s", r.Body)
	}
	if r := f.PageData(t.Context(), "/"); !strings.Contains(string(r.Body), "Tuesday") || renewed != 1 {
		t.Errorf("renewed %d times", renewed)
	}
	f.clock.Add(24 * time.Hour)
	if r := f.Document("/sitemap.xml"); r.Revision != "tuesday" || renewed != 2 {
		t.Errorf("the sitemap is of %s, renewed %d times", r.Revision, renewed)
	}
}

func TestDerivedDocuments(t *testing.T) {
	f := newFixture(t)
	if f.Document("/sitemap.xml") != nil {
		t.Error("a sitemap without content")
	}
	published := revision("r1", map[string]string{"/": "Home", "/about": "About", "/b": "A](b) [c", "/blog": "Blog", "/blog/page/2": "Blog – 2"})
	for _, page := range published.Main().Pages {
		switch page.Path {
		case "/blog":
			page.List = &site.EntryList{Number: 1, Count: 2}
		case "/blog/page/2":
			page.List = &site.EntryList{Number: 2, Count: 2}
		}
	}
	f.publish(t, published)
	for name, want := range map[string]string{
		"sitemap.xml": "<loc>https://evenlight.example/about</loc>",
		"about.md":    "# /about\n",
		"index.md":    "# /\n",
		"robots.txt":  "Sitemap: https://evenlight.example/sitemap.xml",
		"llms.txt":    "- [About](https://evenlight.example/about.md)",
	} {
		r := f.Document("/" + name)
		if r == nil || !strings.Contains(string(r.Body), want) {
			t.Errorf("%s lacks %s", name, want)
			continue
		}
		if strings.Contains(string(r.Body), "/shop") {
			t.Errorf("%s names a page that asks to be left out", name)
		}
	}
	if r := f.Document("/llms.txt"); !strings.Contains(string(r.Body), `- [A\](b) \[c](https://evenlight.example/b.md)`) {
		t.Errorf("a title ends its link: %s", r.Body)
	}
	if r := f.Document("/llms.txt"); !strings.Contains(string(r.Body), "/blog.md") || strings.Contains(string(r.Body), "page/2") {
		t.Errorf("not the first page of a list alone: %s", r.Body)
	}
	if f.Document("/secret.txt") != nil {
		t.Error("unknown documents exist")
	}
}

// TestWhatIsMadeOfPagesWaitsForThem: as long as a page cannot be rendered, its Markdown is what the page is, and a feed
// lacks its words. Afterwards both are whole.
func TestWhatIsMadeOfPagesWaitsForThem(t *testing.T) {
	f := newFixture(t)
	with := func(id, title string) *site.Revision {
		made := revision(id, map[string]string{"/blog/rye": title})
		entry := made.Main().Pages[0]
		entry.Entry = &site.EntryDetail{}
		list := &site.Page{Path: "/blog", Title: "Blog", Head: site.Head{Canonical: "https://evenlight.example/blog"}}
		list.Feed = &site.Feed{Title: "Blog", Path: "/blog", Entries: []*site.Page{entry}}
		made.Main().Pages = append(made.Main().Pages, list)
		return made
	}
	ask := func() (status int, markdown, feed string) {
		page := f.Document("/blog/rye.md")
		return page.Status, string(page.Body), string(f.Document("/blog/feed.json").Body)
	}
	const words = `"content_html":"\u003ch1\u003e/blog/rye\u003c/h1\u003e\n"`
	f.publish(t, with("r1", "THROW"))
	if status, _, feed := ask(); status != 500 || !strings.Contains(feed, `"content_html":""`) {
		t.Errorf("before: %d, %s", status, feed)
	}
	f.publish(t, with("r2", "Rye"))
	if status, markdown, feed := ask(); status != 200 || markdown != "# /blog/rye\n" || !strings.Contains(feed, words) {
		t.Errorf("after: %d, %s, %s", status, markdown, feed)
	}
	f.publish(t, with("r3", "THROW again"))
	for range 2 {
		if status, markdown, feed := ask(); status != 200 || markdown != "# /blog/rye\n" || !strings.Contains(feed, words) {
			t.Errorf("of what was good last: %d, %s, %s", status, markdown, feed)
		}
	}
}

func TestAPageTellsOfItsLanguages(t *testing.T) {
	f := newFixture(t)
	published := revision("r1", map[string]string{"/about": "About", "/alone": "Alone"})
	main := published.Main()
	german := &site.Bundle{Original: main, Site: &site.Site{ID: "main.de", Path: "/de", Name: "Evenlight", BaseURL: main.Site.BaseURL, Language: "de"}}
	german.Pages = []*site.Page{{Path: "/de/ueber", Title: "Über", Head: site.Head{Title: "Über", Canonical: "https://evenlight.example/de/ueber"}}}
	translations := []site.Translation{{Language: "en", Href: "/about"}, {Language: "de", Href: "/de/ueber"}, {Language: "fr", Href: "https://evenlight.fr/a-propos"}}
	german.Pages[0].Translations = translations
	for _, page := range main.Pages {
		if page.Path == "/about" {
			page.Translations = translations
		}
	}
	f.publish(t, &site.Revision{ID: "r1", Sites: append(published.Sites, german)})

	const links = `<link rel="alternate" hreflang="en" href="https://evenlight.example/about">` +
		`<link rel="alternate" hreflang="de" href="https://evenlight.example/de/ueber">` +
		`<link rel="alternate" hreflang="fr" href="https://evenlight.fr/a-propos">` +
		`<link rel="alternate" hreflang="x-default" href="https://evenlight.example/about">`
	for path, want := range map[string][]string{
		"/about": {links, `<meta property="og:locale" content="en_US"><meta property="og:locale:alternate" content="de_DE">`},
		"/de/ueber": {
			links, `<html lang="de"`, `<link rel="canonical" href="https://evenlight.example/de/ueber">`,
			`<meta property="og:locale" content="de_DE"><meta property="og:locale:alternate" content="en_US">`,
		},
	} {
		r := f.Page(t.Context(), path)
		for _, part := range want {
			if !strings.Contains(string(r.Body), part) {
				t.Errorf("%s lacks %s:\n%s", path, part, r.Body)
			}
		}
		if r.Language == "" || !strings.Contains(string(r.Body), `<html lang="`+r.Language+`"`) {
			t.Errorf("%s is in %q", path, r.Language)
		}
	}
	if r := f.Page(t.Context(), "/alone"); strings.Contains(string(r.Body), "hreflang") {
		t.Error("a page in one language names others")
	}
	sitemap := string(f.Document("/sitemap.xml").Body)
	const entry = `<url><loc>https://evenlight.example/de/ueber</loc><xhtml:link rel="alternate" hreflang="en" href="https://evenlight.example/about"></xhtml:link>`
	if !strings.Contains(sitemap, entry) || !strings.Contains(sitemap, `xmlns:xhtml="http://www.w3.org/1999/xhtml"`) {
		t.Error(sitemap)
	}
	if llms := string(f.Document("/llms.txt").Body); !strings.Contains(llms, "## Evenlight (Deutsch)\n") {
		t.Error(llms)
	}
}

func TestFilesThatTheRevisionLacksAreAskedFor(t *testing.T) {
	kept := &site.Representation{Status: http.StatusOK}
	renderer := &fakeRenderer{}
	s := pages.NewStore(pages.Options{Renderer: renderer, Assets: someAssets{"/images/main/old-1.svg": kept}, Now: time.Now, Logger: slog.New(slog.DiscardHandler), OnDemand: true})
	if s.Asset("/images/main/old-1.svg") != kept {
		t.Error("a file that was kept is not there before the first revision")
	}
	if err := s.Publish(revision("r1", map[string]string{"/": "Home"})); err != nil {
		t.Fatal(err)
	}
	if s.Asset("/images/main/old-1.svg") != kept || s.Asset("/images/main/mark-1.svg") == nil || s.Asset("/images/main/mark-1.svg") == kept {
		t.Error("an open page of an earlier revision loses its image, or this one its own")
	}
	if s.Asset("/images/other.svg") != nil {
		t.Error("unknown images exist")
	}
}

func TestLargeFilesAreAnsweredAsTheyAre(t *testing.T) {
	f := newFixture(t)
	rev := revision("r1", map[string]string{"/": "Home"})
	open := func() (io.ReadSeekCloser, error) { return nil, site.ErrFileChanged }
	rev.Sites[0].Files = map[string]site.File{
		"/files/main/tour-1.mp4":  {ContentType: "video/mp4", Size: 7, Sum: [32]byte{1}, Open: open},
		"/files/main/logos-1.zip": {ContentType: "application/zip", Size: 9, Sum: [32]byte{2}, Open: open, Download: "Größe.zip"},
	}
	f.publish(t, rev)
	tour, logos := f.Asset("/files/main/tour-1.mp4"), f.Asset("/files/main/logos-1.zip")
	if tour.Open == nil || tour.Size != 7 || tour.Disposition != "" || tour.ETag == logos.ETag || !strings.Contains(tour.Policy, "media-src 'self'") {
		t.Errorf("the film is %+v", tour)
	}
	if logos.Disposition != "attachment; filename*=utf-8''Gr%C3%B6%C3%9Fe.zip" || logos.Policy != "" || logos.CacheControl != site.Immutable {
		t.Errorf("the archive is %+v", logos)
	}
}

func TestAFileHasAnAddressThatStays(t *testing.T) {
	f := newFixture(t)
	rev := revision("r1", map[string]string{"/": "Home"})
	of := func(lasting, words string) site.File {
		return site.File{ContentType: "text/plain", Data: []byte(words), Lasting: lasting}
	}
	rev.Sites[0].Files = map[string]site.File{
		"/files/main/prices-0123456789.txt": of("/files/main/prices.txt", "now"),
		"/files/main/menu-1123456789.txt":   of("/files/main/2025/menu.txt", "of 2025"),
		"/files/main/menu-2123456789.txt":   of("/files/main/2026/menu.txt", "of 2026"),
	}
	f.publish(t, rev)
	for address, want := range map[string]string{
		"/files/main/prices-0123456789.txt": "200  now", "/files/main/prices.txt": "200  now", "/files/main/2025/menu.txt": "200  of 2025",
		"/files/main/prices-ffffffffff.txt": "301 /files/main/prices.txt ",
		"/files/main/menu-ffffffffff.txt":   "none", // nobody knows which of both
		"/files/main/other-ffffffffff.txt":  "none", "/files/main/menu.txt": "none", "/files/main/prices.pdf": "none",
	} {
		got := "none"
		if r := f.Asset(address); r != nil {
			got = fmt.Sprintf("%d %s %s", r.Status, r.Location, r.Body)
			if hashed := strings.Contains(address, "-0"); (r.CacheControl == site.Immutable) != hashed {
				t.Errorf("%s may be kept: %s", address, r.CacheControl)
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestErrorPagesSayTheStatusInTheWordsOfTheSite(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home"}))
	for status, want := range map[int]string{404: "Nothing here.", 500: "Something broke."} {
		page := string(f.ErrorPage(status, "/x").Body)
		if !strings.Contains(page, want) || strings.Contains(page, http.StatusText(status)) {
			t.Errorf("%d: %s", status, page)
		}
	}
}

func TestErrorPagesSpeakTheWordsOfTheNearestSite(t *testing.T) {
	f := newFixture(t)
	f.publish(t, revision("r1", map[string]string{"/": "Home"}))
	for path, want := range map[string]string{"/x": "Unexpected Application Error!", "/shop/x": "Shop broke"} {
		if r := f.ErrorPage(503, path); r.Status != 503 || !strings.Contains(string(r.Body), want) {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}

func TestReadersNeverSeeAMixOfRevisions(t *testing.T) {
	f := newFixture(t)
	titles := func(i int) map[string]string {
		word := fmt.Sprintf("word%d.", i)
		return map[string]string{"/": word, "/about": word}
	}
	f.publish(t, revision("r0", titles(0)))
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				for _, path := range []string{"/", "/about"} {
					r := f.Page(context.Background(), path)
					if word := "word" + strings.TrimPrefix(r.Revision, "r") + "."; r.Status != 200 || !strings.Contains(string(r.Body), word) {
						t.Errorf("revision %s does not show %s", r.Revision, word)
						return
					}
				}
			}
		})
	}
	for i := 1; i <= 200; i++ {
		f.publish(t, revision(fmt.Sprintf("r%d", i), titles(i)))
	}
	close(done)
	readers.Wait()
}

package pictures_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pictures"
)

func TestAnAddressChangesWithAllThatIsDrawn(t *testing.T) {
	addressOf := func(owner *site.Site, mark []byte, page *site.Page) string {
		return newStudio(t).Addresses(bundleOf(owner, mark))(page)
	}
	owner, mark := shipped(t, "business")
	page := site.Page{Title: "Connect", Description: "Write to us.", Path: "/websites/business/connect"}
	page.Head.Canonical = "https://evenlight.example" + page.Path
	first := addressOf(owner, mark, &page)
	if !regexp.MustCompile(`^/og/business/connect-[0-9a-f]{10}\.png$`).MatchString(first) {
		t.Errorf("address = %s", first)
	}
	home := addressOf(owner, mark, &site.Page{Title: "X", Path: "/websites/business"})
	if !regexp.MustCompile(`^/og/business/index-[0-9a-f]{10}\.png$`).MatchString(home) {
		t.Errorf("address of the first page = %s", home)
	}
	seen := map[string]string{first: "nothing"}
	for name, change := range map[string]func(*site.Site, *site.Page) []byte{
		"title":       func(_ *site.Site, p *site.Page) []byte { p.Title = "Contact"; return mark },
		"description": func(_ *site.Site, p *site.Page) []byte { p.Description = "Call us."; return mark },
		"name":        func(s *site.Site, _ *site.Page) []byte { s.Name = "Another"; return mark },
		"colour":      func(s *site.Site, _ *site.Page) []byte { s.Theme.Colors.Primary = "#123456"; return mark },
		"font":        func(s *site.Site, _ *site.Page) []byte { s.Theme.Fonts.Display = "Sora"; return mark },
		"host": func(_ *site.Site, p *site.Page) []byte {
			p.Head.Canonical = "https://other.example" + p.Path
			return mark
		},
		"mark": func(*site.Site, *site.Page) []byte { return nil },
	} {
		s, p := *owner, page
		file := change(&s, &p)
		address := addressOf(&s, file, &p)
		if other, known := seen[address]; known {
			t.Errorf("%s changes as little as %s", name, other)
		}
		seen[address] = name
	}
	same := page
	same.NoIndex, same.Sections = true, []site.Section{{}}
	if addressOf(owner, mark, &same) != first {
		t.Error("what is not drawn changes the address")
	}
}

// shopRevision is a revision of one site and of pages with these titles by path.
func shopRevision(x *pictures.Index, name site.Text, titles map[string]site.Text) *site.Revision {
	colors := site.Colors{
		Background: "#ffffff", Surface: "#eeeeee", Text: "#111111", Muted: "#555555", Line: "#cccccc",
		Primary: "#0044cc", OnPrimary: "#ffffff", Accent: "#cc4400",
	}
	bundle := &site.Bundle{Site: &site.Site{
		ID: "shop", Path: "/shop", Name: name, BaseURL: "https://shop.example",
		Theme: site.Theme{Colors: colors},
	}}
	for _, path := range []string{"/shop", "/shop/a", "/shop/a/b", "/shop/index"} { // in the order of a bundle
		if title, there := titles[path]; there {
			bundle.Pages = append(bundle.Pages, &site.Page{
				Title: title, Path: path,
				Head: site.Head{Canonical: "https://shop.example" + path},
			})
		}
	}
	x.Attach(bundle, &bundle.Site.Assets)
	return &site.Revision{Sites: []*site.Bundle{bundle}}
}

func addressesOf(rev *site.Revision) []string {
	var all []string
	for _, bundle := range rev.Sites {
		for _, page := range bundle.Pages {
			all = append(all, strings.TrimPrefix(page.Head.Image, "https://shop.example"))
		}
		all = append(all, bundle.Site.Assets.TouchIcon, bundle.Site.Assets.Icon, bundle.Site.Assets.Manifest)
	}
	return all
}

func newIndex(t testing.TB, log *bytes.Buffer) *pictures.Index {
	t.Helper()
	return pictures.NewIndex(newStudio(t), slog.New(slog.NewTextHandler(log, nil)))
}

func TestEveryPictureIsFoundByItsAddress(t *testing.T) {
	var log bytes.Buffer
	x := newIndex(t, &log)
	if x.Get("/og/shop/index-0123456789.png") != nil {
		t.Error("there is a picture before there is content")
	}
	titles := map[string]site.Text{"/shop": "Home", "/shop/a": "A", "/shop/a/b": "B", "/shop/index": "Index"}
	first := shopRevision(x, "Shop", titles)
	x.Publish(first)
	seen := map[string]bool{}
	for _, address := range addressesOf(first) {
		r := x.Get(address)
		if r == nil || r.Status != 200 || !strings.Contains(r.CacheControl, "immutable") || r.ETag == "" || seen[r.ETag] {
			t.Fatalf("%s: %+v", address, r)
		}
		seen[r.ETag] = true
		if x.Get(address) != r {
			t.Errorf("%s is drawn twice", address)
		}
	}
	if len(seen) != 7 {
		t.Errorf("%d pictures", len(seen))
	}
	manifest := string(x.Get(first.Sites[0].Site.Assets.Manifest).Body)
	for _, icon := range regexp.MustCompile(`"/og/[^"]*"`).FindAllString(manifest, -1) {
		if r := x.Get(strings.Trim(icon, `"`)); r == nil || r.ContentType != "image/png" {
			t.Errorf("the manifest names %s: %v", icon, r)
		}
	}
	for _, unknown := range []string{
		"/og/", "/og/shop", "/og/shop/", "/og/shop/a", "/og/none/a-0123456789.png", "/og/none/icon-0123456789.ico",
		"/og/shop/c-0123456789.png",
		"/og/shop/-.png", "/og/shop/icon-0123456789-64.png", "/og/shop/a-0123456789.jpg", "/og/shop/../shop/a-0123456789.png",
	} {
		if x.Get(unknown) != nil {
			t.Errorf("%s is found", unknown)
		}
	}
	if log.Len() > 0 {
		t.Errorf("the log says:\n%s", log.String())
	}
}

// Link previews that are not fetched yet, and pages that are still open, have
// addresses of earlier revisions.
func TestAnEarlierAddressLeadsToThePictureOfToday(t *testing.T) {
	var log bytes.Buffer
	x := newIndex(t, &log)
	titles := map[string]site.Text{"/shop/a": "A", "/shop/a/b": "B"}
	first := shopRevision(x, "Shop", titles)
	delete(titles, "/shop/a")
	titles["/shop/a/b"] = "Another B"
	second := shopRevision(x, "Market", titles)
	x.Publish(second)
	gone, before, now := addressesOf(first)[0], addressesOf(first)[1:], addressesOf(second)
	if x.Get(gone) != nil {
		t.Error("a page that is gone has a picture")
	}
	for i := range now {
		a, b := x.Get(before[i]), x.Get(now[i])
		if a == nil || b == nil || before[i] == now[i] {
			t.Fatalf("%s: %v, %s: %v", before[i], a, now[i], b)
		}
		if a.ETag != b.ETag || strings.Contains(a.CacheControl, "immutable") ||
			!strings.Contains(b.CacheControl, "immutable") {
			t.Errorf("%s is %s for %s", before[i], a.ETag, a.CacheControl)
		}
	}
}

func TestAPictureIsDrawnOnceHoweverManyAsk(t *testing.T) {
	var log bytes.Buffer
	x := newIndex(t, &log)
	rev := shopRevision(x, "Shop", map[string]site.Text{"/shop": "Home"})
	x.Publish(rev)
	var visitors sync.WaitGroup
	got := make([]*site.Representation, 50)
	for i := range got {
		visitors.Go(func() { got[i] = x.Get(addressesOf(rev)[0]) })
	}
	visitors.Wait()
	for _, r := range got {
		if r == nil || r != got[0] {
			t.Fatal("drawn more than once")
		}
	}
}

func TestAPictureThatCannotBeDrawnIsLoggedAndTriedAgain(t *testing.T) {
	var log bytes.Buffer
	x := newIndex(t, &log)
	rev := shopRevision(x, "Shop", map[string]site.Text{"/shop": "Home"})
	good := rev.Sites[0].Site.Theme.Colors
	rev.Sites[0].Site.Theme.Colors = site.Colors{}
	x.Publish(rev)
	address := addressesOf(rev)[0]
	if x.Get(address) != nil || !strings.Contains(log.String(), address) {
		t.Errorf("it is drawn without colours; the log says %q", log.String())
	}
	rev.Sites[0].Site.Theme.Colors = good
	if x.Get(address) == nil {
		t.Error("it is not tried again")
	}
}

// BenchmarkAttach measures the addresses of 1,000 sites of 10 pages, and of a
// site of 10,000 pages.
func BenchmarkAttach(b *testing.B) {
	var log bytes.Buffer
	x := newIndex(b, &log)
	for _, size := range []struct{ sites, pages int }{{1000, 10}, {1, 10_000}} {
		var bundles []*site.Bundle
		for n := range size.sites {
			id := fmt.Sprintf("site-%04d", n)
			bundle := &site.Bundle{Site: &site.Site{ID: id, Path: "/" + id, Name: "A site", BaseURL: "https://www.example.com"}}
			for p := range size.pages {
				path := fmt.Sprintf("/%s/page-%05d", id, p)
				bundle.Pages = append(bundle.Pages, &site.Page{
					Title: "A page with a title", Description: "One or two sentences. Here is another one.", Path: path,
					Head: site.Head{Canonical: "https://www.example.com" + path},
				})
			}
			bundles = append(bundles, bundle)
		}
		b.Run(fmt.Sprintf("%d x %d", size.sites, size.pages), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, bundle := range bundles {
					for _, page := range bundle.Pages {
						page.Head.Image = ""
					}
					x.Attach(bundle, &bundle.Site.Assets)
				}
			}
		})
	}
}

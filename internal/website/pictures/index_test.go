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
	"github.com/evenlight/marquee/web"
)

func TestAnAddressChangesWithAllThatIsDrawn(t *testing.T) {
	addressOf := func(owner *site.Site, mark []byte, page *site.Page) string {
		copied, bundle := *page, bundleOf(owner, mark)
		bundle.Pages = []*site.Page{&copied}
		newStore(t).Attach(bundle, &bundle.Site.Assets)
		return strings.TrimPrefix(copied.Head.Image, strings.TrimSuffix(page.Head.Canonical, page.Path))
	}
	owner, mark := shipped(t, "business")
	page := site.Page{Title: "Connect", Description: "Write to us.", Path: "/websites/business/connect"}
	page.Head.Canonical = "https://evenlight.example" + page.Path
	first := addressOf(owner, mark, &page)
	if !regexp.MustCompile(`^/og/business/connect-[0-9a-f]{10}\.png$`).MatchString(first) {
		t.Errorf("address = %s", first)
	}
	home := addressOf(owner, mark, &site.Page{
		Title: "X", Path: "/websites/business", Head: site.Head{Canonical: "https://evenlight.example/websites/business"},
	})
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
func shopRevision(x *pictures.Store, name site.Text, titles map[string]site.Text) *site.Revision {
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

func newIndex(t testing.TB, log *bytes.Buffer) *pictures.Store {
	t.Helper()
	x, err := pictures.NewStore(web.Dist(), slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return x
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

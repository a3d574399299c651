package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/pictures"
	"github.com/evenlight/marquee/web"
)

// hungRevision is a revision of one site and of pages with these titles by path.
func hungRevision(drawn *pictureIndex, name site.Text, titles map[string]site.Text) *site.Revision {
	bundle := &site.Bundle{Site: &site.Site{ID: "shop", Path: "/shop", Name: name, BaseURL: "https://shop.example"}}
	for _, path := range []string{"/shop", "/shop/a", "/shop/a/b", "/shop/index"} { // in the order of a bundle
		if title, there := titles[path]; there {
			bundle.Pages = append(bundle.Pages, &site.Page{Title: title, Path: path, Head: site.Head{Canonical: "https://shop.example" + path}})
		}
	}
	drawn.address(bundle, &bundle.Site.Assets)
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

func TestEveryPictureIsFoundByItsAddressAndTheRevisionBeforeStays(t *testing.T) {
	studio, err := pictures.NewStudio(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	drawn := &pictureIndex{studio: studio, gallery: pictures.NewGallery(0)}
	titles := map[string]site.Text{"/shop": "Home", "/shop/a": "A", "/shop/a/b": "B", "/shop/index": "Index"}
	first := hungRevision(drawn, "Shop", titles)
	delete(titles, "/shop/a")
	titles["/shop/a/b"] = "Another B"
	second := hungRevision(drawn, "Shop", titles)
	third := hungRevision(drawn, "Market", titles)
	found := func(addresses []string) (count int) {
		for _, address := range addresses {
			if _, known := drawn.hung.find(address); known {
				count++
			}
		}
		return count
	}
	drawn.hang(first)
	if all := addressesOf(first); found(all) != len(all) || len(all) != 7 {
		t.Errorf("%d of %d pictures are found", found(all), len(all))
	}
	drawn.hang(second)
	if all := append(addressesOf(first), addressesOf(second)...); found(all) != len(all) {
		t.Errorf("after an edit, %d of %d pictures are found", found(all), len(all))
	}
	if len(drawn.hung.earlier) != 2+6 { // A and B, and the icons, which are the same
		t.Errorf("%d pictures are kept of the revision before", len(drawn.hung.earlier))
	}
	drawn.hang(third)
	if all := append(addressesOf(second), addressesOf(third)...); found(all) != len(all) {
		t.Errorf("after another name, %d of %d pictures are found", found(all), len(all))
	}
	if gone := addressesOf(first)[1:3]; found(gone) != 0 {
		t.Error("pictures of long ago are still found")
	}
	drawn.hang(&site.Revision{})
	if all := addressesOf(third); found(all) != len(all) {
		t.Errorf("after the site is gone, %d of %d pictures are found", found(all), len(all))
	}
	for _, unknown := range []string{"/og/", "/og/shop", "/og/shop/", "/og/shop/a", "/og/none/a-0123456789.png", "/og/shop/a-0123456789.png", "/og/shop/-.png"} {
		drawn.hang(first)
		if _, known := drawn.hung.find(unknown); known {
			t.Errorf("%s is found", unknown)
		}
	}
}

// BenchmarkDress measures what is told of generated files: of 1,000 sites of 10
// pages, each with a look of its own, and of a site of 10,000 pages.
func BenchmarkDress(b *testing.B) {
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	studio, err := pictures.NewStudio(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range []struct{ sites, pages int }{{1000, 10}, {1, 10_000}} {
		rev := &site.Revision{}
		for n := range size.sites {
			id := fmt.Sprintf("site-%04d", n)
			bundle := &site.Bundle{Icons: []site.Icon{"check", "mail", "menu", "x"}, Site: &site.Site{
				ID: id, Path: "/" + id, Name: "A site", BaseURL: "https://www.example.com",
				Theme: site.Theme{Scheme: "light", Fonts: site.Fonts{Display: "Inter", Text: "Inter"}, Colors: site.Colors{Primary: fmt.Sprintf("#%06x", n), Background: "#ffffff"}},
			}}
			for p := range size.pages {
				path := fmt.Sprintf("/%s/page-%05d", id, p)
				bundle.Pages = append(bundle.Pages, &site.Page{
					Title: "A page with a title", Description: "One or two sentences. Here is another one.", Path: path,
					Head: site.Head{Canonical: "https://www.example.com" + path},
				})
			}
			rev.Sites = append(rev.Sites, bundle)
		}
		drawn := &pictureIndex{studio: studio, gallery: pictures.NewGallery(0)}
		dress := func(bundle *site.Bundle) {
			bundle.Site.Assets = library.Dress(bundle)
			drawn.address(bundle, &bundle.Site.Assets)
		}
		name := fmt.Sprintf("%d x %d", size.sites, size.pages)
		b.Run(name+"/all", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, bundle := range rev.Sites {
					for _, page := range bundle.Pages {
						page.Head.Image = ""
					}
					dress(bundle)
				}
				drawn.hang(rev)
			}
		})
		b.Run(name+"/one page", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				changed := *rev.Sites[0]
				page := *changed.Pages[3]
				page.Head.Image = ""
				changed.Pages = slices.Clone(changed.Pages)
				changed.Pages[3] = &page
				next := &site.Revision{Sites: slices.Clone(rev.Sites)}
				next.Sites[0] = &changed
				dress(&changed)
				drawn.hang(next)
				rev = next
			}
		})
	}
}

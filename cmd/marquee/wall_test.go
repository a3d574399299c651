package main

import (
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/picture"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/web"
)

// hungRevision is a revision of one site and of pages with these titles by path.
func hungRevision(drawn *pictures, name site.Text, titles map[string]site.Text) *site.Revision {
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
	studio, err := picture.NewStudio(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	drawn := &pictures{studio: studio, gallery: picture.NewGallery(0)}
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

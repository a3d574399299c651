//go:build !race

// One goroutine does all of it, at length.

package pictures_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

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

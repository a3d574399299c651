//go:build !race

// Every page is drawn once more here, which the race detector makes slow and
// finds nothing in: make test runs this file without it.

package main

import (
	"context"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/web"
)

// What the first load of a page may cost; a KB is 1,000 bytes. The scores of
// Lighthouse, and what a browser asks for by itself, are tested in web/e2e.
const (
	mostHTML     = 15_000
	mostScript   = 130_000 // all scripts there are; what a page loads of them, web/e2e/budgets.e2e.ts weighs in a browser
	mostRequests = 14
	mostPreloads = 5
)

// encodings are what visitors take; the first is what browsers get.
var encodings = []string{"br", "gzip"}

// TestBudgets weighs every page of every site, what it names, and all scripts.
func TestBudgets(t *testing.T) {
	w := boot(t, fixture)
	paths := append(sitemapPaths(w), "/nowhere", "/websites/business/nowhere", "/websites/creative/nowhere")
	for _, path := range paths {
		for _, encoding := range encodings {
			got := w.encoded(path, encoding)
			if got.status >= http.StatusInternalServerError {
				t.Errorf("%s answers %d", path, got.status)
			}
			if size := len(got.body); size == 0 || size > mostHTML {
				t.Errorf("%s has %d bytes of HTML in %s, the budget is %d", path, size, encoding, mostHTML)
			}
		}
		page := readPage(t, w.get(path).body)
		named := page.files
		for _, sprite := range page.sprites {
			file, _, _ := strings.Cut(sprite, "#")
			named = append(named, file)
		}
		slices.Sort(named)
		named = slices.DeleteFunc(slices.Compact(named), func(file string) bool { return file == "" || strings.HasPrefix(file, "data:") })
		if asked := 1 + len(named) - len(page.narrow); asked > mostRequests {
			t.Errorf("%s takes %d requests, the budget is %d: %v", path, asked, mostRequests, named)
		}
		if len(page.preloads) > mostPreloads {
			t.Errorf("%s preloads %v, the budget is %d files: what comes first is not first any more", path, page.preloads, mostPreloads)
		}
	}
	scripts, err := fs.Glob(web.Dist(), "client/assets/*.js")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("there are %d scripts: %v", len(scripts), err)
	}
	sum := 0
	for _, script := range scripts {
		sum += len(w.encoded(strings.TrimPrefix(script, "client"), "br").body)
	}
	if sum > mostScript {
		t.Errorf("%d scripts have %d bytes, the budget is %d", len(scripts), sum, mostScript)
	}
}

// encoded asks for a path in one encoding and returns the bytes as they came.
func (w *website) encoded(path, encoding string) reply {
	w.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, w.url+path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", encoding)
	got := w.do(request)
	if got.header.Get("Content-Encoding") != encoding {
		w.t.Errorf("%s comes as %q, want %s", path, got.header.Get("Content-Encoding"), encoding)
	}
	return got
}

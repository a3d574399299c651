//go:build !race

// Drawing hundreds of pages is arithmetic in one goroutine, and takes minutes
// under the race detector: make test runs this file without it.

package main

import (
	"testing"

	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/web"
)

// TestPagesLeaveNothingBehindInTheMachine draws so many pages in one machine
// with little memory that what each left behind would fill it: a machine needs
// 8 MB, and a page may leave nothing.
func TestPagesLeaveNothingBehindInTheMachine(t *testing.T) {
	w := boot(t, fixture)
	data := []byte(w.get("/api/pages?path=/websites/business").body)
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		t.Fatal(err)
	}
	pool, err := render.NewPool(render.Config{Bundle: bundle, Size: 1, MemoryLimit: 12 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for n := range 300 {
		if _, err := pool.Render(t.Context(), "/websites/business", data); err != nil {
			t.Fatalf("page %d: %v", n, err)
		}
	}
}

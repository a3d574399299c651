//go:build !race

package main

import (
	"testing"

	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/web"
)

// BenchmarkRenderPages renders every shipped page, one after another in one
// virtual machine.
func BenchmarkRenderPages(b *testing.B) {
	w := boot(b, shipped)
	paths := sitemapPaths(w)
	data := make([][]byte, len(paths))
	for i, path := range paths {
		data[i] = []byte(w.get("/api/pages?path=" + path).body)
	}
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	pool, err := render.NewPool(render.Config{Bundle: bundle, Size: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	for b.Loop() {
		for i, path := range paths {
			if _, err := pool.Render(b.Context(), path, data[i]); err != nil {
				b.Fatalf("%s: %v", path, err)
			}
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*len(paths)), "ms/page")
}

// BenchmarkStartRenderer compiles the bundle and starts the first virtual machine.
func BenchmarkStartRenderer(b *testing.B) {
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		pool, err := render.NewPool(render.Config{Bundle: bundle, Size: 1})
		if err != nil {
			b.Fatal(err)
		}
		pool.Close()
	}
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "ms/start")
}

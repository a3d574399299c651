package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"modernc.org/quickjs"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/assets"
	"github.com/evenlight/marquee/internal/website/render"
	"github.com/evenlight/marquee/web"
)

// pageData is what the templates are given for one page.
type pageData struct {
	Path string
	Data []byte
}

// samplePages loads the shipped content with a generated sub-site of so many
// pages beside it, and returns what the program would hand to the templates:
// for the pages of both, and for the not-found pages.
func samplePages(tb testing.TB, count int) (shipped, generated []pageData) {
	tb.Helper()
	root := tb.TempDir()
	if err := os.CopyFS(root, os.DirFS(filepath.Join("..", "..", "content"))); err != nil {
		tb.Fatal(err)
	}
	g, err := newGenerator()
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := g.writeSite(root, "made", "/made", 1, count); err != nil {
		tb.Fatal(err)
	}
	library, err := assets.NewLibrary(web.Dist())
	if err != nil {
		tb.Fatal(err)
	}
	loader := content.NewLoader(content.Options{Icons: library, Fonts: library.Fonts(), Assets: library.Dress})
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	revision, problems, err := loader.Load(tb.Context(), os.DirFS(root), now)
	if err != nil || revision == nil {
		tb.Fatal(err, problems)
	}
	for _, bundle := range revision.Sites {
		encode := func(path string, page *site.Page) pageData {
			data, err := json.Marshal(struct {
				Site *site.Site `json:"site"`
				Page *site.Page `json:"page"`
			}{bundle.Site, page})
			if err != nil {
				tb.Fatal(err)
			}
			return pageData{path, data}
		}
		for _, page := range bundle.Pages {
			if bundle.Site.ID == "made" {
				generated = append(generated, encode(page.Path, page))
			} else {
				shipped = append(shipped, encode(page.Path, page))
			}
		}
		if bundle.NotFound != nil {
			shipped = append(shipped, encode("/no such/page", bundle.NotFound))
		}
	}
	if len(generated) != count {
		tb.Fatalf("%d pages were generated, want %d", len(generated), count)
	}
	return shipped, generated
}

// script is the server bundle in an engine of its own, without a pool around it.
type script struct {
	vm *quickjs.VM
	// What the templates wrote to their console.
	logged []string
}

func newScript(tb testing.TB) *script {
	tb.Helper()
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		tb.Fatal(err)
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := vm.Close(); err != nil {
			tb.Error(err)
		}
	})
	s := &script{vm: vm}
	log := func(level, message string) { s.logged = append(s.logged, level+" "+message) }
	if err := vm.RegisterFunc("__hostLog", log, false); err != nil {
		tb.Fatal(err)
	}
	if _, err := vm.Eval(string(bundle), quickjs.EvalGlobal); err != nil {
		tb.Fatal(err)
	}
	return s
}

func (s *script) draw(tb testing.TB, function string, page pageData) string {
	tb.Helper()
	html, err := s.vm.Call("__ssr."+function, page.Path, string(page.Data))
	if err != nil {
		tb.Fatalf("%s %s: %v", function, page.Path, err)
	}
	return html.(string)
}

// TestPagesAreDrawnAsByReact compares the lean renderer with React's own, byte
// by byte, on every shipped page and on generated ones.
func TestPagesAreDrawnAsByReact(t *testing.T) {
	shipped, generated := samplePages(t, 12)
	if len(shipped) < 25 {
		t.Fatalf("%d pages are shipped, want at least 25", len(shipped))
	}
	drawer := newScript(t)
	for _, page := range append(shipped, generated...) {
		if lean, reacts := drawer.draw(t, "render", page), drawer.draw(t, "reference", page); lean != reacts {
			at := 0
			for at < len(lean) && at < len(reacts) && lean[at] == reacts[at] {
				at++
			}
			from := max(0, at-80)
			t.Errorf("%s differs at %d:\n got %.200q\nwant %.200q", page.Path, at, lean[from:], reacts[from:])
		}
	}
	if len(drawer.logged) != 0 {
		t.Errorf("the templates' console: %q", drawer.logged)
	}
}

// BenchmarkRender draws the shipped pages and generated ones in one machine,
// with the lean renderer and with React's, in turns: so whatever else the
// computer does meets both. Both figures are CPU time.
func BenchmarkRender(b *testing.B) {
	shipped, generated := samplePages(b, 40)
	drawer := newScript(b)
	for _, kind := range []struct {
		name  string
		pages []pageData
	}{{"shipped", shipped}, {"generated", generated}} {
		b.Run(kind.name, func(b *testing.B) {
			var lean, reacts []time.Duration
			for b.Loop() {
				for _, page := range kind.pages {
					lean = append(lean, processorTime(b, func() { drawer.draw(b, "render", page) }))
					reacts = append(reacts, processorTime(b, func() { drawer.draw(b, "reference", page) }))
				}
			}
			b.ReportMetric(medianMilliseconds(lean), "ms/page")
			b.ReportMetric(medianMilliseconds(reacts), "ms/page-by-react")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkRenderPool draws generated pages in the pool, as many at once as the
// program does: how fast 10,000 pages are drawn.
func BenchmarkRenderPool(b *testing.B) {
	_, generated := samplePages(b, 200)
	bundle, err := assets.ServerBundle(web.Dist())
	if err != nil {
		b.Fatal(err)
	}
	pool, err := render.NewPool(render.Config{Bundle: bundle, Size: max(2, runtime.GOMAXPROCS(0))})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := pool.Close(); err != nil {
			b.Error(err)
		}
	}()
	pages, spent := 0, time.Duration(0)
	for b.Loop() {
		spent += processorTime(b, func() {
			var all sync.WaitGroup
			for _, page := range generated {
				all.Go(func() {
					if _, err := pool.Render(b.Context(), page.Path, page.Data); err != nil {
						b.Error(err)
					}
				})
			}
			all.Wait()
		})
		pages += len(generated)
	}
	b.ReportMetric(float64(pages)/b.Elapsed().Seconds(), "pages/s")
	b.ReportMetric(spent.Seconds()*1000/float64(pages), "cpu-ms/page")
	b.ReportMetric(0, "ns/op")
}

// medianMilliseconds is the median of durations.
func medianMilliseconds(of []time.Duration) float64 {
	slices.Sort(of)
	return of[len(of)/2].Seconds() * 1000
}

// processorTime is what the process spent on all cores while do ran.
func processorTime(tb testing.TB, do func()) time.Duration {
	now := func() time.Duration {
		var used syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
			tb.Fatal(err)
		}
		return time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	started := now()
	do()
	return now() - started
}

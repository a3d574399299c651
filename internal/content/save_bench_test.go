package content

import (
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// BenchmarkSave measures the way from a saved file to the new revision.
func BenchmarkSave(b *testing.B) {
	for _, size := range []struct {
		name         string
		sites, pages int
		languages    []string // beside the first one
	}{
		{"10000 pages", 1, 10_000, nil},
		{"1000 sites", 1000, 10, nil},
		{"30000 pages", 1, 30_000, nil},
		{"10000 pages in 3 languages", 1, 10_000, []string{"de", "fr"}},
	} {
		b.Run(size.name, func(b *testing.B) {
			dir := b.TempDir()
			files := manySites(b, size.sites, size.pages)
			for name, text := range maps.Clone(files) {
				for _, language := range size.languages {
					site, below, isPage := strings.Cut(name, "/pages/")
					if isPage && site == "site-0000" {
						files[site+"/"+language+"/pages/"+below] = text
					}
				}
			}
			for name, text := range files {
				full := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					b.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			live := 0
			s := NewSource(dir, NewLoader(sampleOptions()), slog.New(slog.DiscardHandler), time.Now, func(*site.Revision) { live++ })
			if status := s.Reload(b.Context()); status.Revision == "" {
				b.Fatal(told(status.Problems))
			}
			const edited = "site-0000/pages/part-000/page-00003.yaml"
			before := live
			b.ReportAllocs()
			defer reportCPU(b)()
			for n := 0; b.Loop(); n++ {
				text := files[edited] + "# saved\n"[:n%2*8]
				if err := os.WriteFile(filepath.Join(dir, edited), []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
				s.reload(b.Context(), false)
			}
			runtime.GC()
			var memory runtime.MemStats
			runtime.ReadMemStats(&memory)
			b.ReportMetric(float64(memory.HeapAlloc>>20), "MB-live")
			runtime.KeepAlive(s)
			if live-before < b.N-1 {
				b.Fatalf("%d saves made %d revisions", b.N, live-before)
			}
		})
	}
}

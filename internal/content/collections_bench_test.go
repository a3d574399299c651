//go:build !race

package content

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// manyEntries is the base tree with a collection of so many articles, each with three
// of forty tags.
func manyEntries(t testing.TB, entries int) folder {
	t.Helper()
	files := blogTree(t)
	first := time.Date(1999, time.January, 1, 0, 0, 0, 0, time.UTC)
	text := strings.Repeat("Some words that people read, with **weight** and [a way on](/about).\n\n", 12)
	for i := range entries {
		files[fmt.Sprintf("main/pages/blog/part-%03d/entry-%05d.md", i/100, i)] = fmt.Sprintf(
			"---\ntitle: Entry %d\nsummary: What entry %[1]d is about.\ndate: %s\ntags: [Tag %d, Tag %d, Tag %d]\n---\n\n%s",
			i, first.AddDate(0, 0, i).Format(time.DateOnly), i%40, (i/3)%40, (i/7+1)%40, text)
	}
	return files
}

// BenchmarkSaveAnEntry measures the way from a saved entry to the new revision, among
// 10,000 in one collection.
func BenchmarkSaveAnEntry(b *testing.B) {
	const edited = "main/pages/blog/part-090/entry-09010.md"
	files := manyEntries(b, 10_000)
	dir := b.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for _, change := range []struct{ what, from, to string }{
		{"its text", "weight", "colour"}, {"its title", "Entry 9010", "Entry 9010, said better"}, {"its tags", "[Tag", "[Tag 41, Tag"}, {"its day", "date: 20", "updated: 2026-11-01\ndate: 19"},
	} {
		b.Run(change.what, func(b *testing.B) {
			live := 0
			now := func() time.Time { return testNow }
			s := NewSource(dir, NewLoader(sampleOptions()), slog.New(slog.DiscardHandler), now, func(*site.Revision) { live++ })
			began := time.Now()
			if status := s.Reload(b.Context()); status.Revision == "" {
				b.Fatal(told(status.Problems))
			}
			b.ReportMetric(float64(time.Since(began).Milliseconds()), "ms-to-load")
			before := live
			defer reportCPU(b)()
			for n := 0; b.Loop(); n++ {
				text := files[edited]
				if n%2 == 0 {
					text = strings.Replace(text, change.from, change.to, 1)
				}
				if err := os.WriteFile(filepath.Join(dir, edited), []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
				s.reload(b.Context(), false)
			}
			if live-before < b.N-1 {
				b.Fatalf("%d saves made %d revisions", b.N, live-before)
			}
		})
	}
}

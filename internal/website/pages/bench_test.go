package pages_test

import (
	"fmt"
	"log/slog"
	"runtime"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/filecache"
	"github.com/evenlight/marquee/internal/website/pages"
)

// large is a revision of ten thousand pages of 8 KB of data.
func large(id string) *site.Revision {
	const count = 10_000
	main := revision(id, nil).Sites[0]
	main.Site.Tagline = site.Text(longText("settings", 1)[:3000])
	text := longText("text", 1)
	for n := range count {
		path := fmt.Sprintf("/part-%03d/page-%05d", n/100, n)
		main.Pages = append(main.Pages, &site.Page{
			Path: path, Title: site.Text(path), Description: site.Text(text[n%100 : n%100+5000]), Head: site.Head{Title: path, Canonical: "https://evenlight.example" + path},
		})
	}
	return &site.Revision{ID: id, Sites: []*site.Bundle{main}}
}

// edited is the revision with one page changed, all else the same values.
func edited(rev *site.Revision, n int) *site.Revision {
	bundle := *rev.Sites[0]
	bundle.Pages = append([]*site.Page(nil), bundle.Pages...)
	changed := *bundle.Pages[len(bundle.Pages)/2]
	changed.Title = site.Text(fmt.Sprint("Edit ", n))
	bundle.Pages[len(bundle.Pages)/2] = &changed
	return &site.Revision{ID: fmt.Sprint("edit", n), Sites: []*site.Bundle{&bundle}}
}

func BenchmarkFirstPublish(b *testing.B) {
	rev := large("r1")
	for b.Loop() {
		store := openStore(b, &longRenderer{}, func(o *pages.Options) { o.OnDemand = true })
		if err := store.Publish(rev); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPublishOneChangedPage(b *testing.B) {
	store := openStore(b, &longRenderer{}, func(o *pages.Options) { o.OnDemand = true })
	rev := large("r1")
	for n := 0; b.Loop(); n++ {
		if err := store.Publish(rev); err != nil {
			b.Fatal(err)
		}
		rev = edited(rev, n)
	}
}

// BenchmarkPublishNewValues is a publish of whose sites and pages none is the same value.
func BenchmarkPublishNewValues(b *testing.B) {
	store := openStore(b, &longRenderer{}, func(o *pages.Options) { o.OnDemand = true })
	revs := []*site.Revision{large("r1"), large("r2")}
	for n := 0; b.Loop(); n++ {
		if err := store.Publish(revs[n%2]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPage is the way of a page that is in memory, from many connections at once.
func BenchmarkPage(b *testing.B) {
	store := openStore(b, &longRenderer{}, func(o *pages.Options) { o.OnDemand = true })
	if err := store.Publish(revision("r1", numbered(100))); err != nil {
		b.Fatal(err)
	}
	store.Page(b.Context(), "/page-7")
	b.ReportAllocs()
	b.SetParallelism(16)
	b.RunParallel(func(loop *testing.PB) {
		for loop.Next() {
			if store.Page(b.Context(), "/page-7").Status != 200 {
				b.Error("no page")
			}
		}
	})
}

// BenchmarkRecall is the way of a page that is on disk only.
func BenchmarkRecall(b *testing.B) {
	store := openStore(b, &longRenderer{}, func(o *pages.Options) {
		cache := filecache.Open(filecache.Config{Dir: b.TempDir(), Limit: 1 << 30, Logger: o.Logger})
		b.Cleanup(cache.Close)
		o.Cache, o.OnDemand, o.Memory = cache, true, 1
	})
	if err := store.Publish(revision("r1", numbered(2))); err != nil {
		b.Fatal(err)
	}
	for n := 0; b.Loop(); n++ {
		store.Page(b.Context(), fmt.Sprintf("/page-%d", n%2))
	}
}

// BenchmarkWarmMemory says what ten thousand pages hold beside the content when all are warm.
func BenchmarkWarmMemory(b *testing.B) {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		rev := large("r1")
		before := heap()
		warm := make(warmLog, 1)
		store := openStore(b, &longRenderer{size: 3}, func(o *pages.Options) {
			cache := filecache.Open(filecache.Config{Dir: b.TempDir(), Limit: 1 << 30, Logger: o.Logger})
			b.Cleanup(cache.Close)
			o.Cache, o.Logger = cache, slog.New(warm)
		})
		if err := store.Publish(rev); err != nil {
			b.Fatal(err)
		}
		if round := <-warm; round["ready"] != 10_001 {
			b.Fatalf("%v", round)
		}
		b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
		runtime.KeepAlive(store)
		runtime.KeepAlive(rev)
	}
}

package server

import (
	"log/slog"
	"sync"
	"testing"
)

// TestTheCatalogIsMadeOncePerPublication asks for it by many requests at once.
func TestTheCatalogIsMadeOncePerPublication(t *testing.T) {
	website := newFakeWebsite()
	s := New(Config{Logger: slog.New(slog.DiscardHandler)}, website, &fakeHealth{})
	var earlier *catalog
	for _, id := range []string{"r1", "r2"} {
		website.revision.Store(fakeRevision(id))
		got := make([]*catalog, 50)
		var all sync.WaitGroup
		start := make(chan struct{})
		for i := range got {
			all.Go(func() {
				<-start
				got[i] = s.catalog()
			})
		}
		close(start)
		all.Wait()
		for _, c := range got {
			if c != got[0] || c == earlier || c.revision.ID != id {
				t.Fatalf("%s: requests have different catalogs, or an old one", id)
			}
		}
		earlier = got[0]
	}
}

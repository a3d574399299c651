//go:build !race

package content

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// What many pages share is made once, and held once: a page costs the same among thousands. Bytes are counted and not
// time, so that the limits hold on any machine; each is at most a third above what was measured.
func TestWhatAPageOfThousandsCosts(t *testing.T) {
	shipped := os.DirFS("../../content")
	many := memfs.FS{Base: shipped, Files: map[string]*memfs.File{}}
	const copies = 100
	err := fs.WalkDir(shipped, ".", func(name string, entry fs.DirEntry, err error) error {
		id, _, isPage := strings.Cut(name, "/pages/")
		if err != nil || !isPage || path.Ext(name) != ".yaml" || path.Base(name) == "404.yaml" {
			return err
		}
		data, err := fs.ReadFile(shipped, name)
		for i := range copies {
			many.Files[fmt.Sprintf("%s/pages/copies/of-%d-%d.yaml", id, len(many.Files)/copies, i)] = memfs.Bytes(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	before, after := costOfLoading(t, shipped), costOfLoading(t, many)
	for _, c := range []struct {
		what          string
		before, after uint64
		most          float64
	}{
		{"allocated for it in the first load", before.first, after.first, 190_000},
		{"allocated for it in a second load", before.again, after.again, 34_000},
		{"held", before.held, after.held, 13_500},
	} {
		if each := (float64(c.after) - float64(c.before)) / float64(len(many.Files)); each > c.most || each < c.most/2 {
			t.Errorf("%s: %.0f bytes a page; want at most %.0f, and a limit that is near", c.what, each, c.most)
		} else {
			t.Logf("%s: %.0f bytes a page", c.what, each)
		}
	}
}

// loadingCost is what loading a tree costs, in bytes.
type loadingCost struct{ first, again, held uint64 }

func costOfLoading(t *testing.T, tree fs.FS) loadingCost {
	t.Helper()
	var start, loaded, kept, again runtime.MemStats
	loader := NewLoader(outline.Options{Fields: &site.Drawing{Name: "field", Data: make([]byte, 20<<10)}})
	runtime.GC()
	runtime.GC() // what is pooled outlives one collection
	runtime.ReadMemStats(&start)
	revision, problems := load(t, loader, tree, testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	runtime.ReadMemStats(&loaded)
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&kept)
	load(t, loader, tree, testNow)
	runtime.ReadMemStats(&again)
	runtime.KeepAlive(revision)
	return loadingCost{
		loaded.TotalAlloc - start.TotalAlloc, again.TotalAlloc - kept.TotalAlloc, kept.HeapAlloc - start.HeapAlloc,
	}
}

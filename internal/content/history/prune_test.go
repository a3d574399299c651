package history

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/testkit"
)

// TestOldRevisionsGoWithTheirFiles keeps four revisions a day for fifteen days.
func TestOldRevisionsGoWithTheirFiles(t *testing.T) {
	var log testkit.Log
	kept := Open(Config{Dir: t.TempDir(), Content: "content", Logger: log.Logger()})
	file := func(path, text string) File {
		return File{Path: path, Sum: sha256.Sum256([]byte(text)), Read: func() ([]byte, error) { return []byte(text), nil }}
	}
	const pinned = 1
	revision := func(n int) string { return fmt.Sprintf("revision%04d", n) }
	for n := range 60 {
		sites := map[string][]File{
			"main": {file("main/site.yaml", fmt.Sprint("text ", n))},
			"shop": {file("shop/site.yaml", "always the same")},
		}
		at := time.Date(2026, 3, 1, 6*n, 0, 0, 0, time.UTC)
		next := &job{Website: Website{Revision: revision(n), At: at, Sites: func() map[string][]File { return sites }}}
		if err := kept.store(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		if n == pinned {
			if err := kept.Pin(revision(n)); err != nil {
				t.Fatal(err)
			}
			// A program is killed while it writes.
			if err := os.WriteFile(filepath.Join(filepath.Dir(kept.object(sites["main"][0].Sum)), "half"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var want []int
	for n := 59; n >= 40; n-- {
		want = append(want, n)
	}
	for n := 39; n >= 7; n -= 4 { // the last of each day
		want = append(want, n)
	}
	want = append(want, pinned)
	all := kept.List()
	if len(all) != len(want) {
		t.Fatalf("%d revisions are kept, want %d", len(all), len(want))
	}
	for i, one := range all {
		if one.Revision != revision(want[i]) {
			t.Errorf("%s is kept in the place of %s", one.Revision, revision(want[i]))
		}
		tree := kept.Open(one)
		for name, text := range map[string]string{"main/site.yaml": fmt.Sprint("text ", want[i]), "shop/site.yaml": "always the same"} {
			if data, err := fs.ReadFile(tree, name); err != nil || string(data) != text {
				t.Errorf("%s has %q in %s: %v", one.Revision, data, name, err)
			}
		}
	}
	objects, err := filepath.Glob(filepath.Join(kept.dir, "objects", "*", "*"))
	if count := 2 * (len(want) + 1); err != nil || len(objects) != count { // a manifest for each file
		t.Errorf("%d objects are kept, want %d: %v", len(objects), count, err)
	}
}

func TestLargeFilesAreKeptInPieces(t *testing.T) {
	var log testkit.Log
	kept := Open(Config{Dir: t.TempDir(), Content: "content", Logger: log.Logger()})
	kept.limit = 5 << 20
	keep := func(revision string, fill byte) error {
		data := bytes.Repeat([]byte{fill}, 2<<20)
		sum := sha256.Sum256(bytes.Repeat([]byte{revision[0]}, 2<<20))
		sites := map[string][]File{"main": {{Path: "main/images/a.jpg", Sum: sum, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		}}}}
		return kept.store(t.Context(), &job{Website: Website{Revision: revision, At: time.Now(), Sites: func() map[string][]File { return sites }}})
	}
	for _, revision := range []string{"a", "b", "c", "d"} {
		if err := keep(revision, revision[0]); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, one := range kept.List() {
		names = append(names, one.Revision)
		found, err := fs.ReadFile(kept.Open(one), "main/images/a.jpg")
		if err != nil || !bytes.Equal(found, bytes.Repeat([]byte{one.Revision[0]}, 2<<20)) {
			t.Errorf("%s holds %d bytes, %v", one.Revision, len(found), err)
		}
	}
	if !slices.Equal(names, []string{"d", "c"}) {
		t.Errorf("kept are %v: more than fits, or less", names)
	}
	if err := keep("e", 'x'); err != nil { // it changed before it was kept
		t.Fatal(err)
	}
	if _, err := kept.Find("e"); err == nil {
		t.Error("a site of which a file has changed was kept")
	}
	left, err := filepath.Glob(filepath.Join(kept.dir, "objects", "*", osfile.TempPrefix+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

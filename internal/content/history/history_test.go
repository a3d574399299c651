package history

import (
	"bytes"
	"crypto/sha256"
	"errors"
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

func opened(t *testing.T) *History {
	var log testkit.Log
	return Open(Config{Dir: t.TempDir(), Content: "content", Logger: log.Logger()})
}

func textFile(path, text string) File {
	return File{Path: path, Sum: sha256.Sum256([]byte(text)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader([]byte(text))), nil
	}}
}

func store(t *testing.T, kept *History, id string, at time.Time, files ...File) {
	t.Helper()
	if err := kept.Store(t.Context(), Revision{ID: id, At: at, Files: func() []File { return files }}); err != nil {
		t.Fatal(err)
	}
}

// TestOldRevisionsGoWithTheirFiles keeps four revisions a day for sixteen days.
func TestOldRevisionsGoWithTheirFiles(t *testing.T) {
	kept := opened(t)
	revision := func(n int) string { return fmt.Sprintf("revision%04d", n) }
	for n := range 64 {
		changed := textFile("main/site.yaml", fmt.Sprint("text ", n))
		store(t, kept, revision(n), time.Date(2026, 3, 1, 6*n, 0, 0, 0, time.UTC), changed, textFile("shop/site.yaml", "always the same"))
		if n == 1 { // a program is killed while it writes, and a list is damaged
			if err := os.WriteFile(filepath.Join(filepath.Dir(kept.object(changed.Sum)), "half"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(kept.list(1), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	var want []int
	for n := 63; n >= 44; n-- {
		want = append(want, n)
	}
	for n := 43; n >= 11; n -= 4 { // the last of each day
		want = append(want, n)
	}
	all := kept.List()
	if len(all) != len(want) {
		t.Fatalf("%d revisions are kept, want %d", len(all), len(want))
	}
	for i, one := range all {
		if one.Revision != revision(want[i]) || !slices.Equal(one.Sites(), []string{"main", "shop"}) {
			t.Errorf("%s with %v is kept in the place of %s", one.Revision, one.Sites(), revision(want[i]))
		}
		for name, text := range map[string]string{"main/site.yaml": fmt.Sprint("text ", want[i]), "shop/site.yaml": "always the same"} {
			if data, err := fs.ReadFile(kept.Tree(one, siteOf(name)), name); err != nil || string(data) != text {
				t.Errorf("%s has %q in %s: %v", one.Revision, data, name, err)
			}
		}
	}
	objects, err := filepath.Glob(filepath.Join(kept.dir, "objects", "*", "*"))
	if count := len(want) + 1; err != nil || len(objects) != count {
		t.Errorf("%d objects are kept, want %d: %v", len(objects), count, err)
	}
	lists, err := filepath.Glob(filepath.Join(kept.dir, "revisions", "*"))
	if err != nil || len(lists) != len(want) {
		t.Errorf("%d lists are kept, want %d: %v", len(lists), len(want), err)
	}
}

func TestWhatIsTheSameIsKeptOnce(t *testing.T) {
	kept := opened(t)
	for range 3 {
		store(t, kept, "same", time.Now(), textFile("main/site.yaml", "text"))
	}
	if all := kept.List(); len(all) != 1 {
		t.Errorf("%d revisions are kept", len(all))
	}
	store(t, kept, "other", time.Now(), textFile("main/site.yaml", "text"), textFile("main/new.yaml", "new"))
	store(t, kept, "same", time.Now(), textFile("main/site.yaml", "text"))
	if all := kept.List(); len(all) != 3 || all[0].Revision != "same" {
		t.Errorf("%d revisions are kept, the newest is %s", len(all), all[0].Revision)
	}
	if _, err := kept.Find("o"); !errors.Is(err, ErrUnknown) {
		t.Errorf("one letter finds a revision: %v", err)
	}
	if one, err := kept.Find("othe"); err != nil || one.Revision != "other" {
		t.Errorf("the beginning of a name finds %q, %v", one.Revision, err)
	}
}

func TestLargeFilesAreKeptAsFarAsThereIsRoom(t *testing.T) {
	kept := opened(t)
	kept.limit = 5 << 20
	keep := func(revision string, fill byte) error {
		data := bytes.Repeat([]byte{fill}, 2<<20)
		sum := sha256.Sum256(bytes.Repeat([]byte{revision[0]}, 2<<20))
		files := []File{{Path: "main/images/a.jpg", Sum: sum, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(bytes.NewReader(data)), nil
		}}}
		return kept.Store(t.Context(), Revision{ID: revision, At: time.Now(), Files: func() []File { return files }})
	}
	for _, revision := range []string{"0", "1", "2", "3", "4", "5", "c", "d"} {
		if err := keep(revision, revision[0]); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for _, one := range kept.List() {
		names = append(names, one.Revision)
		found, err := fs.ReadFile(kept.Tree(one, "main"), "main/images/a.jpg")
		if err != nil || !bytes.Equal(found, bytes.Repeat([]byte{one.Revision[0]}, 2<<20)) {
			t.Errorf("%s holds %d bytes, %v", one.Revision, len(found), err)
		}
	}
	if !slices.Equal(names, []string{"d", "c"}) {
		t.Errorf("kept are %v: more than fits, or less", names)
	}
	if err := keep("e", 'x'); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that changed is kept: %v", err)
	}
	if _, err := kept.Find("e"); err == nil {
		t.Error("a revision of which a file has changed was kept")
	}
	left, err := filepath.Glob(filepath.Join(kept.dir, "objects", "*", osfile.TempPrefix+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A disk flips a bit of what is kept, long before anybody needs it.
func TestWhatADiskHasChangedIsWrittenAnew(t *testing.T) {
	content := t.TempDir()
	if err := os.MkdirAll(filepath.Join(content, "main"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(content, "main/site.yaml"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	var log testkit.Log
	dir := t.TempDir()
	start := func() *History { return Open(Config{Dir: dir, Content: content, Logger: log.Logger()}) }
	kept, file := start(), textFile("main/site.yaml", "text")
	damage := func() {
		if err := os.WriteFile(kept.object(file.Sum), []byte("tixt"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	whole := func() bool {
		_, err := kept.Verify(file.Sum)
		return err == nil
	}
	store(t, kept, "first", time.Now(), file)
	half := filepath.Join(filepath.Dir(kept.object(file.Sum)), osfile.TempPrefix+"half")
	if err := os.WriteFile(half, nil, 0o600); err != nil {
		t.Fatal(err)
	}

	damage()
	store(t, kept, "first", time.Now(), file)
	if whole() {
		t.Error("all of it is compared at each save, which takes long")
	}
	kept.checked = kept.checked.Add(-checkEvery)
	store(t, kept, "first", time.Now(), file)
	if !whole() {
		t.Error("after a day it is still damaged")
	}
	if _, err := os.Stat(half); err == nil {
		t.Error("what a killed program left is still there")
	}

	damage()
	store(t, start(), "first", time.Now(), file)
	if !whole() {
		t.Error("after a start it is still damaged")
	}

	damage()
	kept.Offer(file.Sum, []byte("text"))
	if kept.offered[file.Sum] == nil {
		t.Error("what is offered is taken for kept")
	}

	// Somebody saves something broken, and the program starts: the other files are as they were.
	if tree := kept.Tree(kept.List()[0], "main"); tree == nil || !whole() {
		t.Error("the file of the folder is not used")
	}
	damage()
	if err := os.WriteFile(filepath.Join(content, "main/site.yaml"), []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if tree := kept.Tree(kept.List()[0], "main"); tree != nil {
		t.Error("a damaged file is used")
	}
}

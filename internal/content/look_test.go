package content

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// checkLooked compares a snapshot that was brought up to date with one that was taken anew.
func checkLooked(t *testing.T, looked *Snapshot, dir, what string) {
	t.Helper()
	if looked == nil {
		t.Fatalf("%s: a new snapshot is needed", what)
	}
	want := snap(t, dir, nil)
	if !looked.Equal(want) || !want.Equal(looked) || looked.count != want.count || looked.bytes != want.bytes {
		t.Fatalf("%s: %d files, %d bytes, folders %v\nwant %d files, %d bytes, folders %v",
			what, looked.count, looked.bytes, looked.Dirs(), want.count, want.bytes, want.Dirs())
	}
	for name, folder := range want.dirs {
		for _, f := range folder.entries {
			full := path.Join(name, f.name)
			if f.dir {
				continue
			}
			got, gotErr := looked.ReadFile(full)
			data, err := want.ReadFile(full)
			if string(got) != string(data) || (gotErr == nil) != (err == nil) {
				t.Fatalf("%s: %s is %q, %v, want %q, %v", what, full, got, gotErr, data, err)
			}
		}
	}
}

func TestLookFollowsAnyChange(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	known := snap(t, dir, nil)
	names := []string{"main", "a", "b", "a-b", "c.yaml", "d.yaml", ".hidden", "main/pages"}
	place := func() string {
		parts := make([]string, 1+random.IntN(3))
		for i := range parts {
			parts[i] = names[random.IntN(len(names))]
		}
		return path.Join(parts...)
	}
	for n := range 400 {
		var changed, what []string
		for range 1 + random.IntN(4) {
			name := place()
			full := filepath.Join(dir, name)
			// What cannot be done (a folder in place of a file) changes nothing.
			var err error
			switch random.IntN(5) {
			case 0:
				err = os.RemoveAll(full)
				what = append(what, "remove "+name)
			case 1:
				other := place()
				err = os.Rename(full, filepath.Join(dir, other))
				changed = append(changed, other)
				what = append(what, "rename "+name+" to "+other)
			default:
				for above := path.Dir(name); above != "."; above = path.Dir(above) {
					if _, err := os.Stat(filepath.Join(dir, above)); err != nil {
						changed = append(changed, above) // it is made for the file
					}
				}
				if err = os.MkdirAll(filepath.Dir(full), 0o755); err == nil {
					err = os.WriteFile(full, fmt.Appendf(nil, "text %d", n), 0o644)
				}
				what = append(what, "write "+name)
			}
			if err == nil {
				changed = append(changed, name)
			}
		}
		known = known.Look(t.Context(), changed)
		checkLooked(t, known, dir, fmt.Sprintf("%d: %s", n, strings.Join(what, ", ")))
	}
}

func TestLookLeavesTheRestAsItIs(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main/site.yaml", "main/pages/index.yaml", "main/pages/about.yaml", "other/site.yaml"} {
		writeFile(t, filepath.Join(dir, name), name)
	}
	before := snap(t, dir, nil)
	writeFile(t, filepath.Join(dir, "main/pages/about.yaml"), "new")
	writeFile(t, filepath.Join(dir, "other/site.yaml"), "not reported")
	after := before.Look(t.Context(), []string{"main/pages/about.yaml", "main/pages/.about.yaml.swp"})
	if after == nil || after.dirs["other"] != before.dirs["other"] || after.dirs["main"] != before.dirs["main"] {
		t.Error("folders without a change were looked at")
	}
	if after.find("main/pages/index.yaml") != before.find("main/pages/index.yaml") {
		t.Error("a file without a change is another one")
	}
	if data, err := after.ReadFile("main/pages/about.yaml"); err != nil || string(data) != "new" {
		t.Errorf("the file that changed is %q, %v", data, err)
	}
	if data, err := before.ReadFile("main/pages/about.yaml"); err != nil || string(data) != "main/pages/about.yaml" {
		t.Errorf("the old snapshot has %q, %v", data, err)
	}
	if same := after.Look(t.Context(), []string{}); same != after {
		t.Error("a look at nothing makes another snapshot")
	}
}

func TestSnapshotsShareFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main/site.yaml", "main/pages/index.yaml", "other/site.yaml"} {
		writeFile(t, filepath.Join(dir, name), name)
		past := time.Now().Add(-time.Hour)
		must(t, os.Chtimes(filepath.Join(dir, name), past, past))
	}
	before := snap(t, dir, nil)
	writeFile(t, filepath.Join(dir, "main/pages/index.yaml"), "new")
	after := snap(t, dir, before)
	for name, want := range map[string]bool{".": true, "main": true, "other": true, "main/pages": false} {
		if got := after.dirs[name] == before.dirs[name]; got != want {
			t.Errorf("%s is the same: %t", name, got)
		}
	}
}

// A change behind a link is seen at another path than it is reported at.
func TestLookDoesNotGuessAboutLinks(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	before := snap(t, dir, nil)
	must(t, os.Symlink("site.yaml", filepath.Join(dir, "main/link.yaml")))
	if before.Look(t.Context(), []string{"main/link.yaml"}) != nil {
		t.Error("a new link is taken for a file")
	}
	must(t, os.Mkdir(filepath.Join(dir, "new"), 0o755))
	must(t, os.Symlink("../main", filepath.Join(dir, "new/main")))
	if before.Look(t.Context(), []string{"new"}) != nil {
		t.Error("a new folder with a link is taken for one without")
	}
	if snap(t, dir, nil).Look(t.Context(), []string{"main/site.yaml"}) != nil {
		t.Error("links elsewhere are forgotten")
	}
	if before.Look(t.Context(), []string{"."}) != nil || before.Look(t.Context(), []string{"../x"}) != nil {
		t.Error("the folder itself cannot be brought up to date")
	}
}

// The bytes of what was decoded are let go, and read again when they are wanted.
func TestDecodedFilesAreLetGo(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	r.poll()
	for _, name := range []string{homePage, "main/plans.yaml"} {
		f := r.current.find(name)
		if f.held.Load() != nil || f.taken.Load() != r.loader.files[name] {
			t.Errorf("%s is still held", name)
		}
		if data, err := r.current.ReadFile(name); err != nil || string(data) != files[name] {
			t.Errorf("%s is read as %q, %v", name, data, err)
		}
	}
	held := r.current
	r.write(homePage, files[homePage]+"# changed\n")
	if data, err := held.ReadFile(homePage); !errors.Is(err, errChanged) {
		t.Errorf("what changed is read as %q, %v", data, err)
	}
	r.write("main/plans.yaml", "pro: {}\n")
	r.poll()
	if f := r.current.find("main/plans.yaml"); f.held.Load() == nil {
		t.Error("a file with problems is not held")
	}
}

// The same bytes are the same file for the loader, however they were saved.
func TestSavingTheSameBytesDecodesNothing(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	r.poll()
	known, decoded := r.loader.files[homePage], r.loader.parsed.Load()
	r.write(homePage, files[homePage])
	r.write("main/pages/zebra.yaml", "title: Zebra\ndescription: New.\nsections: [{hero: {title: Z}}]\n")
	r.poll()
	if r.loader.files[homePage] != known || r.loader.parsed.Load() != decoded+1 {
		t.Errorf("%d files were decoded", r.loader.parsed.Load()-decoded)
	}
	if r.current.find(homePage).held.Load() != nil {
		t.Error("the bytes are held a second time")
	}
}

func TestSnapshotStat(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	s := snap(t, dir, nil)
	if info, err := s.Stat("main"); err != nil || !info.IsDir() {
		t.Errorf("the folder: %v, %v", info, err)
	}
	if info, err := s.Stat("main/site.yaml"); err != nil || info.Size() != 4 || !info.Mode().IsRegular() {
		t.Errorf("the file: %v, %v", info, err)
	}
	if _, err := s.Stat("main/nope"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
}

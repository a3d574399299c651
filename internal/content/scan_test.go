package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/osfile"
)

func writeFile(t testing.TB, name, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must(t, os.WriteFile(name, []byte(text), 0o644))
}

func scanned(t *testing.T, dir string, before *tree.Listing, changed []string) *tree.Listing {
	t.Helper()
	made, err := tree.Scan(t.Context(), tree.Folder(dir), before, changed)
	must(t, err)
	return made
}

// unstamped leaves out what depends on when a listing was made.
func unstamped(l *tree.Listing) map[string][]tree.DirEntry {
	made := map[string][]tree.DirEntry{}
	for dir, entries := range l.Folders {
		for _, e := range entries {
			e.Stamp = osfile.Stamp{}
			made[dir] = append(made[dir], e)
		}
	}
	return made
}

func TestScanOfChangedPathsFollowsAnyChange(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	known := scanned(t, dir, nil, nil)
	names := []string{"main", "a", "b", "a-b", "c.yaml", "d.yaml", ".hidden", "main/pages"}
	place := func() string {
		parts := make([]string, 1+random.IntN(3))
		for i := range parts {
			parts[i] = names[random.IntN(len(names))]
		}
		return path.Join(parts...)
	}
	for n := range 400 {
		changed, what := []string{}, []string{}
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
		known = scanned(t, dir, known, changed)
		want := scanned(t, dir, nil, nil)
		if got, want := unstamped(known), unstamped(want); !reflect.DeepEqual(got, want) || known.Count != scanned(t, dir, nil, nil).Count {
			t.Fatalf("%d: %s: %v\nwant %v", n, strings.Join(what, ", "), got, want)
		}
	}
}

func TestScanReadsOnlyFoldersThatChanged(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"main/site.yaml", "main/pages/about.yaml", "other/site.yaml"} {
		writeFile(t, filepath.Join(dir, name), name)
	}
	before := scanned(t, dir, nil, nil)
	writeFile(t, filepath.Join(dir, "main/pages/new.yaml"), "new")
	writeFile(t, filepath.Join(dir, "other/unreported.yaml"), "new")
	after := scanned(t, dir, before, []string{"main/pages/new.yaml", "main/pages/.new.yaml.swp"})
	if !after.IsFile("main/pages/new.yaml") || after.IsFile("other/unreported.yaml") {
		t.Errorf("folders: %v", after.Folders)
	}
}

// A change behind a link is seen at another path than it is reported at.
func TestScanDoesNotGuessAboutLinks(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "main/site.yaml"), "main")
	writeFile(t, filepath.Join(dir, "main/old.yaml"), "old")
	before := scanned(t, dir, nil, nil)
	must(t, os.Symlink("../main", filepath.Join(dir, "main/again")))
	linked := scanned(t, dir, before, []string{"main/again"})
	if !linked.Linked {
		t.Fatal("a new link is taken for a folder")
	}
	must(t, os.Remove(filepath.Join(dir, "main/again")))
	must(t, os.Symlink("main", filepath.Join(dir, "also")))
	must(t, os.Remove(filepath.Join(dir, "main/old.yaml")))
	linked = scanned(t, dir, linked, []string{"also"})
	if after := scanned(t, dir, linked, []string{"main/site.yaml"}); after.IsFile("also/old.yaml") || !after.IsFile("also/site.yaml") {
		t.Errorf("folders: %v", after.Folders)
	}
}

func TestNothingOutsideIsRead(t *testing.T) {
	outside := t.TempDir()
	writeFile(t, filepath.Join(outside, "secret.yaml"), "secret")
	dir := t.TempDir()
	for link, target := range map[string]string{
		"absolute.yaml": filepath.Join(outside, "secret.yaml"), "folder": outside, "dangling.yaml": "nowhere.yaml",
	} {
		must(t, os.Symlink(target, filepath.Join(dir, link)))
	}
	for _, name := range []string{"absolute.yaml", "folder/secret.yaml", "dangling.yaml"} {
		if data, err := fs.ReadFile(tree.Folder(dir), name); err == nil {
			t.Errorf("%s was read: %q", name, data)
		}
	}
	if made := scanned(t, dir, nil, nil); len(made.Folders) != 1 || len(made.Folders["."]) != 3 || !errors.Is(made.Folders["."][0].Err, tree.ErrLeadsOut) ||
		!errors.Is(made.Folders["."][1].Err, tree.ErrLeadsNowhere) || !errors.Is(made.Folders["."][2].Err, tree.ErrLeadsOut) {
		t.Errorf("folders: %v", made.Folders)
	}
}

func TestScanOfAMissingFolder(t *testing.T) {
	if _, err := tree.Scan(t.Context(), tree.Folder(filepath.Join(t.TempDir(), "nope")), nil, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tree.Scan(ctx, tree.Folder(t.TempDir()), nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// The same bytes are the same file for the loader, however they were saved.
func TestSavingTheSameBytesParsesNothing(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	r.poll()
	known, parsed := r.loader.reader.Files[homePage].File, r.loader.reader.Parsed.Load()
	r.write(homePage, files[homePage])
	r.write("main/pages/zebra.yaml", "title: Zebra\ndescription: New.\nsections: [{hero: {title: Z}}]\n")
	r.poll()
	if r.loader.reader.Files[homePage].File != known || r.loader.reader.Parsed.Load() != parsed+1 {
		t.Errorf("%d files were parsed", r.loader.reader.Parsed.Load()-parsed)
	}
}

// An old file whose stamp did not change is not read again; any other change is noticed.
func TestFilesAreKnownByTheirStamps(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	full, past := filepath.Join(r.dir, homePage), time.Now().Add(-time.Hour)
	must(t, os.Chtimes(full, past, past))
	title := func() string {
		t.Helper()
		r.poll()
		return string(page(t, r.Revision(), "/").Title)
	}
	first := title()
	if again, err := r.loader.reader.Read(t.Context(), tree.Folder(r.dir), r.current, nil); err != nil || !again.Equal(r.current) || r.loader.reader.Files[homePage].Stamp == (osfile.Stamp{}) {
		t.Errorf("%v", err)
	}
	// The same size and time of change, saved over it in both ways.
	for n, save := range []func(string){
		func(text string) { writeFile(t, full, text) },
		func(text string) {
			writeFile(t, full+".tmp", text)
			must(t, os.Rename(full+".tmp", full))
		},
	} {
		other := fmt.Sprintf("%0*d", len(first), n)
		save(strings.Replace(files[homePage], first, other, 1))
		must(t, os.Chtimes(full, past, past))
		if got := title(); got != other {
			t.Errorf("way %d: the title is %q, want %q", n, got, other)
		}
	}
}

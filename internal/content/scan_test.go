package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

func scanned(t *testing.T, dir string) *tree.Listing {
	t.Helper()
	made, err := tree.Scan(t.Context(), tree.Folder(dir))
	must(t, err)
	return made
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
	if made := scanned(t, dir); len(made.Folders) != 1 || len(made.Folders["."]) != 3 || !errors.Is(made.Folders["."][0].Err, tree.ErrLeadsOut) ||
		!errors.Is(made.Folders["."][1].Err, tree.ErrLeadsNowhere) || !errors.Is(made.Folders["."][2].Err, tree.ErrLeadsOut) {
		t.Errorf("folders: %v", made.Folders)
	}
}

func TestScanOfAMissingFolder(t *testing.T) {
	if _, err := tree.Scan(t.Context(), tree.Folder(filepath.Join(t.TempDir(), "nope"))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tree.Scan(ctx, tree.Folder(t.TempDir())); !errors.Is(err, context.Canceled) {
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
	if again, err := r.loader.reader.Read(t.Context(), tree.Folder(r.dir)); err != nil || !again.Equal(r.current) || r.loader.reader.Files[homePage].Stamp == (osfile.Stamp{}) {
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

package content

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
)

func TestAFileIsReadWholeOnceWhereItsStampProvesNothing(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "film.mp4")
	write := func(text string, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	write("film", long)
	b := &blob{path: "film.mp4", size: 4, sum: sha256.Sum256([]byte("film"))}
	b.seen.Store(&sighting{tree: os.DirFS(dir)}) // it was written a moment before it was read
	open := func() error {
		file, err := b.open()
		if err != nil {
			return err
		}
		return file.Close()
	}
	if err := open(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := osfile.StampOf(info); want != (osfile.Stamp{}) && b.seen.Load().stamp != want {
		t.Error("the next one reads all of it again")
	}
	write("other"[:4], long.Add(time.Second))
	if err := open(); !errors.Is(err, site.ErrFileChanged) {
		t.Errorf("other bytes: %v", err)
	}
}

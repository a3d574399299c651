package media

import (
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
	if err := os.MkdirAll(filepath.Join(dir, "main", "files"), 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "main", "files", "film.txt")
	write := func(text string, at time.Time) {
		t.Helper()
		if err := errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chtimes(name, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	write("film", long)
	made := Tree{FS: os.DirFS(dir)}.Inspect("main/files/film.txt", nil)
	made.origin.stamp.Store(&osfile.Stamp{}) // it was written a moment before it was read
	open := func() error {
		file, err := made.Open()
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
	if want := osfile.StampOf(info); want != (osfile.Stamp{}) && *made.origin.stamp.Load() != want {
		t.Error("the next one reads all of it again")
	}
	write("other"[:4], long.Add(time.Second))
	if err := open(); !errors.Is(err, site.ErrFileChanged) {
		t.Errorf("other bytes: %v", err)
	}
}

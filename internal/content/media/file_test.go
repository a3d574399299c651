package media

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evenlight/marquee/internal/content/memfs"
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

func TestBytesThatTheTreeHasNoMoreAreTakenFromWhatIsKept(t *testing.T) {
	tree := fstest.MapFS{"main/files/a.txt": {Data: []byte("before")}}
	made := Tree{FS: tree, Kept: func(sum [sha256.Size]byte) (io.ReadSeekCloser, error) {
		if sum != sha256.Sum256([]byte("before")) {
			return nil, fs.ErrNotExist
		}
		return memfs.Bytes([]byte("before")).Open()
	}}.Inspect("main/files/a.txt", nil)
	tree["main/files/a.txt"] = &fstest.MapFile{Data: []byte("after!")}
	opened, err := made.Open()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(opened); err != nil || string(data) != "before" {
		t.Errorf("%q, %v", data, err)
	}
	if again := made.origin.tree.Inspect(made.Path, made); again.Hash == made.Hash || again.URL == made.URL {
		t.Errorf("it is still %s", again.URL)
	}
}

func TestAFileThatIsNotThereIsUnreadable(t *testing.T) {
	for name, want := range map[string]Problem{
		"main/images/a.png":   {Code: "unreadable-image", Message: "The picture main/images/a.png cannot be read."},
		"main/fonts/a.woff2":  {Code: "unreadable-font", Message: "The font main/fonts/a.woff2 cannot be read."},
		"main/files/x/a.pdf":  {Code: "unreadable-file", Message: "The file main/files/x/a.pdf cannot be read."},
		"main/well-known/a/b": {Code: "unreadable-file", Message: "The file main/well-known/a/b cannot be read."},
	} {
		if made := (Tree{FS: fstest.MapFS{}}).Inspect(name, nil); made.Problem != want {
			t.Errorf("%s: %+v", name, made.Problem)
		}
	}
}

func TestAnEmptyFileIsCalledEmpty(t *testing.T) {
	for name, code := range map[string]string{
		"images/zero.jpg": "empty-image", "images/zero.svg": "empty-image", "images/zero": "empty-image", "files/zero.pdf": "empty-file",
		"files/zero.csv": "empty-file", "files/zero.mp4": "empty-file", "files/zero.vtt": "empty-file", "fonts/zero.woff2": "empty-font",
	} {
		noun := strings.Replace(strings.TrimPrefix(code, "empty-"), "image", "picture", 1)
		want := Problem{Code: code, Message: "The " + noun + " main/" + name + " is empty.", Hint: "Save it again."}
		if made := inspect("main/"+name, nil); made.Problem != want {
			t.Errorf("%s: %+v", name, made.Problem)
		}
	}
}

func TestAnEmptyFileForProgramsIsServed(t *testing.T) {
	made := inspect("main/well-known/a", nil)
	if made.Code != "" || made.Data == nil || made.Served().Open != nil {
		t.Errorf("%+v", made)
	}
}

package export_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/export"
)

type opened struct{ *bytes.Reader }

func (opened) Close() error { return nil }

func TestLargeFilesAreCopiedAndNotTwice(t *testing.T) {
	w, dir := newWebsite(), t.TempDir()
	film := bytes.Repeat([]byte("film"), 100_000)
	opens, bytesOf := 0, film
	w.revision.Sites[0].Files["/files/main/tour-1a2b3c4d5e.mp4"] = site.File{
		ContentType: "video/mp4", Size: int64(len(film)), Sum: sha256.Sum256(film),
		Open: func() (io.ReadSeekCloser, error) {
			opens++
			return opened{bytes.NewReader(bytesOf)}, nil
		},
	}
	w.export(t, dir)
	name := "files/main/tour-1a2b3c4d5e.mp4"
	if tree(t, dir)[name] != string(film) || !strings.Contains(tree(t, dir)["_headers"],
		"/files/*\n  Cache-Control: "+site.Immutable) {
		t.Error("the film or its caching is missing")
	}
	if summary := w.export(t, dir); opens != 1 || summary.Written != 0 {
		t.Errorf("opened %d times, %+v", opens, summary)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("film"), 0o600); err != nil {
		t.Fatal(err)
	}
	if w.export(t, dir); tree(t, dir)[name] != string(film) {
		t.Error("a damaged film stays damaged")
	}
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
	bytesOf = []byte("another film")
	options := w.options()
	if _, err := export.Export(t.Context(), dir, options); !errors.Is(err, site.ErrFileChanged) {
		t.Errorf("a film that changed meanwhile: %v", err)
	}
	gone(t, dir, name)
}

package content

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/history"
)

// TestVersionsThatVisitorsCannotTellApartHaveTheirOwnNames edits what is in no page: the id of the revision stays.
func TestVersionsThatVisitorsCannotTellApartHaveTheirOwnNames(t *testing.T) {
	files := baseTree(t)
	r := newRig(t, files, testNow)
	data := t.TempDir()
	const name = "main/site.yaml"
	var texts, names []string
	for _, note := range []string{"", "# one\n", "# two\n", "# one\n"} {
		texts = append(texts, files[name]+note)
		r.write(name, texts[len(texts)-1])
		next := r.restart(data)
		next.poll()
		next.loader.options.History.Close()
		names = append(names, next.loader.options.History.List()[0].Revision)
	}
	id := names[0]
	if want := []string{id, id + ".2", id + ".3", id + ".2"}; !slices.Equal(names, want) {
		t.Errorf("they are called %v, want %v", names, want)
	}
	kept := history.Open(history.Config{Dir: data, Content: r.dir, Logger: slog.New(slog.DiscardHandler)})
	for i, revision := range []string{names[2], names[0], names[1], names[2]} {
		made, err := Rollback(t.Context(), r.dir, kept, revision, testNow)
		must(t, err)
		text, err := os.ReadFile(filepath.Join(r.dir, name))
		must(t, err)
		if want := texts[slices.Index(names, revision)]; string(text) != want {
			t.Errorf("step %d: back to %s, and the file is another one: ...%s", i, revision, text[len(files[name]):])
		}
		if before := []string{id + ".2", id + ".3", id, id + ".2"}[i]; made.Displaced != before {
			t.Errorf("step %d: what was there is called %s, want %s", i, made.Displaced, before)
		}
	}
}

func TestARollbackPassesOverWhatIsDamaged(t *testing.T) {
	dir, data := t.TempDir(), t.TempDir()
	kept := history.Open(history.Config{Dir: data, Content: dir, Logger: slog.New(slog.DiscardHandler)})
	const changed = "main/site.yaml"
	states := []string{"first", "second", "third"}
	for _, state := range states {
		files := map[string]string{changed: "# " + state + "\n", "main/pages/index.yaml": "title: Home\n"}
		var list []history.File
		for _, name := range slices.Sorted(maps.Keys(files)) {
			text := []byte(files[name])
			must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
			must(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
			list = append(list, history.File{Path: name, Sum: sha256.Sum256(text), Open: func() (io.ReadCloser, error) {
				return io.NopCloser(bytes.NewReader(text)), nil
			}})
		}
		must(t, kept.Store(t.Context(),
			history.Revision{ID: state, At: testNow, Files: func() []history.File { return list }}))
	}
	damage := func(state string) {
		t.Helper()
		objects, err := filepath.Glob(filepath.Join(data, "*", "objects", "*", "*"))
		must(t, err)
		for _, name := range objects {
			text, err := os.ReadFile(name)
			must(t, err)
			if string(text) == "# "+state+"\n" {
				must(t, os.WriteFile(name, []byte("# other"), 0o600))
				return
			}
		}
		t.Fatalf("%s is not kept", state)
	}

	damage("second")
	made, err := Rollback(t.Context(), dir, kept, "", testNow)
	must(t, err)
	if made.To.Revision != "first" {
		t.Errorf("back to %s", made.To.Revision)
	}
	if text, err := os.ReadFile(filepath.Join(dir, changed)); err != nil || string(text) != "# first\n" {
		t.Errorf("the file says %q: %v", text, err)
	}

	damage("third")
	_, err = Rollback(t.Context(), dir, kept, "", testNow)
	if !errors.Is(err, ErrNothingBefore) || !errors.Is(err, history.ErrDamaged) || !strings.Contains(err.Error(), "third") {
		t.Errorf("where nothing is whole: %v", err)
	}
}

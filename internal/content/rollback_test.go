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

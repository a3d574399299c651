//go:build !race

package content

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// TestTheFirstProblemIsTheCause breaks each file of the example in several ways.
func TestTheFirstProblemIsTheCause(t *testing.T) {
	files := fstest.MapFS{}
	root := os.DirFS("../../examples")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(name, "_") {
			return err
		}
		data, err := fs.ReadFile(root, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)
	options := sampleOptions()
	options.Icons, options.Fonts = nil, []string{"Fraunces", "Instrument Sans"}
	loader := NewLoader(options)
	before, problems := load(t, loader, files, now)
	if before == nil {
		t.Fatal(told(problems))
	}
	for name, file := range files {
		if ending := path.Ext(name); ending != ".yaml" && ending != ".md" || name == "README.md" {
			continue
		}
		whole := file.Data
		for _, broken := range []string{
			"zzz: 1\n" + string(whole), strings.Replace("\n"+string(whole), "\n", "\nbaseUrl: x\ntitel: y\n", 1), string(whole) + "\nzzz: \"open\n",
		} {
			if path.Ext(name) == ".md" {
				broken = strings.Replace(string(whole), "---\n", "---\nzzz: 1\n", 1)
			}
			file.Data = []byte(broken)
			_, found := load(t, loader, files, now)
			if len(found) == 0 || found[0].File != name {
				t.Errorf("%s is broken: %.400s", name, told(found))
			}
			for _, p := range found {
				if p.Severity == yamldoc.Error && p.File != name {
					t.Errorf("%s is broken, and %s is blamed:%d: %s", name, p.File, p.Line, p.Message)
				}
			}
		}
		file.Data = whole
	}
}

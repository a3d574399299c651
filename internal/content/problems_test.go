//go:build !race

package content

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/evenlight/marquee/internal/content/tree"
)

// TestProblems reads testdata/problems: each file says what somebody does to
// the tree of base.txtar, and under "problems" what they are told. A line
// "old ==> new" in a file named name.yaml? changes a part of it; a file with
// the one line (removed) is removed.
func TestProblems(t *testing.T) {
	scripts, err := filepath.Glob("testdata/problems/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		t.Run(strings.TrimSuffix(filepath.Base(script), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			files := baseTree(t)
			kept := txtar.Archive{Comment: archive.Comment}
			for _, file := range archive.Files {
				if file.Name == "problems" {
					continue
				}
				kept.Files = append(kept.Files, file)
				apply(t, files, file)
			}
			revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			if (revision == nil) != tree.HasError(problems) {
				t.Errorf("revision is nil: %t, but problems are\n%s", revision == nil, told(problems))
			}
			kept.Files = append(kept.Files, txtar.File{Name: "problems", Data: []byte(told(problems))})
			golden(t, script, string(txtar.Format(&kept)))
		})
	}
}

func apply(t *testing.T, files folder, file txtar.File) {
	t.Helper()
	name, changes := strings.CutSuffix(file.Name, "?")
	text := string(file.Data)
	switch {
	case changes:
		for line := range strings.Lines(text) {
			old, replacement, found := strings.Cut(strings.TrimSuffix(line, "\n"), " ==> ")
			if !found {
				t.Fatalf("%s: no ==> in %q", file.Name, line)
			}
			unquote := strings.NewReplacer(`\n`, "\n").Replace
			files.replace(t, name, unquote(old), unquote(replacement))
		}
	case text == "(removed)\n":
		delete(files, name)
	default:
		files[name] = text
	}
}

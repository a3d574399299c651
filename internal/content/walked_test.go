package content

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
)

// walkAgain walks a snapshot.
func walkAgain(t *testing.T, s *Snapshot) *walker {
	t.Helper()
	w := &walker{ctx: t.Context(), tree: s}
	must(t, w.walk())
	w.tree = nil // the same in all that are compared
	return w
}

// What is remembered of a folder is what a walk through it finds.
func TestWalkingAgainFindsTheSame(t *testing.T) {
	dir := t.TempDir()
	for name, text := range baseTree(t) {
		writeFile(t, filepath.Join(dir, name), text)
	}
	for _, name := range []string{
		"main/pages/Bad Name/x.yaml", "main/pages/Bad Name/deep/er/Y.YML", "main/pages/a/index.yml", "main/pages/a/404.yaml",
		"main/pages/about/team.yaml", "main/pages/z.txt", "main/pages/README.md", "main/pages/.hidden/x.yaml", "main/pages/_set-aside.yaml",
	} {
		writeFile(t, filepath.Join(dir, name), "title: T\n")
	}
	s := snap(t, dir, nil)
	first := walkAgain(t, s)
	if len(first.files) < 8 || len(first.problems) < 5 || len(first.misnamed) < 3 {
		t.Fatalf("%d files, %d problems, %d misnamed", len(first.files), len(first.problems), len(first.misnamed))
	}
	if s.dirs["main/pages/about"].walked.Load() == nil {
		t.Error("nothing is remembered")
	}
	for n := range 3 {
		if again := walkAgain(t, s); !reflect.DeepEqual(again, first) {
			t.Errorf("walk %d found %v\n%s\nnot %v\n%s", n+2, again.files, told(again.problems), first.files, told(first.problems))
		}
		name := fmt.Sprintf("main/pages/about/new-%d.yaml", n)
		writeFile(t, filepath.Join(dir, name), "title: T\n")
		s = s.Look(t.Context(), []string{name})
		first = walkAgain(t, s)
		fresh := walkAgain(t, snap(t, dir, nil))
		if len(first.files) != len(fresh.files) || told(first.problems) != told(fresh.problems) || first.entries != fresh.entries {
			t.Errorf("after a change: %d files\n%s\nnot %d\n%s", len(first.files), told(first.problems), len(fresh.files), told(fresh.problems))
		}
		for i, f := range fresh.files {
			if f.path != first.files[i].path || f.below != first.files[i].below || f.kind != first.files[i].kind {
				t.Errorf("file %d is %s, not %s", i, first.files[i].path, f.path)
			}
		}
	}
}

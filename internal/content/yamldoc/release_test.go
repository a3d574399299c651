package yamldoc

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// paths lists all paths of a file, and some that it does not have.
func (n *node) paths(prefix string) []string {
	all := []string{prefix, prefix + ".nothing", prefix + "[99]"}
	for i := range n.children {
		child := &n.children[i]
		switch {
		case n.kind == kindList:
			all = append(all, child.paths(prefix+"["+strconv.Itoa(i)+"]")...)
		case prefix == "":
			all = append(all, child.paths(child.key)...)
		default:
			all = append(all, child.paths(prefix+"."+child.key)...)
		}
	}
	return all
}

// problemsAt asks a document about a path in all ways.
func problemsAt(d *Document, path string) []any {
	return []any{
		d.At(path, "c", "M.", "H."), d.AtKey(path, "c", "M.", "H."), d.Warn(path, "c", "M.", "H."), d.HasEmpty(path),
		d.AtOffset(path, 0, "c", "M.", "H."), d.AtOffset(path, 5, "c", "M.", "H."),
	}
}

// goodFiles are the shipped content and the valid files of testdata.
func goodFiles(t testing.TB) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	for _, dir := range []string{"../../../content", "testdata/valid"} {
		err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(name) != ".yaml" || strings.HasPrefix(entry.Name(), "_") {
				return err
			}
			found[name], err = os.ReadFile(name)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) < 30 {
		t.Fatalf("only %d files are found", len(found))
	}
	return found
}

// goodTarget is target for a whole path.
func goodTarget(name string) any {
	if strings.Contains(name, "/pages/") {
		return new(site.Page)
	}
	return target(name)
}

// A document that forgot its file says the same as one that did not.
func TestReleasedDocumentsTellTheSamePlaces(t *testing.T) {
	// The file may be read again after every collection.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, data := range goodFiles(t) {
		kept, _ := Decode(name, nil, data, goodTarget(name))
		reads := 0
		again := func() []byte {
			reads++
			return data
		}
		released, _ := Decode(name, nil, data, goodTarget(name))
		released.Release(again)
		runtime.GC() // what was read before is gone
		for _, path := range kept.places().root.paths("") {
			want := problemsAt(kept, path)
			if got := problemsAt(released, path); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %s: got %v, want %v", name, path, got, want)
			}
		}
		if reads != 1 {
			t.Errorf("%s was read %d times for all its problems", name, reads)
		}
	}
}

func TestPlacesInAFileThatChanged(t *testing.T) {
	const source = "title: Home\nsections: [{hero: {title: Hi}}]\n"
	for what, again := range map[string]func() []byte{
		"changed or gone": func() []byte { return nil },
		"broken":          func() []byte { return []byte("\x00") },
	} {
		_, kept, problems := decodePage(t, source)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		kept.Release(again)
		runtime.GC() // what was read before is gone
		want := Problem{Severity: Error, File: kept.File, Code: "c", Message: "M.", Whole: true}
		if got := kept.At("sections[0].hero.title", "c", "M.", ""); got != want {
			t.Errorf("%s: %+v", what, got)
		}
	}
}

// Most files have pictures, each of which is asked for its alt.
func TestAskingForAnEmptyTextReadsNothing(t *testing.T) {
	source := []byte("title: Home\naliases: []\nimage: {src: images/a.png, alt: ''}\nsections: [{hero: {title: Hi, image: {src: images/b.png, alt: \"\"}, actions: [{label: A}]}}]\n")
	d, problems := Decode("index.yaml", nil, source, target("index.yaml"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	d.Release(func() []byte {
		t.Error("the file is read")
		return nil
	})
	runtime.GC() // what was read before is gone
	for path, want := range map[string]bool{
		"image.alt": true, "sections[0].hero.image.alt": true,
		"title": false, "description": false, "sections[0].hero.actions[0].label": false, "aliases": false,
	} {
		if d.HasEmpty(path) != want {
			t.Errorf("an empty %s: %v", path, !want)
		}
	}
}

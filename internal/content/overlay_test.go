package content

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

func TestAPreviewIsWhatTheFolderWouldMake(t *testing.T) {
	files := threeSites(t)
	r := newRig(t, files, testNow)
	live := r.poll()
	about := strings.Replace(files["main/pages/about.yaml"], "Who we are.", "Who we will be.", 1)
	over := map[string][]byte{
		"main/pages/about.yaml":    []byte(about),
		"main/pages/soon/new.yaml": []byte("title: New\ndescription: New.\nsections: [{hero: {title: New, actions: [{label: About, to: /about}]}}]\n"),
		"shop/pages/index.yaml":    []byte(strings.Replace(files[shopPage], "to: /about", "to: /soon/new", 1)),
		"main/images/other.svg":    []byte(files["main/images/mark.svg"]),
	}
	preview, problems, err := r.Preview(t.Context(), over)
	must(t, err)
	if preview == nil {
		t.Fatal(told(problems))
	}
	if now := r.poll(); now.Revision != live.Revision || len(r.published) != 1 {
		t.Error("what is live was touched")
	}

	// The same files, saved.
	for name, data := range over {
		r.write(name, string(data))
	}
	saved := r.poll()
	if saved.Revision != preview.ID {
		t.Errorf("the revision of the preview is %s, and %s when it is saved", preview.ID, saved.Revision)
	}
	if differs := difference(preview, r.Revision()); differs != "" {
		t.Errorf("what is saved differs: %s", differs)
	}
}

func TestAPreviewHasTheProblemsOfItsFiles(t *testing.T) {
	files := threeSites(t)
	r := newRig(t, files, testNow)
	r.poll()
	for name, over := range map[string]map[string][]byte{
		"main/pages/about.yaml:1:8:":             {"main/pages/about.yaml": []byte("title: [\n")},
		"There is no page /about":                {"main/pages/about.yaml": nil},
		"main/pages/new.yaml: warning: The page": {"main/pages/new.yaml": []byte("title: New\ndescription: New.\nsections: [{quote: {text: So}}]\n")},
	} {
		revision, problems, err := r.Preview(t.Context(), over)
		must(t, err)
		if strings.Contains(name, "warning") != (revision != nil) && !strings.Contains(told(problems), "warning") {
			t.Errorf("%s: a revision %v", name, revision)
		}
		if code, _, _ := strings.Cut(name, ": warning"); !strings.Contains(told(problems), code) {
			t.Errorf("%q is not in\n%s", name, told(problems))
		}
	}
	// A broken folder does not keep a preview from being good.
	r.write(homePage, "title: [\n")
	r.poll()
	if revision, problems, err := r.Preview(t.Context(), map[string][]byte{homePage: []byte(files[homePage])}); err != nil || revision == nil {
		t.Errorf("%v: %s", err, told(problems))
	}
}

func TestAnOverlayIsAFileSystem(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a/one", "a/two", "b/three"} {
		must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644))
	}
	o := memfs.FS{Base: os.DirFS(dir), Files: map[string]*memfs.File{
		"a/one": memfs.Bytes([]byte("other")), "a/two": nil, "a/new": memfs.Bytes(nil), "c/d/e": memfs.Bytes([]byte("deep")),
	}}
	found := map[string]string{}
	for _, dir := range []string{"a", "c/d"} {
		entries, err := fs.ReadDir(o, dir)
		must(t, err)
		for _, entry := range entries {
			data, err := fs.ReadFile(o, dir+"/"+entry.Name())
			must(t, err)
			found[dir+"/"+entry.Name()] = string(data)
		}
	}
	if entries, err := fs.ReadDir(o, "."); err != nil || len(entries) != 3 || !entries[2].IsDir() {
		t.Errorf("%v, %v", entries, err)
	}
	if want := map[string]string{"a/one": "other", "a/new": "", "c/d/e": "deep"}; !maps.Equal(found, want) {
		t.Errorf("%v", found)
	}
}

func TestPreviewsAndLoadsGoSideBySide(t *testing.T) {
	files := threeSites(t)
	r := newRig(t, files, testNow)
	plain := func(round int) { // pages without a hero: each has a warning, whose place is read from the folder again
		for i := range 50 {
			r.write(fmt.Sprintf("main/pages/plain-%d.yaml", i), fmt.Sprintf(
				"title: Plain %d\nsections: [{cta: {title: Plain, actions: [{label: About, to: /about}]}}]\n", round))
		}
	}
	plain(0)
	if status := r.poll(); len(status.Problems) < 50 || status.Problems[0].Severity != yamldoc.Warning {
		t.Fatalf("not one warning of each plain page: %s", told(status.Problems))
	}

	page := files["main/pages/about.yaml"]
	loads := make(chan struct{})
	var group errgroup.Group
	for i := range 4 {
		group.Go(func() error {
			text := strings.Replace(page, "Who we are.", strings.Repeat("Über uns. ", i+1), 1)
			for {
				if _, _, err := r.Preview(t.Context(), map[string][]byte{"main/pages/about.yaml": []byte(text)}); err != nil {
					return err
				}
				select {
				case <-loads:
					return nil
				default:
				}
			}
		})
	}
	for round := range 5 {
		plain(round + 1)
		r.poll()
	}
	close(loads)
	must(t, group.Wait())
}

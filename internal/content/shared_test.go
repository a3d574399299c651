package content

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// Pages share what they show. The sections of a page are the same however many others show the same entries: no page
// writes into what another one has.
func TestPagesDoNotWriteIntoWhatTheyShare(t *testing.T) {
	for _, dir := range []string{"../../content", "../../examples"} {
		base := os.DirFS(dir)
		many := memfs.FS{Base: base, Files: map[string]*memfs.File{}}
		copied := map[string]string{} // by the paths of the files below the pages
		err := fs.WalkDir(base, ".", func(name string, _ fs.DirEntry, err error) error {
			id, below, isPage := strings.Cut(name, "/pages/")
			inFolder := strings.Contains(id+below, "/") // of a language, or of a collection
			// The links of a home lead to its own sections, those of copies to another page.
			if err != nil || !isPage || inFolder || path.Ext(name) != ".yaml" || below == "index.yaml" || below == "404.yaml" {
				return err
			}
			data, err := fs.ReadFile(base, name)
			for i := range 2 {
				at := fmt.Sprintf("copies/of-%d-%d", len(copied), i)
				many.Files[id+"/pages/"+at+".yaml"] = memfs.Bytes(data)
				copied[id+"/pages/"+at] = id + "/pages/" + strings.TrimSuffix(below, ".yaml")
			}
			return err
		})
		must(t, err)

		options := outline.Options{Fields: &site.Drawing{Name: "field", Data: make([]byte, 20<<10)}}
		alone, problems := load(t, NewLoader(options), base, testNow)
		if alone == nil {
			t.Fatal(told(problems))
		}
		beside, problems := load(t, NewLoader(options), many, testNow)
		if beside == nil {
			t.Fatal(told(problems))
		}
		want, got := sectionsByFile(t, alone), sectionsByFile(t, beside)
		for file, sections := range want {
			if got[file] != sections {
				t.Errorf("%s, beside copies of it: %s", file, firstDifference(got[file], sections))
			}
		}
		compared := 0
		for file, original := range copied {
			if want[original] == "" {
				continue
			}
			compared++
			if got[file] != want[original] {
				t.Errorf("%s, a copy of %s: %s", file, original, firstDifference(got[file], want[original]))
			}
		}
		if compared < 7 {
			t.Errorf("%s: %d copies were compared", dir, compared)
		}
	}
}

// sectionsByFile returns the sections of all pages as templates get them, by site and path below it.
func sectionsByFile(t *testing.T, rev *site.Revision) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, bundle := range rev.Sites {
		for _, page := range bundle.Pages {
			data, err := json.MarshalIndent(page.Sections, "", " ")
			must(t, err)
			below := strings.Trim(strings.TrimPrefix(page.Path, bundle.Site.Path), "/")
			found[bundle.Site.ID+"/pages/"+below] = string(data)
		}
	}
	return found
}

package content

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testNow is noon of a Saturday in New York.
var testNow = time.Date(2026, time.November, 21, 17, 0, 0, 0, time.UTC)

// folder is a content folder: the text of each file by its path.
type folder map[string]string

// baseTree returns a copy of testdata/base.txtar.
func baseTree(t testing.TB) folder {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := folder{}
	for _, file := range archive.Files {
		files[file.Name] = string(file.Data)
	}
	return files
}

func (files folder) fs() fstest.MapFS {
	made := fstest.MapFS{}
	for name, text := range files {
		made[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644, ModTime: time.Date(2026, time.May, 4, 3, 2, 1, 0, time.UTC)}
	}
	return made
}

// replace changes a part of a file that must be there.
func (files folder) replace(t testing.TB, name, old, replacement string) {
	t.Helper()
	if !strings.Contains(files[name], old) {
		t.Fatalf("%s does not contain %q", name, old)
	}
	files[name] = strings.Replace(files[name], old, replacement, 1)
}

// sampleIcons are the icons that tests know.
type sampleIcons []string

func (icons sampleIcons) Symbol(name site.Icon) (string, bool) {
	return "<path/>", slices.Contains(icons, string(name))
}
func (icons sampleIcons) Names() []string { return icons }

// Former knows names as the build of the client lists them.
func (icons sampleIcons) Former(name site.Icon) (string, bool) {
	today, known := map[site.Icon]string{"home": "house", "alert-circle": "circle-alert", "instagram": ""}[name]
	return today, known
}

func sampleOptions() outline.Options {
	icons := sampleIcons{"clapperboard", "shield-check", "wand", "zap"}
	for _, name := range resolve.InterfaceIcons {
		icons = append(icons, string(name))
	}
	slices.Sort(icons)
	return outline.Options{Icons: icons, Fonts: []string{"Inter", "Sora"}, Variable: func(name string) bool { return name == "HOOK_SALES" }}
}

// load loads a tree and wants it to be read.
func load(t testing.TB, l *Loader, files fs.FS, now time.Time) (*site.Revision, []yamldoc.Problem) {
	t.Helper()
	revision, problems, err := l.Load(t.Context(), files, now)
	if err != nil {
		t.Fatal(err)
	}
	return revision, problems
}

// good loads a tree and wants a revision without any problem.
func good(t testing.TB, files folder, options outline.Options, now time.Time) *site.Revision {
	t.Helper()
	revision, problems := load(t, NewLoader(options), files.fs(), now)
	if len(problems) > 0 {
		t.Fatalf("problems in a good tree:\n%s", told(problems))
	}
	return revision
}

// told writes problems as a person reads them, without the excerpts.
func told(problems []yamldoc.Problem) string {
	var out strings.Builder
	for _, problem := range problems {
		problem.Source = "" // the excerpt has tests of its own
		out.WriteString(problem.String() + "\n")
	}
	return out.String()
}

// page returns the page of a path.
func page(t testing.TB, revision *site.Revision, path string) *site.Page {
	t.Helper()
	for _, bundle := range revision.Sites {
		for _, page := range bundle.Pages {
			if page.Path == path {
				return page
			}
		}
	}
	t.Fatalf("no page %s", path)
	return nil
}

// body returns the body of a page's section.
func body[T any](t testing.TB, page *site.Page, index int) *T {
	t.Helper()
	made, ok := page.Sections[index].Body.(*T)
	if !ok {
		t.Fatalf("section %d of %s is %T", index, page.Path, page.Sections[index].Body)
	}
	return made
}

// golden compares with a file below testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it anew):\n%s", name, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			return "got:\n" + strings.Join(g[min(i, len(g)):min(i+8, len(g))], "\n") +
				"\nwant:\n" + strings.Join(w[min(i, len(w)):min(i+8, len(w))], "\n")
		}
	}
	return ""
}

// grayPNG is a PNG of a size.
func grayPNG(t *testing.T, width, height int) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

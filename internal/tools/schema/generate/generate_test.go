package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/evenlight/marquee/internal/tools/schema"
)

const repository = "../../../.."

func TestCommentsAreRead(t *testing.T) {
	folder := fstest.MapFS{
		"a.go": {Data: []byte(`package site

// Colour is a colour.
//
// It has a second paragraph.
type Colour struct {
	// How red it is.
	Red int
	Green, Blue int // How much of the others.
	hidden int // not told
	Silent int
}

type secret struct{}

type (
	// Kind tells kinds apart.
	Kind string
)

const (
	Warm Kind = "warm" // like fire
	Cold Kind = "cold"
	Untyped = "untyped"
)

var Default Kind = "default"
`)},
		"a_test.go": {Data: []byte("package site\n\n// Tested is in a test.\ntype Tested struct{}\n")},
	}
	docs := schema.Docs{Types: map[string]schema.TypeDoc{}}
	if err := readComments(docs, folder); err != nil {
		t.Fatal(err)
	}
	colour := docs.Types["Colour"]
	if want := "Colour is a colour.\n\nIt has a second paragraph."; colour.Doc != want {
		t.Errorf("doc %q, want %q", colour.Doc, want)
	}
	for name, want := range map[string]string{
		"Red": "How red it is.", "Green": "How much of the others.", "Blue": "How much of the others.", "hidden": "", "Silent": "",
	} {
		if got := colour.Fields[name]; got != want {
			t.Errorf("field %s: %q, want %q", name, got, want)
		}
	}
	kind := docs.Types["Kind"]
	if kind.Doc != "Kind tells kinds apart." || !slices.Equal(kind.Values, []string{"warm", "cold"}) {
		t.Errorf("kind: %+v", kind)
	}
	if len(docs.Types) != 2 {
		t.Errorf("types: %v", docs.Types)
	}
}

func TestSourceThatDoesNotParseIsNamed(t *testing.T) {
	docs := schema.Docs{Types: map[string]schema.TypeDoc{}}
	err := readComments(docs, fstest.MapFS{"broken.go": {Data: []byte("package site\ntype {")}})
	if err == nil || !strings.Contains(err.Error(), "parse broken.go") {
		t.Errorf("error %v", err)
	}
}

func TestCheckNamesWhatIsStale(t *testing.T) {
	files, err := generate(os.DirFS(repository))
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := write(root, files); err != nil {
		t.Fatal(err)
	}
	if err := compare(root, files); err != nil {
		t.Fatalf("just written, but %v", err)
	}

	change := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, path), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	change("web/src/content/types.gen.ts", "// changed by hand\n")
	change("content/.schemas/recipes.json", "{}\n")
	if err := os.Remove(filepath.Join(root, "content/.schemas/page.json")); err != nil {
		t.Fatal(err)
	}
	want := "stale:\n  content/.schemas/page.json\n  content/.schemas/recipes.json\n  web/src/content/types.gen.ts\n" +
		"make them anew with: go run ./internal/tools/schema/generate"
	if err := compare(root, files); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}

	if err := write(root, files); err != nil {
		t.Fatal(err)
	}
	if err := compare(root, files); err != nil {
		t.Errorf("written again, but %v", err)
	}
}

func TestANewCommentMakesTheFilesStale(t *testing.T) {
	const path = "internal/site/sections_words.go"
	source, err := os.ReadFile(filepath.Join(repository, path))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(source), "// Whose words they are.", "// Who said it.", 1)
	before, err := generate(fstest.MapFS{path: {Data: source}})
	if err != nil {
		t.Fatal(err)
	}
	after, err := generate(fstest.MapFS{path: {Data: []byte(changed)}})
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := write(root, before); err != nil {
		t.Fatal(err)
	}
	err = compare(root, after)
	for _, path := range []string{"content/.schemas/page.json", "internal/tools/schema/docs.gen.json", "web/src/content/types.gen.ts"} {
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s is not named in: %v", path, err)
		}
	}
}

func TestGeneratedFilesOfTheRepositoryAreFresh(t *testing.T) {
	if err := run(repository, true); err != nil {
		t.Error(err)
	}
}

package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mainSite is a content folder with the least that a main site may be.
func mainSite(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	write(t, root, "main/site.yaml", `name: Main
path: /
baseURL: https://www.example.com
timeZone: Europe/Zurich
mail: {from: hello@www.example.com}
theme:
  scheme: light
  colors: {background: "#ffffff", surface: "#ffffff", text: "#000000", muted: "#333333", line: "#cccccc", primary: "#000088", onPrimary: "#ffffff", accent: "#880000"}
  fonts: {display: Inter, text: Inter}
`)
	write(t, root, "main/pages/index.yaml", "title: Home\ndescription: The first page.\nsections:\n  - hero: {title: Home}\n")
	write(t, root, "main/pages/404.yaml", `title: Not found
template: not-found
notFound:
  code: "404"
  title: Not found
  actions: [{label: Home, to: /}]
`)
	return root
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	target := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(target, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tree lists all files and folders below root.
func tree(t *testing.T, root string) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestNewSiteIsRefused(t *testing.T) {
	long := strings.Repeat("a", 101)
	for name, test := range map[string]struct {
		id      string
		options Options
		want    string
	}{
		"no id":               {"", Options{}, "site id is empty"},
		"parent folder":       {"..", Options{}, "cannot be used"},
		"escape":              {"../cakes", Options{}, "cannot be used"},
		"absolute":            {"/etc/cakes", Options{}, "cannot be used"},
		"backslash":           {`..\cakes`, Options{}, "cannot be used"},
		"hidden":              {".cakes", Options{}, "cannot be used"},
		"set aside":           {"_cakes", Options{}, "cannot be used"},
		"capitals":            {"Cakes", Options{}, "cannot be used"},
		"not ASCII":           {"kuchen-für-alle", Options{}, "cannot be used"},
		"line break":          {"cakes\n", Options{}, `"cakes\n" cannot be used`},
		"zero byte":           {"cakes\x00", Options{}, "cannot be used"},
		"template":            {"<<.Path>>", Options{}, "cannot be used"},
		"too long":            {long, Options{}, "longer than 100"},
		"existing folder":     {"main", Options{}, "main: file already exists: edit it, or choose another name"},
		"existing file":       {"notes", Options{}, "file already exists"},
		"dangling link":       {"dangling", Options{}, "file already exists"},
		"main path":           {"cakes", Options{Path: "/"}, "belongs to the main site"},
		"relative path":       {"cakes", Options{Path: "cakes"}, "must begin with /"},
		"path with ..":        {"cakes", Options{Path: "/websites/../cakes"}, "cannot be used"},
		"path with slash":     {"cakes", Options{Path: "/cakes/"}, "is empty"},
		"path with newline":   {"cakes", Options{Path: "/cakes\nmail: x"}, "cannot be used"},
		"path of the server":  {"cakes", Options{Path: "/api/cakes"}, "server itself"},
		"path too deep":       {"cakes", Options{Path: strings.Repeat("/a", 13)}, "more than 12 parts"},
		"path of another":     {"cakes", Options{Path: "/websites/taken"}, "taken by the site other"},
		"name of spaces":      {"cakes", Options{Name: "  "}, "name is empty"},
		"name with newline":   {"cakes", Options{Name: "a\nb"}, "cannot be shown"},
		"name with fact":      {"cakes", Options{Name: "{{site.name}}"}, "may not refer to facts"},
		"name not UTF-8":      {"cakes", Options{Name: "a\xff"}, "cannot be shown"},
		"name that is a tale": {"cakes", Options{Name: long}, "longer than 100"},
	} {
		t.Run(name, func(t *testing.T) {
			root := mainSite(t)
			write(t, root, "notes", "not a folder")
			write(t, root, "other/site.yaml", "name: Other\npath: \"/websites/taken\"  # a comment\n")
			if err := os.Symlink("nowhere", filepath.Join(root, "dangling")); err != nil {
				t.Fatal(err)
			}
			before := tree(t, root)
			files, err := NewSite(root, test.id, test.options)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one that says %q", err, test.want)
			}
			if len(files) > 0 {
				t.Errorf("says that it wrote %v", files)
			}
			if after := tree(t, root); !slices.Equal(before, after) {
				t.Errorf("left behind: %v", after)
			}
		})
	}
}

func TestNothingIsLeftWhereWritingEndsHalfWay(t *testing.T) {
	root := t.TempDir()
	folder, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	// The second file wants a folder where the first is a file.
	files, err := place(folder, "cakes", []File{{"a", []byte("1")}, {"a/b", []byte("2")}})
	if err == nil || !strings.Contains(err.Error(), "cakes/a/b") {
		t.Errorf("error %v", err)
	}
	if len(files) > 0 {
		t.Errorf("says that it wrote %v", files)
	}
	if left := tree(t, root); !slices.Equal(left, []string{"."}) {
		t.Errorf("left behind: %v", left)
	}
}

func TestASiteNeedsAMainSite(t *testing.T) {
	root := t.TempDir()
	files, err := NewSite(root, "bakery", Options{})
	if !errors.Is(err, ErrNoMainSite) || len(files) > 0 {
		t.Errorf("wrote %v, error %v", files, err)
	}
	if left := tree(t, root); !slices.Equal(left, []string{"."}) {
		t.Errorf("left behind: %v", left)
	}
}

func TestMissingContentFolderIsNamed(t *testing.T) {
	root := filepath.Join(t.TempDir(), "nowhere")
	if _, err := NewSite(root, "cakes", Options{}); err == nil || !strings.Contains(err.Error(), root) {
		t.Errorf("error %v", err)
	}
}

func TestNewPage(t *testing.T) {
	for name, test := range map[string]struct{ site, address, want, path string }{
		"below the site":       {"cakes", "birthday-cakes", "cakes/pages/birthday-cakes.yaml", "/websites/cakes/birthday-cakes"},
		"with a slash":         {"cakes", "/birthday/", "cakes/pages/birthday.yaml", "/websites/cakes/birthday"},
		"as visitors see it":   {"cakes", "/websites/cakes/birthday", "cakes/pages/birthday.yaml", "/websites/cakes/birthday"},
		"in a new folder":      {"cakes", "offers/spring/easter", "cakes/pages/offers/spring/easter.yaml", "/websites/cakes/offers/spring/easter"},
		"in a known folder":    {"cakes", "empty/catering", "cakes/pages/empty/catering.yaml", "/websites/cakes/empty/catering"},
		"of a folder":          {"cakes", "empty", "cakes/pages/empty/index.yaml", "/websites/cakes/empty"},
		"of the main site":     {"main", "/about", "main/pages/about.yaml", "/about"},
		"name like the site's": {"cakes", "/websites/cakes-and-more", "cakes/pages/websites/cakes-and-more.yaml", "/websites/cakes/websites/cakes-and-more"},
	} {
		t.Run(name, func(t *testing.T) {
			root := mainSite(t)
			if _, err := NewSite(root, "cakes", Options{}); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(root, "cakes/pages/empty"), 0o755); err != nil {
				t.Fatal(err)
			}
			files, err := NewPage(root, test.site, test.address)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(files, []string{test.want}) {
				t.Errorf("wrote %v, want %s", files, test.want)
			}
			data, err := os.ReadFile(filepath.Join(root, test.want))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(data), "\n# The page "+test.path+"\n") {
				t.Errorf("the page is not told that it lives at %s:\n%s", test.path, data)
			}
			first, _, _ := strings.Cut(string(data), "\n")
			_, reference, _ := strings.Cut(first, "$schema=")
			if got := path.Join(path.Dir(test.want), reference); got != ".schemas/page.json" {
				t.Errorf("the schema is looked for at %s", got)
			}
		})
	}
}

func TestFirstPageOfASite(t *testing.T) {
	root := mainSite(t)
	write(t, root, "cakes/site.yaml", "name: Cakes\npath: /websites/cakes\n")
	files, err := NewPage(root, "cakes", "/")
	if err != nil || !slices.Equal(files, []string{"cakes/pages/index.yaml"}) {
		t.Errorf("wrote %v, error %v", files, err)
	}
}

func TestNewPageIsRefused(t *testing.T) {
	outside := t.TempDir()
	for name, test := range map[string]struct{ site, address, want string }{
		"no such site":      {"bakery", "about", "no site bakery"},
		"site with ..":      {"../cakes", "about", "cannot be used"},
		"no path":           {"cakes", "", "needs a path"},
		"only slashes":      {"cakes", "//", "needs a path"},
		"parent folder":     {"cakes", "../main/pages/about", "cannot be used"},
		"inner parent":      {"cakes", "/websites/cakes/../../about", "cannot be used"},
		"backslash":         {"cakes", `..\about`, "cannot be used"},
		"double slash":      {"cakes", "a//b", "is empty"},
		"file ending":       {"cakes", "about.yaml", "cannot be used"},
		"capitals":          {"cakes", "About", "cannot be used"},
		"line break":        {"cakes", "about\ntitle: x", "cannot be used"},
		"index":             {"cakes", "empty/index", "leave out index"},
		"404":               {"cakes", "404", "unknown paths"},
		"too deep":          {"cakes", strings.Repeat("a/", 13), "more than 12 parts"},
		"too long":          {"cakes", strings.Repeat("a", 101), "longer than 100"},
		"existing":          {"cakes", "contact", "file already exists"},
		"existing index":    {"cakes", "empty", "file already exists"},
		"existing first":    {"cakes", "/", "file already exists"},
		"file as folder":    {"cakes", "plain", "is in the way"},
		"out by a symlink":  {"cakes", "away/about", "escapes"},
		"site without path": {"pathless", "about", "add a line such as path:"},
	} {
		t.Run(name, func(t *testing.T) {
			root := mainSite(t)
			if _, err := NewSite(root, "cakes", Options{}); err != nil {
				t.Fatal(err)
			}
			write(t, root, "cakes/pages/plain", "no folder")
			write(t, root, "cakes/pages/empty/index.yaml", "title: Empty\n")
			write(t, root, "pathless/site.yaml", "name: Pathless\n")
			if err := os.Symlink(outside, filepath.Join(root, "cakes/pages/away")); err != nil {
				t.Fatal(err)
			}
			before := tree(t, root)
			files, err := NewPage(root, test.site, test.address)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one that says %q", err, test.want)
			}
			if len(files) > 0 {
				t.Errorf("says that it wrote %v", files)
			}
			if after := tree(t, root); !slices.Equal(before, after) {
				t.Errorf("left behind: %v", after)
			}
			if left := tree(t, outside); len(left) > 1 {
				t.Errorf("wrote outside of the content folder: %v", left)
			}
		})
	}
}

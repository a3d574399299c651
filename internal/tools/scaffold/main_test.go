package scaffold

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var day = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// A word that the loader newly demands of the main site fails here, too.
func TestNewMainLoadsWithoutAWarning(t *testing.T) {
	for name, root := range map[string]string{
		"an empty folder": t.TempDir(),
		"no folder":       filepath.Join(t.TempDir(), "srv", "content"),
	} {
		t.Run(name, func(t *testing.T) {
			company := `Ann's "Cakes": 100 % <good> & #1 \o/ 🍰`
			files, err := NewMain(root, Options{Name: company, Today: day})
			if err != nil {
				t.Fatal(err)
			}
			want := []string{
				"main/forms.yaml", "main/images/hero.svg", "main/images/mark.svg", "main/images/work.svg", "main/locations.yaml",
				"main/pages/404.yaml", "main/pages/about.yaml", "main/pages/contact.yaml", "main/pages/index.yaml", "main/plans.yaml",
				"main/privacy.yaml", "main/site.yaml",
			}
			if !slices.Equal(files, want) {
				t.Errorf("wrote %v, want %v", files, want)
			}
			bundle := load(t, root, false).Main()
			if string(bundle.Site.Name) != `Ann’s “Cakes”: 100 % <good> & #1 \o/ 🍰` {
				t.Errorf("the site is called %q", bundle.Site.Name)
			}
			var paths []string
			for _, page := range bundle.Pages {
				paths = append(paths, page.Path)
			}
			if want := []string{"/", "/about", "/contact", "/privacy"}; !slices.Equal(paths, want) {
				t.Errorf("pages %v, want %v", paths, want)
			}
			if bundle.Privacy.Updated != "November 21, 2026" {
				t.Errorf("the privacy policy is of %q", bundle.Privacy.Updated)
			}
			if _, err := NewSite(root, "bakery", Options{}); err != nil {
				t.Fatal(err)
			}
			load(t, root, false)
		})
	}
}

func TestNewMainLeavesAGitRepositoryAlone(t *testing.T) {
	root := t.TempDir()
	write(t, root, ".git/HEAD", "ref: refs/heads/main\n")
	if _, err := NewMain(root, Options{Today: day}); err != nil {
		t.Fatal(err)
	}
	if name := load(t, root, false).Main().Site.Name; name != "Your Company" {
		t.Errorf("the site is called %q", name)
	}
}

func TestNewMainIsRefused(t *testing.T) {
	for name, test := range map[string]struct{ occupant, company, want string }{
		"a file":              {"notes.txt", "", `"notes.txt"`},
		"a hidden file":       {".env", "", `".env"`},
		"a site":              {"main/site.yaml", "", `"main"`},
		"a name of two lines": {"", "a\nb", "cannot be shown"},
		"a name with a fact":  {"", "{{site.name}}", "may not refer to facts"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			if test.occupant != "" {
				write(t, root, test.occupant, "kept")
			}
			before := tree(t, root)
			files, err := NewMain(root, Options{Name: test.company, Today: day})
			if err == nil || !strings.Contains(err.Error(), test.want) || len(files) > 0 {
				t.Errorf("wrote %v, error %v, want one that says %s", files, err, test.want)
			}
			if after := tree(t, root); !slices.Equal(before, after) {
				t.Errorf("left behind: %v", after)
			}
		})
	}
}

func TestNewMainIsNoFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "content")
	if err := os.WriteFile(file, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	if files, err := NewMain(file, Options{Today: day}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("wrote %v, error %v", files, err)
	}
}

package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// entryDay is a Saturday in New York and Sunday in most of the world.
var entryDay = time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)

func withCollection(t *testing.T, kind string) string {
	t.Helper()
	root := t.TempDir()
	if _, err := NewMain(root, Options{Today: day}); err != nil {
		t.Fatal(err)
	}
	write(t, root, "main/pages/blog/index.yaml", "title: Blog\ndescription: What we learn.\ncollection: {kind: "+kind+"}\n")
	return root
}

func TestANewEntryLoads(t *testing.T) {
	for _, kind := range []string{"article", "case-study", "changelog", "event", "job"} {
		for _, asYAML := range []bool{false, true} {
			root := withCollection(t, kind)
			files, err := NewEntry(root, "main", "/blog", `Über "us": all`, EntryOptions{YAML: asYAML, Now: entryDay})
			if err != nil {
				t.Fatal(err)
			}
			want := "main/pages/blog/uber-us-all.md"
			if asYAML {
				want = "main/pages/blog/uber-us-all.yaml"
			}
			if len(files) != 1 || files[0] != want {
				t.Errorf("wrote %v, want %s", files, want)
			}
			for _, page := range load(t, root, true).Main().Pages {
				if page.Path == "/blog/uber-us-all" && string(page.Title) != `Über “us”: all` {
					t.Errorf("it is called %q", page.Title)
				}
			}
		}
	}
}

var zoneLine = regexp.MustCompile(`(?m)^timeZone:.*`)

func TestANewEntryIsOfTheDayOfItsSite(t *testing.T) {
	root := withCollection(t, "article")
	write(t, root, "main/site.yaml", zoneLine.ReplaceAllLiteralString(text(t, root, "main/site.yaml"), "timeZone: America/New_York"))
	files, err := NewEntry(root, "main", "blog", "One", EntryOptions{Slug: "first", Now: entryDay})
	if err != nil {
		t.Fatal(err)
	}
	if got := text(t, root, files[0]); !strings.Contains(got, "\ndate: 2026-11-21\n") || files[0] != "main/pages/blog/first.md" {
		t.Errorf("%s holds\n%s", files[0], got)
	}
}

func TestNewEntryRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		site, collection, title string
		want                    string
	}{
		"an unknown site":                    {"mian", "/blog", "One", "there is no site mian"},
		"a folder that is no collection":     {"main", "/news", "One", "the site main has no collection /news, but /blog"},
		"a title without a word":             {"main", "/blog", " ", "the title is empty"},
		"a title that gives no address":      {"main", "/blog", "日本", "choose one with --slug"},
		"an entry that is there in Markdown": {"main", "/blog", "There", "there.md"},
		"an entry that is there as YAML":     {"main", "/blog", "Here", "here.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			root := withCollection(t, "article")
			write(t, root, "main/pages/blog/there.md", "mine")
			write(t, root, "main/pages/blog/here.yaml", "mine")
			files, err := NewEntry(root, test.site, test.collection, test.title, EntryOptions{Now: entryDay})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it says %v, want %q", err, test.want)
			}
			if len(files) > 0 || text(t, root, "main/pages/blog/there.md") != "mine" {
				t.Errorf("it wrote %v", files)
			}
			if strings.Contains(name, "is there") && !errors.Is(err, fs.ErrExist) {
				t.Errorf("%v is not ErrExist", err)
			}
		})
	}
}

func text(t *testing.T, root, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

package scaffold

import (
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestANewLanguageLoads(t *testing.T) {
	for _, tag := range []string{"de", "pt-br"} {
		root := t.TempDir()
		if _, err := NewMain(root, Options{Today: day}); err != nil {
			t.Fatal(err)
		}
		if _, err := NewSite(root, "cakes", Options{}); err != nil {
			t.Fatal(err)
		}
		for _, of := range []string{"main", "cakes"} {
			files, err := NewLanguage(root, of, tag)
			if err != nil {
				t.Fatal(err)
			}
			dir := of + "/" + tag
			if want := []string{dir + "/pages/index.yaml", dir + "/site.yaml"}; !slices.Equal(files, want) {
				t.Errorf("wrote %v, want %v", files, want)
			}
			id := of + "." + tag
			for _, drafts := range []bool{false, true} {
				revision := load(t, root, drafts)
				home := slices.ContainsFunc(revision.ByID(id).Pages, func(p *site.Page) bool {
					return strings.TrimPrefix(p.Path, revision.ByID(id).Site.Path) == ""
				})
				if home != drafts {
					t.Errorf("with drafts %v, the first page of %s is there: %v", drafts, id, home)
				}
			}
			settings := text(t, root, files[1])
			if !strings.Contains(settings, "\n#   links:\n#     - {label: What we do, to: \"/#work\"}\n") && of == "main" {
				t.Errorf("the labels to translate are not in\n%s", settings)
			}
			// Each of them is right without its #.
			write(t, root, files[1], uncomment(settings))
			load(t, root, true)
		}
	}
}

func uncomment(settings string) string {
	_, words, _ := strings.Cut(settings, "are taken whole.\n#\n")
	head, _, _ := strings.Cut(settings, "# What follows")
	return head + strings.TrimPrefix(strings.ReplaceAll("\n"+words, "\n# ", "\n"), "\n")
}

func TestANewLanguageKeepsTheFirstPageAsItIsWritten(t *testing.T) {
	root := mainSite(t)
	page := "# yaml-language-server: $schema=../../.schemas/page.json\n\n# Its title is short.\ntitle: Home # like this\ndraft: false\n" +
		"\n# Where it was.\naliases: [/old]\n\nsections:\n- hero: {title: \"Say: hello\"}\n# The end.\n- prose:\n    markdown: |\n      One.\n\n      Two.\n"
	write(t, root, "main/pages/index.yaml", strings.ReplaceAll(page, "\n", "\r\n"))
	if _, err := NewLanguage(root, "main", "de"); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(text(t, root, "main/de/pages/index.yaml"), "to publish it.\n")
	want := "# Its title is short.\ntitle: Home # like this\n\nsections:\n- hero: {title: \"Say: hello\"}\n# The end.\n- prose:\n" +
		"    markdown: |\n      One.\n\n      Two.\n"
	if strings.TrimLeft(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestNewLanguageRefuses(t *testing.T) {
	for name, test := range map[string]struct{ site, tag, want string }{
		"the name of a language":   {"main", "german", "did you mean de?"},
		"a tag in capitals":        {"main", "DE", "did you mean de?"},
		"a tag with an underscore": {"main", "pt_BR", "did you mean pt-br?"},
		"no language":              {"main", "x1", "tags such as de"},
		"a path":                   {"main", "../de", "tags such as de"},
		"its own language":         {"main", "en", "in English already"},
		"an unknown site":          {"mian", "de", "there is no site mian"},
		"a translation":            {"main.fr", "de", "a translation itself"},
		"a folder that exists":     {"main", "fr", "main/fr: file already exists"},
		"a page at its path":       {"main", "es", "main/pages/es.yaml: file already exists"},
	} {
		t.Run(name, func(t *testing.T) {
			root := mainSite(t)
			write(t, root, "main/fr/site.yaml", "name: Français\n")
			write(t, root, "main/pages/es.yaml", "title: ES\n")
			before := tree(t, root)
			files, err := NewLanguage(root, test.site, test.tag)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(files) > 0 {
				t.Errorf("wrote %v, error %v, want one that says %s", files, err, test.want)
			}
			if after := tree(t, root); !slices.Equal(before, after) {
				t.Errorf("left behind: %v", after)
			}
		})
	}
}

func TestPagesAndEntriesOfALanguage(t *testing.T) {
	root := withCollection(t, "article")
	if _, err := NewLanguage(root, "main", "de"); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"/angebot", "de/preise", "/de/kontakt"} {
		if _, err := NewPage(root, "main.de", address); err != nil {
			t.Fatal(err)
		}
	}
	write(t, root, "main/de/pages/blog/index.yaml", "title: Blog\ndescription: Was wir lernen.\ncollection: {kind: article}\n")
	files, err := NewEntry(root, "main.de", "blog", "Fünf Öfen", EntryOptions{Now: entryDay})
	if want := "main/de/pages/blog/fuenf-oefen.md"; err != nil || len(files) != 1 || files[0] != want {
		t.Errorf("wrote %v, %v, want %s", files, err, want)
	}
	var paths []string
	for _, page := range load(t, root, true).ByID("main.de").Pages {
		paths = append(paths, page.Path)
	}
	want := []string{"/de", "/de/angebot", "/de/blog", "/de/blog/fuenf-oefen", "/de/de/preise", "/de/kontakt"}
	if !slices.Equal(paths, want) {
		t.Errorf("pages %v, want %v", paths, want)
	}
	for site, want := range map[string]string{
		"main.fr": "marquee new language main fr", "main.nonsense": "no tag of a language", "main.de.fr": "no tag of a language",
	} {
		if _, err := NewPage(root, site, "/x"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", site, err, want)
		}
	}
}

package scaffold

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
)

var hidden = regexp.MustCompile(`(?m)^(draft|noIndex): true.*\n`)

// TestNoWordsOfAScaffoldGoLive takes the lines out that keep a page hidden. Each text of a template is then told, or may stay.
func TestNoWordsOfAScaffoldGoLive(t *testing.T) {
	root := mainSite(t)
	write(t, root, "main/pages/blog/index.yaml", "title: Blog\ncollection: {kind: article}\n")
	pages := map[string]bool{}
	for _, made := range []func() ([]string, error){
		func() ([]string, error) { return NewPage(root, "main", "/hello") },
		func() ([]string, error) { return NewEntry(root, "main", "/blog", "Hello", EntryOptions{Now: entryDay}) },
		func() ([]string, error) {
			return NewEntry(root, "main", "/blog", "Hello again", EntryOptions{YAML: true, Now: entryDay})
		},
	} {
		files, err := made()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.Contains(name, "/pages/") {
				pages[name] = true
				write(t, root, name, hidden.ReplaceAllString(text(t, root, name), ""))
			}
		}
	}
	told := toldOf(t, root, pages)
	for name := range pages {
		front, body, isMarkdown := strings.Cut(strings.TrimPrefix(text(t, root, name), "---\n"), "\n---\n")
		var values any
		if err := yaml.Unmarshal([]byte(front), &values); err != nil {
			t.Fatal(name, err)
		}
		all := textsOf(values, "")
		if isMarkdown {
			all = append(all, strings.TrimSpace(body))
			_, end, _ := strings.Cut(body, "\n\n")
			write(t, root, "main/pages/blog/end.md", "---\n"+front+"\n---\n\nMy own words.\n\n"+end)
		}
		for _, words := range all {
			first, _, _ := strings.Cut(words, ",")
			if words != "Hello" && words != "Hello again" &&
				!regexp.MustCompile(regexp.QuoteMeta(name)+`: .*"`+regexp.QuoteMeta(string([]rune(first)[:min(24, len([]rune(first)))]))).MatchString(told) {
				t.Errorf("%s: nobody is told that %q is still there:\n%s", name, words, told)
			}
		}
	}
	if told := toldOf(t, root, pages); !strings.Contains(told, `end.md: `+"`markdown`"+` still has the words of the scaffold: "- A list begins"`) {
		t.Errorf("the end of an entry may go live:\n%s", told)
	}
}

// Prices, people, address and hours of a main site are samples: nobody's, and they say so, to visitors as to the checker.
func TestNoSampleOfATradeGoesLive(t *testing.T) {
	for _, trade := range Trades() {
		root, page := t.TempDir(), "main/pages/index.yaml"
		if _, err := NewMain(root, Options{Answers: Answers{Trade: trade}, Today: day}); err != nil {
			t.Fatal(err)
		}
		write(t, root, page, hidden.ReplaceAllString(text(t, root, page), ""))
		told := toldOf(t, root, map[string]bool{page: true})
		for _, sample := range []string{
			"A sample: replace it", "Sample prices: ", "Sample people: ", "Sample address, phone", "Your name", "A colleague’s name",
			"Another colleague’s name", "Two sentences about you", "Two sentences about some",
		} {
			if !strings.Contains(told, sample) {
				t.Errorf("%s: nobody is told that %q is still there:\n%s", trade, sample, told)
			}
		}
	}
}

func TestATradeThatThereIsNot(t *testing.T) {
	root := t.TempDir()
	files, err := NewMain(root, Options{Answers: Answers{Trade: "../main/site"}, Today: day})
	if err == nil || !strings.Contains(err.Error(), "it is one of bakery, craft, practice, restaurant, shop, studio, other") {
		t.Errorf("wrote %v, error %v", files, err)
	}
}

// toldOf returns what is said of placeholders; all else that is wrong with some pages is a mistake.
func toldOf(t *testing.T, root string, pages map[string]bool) string {
	t.Helper()
	loader := content.NewLoader(outline.Options{Fonts: []string{"Fraunces", "Inter"}, Icons: icons{}})
	_, problems, err := loader.Load(context.Background(), os.DirFS(root), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, p := range problems {
		if p.Code == "placeholder" && p.Line > 0 {
			fmt.Fprintf(&told, "%s: %s\n", p.File, p.Message)
		} else if pages[p.File] && p.Code != "unknown-icon" {
			t.Errorf("%s:%d: %s", p.File, p.Line, p.Message)
		}
	}
	return told.String()
}

// textsOf lists the words of a file that visitors read.
func textsOf(value any, key string) (all []string) {
	switch v := value.(type) {
	case map[string]any:
		for key, below := range v {
			all = append(all, textsOf(below, key)...)
		}
	case []any:
		for _, below := range v {
			all = append(all, textsOf(below, key)...)
		}
	case string:
		if slices.Contains([]string{"title", "description", "summary", "text", "eyebrow", "label", "points", "markdown"}, key) {
			all = append(all, v)
		}
	}
	return all
}

// TestMergeKeysHangNothing has a file whose values a decoder would double forty times.
func TestMergeKeysHangNothing(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 {x: y}\n")
	for i := range 40 {
		fmt.Fprintf(&bomb, "a%d: &a%d {<<: [*a%d, *a%d]}\n", i+1, i+1, i, i)
	}
	root := withCollection(t, "article")
	whole := text(t, root, "main/site.yaml")
	list := text(t, root, "main/pages/blog/index.yaml")
	for what, made := range map[string]func() error{
		"a page": func() error { _, err := NewPage(root, "main", "/new"); return err },
		"an entry": func() error {
			_, err := NewEntry(root, "main", "/blog", "New", EntryOptions{Now: entryDay})
			return err
		},
		"a site":     func() error { _, err := NewSite(root, "new", Options{}); return err },
		"a language": func() error { _, err := NewLanguage(root, "main", "de"); return err },
	} {
		write(t, root, "main/site.yaml", whole+bomb.String())
		refused := make(chan error, 1)
		go func() { refused <- made() }()
		select {
		case err := <-refused:
			if err == nil {
				t.Errorf("%s is made beside a damaged site.yaml", what)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: it hangs", what)
		}
	}
	write(t, root, "main/site.yaml", whole)
	write(t, root, "main/pages/blog/index.yaml", list+bomb.String())
	if _, err := NewEntry(root, "main", "/blog", "New", EntryOptions{Now: entryDay}); err == nil {
		t.Error("an entry is made below a damaged list")
	}
	if _, err := os.Stat(root + "/main/pages/blog/new.md"); err == nil {
		t.Error("something was written")
	}
}

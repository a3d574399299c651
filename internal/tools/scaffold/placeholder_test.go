package scaffold

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
	contenttext "github.com/evenlight/marquee/internal/content/text"
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
	told = toldOf(t, root, pages)
	if !strings.Contains(told, "end.md: `markdown` is still a sample: \"- A list begins\"") {
		t.Errorf("the end of an entry may go live:\n%s", told)
	}
}

// samplesOf lists the samples of a new site of any trade by file.
var samplesOf = map[string][]string{
	"pages/index.yaml": {
		"A sample: replace it with a piece of your own work, and a photo of it.",
		"Sample prices: write your own in plans.yaml, then delete this line.",
		"Sample people: write who works here, then delete this line.",
		"Your name", "Two sentences about you: what you learned, and what you do here.",
		"A colleague’s name", "Two sentences about somebody whom your visitors meet.",
		"Another colleague’s name", "Two sentences about somebody whom your visitors meet.",
		"Sample address, phone and hours: write your own in locations.yaml, then delete this line.",
	},
	"plans.yaml":     {"A sample price.", "A sample price.", "A sample price."},
	"locations.yaml": {"1 Your Street", "Your Town", "00000", "+1 202 555 0100", "Sample hours."},
}

var (
	own = map[string]string{
		"+1 202 555 0100":                 "+44 1632 960100",
		"https://www.your-domain.example": "https://www.bakery.test",
	}
	comments   = regexp.MustCompile(`(?m)(^|\s)#.*`)
	samplelike = regexp.MustCompile(`(?i:\bsample\b).*|Your (name|Company|Street|Town)|your-domain|202 555`)
)

// Each sample is told where it stands, to visitors as to the checker, until somebody writes their own.
func TestNoSampleOfATradeGoesUnnoticed(t *testing.T) {
	for _, trade := range Trades() {
		root, answers := t.TempDir(), Answers{Trade: trade}
		if _, err := NewMain(root, Options{Answers: answers, Today: day}); err != nil {
			t.Fatal(err)
		}
		if _, err := NewSite(root, "other", Options{Answers: answers, Today: day}); err != nil {
			t.Fatal(err)
		}
		want := map[string][]string{"main/site.yaml": {"Your Company", "https://www.your-domain.example"}}
		files := map[string]bool{}
		for _, site := range []string{"main/", "other/"} {
			for _, below := range []string{"pages/index.yaml", "plans.yaml", "locations.yaml", "site.yaml"} {
				files[site+below] = true
				want[site+below] = append(want[site+below], samplesOf[below]...)
			}
			page := site + "pages/index.yaml"
			write(t, root, page, hidden.ReplaceAllString(text(t, root, page), ""))
		}
		told := toldOf(t, root, files)
		for file, samples := range want {
			if got := strings.Count(told, file+": "); got != len(samples) {
				t.Errorf("%s: %d samples of %s are told, want %d:\n%s", trade, got, file, len(samples), told)
			}
			mine := text(t, root, file)
			for _, words := range samples {
				if !strings.Contains(told, strconv.Quote(contenttext.Shortened(words))) {
					t.Errorf("%s: nobody is told that %q still stands in %s:\n%s", trade, words, file, told)
				}
				mine = strings.ReplaceAll(mine, words, cmp.Or(own[words], "Mine"))
			}
			if left := samplelike.FindString(comments.ReplaceAllString(mine, "")); left != "" {
				t.Errorf("%s: nobody is told of %q in %s", trade, left, file)
			}
			write(t, root, file, mine)
		}
		if left := toldOf(t, root, files); left != "" {
			t.Errorf("%s: all samples are replaced, and it says\n%s", trade, left)
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
	loader := content.NewLoader(outline.Options{Fonts: fonts, Icons: icons{}})
	_, problems, err := loader.Load(context.Background(), os.DirFS(root), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for _, p := range problems {
		if p.Code == "placeholder" && p.Line > 0 {
			fmt.Fprintf(&told, "%s: %s\n", p.File, p.Message)
		} else if pages[p.File] && p.Code != "unknown-icon" && p.Code != "example-recipient" {
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

package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// icons accepts all icons.
type icons struct{}

func (icons) Symbol(site.Icon) (string, bool) { return "", true }
func (icons) Names() []string                 { return generatedIcons }

func TestGeneratedSitesAreContent(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS("../../content")); err != nil {
		t.Fatal(err)
	}
	const pages = 105
	if err := writePages(root, pages); err != nil {
		t.Fatal(err)
	}
	var want []string
	for n := range pages {
		want = append(want, pagePath(n))
	}
	loader := content.NewLoader(outline.Options{Fonts: []string{
		"Inter", "Fraunces", "Geist", "Sora", "Manrope", "Newsreader", "Instrument Sans", "Bricolage Grotesque",
	}, Icons: icons{}})
	revision, problems, err := loader.Load(context.Background(), os.DirFS(root), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		if !strings.HasPrefix(problem.File, "made/") {
			continue
		}
		t.Errorf("%s:%d:%d: %s %s", problem.File, problem.Line, problem.Column, problem.Message, problem.Hint)
	}
	if revision == nil {
		t.Fatal("there is no revision")
	}
	var got []string
	for _, page := range revision.ByID("made").Pages {
		got = append(got, page.Path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v", got, want)
	}
}

func TestGeneratedSitesAreTheSameEveryTime(t *testing.T) {
	pages := func() (texts [2]string) {
		root := t.TempDir()
		if err := writePages(root, 2); err != nil {
			t.Fatal(err)
		}
		for n := range texts {
			text, err := os.ReadFile(filepath.Join(root, "made/pages", pageName(n)+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			texts[n] = string(text)
		}
		return texts
	}
	first, again := pages(), pages()
	if first != again {
		t.Error("the second time gives other files")
	}
	if first[0] == first[1] {
		t.Error("two pages are the same")
	}
}

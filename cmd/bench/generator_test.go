package main

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/site"
)

// drawn knows the icons that generated pages name, and those of the shipped content.
type drawn struct{}

func (drawn) Symbol(site.Icon) (string, bool) { return "", true }
func (drawn) Names() []string                 { return generatedIcons }

func TestGeneratedSitesAreContent(t *testing.T) {
	root := t.TempDir()
	if err := os.CopyFS(root, os.DirFS("../../content")); err != nil {
		t.Fatal(err)
	}
	g, err := newGenerator()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for n, pages := range []int{3, 105, 1} {
		made, err := g.writeSite(root, "made-"+string(rune('a'+n)), "/made/"+string(rune('a'+n)), n, pages)
		if err != nil {
			t.Fatal(err)
		}
		if len(made.paths) != pages || len(made.files) != pages {
			t.Errorf("%d paths and %d files of %d pages", len(made.paths), len(made.files), pages)
		}
		want = append(want, made.paths...)
	}
	loader := content.NewLoader(content.Options{Fonts: []string{
		"Inter", "Fraunces", "Geist", "Sora", "Manrope", "Newsreader", "Instrument Sans", "Bricolage Grotesque",
	}, Icons: drawn{}})
	revision, problems, err := loader.Load(context.Background(), os.DirFS(root), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		if !strings.HasPrefix(problem.File, "made-") {
			continue
		}
		t.Errorf("%s:%d:%d: %s %s", problem.File, problem.Line, problem.Column, problem.Message, problem.Hint)
	}
	if revision == nil {
		t.Fatal("there is no revision")
	}
	var got []string
	for _, id := range []string{"made-a", "made-b", "made-c"} {
		for _, page := range revision.ByID(id).Pages {
			got = append(got, page.Path)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("pages %v, want %v", got, want)
	}
}

func TestGeneratedSitesAreTheSameEveryTime(t *testing.T) {
	sum := func(number int) (sums [2][32]byte) {
		root := t.TempDir()
		g, err := newGenerator()
		if err != nil {
			t.Fatal(err)
		}
		made, err := g.writeSite(root, "made", "/made", number, 2)
		if err != nil {
			t.Fatal(err)
		}
		for n, file := range made.files {
			text, err := fs.ReadFile(os.DirFS(root), file)
			if err != nil {
				t.Fatal(err)
			}
			sums[n] = sha256.Sum256(text)
		}
		return sums
	}
	first, again, other := sum(1), sum(1), sum(2)
	if first != again {
		t.Error("the same numbers give other files")
	}
	if first[0] == other[0] || first[0] == first[1] {
		t.Error("different numbers give the same page")
	}
}

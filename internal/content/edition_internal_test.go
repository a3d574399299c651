package content

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

func editionsOf(dir string) *Editions {
	log := slog.New(slog.DiscardHandler)
	return NewEditions(NewSource(dir, NewLoader(outline.Options{}), log, time.Now, func(*site.Revision) {}), nil)
}

// What visitors see of a file leads to the place in it, but for what is made and what a language takes of its original.
func TestLeavesAreWhereTheySay(t *testing.T) {
	for _, dir := range []string{"../../content", "../../examples"} {
		edition, err := editionsOf(dir).With(t.Context(), nil)
		if err != nil || edition.Revision == nil {
			t.Fatal(dir, err, edition.Problems)
		}
		docs := map[string]*yamldoc.Document{}
		for _, file := range edition.website.Tree.Files {
			docs[file.Path] = file.Doc
		}
		there, all := 0, 0
		for _, p := range edition.Pages() {
			for _, section := range edition.Sections(p) {
				if at := section.At; at != "" && !docs[section.File].Has(at) {
					t.Errorf("%s: there is no %s at %s", p.File, section.Type, at)
				}
				for _, leaf := range section.Leaves {
					all++
					if docs[leaf.File] != nil && docs[leaf.File].Has(leaf.At) {
						there++
					}
				}
			}
		}
		hours := Leaf{Text: "07:00–14:00", File: "bakery/locations.yaml", At: "shop.hours"}
		if dir == "../../examples" && !hasLeaf(edition, hours) {
			t.Error("the table of hours leads to no hours")
		}
		if all < 500 || there < all*9/10 {
			t.Errorf("%s: %d of %d leaves are where they say", dir, there, all)
		}
	}
}

func hasLeaf(e *Edition, wanted Leaf) bool {
	return slices.ContainsFunc(e.Pages(), func(p WrittenPage) bool {
		return slices.ContainsFunc(e.Sections(p), func(s WrittenSection) bool { return slices.Contains(s.Leaves, wanted) })
	})
}

func TestEditionsFollowTheFolderAndTheFilesOverIt(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testkit/content")); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const page = "title: %\nsections:\n  - block: call\n  - hero: {title: %}\n"
	write("main/blocks.yaml", "call:\n  cta: {title: Ring, actions: [{label: Go}]}\n")
	write("main/pages/new.yaml", strings.ReplaceAll(page, "%", "One"))
	editions := editionsOf(dir)
	first, err := editions.With(t.Context(), nil)
	if err != nil || first.Revision == nil {
		t.Fatal(err, first.Problems)
	}
	if again, _ := editions.With(t.Context(), map[string][]byte{}); again != first {
		t.Error("the same folder made another edition")
	}

	over := map[string][]byte{"main/pages/new.yaml": []byte(strings.ReplaceAll(page, "%", "Two"))}
	second, err := editions.With(t.Context(), over)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(second.Pages(), func(p WrittenPage) bool { return p.Path == "/new" })
	sections := second.Sections(second.Pages()[at])
	want := []string{"cta main/blocks.yaml call.cta", "hero main/pages/new.yaml sections[1].hero"}
	var found []string
	for _, section := range sections {
		found = append(found, strings.Join([]string{section.Type, section.File, section.At}, " "))
	}
	if !slices.Equal(found, want) {
		t.Errorf("sections: %q, want %q", found, want)
	}
	if leaf := sections[1].Leaves[0]; leaf.Text != "Two" || leaf.At != "sections[1].hero.title" {
		t.Errorf("the title is %+v", leaf)
	}

	// A mistake makes no revision, and is told; a file that is taken away is not there.
	broken, err := editions.With(t.Context(), map[string][]byte{"main/pages/new.yaml": []byte("title: [")})
	if err != nil || broken.Revision != nil || len(broken.Problems) == 0 {
		t.Error("a broken file made a revision", err)
	}
	gone, err := editions.With(t.Context(), map[string][]byte{"main/blocks.yaml": nil})
	if err != nil || gone.Revision != nil {
		t.Error("a block that is gone made a revision", err)
	}
}

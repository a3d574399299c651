//go:build !race

// A tree is loaded a thousand times here, one load after the other: make test runs this file without the race detector.

package content

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// TestALoadThatGoesOnEqualsOneFromScratch edits a tree at random. After every
// edit, the loader that has seen all the others must say the same as a new one.
func TestALoadThatGoesOnEqualsOneFromScratch(t *testing.T) {
	seeds, edits := 8, 300
	if testing.Short() {
		seeds, edits = 4, 60
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			e := newEditor(t, uint64(seed))
			l := NewLoader(editorOptions())
			var served, asServed *site.Revision
			good, kept, bad := 0, 0, 0
			var told []string
			for n := range edits {
				told = append(told, e.edit())
				for e.chance(15) {
					told = append(told, e.edit())
				}
				revision, problems := load(t, l, e.fs(), e.now)
				scratch := NewLoader(editorOptions())
				if n%40 != 0 {
					scratch.files = maps.Clone(l.files) // parsing has tests of its own, and takes most of the time
				}
				want, wantProblems := load(t, scratch, e.fs(), e.now)
				if !slices.Equal(problems, wantProblems) {
					t.Fatalf("problems differ after %s:\n%s", lastOf(told), firstDifference(toldAll(problems), toldAll(wantProblems)))
				}
				if !sameRevision(revision, want) {
					t.Fatalf("revisions differ after %s:\n%s", lastOf(told), difference(t, revision, want))
				}
				if !sameRevision(served, asServed) {
					t.Fatalf("what was served before was changed by %s", lastOf(told))
				}
				if revision != nil {
					if served != nil {
						kept += samePages(served, revision)
					}
					served, asServed = revision, want
					good++
					bad = 0
				} else if bad++; bad > 2 {
					e.mend(problems, bad)
					told = append(told, "mend")
				}
			}
			unwritten(t, l, e.files)
			if good < edits/5 || kept < good*3 {
				t.Errorf("only %d of %d trees were good, and %d pages were taken over", good, edits, kept)
			}
		})
	}
}

// TestWhatIsLiveIsGoodAndAllThatCanBe edits a tree at random. After every edit what is
// live is without errors, is what a new program would make of the same files, and no
// site is held back that could go live alone.
func TestWhatIsLiveIsGoodAndAllThatCanBe(t *testing.T) {
	seeds, edits := 6, 150
	if testing.Short() {
		seeds, edits = 3, 40
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			e := newEditor(t, uint64(100+seed))
			s := NewSource("", NewLoader(editorOptions()), slog.New(slog.DiscardHandler), func() time.Time { return e.now }, func(*site.Revision) {})
			held, live, bad := 0, 0, 0
			var done []string
			for n := range edits + 1 {
				before := e.now
				for n > 0 && (len(done) < n || e.chance(15)) { // the first load is of a good tree
					done = append(done, e.edit())
				}
				// What the clock set back turns bad stays live, and a time of change alone changes nothing.
				e.now = latest(before, e.now)
				clear(e.times)
				found, err := s.loader.read(t.Context(), e.fs(), nil, nil)
				must(t, err)
				s.load(t.Context(), found, time.Now())
				if ctxErr := s.Status().Error; ctxErr != "" {
					t.Fatal(ctxErr)
				}
				if s.good == nil {
					t.Fatal("nothing is live")
				}
				scratch := NewLoader(editorOptions())
				want, problems, err := scratch.resolve(t.Context(), s.good, e.now)
				must(t, err)
				if want == nil {
					t.Fatalf("what is live has errors after %s:\n%s", lastOf(done), told(problems))
				}
				got, _, err := s.loader.resolve(t.Context(), s.good, e.now)
				must(t, err)
				if !sameRevision(got, want) {
					t.Fatalf("what is live differs after %s:\n%s", lastOf(done), difference(t, got, want))
				}
				wrong := heldForNothing(t, s, found, e.now)
				if wrong != "" {
					t.Fatalf("after %s: %s\n%s", lastOf(done), wrong, told(s.Status().Problems))
				}
				if len(s.held) > 0 {
					held++
				}
				for id := range s.good.split() {
					if s.held[id] == nil {
						live++
					}
				}
				if bad++; len(s.held) == 0 {
					bad = 0
				} else if bad > 3 {
					e.mend(s.Status().Problems, bad)
					done = append(done, "mend")
				}
			}
			if held < edits/5 || live < edits {
				t.Errorf("sites were held back after %d of %d edits, and %d were live", held, edits, live)
			}
		})
	}
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// heldForNothing returns what is wrong with the choice of a source, or nothing.
func heldForNothing(t *testing.T, s *Source, found *parsedTree, now time.Time) string {
	sites, live := found.split(), s.good.split()
	for id, one := range sites {
		if one.complete && s.held[id] == nil && !one.equal(live[id]) {
			return fmt.Sprintf("%s is neither held back nor live", id)
		}
	}
	if len(found.sites) == 0 {
		return ""
	}
	for id, one := range s.held {
		if one.tree != nil && one.tree.broken() {
			continue
		}
		if len(one.problems) == 0 {
			return fmt.Sprintf("%s is held back, and nobody says why", id)
		}
		w := &settler{live: live, sites: sites}
		together := w.without([]string{id})
		if len(together) == 0 {
			continue
		}
		_, problems, err := NewLoader(editorOptions()).resolve(t.Context(), compose(together), now)
		must(t, err)
		if !hasError(problems) {
			return fmt.Sprintf("%s could be live", id)
		}
	}
	for _, problem := range s.Status().Problems {
		if problem.Severity == yamldoc.Error && strings.HasSuffix(problem.Message, " ") {
			return fmt.Sprintf("a message has no end: %q", problem.Message)
		}
	}
	return ""
}

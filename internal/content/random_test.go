//go:build !race

// A tree is loaded a thousand times here, one load after the other: make test runs this file without the race detector.

package content

import (
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// TestWhatIsLiveIsWhatAFreshStartServes edits a tree at random, and moves the clock. After every step what is live is
// good, is what a new program makes of the same files at the same time, and whoever has a revision sees no change in
// it. Where the folder has no errors, all of it is live. Ids differ where anything differs that visitors get.
func TestWhatIsLiveIsWhatAFreshStartServes(t *testing.T) {
	seeds, steps := 4, 40
	if os.Getenv("MARQUEE_AUDIT") != "" {
		seeds, steps = 8, 1250
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			editAtRandom(t, uint64(seed), steps)
		})
	}
}

func editAtRandom(t *testing.T, seed uint64, steps int) {
	e := newEditor(t, seed)
	s := NewSource("", NewLoader(attachedOptions()), slog.New(slog.DiscardHandler), func() time.Time { return e.now },
		func(*site.Revision) {})
	var served *site.Revision
	var gets map[string]answers // of the sites that are served
	asServed := ""
	kept, live, held, bad, moves := 0, 0, 0, 0, 0
	var done []string
	for n := range steps + 1 {
		before, files := e.now, s.live.tree.Split()
		if n > 0 && e.chance(20) {
			done = append(done, e.moveClock(served.ValidUntil))
			moves++
		}
		for n > 0 && (len(done) < n || e.chance(15)) { // the first load is of a good tree
			done = append(done, e.edit())
		}
		where := fmt.Sprintf("at step %d, after %s", n, lastOf(done))
		// What the clock set back turns bad stays live.
		e.now = latest(before, e.now)
		clear(e.times)
		found, err := s.loader.reader.Read(t.Context(), e.fs())
		must(t, err)
		s.load(t.Context(), found, time.Now(), false)
		s.Refresh(t.Context())
		if failed := s.Status().Error; failed != "" {
			t.Fatal(failed)
		}
		if served != nil && summary(t, served) != asServed {
			t.Fatalf("what was served before was changed %s", where)
		}

		fresh := NewLoader(attachedOptions())
		want, err := build(t.Context(), fresh.options, s.live.tree, e.now)
		must(t, err)
		if want.revision == nil {
			name := "errors, edited"
			if e.now.After(before) {
				name = "errors, time"
			}
			t.Errorf("%s, %s what is live has errors:\n%s", name, where, told(want.problems))
			e.mend(want.problems, 0)
			done = append(done, "mend")
			continue
		}
		if differs := difference(s.Revision(), want.revision); differs != "" {
			t.Fatalf("what is live differs %s:\n%s", where, differs)
		}
		sameIDs(t, where, s.Status(), want.revision)
		now, problems := load(t, fresh, e.fs(), e.now)
		if now != nil {
			if differs := difference(s.Revision(), now); differs != "" {
				t.Fatalf("the folder is good and not live %s:\n%s", where, differs)
			}
		}
		if now == nil && len(s.held) == 0 && !onlyStrays(problems, found) {
			t.Fatalf("nothing is held back %s:\n%s", where, told(problems))
		}
		for id, one := range s.held {
			if len(one.problems) == 0 {
				t.Fatalf("%s is held back %s, and nobody says why", id, where)
			}
		}

		had := gets
		gets = answersOf(t, s.Revision())
		if served != nil {
			kept += samePages(served, s.Revision())
			changed, _ := tree.Changed(files, s.live.tree.Split(), math.MaxInt)
			cause := causes(changed, e.now.After(before))
			for name, fault := range idsTell(served, s.Revision(), had, gets, cause) {
				t.Errorf("%s, %s\n%s", name, where, fault)
			}
		}
		served, asServed = s.Revision(), summary(t, s.Revision())
		if bad++; len(s.held) == 0 {
			live++
			bad = 0
		} else if held++; bad > 3 {
			e.mend(s.Status().Problems, bad)
			done = append(done, "mend")
		}
	}
	unwritten(t, s.loader, e.files)
	if live < steps/5 || held < steps/5 || kept < steps*3 || moves < steps/10 {
		t.Errorf("after %d steps all was live %d times, sites were held back %d times, the clock was moved %d times, "+
			"and %d pages were used again", steps, live, held, moves, kept)
	}
}

// onlyStrays tells whether all errors are of files outside of sites.
func onlyStrays(problems []yamldoc.Problem, found *tree.Tree) bool {
	return !slices.ContainsFunc(problems, func(p yamldoc.Problem) bool {
		return p.Severity == yamldoc.Error && slices.Contains(found.Sites, tree.FolderOf(p.File))
	})
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

//go:build !race

// A tree is loaded a thousand times here, one load after the other: make test runs this file without the race detector.

package content

import (
	"fmt"
	"log/slog"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// TestWhatIsLiveIsWhatAFreshStartServes edits a tree at random. After every edit what is live
// is good, is what a new program makes of the same files, and whoever has a revision sees no
// change in it. Where the folder has no errors, all of it is live.
func TestWhatIsLiveIsWhatAFreshStartServes(t *testing.T) {
	seeds, edits := 4, 40
	if os.Getenv("MARQUEE_AUDIT") != "" {
		seeds, edits = 8, 1250
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			e := newEditor(t, uint64(seed))
			s := NewSource("", NewLoader(sampleOptions()), slog.New(slog.DiscardHandler), func() time.Time { return e.now }, attached, func(*site.Revision) {})
			var served *site.Revision
			asServed := ""
			kept, live, held, bad := 0, 0, 0, 0
			var done []string
			for n := range edits + 1 {
				before := e.now
				for n > 0 && (len(done) < n || e.chance(15)) { // the first load is of a good tree
					done = append(done, e.edit())
				}
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
					t.Fatalf("what was served before was changed by %s", lastOf(done))
				}

				fresh := NewLoader(sampleOptions())
				want, err := build(t.Context(), fresh.options, s.live.tree, e.now)
				must(t, err)
				if want.revision == nil {
					t.Fatalf("what is live has errors after %s:\n%s", lastOf(done), told(want.problems))
				}
				resolve.Attach(want.revision, attached)
				if !sameRevision(s.Revision(), want.revision) {
					t.Fatalf("what is live differs after %s:\n%s", lastOf(done), difference(t, s.Revision(), want.revision))
				}
				now, problems := load(t, fresh, e.fs(), e.now)
				if now != nil {
					resolve.Attach(now, attached)
				}
				if now != nil && !sameRevision(s.Revision(), now) {
					t.Fatalf("the folder is good and not live after %s:\n%s", lastOf(done), difference(t, s.Revision(), now))
				}
				if now == nil && len(s.held) == 0 && !onlyStrays(problems, found) {
					t.Fatalf("nothing is held back after %s:\n%s", lastOf(done), told(problems))
				}
				for id, one := range s.held {
					if len(one.problems) == 0 {
						t.Fatalf("%s is held back after %s, and nobody says why", id, lastOf(done))
					}
				}

				if served != nil {
					kept += samePages(served, s.Revision())
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
			if live < edits/5 || held < edits/5 || kept < edits*3 {
				t.Errorf("after %d edits all was live %d times, sites were held back %d times, and %d pages were used again", edits, live, held, kept)
			}
		})
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

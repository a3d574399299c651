package content

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

const (
	// How many problems are logged at once: a folder that was renamed breaks thousands
	// of links. Of files that went live it is fewer.
	maxLogged = 50
	maxNamed  = 4
	// How many problems of one site the status has; all are in Problems.
	maxOfSite = 20
)

// Status is what is known of the content folder.
type Status struct {
	// Id of the revision that is served; empty before the first.
	Revision string `json:"revision"`
	// When it was made.
	LoadedAt time.Time `json:"loadedAt,omitzero"`
	// Problems of the folder as it is now. Errors among them mean that something is not served as it is there.
	Problems []yamldoc.Problem `json:"problems"`
	// Every site, by its id: those of the folder, and those that are served.
	Sites []SiteStatus `json:"sites"`
	// Why the folder could not be read at all.
	Error string `json:"error,omitempty"`
}

// SiteStatus is what is known of one site.
type SiteStatus struct {
	ID    string    `json:"id"`
	State SiteState `json:"state"`
	// Id of what is served of the site; empty where nothing is.
	Revision string `json:"revision"`
	// Since when this revision is served, or the changes are held back.
	Since time.Time `json:"since"`
	// The first problems of the site.
	Problems []yamldoc.Problem `json:"problems"`
	// The files that are not served as they are in the folder.
	Waiting []string `json:"-"`
}

// SiteState says whether a site is served as it is in the folder.
type SiteState string

// The states of sites.
const (
	Live SiteState = "live"
	Held SiteState = "held" // its last good files are served, if there are any
)

// Stale reports whether the folder holds changes that are not served.
func (s Status) Stale() bool {
	return s.Error != "" || tree.HasError(s.Problems)
}

type served struct {
	revision string
	since    time.Time
}

func (s *Source) take(made built, began time.Time) {
	changed, more := tree.Changed(s.live.tree.Split(), made.tree.Split(), maxNamed)
	s.accept(made, began, changed, more)
	if keep := s.loader.options.History; keep != nil {
		files := s.loader.reader.Kept(made.tree)
		keep.Keep(history.Revision{ID: made.revision.ID, At: s.now(), Files: func() []history.File { return files }})
	}
}

func (s *Source) accept(made built, began time.Time, changed []string, more int) {
	rev := made.revision
	resolve.Reuse(s.live.revision, rev)
	made.website = nil
	s.live, s.warnings = made, made.problems
	before := s.rev.Swap(rev)
	s.changes.Add(1)
	s.retry.Store(nil)
	s.status.Revision = rev.ID
	s.status.LoadedAt = s.now()
	now := make(map[string]served, len(rev.Sites))
	for _, bundle := range rev.Sites {
		id := bundle.Site.ID
		if now[id] = s.served[id]; now[id].revision != bundle.ID {
			now[id] = served{bundle.ID, s.now()}
		}
	}
	s.served = now
	s.show()
	s.publish(rev)
	if before != nil && before.ID == rev.ID && len(changed) == 0 {
		return
	}
	pages := 0
	for _, bundle := range rev.Sites {
		pages += len(bundle.Pages)
	}
	took := time.Since(began).Round(time.Millisecond / 10)
	attributes := []any{"revision", rev.ID, "took", took, "sites", len(rev.Sites), "pages", pages}
	if before != nil && len(changed) > 0 {
		text := strings.Join(changed, " ")
		if more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		attributes = append(attributes, "changed", text)
	}
	s.logger.Info("content is live", attributes...)
}

func (s *Source) show() {
	status := s.status
	s.shown.Store(&status)
}

// report stores the status, and logs what was not wrong before: not everything
// at every poll, nor all other problems again with each that is mended.
func (s *Source) report(failed string) {
	s.status.Error = failed
	if failed == "" {
		s.status.Problems = s.problems()
	}
	s.status.Sites = s.sites()
	s.show()
	logged, news := map[string]bool{}, 0
	log := func(level slog.Level, text, message string, arguments ...any) {
		logged[text] = true
		if s.logged[text] {
			return
		}
		if news++; news <= maxLogged {
			s.logger.Log(context.Background(), level, message, arguments...)
		}
	}
	if failed != "" {
		log(slog.LevelError, failed, "content folder cannot be read", "error", failed)
	}
	for _, one := range s.status.Sites {
		if one.State != Held || s.status.Revision == "" {
			continue
		}
		what := "a site is held back: its last good files stay live"
		if one.Revision == "" {
			what = "a new site is held back: it is not there yet"
		}
		by := s.held[one.ID].place(one.ID)
		log(slog.LevelError, "held "+one.ID+" "+by, what, "site", one.ID, "by", by, "problems", len(s.held[one.ID].problems))
	}
	for _, problem := range s.status.Problems {
		level := slog.LevelWarn
		if problem.Severity == yamldoc.Error {
			level = slog.LevelError
		}
		log(level, problem.String(), "content problem", "problem", problem.String())
	}
	if news > maxLogged {
		s.logger.Error("content has more problems: run marquee check to see all", "more", news-maxLogged)
	}
	s.logged = logged
}

// problems returns what is wrong with the folder: with what is held back, and with what is served.
func (s *Source) problems() []yamldoc.Problem {
	parts := [][]yamldoc.Problem{s.current.Strays()}
	for _, held := range s.held {
		parts = append(parts, held.problems)
	}
	for _, problem := range s.warnings {
		if s.held[tree.FolderOf(problem.File)] == nil {
			parts = append(parts, []yamldoc.Problem{problem})
		}
	}
	if all := tree.Join(parts...); all != nil {
		return all
	}
	return []yamldoc.Problem{}
}

func (s *Source) sites() []SiteStatus {
	all := make([]SiteStatus, 0, len(s.served)+len(s.held))
	for id, now := range s.served {
		if s.held[id] == nil {
			all = append(all,
				SiteStatus{ID: id, State: Live, Revision: now.revision, Since: now.since, Problems: []yamldoc.Problem{}})
		}
	}
	for id, held := range s.held {
		problems := slices.Clone(held.problems[:min(len(held.problems), maxOfSite)])
		all = append(all, SiteStatus{
			ID: id, State: Held, Revision: s.served[id].revision, Since: held.since, Problems: problems, Waiting: held.waiting,
		})
	}
	slices.SortFunc(all, func(a, b SiteStatus) int { return strings.Compare(a.ID, b.ID) })
	for _, problem := range s.warnings {
		at, found := slices.BinarySearchFunc(all, tree.FolderOf(problem.File),
			func(s SiteStatus, id string) int { return strings.Compare(s.ID, id) })
		if found && all[at].State == Live && len(all[at].Problems) < maxOfSite {
			all[at].Problems = append(all[at].Problems, problem)
		}
	}
	return all
}

// Status returns what is known now.
func (s *Source) Status() Status { return *s.shown.Load() }

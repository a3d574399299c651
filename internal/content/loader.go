package content

import (
	"context"
	"io/fs"
	"iter"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Options are what a loader has to know beside the tree.
type Options struct {
	// The icons that content may name; nil: names of icons are not checked.
	Icons site.Icons
	// The font families that content may name; nil: they are not checked.
	Fonts []string
	// Address of the website; it replaces the base URL of every site. May be empty.
	BaseURL string
	// Whether drafts, scheduled and expired pages exist.
	Drafts bool
	// Called for each finished bundle that is not the one of the load before, to
	// fill in its site's Assets; nil: they stay empty. It may complete the head of
	// pages that have no picture yet; pages of earlier revisions have theirs. What
	// it returns and fills in may depend on the bundle alone.
	Assets func(*site.Bundle) site.Assets
}

// Loader makes revisions of a tree. It remembers the files that it has decoded
// and what it made of them, so that the next load makes only what changed. Its
// methods must not be called at the same time.
type Loader struct {
	options  Options
	files    map[string]parsedFile // by path, of the last tree
	pictures map[string]inspected
	zones    map[string]*time.Location
	fsys     fs.FS        // that was read last
	last     *run         // the load before, where it came to its end
	parsed   atomic.Int64 // files parsed so far
}

// NewLoader returns a loader with empty caches.
func NewLoader(options Options) *Loader {
	return &Loader{options: options, zones: map[string]*time.Location{}}
}

// Load reads a tree of site folders as it is at a moment. It returns the
// problems of all files, in the order of the files; the revision is nil where
// one of them is an error. The error is for a tree that cannot be read as a
// whole, and for a context that ended.
func (l *Loader) Load(ctx context.Context, tree fs.FS, now time.Time) (*site.Revision, []yamldoc.Problem, error) {
	t, err := l.read(ctx, tree, nil, nil)
	if err != nil {
		return nil, nil, err
	}
	return l.resolve(ctx, t, now)
}

// resolve makes a revision of a tree that was read.
func (l *Loader) resolve(ctx context.Context, t *parsedTree, now time.Time) (*site.Revision, []yamldoc.Problem, error) {
	r, err := l.run(ctx, t, now)
	if err != nil {
		return nil, nil, err
	}
	joined := join(append([][]yamldoc.Problem{t.problems}, r.allProblems()...)...)
	if hasError(joined) {
		return nil, joined, nil
	}
	return r.revision(), joined, nil
}

// run makes all that can be made of the files before it is known whether they
// are good: what the load before made, with what changed since.
func (l *Loader) run(ctx context.Context, t *parsedTree, now time.Time) (*run, error) {
	r, stands := l.last, false
	l.last = nil // what ends in the middle leaves nothing to go on with
	var err error
	if r != nil {
		stands, err = r.renew(ctx, t, now)
	}
	if !stands {
		r = &run{loader: l, options: l.options}
		err = r.begin(ctx, t, now)
	}
	if err != nil {
		return nil, err
	}
	r.finish()
	l.last = r
	return r, nil
}

// run is what a load knows of all sites, and the problems that belong to no single page.
type run struct {
	loader  *Loader
	options Options
	now     time.Time

	tree  *parsedTree
	slots []*pageState // of the files of the tree; nil where they make no page

	sites   []*siteState // the main site first, the others by path
	byID    map[string]*siteState
	siteIDs []string
	main    *siteState
	lost    bool // some site's path is not known, so a missing route proves nothing
	uses    uses // of the settings of all sites
	values  uses // of what texts refer to

	pages    []*pageState // all pages of all sites, hidden ones too
	timed    []*pageState // those that do not exist at all times
	routes   map[string]*pageState
	aliases  map[string]*pageState
	missing  map[string]bool // addresses whose page is missing, which was told already
	unsure   bool            // as lost, or the path of some page is not known
	findings                 // of the addresses of all sites
	routing  routeSearch
	complete bool // whether all files were read without a problem
}

// begin makes everything from the beginning. Values and entries come before
// pages, because pages show them; all anchors must be known before the first
// link is looked at.
func (r *run) begin(ctx context.Context, t *parsedTree, now time.Time) error {
	r.now, r.tree = now, t
	r.collect()
	r.suppress()
	r.settleSites()
	r.settleRoutes()
	r.evaluateAll()
	for _, s := range r.sites {
		r.makeSite(s)
	}
	if err := eachPage(ctx, r.pages, r.resolvePage); err != nil {
		return err
	}
	if err := eachPage(ctx, r.pages, r.finishPage); err != nil {
		return err
	}
	for _, s := range r.sites {
		r.finishSite(s)
	}
	return ctx.Err()
}

// makeSite makes the collections and settings of a site, all but the targets of
// their links. What they were before is left alone: it may be served.
func (r *run) makeSite(s *siteState) {
	s.uses, s.published = uses{}, published{}
	r.resolveEntries(s)
	r.resolveSite(s)
}

// finish looks at what all pages together use.
func (r *run) finish() {
	r.complete = len(r.tree.misnamed) == 0 && !slices.ContainsFunc(r.tree.files, func(f *file) bool { return f != nil && f.broken })
	for _, s := range r.sites {
		s.due, s.usedDay, s.usedYear = false, false, false
		for _, v := range s.facts {
			v.used = false
		}
	}
	for used := range r.allUses() {
		for _, v := range used.facts {
			v.used = true
		}
		for _, s := range used.days {
			s.usedDay = true
		}
		for _, s := range used.years {
			s.usedYear = true
		}
	}
	for _, s := range r.sites {
		r.warnFacts(s)
	}
}

// allUses yields what each piece of content uses.
func (r *run) allUses() iter.Seq[*uses] {
	return func(yield func(*uses) bool) {
		if !yield(&r.uses) || !yield(&r.values) {
			return
		}
		for _, s := range r.sites {
			if !yield(&s.uses) {
				return
			}
		}
		for _, page := range r.pages {
			if !yield(&page.uses) {
				return
			}
		}
	}
}

// allProblems returns the problems of all pieces.
func (r *run) allProblems() [][]yamldoc.Problem {
	all := [][]yamldoc.Problem{r.uses.problems, r.findings.problems, r.values.problems}
	add := func(problems []yamldoc.Problem) {
		if len(problems) > 0 {
			all = append(all, problems)
		}
	}
	for _, s := range r.sites {
		add(s.uses.problems)
		add(s.idle.problems)
	}
	for _, page := range r.pages {
		add(page.settled.problems)
		add(page.uses.problems)
	}
	return all
}

// eachPage does something for pages, several at a time. What it does may change
// the page and nothing else.
func eachPage(ctx context.Context, all []*pageState, do func(*pageState)) error {
	const batch = 64
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(all); start += batch {
		pages := all[start:min(start+batch, len(all))]
		group.Go(func() error {
			for _, page := range pages {
				if err := ctx.Err(); err != nil {
					return err
				}
				do(page)
			}
			return nil
		})
	}
	return group.Wait()
}

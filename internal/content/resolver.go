package content

import (
	"context"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// resolver makes pages, collections and settings of a parsed tree: it puts in
// what texts refer to, gives links their targets, and says what is wrong. Each
// revision has one of its own: nothing of it outlives the load.
type resolver struct {
	options Options
	now     time.Time
	zones   map[string]*time.Location // loaded so far

	tree      *parsedTree
	filePages []*pageState // of the files of the tree; nil where they make no page

	sites   []*siteState // the main site first, the others by space and path
	byID    map[string]*siteState
	siteIDs []string
	main    *siteState
	hosts   map[string]*siteState // the first site of each host that is listed
	lost    bool                  // some site's path is not known, so a missing route proves nothing
	deps    dependencies          // of the settings of all sites
	values  dependencies          // of what texts refer to

	pages       []*pageState          // all pages of all sites, hidden ones too
	routes      map[string]*pageState // by address: the path with its space
	aliases     map[string]*pageState
	missing     map[string]bool        // addresses whose page is missing, which is reported already
	collections map[string]*collection // by the address of their first page
	unsure      bool                   // as lost, or the path of some page is not known
	findings                           // of the addresses of all sites
	routing     routeSearch
	complete    bool // whether all files were read without a problem
}

// resolve resolves and validates everything. Values and entries come before pages,
// because pages show them; links come last, because all anchors must be known.
func resolve(ctx context.Context, options Options, t *parsedTree, now time.Time) (*resolver, error) {
	r := &resolver{options: options, now: now, zones: map[string]*time.Location{}, tree: t}
	r.collect()
	r.suppress()
	r.resolveSites()
	r.resolveRoutes()
	r.arrangeCollections()
	r.evaluateAll()

	for _, s := range r.sites {
		r.resolveSiteFiles(s)
	}
	if err := eachPage(ctx, r.pages, r.resolvePage); err != nil {
		return nil, err
	}
	if err := eachPage(ctx, r.pages, r.validatePage); err != nil {
		return nil, err
	}
	r.composeCollections()
	for _, s := range r.sites {
		r.validateSite(s)
	}
	r.markUsed()
	return r, ctx.Err()
}

// resolveSiteFiles makes the collections and settings of a site, all but the
// targets of their links.
func (r *resolver) resolveSiteFiles(s *siteState) {
	r.resolveEntries(s)
	r.resolveSite(s)
	completeChecks(s)
	r.resolveWellKnown(s)
}

// markUsed finds out which facts and dates all pages together show.
func (r *resolver) markUsed() {
	r.complete = len(r.tree.misnamed) == 0 && !slices.ContainsFunc(r.tree.files, func(f *file) bool { return f != nil && f.broken })
	blocks := map[*site.Section]bool{}
	shown := map[*media.File]bool{}
	var needed []neededWord
	for _, used := range r.allDependencies() {
		for _, file := range used.media {
			shown[file] = true
		}
		needed = append(needed, used.words...)
		for _, v := range used.facts {
			v.used = true
		}
		for _, s := range used.days {
			s.usedDay = true
		}
		for _, s := range used.years {
			s.usedYear = true
		}
		for _, block := range used.blocks {
			blocks[block] = true
		}
	}
	r.reportWords(needed)
	r.warnLetters()
	for _, s := range r.sites {
		r.warnFiles(s, shown)
		if r.complete {
			r.warnFacts(s)
			r.warnBlocks(s, blocks)
			r.warnImages(s, shown)
		}
	}
}

// allDependencies returns those of every piece of content.
func (r *resolver) allDependencies() []*dependencies {
	all := []*dependencies{&r.deps, &r.values}
	for _, s := range r.sites {
		all = append(all, &s.deps)
	}
	for _, page := range r.pages {
		all = append(all, &page.deps)
	}
	return all
}

// allProblems returns the problems of all pieces.
func (r *resolver) allProblems() [][]yamldoc.Problem {
	all := [][]yamldoc.Problem{r.deps.problems, r.findings.problems, r.values.problems}
	add := func(problems []yamldoc.Problem) {
		if len(problems) > 0 {
			all = append(all, problems)
		}
	}
	for _, s := range r.sites {
		add(s.deps.problems)
	}
	for _, page := range r.pages {
		add(page.address.problems)
		add(page.deps.problems)
	}
	return all
}

// eachPage calls a function for pages, several at a time. The function may change
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

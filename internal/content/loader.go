package content

import (
	"context"
	"io/fs"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/evenlight/marquee/internal/content/document"
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
	// Folder for what was decoded, which the next process need not decode
	// again; it is made when it is needed. Empty: nothing is kept.
	CacheDir string
	// Called for each finished bundle to fill in its site's Assets; nil: they stay empty.
	Assets func(*site.Bundle) site.Assets
}

// Loader makes revisions of a tree. It remembers the files that it has decoded,
// so that the next load decodes only what changed. Its methods must not be
// called at the same time.
type Loader struct {
	options Options
	files   map[string]*file
	images  map[string]*picture
	zones   map[string]*time.Location
	tree    fs.FS // that was loaded last
	archive *archive
	parsed  atomic.Int64 // files decoded so far
}

// NewLoader returns a loader with empty caches.
func NewLoader(options Options) *Loader {
	return &Loader{options: options, zones: map[string]*time.Location{}, archive: newArchive(options.CacheDir)}
}

// Close waits until what was decoded is on disk.
func (l *Loader) Close() { l.archive.wait() }

// Load reads a tree of site folders as it is at a moment. It returns the
// problems of all files, in the order of the files; the revision is nil where
// one of them is an error. The error is for a tree that cannot be read as a
// whole, and for a context that ended.
func (l *Loader) Load(ctx context.Context, tree fs.FS, now time.Time) (*site.Revision, []document.Problem, error) {
	walk := walker{ctx: ctx, tree: tree}
	if err := walk.walk(); err != nil {
		return nil, nil, err
	}
	files, problems, err := l.parse(ctx, tree, walk.files)
	if err != nil {
		return nil, nil, err
	}
	r := &run{loader: l, options: l.options, tree: tree, now: now}
	r.collect(walk.sites, walk.files, files)
	r.excuse(walk.misnamed)
	if err := r.resolve(ctx); err != nil {
		return nil, nil, err
	}
	all := [][]document.Problem{walk.problems, problems, r.uses.problems}
	for _, page := range r.pages {
		all = append(all, page.uses.problems)
	}
	joined := join(all...)
	l.images = r.images.keep()
	if hasError(joined) {
		return nil, joined, nil
	}
	return r.revision(), joined, nil
}

// run is one load: what it knows of all sites, and the problems that belong to no single page.
type run struct {
	loader  *Loader
	options Options
	tree    fs.FS
	now     time.Time
	sites   []*siteState // the main site first, the others by path
	byID    map[string]*siteState
	siteIDs []string
	main    *siteState
	pages   []*pageState // all pages of all sites, hidden ones too
	routes  map[string]*pageState
	aliases map[string]*pageState
	missing map[string]bool // addresses whose page is missing, which was told already
	excused []found         // files that are not read because of their names
	routing routeSearch
	images  *gallery
	unsure  bool // some site's path is not known, so a missing route proves nothing
	uses    uses // of everything that is no page
}

// resolve does the work between decoding and the finished revision. Values and
// entries come before pages, because pages show them; all anchors must be
// known before the first link is looked at.
func (r *run) resolve(ctx context.Context) error {
	r.images = newGallery(r.tree, r.loader.images)
	r.settleSites()
	r.settleRoutes()
	r.evaluateAll()
	for _, s := range r.sites {
		r.resolveEntries(s)
		r.resolveSite(s)
	}
	if err := r.eachPage(ctx, r.resolvePage); err != nil {
		return err
	}
	if err := r.eachPage(ctx, r.finishPage); err != nil {
		return err
	}
	for _, s := range r.sites {
		r.finishSite(s)
	}
	return ctx.Err()
}

// eachPage does something for all pages, several at a time. What it does may
// change the page and nothing else.
func (r *run) eachPage(ctx context.Context, do func(*pageState)) error {
	const batch = 64
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for start := 0; start < len(r.pages); start += batch {
		pages := r.pages[start:min(start+batch, len(r.pages))]
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

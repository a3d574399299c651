// Package content makes a [site.Revision] of a folder of YAML files, and keeps it up to date while people edit the
// files. [Source] is that folder, live; [Loader] reads one once.
//
// A revision is made in steps, each in a package of its own; docs/flows/save-to-live.md follows a save through them:
//
//   - tree reads and decodes the files that changed, and says what each of them is;
//   - outline finds out which sites, pages and collections there are, where and when;
//   - resolve makes the settings and the pages, gives links their targets, and says what is wrong with the whole.
//
// A revision is a function of the files and the clock. What a file holds is decoded once for its bytes, and never
// changed; everything else is computed anew for each revision, in values that nothing of an earlier load can reach. In
// the end a page that is equal to the one of the revision before is replaced by that one (resolve/revision.go).
//
// Good or nothing: a revision is made of a tree without errors, or not at all. All problems of all files are reported
// at once, but not what follows from another problem: who broke plans.yaml need not read that all its plans are
// unknown.
package content

import (
	"context"
	"io/fs"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Loader makes revisions of trees. Its methods must not be called at the same time.
type Loader struct {
	options outline.Options
	reader  *tree.Reader
}

// NewLoader returns a loader with empty caches.
func NewLoader(options outline.Options) *Loader {
	return &Loader{options, tree.NewReader(options.History)}
}

// Load reads a tree of site folders as it is at a moment. It returns the problems of all files, in the order of the
// files; the revision is nil where one of them is an error. The error is for a tree that cannot be read as a whole,
// and for a context that ended.
func (l *Loader) Load(ctx context.Context, fsys fs.FS, now time.Time) (*site.Revision, []yamldoc.Problem, error) {
	t, err := l.reader.Read(ctx, fsys)
	if err != nil {
		return nil, nil, err
	}
	made, err := build(ctx, l.options, t, now)
	return made.revision, made.problems, err
}

type built struct {
	tree     *tree.Tree
	revision *site.Revision // nil where there are errors
	problems []yamldoc.Problem
	website  *outline.Website // nil in what is live: nothing of it outlives the load
}

// build makes a revision of a tree at a moment: a function of both alone.
func build(ctx context.Context, options outline.Options, t *tree.Tree, now time.Time) (built, error) {
	website := outline.Of(options, t, now)
	made := built{tree: t, website: website}
	if err := resolve.Website(ctx, website); err != nil {
		return made, err
	}
	made.problems = website.Problems()
	if !tree.HasError(made.problems) {
		made.revision = resolve.Revision(website)
	}
	return made, nil
}

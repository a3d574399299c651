package content

import (
	"context"
	"io/fs"
	"time"

	"github.com/evenlight/marquee/internal/content/check"
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
}

// build makes a revision of a tree at a moment: a function of both alone.
func build(ctx context.Context, options outline.Options, t *tree.Tree, now time.Time) (built, error) {
	made := built{tree: t}
	website := outline.Of(options, t, now)
	if err := resolve.Website(ctx, website); err != nil {
		return made, err
	}
	if err := check.Website(ctx, website); err != nil {
		return made, err
	}
	made.problems = website.Problems()
	if !tree.HasError(made.problems) {
		made.revision = resolve.Revision(website)
	}
	return made, nil
}

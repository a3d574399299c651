package content

import (
	"context"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Options are what a loader has to know beside the tree.
type Options struct {
	// The icons that content may name; nil: names of icons are not checked.
	Icons site.Icons
	// The drawings that content may name; nil: they are not looked up.
	Drawings site.Drawings
	// The font families that content may name; nil: they are not checked.
	Fonts []string
	// Whether one of these families has a character; nil: nobody asks.
	FontHas func(family string, character rune) bool
	// Address of the website; it replaces the base URL of every site. May be empty.
	BaseURL string
	// Whether drafts, scheduled and expired pages exist.
	Drafts bool
	// Whether an environment variable is set that a webhook names; nil: nobody asks.
	Variable func(name string) bool
	// Called for each finished bundle that is not the one of the load before, to
	// fill in its site's Assets; nil: they stay empty. It may complete the head of
	// pages that have no picture yet; pages of earlier revisions have theirs. What
	// it returns and fills in may depend on the bundle alone.
	Assets func(*site.Bundle) site.Assets
	// Keeps the files of what goes live; nil: nothing is kept.
	History *history.History
}

// Loader makes revisions of trees. What a file holds is decoded once for its bytes; everything
// else is computed anew for each revision. Its methods must not be called at the same time.
type Loader struct {
	options Options
	files   map[string]parsedFile // by path, of the last tree
	media   map[string]*media.File
	fsys    atomic.Pointer[fs.FS] // that was read last; places in its files may be asked for at any time
	parsed  atomic.Int64          // files parsed so far
}

// NewLoader returns a loader with empty caches.
func NewLoader(options Options) *Loader {
	return &Loader{options: options, files: map[string]parsedFile{}}
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
	made, err := build(ctx, l.options, t, now)
	return made.revision, made.problems, err
}

// built is a revision of a tree, or what is wrong with it.
type built struct {
	tree     *parsedTree
	revision *site.Revision // nil where there are errors
	problems []yamldoc.Problem
	digests  map[string]string // of each site, as part of the revision's id
}

// build makes a revision of a tree at a moment: a function of both alone.
func build(ctx context.Context, options Options, t *parsedTree, now time.Time) (built, error) {
	made := built{tree: t}
	r, err := resolve(ctx, options, t, now)
	if err != nil {
		return made, err
	}
	made.problems = join(append([][]yamldoc.Problem{t.problems}, r.allProblems()...)...)
	if !hasError(made.problems) {
		made.revision, made.digests = r.revision(), r.digests()
	}
	return made, nil
}

package content

import (
	"context"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
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

// Loader makes revisions of a tree. It remembers what it has parsed and resolved,
// so that the next load does that only for what changed. Its methods must not be
// called at the same time.
type Loader struct {
	options  Options
	files    map[string]parsedFile // by path, of the last tree
	pictures map[string]inspected
	zones    map[string]*time.Location
	fsys     fs.FS     // that was read last
	last     *resolver // the load before, where it came to its end
	// The one before that, while sites are held back: then the folder as it is and as it
	// is served are resolved in turns.
	spare     *resolver
	keepSpare bool
	parsed    atomic.Int64 // files parsed so far
}

// NewLoader returns a loader with empty caches.
func NewLoader(options Options) *Loader {
	return &Loader{options: options, files: map[string]parsedFile{}, zones: map[string]*time.Location{}}
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
	r, err := l.resolver(ctx, t, now)
	if err != nil {
		return nil, nil, err
	}
	joined := join(append([][]yamldoc.Problem{t.problems}, r.allProblems()...)...)
	if hasError(joined) {
		return nil, joined, nil
	}
	return r.revision(), joined, nil
}

// attempt is resolve, and tells the revision of each site.
func (l *Loader) attempt(ctx context.Context, t *parsedTree, now time.Time) (settled, error) {
	revision, problems, err := l.resolve(ctx, t, now)
	made := settled{tree: t, revision: revision, problems: problems}
	if revision != nil {
		made.revisions = l.last.revisions()
	}
	return made, err
}

// resolver resolves and validates a tree, whether it is good or not. It goes on
// with the one before where it can.
func (l *Loader) resolver(ctx context.Context, t *parsedTree, now time.Time) (*resolver, error) {
	r, goesOn := l.last, false
	l.last = nil // nobody can go on with one that ended in the middle
	if l.spare != nil && !r.canUpdate(t, now) && l.spare.canUpdate(t, now) {
		r, l.spare = l.spare, r
	}
	var err error
	if r != nil {
		goesOn, err = r.update(ctx, t, now)
	}
	if !goesOn {
		if l.spare = nil; l.keepSpare {
			l.spare = r
		}
		r = &resolver{loader: l, options: l.options}
		err = r.begin(ctx, t, now)
	}
	if err != nil {
		return nil, err
	}
	r.markUsed()
	l.last = r
	return r, nil
}

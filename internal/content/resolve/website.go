package resolve

import (
	"context"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
)

type resolver struct{ *outline.Website }

// Website makes the settings, collections and pages of a website, all but the targets of their
// links. Values and entries come before pages, because pages show them. The error is for a
// context that ended.
func Website(ctx context.Context, w *outline.Website) error {
	r := &resolver{w}
	r.evaluateAll()
	for _, s := range r.Sites { // first: entries have pictures, of other sites, too
		r.resolveImages(s)
	}
	for _, s := range r.Sites {
		r.resolveEntries(s)
		r.resolveSite(s)
		completeChecks(s)
		r.resolveWellKnown(s)
	}
	if err := outline.EachPage(ctx, r.Pages, r.resolvePage); err != nil {
		return err
	}
	r.composeCollections()
	r.markUsed()
	return ctx.Err()
}

func (r *resolver) markUsed() {
	r.Complete = !tree.HasError(r.Tree.Problems)
	for _, used := range r.AllDependencies() {
		for _, s := range used.Days {
			s.UsedDay = true
		}
		for _, s := range used.Years {
			s.UsedYear = true
		}
	}
}

// Package resolve makes the settings, collections and pages of a website: it puts in what texts refer to, and gives
// pictures, fonts and forms all that templates need of them. In the end it puts the revision together.
//
// A text may refer to what outline lists ([outline.Value]): {{facts.id}}, {{plans.id.price.month}}, {{site.email}},
// {{year}}; to what another site has with its id first: {{main/plans.id.price}}. Words that are referred to may refer
// on.
//
// A name in single braces is a blank, filled in when a mail or an answer is written: {reference}, the names of a
// form's fields in its mails, {min}, {max}, {date} and {zone} in checks. Any other name is an error, because people
// would read it as it is.
//
// An entry of blocks.yaml is a section of every page that names it. Its texts are those of its own site; its links and
// anchors are those of each page.
package resolve

import (
	"context"
	"sync"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

type resolver struct {
	*outline.Website

	joined sync.Map // files of several drawings, by what they hold: func() *media.File
}

// Website makes the settings, collections and pages of a website, all but the targets of their links. Values and
// entries come before pages, because pages show them. The error is for a context that ended.
func Website(ctx context.Context, w *outline.Website) error {
	r := &resolver{Website: w}
	r.evaluateAll()
	for _, k := range site.Kinds {
		for _, s := range r.Sites {
			r.resolveEntries(k, s)
		}
	}
	for _, s := range r.Sites {
		r.resolveSite(s)
		r.completeChecks(s)
		r.resolveWellKnown(s)
	}
	if err := outline.EachPage(ctx, r.Pages, r.resolvePage); err != nil {
		return err
	}
	r.composeCollections()
	r.Complete = !tree.HasError(r.Tree.Problems)
	return ctx.Err()
}

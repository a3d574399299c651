// Package resolve makes the settings, collections and pages of a website: it puts in what texts refer to, and gives
// pictures, fonts and forms all that templates need of them. When all pages are made, it gives links their targets, and
// says what is wrong with what only all pages together show. In the end it puts the revision together.
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
//
// A link to a page with forms may choose there: ?form=booking opens a form, service=design chooses in one of its
// select and time fields, plan=id says which plan led there. A query that names what is not there is an error.
package resolve

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

type resolver struct {
	*outline.Website

	joined   sync.Map        // files of several drawings, by what they hold: func() *media.File
	searches atomic.Int64    // for pages that links may have meant
	folders  map[string]bool // addresses below which there are pages
}

// Website makes the settings, collections and pages of a website, and notes what is wrong with them. Values and entries
// come before pages, because pages show them, and links after all pages. The error is for a context that ended.
func Website(ctx context.Context, w *outline.Website) error {
	r := &resolver{Website: w, folders: map[string]bool{}}
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

	for at := range r.Routes {
		for up := strings.LastIndexByte(at, '/'); up >= 0 && !r.folders[at[:up]]; up = strings.LastIndexByte(at[:up], '/') {
			r.folders[at[:up]] = true
		}
	}
	if err := outline.EachPage(ctx, r.Pages, r.validatePage); err != nil {
		return err
	}
	for _, s := range r.Sites {
		r.validateLinks(&s.Deps)
		r.validateRedirects(s)
		if n := utf8.RuneCountInString(string(s.Out.SEO.Description)); n > longestDescription {
			s.Deps.Warn(s.File, "seo.description", "long-description", "Search engines cut it off.",
				longDescription, n, longestDescription)
		}
		s.Deps.WarnContrast(s.File, s.Out.Theme.Colors, "theme.colors")
		r.warnLanguages(s)
	}
	r.warnFiles()
	return ctx.Err()
}

func (r *resolver) validateLinks(u *outline.Dependencies) {
	for i := range u.Links {
		r.validateLink(&u.Links[i], u)
	}
}

// Lengths that search engines show.
const (
	longestTitle       = 60
	longestDescription = 160
)

// validatePage gives the links of a page their targets, and looks for what search engines and link previews will not
// show well.
func (r *resolver) validatePage(p *outline.Page) {
	r.validateLinks(&p.Deps)
	if p.File.Broken || p.Entry.Kind == tree.KindNotFound {
		return
	}
	warn := func(path, code, hint, format string, args ...any) {
		p.Deps.Warn(p.File, path, code, hint, format, args...)
	}
	head := p.Out.Head
	if n := utf8.RuneCountInString(head.Title); n > longestTitle {
		warn("title", "long-title", "Search engines cut it off.",
			"The title has %d characters as the tab shows it; at most %d are seen.", n, longestTitle)
	}
	switch n := utf8.RuneCountInString(head.Description); {
	case n == 0 && !head.NoIndex:
		warn("title", "no-description", "Add one or two sentences.", "The page has no description for search results.")
	case n > longestDescription && p.Out.Description != "":
		warn("description", "long-description", "Search engines cut it off.", longDescription, n, longestDescription)
	}
}

const longDescription = "The description has %d characters; at most %d are seen."

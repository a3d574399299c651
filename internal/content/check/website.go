// Package check looks at a resolved website as a whole: it gives links their targets, and says what is wrong with what
// only all pages together show.
//
// A link to a page with forms may choose there: ?form=booking opens a form, service=design chooses in one of its
// select and time fields, plan=id says which plan led there. A query that names what is not there is an error.
package check

import (
	"context"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
)

type checker struct {
	*outline.Website
	searches atomic.Int64 // for pages that links may have meant
	folders  map[string]bool
}

// Website gives all links of a resolved website their targets, and notes what is wrong with what
// only all pages together show. The error is for a context that ended.
func Website(ctx context.Context, w *outline.Website) error {
	r := &checker{Website: w, folders: map[string]bool{}}
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
		r.warnSite(s)
		r.warnLanguages(s)
	}
	shown := map[*media.File]bool{}
	for _, used := range r.AllDependencies() {
		for _, file := range used.Media {
			shown[file] = true
		}
	}
	for _, s := range r.Sites {
		r.warnFiles(s, shown)
	}
	return ctx.Err()
}

func (r *checker) validateLinks(u *outline.Dependencies) {
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
func (r *checker) validatePage(p *outline.Page) {
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

// warnSite looks for what is allowed and yet hardly meant in a site's settings.
func (r *checker) warnSite(s *outline.Site) {
	if n := utf8.RuneCountInString(string(s.Out.SEO.Description)); n > longestDescription {
		s.Deps.Warn(s.File, "seo.description", "long-description", "Search engines cut it off.",
			longDescription, n, longestDescription)
	}
	s.Deps.WarnContrast(s.File, s.Out.Theme.Colors, "theme.colors")
}

package check

import (
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
)

// Lengths that search engines show.
const (
	longestTitle       = 60
	longestDescription = 160
)

// warnPage looks for what search engines and link previews will not show well.
func (r *checker) warnPage(p *outline.Page) {
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
	s.Deps.WarnContrast(s.File, s.Raw.Theme.Colors, "theme.colors")
}

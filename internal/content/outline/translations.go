package outline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
)

// InAll returns the site in all of its languages, the first one first.
func (s *Site) InAll() []*Site {
	if s.Original != nil {
		s = s.Original
	}
	return append([]*Site{s}, s.Languages...)
}

// Speaking returns a site in the language of another one, which may be a region's: itself, or a translation; else nil.
func (s *Site) Speaking(like *Site) *Site {
	if s == nil {
		return nil
	}
	var near *Site
	for _, other := range s.InAll() {
		switch {
		case strings.EqualFold(other.LanguageTag, like.LanguageTag):
			return other
		case near == nil && other.Language == like.Language:
			near = other
		}
	}
	return near
}

// Named returns the site that content of another one names by its folder: in the language of that one, where there is
// one; nil for an unknown folder.
func (r *Website) Named(id string, from *Site) *Site {
	named := r.ByID[id]
	if named == nil || named.Original != nil {
		return named
	}
	return cmp.Or(named.Speaking(from), named)
}

// IsThere tells whether visitors see any page of the site now.
func (s *Site) IsThere() bool { return s.shows }

// InAll returns the page in all languages that have it, the original first where there is one.
func (p *Page) InAll() []*Page {
	if p.Original != nil {
		p = p.Original
	}
	return append([]*Page{p}, p.Translations...)
}

// Speaking returns the page in the language of a site, where visitors see it there: itself, or a translation; else nil.
func (p *Page) Speaking(like *Site) *Page {
	if p.Site == like || p.Original == nil && len(p.Translations) == 0 {
		return nil
	}
	if in := p.Site.Speaking(like); in != nil {
		for _, other := range p.InAll() {
			if other.Site == in && other.Shows() {
				return other
			}
		}
	}
	return nil
}

// joinTranslations finds which pages are one page in several languages: those whose path below their site is the same,
// legal documents of a kind, and those that say so.
func (r *Website) joinTranslations() {
	type place struct {
		kind  tree.Kind
		below string
	}
	for _, s := range r.Sites {
		if s.Original != nil {
			continue
		}
		originals := map[place]*Page{}
		for _, page := range s.Pages {
			originals[place{page.Entry.Kind, page.Entry.Below}] = page
			if page.RawPage != nil && page.RawPage.Translates != "" {
				page.Deps.Error(page.File, "translates", "no-original", "Remove this line.",
					"This page is in the first language of its site, so it translates nothing.")
			}
		}
		for _, in := range s.Languages {
			for _, page := range in.Pages {
				original := originals[place{page.Entry.Kind, page.Entry.Below}]
				if page.RawPage != nil && page.RawPage.Translates != "" {
					original = r.translated(page, s)
				}
				r.join(page, original)
			}
		}
	}
}

// translated returns the page that another one says to translate; nil where there is none, which is reported.
func (r *Website) translated(page *Page, s *Site) *Page {
	named := page.RawPage.Translates
	for _, path := range []string{tree.JoinPath(s.Path, named), named} {
		if found := r.Routes[s.In(path)]; found != nil && found.Site == s && strings.HasPrefix(named, "/") {
			return found
		}
	}
	if !r.Unsure {
		var below []string
		for _, known := range s.Pages {
			below = append(below, "/"+strings.TrimPrefix(strings.TrimPrefix(known.Path, s.Path), "/"))
		}
		hint := "Write the path of a page in the first language, such as /services, or remove this line."
		page.Deps.Error(page.File, "translates", "no-original", text.DidYouMean(named, below, hint),
			"The site %s has no page %q to translate.", s.ID, named)
	}
	return nil
}

func (r *Website) join(page, original *Page) {
	if original == nil {
		return
	}
	for _, other := range original.Translations {
		if other.Site == page.Site {
			second, first := page, other
			if second.RawPage != nil && second.RawPage.Translates == "" {
				second, first = other, page
			}
			second.Deps.Error(second.File, "translates", "translated-twice", "Keep one of both.",
				"%s translates the page %s already.", first.File.Path, original.Path)
			return
		}
	}
	page.Original = original
	original.Translations = append(original.Translations, page)
	slices.SortFunc(original.Translations, func(a, b *Page) int { return strings.Compare(a.Site.Tag, b.Site.Tag) })
}

// WarnLanguage reports what visitors read in another language than that of the site: at its language, or at the folder
// that is named by it.
func (s *Site) WarnLanguage(code, hint, format string, args ...any) {
	if s.Original == nil {
		s.Deps.Warn(s.File, "language", code, hint, format, args...)
	} else {
		s.Deps.WarnName(tree.FolderOfSite(s.ID), code, hint, format, args...)
	}
}

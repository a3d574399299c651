package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content/fields"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/fontfile"
)

// warnLetters compares the words of each site with the fonts of its theme.
func (r *checker) warnLetters() {
	bySite := map[string]fields.Letters{}
	for i, entry := range r.Tree.List {
		f := r.Tree.Files[i]
		if f == nil || f.Broken {
			continue
		}
		if bySite[entry.Site].All == nil {
			bySite[entry.Site] = fields.Letters{All: text.Letters{}, Titles: text.Letters{}}
		}
		maps.Copy(bySite[entry.Site].All, f.Letters.All)
		maps.Copy(bySite[entry.Site].Titles, f.Letters.Titles)
	}
	for _, s := range r.Sites {
		if s.File.Broken {
			continue
		}
		fonts := s.Raw.Theme.Fonts
		r.warnFamily(s, "theme.fonts.text", fonts.Text, bySite[s.ID].All, true)
		if fonts.Display != fonts.Text {
			r.warnFamily(s, "theme.fonts.display", fonts.Display, bySite[s.ID].Titles, false)
		}
	}
}

// warnFamily says which characters a family lacks. A font of text also needs those of English.
func (r *checker) warnFamily(s *outline.Site, path, family string, needed text.Letters, english bool) {
	has := r.familyHas(s, family)
	if has == nil {
		return
	}
	if missing := needed.Missing(has, english); missing != "" {
		s.Deps.Add(s.File.Doc.Warn(path, "missing-letters", fmt.Sprintf("The font %s lacks %s.", family, missing),
			"Visitors see these in another font. Take a font that has them; one of your own goes into the folder fonts."))
	}
}

// familyHas tells which characters a family has; nil where nobody knows.
func (r *checker) familyHas(s *outline.Site, family string) func(rune) bool {
	for _, own := range s.Raw.Theme.Fonts.Families {
		if own.Name != family {
			continue
		}
		var files []*fontfile.Font
		for _, src := range own.Files {
			if found := r.Tree.Media[s.ID+"/"+src]; found != nil && found.Font != nil {
				files = append(files, found.Font)
			}
		}
		if len(files) == 0 {
			return nil
		}
		return func(c rune) bool { return slices.ContainsFunc(files, func(f *fontfile.Font) bool { return f.Has(c) }) }
	}
	if r.Options.FontHas == nil || !slices.Contains(r.Options.Fonts, family) {
		return nil
	}
	return func(c rune) bool { return r.Options.FontHas(family, c) }
}

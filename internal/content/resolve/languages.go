package resolve

import (
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// translationsOf says where visitors read a page in each of its languages; nil where it is in one alone.
func (r *resolver) translationsOf(p *outline.Page) (made []site.Translation) {
	all := p.InAll()
	if len(all) == 1 || !p.Shows(r.Website) {
		return nil
	}
	for _, page := range all {
		if page.Shows(r.Website) && page.Path != "" {
			made = append(made, site.Translation{
				Language: page.Site.LanguageTag, Href: hrefFrom(p.Site, page.Site, page.Path),
				NoIndex: page.RawPage != nil && page.RawPage.NoIndex,
			})
		}
	}
	if len(made) < 2 {
		return nil
	}
	return made
}

// hrefFrom returns how pages of a site lead to a path of another one.
func hrefFrom(s, to *outline.Site, path string) string {
	if s.Space == to.Space {
		return path
	}
	return to.BaseURL + path
}

// switcherOf returns how visitors of a site choose a language; nil where there is no choice.
func (r *resolver) switcherOf(s *outline.Site) *site.Switcher {
	place := s.Raw.Languages
	made := &site.Switcher{Bar: place == "bar" || place == "both", Footer: place == "footer" || place == "both"}
	count := map[string]int{} // of languages, without their regions
	for _, in := range s.InAll() {
		count[in.Language]++
	}
	for _, in := range s.InAll() {
		if home := r.Routes[in.In(in.Path)]; home == nil || !home.Shows(r.Website) {
			continue
		}
		name, tag := in.Called, in.LanguageTag
		switch {
		case name != "":
		case count[in.Language] > 1:
			name = site.Text(locale.Name(tag))
		default:
			name = site.Text(locale.Name(in.Language))
		}
		made.Languages = append(made.Languages, site.Language{Tag: tag, Name: name, Home: hrefFrom(s, in, in.Path)})
	}
	if len(made.Languages) < 2 || !made.Bar && !made.Footer {
		return nil
	}
	return made
}

package content

import (
	"fmt"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// icon checks the name of an icon.
func (s *scope) icon(name site.Icon, at *place) {
	if s.knowsIcon(name) {
		return
	}
	hint := text.DidYouMean(string(name), s.resolver.options.Icons.Names(), "All icons are shown on lucide.dev.")
	s.at(at, "unknown-icon", fmt.Sprintf("There is no icon %q.", name), hint)
}

// knowsIcon notes that an icon is used, and tells whether nothing is wrong with it.
func (s *scope) knowsIcon(name site.Icon) bool {
	s.useIcons(name)
	if name == "" || s.resolver.options.Icons == nil {
		return true
	}
	_, known := s.resolver.options.Icons.Symbol(name)
	return known
}

func (s *scope) useIcons(names ...site.Icon) {
	for _, name := range names {
		if name != "" {
			s.deps.icons = append(s.deps.icons, name)
		}
	}
}

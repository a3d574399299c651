package content

import (
	"fmt"

	"github.com/evenlight/marquee/internal/content/document"
	"github.com/evenlight/marquee/internal/site"
)

// icon checks the name of an icon.
func (s *scope) icon(name site.Icon, at *place) {
	if name == "" {
		return
	}
	s.useIcons(name)
	icons := s.run.options.Icons
	if icons == nil {
		return
	}
	if _, known := icons.Symbol(name); known {
		return
	}
	hint := "All icons are shown on lucide.dev."
	if near, found := document.Nearest(string(name), icons.Names()); found {
		hint = fmt.Sprintf("Did you mean %q?", near)
	}
	s.at(at, "unknown-icon", fmt.Sprintf("There is no icon %q.", name), hint)
}

func (s *scope) useIcons(names ...site.Icon) {
	for _, name := range names {
		if name != "" {
			s.uses.icons = append(s.uses.icons, name)
		}
	}
}

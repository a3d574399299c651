package resolve

import (
	"fmt"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// resolveScheme gives a site with two looks all colours of both, and reports what
// does not go together. What cannot be read was reported by the decoder.
func (r *resolver) resolveScheme(s *outline.Site) {
	raw, theme := s.Raw.Theme, &s.Out.Theme
	theme.Dark, theme.Light = nil, nil
	base, readable := paletteOf(raw.Colors)
	if !readable {
		return
	}
	first, second, other, same := "light", "dark", raw.Dark, raw.Light
	if base.IsDark() {
		first, second, other, same = second, first, same, other
	}
	if same != nil {
		s.Deps.Error(s.File, "theme."+first, "same-scheme",
			fmt.Sprintf("Write the %s colours below `%s`, or exchange the two palettes.", second, second),
			"The colours of the theme are %s already, so there is nothing that `%s` could be.", first, first)
	}
	if raw.Scheme == second {
		s.Deps.Warn(s.File, "theme.scheme", "wrong-scheme",
			fmt.Sprintf("Write scheme: %s, or exchange the colours.", first),
			"The scheme is %s, and yet the colours of the theme are %s.", second, first)
		return
	}
	if raw.Scheme != "auto" && !raw.Switch {
		if other != nil {
			s.Deps.Warn(s.File, "theme."+second, "unused-scheme",
				"Write scheme: auto, so that the site follows the visitor's device, or switch: true.",
				"Nobody sees the %s colours: the scheme of the site is always %s.", second, raw.Scheme)
		}
		return
	}

	var colors site.OtherColors
	if other != nil {
		colors = other.Colors
	}
	given, made := colour.Palette{}, colorsOf((*site.Colors)(&colors))
	for key, written := range made {
		if c, err := colour.Parse(*written); err == nil {
			given[key] = c
		}
	}
	for key, c := range base.Opposite(given) {
		if _, known := given[key]; !known {
			*made[key] = c.String()
		}
	}
	both := map[string]*site.OtherScheme{first: {Colors: site.OtherColors(raw.Colors)}, second: {Colors: colors}}
	theme.Light, theme.Dark = both["light"], both["dark"]
	s.Deps.WarnContrast(s.File, site.Colors(colors), "theme."+second+".colors")
}

func colorsOf(c *site.Colors) map[string]*string {
	return map[string]*string{
		"background": &c.Background, "surface": &c.Surface, "text": &c.Text, "muted": &c.Muted,
		"line": &c.Line, "primary": &c.Primary, "onPrimary": &c.OnPrimary, "accent": &c.Accent,
	}
}

func paletteOf(c site.Colors) (p colour.Palette, readable bool) {
	p = colour.Palette{}
	for key, written := range colorsOf(&c) {
		read, err := colour.Parse(*written)
		if err != nil {
			return nil, false
		}
		p[key] = read
	}
	return p, true
}

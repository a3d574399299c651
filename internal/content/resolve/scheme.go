package resolve

import (
	"cmp"
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
	completeColors(&theme.Colors, raw.Scheme == "dark")
	base, readable := paletteOf(theme.Colors)
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

	var colors site.Colors
	if other != nil {
		colors = site.Colors(other.Colors)
	}
	colors.From = cmp.Or(colors.From, raw.Colors.From)
	completeColors(&colors, second == "dark")
	fill(&colors, base.Opposite(writtenIn(&colors)))
	both := map[string]*site.OtherScheme{
		first: {Colors: site.OtherColors(theme.Colors)}, second: {Colors: site.OtherColors(colors)},
	}
	theme.Light, theme.Dark = both["light"], both["dark"]
	s.Deps.WarnContrast(s.File, colors, "theme."+second+".colors")
}

// completeColors makes the colours that are not written of the one colour that is, if any. They are light or dark as
// the background that is written, or else as it is asked for.
func completeColors(colors *site.Colors, dark bool) {
	seed, err := colour.Parse(colors.From)
	colors.From = ""
	if err != nil {
		return
	}
	given := writtenIn(colors)
	if background, known := given["background"]; known {
		dark = background.Luminance() < 0.18 // where white is read more easily than black
	}
	fill(colors, colour.From(seed, dark, given))
}

// fill writes the colours that are left out.
func fill(colors *site.Colors, made map[string]colour.OKLCH) {
	for key, written := range colorsOf(colors) {
		*written = cmp.Or(*written, made[key].Linear().Hex())
	}
}

// writtenIn returns the colours that are written.
func writtenIn(colors *site.Colors) colour.Palette {
	p := colour.Palette{}
	for key, written := range colorsOf(colors) {
		if c, err := colour.Parse(*written); err == nil {
			p[key] = c
		}
	}
	return p
}

func colorsOf(c *site.Colors) map[string]*string {
	return map[string]*string{
		"background": &c.Background, "surface": &c.Surface, "text": &c.Text, "muted": &c.Muted,
		"line": &c.Line, "primary": &c.Primary, "onPrimary": &c.OnPrimary, "accent": &c.Accent,
	}
}

func paletteOf(c site.Colors) (p colour.Palette, readable bool) {
	p = writtenIn(&c)
	return p, len(p) == len(colorsOf(&c))
}

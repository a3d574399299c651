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
	at := func(path, code, hint, format string, args ...any) {
		s.Deps.Add(s.File.Doc.At("theme."+path, code, fmt.Sprintf(format, args...), hint))
	}
	base, readable := paletteOf(raw.Colors)
	first, second := "light", "dark"
	if base.IsDark() {
		first, second = second, first
	}
	if !readable {
		first, second = raw.First(), map[string]string{"light": "dark", "dark": "light"}[raw.First()]
	}
	theme.Dark, theme.Light = nil, nil
	wrong := map[string]*site.OtherScheme{"dark": raw.Dark, "light": raw.Light}
	other := wrong[second]
	if readable && wrong[first] != nil {
		at(first, "same-scheme", fmt.Sprintf("Write the %s colours below `%s`, or exchange the two palettes.", second, second),
			"The colours of the theme are %s already, so there is nothing that `%s` could be.", first, first)
	}
	if readable && raw.Scheme == second {
		s.Deps.Add(s.File.Doc.Warn("theme.scheme", "wrong-scheme", fmt.Sprintf("The scheme is %s, and yet the text is %s than the background.",
			raw.Scheme, map[string]string{"light": "darker", "dark": "lighter"}[first]), fmt.Sprintf("Write scheme: %s, or exchange the colours.", first)))
		return
	}
	switch {
	case raw.Scheme == "auto" || raw.Switch:
	case other != nil:
		s.Deps.Add(s.File.Doc.Warn("theme."+second, "unused-scheme", fmt.Sprintf("Nobody sees the %s colours: the scheme of the site is always %s.", second, raw.Scheme),
			"Write scheme: auto, so that the site follows the visitor's device, or switch: true."))
		return
	default:
		return
	}
	if !readable {
		return
	}
	var colors site.OtherColors
	if other != nil {
		colors = other.Colors
	}
	given, made := map[string]colour.Linear{}, colorsOf((*site.Colors)(&colors))
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
	if s.Deps.WarnContrast(s.File, site.Colors(colors), "theme."+second+".colors"); raw.Switch {
		words := &scope{resolver: r, owner: s, file: s.File, shown: s, deps: &s.Deps}
		words.needWords(s, "theme.switch", "labels.darkMode")
	}
}

// colorsOf returns the colours of a palette by their keys.
func colorsOf(c *site.Colors) map[string]*string {
	return map[string]*string{
		"background": &c.Background, "surface": &c.Surface, "text": &c.Text, "muted": &c.Muted,
		"line": &c.Line, "primary": &c.Primary, "onPrimary": &c.OnPrimary, "accent": &c.Accent,
	}
}

// paletteOf reads all colours; it returns false where one cannot be read.
func paletteOf(c site.Colors) (p colour.Palette, readable bool) {
	for _, part := range []struct {
		written string
		into    *colour.Linear
	}{
		{c.Background, &p.Background},
		{c.Surface, &p.Surface},
		{c.Text, &p.Text},
		{c.Muted, &p.Muted},
		{c.Line, &p.Line},
		{c.Primary, &p.Primary},
		{c.OnPrimary, &p.OnPrimary},
		{c.Accent, &p.Accent},
	} {
		var err error
		if *part.into, err = colour.Parse(part.written); err != nil {
			return p, false
		}
	}
	return p, true
}

package content

import (
	"fmt"
	"math"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// resolveScheme gives a site with two looks all colours of both, and reports what
// does not go together. What cannot be read was reported by the decoder.
func (r *resolver) resolveScheme(s *siteState) {
	raw, theme := s.raw.Theme, &s.out.Theme
	at := func(path, code, hint, format string, args ...any) {
		s.deps.add(s.file.doc.At("theme."+path, code, fmt.Sprintf(format, args...), hint))
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
		s.deps.add(s.file.doc.Warn("theme.scheme", "wrong-scheme", fmt.Sprintf("The scheme is %s, and yet the text is %s than the background.",
			raw.Scheme, map[string]string{"light": "darker", "dark": "lighter"}[first]), fmt.Sprintf("Write scheme: %s, or exchange the colours.", first)))
		return
	}
	switch {
	case raw.Scheme == "auto" || raw.Switch:
	case other != nil:
		s.deps.add(s.file.doc.Warn("theme."+second, "unused-scheme", fmt.Sprintf("Nobody sees the %s colours: the scheme of the site is always %s.", second, raw.Scheme),
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
	if s.deps.warnContrast(s.file, site.Colors(colors), "theme."+second+".colors"); raw.Switch {
		words := &scope{resolver: r, owner: s, file: s.file, shown: s, deps: &s.deps}
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

// warnContrast looks at the pairs of colours that templates put text in.
func (u *dependencies) warnContrast(in *file, c site.Colors, path string) {
	for _, pair := range []struct{ key, color, on, words string }{
		{"text", c.Text, c.Background, "Text on the background"},
		{"text", c.Text, c.Surface, "Text on cards (surface)"},
		{"muted", c.Muted, c.Background, "Muted text on the background"},
		{"muted", c.Muted, c.Surface, "Muted text on cards (surface)"},
		{"primary", c.Primary, c.Background, "A link (primary) on the background"},
		{"onPrimary", c.OnPrimary, c.Primary, "Text on buttons (onPrimary on primary)"},
		{"accent", c.Accent, c.Background, "A line above a title (accent) on the background"},
	} {
		color, err1 := colour.Parse(pair.color)
		on, err2 := colour.Parse(pair.on)
		if err1 != nil || err2 != nil { // then the decoder has said so
			continue
		}
		if ratio := colour.Contrast(color, on); ratio < colour.Readable {
			u.add(in.doc.Warn(path+"."+pair.key, "low-contrast",
				fmt.Sprintf("%s has a contrast of %.1f to 1: hard to read for many.", pair.words, math.Floor(ratio*10)/10),
				"At least 4.5 to 1 is needed."))
		}
	}
}

package mail

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// mailTheme is a site's theme as mail programs understand it: #rrggbb, fonts that are installed everywhere, pixels.
//
// Mail is read on light ground, whatever the site's scheme: programs that prefer dark change its colours themselves. A
// site's own ground appears as the band at the top.
type mailTheme map[string]template.CSS

var white, black = colour.Linear{R: 1, G: 1, B: 1}, colour.Linear{}

// radii are how round large and small corners are, by the theme's word.
var radii = map[string][2]template.CSS{"none": {"0", "0"}, "small": {"6px", "4px"}, "large": {"18px", "10px"}}

func newMailTheme(theme site.Theme) mailTheme {
	background, text := parse(theme.Colors.Background, white), parse(theme.Colors.Text, black)
	primary, accent := parse(theme.Colors.Primary, text), parse(theme.Colors.Accent, text)
	dark := theme.First() == "dark"

	onBand := parse(theme.Colors.OnPrimary, white)
	band, onBandMuted := primary, mix(onBand, primary, 0.2)
	if dark {
		band, onBand, onBandMuted = background, text, mix(text, background, 0.3)
	}

	var page, card, tint, ink, muted, line, link colour.Linear
	if dark && !theme.HasBoth() {
		// The theme's hue stays: its ground is the ink, its primary colour tints the page. The pale colours of dark
		// themes turn grey when they are only made darker, so links lose their white.
		pale := 0.7 * min(primary.R, primary.G, primary.B)
		link = colour.Linear{R: primary.R - pale, G: primary.G - pale, B: primary.B - pale}
		page, card, tint = mix(white, primary, 0.14), white, mix(white, primary, 0.09)
		ink, muted, line = background, mix(background, white, 0.35), mix(white, background, 0.13)
	} else {
		c := site.OtherColors(theme.Colors)
		if theme.HasBoth() {
			c = theme.Light.Colors
		}
		background, card, ink = parse(c.Background, white), parse(c.Surface, white), parse(c.Text, black)
		link = parse(c.Primary, ink)
		// Themes may have a card darker than white; letters look best on the lightest of both.
		if background.Luminance() > card.Luminance() {
			card = background
		}
		page, tint = mix(background, ink, 0.04), mix(card, link, 0.05)
		muted, line = parse(c.Muted, ink), parse(c.Line, mix(background, ink, 0.2))
	}

	radius := cmp.Or(radii[theme.Radius], [2]template.CSS{"12px", "6px"})
	return mailTheme{
		"Page": css(page), "Card": css(card), "Tint": css(tint), "Line": css(line), // Tint is behind long texts.
		"Ink": legible(ink, page, card, tint), "Muted": legible(muted, page, card, tint),
		"Link": legible(link, page, card, tint),
		"Band": css(band), "OnBand": legible(onBand, band), "OnBandMuted": legible(onBandMuted, band),
		"Accent": css(accent), "Display": stack(theme.Fonts.Display), "Text": stack(theme.Fonts.Text),
		"Radius": radius[0], "SmallRadius": radius[1],
	}
}

func legible(text colour.Linear, grounds ...colour.Linear) template.CSS {
	return css(colour.Legible(text.OKLCH(), grounds...).Linear())
}

// mix goes a part of the way from one colour to another, in steps as the eye sees them.
func mix(from, to colour.Linear, part float64) colour.Linear {
	a, b := from.RGBA(), to.RGBA()
	between := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*part + 0.5) }
	return parse(fmt.Sprintf("#%02x%02x%02x", between(a.R, b.R), between(a.G, b.G), between(a.B, b.B)), from)
}

// serifs are the families with serifs that themes may name; mail programs do not load fonts, so others stand in for
// them.
var serifs = []string{
	"Fraunces", "Newsreader", "Lora", "Playfair Display", "Source Serif 4", "Merriweather", "Instrument Serif",
}

// stack has no quotes: names of several words need none (CSS Fonts 4, 2.1.1), and quotes in attributes are escaped.
func stack(family string) template.CSS {
	if slices.Contains(serifs, family) {
		return `Georgia,Times New Roman,serif`
	}
	return `-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif`
}

// parse reads a theme's colour; content has checked it, so the other one is for themes that leave it out.
func parse(written string, other colour.Linear) colour.Linear {
	c, err := colour.Parse(written)
	if err != nil {
		return other
	}
	return c
}

// css marks #rrggbb as safe: nothing else comes out of Hex.
func css(c colour.Linear) template.CSS { return template.CSS(c.Hex()) }

package mail

import (
	"cmp"
	"fmt"
	"html/template"
	"image/color"
	"slices"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// The least contrast of text (WCAG 2.2, 1.4.3).
const readable = 4.5

// mailTheme is a site's theme as mail programs understand it: #rrggbb, fonts that
// are installed everywhere, pixels.
//
// Mail is read on light ground, whatever the site's scheme: programs that prefer dark change its
// colours themselves. A site's own ground appears as the band at the top.
type mailTheme struct {
	// Behind the mail, behind the letter, behind long texts.
	Page, Card, Tint template.CSS
	// Text, text of less weight, lines, links.
	Ink, Muted, Line, Link template.CSS
	// The band at the top.
	Band, OnBand, OnBandMuted, Accent template.CSS
	// Font stacks.
	Display, Text template.CSS
	// How round corners are.
	Radius, SmallRadius template.CSS
}

var white, black = mustParse("#ffffff"), mustParse("#000000")

func newMailTheme(theme site.Theme) mailTheme {
	c := theme.Colors
	background, text := parse(c.Background, white), parse(c.Text, black)
	primary, accent := parse(c.Primary, text), parse(c.Accent, text)

	var l mailTheme
	switch {
	case theme.HasBoth(): // then nothing of the light look is guessed
		l.light(theme.Light.Colors)
	case theme.First() == "dark":
		// The theme's hue stays: its ground is the ink, its primary colour tints the page.
		l.letter(mix(white, primary, 0.14), white, mix(white, primary, 0.09),
			background, mix(background, white, 0.35), mix(white, background, 0.13), vivid(primary))
	default:
		l.light(site.OtherColors(c))
	}
	if theme.First() == "dark" {
		l.band(background, text, mix(text, background, 0.3), accent)
	} else {
		onPrimary := parse(c.OnPrimary, white)
		l.band(primary, onPrimary, mix(onPrimary, primary, 0.2), accent)
	}
	l.Display, l.Text = stack(theme.Fonts.Display), stack(theme.Fonts.Text)
	radius := cmp.Or(radii[theme.Radius], [2]template.CSS{"12px", "6px"})
	l.Radius, l.SmallRadius = radius[0], radius[1]
	return l
}

// radii are how round large and small corners are, by the theme's word.
var radii = map[string][2]template.CSS{"none": {"0", "0"}, "small": {"6px", "4px"}, "large": {"18px", "10px"}}

func (l *mailTheme) band(ground, text, muted, accent colour.Linear) {
	l.Band, l.OnBand = css(ground), css(legible(text, ground))
	l.OnBandMuted, l.Accent = css(legible(muted, ground)), css(accent)
}

// letter takes the colours as the theme gives them, and moves text away from its ground where it could not be read.
func (l *mailTheme) letter(page, card, tint, ink, muted, line, link colour.Linear) {
	l.Page, l.Card, l.Tint, l.Line = css(page), css(card), css(tint), css(line)
	l.Ink = css(legible(ink, page, card, tint))
	l.Muted = css(legible(muted, page, card, tint))
	l.Link = css(legible(link, page, card, tint))
}

// light takes the light look of a site as it is.
func (l *mailTheme) light(c site.OtherColors) {
	background, card, text := parse(c.Background, white), parse(c.Surface, white), parse(c.Text, black)
	// Themes may have a card darker than white; letters look best on the lightest of both.
	if background.Luminance() > card.Luminance() {
		card = background
	}
	primary := parse(c.Primary, text)
	l.letter(mix(background, text, 0.04), card, mix(card, primary, 0.05),
		text, parse(c.Muted, text), parse(c.Line, mix(background, text, 0.2)), primary)
}

// legible moves a colour towards black or white, whichever stands out more,
// until it can be read on all grounds.
func legible(text colour.Linear, grounds ...colour.Linear) colour.Linear {
	contrast := func(c colour.Linear) float64 {
		least := 21.0
		for _, ground := range grounds {
			least = min(least, colour.Contrast(c, ofRGBA(ground.RGBA())))
		}
		return least
	}
	end := black
	if contrast(white) > contrast(black) {
		end = white
	}
	const steps = 20
	for step := range steps {
		if c := mix(text, end, float64(step)/steps); contrast(c) >= readable {
			return c
		}
	}
	return end
}

// vivid takes the white out of a colour: the pale colours of dark themes turn
// grey when they are only made darker.
func vivid(c colour.Linear) colour.Linear {
	pale := 0.7 * min(c.R, c.G, c.B)
	return colour.Linear{R: c.R - pale, G: c.G - pale, B: c.B - pale}
}

// mix goes a part of the way from one colour to another, in steps as the eye sees them.
func mix(from, to colour.Linear, part float64) colour.Linear {
	a, b := from.RGBA(), to.RGBA()
	between := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*part + 0.5) }
	return ofRGBA(color.RGBA{R: between(a.R, b.R), G: between(a.G, b.G), B: between(a.B, b.B), A: 255})
}

// serifs are the families with serifs that themes may name; mail programs do
// not load fonts, so others stand in for them.
var serifs = []string{"Fraunces", "Newsreader", "Lora", "Playfair Display", "Source Serif 4", "Merriweather", "Instrument Serif"}

// stack has no quotes: names of several words need none (CSS Fonts 4, 2.1.1), and
// quotes in attributes are written long.
func stack(family string) template.CSS {
	if slices.Contains(serifs, family) {
		return `Georgia,Times New Roman,serif`
	}
	return `-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif`
}

// parse reads a theme's colour; content has checked it, so the other one is
// for themes that leave it out.
func parse(written string, other colour.Linear) colour.Linear {
	c, err := colour.Parse(written)
	if err != nil {
		return other
	}
	return c
}

func mustParse(written string) colour.Linear {
	c, err := colour.Parse(written)
	if err != nil {
		panic(err)
	}
	return c
}

func ofRGBA(c color.RGBA) colour.Linear {
	return mustParse(fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
}

// css marks #rrggbb as safe: nothing else comes out of Hex.
func css(c colour.Linear) template.CSS { return template.CSS(c.Hex()) }

package colour

// Palette is the colours of one scheme.
type Palette struct {
	Background, Surface, Text, Muted, Line, Primary, OnPrimary, Accent Linear
}

// IsDark tells whether the palette is light on dark.
func (p Palette) IsDark() bool { return p.Background.Luminance() < p.Text.Luminance() }

// Readable is the least contrast of text (WCAG 2.2, 1.4.3). What is made here has a
// little more, because text also stands on tints of the background.
const (
	Readable = 4.5
	reserve  = 0.5
)

// tone is the lightness of a colour in one scheme, and its largest chroma.
type tone struct{ lightness, chroma float64 }

// tones are those of one scheme, taken from palettes that were made by hand.
type tones struct {
	background, text, muted, line, onPrimary tone
	// Difference of lightness between the background and the surface.
	surface float64
	// Primary and accent keep a lightness that is beyond these.
	primary, accent tone
}

var (
	darkTones = tones{
		background: tone{0.18, 0.025}, surface: 0.042,
		text: tone{0.962, 0.008}, muted: tone{0.77, 0.022}, line: tone{0.345, 0.026},
		primary: tone{0.77, 0.125}, onPrimary: tone{0.19, 0.04}, accent: tone{0.78, 0.14},
	}
	lightTones = tones{
		background: tone{0.982, 0.006}, surface: 0.016,
		text: tone{0.24, 0.035}, muted: tone{0.465, 0.03}, line: tone{0.885, 0.014},
		primary: tone{0.47, 0.18}, onPrimary: tone{0.99, 0.006}, accent: tone{0.55, 0.18},
	}
)

// Opposite returns the palette of the other scheme: the dark one of a light
// palette, the light one of a dark palette. Given are colours that the theme
// names itself, by their keys; the others are made to fit them.
func (p Palette) Opposite(given map[string]Linear) map[string]OKLCH {
	t := darkTones
	if p.IsDark() {
		t = lightTones
	}
	hue := p.Background.OKLCH()
	if hue.C < 0.004 { // the hue of what is nearly grey is arbitrary
		hue = p.Primary.OKLCH()
	}
	tinted := func(t tone) OKLCH {
		return OKLCH{t.lightness, min(t.chroma, max(hue.C, p.Primary.OKLCH().C)), hue.H}.Fit()
	}
	made := map[string]OKLCH{}
	take := func(name string, wish OKLCH, grounds ...Linear) Linear {
		if own, known := given[name]; known {
			made[name] = own.OKLCH()
			return own
		}
		made[name] = legible(wish, grounds)
		return made[name].Linear()
	}
	background := take("background", tinted(t.background))
	ground := background.OKLCH()
	surface := take("surface", OKLCH{ground.L + t.surface, ground.C, ground.H}.Fit())
	take("text", tinted(t.text), background, surface)
	take("muted", tinted(t.muted), background, surface)
	take("line", tinted(t.line))
	primary := take("primary", t.vivid(p.Primary, t.primary), background, surface)
	on := p.Primary.OKLCH()
	take("onPrimary", OKLCH{t.onPrimary.lightness, min(t.onPrimary.chroma, on.C), on.H}.Fit(), primary)
	take("accent", t.vivid(p.Accent, t.accent), background, surface)
	return made
}

// vivid returns a colour of the other scheme with the lightness and chroma of this one.
func (t tones) vivid(of Linear, at tone) OKLCH {
	c := of.OKLCH()
	if t.background.lightness < 0.5 {
		c.L = max(c.L, at.lightness)
	} else {
		c.L = min(c.L, at.lightness)
	}
	c.C = min(c.C, at.chroma)
	return c.Fit()
}

// legible changes the lightness of a colour until it can be read on all grounds.
func legible(c OKLCH, grounds []Linear) OKLCH {
	least := func(c OKLCH) float64 {
		least := 21.0
		for _, ground := range grounds {
			least = min(least, Contrast(c.Linear(), ground))
		}
		return least
	}
	if least(c) >= Readable+reserve {
		return c
	}
	end, step := 1.0, 0.01
	if least(OKLCH{L: 0}) > least(OKLCH{L: 1}) {
		end, step = 0, -step
	}
	for from := c; (end-c.L)*step > 0; {
		c = OKLCH{c.L + step, from.C, c.H}.Fit()
		if least(c) >= Readable+reserve {
			break
		}
	}
	return c
}

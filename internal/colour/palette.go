package colour

// Palette is the colours of one scheme by their keys: background, surface, text, muted,
// line, primary, onPrimary and accent.
type Palette map[string]Linear

// IsDark tells whether the palette is light on dark.
func (p Palette) IsDark() bool { return p["background"].Luminance() < p["text"].Luminance() }

// Readable is the least contrast of text (WCAG 2.2, 1.4.3). What is made here has a
// little more, because text also stands on tints of the background.
const (
	Readable = 4.5
	reserve  = 0.5
)

// tone is the lightness of a colour in one scheme, and its largest chroma.
type tone struct{ lightness, chroma float64 }

// rules say how colours are made, those first that others are read on. The tones are taken
// from palettes that were made by hand.
var rules = []struct {
	key         string
	dark, light tone
	own         string   // the colour whose hue it has; empty for that of the background
	on          []string // what it is read on
}{
	{"background", tone{0.18, 0.025}, tone{0.982, 0.006}, "", nil},
	{"surface", tone{0.042, 0}, tone{0.016, 0}, "", nil}, // lighter than the background by so much
	{"text", tone{0.962, 0.008}, tone{0.24, 0.035}, "", []string{"background", "surface"}},
	{"muted", tone{0.77, 0.022}, tone{0.465, 0.03}, "", []string{"background", "surface"}},
	{"line", tone{0.345, 0.026}, tone{0.885, 0.014}, "", nil},
	{"primary", tone{0.77, 0.125}, tone{0.47, 0.18}, "primary", []string{"background", "surface"}},
	{"onPrimary", tone{0.19, 0.04}, tone{0.99, 0.006}, "primary", []string{"primary"}},
	{"accent", tone{0.78, 0.14}, tone{0.55, 0.18}, "accent", []string{"background", "surface"}},
}

// Opposite returns the palette of the other scheme: the dark one of a light
// palette, the light one of a dark palette. Given are colours that the theme
// names itself; the others are made to fit them.
func (p Palette) Opposite(given Palette) map[string]OKLCH {
	tint := p["background"].OKLCH()
	chroma := max(tint.C, p["primary"].OKLCH().C)
	if tint.C < 0.004 { // the hue of what is nearly grey is arbitrary
		tint = p["primary"].OKLCH()
	}
	made := map[string]OKLCH{}
	for _, rule := range rules {
		if own, known := given[rule.key]; known {
			made[rule.key] = own.OKLCH()
			continue
		}
		at := rule.dark
		if p.IsDark() {
			at = rule.light
		}
		c := OKLCH{at.lightness, min(at.chroma, chroma), tint.H}
		if rule.own != "" {
			own := p[rule.own].OKLCH()
			c = OKLCH{at.lightness, min(at.chroma, own.C), own.H}
			// These keep a lightness that is beyond that of the tone.
			if rule.key == rule.own && p.IsDark() {
				c.L = min(c.L, own.L)
			} else if rule.key == rule.own {
				c.L = max(c.L, own.L)
			}
		}
		if rule.key == "surface" {
			ground := made["background"]
			c = OKLCH{ground.L + at.lightness, ground.C, ground.H}
		}
		var grounds []Linear
		for _, key := range rule.on {
			grounds = append(grounds, made[key].Linear())
		}
		made[rule.key] = legible(c.Fit(), grounds)
	}
	return made
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
	end, step := 1.0, 0.01
	if least(OKLCH{L: 0}) > least(OKLCH{L: 1}) {
		end, step = 0, -step
	}
	for from := c; least(c) < Readable+reserve && (end-c.L)*step > 0; {
		c = OKLCH{c.L + step, from.C, c.H}.Fit()
	}
	return c
}

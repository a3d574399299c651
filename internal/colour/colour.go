// Package colour reads the colours that a theme is written in and says how far two of them are apart.
//
// # Notation
//
// A colour is #rrggbb or oklch(L C H): lightness as a number or a percentage, chroma as a number or a percentage of
// 0.4, hue in degrees (CSS Color 4, sections 5 and 9.4). What sRGB cannot show is cut off, as screens do.
//
// # Contrast
//
// [Contrast] is the ratio of WCAG 2.2, from 1 to 21.
//
// # Palettes
//
// [From] makes a palette of one colour. [Palette.Opposite] makes the dark palette of a light one, and the light one of a
// dark one: the hues stay, lightness turns round, and all text can be read.
package colour

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Linear is a colour in linear sRGB; its parts go from 0 to 1.
type Linear struct{ R, G, B float64 }

var oklchPattern = regexp.MustCompile(`^oklch\(\s*([0-9.]+%?)[\s,]+([0-9.]+%?)[\s,]+([0-9.]+)(?:deg)?\s*\)$`)

// Parse reads #rrggbb or oklch(L C H).
func Parse(written string) (Linear, error) {
	text := strings.ToLower(strings.TrimSpace(written))
	if digits, isHex := strings.CutPrefix(text, "#"); isHex {
		n, err := strconv.ParseUint(digits, 16, 32)
		if err != nil || len(digits) != 6 {
			return Linear{}, fmt.Errorf("%q is no colour of the form #rrggbb", written)
		}
		return Linear{linear(float64(n>>16) / 255), linear(float64(n>>8&255) / 255), linear(float64(n&255) / 255)}, nil
	}
	parts := oklchPattern.FindStringSubmatch(text)
	if parts == nil {
		return Linear{}, fmt.Errorf("%q is no colour of the form #rrggbb or oklch(L C H)", written)
	}
	lightness, err1 := number(parts[1], 1)
	chroma, err2 := number(parts[2], 0.4)
	hue, err3 := number(parts[3], 1)
	if errors.Join(err1, err2, err3) != nil {
		return Linear{}, fmt.Errorf("%q has a number that cannot be read", written)
	}
	return OKLCH{lightness, chroma, hue}.Linear(), nil
}

// RGBA rounds to the 8 bits per channel of a screen, opaque.
func (c Linear) RGBA() color.RGBA {
	return color.RGBA{R: encode(c.R), G: encode(c.G), B: encode(c.B), A: 255}
}

// Hex writes #rrggbb, which is all that a web manifest reliably takes.
func (c Linear) Hex() string {
	rgba := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", rgba.R, rgba.G, rgba.B)
}

// Luminance is the relative luminance of WCAG 2.2.
func (c Linear) Luminance() float64 { return 0.2126*c.R + 0.7152*c.G + 0.0722*c.B }

// Contrast is the contrast ratio of WCAG 2.2, from 1 to 21, whichever colour is the lighter.
func Contrast(a, b Linear) float64 {
	one, other := a.Luminance()+0.05, b.Luminance()+0.05
	return max(one, other) / min(one, other)
}

func number(written string, whole float64) (float64, error) {
	digits, percent := strings.CutSuffix(written, "%")
	value, err := strconv.ParseFloat(digits, 64)
	if percent {
		value *= whole / 100
	}
	return value, err
}

// linear undoes the gamma of sRGB; encode applies it.
func linear(part float64) float64 {
	if part <= 0.04045 {
		return part / 12.92
	}
	return math.Pow((part+0.055)/1.055, 2.4)
}

func encode(part float64) uint8 {
	part = clamp(part)
	if part <= 0.0031308 {
		part *= 12.92
	} else {
		part = 1.055*math.Pow(part, 1/2.4) - 0.055
	}
	return uint8(math.Round(part * 255))
}

func clamp(x float64) float64 { return min(1, max(0, x)) }

// OKLCH is a colour by lightness (0 to 1), chroma (from 0, grey, to about 0.3) and hue in degrees.
type OKLCH struct{ L, C, H float64 }

// OKLCH converts with the matrices of Björn Ottosson's OKLab. The hue of a grey is 0.
func (c Linear) OKLCH() OKLCH {
	l := math.Cbrt(0.4122214708*c.R + 0.5363325363*c.G + 0.0514459929*c.B)
	m := math.Cbrt(0.2119034982*c.R + 0.6806995451*c.G + 0.1073969566*c.B)
	s := math.Cbrt(0.0883024619*c.R + 0.2817188376*c.G + 0.6299787005*c.B)
	lightness := 0.2104542553*l + 0.7936177850*m - 0.0040720468*s
	a := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	b := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	chroma, hue := math.Hypot(a, b), math.Atan2(b, a)*180/math.Pi
	if chroma < 1e-4 {
		chroma, hue = 0, 0
	}
	if hue < 0 {
		hue += 360
	}
	return OKLCH{lightness, chroma, hue}
}

// unclamped converts back; what sRGB cannot show is below 0 or above 1.
func (c OKLCH) unclamped() Linear {
	angle := c.H * math.Pi / 180
	a, b := c.C*math.Cos(angle), c.C*math.Sin(angle)
	l := math.Pow(c.L+0.3963377774*a+0.2158037573*b, 3)
	m := math.Pow(c.L-0.1055613458*a-0.0638541728*b, 3)
	s := math.Pow(c.L-0.0894841775*a-1.2914855480*b, 3)
	return Linear{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s,
	}
}

// Linear is the colour as a screen shows it.
func (c OKLCH) Linear() Linear {
	made := c.unclamped()
	return Linear{clamp(made.R), clamp(made.G), clamp(made.B)}
}

// Fit takes away as much chroma as sRGB cannot show.
func (c OKLCH) Fit() OKLCH {
	const slack = 1e-3
	c.L, c.C = clamp(c.L), max(0, c.C)
	for made := c.unclamped(); c.C > 0 &&
		(min(made.R, made.G, made.B) < -slack || max(made.R, made.G, made.B) > 1+slack); made = c.unclamped() {
		c.C = max(0, c.C-0.001)
	}
	return c
}

// Palette is the colours of one scheme by their keys: background, surface, text, muted,
// line, primary, onPrimary and accent.
type Palette map[string]Linear

// IsDark tells whether the palette is light on dark.
func (p Palette) IsDark() bool { return p["background"].Luminance() < p["text"].Luminance() }

// Readable is the least contrast of text (WCAG 2.2, 1.4.3). ReadableOnTints is that of text on a background which is
// tinted in places.
const (
	Readable        = 4.5
	ReadableOnTints = 5
)

// tone is the lightness of a colour in one scheme, and its largest chroma.
type tone struct{ lightness, chroma float64 }

// rules say how colours are made, those first that others are read on. The tones are taken
// from palettes that were made by hand.
var rules = []struct {
	key         string
	dark, light tone
	on          []string // what it is read on
}{
	{"background", tone{0.18, 0.025}, tone{0.982, 0.006}, nil},
	{"surface", tone{0.042, 0}, tone{0.016, 0}, nil}, // lighter than the background by so much
	{"text", tone{0.962, 0.008}, tone{0.24, 0.035}, []string{"background", "surface"}},
	{"muted", tone{0.77, 0.022}, tone{0.465, 0.03}, []string{"background", "surface"}},
	{"line", tone{0.345, 0.026}, tone{0.885, 0.014}, nil},
	{"primary", tone{0.77, 0.125}, tone{0.47, 0.18}, []string{"background", "surface"}},
	{"onPrimary", tone{0.19, 0.04}, tone{0.99, 0.006}, []string{"primary"}},
	{"accent", tone{0.78, 0.14}, tone{0.55, 0.18}, []string{"background", "surface"}},
}

// Opposite returns the palette of the other scheme: the dark one of a light palette, the light one of a dark palette.
// Given are colours that the theme names itself; the others are made to fit them.
func (p Palette) Opposite(given Palette) map[string]OKLCH {
	tint := p["background"].OKLCH()
	chroma := max(tint.C, p["primary"].OKLCH().C)
	if tint.C < 0.004 { // the hue of what is nearly grey is arbitrary
		tint = p["primary"].OKLCH()
	}
	return compose(!p.IsDark(), given, func(key string, at tone) OKLCH {
		own := p[key].OKLCH()
		switch {
		case key != "primary" && key != "accent":
			return OKLCH{at.lightness, min(at.chroma, chroma), tint.H}
		case p.IsDark(): // these keep a lightness that is beyond that of the tone
			return OKLCH{min(at.lightness, own.L), min(at.chroma, own.C), own.H}
		}
		return OKLCH{max(at.lightness, own.L), min(at.chroma, own.C), own.H}
	})
}

// From returns the light or the dark palette of one colour. Primary is the colour itself where text in it can be read,
// or else one near to it that can; background and neutrals have a tint of it (beside grey the light background is warm
// paper), and the accent has a hue beside its own. Given are colours that the theme names itself; the others are made to
// fit them.
func From(seed Linear, dark bool, given Palette) map[string]OKLCH {
	own := seed.OKLCH()
	primary, accent, paper := own, own, OKLCH{C: 0.008, H: 85}
	accent.H += 45
	if own.H <= 45 {
		accent.H = min(accent.H, bronze)
	} else if own.H < 240 {
		accent.H = own.H - 45
	}
	grey := own.C < 0.02
	switch {
	case grey:
	case dark:
		paper = OKLCH{C: min(own.C, 0.022), H: own.H}
	default:
		paper = OKLCH{C: min(own.C, 0.006), H: own.H}
	}
	switch {
	case grey && (dark && own.L < 0.3 || !dark && own.L > 0.8): // white can be read where black cannot
		primary.L = 1 - own.L
	case dark:
		primary.L = max(own.L, 0.68)
	case own.L > 0.75: // a colour too light for text colours the paper
		paper = OKLCH{C: min(own.C, 0.02), H: own.H}
		primary = OKLCH{0.6, own.C * 1.6, own.H}
		if own.H > 80 && own.H < 120 {
			primary.H = bronze
		}
	}
	return compose(dark, given, func(key string, at tone) OKLCH {
		switch key {
		case "primary":
			return primary
		case "accent":
			return OKLCH{at.lightness, min(at.chroma, accent.C), accent.H}
		case "background":
			return OKLCH{at.lightness, paper.C, paper.H}
		case "line":
			return OKLCH{at.lightness, min(at.chroma, 1.5*paper.C), paper.H}
		}
		return OKLCH{at.lightness, min(at.chroma, own.C), own.H}
	})
}

// bronze is a hue: dark yellow of its own hue is olive.
const bronze = 75

// compose makes the colours that are not given, as they are asked for where they can be read.
func compose(dark bool, given Palette, asked func(key string, at tone) OKLCH) map[string]OKLCH {
	made := map[string]OKLCH{}
	for _, rule := range rules {
		if own, known := given[rule.key]; known {
			made[rule.key] = own.OKLCH()
			continue
		}
		at := rule.light
		if dark {
			at = rule.dark
		}
		c := asked(rule.key, at)
		if rule.key == "surface" {
			ground := made["background"]
			c = OKLCH{ground.L + at.lightness, ground.C, ground.H}
		} else if rule.key == "onPrimary" {
			c = OKLCH{at.lightness, min(at.chroma, made["primary"].C), made["primary"].H}
		}
		var grounds []Linear
		for _, key := range rule.on {
			grounds = append(grounds, made[key].Linear())
		}
		made[rule.key] = Legible(c.Fit(), grounds...)
	}
	return made
}

// Legible returns a colour that can be read on all grounds: the given one, or one of its hue that is darker or lighter.
func Legible(c OKLCH, grounds ...Linear) OKLCH {
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
	for from := c; least(c) < ReadableOnTints && (end-c.L)*step > 0; {
		c = OKLCH{c.L + step, from.C, c.H}.Fit()
	}
	return c
}

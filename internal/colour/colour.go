// Package colour reads the colours that a theme is written in and says how far
// two of them are apart.
//
// # Notation
//
// A colour is #rrggbb or oklch(L C H): lightness as a number or a percentage,
// chroma as a number or a percentage of 0.4, hue in degrees (CSS Color 4,
// sections 5 and 9.4). What sRGB cannot show is cut off, as screens do.
//
// # Contrast
//
// [Contrast] is the ratio of WCAG 2.2, from 1 to 21.
//
// # Other schemes
//
// [Palette.Opposite] makes the dark palette of a light one, and the light one of a
// dark one: the hues stay, lightness turns round, and all text can be read.
package colour

import (
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
	lightness, ok1 := number(parts[1], 1)
	chroma, ok2 := number(parts[2], 0.4)
	hue, ok3 := number(parts[3], 1)
	if !ok1 || !ok2 || !ok3 {
		return Linear{}, fmt.Errorf("%q has a number that cannot be read", written)
	}
	return fromOKLCH(lightness, chroma, hue), nil
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
	light, dark := a.Luminance(), b.Luminance()
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

// number reads a number, or a percentage of the whole.
func number(written string, whole float64) (float64, bool) {
	digits, percent := strings.CutSuffix(written, "%")
	value, err := strconv.ParseFloat(digits, 64)
	if percent {
		value = value / 100 * whole
	}
	return value, err == nil
}

// linear undoes the gamma of sRGB; encode applies it.
func linear(part float64) float64 {
	if part <= 0.04045 {
		return part / 12.92
	}
	return math.Pow((part+0.055)/1.055, 2.4)
}

func encode(part float64) uint8 {
	if part = clamp(part); part <= 0.0031308 {
		part *= 12.92
	} else {
		part = 1.055*math.Pow(part, 1/2.4) - 0.055
	}
	return uint8(math.Round(part * 255))
}

// fromOKLCH converts with the matrices of Björn Ottosson's OKLab.
func fromOKLCH(lightness, chroma, hue float64) Linear {
	angle := hue * math.Pi / 180
	r, g, b := unclamped(lightness, chroma*math.Cos(angle), chroma*math.Sin(angle))
	return Linear{clamp(r), clamp(g), clamp(b)}
}

func unclamped(lightness, a, b float64) (red, green, blue float64) {
	l := cube(lightness + 0.3963377774*a + 0.2158037573*b)
	m := cube(lightness - 0.1055613458*a - 0.0638541728*b)
	s := cube(lightness - 0.0894841775*a - 1.2914855480*b)
	return 4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.7076147010*s
}

func cube(x float64) float64  { return x * x * x }
func clamp(x float64) float64 { return math.Min(1, math.Max(0, x)) }

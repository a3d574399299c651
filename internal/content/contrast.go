package content

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// rgb is a colour in linear sRGB, each part from 0 to 1.
type rgb struct{ r, g, b float64 }

var oklchPattern = regexp.MustCompile(`^oklch\(\s*([0-9.]+%?)[\s,]+([0-9.]+%?)[\s,]+([0-9.]+)(?:deg)?\s*\)$`)

// parseColor reads #rrggbb or oklch(L C H).
func parseColor(written string) (rgb, bool) {
	written = strings.ToLower(strings.TrimSpace(written))
	if digits, isHex := strings.CutPrefix(written, "#"); isHex {
		if len(digits) != 6 {
			return rgb{}, false
		}
		n, err := strconv.ParseUint(digits, 16, 32)
		if err != nil {
			return rgb{}, false
		}
		return rgb{linear(float64(n>>16) / 255), linear(float64(n>>8&255) / 255), linear(float64(n&255) / 255)}, true
	}
	parts := oklchPattern.FindStringSubmatch(written)
	if parts == nil {
		return rgb{}, false
	}
	lightness, ok1 := number(parts[1], 1)
	chroma, ok2 := number(parts[2], 0.4)
	hue, ok3 := number(parts[3], 1)
	return fromOKLCH(lightness, chroma, hue), ok1 && ok2 && ok3
}

// number reads a number, or a percentage of the whole (CSS Color 4 section 9.4).
func number(written string, whole float64) (float64, bool) {
	digits, percent := strings.CutSuffix(written, "%")
	value, err := strconv.ParseFloat(digits, 64)
	if percent {
		value = value / 100 * whole
	}
	return value, err == nil
}

// linear undoes the gamma of sRGB.
func linear(part float64) float64 {
	if part <= 0.04045 {
		return part / 12.92
	}
	return math.Pow((part+0.055)/1.055, 2.4)
}

// fromOKLCH converts with the matrices of Björn Ottosson's OKLab; what sRGB
// cannot show is cut off, as screens do.
func fromOKLCH(lightness, chroma, hue float64) rgb {
	angle := hue * math.Pi / 180
	a, b := chroma*math.Cos(angle), chroma*math.Sin(angle)
	l := cube(lightness + 0.3963377774*a + 0.2158037573*b)
	m := cube(lightness - 0.1055613458*a - 0.0638541728*b)
	s := cube(lightness - 0.0894841775*a - 1.2914855480*b)
	return rgb{
		clamp(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		clamp(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		clamp(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
	}
}

func cube(x float64) float64  { return x * x * x }
func clamp(x float64) float64 { return math.Min(1, math.Max(0, x)) }

// luminance is the relative luminance of WCAG 2.2.
func (c rgb) luminance() float64 { return 0.2126*c.r + 0.7152*c.g + 0.0722*c.b }

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b rgb) float64 {
	light, dark := a.luminance(), b.luminance()
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

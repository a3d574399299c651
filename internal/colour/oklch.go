package colour

import (
	"fmt"
	"math"
	"strconv"
)

// OKLCH is a colour by lightness (0 to 1), chroma (from 0, grey, to about 0.3) and
// hue in degrees.
type OKLCH struct{ L, C, H float64 }

// OKLCH converts with the matrices of Björn Ottosson's OKLab. The hue of a grey is 0.
func (c Linear) OKLCH() OKLCH {
	l := math.Cbrt(0.4122214708*c.R + 0.5363325363*c.G + 0.0514459929*c.B)
	m := math.Cbrt(0.2119034982*c.R + 0.6806995451*c.G + 0.1073969566*c.B)
	s := math.Cbrt(0.0883024619*c.R + 0.2817188376*c.G + 0.6299787005*c.B)
	lightness := 0.2104542553*l + 0.7936177850*m - 0.0040720468*s
	a := 1.9779984951*l - 2.4285922050*m + 0.4505937099*s
	b := 0.0259040371*l + 0.7827717662*m - 0.8086757660*s
	made := OKLCH{L: lightness, C: math.Hypot(a, b), H: math.Atan2(b, a) * 180 / math.Pi}
	if made.C < 1e-4 {
		made.C, made.H = 0, 0
	}
	if made.H < 0 {
		made.H += 360
	}
	return made
}

// Fit rounds as [OKLCH.String] writes, and takes away as much chroma as sRGB cannot show.
func (c OKLCH) Fit() OKLCH {
	c = OKLCH{round(min(1, max(0, c.L)), 3), round(max(0, c.C), 3), round(c.H, 1)}
	for c.C > 0 && !c.shown() {
		c.C = round(c.C-0.001, 3)
	}
	return c
}

// Linear is the colour as a screen shows it.
func (c OKLCH) Linear() Linear { return fromOKLCH(c.L, c.C, c.H) }

// String writes oklch(L C H).
func (c OKLCH) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return fmt.Sprintf("oklch(%s %s %s)", number(round(c.L, 3)), number(round(c.C, 3)), number(round(c.H, 1)))
}

// shown tells whether sRGB has the colour.
func (c OKLCH) shown() bool {
	angle := c.H * math.Pi / 180
	r, g, b := unclamped(c.L, c.C*math.Cos(angle), c.C*math.Sin(angle))
	const slack = 1e-3
	return min(r, g, b) >= -slack && max(r, g, b) <= 1+slack
}

func round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale) / scale
}

package pictures

import (
	"fmt"
	"image/color"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// palette is the colours of a theme as a screen shows them.
type palette struct {
	background, surface, text, muted, line, primary, onPrimary, accent color.RGBA
}

func newPalette(written site.Colors) (palette, error) {
	var p palette
	for _, entry := range []struct {
		name, written string
		into          *color.RGBA
	}{
		{"background", written.Background, &p.background},
		{"surface", written.Surface, &p.surface},
		{"text", written.Text, &p.text},
		{"muted", written.Muted, &p.muted},
		{"line", written.Line, &p.line},
		{"primary", written.Primary, &p.primary},
		{"onPrimary", written.OnPrimary, &p.onPrimary},
		{"accent", written.Accent, &p.accent},
	} {
		parsed, err := colour.Parse(entry.written)
		if err != nil {
			return palette{}, fmt.Errorf("theme colour %s: %w", entry.name, err)
		}
		*entry.into = parsed.RGBA()
	}
	return p, nil
}

// mix goes from one colour to another, in the gamma of sRGB as CSS does.
func mix(from, to color.RGBA, share float64) color.RGBA {
	share = min(1, max(0, share))
	part := func(a, b uint8) uint8 { return uint8(float64(a) + (float64(b)-float64(a))*share + 0.5) }
	return color.RGBA{R: part(from.R, to.R), G: part(from.G, to.G), B: part(from.B, to.B), A: 255}
}

func hexOf(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// vivid is a colour with more of its hue, for light that is laid over others.
func vivid(c color.RGBA, by float64) color.RGBA {
	grey := (float64(c.R) + float64(c.G) + float64(c.B)) / 3
	part := func(a uint8) uint8 { return uint8(min(254.5, max(0, grey+(float64(a)-grey)*by)) + 0.5) }
	return color.RGBA{R: part(c.R), G: part(c.G), B: part(c.B), A: 255}
}

package pictures

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// palette is the colours of a theme as a screen shows them.
type palette struct{ background, text, muted, line, primary, onPrimary color.RGBA }

func newPalette(written site.Colors) (palette, error) {
	var p palette
	for _, entry := range []struct {
		name, written string
		into          *color.RGBA
	}{
		{"background", written.Background, &p.background},
		{"text", written.Text, &p.text},
		{"muted", written.Muted, &p.muted},
		{"line", written.Line, &p.line},
		{"primary", written.Primary, &p.primary},
		{"onPrimary", written.OnPrimary, &p.onPrimary},
	} {
		parsed, err := colour.Parse(entry.written)
		if err != nil {
			return palette{}, fmt.Errorf("theme colour %s: %w", entry.name, err)
		}
		*entry.into = parsed.RGBA()
	}
	return p, nil
}

func hexOf(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// canvas is what is drawn on. Its pixels are opaque.
type canvas struct{ *image.RGBA }

func newCanvas(width, height int, fill color.RGBA) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	c.rect(c.Bounds(), fill)
	return c
}

func (c canvas) rect(area image.Rectangle, fill color.RGBA) {
	draw.Draw(c.RGBA, area, image.NewUniform(fill), image.Point{}, draw.Src)
}

// paste lays a picture over the canvas.
func (c canvas) paste(picture *image.RGBA, x, y int) {
	draw.Draw(c.RGBA, picture.Bounds().Add(image.Pt(x, y)), picture, picture.Bounds().Min, draw.Over)
}

// trace fills what the function adds to the rasterizer, of which the origin is the corner
// of the area.
func (c canvas) trace(x0, y0, x1, y1 float64, fill color.RGBA, add func(r *vector.Rasterizer, left, top float32)) {
	area := image.Rect(int(math.Floor(x0)), int(math.Floor(y0)), int(math.Ceil(x1)), int(math.Ceil(y1))).Intersect(c.Bounds())
	if area.Empty() {
		return
	}
	raster := vector.NewRasterizer(area.Dx(), area.Dy())
	add(raster, float32(area.Min.X), float32(area.Min.Y))
	raster.Draw(c.RGBA, area, image.NewUniform(fill), image.Point{})
}

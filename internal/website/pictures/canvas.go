package pictures

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/draw"
	"golang.org/x/image/vector"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// palette is the colours of a theme as a screen shows them.
type palette struct{ background, text, muted, line, primary, onPrimary color.RGBA }

func newPalette(written site.Colors) (p palette, err error) {
	read := func(name, text string) color.RGBA {
		parsed, failed := colour.Parse(text)
		if failed != nil {
			err = fmt.Errorf("theme colour %s: %w", name, failed)
		}
		return parsed.RGBA()
	}
	p = palette{
		background: read("background", written.Background), text: read("text", written.Text),
		muted: read("muted", written.Muted), line: read("line", written.Line),
		primary: read("primary", written.Primary), onPrimary: read("onPrimary", written.OnPrimary),
	}
	return p, err
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

// fill fills the paths of a rasterizer that is as large as the canvas.
func (c canvas) fill(raster *vector.Rasterizer, with color.RGBA) {
	raster.Draw(c.RGBA, c.Bounds(), image.NewUniform(with), image.Point{})
}

package pictures

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // a mark may be any of these
	_ "image/png"
	"math"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"
)

// maxSide bounds the pixels of a mark that is a photo or a drawing in pixels.
const maxSide = 2048

var errNoMark = errors.New("the site has no mark")

// drawMark draws a mark into a square of pixels, centred, on nothing. current
// is what currentColor means.
func drawMark(file []byte, size int, current string) (*image.RGBA, error) {
	switch {
	case len(file) == 0:
		return nil, errNoMark
	case bytes.Contains(file[:min(len(file), 4096)], []byte("<svg")):
		return drawSVG(file, size, current)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width <= 0 || config.Height <= 0 {
		return nil, fmt.Errorf("the mark has %d x %d pixels, more than %d", config.Width, config.Height, maxSide)
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	scale := float64(size) / float64(max(config.Width, config.Height))
	width, height := max(1, int(float64(config.Width)*scale+0.5)), max(1, int(float64(config.Height)*scale+0.5))
	corner := image.Pt((size-width)/2, (size-height)/2)
	draw.CatmullRom.Scale(out, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(width, height))}, picture, picture.Bounds(), draw.Over, nil)
	return out, nil
}

func drawSVG(file []byte, size int, current string) (out *image.RGBA, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			out, err = nil, fmt.Errorf("draw the mark: %v", reason)
		}
	}()
	clean, err := sanitize(file, size, current)
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	icon, err := oksvg.ReadIconStream(bytes.NewReader(clean))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	box := icon.ViewBox
	scale := float64(size) / math.Max(box.W, box.H)
	icon.Transform = rasterx.Identity.
		Translate((float64(size)-box.W*scale)/2, (float64(size)-box.H*scale)/2).
		Scale(scale, scale).Translate(-box.X, -box.Y)
	for i := range icon.SVGPaths { // the library transforms paths, not their strokes
		icon.SVGPaths[i].LineWidth *= scale
	}
	out = image.NewRGBA(image.Rect(0, 0, size, size))
	scanner := rasterx.NewScannerGV(size, size, out, out.Bounds())
	icon.Draw(rasterx.NewDasher(size, size, scanner), 1)
	for i := 3; i < len(out.Pix); i += 4 {
		if out.Pix[i] != 0 {
			return out, nil
		}
	}
	return nil, errors.New("the mark shows nothing")
}

// ink is the part of a picture that is not empty.
func ink(picture *image.RGBA) image.Rectangle {
	var found image.Rectangle
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if picture.RGBAAt(x, y).A > 24 {
				found = found.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return found
}

package pictures

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	_ "image/png" // a favicon may be one
	"regexp"
	"strings"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/draw"

	"github.com/evenlight/marquee/internal/colour"
)

// Bounds of a mark. They are far above what a drawn mark needs, and low enough
// that drawing one takes milliseconds.
const (
	maxSide = 2048 // of a PNG, in pixels
	maxSVG  = 128 << 10
	maxTags = 1000
	maxUses = 64
)

// drawMark draws a mark into a square of pixels, centred, on nothing. current
// is what currentColor means.
func drawMark(file []byte, size int, current string) (*image.RGBA, error) {
	if bytes.Contains(file[:min(len(file), 4096)], []byte("<svg")) {
		return drawSVG(file, size, current)
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	if config.Width > maxSide || config.Height > maxSide {
		return nil, fmt.Errorf("the mark has %d x %d pixels, more than %d", config.Width, config.Height, maxSide)
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	longer := max(config.Width, config.Height)
	width, height := max(1, config.Width*size/longer), max(1, config.Height*size/longer)
	corner := image.Pt((size-width)/2, (size-height)/2)
	target := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(width, height))}
	draw.CatmullRom.Scale(out, target, picture, picture.Bounds(), draw.Over, nil)
	return out, nil
}

// drawSVG draws with a library that knows a part of SVG; what it would draw in
// another way than a browser is repaired or taken away before.
func drawSVG(file []byte, size int, current string) (out *image.RGBA, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			out, err = nil, fmt.Errorf("draw the mark: %v", reason)
		}
	}()
	uses := strings.Count(string(file), "<use")
	switch {
	case len(file) > maxSVG, bytes.Count(file, []byte("<")) > maxTags, uses > maxUses:
		return nil, errors.New("the mark has too many parts")
	case svgCircle.Match(file):
		return nil, errors.New("the mark refers to parts of itself within definitions")
	}
	text := svgHidden.ReplaceAllString(string(file), "")
	text = svgOKLCH.ReplaceAllStringFunc(text, func(written string) string {
		if parsed, err := colour.Parse(written); err == nil {
			return parsed.Hex()
		}
		return current
	})
	text = svgRect.ReplaceAllStringFunc(text, withBothRadii)
	icon, err := oksvg.ReadReplacingCurrentColor(strings.NewReader(text), current)
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	box, side := icon.ViewBox, float64(size)
	if !(box.W >= 1 && box.H >= 1) {
		return nil, errors.New("the mark has no size")
	}
	scale := side / max(box.W, box.H)
	place := rasterx.Identity.Translate((side-box.W*scale)/2, (side-box.H*scale)/2).
		Scale(scale, scale).Translate(-box.X, -box.Y)

	// The library takes user space in gradients for pixels.
	moved := func(gradient string) string { return withTransform(gradient, place) }
	if placed := svgGradient.ReplaceAllStringFunc(text, moved); placed != text {
		if icon, err = oksvg.ReadReplacingCurrentColor(strings.NewReader(placed), current); err != nil {
			return nil, fmt.Errorf("read the mark: %w", err)
		}
	}
	icon.Transform = place
	for i := range icon.SVGPaths {
		icon.SVGPaths[i].LineWidth *= scale // paths are transformed, their strokes are not
		icon.SVGPaths[i].Dash = nil         // short dashes take unbounded time
	}
	out = image.NewRGBA(image.Rect(0, 0, size, size))
	icon.Draw(rasterx.NewDasher(size, size, rasterx.NewScannerGV(size, size, out, out.Bounds())), 1)
	if ink(out).Empty() {
		return nil, errors.New("the mark shows nothing")
	}
	return out, nil
}

var (
	svgOKLCH    = regexp.MustCompile(`oklch\([^)]*\)`)
	svgRect     = regexp.MustCompile(`<rect\b[^>]*`)
	svgRadius   = regexp.MustCompile(`\br([xy])\s*=\s*("[^"]*"|'[^']*')`)
	svgGradient = regexp.MustCompile(`<(?:linear|radial)Gradient\b[^>]*userSpaceOnUse[^>]*`)
	svgMatrix   = regexp.MustCompile(`gradientTransform\s*=\s*["']([^"']*)["']`)
	// A circle of references would be followed until the stack ends.
	svgCircle = regexp.MustCompile(`(?s)<defs\b.*<use\b.*</defs>`)
	// What these hold would be drawn as if it were visible.
	svgHidden = regexp.MustCompile(`(?s)<(?:clipPath\b.*?</clipPath|mask\b.*?</mask|symbol\b.*?</symbol|` +
		`pattern\b.*?</pattern|marker\b.*?</marker)>`)
)

// withBothRadii repeats the radius of a rectangle's corner that stands for both.
func withBothRadii(tag string) string {
	found := svgRadius.FindAllStringSubmatch(tag, -1)
	if len(found) != 1 {
		return tag
	}
	other := map[string]string{"x": "ry", "y": "rx"}[found[0][1]]
	return strings.Replace(tag, "<rect", "<rect "+other+"="+found[0][2], 1)
}

// withTransform puts a transform before that of a gradient.
func withTransform(tag string, m rasterx.Matrix2D) string {
	transform := fmt.Sprintf("matrix(%g,%g,%g,%g,%g,%g)", m.A, m.B, m.C, m.D, m.E, m.F)
	if own := svgMatrix.FindStringSubmatch(tag); own != nil {
		return strings.Replace(tag, own[0], `gradientTransform="`+transform+" "+own[1]+`"`, 1)
	}
	return strings.Replace(tag, "Gradient", `Gradient gradientTransform="`+transform+`"`, 1)
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

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

// Bounds of a drawn mark, far above what one needs, and low enough that drawing it
// takes milliseconds.
const (
	maxSVG  = 128 << 10
	maxTags = 1000
	maxUses = 64
)

// drawMark draws a mark into a square of pixels, centred, on nothing. current
// is what currentColor means.
func drawMark(file []byte, size int, current string) (*image.RGBA, error) {
	if bytes.Contains(file[:min(len(file), 4096)], []byte("<svg")) {
		return drawSVG(string(file), size, current)
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
	}
	side := picture.Bounds().Size()
	longer := max(side.X, side.Y)
	width, height := max(1, side.X*size/longer), max(1, side.Y*size/longer)
	corner := image.Pt((size-width)/2, (size-height)/2)
	target := image.Rectangle{Min: corner, Max: corner.Add(image.Pt(width, height))}
	out := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(out, target, picture, picture.Bounds(), draw.Over, nil)
	return out, nil
}

var (
	svgOKLCH    = regexp.MustCompile(`oklch\([^)]*\)`)
	svgRect     = regexp.MustCompile(`<rect\b[^>]*`)
	svgRadius   = regexp.MustCompile(`\brx\s*=\s*("[^"]*"|'[^']*')`)
	svgGradient = regexp.MustCompile(`<(?:linear|radial)Gradient\b[^>]*userSpaceOnUse[^>]*`)
	svgMatrix   = regexp.MustCompile(`gradientTransform\s*=\s*["']([^"']*)["']`)
	// A circle of references would be followed until the stack ends.
	svgCircle = regexp.MustCompile(`(?s)<defs\b.*<use\b.*</defs>`)
	// What these hold would be drawn as if it were visible.
	svgHidden = regexp.MustCompile(`(?s)<(?:clipPath\b.*?</clipPath|mask\b.*?</mask|symbol\b.*?</symbol|` +
		`pattern\b.*?</pattern|marker\b.*?</marker)>`)
)

// drawSVG draws with a library that knows a part of SVG; what it would draw in
// another way than a browser is repaired or taken away before.
func drawSVG(file string, size int, current string) (out *image.RGBA, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			out, err = nil, fmt.Errorf("draw the mark: %v", reason)
		}
	}()
	if len(file) > maxSVG || strings.Count(file, "<") > maxTags || strings.Count(file, "<use") > maxUses {
		return nil, errors.New("the mark has too many parts")
	}
	if svgCircle.MatchString(file) {
		return nil, errors.New("the mark refers to parts of itself within definitions")
	}
	text := svgHidden.ReplaceAllString(file, "")
	text = svgOKLCH.ReplaceAllStringFunc(text, func(written string) string {
		if parsed, err := colour.Parse(written); err == nil {
			return parsed.Hex()
		}
		return current
	})
	text = svgRect.ReplaceAllStringFunc(text, func(tag string) string {
		if strings.Contains(tag, "ry=") {
			return tag
		}
		return svgRadius.ReplaceAllString(tag, "rx=$1 ry=$1") // it stands for both
	})
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
	text = svgGradient.ReplaceAllStringFunc(text, func(tag string) string { return withTransform(tag, place) })
	if icon, err = oksvg.ReadReplacingCurrentColor(strings.NewReader(text), current); err != nil {
		return nil, fmt.Errorf("read the mark: %w", err)
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

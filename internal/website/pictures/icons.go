package pictures

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/png" // a favicon may be one
	"math"
	"regexp"
	"strings"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/draw"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// Purpose is what an icon is for: its name in manifests, and the shares of its side that a
// mark takes that stands free, and one that is a tile itself.
type Purpose struct {
	name       string
	free, tile float64
}

var (
	// Tab is for the tabs and bookmarks of browsers: the mark alone, on nothing.
	Tab = Purpose{}
	// Home is for home screens: opaque, with some room around the mark.
	Home = Purpose{"any", 0.68, 1}
	// Maskable is for home screens that cut icons to a shape of their own: all
	// that matters lies within the middle 80 percent (W3C Manifest, section 1.11.2).
	Maskable = Purpose{"maskable", 0.5, 0.8}
)

// icons of a site, by the end of their addresses. All but the first are in its manifest.
var icons = []struct {
	end     string
	size    int
	purpose Purpose
}{
	{"-180.png", 180, Home},
	{"-192.png", 192, Home},
	{"-512.png", 512, Home},
	{"-mask.png", 512, Maskable},
}

// Icon draws the site's favicon, or else its mark, as a square PNG with sides of size pixels.
func (s *Store) Icon(bundle *site.Bundle, size int, purpose Purpose) ([]byte, error) {
	l, err := s.look(bundle, iconOf(bundle))
	if err != nil {
		return nil, fmt.Errorf("draw an icon of %s: %w", bundle.Site.ID, err)
	}
	if purpose == Tab {
		return encode(l.drawMark(size))
	}
	const probeSize = 128
	probe := l.drawMark(probeSize)
	drawn, share, ground := ink(probe), purpose.free, l.background
	if edge, isTile := tile(probe); isTile {
		drawn, share, ground = probe.Bounds(), purpose.tile, edge
	}

	// The ink, not the drawing with its own margin, takes the share and stands in the middle.
	zoom := share * float64(size) / float64(max(drawn.Dx(), drawn.Dy()))
	side := min(2*size, max(1, int(math.Round(zoom*probeSize))))
	middle := func(low, high int) int {
		return int(math.Round(float64(size)/2 - float64(low+high)/2*float64(side)/probeSize))
	}
	out := newCanvas(size, size, ground)
	paste(out, l.drawMark(side), middle(drawn.Min.X, drawn.Max.X), middle(drawn.Min.Y, drawn.Max.Y))
	return encode(out)
}

// tile tells whether a mark fills its square to the edges, and with what.
func tile(picture *image.RGBA) (color.RGBA, bool) {
	far := picture.Bounds().Dx() - 3
	first := picture.RGBAAt(far/2, 2)
	differ := func(a, b uint8) bool { return max(a, b)-min(a, b) > 10 }
	for _, at := range [][2]int{{far / 2, far}, {2, far / 2}, {far, far / 2}, {far / 4, 2}, {far, far * 3 / 4}} {
		c := picture.RGBAAt(at[0], at[1])
		if c.A != 255 || first.A != 255 || differ(first.R, c.R) || differ(first.G, c.G) || differ(first.B, c.B) {
			return color.RGBA{}, false
		}
	}
	return first, true
}

// Favicon draws favicon.ico with 32 pixels, for what does not show SVG.
func (s *Store) Favicon(bundle *site.Bundle) ([]byte, error) {
	const size, from = 32, 22 // the picture follows the head and one entry
	picture, err := s.Icon(bundle, size, Tab)
	if err != nil {
		return nil, err
	}
	out := []byte{0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0} // one icon, of one plane and 32 bits per pixel
	out = binary.LittleEndian.AppendUint32(out, uint32(len(picture)))
	out = binary.LittleEndian.AppendUint32(out, from)
	return append(out, picture...), nil
}

// manifest writes the site's web manifest (W3C Web Application Manifest). The website stays a website: it opens in a
// browser.
func manifest(owner *site.Site, icon string) ([]byte, error) {
	p, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, fmt.Errorf("write the manifest of %s: %w", owner.ID, err)
	}
	var listed []map[string]string
	for _, i := range icons[1:] {
		listed = append(listed, map[string]string{
			"src": icon + i.end, "sizes": fmt.Sprintf("%dx%[1]d", i.size), "type": "image/png", "purpose": i.purpose.name,
		})
	}
	return json.Marshal(map[string]any{
		"id": owner.Path, "name": owner.Name, "description": owner.Tagline,
		"lang": owner.Language, "start_url": owner.Path, "scope": owner.Path, "display": "browser",
		"theme_color": hexOf(p.background), "background_color": hexOf(p.background), "icons": listed,
	})
}

// drawMark draws a mark into a square of pixels, centred, on nothing. current is what currentColor means.
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
	// Far above what a mark needs, and low enough that drawing takes milliseconds.
	if len(file) > 128<<10 || strings.Count(file, "<") > 1000 || strings.Count(file, "<use") > 64 {
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

package pictures

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"math"

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
func (s *Studio) Icon(bundle *site.Bundle, size int, purpose Purpose) ([]byte, error) {
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
func (s *Studio) Favicon(bundle *site.Bundle) ([]byte, error) {
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

// manifest writes the site's web manifest (W3C Web Application Manifest). The
// website stays a website: it opens in a browser.
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

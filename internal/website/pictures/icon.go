package pictures

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"

	"github.com/evenlight/marquee/internal/site"
)

// Purpose is what an icon is for.
type Purpose int

const (
	// Tab is for the tabs and bookmarks of browsers: the mark alone, on nothing.
	Tab Purpose = iota
	// Home is for home screens: opaque, with some room around the mark.
	Home
	// Maskable is for home screens that cut icons to a shape of their own: all
	// that matters lies within the middle 80 percent (W3C Manifest, section 1.11.2).
	Maskable
)

// MaxIcon is the largest side of an icon in pixels.
const MaxIcon = 1024

// Icon draws the site's mark as a square PNG with sides of size pixels.
func (s *Studio) Icon(owner *site.Site, mark []byte, size int, purpose Purpose) (data []byte, err error) {
	defer s.sit(&err)()
	if size < 1 || size > MaxIcon {
		return nil, fmt.Errorf("draw an icon of %s: %d pixels is not between 1 and %d", owner.ID, size, MaxIcon)
	}
	sheet, err := s.sheet(owner, mark)
	if err != nil {
		return nil, fmt.Errorf("draw an icon of %s: %w", owner.ID, err)
	}
	return encode(sheet.icon(size, purpose))
}

// Favicon draws favicon.ico with 16, 32 and 48 pixels, for what does not show SVG.
func (s *Studio) Favicon(owner *site.Site, mark []byte) ([]byte, error) {
	sizes := []int{16, 32, 48}
	const head, entry = 6, 16
	out := binary.LittleEndian.AppendUint16(nil, 0)
	out = binary.LittleEndian.AppendUint16(out, 1) // icons
	out = binary.LittleEndian.AppendUint16(out, uint16(len(sizes)))
	var pictures []byte
	for _, size := range sizes {
		picture, err := s.Icon(owner, mark, size, Tab)
		if err != nil {
			return nil, err
		}
		out = append(out, byte(size), byte(size), 0, 0)
		out = binary.LittleEndian.AppendUint16(out, 1)  // planes
		out = binary.LittleEndian.AppendUint16(out, 32) // bits per pixel
		out = binary.LittleEndian.AppendUint32(out, uint32(len(picture)))
		out = binary.LittleEndian.AppendUint32(out, uint32(head+entry*len(sizes)+len(pictures)))
		pictures = append(pictures, picture...)
	}
	return append(out, pictures...), nil
}

// shares of an icon's side that the mark takes: one that stands free, and one that is a tile itself.
var shares = map[Purpose]struct{ free, tile float64 }{
	Tab: {1, 1}, Home: {0.68, 1}, Maskable: {0.5, 0.8},
}

func (s *sheet) icon(size int, purpose Purpose) image.Image {
	const probeSize = 128
	probe := s.mark(probeSize)
	fill, isTile := tile(probe)
	share := shares[purpose].free
	if isTile {
		share = shares[purpose].tile
	} else {
		fill = s.palette.background
	}
	if purpose == Tab {
		return s.mark(size)
	}
	out := newCanvas(size, size, fill)
	drawn := ink(probe)
	if isTile || drawn.Empty() {
		drawn = probe.Bounds()
	}
	// The ink, not the drawing with its own margin, takes the share and stands in the middle.
	zoom := share * float64(size) / float64(max(drawn.Dx(), drawn.Dy()))
	side := min(2*size, max(1, int(math.Round(zoom*probeSize))))
	middle := func(low, high int) int {
		return int(math.Round(float64(size)/2 - float64(low+high)/2*float64(side)/probeSize))
	}
	out.paste(s.mark(side), middle(drawn.Min.X, drawn.Max.X), middle(drawn.Min.Y, drawn.Max.Y))
	return out
}

// tile tells whether a mark fills its square to the edges, and with what.
func tile(picture *image.RGBA) (color.RGBA, bool) {
	side := picture.Bounds().Dx()
	first := picture.RGBAAt(side/2, 2)
	differ := func(a, b uint8) bool { return max(a, b)-min(a, b) > 10 }
	for _, at := range []image.Point{{side / 2, side - 3}, {2, side / 2}, {side - 3, side / 2}, {side / 4, 2}, {side - 3, side - side/4}} {
		other := picture.RGBAAt(at.X, at.Y)
		if first.A != 255 || other.A != 255 || differ(first.R, other.R) || differ(first.G, other.G) || differ(first.B, other.B) {
			return color.RGBA{}, false
		}
	}
	return first, true
}

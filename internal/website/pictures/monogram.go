package pictures

import (
	"image"
	"image/color"
	"math"
	"unicode"
	"unicode/utf8"
)

// monogram stands for a mark: a round tile in the primary colour with the first letter of the site's name.
func (s *sheet) monogram(size int) *image.RGBA {
	out := canvas{image.NewRGBA(image.Rect(0, 0, size, size))}
	half := float64(size) / 2
	tile := newCanvas(size, size, s.palette.primary)
	display := s.fonts.faces(s.theme.Fonts.Display, 650)
	if name, ok := legible(s.name, display); ok {
		first, _ := utf8.DecodeRuneInString(name)
		st := style{faces: display, size: 0.56 * float64(size), leading: 1}
		letter := s.types.set(string(unicode.ToUpper(first)), st, float64(size), 1)
		if !letter.torn && len(letter.lines) == 1 {
			inkWidth := float64(letter.lines[0][0].Glyphs[0].Width) / 64
			letter.draw(tile, half-inkWidth/2, half-st.capHeight()/2, flat(s.palette.onPrimary, 1))
		}
	}
	// Cut out the disc: the tile's colours with the disc's coverage.
	cover := newCanvas(size, size, color.RGBA{A: 255})
	cover.sector(half, half, half, 0, 2*math.Pi, flat(color.RGBA{255, 255, 255, 255}, 1))
	for y := range size {
		for x := range size {
			c, a := tile.RGBAAt(x, y), int(cover.RGBAAt(x, y).R)
			part := func(v uint8) uint8 { return uint8(int(v) * a / 255) }
			out.SetRGBA(x, y, color.RGBA{part(c.R), part(c.G), part(c.B), uint8(a)})
		}
	}
	return out.RGBA
}

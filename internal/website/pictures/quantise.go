package pictures

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// attempts are sizes of palettes, the best looking first. There is no dithering:
// its patterns cost more bytes than the steps of 256 colours cost looks.
var attempts = []int{256, 128, 48, 16, 4}

// encode writes a PNG with a palette, of at most MaxBytes.
func encode(c canvas) ([]byte, error) {
	counted := count(c)
	for _, colours := range attempts {
		encoder := png.Encoder{CompressionLevel: png.DefaultCompression}
		var out bytes.Buffer
		out.Grow(MaxBytes)
		if err := encoder.Encode(&out, counted.paletted(c, colours)); err != nil {
			return nil, fmt.Errorf("write the PNG: %w", err)
		}
		if out.Len() <= MaxBytes {
			return out.Bytes(), nil
		}
	}
	return nil, fmt.Errorf("the picture has more than %d bytes", MaxBytes)
}

// shade is a colour of a picture and how many pixels have it.
type shade struct {
	part  [3]uint8
	count int32
}

// histogram holds the colours of a picture in an open hash table.
type histogram struct {
	keys   []uint32 // colour + 1; 0 is empty
	index  []int32  // into shades
	shades []shade
}

func (h *histogram) slot(key uint32) int {
	at := int(key*2654435761>>8) & (len(h.keys) - 1)
	for h.keys[at] != 0 && h.keys[at] != key {
		at = (at + 1) & (len(h.keys) - 1)
	}
	return at
}

func (h *histogram) add(key uint32) {
	at := h.slot(key)
	if h.keys[at] == 0 {
		if 2*len(h.shades) >= len(h.keys) {
			h.grow()
			at = h.slot(key)
		}
		h.keys[at], h.index[at] = key, int32(len(h.shades))
		h.shades = append(h.shades, shade{part: [3]uint8{uint8((key - 1) >> 16), uint8((key - 1) >> 8), uint8(key - 1)}})
	}
	h.shades[h.index[at]].count++
}

func (h *histogram) grow() {
	keys, index := h.keys, h.index
	h.keys, h.index = make([]uint32, 2*len(keys)), make([]int32, 2*len(keys))
	for i, key := range keys {
		if key != 0 {
			at := h.slot(key)
			h.keys[at], h.index[at] = key, index[i]
		}
	}
}

func count(c canvas) *histogram {
	h := &histogram{keys: make([]uint32, 1<<14), index: make([]int32, 1<<14)}
	for i := 0; i < len(c.Pix); i += 4 {
		h.add(uint32(c.Pix[i])<<16 + uint32(c.Pix[i+1])<<8 + uint32(c.Pix[i+2]) + 1)
	}
	return h
}

// weight of red, green and blue for the eye, in squared distances.
var weight = [3]int{3, 6, 2}

// colours finds a palette by median cut: the box whose colours differ most is
// split until there are enough.
func (h *histogram) colours(number int) color.Palette {
	boxes := []box{newBox(slices.Clone(h.shades))}
	for len(boxes) < number {
		widest := 0
		for i, b := range boxes {
			if b.spread > boxes[widest].spread {
				widest = i
			}
		}
		if boxes[widest].spread == 0 {
			break
		}
		low, high := boxes[widest].split()
		boxes[widest] = newBox(low)
		boxes = append(boxes, newBox(high))
	}
	palette := make(color.Palette, len(boxes))
	for i, box := range boxes {
		palette[i] = mean(box.shades)
	}
	return palette
}

// box is colours that share an entry of the palette.
type box struct {
	shades []shade
	axis   int     // the channel in which they differ most
	spread float64 // how much all their pixels differ there
}

func newBox(shades []shade) box {
	var sum, squares [3]float64
	total := 0.0
	for _, s := range shades {
		n := float64(s.count)
		total += n
		for i, part := range s.part {
			sum[i] += n * float64(part)
			squares[i] += n * float64(part) * float64(part)
		}
	}
	b := box{shades: shades}
	for i := range 3 {
		if v := float64(weight[i]) * (squares[i] - sum[i]*sum[i]/total); v > b.spread+1e-6 {
			b.axis, b.spread = i, v
		}
	}
	return b
}

// split cuts a box at the mean of its widest channel.
func (b box) split() (low, high []shade) {
	middle := mean(b.shades)
	limit := [3]uint8{middle.R, middle.G, middle.B}[b.axis]
	least := slices.MinFunc(b.shades, func(x, y shade) int { return cmp.Compare(x.part[b.axis], y.part[b.axis]) }).part[b.axis]
	most := slices.MaxFunc(b.shades, func(x, y shade) int { return cmp.Compare(x.part[b.axis], y.part[b.axis]) }).part[b.axis]
	limit = max(least, min(limit, most-1)) // the mean was rounded: neither side may be empty
	for _, s := range b.shades {
		if s.part[b.axis] <= limit {
			low = append(low, s)
		} else {
			high = append(high, s)
		}
	}
	return low, high
}

func mean(box []shade) color.RGBA {
	var sum [3]int64
	var total int64
	for _, s := range box {
		total += int64(s.count)
		for i, part := range s.part {
			sum[i] += int64(s.count) * int64(part)
		}
	}
	part := func(i int) uint8 { return uint8((sum[i] + total/2) / total) }
	return color.RGBA{part(0), part(1), part(2), 255}
}

func (h *histogram) paletted(c canvas, number int) *image.Paletted {
	palette := h.colours(number)
	entries := make([]uint8, len(h.shades))
	for i, s := range h.shades {
		entries[i] = nearest(palette, s.part)
	}
	out := image.NewPaletted(c.Bounds(), palette)
	last, at := uint32(0), 0
	for y := range c.Bounds().Dy() {
		row := c.Pix[y*c.Stride:]
		for x := range c.Bounds().Dx() {
			key := uint32(row[4*x])<<16 + uint32(row[4*x+1])<<8 + uint32(row[4*x+2]) + 1
			if key != last {
				last, at = key, h.slot(key)
			}
			out.Pix[y*out.Stride+x] = entries[h.index[at]]
		}
	}
	return out
}

// nearest finds the palette colour next to a colour.
func nearest(palette color.Palette, part [3]uint8) uint8 {
	first, least := 0, 1<<30
	for i, entry := range palette {
		if d := distance(entry.(color.RGBA), part); d < least {
			first, least = i, d
		}
	}
	return uint8(first)
}

func distance(a color.RGBA, b [3]uint8) int {
	r, g, bl := int(a.R)-int(b[0]), int(a.G)-int(b[1]), int(a.B)-int(b[2])
	return weight[0]*r*r + weight[1]*g*g + weight[2]*bl*bl
}

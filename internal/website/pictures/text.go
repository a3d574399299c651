package pictures

import (
	"image/color"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// maxRunes bounds the work that a text may cause.
const maxRunes = 400

// style is how words are set.
type style struct {
	faces    *faces
	size     float64 // pixels per em
	tracking float64 // added to every letter, in em
	leading  float64 // distance of base lines, in em
}

// block is words that were set: lines of shaped runs.
type block struct {
	style  style
	lines  [][]shaping.Output
	cut    bool    // not all words have room
	height float64 // from the top of capitals to the last base line
}

// legible returns the words as one line with single spaces, without the signs
// that no font has. It returns false where letters are missing, or nothing is
// left: such words are better not shown.
func legible(words string, f *faces) (string, bool) {
	var out strings.Builder
	count, skipped, letters := 0, false, false
	for _, r := range words {
		if count++; count > maxRunes {
			break
		}
		letter := unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Variation_Selector), r == unicode.ReplacementChar:
			continue
		case skipped && unicode.IsMark(r): // belongs to what was left out
			continue
		case f.lookup(r) == nil && letter:
			return "", false
		case f.lookup(r) == nil:
			skipped = true
			continue
		}
		skipped, letters = false, letters || letter
		out.WriteRune(r)
	}
	return strings.Join(strings.Fields(out.String()), " "), letters
}

// typesetter shapes words and breaks lines. It belongs to one drawing.
type typesetter struct {
	segmenter shaping.Segmenter
	language  language.Language
}

func (t *typesetter) shape(words string, s style) []shaping.Output {
	runes := []rune(words)
	runs := t.segmenter.Split(shaping.Input{
		Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR,
		Size: fixed.Int26_6(s.size * 64), Language: t.language,
	}, s.faces)

	outputs := make([]shaping.Output, len(runs))
	for i, run := range runs {
		outputs[i] = s.faces.shaper.Shape(run)
		for g := range outputs[i].Glyphs {
			if glyph := &outputs[i].Glyphs[g]; glyph.Advance > 0 {
				glyph.Advance += fixed.Int26_6(s.tracking * s.size * 64)
			}
		}
		outputs[i].RecomputeAdvance()
	}
	return outputs
}

// measure returns how wide words are, in pixels.
func (t *typesetter) measure(words string, s style) float64 {
	var sum fixed.Int26_6
	for _, run := range t.shape(words, s) {
		sum += run.Advance
	}
	return float64(sum) / 64
}

// set breaks words into at most maxLines lines of the width, none much longer
// than the others. What has no room ends in an ellipsis.
func (t *typesetter) set(words string, s style, width float64, maxLines int) block {
	fields := strings.Fields(words)
	widths := make([]float64, len(fields))
	for i, word := range fields {
		widths[i] = t.measure(word, s)
	}
	space, longest := t.measure(" ", s), slices.Max(append(widths, 0))

	lines := wrap(fields, widths, space, width)
	cut := len(lines) > maxLines || longest > width
	if cut {
		lines = t.shorten(lines, s, width, maxLines)
	} else {
		low, high := max(width/2, longest), width
		for high-low > 2 {
			middle := (low + high) / 2
			if len(wrap(fields, widths, space, middle)) > len(lines) {
				low = middle
			} else {
				high = middle
			}
		}
		lines = wrap(fields, widths, space, high)
	}

	b := block{style: s, cut: cut, height: s.capHeight() + float64(max(0, len(lines)-1))*s.size*s.leading}
	for _, line := range lines {
		b.lines = append(b.lines, t.shape(line, s))
	}
	return b
}

// wrap fills one line after the other. A word that is wider than the width has
// a line of its own.
func wrap(words []string, widths []float64, space, width float64) (lines []string) {
	used := 0.0
	for i, word := range words {
		if i > 0 && used+space+widths[i] <= width {
			lines[len(lines)-1] += " " + word
			used += space + widths[i]
		} else {
			lines, used = append(lines, word), widths[i]
		}
	}
	return lines
}

// shorten ends lines that are too wide, and the last one where there are too
// many, in an ellipsis.
func (t *typesetter) shorten(lines []string, s style, width float64, maxLines int) []string {
	more := len(lines) > maxLines
	lines = lines[:min(maxLines, len(lines))]
	for i, line := range lines {
		if t.measure(line, s) <= width && !(more && i == len(lines)-1) {
			continue
		}
		runes := []rune(line)
		shorter := func(without int) string {
			return strings.TrimRight(string(runes[:len(runes)-without]), " ,;:.-–—") + "…"
		}
		lines[i] = shorter(sort.Search(len(runes), func(n int) bool { return t.measure(shorter(n), s) <= width }))
	}
	return lines
}

// fit sets words in the largest of the sizes at which they have room, or else in the last.
func (t *typesetter) fit(words string, s style, sizes []float64, width, height float64, maxLines int) (b block) {
	for _, size := range sizes {
		s.size = size
		if b = t.set(words, s, width, maxLines); !b.cut && b.height <= height {
			return b
		}
	}
	return b
}

// capHeight is the height of capitals in pixels.
func (s style) capHeight() float64 {
	face := s.faces.ResolveFace('H')
	glyph, _ := face.NominalGlyph('H')
	if extents, ok := face.GlyphExtents(glyph); ok && extents.YBearing > 0 {
		return float64(extents.YBearing) / float64(face.Upem()) * s.size
	}
	return 0.7 * s.size
}

// draw paints the block; x, y is where the capitals of the first line begin.
func (b block) draw(on canvas, x, y float64, fill color.RGBA) {
	raster := vector.NewRasterizer(on.Bounds().Dx(), on.Bounds().Dy())
	base := y + b.style.capHeight()
	for i, line := range b.lines {
		pen := x
		if len(line) > 0 && len(line[0].Glyphs) > 0 {
			// Large letters line up by their ink, not by the room beside it.
			pen -= float64(line[0].Glyphs[0].XBearing) / 64
		}
		for _, run := range line {
			pen = trace(raster, run, pen, base+float64(i)*b.style.size*b.style.leading)
		}
	}
	on.fill(raster, fill)
}

// trace adds the outlines of a run and returns where the pen is then.
func trace(raster *vector.Rasterizer, run shaping.Output, pen, base float64) float64 {
	scale := float32(float64(run.Size) / 64 / float64(run.Face.Upem()))
	for _, glyph := range run.Glyphs {
		dx := float32(pen + float64(glyph.XOffset)/64)
		dy := float32(base - float64(glyph.YOffset)/64)
		pen += float64(glyph.Advance) / 64

		outline, _ := run.Face.GlyphDataOutline(glyph.GlyphID)
		at := func(p opentype.SegmentPoint) (float32, float32) { return dx + p.X*scale, dy - p.Y*scale }
		for i, segment := range outline.Segments {
			x0, y0 := at(segment.Args[0])
			x1, y1 := at(segment.Args[1])
			x2, y2 := at(segment.Args[2])
			switch segment.Op {
			case opentype.SegmentOpMoveTo:
				if i > 0 {
					raster.ClosePath()
				}
				raster.MoveTo(x0, y0)
			case opentype.SegmentOpLineTo:
				raster.LineTo(x0, y0)
			case opentype.SegmentOpQuadTo:
				raster.QuadTo(x0, y0, x1, y1)
			case opentype.SegmentOpCubeTo:
				raster.CubeTo(x0, y0, x1, y1, x2, y2)
			}
		}
		if len(outline.Segments) > 0 {
			raster.ClosePath()
		}
	}
	return pen
}

package pictures

import (
	"image/color"
	"slices"
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

const ellipsis = '…'

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
	lines  []shaping.Line
	cut    bool // not all words have room, or one is wider than the room
	width  float64
	height float64 // from the top of capitals to the last base line
}

// legible returns the words as one line with single spaces, without the signs
// that no font has. ok is false where letters are missing, or nothing is left:
// such words are better not shown.
func legible(words string, f *faces) (clean string, ok bool) {
	var out strings.Builder
	count, skipped := 0, false
	for _, r := range words {
		if count++; count > maxRunes {
			break
		}
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case r == '\u00ad' || r == '\u200b': // may break here; wrap decides that itself
			continue
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) || r == unicode.ReplacementChar:
			continue
		case skipped && unicode.IsMark(r): // belongs to what was left out
			continue
		case f.lookup(r) == nil:
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return "", false
			}
			skipped = true
			continue
		}
		skipped = false
		out.WriteRune(r)
	}
	clean = strings.Join(strings.Fields(out.String()), " ")
	return clean, strings.ContainsFunc(clean, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) })
}

// typesetter shapes and wraps. It belongs to one drawing.
type typesetter struct {
	shaper    shaping.HarfbuzzShaper
	segmenter shaping.Segmenter
	wrapper   shaping.LineWrapper
	language  language.Language
}

func (t *typesetter) shape(words []rune, s style) []shaping.Output {
	runs := t.segmenter.Split(shaping.Input{
		Text: words, RunEnd: len(words), Direction: di.DirectionLTR,
		Size: fixed.Int26_6(s.size * 64), Language: t.language,
	}, s.faces)
	outputs := make([]shaping.Output, len(runs))
	for i, run := range runs {
		outputs[i] = t.shaper.Shape(run)
		for g := range outputs[i].Glyphs {
			glyph := &outputs[i].Glyphs[g]
			if glyph.Advance > 0 {
				glyph.Advance += fixed.Int26_6(s.tracking * s.size * 64)
			}
		}
		outputs[i].RecomputeAdvance()
	}
	return outputs
}

// set wraps words into at most maxLines lines of the width, balanced: no line much longer
// than the others. What has no room ends in an ellipsis.
func (t *typesetter) set(words string, s style, width float64, maxLines int) block {
	runes := []rune(words)
	runs := t.shape(runes, s)
	wrap := func(width int, config shaping.WrapConfig) []shaping.Line {
		// The wrapper empties the glyphs of spaces at the ends of lines, and uses its own memory again.
		fresh := slices.Clone(runs)
		for i := range fresh {
			fresh[i].Glyphs = slices.Clone(fresh[i].Glyphs)
		}
		lines, _ := t.wrapper.WrapParagraph(config, width, runes, shaping.NewSliceIterator(fresh))
		copied := make([]shaping.Line, len(lines))
		for i, line := range lines {
			copied[i] = slices.Clone(line)
		}
		return copied
	}
	tooWide := func(lines []shaping.Line) bool {
		return slices.ContainsFunc(lines, func(line shaping.Line) bool { return advance(line) > width })
	}

	whole := shaping.WrapConfig{BreakPolicy: shaping.Never}
	b := block{style: s, lines: wrap(int(width), whole)}
	if b.cut = len(b.lines) > maxLines || tooWide(b.lines); b.cut {
		config := shaping.WrapConfig{TruncateAfterLines: maxLines, BreakPolicy: shaping.WhenNecessary}
		if mark := t.shape([]rune{ellipsis}, s); len(mark) > 0 {
			config.Truncator = mark[0]
		}
		b.lines = wrap(int(width), config)
	} else if len(b.lines) > 1 {
		low, high := int(width)/2, int(width)
		for high-low > 2 {
			middle := (low + high) / 2
			if tried := wrap(middle, whole); len(tried) > len(b.lines) || tooWide(tried) {
				low = middle
			} else {
				high = middle
			}
		}
		b.lines = wrap(high, whole)
	}
	for _, line := range b.lines {
		b.width = max(b.width, advance(line))
	}
	b.height = s.capHeight() + float64(max(0, len(b.lines)-1))*s.size*s.leading
	return b
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

func advance(line shaping.Line) float64 {
	var sum fixed.Int26_6
	for _, run := range line {
		sum += run.Advance
	}
	return float64(sum) / 64
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

// ink returns how wide the first glyph is, in pixels.
func (b block) ink() float64 { return float64(b.lines[0][0].Glyphs[0].Width) / 64 }

// draw paints the block; x, y is where the capitals of the first line begin.
func (b block) draw(on canvas, x, y float64, fill color.RGBA) {
	size := b.style.size
	on.trace(x-size, y-size, x+b.width+size, y+b.height+size, fill, func(raster *vector.Rasterizer, left, top float32) {
		base := y + b.style.capHeight() - float64(top)
		for i, line := range b.lines {
			pen := x - float64(left)
			ordered := slices.Clone(line)
			slices.SortStableFunc(ordered, func(a, b shaping.Output) int { return int(a.VisualIndex - b.VisualIndex) })
			if len(ordered) > 0 && len(ordered[0].Glyphs) > 0 {
				// Large letters line up by their ink, not by the room beside it.
				pen -= float64(ordered[0].Glyphs[0].XBearing) / 64
			}
			for _, run := range ordered {
				pen = trace(raster, run, pen, base+float64(i)*size*b.style.leading)
			}
		}
	})
}

// trace adds the outlines of a run and returns where the pen is then.
func trace(raster *vector.Rasterizer, run shaping.Output, pen, base float64) float64 {
	scale := float32(float64(run.Size) / 64 / float64(run.Face.Upem()))
	for _, glyph := range run.Glyphs {
		outline, ok := run.Face.GlyphDataOutline(glyph.GlyphID)
		dx := float32(pen + float64(glyph.XOffset)/64)
		dy := float32(base - float64(glyph.YOffset)/64)
		pen += float64(glyph.Advance) / 64
		if !ok || len(outline.Segments) == 0 {
			continue
		}
		at := func(p opentype.SegmentPoint) (float32, float32) { return dx + p.X*scale, dy - p.Y*scale }
		started := false
		for _, segment := range outline.Segments {
			x0, y0 := at(segment.Args[0])
			x1, y1 := at(segment.Args[1])
			x2, y2 := at(segment.Args[2])
			switch segment.Op {
			case opentype.SegmentOpMoveTo:
				if started {
					raster.ClosePath()
				}
				raster.MoveTo(x0, y0)
				started = true
			case opentype.SegmentOpLineTo:
				raster.LineTo(x0, y0)
			case opentype.SegmentOpQuadTo:
				raster.QuadTo(x0, y0, x1, y1)
			case opentype.SegmentOpCubeTo:
				raster.CubeTo(x0, y0, x1, y1, x2, y2)
			}
		}
		raster.ClosePath()
	}
	return pen
}

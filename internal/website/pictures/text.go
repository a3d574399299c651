package pictures

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	lru "github.com/hashicorp/golang-lru/v2"
	woff "github.com/tdewolff/font"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// spareFamily is asked for letters that a site's own fonts lack, and then goFont.
const spareFamily = "Inter"

var goFont = site.FontFace{Weight: "500", Style: "normal"}

// library is the fonts of the web build, and those that were used lately, parsed.
type library struct {
	dist     fs.FS
	version  string // changes when a font of the build does
	families map[string]struct{ Faces []site.FontFace }
	parsed   *lru.Cache[string, *font.Font] // by address, which holds a hash; nil for what cannot be read
}

func newLibrary(dist fs.FS) (*library, error) {
	data, err := fs.ReadFile(dist, "fonts.json")
	if err != nil {
		return nil, err
	}
	l := &library{dist: dist, version: hashOf(data)}
	if err := json.Unmarshal(data, &l.families); err != nil {
		return nil, fmt.Errorf("parse fonts.json: %w", err)
	}
	l.parsed, err = lru.New[string, *font.Font](64)
	return l, err
}

func (l *library) font(bundle *site.Bundle, address string) *font.Font {
	parsed, known := l.parsed.Get(address)
	if known {
		return parsed
	}
	data, err := bundle.Files[address].Data, error(nil)
	if address == goFont.URL {
		data = gomedium.TTF
	} else if data == nil {
		data, err = fs.ReadFile(l.dist, path.Join("client", address))
	}
	if err == nil && bytes.HasPrefix(data, []byte("wOF2")) {
		data, err = woff.ParseWOFF2(data)
	}
	if err == nil {
		if face, err := font.ParseTTF(bytes.NewReader(data)); err == nil {
			parsed = face.Font
		}
	}
	l.parsed.Add(address, parsed)
	return parsed
}

// faces gives the letters of one family and weight, and where it lacks one, those of spare fonts. It belongs to one
// drawing: a face is not safe for concurrent use.
type faces struct {
	library     *library
	bundle      *site.Bundle
	files       []site.FontFace
	weight      float32
	language    language.Language
	rightToLeft bool
	open        map[string]*font.Face
	// Of its own for each weight: it caches by the font, without the weight of the face.
	shaper shaping.HarfbuzzShaper
}

func (l *library) faces(bundle *site.Bundle, name string, weight float32) *faces {
	files := l.families[name].Faces
	for _, own := range bundle.Site.Theme.Fonts.Families {
		if own.Name == name {
			files = own.Faces
		}
	}
	files = slices.Clone(files)
	slices.SortStableFunc(files, func(a, b site.FontFace) int { return cmp.Compare(far(a, weight), far(b, weight)) })
	files = slices.Concat(files, l.families[spareFamily].Faces, []site.FontFace{goFont})
	return &faces{
		library: l, bundle: bundle, weight: weight, open: map[string]*font.Face{},
		files:       slices.DeleteFunc(files, func(f site.FontFace) bool { return f.Style != "normal" }),
		language:    language.NewLanguage(cmp.Or(bundle.Site.Language, "en")),
		rightToLeft: locale.Direction(bundle.Site.Language) == "rtl",
	}
}

// far tells how far the weights of a file, such as 400 or 100 900, are from one that is wanted.
func far(face site.FontFace, weight float32) float32 {
	var from, to float32
	if n, _ := fmt.Sscan(face.Weight, &from, &to); n < 2 {
		to = from
	}
	return max(from-weight, weight-to, 0)
}

// lookup returns the face that draws a letter, nil where none does.
func (f *faces) lookup(r rune) *font.Face {
	for _, file := range f.files {
		if face := f.face(file); face != nil {
			if _, has := face.NominalGlyph(r); has {
				return face
			}
		}
	}
	return nil
}

func (f *faces) face(file site.FontFace) *font.Face {
	face, known := f.open[file.URL]
	if !known {
		if parsed := f.library.font(f.bundle, file.URL); parsed != nil {
			face = font.NewFace(parsed)
			face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: f.weight}})
		}
		f.open[file.URL] = face
	}
	return face
}

// ResolveFace implements shaping.Fontmap. Words were filtered before, so that
// what no font has are controls, which have no shape.
func (f *faces) ResolveFace(r rune) *font.Face { return cmp.Or(f.lookup(r), f.face(goFont)) }

// legible returns the words as one line with single spaces, without the signs that no font has. It returns nothing
// where letters are missing: such words are better not shown.
func legible(words string, f *faces) string {
	const most = 400 // bounds the work that a text may cause
	var out strings.Builder
	count, skipped, letters := 0, false, false
	for _, r := range words {
		if count++; count > most {
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
			return ""
		case f.lookup(r) == nil:
			skipped = true
			continue
		}
		skipped, letters = false, letters || letter
		out.WriteRune(r)
	}
	if !letters {
		return ""
	}
	return strings.Join(strings.Fields(out.String()), " ")
}

type style struct {
	faces    *faces
	size     float64 // pixels per em
	tracking float64 // added to every letter, in em
	leading  float64 // distance of base lines, in em
}

type block struct {
	style
	lines  []shaping.Line
	cut    bool    // not all words have room
	height float64 // from the top of capitals to the last base line
}

func (s style) shape(text []rune) []shaping.Output {
	var segmenter shaping.Segmenter
	runs := segmenter.Split(shaping.Input{
		Text: text, RunEnd: len(text), Size: fixed.Int26_6(s.size * 64), Language: s.faces.language,
		Direction: s.direction(),
	}, s.faces)
	shaped := make([]shaping.Output, len(runs))
	for i, run := range runs {
		shaped[i] = s.faces.shaper.Shape(run)
	}
	if !s.faces.rightToLeft { // letters of Arabic are joined
		shaping.AddSpacing(shaped, text, 0, fixed.Int26_6(s.tracking*s.size*64))
	}
	return shaped
}

func (s style) direction() di.Direction {
	if s.faces.rightToLeft {
		return di.DirectionRTL
	}
	return di.DirectionLTR
}

// set breaks words into at most maxLines lines of the width, none much longer
// than the others. What has no room ends in an ellipsis.
func (s style) set(words string, width float64, maxLines int) block {
	text := []rune(words)
	if len(text) == 0 {
		return block{style: s}
	}
	wrap := func(config shaping.WrapConfig, width float64) (lines []shaping.Line, fits bool) {
		var wrapper shaping.LineWrapper
		limit := fixed.Int26_6(width * 64)
		lines, _ = wrapper.WrapParagraphF(config, limit, text, shaping.NewSliceIterator(s.shape(text)))
		fits = len(lines) <= maxLines
		for _, line := range lines {
			var used fixed.Int26_6
			for _, run := range line {
				used += run.Advance
			}
			fits = fits && used <= limit
		}
		return lines, fits
	}

	whole := shaping.WrapConfig{BreakPolicy: shaping.Never, Direction: s.direction()}
	lines, fits := wrap(whole, width)
	for narrow := width - 20; fits && len(lines) > 1; narrow -= 20 {
		even, fits := wrap(whole, narrow)
		if !fits || len(even) > len(lines) {
			break
		}
		lines = even
	}
	if !fits {
		ellipsis := s.shape([]rune("…"))[0]
		lines, _ = wrap(shaping.WrapConfig{
			TruncateAfterLines: maxLines, Truncator: ellipsis, Direction: s.direction(),
		}, width)
	}
	height := s.capHeight() + float64(max(0, len(lines)-1))*s.size*s.leading
	return block{style: s, lines: lines, cut: !fits, height: height}
}

func (s style) capHeight() float64 {
	face := s.faces.ResolveFace('H')
	glyph, _ := face.NominalGlyph('H')
	if extents, ok := face.GlyphExtents(glyph); ok && extents.YBearing > 0 {
		return float64(extents.YBearing) / float64(face.Upem()) * s.size
	}
	return 0.7 * s.size
}

// draw paints the block; x, y is where the capitals of the first line begin, counted from the right where the language
// is written from there.
func (b block) draw(on *image.RGBA, x, y float64, ink color.RGBA) {
	raster := vector.NewRasterizer(on.Bounds().Dx(), on.Bounds().Dy())
	base := y + b.capHeight()
	for _, line := range b.lines {
		pen := x
		slices.SortFunc(line, func(a, b shaping.Output) int { return cmp.Compare(a.VisualIndex, b.VisualIndex) })
		switch {
		case b.faces.rightToLeft:
			pen = float64(on.Bounds().Dx()) - x
			for _, run := range line {
				pen -= float64(run.Advance) / 64
			}
		case len(line) > 0 && len(line[0].Glyphs) > 0:
			// Large letters line up by their ink, not by the room beside it.
			pen -= float64(line[0].Glyphs[0].XBearing) / 64
		}
		for _, run := range line {
			pen = trace(raster, run, pen, base)
		}
		base += b.size * b.leading
	}
	raster.Draw(on, on.Bounds(), image.NewUniform(ink), image.Point{})
}

func trace(raster *vector.Rasterizer, run shaping.Output, pen, base float64) float64 {
	scale := float32(float64(run.Size) / 64 / float64(run.Face.Upem()))
	for _, glyph := range run.Glyphs {
		dx := float32(pen + float64(glyph.XOffset)/64)
		dy := float32(base - float64(glyph.YOffset)/64)
		pen += float64(glyph.Advance) / 64

		outline, _ := run.Face.GlyphDataOutline(glyph.GlyphID)
		at := func(p opentype.SegmentPoint) (float32, float32) { return dx + p.X*scale, dy - p.Y*scale }
		for _, segment := range outline.Segments {
			x0, y0 := at(segment.Args[0])
			x1, y1 := at(segment.Args[1])
			x2, y2 := at(segment.Args[2])
			switch segment.Op {
			case opentype.SegmentOpMoveTo:
				raster.ClosePath() // the one before
				raster.MoveTo(x0, y0)
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

// Package fontfile reads the WOFF2 files that a site brings as its own fonts, and
// works out what a stylesheet has to say about them.
//
// # What is read
//
// [Read] unpacks a file and takes out of its tables what CSS wants to know: weights
// (OS/2, fvar), style, which letters there are (cmap), and how much room a line and a
// letter take (hhea, OS/2, hmtx, HVAR). It keeps none of the outlines. A damaged
// or hostile file is an error: the unpacked size is bounded (30 MB), and a panic of
// the libraries is caught.
//
// # Fallbacks
//
// Until a font is there, text stands in one of the visitor's system. [Fallbacks]
// scales those fonts so that a line takes the same room, and nothing moves when the
// font arrives (CSS Fonts 5: size-adjust and the override descriptors). The method
// is that of Capsize, as for the families that Marquee brings
// (web/scripts/font-metrics.mjs): the average width of a letter, by how often it
// stands in English text, decides the scale.
package fontfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	woff "github.com/tdewolff/font"
)

// Font is what a stylesheet has to know of a file.
type Font struct {
	// The lightest and the heaviest weight; both are the same in a file that is not variable.
	From, To int
	Italic   bool
	// Whether its maker forbids to embed it (OS/2, fsType).
	Restricted bool
	// The characters that it has, in order.
	Covers []Range
	// Metrics of a line, in em.
	Ascent, Descent, LineGap float64

	widths map[int]float64 // average of a letter by weight; none where the font has no Latin letters
}

// Range is a range of characters, both ends included.
type Range struct{ From, To rune }

// Has tells whether the font has a character.
func (f *Font) Has(r rune) bool {
	at, found := slices.BinarySearchFunc(f.Covers, r, func(span Range, r rune) int {
		switch {
		case span.To < r:
			return -1
		case span.From > r:
			return 1
		}
		return 0
	})
	return found && at < len(f.Covers)
}

// Errors of [Read].
var (
	ErrNotWOFF2 = errors.New("no WOFF2 file")
	ErrDamaged  = errors.New("damaged")
)

// IsWOFF2 tells whether the bytes begin like a WOFF2 file.
func IsWOFF2(data []byte) bool { return bytes.HasPrefix(data, []byte("wOF2")) }

// Read returns what a WOFF2 file holds. The error wraps [ErrNotWOFF2] or [ErrDamaged].
func Read(data []byte) (f *Font, err error) {
	if !IsWOFF2(data) {
		return nil, ErrNotWOFF2
	}
	defer func() {
		if cause := recover(); cause != nil { // the libraries trust what a file says of itself
			f, err = nil, fmt.Errorf("%w: %v", ErrDamaged, cause)
		}
	}()
	unpacked, err := woff.ParseWOFF2(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	loader, err := opentype.NewLoader(bytes.NewReader(unpacked))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	parsed, err := font.NewFont(loader)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	covers, ok := coverage(parsed.Cmap)
	if !ok {
		return nil, fmt.Errorf("%w: it lists more characters than there are", ErrDamaged)
	}
	f = &Font{Covers: covers}
	if err := errors.Join(f.readNames(loader, parsed), f.readRoom(loader, float64(parsed.Upem()))); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	f.readWidths(parsed)
	return f, nil
}

// coverage returns the characters of a font, and false where it claims to have more than
// Unicode has: a few bytes can claim billions.
func coverage(cmap font.Cmap) (covers []Range, ok bool) {
	var all []rune
	for iter, seen := cmap.Iter(), 0; iter.Next(); seen++ {
		r, glyph := iter.Char()
		if seen > unicode.MaxRune || r < 0 || r > unicode.MaxRune {
			return nil, false
		}
		if glyph != 0 {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	for _, r := range all {
		if last := len(covers) - 1; last >= 0 && r <= covers[last].To+1 {
			covers[last].To = r
		} else {
			covers = append(covers, Range{r, r})
		}
	}
	return covers, true
}

// readNames reads weight, style and rights.
func (f *Font) readNames(loader *opentype.Loader, parsed *font.Font) error {
	f.Italic = parsed.Describe().Aspect.Style == font.StyleItalic
	raw, err := loader.RawTable(opentype.MustNewTag("OS/2"))
	if err != nil {
		return err
	}
	os2, _, err := tables.ParseOs2(raw)
	if err != nil {
		return err
	}
	f.From = min(1000, max(1, int(os2.USWeightClass)))
	f.To = f.From
	const fsType, restricted = 8, 0x0002 // offset in the table; restricted alone: other bits allow more
	if len(raw) > fsType+1 {
		f.Restricted = raw[fsType+1]&0x0e == restricted
	}
	if raw, err := loader.RawTable(opentype.MustNewTag("fvar")); err == nil {
		fvar, _, err := tables.ParseFvar(raw)
		if err != nil {
			return err
		}
		for _, axis := range fvar.Axis {
			if axis.Tag == opentype.MustNewTag("wght") {
				f.From, f.To = max(1, int(axis.Minimum)), min(1000, int(axis.Maximum))
			}
		}
	}
	return nil
}

func (f *Font) readRoom(loader *opentype.Loader, em float64) error {
	rawOS2, err1 := loader.RawTable(opentype.MustNewTag("OS/2"))
	rawHhea, err2 := loader.RawTable(opentype.MustNewTag("hhea"))
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	os2, _, err1 := tables.ParseOs2(rawOS2)
	hhea, _, err2 := tables.ParseHhea(rawHhea)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	ascent, descent, gap := hhea.Ascender, hhea.Descender, hhea.LineGap
	if os2.FsSelection&128 != 0 {
		ascent, descent, gap = os2.STypoAscender, os2.STypoDescender, os2.STypoLineGap
	}
	f.Ascent, f.Descent, f.LineGap = float64(ascent)/em, -float64(descent)/em, float64(gap)/em
	return nil
}

// readWidths measures the letters in the two weights that fallbacks have.
func (f *Font) readWidths(parsed *font.Font) {
	f.widths = map[int]float64{}
	for _, weight := range []int{400, 700} {
		face := font.NewFace(parsed)
		value := float32(min(f.To, max(f.From, weight)))
		face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: value}})
		width, complete := averageWidth(func(i int) (float64, bool) {
			glyph, has := face.NominalGlyph(rune(signs[i]))
			return float64(face.HorizontalAdvance(glyph)) / float64(parsed.Upem()), has
		})
		if complete && width > 0 {
			f.widths[weight] = width
		}
	}
}

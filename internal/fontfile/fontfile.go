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
	"sort"
	"strings"
	"unicode"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/font/opentype/tables"
	woff "github.com/tdewolff/font"

	"github.com/evenlight/marquee/internal/site"
)

// Font is what a stylesheet has to know of a file.
type Font struct {
	// The lightest and the heaviest weight; both are the same in a file that is not variable.
	From, To int
	Italic   bool
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
	at := sort.Search(len(f.Covers), func(i int) bool { return f.Covers[i].To >= r })
	return at < len(f.Covers) && f.Covers[at].From <= r
}

// Errors of [Read].
var (
	ErrNotWOFF2 = errors.New("no WOFF2 file")
	ErrDamaged  = errors.New("damaged")
)

// Read returns what a WOFF2 file holds. The error wraps [ErrNotWOFF2] or [ErrDamaged].
func Read(data []byte) (f *Font, err error) {
	if !bytes.HasPrefix(data, []byte("wOF2")) {
		return nil, ErrNotWOFF2
	}
	defer func() {
		if cause := recover(); cause != nil { // the libraries trust what a file says of itself
			err = fmt.Errorf("%v", cause)
		}
		if err != nil {
			f, err = nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
	}()
	unpacked, err := woff.ParseWOFF2(data)
	if err != nil {
		return nil, err
	}
	loader, err := opentype.NewLoader(bytes.NewReader(unpacked))
	if err != nil {
		return nil, err
	}
	parsed, err := font.NewFont(loader)
	if err != nil {
		return nil, err
	}
	covers, ok := coverage(parsed.Cmap)
	if !ok {
		return nil, errors.New("it lists more characters than there are")
	}
	said := parsed.Describe().Aspect
	f = &Font{Covers: covers, Italic: said.Style == font.StyleItalic, widths: map[int]float64{}}
	if f.From, f.To, err = weights(loader, int(said.Weight)); err != nil {
		return nil, err
	}
	line, ok := font.NewFace(parsed).FontHExtents()
	if !ok {
		return nil, errors.New("it does not say how high a line is")
	}
	em := float64(parsed.Upem())
	f.Ascent, f.Descent, f.LineGap = float64(line.Ascender)/em, -float64(line.Descender)/em, float64(line.LineGap)/em
	for _, weight := range []int{400, 700} { // those of fallbacks
		face := font.NewFace(parsed)
		value := float32(min(f.To, max(f.From, weight)))
		face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: value}})
		var widths []float64
		for _, sign := range signs {
			if glyph, has := face.NominalGlyph(sign); has {
				widths = append(widths, float64(face.HorizontalAdvance(glyph)))
			}
		}
		if len(widths) == len(signs) {
			f.widths[weight] = average(widths) / em
		}
	}
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

// weights returns the lightest and the heaviest weight, given the one of a file that is
// not variable.
func weights(loader *opentype.Loader, only int) (from, to int, err error) {
	from, to = min(1000, max(1, only)), min(1000, max(1, only))
	raw, missing := loader.RawTable(opentype.MustNewTag("fvar"))
	if missing != nil {
		return from, to, nil
	}
	fvar, _, err := tables.ParseFvar(raw)
	for _, axis := range fvar.Axis {
		if axis.Tag == opentype.MustNewTag("wght") {
			from, to = max(1, int(axis.Minimum)), min(1000, int(axis.Maximum))
		}
	}
	return from, to, err
}

// Faces describes the files of a family for a stylesheet, without their addresses.
// Of a font for text, pages preload the upright file that is nearest to regular; of a font
// for titles, the one that is nearest to bold.
func Faces(files []*Font, titles, text bool) []site.FontFace {
	made := make([]site.FontFace, len(files))
	for i, file := range files {
		made[i] = site.FontFace{Weight: fmt.Sprint(file.From), Style: "normal"}
		if file.From != file.To {
			made[i].Weight = fmt.Sprintf("%d %d", file.From, file.To)
		}
		if file.Italic {
			made[i].Style = "italic"
		}
		// A browser loads a file for its first character, so files that share the
		// characters of one style have to say which are theirs.
		shares := func(other *Font) bool {
			return other != file && other.Italic == file.Italic && other.From <= file.To && file.From <= other.To
		}
		if slices.ContainsFunc(files, shares) {
			made[i].UnicodeRange = unicodeRange(file.Covers)
		}
	}
	first := func(weight int) {
		best := -1
		for i, file := range files {
			if !file.Italic && (best < 0 || file.before(files[best], weight)) {
				best = i
			}
		}
		if best >= 0 {
			made[best].Preload = true
		}
	}
	if text {
		first(400)
	}
	if titles {
		first(700)
	}
	return made
}

// before reports whether a page needs the file more than another one: a file with letters
// first, then by weight.
func (f *Font) before(other *Font, weight int) bool {
	if f.Has('e') != other.Has('e') {
		return f.Has('e')
	}
	return f.away(weight) < other.away(weight)
}

// unicodeRange writes characters as CSS has them.
func unicodeRange(covers []Range) string {
	var parts []string
	for _, span := range covers {
		part := fmt.Sprintf("U+%X", span.From)
		if span.To > span.From {
			part += fmt.Sprintf("-%X", span.To)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ",")
}

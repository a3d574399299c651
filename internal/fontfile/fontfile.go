// Package fontfile reads the WOFF2 files that a site brings as its own fonts, and works out what a stylesheet has to
// say about them.
//
// [Read] takes out of the tables what CSS wants to know: weights (OS/2, fvar), style, which letters there are (cmap),
// and how much room a line and a letter take (hhea, OS/2, hmtx, HVAR). A damaged or hostile file is an error: the
// unpacked size is bounded (30 MB), and a panic of the libraries is caught.
//
// [Fallbacks] scales a font of the visitor's system so that a line takes the same room until the site's own is there
// (CSS Fonts 5: size-adjust and the override descriptors). The method is that of Capsize: the
// average width of a letter, by how often it stands in English text, decides the scale.
package fontfile

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	return slices.ContainsFunc(f.Covers, func(span Range) bool { return span.From <= r && r <= span.To })
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
	aspect := parsed.Describe().Aspect
	f = &Font{Covers: covers, Italic: aspect.Style == font.StyleItalic, widths: map[int]float64{}}
	if f.From, f.To, err = weights(loader, int(aspect.Weight)); err != nil {
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

// weights returns the lightest and the heaviest weight, given the one of a file that is not variable.
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

// Faces describes the files of a family for a stylesheet, without their addresses. Of a font for text, pages preload
// the upright file with a letter of their language that is nearest to regular; of a font for titles, the one that is
// nearest to bold.
func Faces(files []*Font, titles, text bool, letter rune) []site.FontFace {
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
			if !file.Italic && (best < 0 || file.before(files[best], weight, letter)) {
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

// before reports whether a page needs the file more than another one: a file with a letter first, then by weight.
func (f *Font) before(other *Font, weight int, letter rune) bool {
	if f.Has(letter) != other.Has(letter) {
		return f.Has(letter)
	}
	return f.away(weight) < other.away(weight)
}

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

// signs are the characters whose widths are compared, and frequencies the share of each in
// English text, in thousandths.
const signs = " abcdefghijklmnopqrstuvwxyz"

var frequencies = [len(signs)]float64{
	187, 66, 12, 22, 35, 103, 18, 16, 50, 57, 1, 6, 33, 20, 56, 61, 15, 1, 49, 51, 74, 23, 8, 19, 1, 16, 1,
}

func average(widths []float64) float64 {
	sum, total := 0.0, 0.0
	for i, share := range frequencies {
		sum += widths[i] * share
		total += share
	}
	return sum / total
}

// systemFont is a font of visitors' systems in one weight.
type systemFont struct {
	Weight int       `json:"weight,string"`
	Local  []string  `json:"local"`
	Em     float64   `json:"em"`
	Widths []float64 `json:"widths"` // of signs
}

//go:embed system-fonts.json
var systemFontsJSON []byte

// systemFonts returns fonts by their kind, such as serif; each in its weights.
var systemFonts = sync.OnceValue(func() map[string][][]systemFont {
	var fonts map[string][][]systemFont
	if err := json.Unmarshal(systemFontsJSON, &fonts); err != nil {
		panic(fmt.Sprintf("parse system-fonts.json: %v", err)) // it is part of the program
	}
	return fonts
})

// Fallbacks returns fonts of visitors' systems, scaled to take the same room as a family,
// given its upright files and the share of a text's width that kerning leaves. There are none for a font without Latin
// letters, and for kinds whose fonts differ too much between systems.
func Fallbacks(family, kind string, files []*Font, kerning float64) []site.FontFallback {
	var made []site.FontFallback
	for i, weights := range systemFonts()[cmp.Or(kind, "sans-serif")] {
		name := family + " Fallback"
		if i > 0 {
			name = fmt.Sprintf("%s %d", name, i+1)
		}
		for _, system := range weights {
			file := nearest(files, system.Weight)
			if file == nil {
				continue
			}
			adjust := kerning * file.widths[system.Weight] / (average(system.Widths) / system.Em)
			made = append(made, site.FontFallback{
				Name: name, Weight: strconv.Itoa(system.Weight), Local: system.Local, SizeAdjust: percent(adjust),
				AscentOverride: percent(file.Ascent / adjust), DescentOverride: percent(file.Descent / adjust),
				LineGapOverride: percent(file.LineGap / adjust),
			})
		}
	}
	return made
}

// nearest returns the upright file with letters that browsers take for a weight, or nil.
func nearest(files []*Font, weight int) (found *Font) {
	for _, file := range files {
		if file.widths[weight] > 0 && !file.Italic && (found == nil || file.away(weight) < found.away(weight)) {
			found = file
		}
	}
	return found
}

func (f *Font) away(weight int) int { return max(0, f.From-weight, weight-f.To) }

// percent writes a share with one decimal: a tenth is less than a pixel in a line of text.
func percent(share float64) string {
	return strconv.FormatFloat(math.Round(share*1000)/10, 'f', -1, 64) + "%"
}

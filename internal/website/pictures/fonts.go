package pictures

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	woff "github.com/tdewolff/font"
	"golang.org/x/image/font/gofont/gomedium"
)

// spareFamily is asked first for letters that a site's own fonts lack.
const spareFamily = "Inter"

// library is the fonts of the web build.
type library struct {
	families map[string][]*fontFile
	names    []string // sorted, the spare family first
	spare    *fontFile
}

// fontFile is one file of a family, parsed at first use. Families are cut into
// files by ranges of letters.
type fontFile struct {
	source fs.FS
	name   string
	ranges []runeRange // none: everything
	load   sync.Once
	font   *font.Font // nil where the file cannot be read
}

type runeRange struct{ from, to rune }

func newLibrary(dist fs.FS) (*library, error) {
	data, err := fs.ReadFile(dist, "fonts.json")
	if err != nil {
		return nil, err
	}
	var listed map[string]struct {
		Faces []struct {
			URL          string `json:"url"`
			Style        string `json:"style"`
			UnicodeRange string `json:"unicodeRange"`
		} `json:"faces"`
	}
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, fmt.Errorf("parse fonts.json: %w", err)
	}
	l := &library{families: map[string][]*fontFile{}, spare: &fontFile{}}
	for name, family := range listed {
		for _, face := range family.Faces {
			if face.Style != "normal" {
				continue
			}
			ranges, err := parseRanges(face.UnicodeRange)
			if err != nil {
				return nil, fmt.Errorf("font family %s: %w", name, err)
			}
			file := &fontFile{source: dist, name: path.Join("client", face.URL), ranges: ranges}
			if _, err := fs.Stat(dist, file.name); err != nil {
				return nil, fmt.Errorf("font family %s: %w", name, err)
			}
			l.families[name] = append(l.families[name], file)
		}
		l.names = append(l.names, name)
	}
	slices.SortFunc(l.names, func(a, b string) int {
		if (a == spareFamily) != (b == spareFamily) {
			if a == spareFamily {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return l, nil
}

// parseRanges reads the descriptor unicode-range of CSS: U+0-FF, U+131, U+4??.
func parseRanges(written string) ([]runeRange, error) {
	var ranges []runeRange
	for part := range strings.SplitSeq(written, ",") {
		part = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(part)), "U+")
		if part == "" {
			continue
		}
		low, high, isRange := strings.Cut(part, "-")
		if !isRange {
			low, high = strings.ReplaceAll(part, "?", "0"), strings.ReplaceAll(part, "?", "F")
		}
		from, err1 := strconv.ParseInt(low, 16, 32)
		to, err2 := strconv.ParseInt(high, 16, 32)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("unicode range %q: %w", part, err)
		}
		ranges = append(ranges, runeRange{rune(from), rune(to)})
	}
	return ranges, nil
}

func (f *fontFile) covers(r rune) bool {
	return len(f.ranges) == 0 || slices.ContainsFunc(f.ranges, func(span runeRange) bool { return span.from <= r && r <= span.to })
}

// parsed returns the font, or nil where the file is broken: then other
// families take its place.
func (f *fontFile) parsed() *font.Font {
	f.load.Do(func() {
		defer func() {
			// A truncated font may send the parsers astray.
			if recover() != nil {
				f.font = nil
			}
		}()
		data := gomedium.TTF
		if f.source != nil {
			packed, err := fs.ReadFile(f.source, f.name)
			if err != nil {
				return
			}
			if data, err = woff.ParseWOFF2(packed); err != nil {
				return
			}
		}
		loader, err := opentype.NewLoader(bytes.NewReader(data))
		if err != nil {
			return
		}
		if parsed, err := font.NewFont(loader); err == nil {
			f.font = parsed
		}
	})
	return f.font
}

// faces gives the letters of one family and weight, and where it lacks one,
// those of others. It belongs to one drawing: a face is not safe for
// concurrent use.
type faces struct {
	library *library
	family  string
	weight  float32
	open    map[*fontFile]*font.Face
	found   map[rune]*font.Face
}

func (l *library) faces(family string, weight float32) *faces {
	return &faces{library: l, family: family, weight: weight, open: map[*fontFile]*font.Face{}, found: map[rune]*font.Face{}}
}

// lookup returns the face that draws a letter, nil where none does.
func (f *faces) lookup(r rune) *font.Face {
	if face, known := f.found[r]; known {
		return face
	}
	face := f.search(r)
	f.found[r] = face
	return face
}

func (f *faces) search(r rune) *font.Face {
	for _, family := range append([]string{f.family}, f.library.names...) {
		for _, file := range f.library.families[family] {
			if !file.covers(r) {
				continue
			}
			if face := f.face(file); face != nil {
				if _, has := face.NominalGlyph(r); has {
					return face
				}
			}
		}
	}
	if face := f.face(f.library.spare); face != nil {
		if _, has := face.NominalGlyph(r); has {
			return face
		}
	}
	return nil
}

func (f *faces) face(file *fontFile) *font.Face {
	if face, known := f.open[file]; known {
		return face
	}
	var face *font.Face
	if parsed := file.parsed(); parsed != nil {
		face = font.NewFace(parsed)
		face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: f.weight}})
	}
	f.open[file] = face
	return face
}

// ResolveFace implements shaping.Fontmap. Words were filtered before, so that
// what no font has are controls, which have no shape.
func (f *faces) ResolveFace(r rune) *font.Face {
	if face := f.lookup(r); face != nil {
		return face
	}
	if face := f.lookup(' '); face != nil {
		return face
	}
	return f.face(f.library.spare)
}

// files names the files of a family; their names hold the hash of their bytes.
func (l *library) files(family string) []string {
	var names []string
	for _, file := range l.families[family] {
		names = append(names, file.name)
	}
	return names
}

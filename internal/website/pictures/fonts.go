package pictures

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/shaping"
	lru "github.com/hashicorp/golang-lru/v2"
	woff "github.com/tdewolff/font"
	"golang.org/x/image/font/gofont/gomedium"

	"github.com/evenlight/marquee/internal/site"
)

// spareFamily is asked for letters that a site's own fonts lack, and then goFont.
const spareFamily = "Inter"

var goFont = fontFile{"", "500", func() ([]byte, error) { return gomedium.TTF, nil }}

// fontFile is one upright file of a family.
type fontFile struct {
	name   string // an address that holds the hash of its bytes
	weight string // such as 400, or 100 900 for a variable font
	read   func() ([]byte, error)
}

// library is the fonts of the web build, and those that were used lately, parsed.
type library struct {
	families map[string][]fontFile
	parsed   *lru.Cache[string, *font.Font] // by the file's name; nil for what cannot be read
}

func newLibrary(dist fs.FS) (*library, error) {
	data, err := fs.ReadFile(dist, "fonts.json")
	if err != nil {
		return nil, err
	}
	var listed map[string]struct {
		Faces []site.FontFace `json:"faces"`
	}
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, fmt.Errorf("parse fonts.json: %w", err)
	}
	parsed, err := lru.New[string, *font.Font](64)
	if err != nil {
		return nil, err
	}
	l := &library{map[string][]fontFile{}, parsed}
	for family, of := range listed {
		for _, face := range of.Faces {
			name := path.Join("client", face.URL)
			if _, err := fs.Stat(dist, name); err != nil {
				return nil, fmt.Errorf("font family %s: %w", family, err)
			}
			if face.Style == "normal" {
				read := func() ([]byte, error) { return fs.ReadFile(dist, name) }
				l.families[family] = append(l.families[family], fontFile{face.URL, face.Weight, read})
			}
		}
	}
	return l, nil
}

// familyOf returns the files of a family: the site's own, or those of the web build.
func (l *library) familyOf(bundle *site.Bundle, name string) (files []fontFile) {
	for _, family := range bundle.Site.Theme.Fonts.Families {
		for _, face := range family.Faces {
			if data := bundle.Files[face.URL].Data; family.Name == name && face.Style == "normal" && data != nil {
				files = append(files, fontFile{face.URL, face.Weight, func() ([]byte, error) { return data, nil }})
			}
		}
	}
	if files == nil {
		return l.families[name]
	}
	return files
}

// namesOf returns what changes when the files of a family do.
func (l *library) namesOf(bundle *site.Bundle, family string) (all []string) {
	for _, file := range l.familyOf(bundle, family) {
		all = append(all, file.name)
	}
	return all
}

func (l *library) font(file fontFile) *font.Font {
	parsed, known := l.parsed.Get(file.name)
	if known {
		return parsed
	}
	data, err := file.read()
	if err == nil && bytes.HasPrefix(data, []byte("wOF2")) {
		data, err = woff.ParseWOFF2(data)
	}
	if err == nil {
		if face, err := font.ParseTTF(bytes.NewReader(data)); err == nil {
			parsed = face.Font
		}
	}
	l.parsed.Add(file.name, parsed)
	return parsed
}

// faces gives the letters of one family and weight, and where it lacks one,
// those of spare fonts. It belongs to one drawing: a face is not safe for
// concurrent use.
type faces struct {
	library *library
	files   []fontFile
	weight  float32
	open    map[string]*font.Face
	// Of its own for each weight: it caches by the font, without the weight of the face.
	shaper shaping.HarfbuzzShaper
}

func (l *library) faces(family []fontFile, weight float32) *faces {
	files := slices.Clone(family)
	slices.SortStableFunc(files, func(a, b fontFile) int { return cmp.Compare(a.far(weight), b.far(weight)) })
	files = slices.Concat(files, l.families[spareFamily], []fontFile{goFont})
	return &faces{library: l, files: files, weight: weight, open: map[string]*font.Face{}}
}

// far tells how far the weights of a file are from one that is wanted.
func (f fontFile) far(weight float32) float32 {
	var from, to float32
	if n, _ := fmt.Sscan(f.weight, &from, &to); n < 2 {
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

func (f *faces) face(file fontFile) *font.Face {
	face, known := f.open[file.name]
	if !known {
		if parsed := f.library.font(file); parsed != nil {
			face = font.NewFace(parsed)
			face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: f.weight}})
		}
		f.open[file.name] = face
	}
	return face
}

// ResolveFace implements shaping.Fontmap. Words were filtered before, so that
// what no font has are controls, which have no shape.
func (f *faces) ResolveFace(r rune) *font.Face { return cmp.Or(f.lookup(r), f.face(goFont)) }

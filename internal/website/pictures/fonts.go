package pictures

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	woff "github.com/tdewolff/font"
	"golang.org/x/image/font/gofont/gomedium"

	"github.com/evenlight/marquee/internal/site"
)

// spareFamily is asked for letters that a site's own fonts lack.
const spareFamily = "Inter"

// library is the fonts of the web build, and those of sites that were used.
type library struct {
	families map[string][]*fontFile
	own      sync.Map // address of a site's file to *fontFile
	spare    *fontFile
}

// fontFile is one file of a family, parsed at first use.
type fontFile struct {
	name   string            // holds the hash of its bytes
	weight string            // such as 400, or 100 900 for a variable font
	parsed func() *font.Font // nil where the file cannot be read
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
	l := &library{families: map[string][]*fontFile{}}
	l.spare = newFontFile("", "400", func() ([]byte, error) { return gomedium.TTF, nil })
	for family, of := range listed {
		for _, face := range of.Faces {
			if face.Style != "normal" {
				continue
			}
			name := path.Join("client", face.URL)
			if _, err := fs.Stat(dist, name); err != nil {
				return nil, fmt.Errorf("font family %s: %w", family, err)
			}
			read := func() ([]byte, error) { return fs.ReadFile(dist, name) }
			l.families[family] = append(l.families[family], newFontFile(face.URL, face.Weight, read))
		}
	}
	return l, nil
}

func newFontFile(name, weight string, read func() ([]byte, error)) *fontFile {
	parse := func() *font.Font {
		data, err := read()
		if err == nil && bytes.HasPrefix(data, []byte("wOF2")) {
			data, err = woff.ParseWOFF2(data)
		}
		if err != nil {
			return nil
		}
		loader, err := opentype.NewLoader(bytes.NewReader(data))
		if err != nil {
			return nil
		}
		parsed, err := font.NewFont(loader)
		if err != nil {
			return nil
		}
		return parsed
	}
	return &fontFile{name, weight, sync.OnceValue(parse)}
}

// familyOf returns the files of a family: the site's own, or those of the web build.
func (l *library) familyOf(bundle *site.Bundle, name string) []*fontFile {
	for _, family := range bundle.Site.Theme.Fonts.Families {
		if family.Name != name {
			continue
		}
		var files []*fontFile
		for _, face := range family.Faces {
			if data := bundle.Files[face.URL].Data; face.Style == "normal" && data != nil {
				file := newFontFile(face.URL, face.Weight, func() ([]byte, error) { return data, nil })
				kept, _ := l.own.LoadOrStore(face.URL, file)
				files = append(files, kept.(*fontFile))
			}
		}
		return files
	}
	return l.families[name]
}

// faces gives the letters of one family and weight, and where it lacks one,
// those of the spare family or of the Go font. It belongs to one drawing: a
// face is not safe for concurrent use.
type faces struct {
	files  []*fontFile
	weight float32
	open   map[*fontFile]*font.Face
}

func (l *library) faces(family []*fontFile, weight float32) *faces {
	f := &faces{weight: weight, open: map[*fontFile]*font.Face{}}
	f.files = slices.Clone(family)
	slices.SortStableFunc(f.files, func(a, b *fontFile) int { return cmp.Compare(a.far(weight), b.far(weight)) })
	f.files = append(append(f.files, l.families[spareFamily]...), l.spare)
	return f
}

// far tells how far the weights of a file are from one that is wanted.
func (f *fontFile) far(weight float32) float32 {
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

func (f *faces) face(file *fontFile) *font.Face {
	face, known := f.open[file]
	if !known {
		if parsed := file.parsed(); parsed != nil {
			face = font.NewFace(parsed)
			face.SetVariations([]font.Variation{{Tag: opentype.MustNewTag("wght"), Value: f.weight}})
		}
		f.open[file] = face
	}
	return face
}

// ResolveFace implements shaping.Fontmap. Words were filtered before, so that
// what no font has are controls, which have no shape.
func (f *faces) ResolveFace(r rune) *font.Face {
	if face := f.lookup(r); face != nil {
		return face
	}
	return f.face(f.files[len(f.files)-1])
}

// namesOf returns what changes when the files of a family do.
func (l *library) namesOf(bundle *site.Bundle, family string) (all []string) {
	for _, file := range l.familyOf(bundle, family) {
		all = append(all, file.name)
	}
	return all
}

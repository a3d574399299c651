package pictures

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"

	"github.com/evenlight/marquee/internal/site"
)

// Size of the picture of a page, in pixels, and what its PNG may weigh, in bytes.
const (
	Width    = 1200
	Height   = 630
	MaxBytes = 100_000
)

// Prefix is where the pictures of pages live.
const Prefix = "/og/"

// drawingVersion changes when the same inputs are drawn in another way.
const drawingVersion = "4"

// Studio draws. It is safe for concurrent use, and draws on no more than one
// picture per processor at once, which bounds its memory.
type Studio struct {
	fonts *library
	seats chan struct{}
}

// NewStudio reads fonts.json of the built web folder; the fonts themselves are
// read when a picture first needs them.
func NewStudio(dist fs.FS) (*Studio, error) {
	fonts, err := newLibrary(dist)
	if err != nil {
		return nil, fmt.Errorf("read the fonts for pictures: %w", err)
	}
	return &Studio{fonts: fonts, seats: make(chan struct{}, runtime.GOMAXPROCS(0))}, nil
}

// Addresses returns a function that tells where the picture of a page of the site
// lives, without drawing it:
// /og/<site>/<path below the site, or index>-<hash of all that is drawn>.png.
func (s *Studio) Addresses(bundle *site.Bundle) func(*site.Page) string {
	owner := bundle.Site
	shared := hashOf(
		drawingVersion, owner.Theme, owner.Language, owner.Name, owner.Tagline, string(markOf(bundle)),
		s.fonts.namesOf(bundle, owner.Theme.Fonts.Display), s.fonts.namesOf(bundle, owner.Theme.Fonts.Text),
	)
	home, place := strings.TrimSuffix(owner.Path, "/"), Prefix+owner.ID+"/"
	return func(page *site.Page) string {
		below := strings.Trim(strings.TrimPrefix(page.Path, home), "/")
		w := wordsOf(owner, page)
		return place + cmp.Or(below, "index") + "-" + hashOf(shared, w.title, w.lead, w.address) + ".png"
	}
}

// hashOf returns the ten digits that addresses hold.
func hashOf(inputs ...any) string {
	data, err := json.Marshal(inputs)
	if err != nil { // strings and numbers always have a JSON form
		panic("picture: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:5])
}

// Preview draws the picture of a page.
func (s *Studio) Preview(bundle *site.Bundle, page *site.Page) (data []byte, err error) {
	defer s.sit(&err)()
	sheet, err := s.sheet(bundle, markOf(bundle))
	if err != nil {
		return nil, fmt.Errorf("draw the picture of %s: %w", page.Path, err)
	}
	sheet.compose(wordsOf(bundle.Site, page))
	return encode(sheet.canvas)
}

// sit takes a seat and returns what leaves it again. A bug of a library for
// fonts or SVG that a hostile file may reach ends as an error, not the program.
func (s *Studio) sit(err *error) func() {
	s.seats <- struct{}{}
	return func() {
		<-s.seats
		if reason := recover(); reason != nil {
			*err = fmt.Errorf("draw: %v", reason)
		}
	}
}

func encode(picture image.Image) ([]byte, error) {
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	var out bytes.Buffer
	if err := encoder.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("write the PNG: %w", err)
	}
	return out.Bytes(), nil
}

// words is what a picture says.
type words struct{ title, lead, name, tagline, address string }

func wordsOf(owner *site.Site, page *site.Page) words {
	_, address, _ := strings.Cut(page.Head.Canonical, "://")
	return words{
		title: string(page.Title), lead: sentence(string(page.Description)), name: string(owner.Name),
		tagline: string(owner.Tagline), address: strings.TrimSuffix(address, "/"),
	}
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	for i := 13; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}

// Where things stand on a picture, in pixels. Some viewers cut a little off its edges.
const (
	margin      = 80
	wide        = Width - 2*margin
	bar         = 14
	markSize    = 60
	titleTop    = 176.0
	titleBottom = 462.0
	leadGap     = 50
	rule        = 518
	addressTop  = 550
)

// titleSizes are the sizes of a title, in pixels per em, the largest first; from
// leadFrom on, a lead may stand below it.
var titleSizes = []float64{128, 112, 100, 90, 80, 72, 65, 58, 52, 46}

const leadFrom = 65

// sheet is one picture while it is drawn.
type sheet struct {
	canvas        canvas
	palette       palette
	display, text func(weight float32) *faces
	name          string
	file          []byte // of the mark
	types         typesetter
}

func (s *Studio) sheet(bundle *site.Bundle, mark []byte) (*sheet, error) {
	owner := bundle.Site
	p, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, err
	}
	family := func(name string) func(float32) *faces {
		return func(weight float32) *faces { return s.fonts.faces(s.fonts.familyOf(bundle, name), weight) }
	}
	return &sheet{
		canvas: newCanvas(Width, Height, p.background), palette: p,
		display: family(owner.Theme.Fonts.Display), text: family(owner.Theme.Fonts.Text),
		name: string(owner.Name), file: mark,
		types: typesetter{language: language.NewLanguage(cmp.Or(owner.Language, "en"))},
	}, nil
}

// compose sets mark and name above, the title as large as it fits, a lead where there is
// room for it, and the address below.
func (s *sheet) compose(w words) {
	display, text, strong := s.display(650), s.text(450), s.text(600)
	title, hasTitle := legible(w.title, display)
	lead, hasLead := legible(w.lead, text)
	name, hasName := legible(w.name, strong)
	if !hasTitle { // the next best words
		title, hasTitle = legible(w.name, display)
		lead, hasLead = legible(w.tagline, text)
		hasName = false
	}

	s.canvas.rect(image.Rect(0, 0, bar, Height), s.palette.primary)
	mark := s.mark(markSize)
	drawn := ink(mark)
	s.canvas.paste(mark, margin-drawn.Min.X, margin-6)
	if hasName {
		st := style{faces: strong, size: 32, tracking: -0.012}
		set := s.types.set(name, st, 800, 1)
		set.draw(s.canvas, margin+float64(drawn.Dx())+20, margin-6+(markSize-st.capHeight())/2, s.palette.text)
	}

	if hasTitle {
		s.title(title, lead, hasLead, display, text)
	}

	s.canvas.rect(image.Rect(margin, rule, Width-margin, rule+2), s.palette.line)
	if address, ok := legible(w.address, text); ok {
		set := s.types.set(address, style{faces: text, size: 24}, wide, 1)
		set.draw(s.canvas, margin, addressTop, s.palette.muted)
	}
}

// title sets the title as large as it fits, and below it the lead where both
// have room in a size that is still large.
func (s *sheet) title(title, lead string, hasLead bool, display, text *faces) {
	st := style{faces: display, tracking: -0.03, leading: 1.08}
	const room = titleBottom - titleTop
	var set, below block
	if hasLead {
		below = s.types.set(lead, style{faces: text, size: 30, tracking: -0.008, leading: 1.42}, 900, 2)
		set = s.types.fit(title, st, titleSizes, wide, room-leadGap-below.height, 3)
		hasLead = !below.cut && !set.cut && set.style.size >= leadFrom
	}
	height := set.height + leadGap + below.height
	if !hasLead {
		set = s.types.fit(title, st, titleSizes, wide, room, 4)
		height = set.height
	}

	y := titleBottom - height
	set.draw(s.canvas, margin, y, s.palette.text)
	if hasLead {
		below.draw(s.canvas, margin, y+set.height+leadGap, s.palette.muted)
	}
}

// mark draws the site's mark, or a tile with the first letter of its name where
// it cannot be drawn.
func (s *sheet) mark(size int) *image.RGBA {
	if picture, err := drawMark(s.file, size, hexOf(s.palette.text)); err == nil {
		return picture
	}
	tile := newCanvas(size, size, s.palette.primary)
	display := s.display(650)
	name, ok := legible(s.name, display)
	if !ok {
		return tile.RGBA
	}
	first, _ := utf8.DecodeRuneInString(name)
	st := style{faces: display, size: 0.6 * float64(size)}
	letter := s.types.set(string(unicode.ToUpper(first)), st, float64(size), 1)
	side, width := float64(size), float64(letter.lines[0][0].Glyphs[0].Width)/64
	letter.draw(tile, (side-width)/2, (side-st.capHeight())/2, s.palette.onPrimary)
	return tile.RGBA
}

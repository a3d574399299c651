package pictures

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
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
const drawingVersion = "3"

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

// Address tells where the picture of a page lives, without drawing it:
// /og/<site>/<path below the site, or index>-<hash of all that is drawn>.png.
func (s *Studio) Address(owner *site.Site, mark []byte, page *site.Page) string {
	return s.Addresses(owner, mark)(page)
}

// Addresses is Address for many pages of one site, of which most inputs are the
// same.
func (s *Studio) Addresses(owner *site.Site, mark []byte) func(*site.Page) string {
	ofMark := sha256.Sum256(mark)
	shared := sum(
		drawingVersion, owner.Theme, owner.Language, owner.Name, owner.Tagline, ofMark[:],
		s.fonts.files(owner.Theme.Fonts.Display), s.fonts.files(owner.Theme.Fonts.Text),
	)
	home, place := strings.TrimSuffix(owner.Path, "/"), Prefix+owner.ID+"/"
	return func(page *site.Page) string {
		w := wordsOf(owner, page)
		below := strings.Trim(strings.TrimPrefix(page.Path, home), "/")
		if below == "" {
			below = "index"
		}
		own := sha256.New()
		own.Write(shared[:])
		for _, words := range []string{w.title, w.lead, w.address} {
			io.WriteString(own, words)
			own.Write([]byte{0}) // stands in no text
		}
		return place + below + "-" + hex.EncodeToString(own.Sum(nil)[:5]) + ".png"
	}
}

func sum(of ...any) [sha256.Size]byte {
	inputs, err := json.Marshal(of)
	if err != nil { // strings and numbers always have a JSON form
		panic("picture: " + err.Error())
	}
	return sha256.Sum256(inputs)
}

// Preview draws the picture of a page. mark is the file of the site's mark,
// nil where it has none.
func (s *Studio) Preview(owner *site.Site, mark []byte, page *site.Page) (data []byte, err error) {
	defer s.sit(&err)()
	sheet, err := s.sheet(owner, mark)
	if err != nil {
		return nil, fmt.Errorf("draw the picture of %s: %w", page.Path, err)
	}
	sheet.compose(wordsOf(owner, page))
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
	address := page.Head.Canonical
	if address == "" && owner.BaseURL != "" {
		address = strings.TrimSuffix(owner.BaseURL, "/") + page.Path
	}
	if _, after, found := strings.Cut(address, "://"); found {
		address = after
	}
	return words{
		title: string(page.Title), lead: sentence(string(page.Description)), name: string(owner.Name),
		tagline: string(owner.Tagline), address: strings.TrimSuffix(address, "/"),
	}
}

// sentence is the first sentence of a text.
func sentence(text string) string {
	for i := range text {
		if rest := text[i:]; len(rest) > 1 && strings.ContainsRune(".!?", rune(rest[0])) && rest[1] == ' ' && i > 12 {
			return text[:i+1]
		}
	}
	return text
}

// Where things stand on a picture, in pixels. Some viewers cut a little off its edges.
const (
	margin      = 80
	markSize    = 60
	titleTop    = 176.0
	titleBottom = 466.0
	titleWidth  = 1000.0
	leadGap     = 50
	footerLine  = 542
)

// titleSizes are the sizes of a title, in pixels per em, the largest first; above
// leadFrom, a lead may stand below it.
var titleSizes = []float64{112, 100, 90, 80, 72, 65, 58, 52, 46}

const leadFrom = 65

// sheet is one picture while it is drawn.
type sheet struct {
	canvas  canvas
	palette palette
	theme   site.Theme
	fonts   *library
	name    string
	file    []byte // of the mark
	types   typesetter
}

func (s *Studio) sheet(owner *site.Site, mark []byte) (*sheet, error) {
	p, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, err
	}
	tag := owner.Language
	if tag == "" {
		tag = "en"
	}
	return &sheet{
		canvas: newCanvas(Width, Height, p.background), palette: p, theme: owner.Theme, fonts: s.fonts,
		name: string(owner.Name), file: mark, types: typesetter{language: language.NewLanguage(tag)},
	}, nil
}

// compose sets mark and name above, the title as large as it fits, a lead where there is
// room for it, and the address below.
func (s *sheet) compose(w words) {
	display, text := s.fonts.faces(s.theme.Fonts.Display, 650), s.fonts.faces(s.theme.Fonts.Text, 450)
	strong := s.fonts.faces(s.theme.Fonts.Text, 600)
	title, ok := legible(w.title, display)
	lead, hasLead := legible(w.lead, text)
	name, hasName := legible(w.name, strong)
	if !ok { // the next best words
		title, ok = legible(w.name, display)
		lead, hasLead = legible(w.tagline, text)
		hasName = false
	}

	s.canvas.rect(image.Rect(0, 0, 14, Height), s.palette.primary)
	mark := s.mark(markSize)
	drawn := ink(mark)
	s.canvas.paste(mark, margin-drawn.Min.X, margin-6)
	if hasName {
		st := style{faces: strong, size: 32, tracking: -0.012, leading: 1.2}
		set := s.types.set(name, st, 800, 1)
		set.draw(s.canvas, margin+float64(drawn.Dx())+20, margin-6+(markSize-st.capHeight())/2, s.palette.text)
	}
	if ok {
		s.title(title, lead, hasLead, display, text)
	}
	s.canvas.rect(image.Rect(margin, footerLine-24, Width-margin, footerLine-22), s.palette.line)
	if address, ok := legible(w.address, text); ok {
		st := style{faces: s.fonts.faces(s.theme.Fonts.Text, 500), size: 24, leading: 1.2}
		s.types.set(address, st, titleWidth, 1).draw(s.canvas, margin, footerLine+8, s.palette.muted)
	}
}

// title sets the title as large as it fits, and below it the lead where both
// have room in a size that is still large.
func (s *sheet) title(title, lead string, hasLead bool, display, text *faces) {
	st := style{faces: display, tracking: -0.03, leading: 1.08}
	const room = titleBottom - titleTop
	var set, below block
	if hasLead {
		below = s.types.set(lead, style{faces: text, size: 30, tracking: -0.008, leading: 1.42}, 860, 2)
		set = s.types.fit(title, st, titleSizes, titleWidth, room-leadGap-below.height, 3)
		hasLead = !below.cut && !set.cut && set.style.size >= leadFrom
	}
	height := set.height + leadGap + below.height
	if !hasLead {
		set = s.types.fit(title, st, titleSizes, titleWidth, room, 4)
		height = set.height
	}
	y := titleBottom - height
	set.draw(s.canvas, margin, y, s.palette.text)
	if hasLead {
		below.draw(s.canvas, margin, y+set.height+leadGap, s.palette.muted)
	}
}

// mark draws the site's mark, or a tile with the first letter of its name where it
// cannot be drawn.
func (s *sheet) mark(size int) *image.RGBA {
	picture, err := drawMark(s.file, size, hexOf(s.palette.text))
	if err != nil {
		return s.monogram(size)
	}
	return picture
}

// monogram is a tile in the primary colour with the first letter of the site's name.
func (s *sheet) monogram(size int) *image.RGBA {
	tile := newCanvas(size, size, s.palette.primary)
	display := s.fonts.faces(s.theme.Fonts.Display, 650)
	name, ok := legible(s.name, display)
	if !ok {
		return tile.RGBA
	}
	first, _ := utf8.DecodeRuneInString(name)
	st := style{faces: display, size: 0.6 * float64(size), leading: 1}
	letter := s.types.set(string(unicode.ToUpper(first)), st, float64(size), 1)
	if len(letter.lines) == 1 {
		letter.draw(tile, (float64(size)-letter.ink())/2, (float64(size)-st.capHeight())/2, s.palette.onPrimary)
	}
	return tile.RGBA
}

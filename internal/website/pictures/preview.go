package pictures

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/draw"

	"github.com/evenlight/marquee/internal/colour"
	"github.com/evenlight/marquee/internal/site"
)

// Size of the picture of a page, in pixels.
const (
	Width  = 1200
	Height = 630
)

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

func sentence(text string) string {
	for i := 13; i+1 < len(text); i++ {
		if strings.IndexByte(".!?", text[i]) >= 0 && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}

// look is what a site draws with. It belongs to one drawing.
type look struct {
	palette
	title, text, strong *faces
	name                string
	mark                []byte // its file
}

func (s *Store) look(bundle *site.Bundle, mark []byte) (*look, error) {
	owner := bundle.Site
	colors, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, err
	}
	fonts := owner.Theme.Fonts
	return &look{
		palette: colors, name: string(owner.Name), mark: mark,
		title: s.fonts.faces(bundle, fonts.Display, 650), text: s.fonts.faces(bundle, fonts.Text, 450),
		strong: s.fonts.faces(bundle, fonts.Text, 600),
	}, nil
}

// Preview draws the picture of a page: mark and name above, the title as large as it
// fits, a lead where there is room for it, and the address below.
func (s *Store) Preview(bundle *site.Bundle, page *site.Page) ([]byte, error) {
	l, err := s.look(bundle, markOf(bundle))
	if err != nil {
		return nil, fmt.Errorf("draw the picture of %s: %w", page.Path, err)
	}
	title, name := legible(string(page.Title), l.title), legible(l.name, l.strong)
	lead := legible(sentence(string(page.Description)), l.text)
	_, address, _ := strings.Cut(strings.TrimSuffix(page.Head.Canonical, "/"), "://")
	if title == "" { // the next best words
		title, lead, name = legible(l.name, l.title), legible(string(bundle.Site.Tagline), l.text), ""
	}

	sheet := newCanvas(Width, Height, l.background)
	mark := l.drawMark(markSize)
	drawn := ink(mark)
	edge, beginning := 0, margin
	if l.text.rightToLeft {
		edge, beginning = Width-bar, Width-margin-drawn.Dx()
	}
	fill(sheet, image.Rect(edge, 0, edge+bar, Height), l.primary)
	paste(sheet, mark, beginning-drawn.Min.X, margin-6)
	st := style{faces: l.strong, size: 32, tracking: -0.012}
	top := margin - 6 + (markSize-st.capHeight())/2
	st.set(name, 800, 1).draw(sheet, margin+float64(drawn.Dx())+20, top, l.palette.text)

	l.drawTitle(sheet, title, lead)

	fill(sheet, image.Rect(margin, rule, Width-margin, rule+2), l.line)
	small := style{faces: l.text, size: 24}
	small.set(legible(address, l.text), wide, 1).draw(sheet, margin, addressTop, l.muted)
	return encode(sheet)
}

// drawTitle sets the title as large as it fits, and below it the lead where both
// have room in a size that is still large.
func (l *look) drawTitle(sheet *image.RGBA, title, lead string) {
	const room, lines = titleBottom - titleTop, 3
	fit := func(height float64) (b block) {
		for _, size := range titleSizes {
			b = style{faces: l.title, size: size, tracking: -0.03, leading: 1.08}.set(title, wide, lines)
			if !b.cut && b.height <= height {
				break
			}
		}
		return b
	}
	below := style{faces: l.text, size: 30, tracking: -0.008, leading: 1.42}.set(lead, 900, 2)
	gap := float64(leadGap)
	if l.title.rightToLeft { // letters of Arabic reach further down
		gap += 20
	}
	set := fit(room - gap - below.height)
	bottom := titleBottom - gap - below.height
	if lead == "" || below.cut || set.cut || set.size < leadFrom {
		set, bottom, below = fit(room), titleBottom, block{style: below.style}
	}
	set.draw(sheet, margin, bottom-set.height, l.palette.text)
	below.draw(sheet, margin, titleBottom-below.height, l.muted)
}

// drawMark draws the site's mark, or a tile with the first letter of its name where it cannot be drawn.
func (l *look) drawMark(size int) *image.RGBA {
	if picture, err := drawMark(l.mark, size, hexOf(l.palette.text)); err == nil {
		return picture
	}
	tile, side := newCanvas(size, size, l.primary), float64(size)
	if name := legible(l.name, l.title); name != "" {
		first, _ := utf8.DecodeRuneInString(name)
		letter := style{faces: l.title, size: 0.6 * side}.set(string(unicode.ToUpper(first)), side, 1)
		width := float64(letter.lines[0][0].Glyphs[0].Width) / 64
		letter.draw(tile, (side-width)/2, (side-letter.capHeight())/2, l.onPrimary)
	}
	return tile
}

// palette is the colours of a theme as a screen shows them.
type palette struct{ background, text, muted, line, primary, onPrimary color.RGBA }

func newPalette(written site.Colors) (p palette, err error) {
	read := func(name, text string) color.RGBA {
		parsed, failed := colour.Parse(text)
		if failed != nil {
			err = fmt.Errorf("theme colour %s: %w", name, failed)
		}
		return parsed.RGBA()
	}
	p = palette{
		background: read("background", written.Background), text: read("text", written.Text),
		muted: read("muted", written.Muted), line: read("line", written.Line),
		primary: read("primary", written.Primary), onPrimary: read("onPrimary", written.OnPrimary),
	}
	return p, err
}

func hexOf(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func newCanvas(width, height int, ground color.RGBA) *image.RGBA {
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	fill(made, made.Bounds(), ground)
	return made
}

func fill(canvas *image.RGBA, area image.Rectangle, with color.RGBA) {
	draw.Draw(canvas, area, image.NewUniform(with), image.Point{}, draw.Src)
}

func paste(canvas, picture *image.RGBA, x, y int) {
	draw.Draw(canvas, picture.Bounds().Add(image.Pt(x, y)), picture, image.Point{}, draw.Over)
}

package pictures

import (
	"image"
	"image/color"

	"github.com/go-text/typesetting/language"

	"github.com/evenlight/marquee/internal/site"
)

// margin is the empty border of a picture. Some viewers cut a little off.
const margin = 76

// sheet is one picture while it is drawn.
type sheet struct {
	canvas  canvas
	palette palette
	theme   site.Theme
	fonts   *library
	name    string
	file    []byte // of the mark
	types   typesetter
	layout  layout
}

// layout is how a background treatment sets its words.
type layout struct {
	sizes    []float64 // of the title, the largest first
	width    float64   // of the title
	weight   float32   // of the title
	tracking float64
	leading  float64
	lines    int
	gradient bool    // the title catches the light
	art      float64 // size of a large mark on the right; 0: none
}

func layoutOf(background string) layout {
	common := layout{
		sizes: []float64{116, 104, 92, 82, 74, 66, 59, 53, 48}, width: 960, weight: 650,
		tracking: -0.03, leading: 1.08, lines: 4,
	}
	switch background {
	case "aurora":
		common.weight, common.tracking, common.gradient = 500, -0.045, true
	case "grid":
		common.weight, common.tracking, common.width, common.art = 750, -0.04, 690, 200
		common.sizes = common.sizes[1:]
	case "paper":
		common.weight, common.tracking, common.leading, common.width = 340, -0.035, 1.03, 740
		common.sizes = append([]float64{168, 150, 132}, common.sizes...)
	case "dots":
		common.weight, common.width = 700, 860
	default:
		common.width, common.art = 680, 190
		common.sizes = common.sizes[2:]
	}
	return common
}

func newSheet(fonts *library, owner *site.Site, p palette, mark []byte) *sheet {
	tag := owner.Language
	if tag == "" {
		tag = "en"
	}
	return &sheet{
		canvas: newCanvas(Width, Height, p.background), palette: p, theme: owner.Theme, fonts: fonts, name: string(owner.Name), file: mark,
		types: typesetter{language: language.NewLanguage(tag)}, layout: layoutOf(owner.Theme.Background),
	}
}

func compose(s *sheet, w words) {
	backdrop(s)
	display := s.fonts.faces(s.theme.Fonts.Display, s.layout.weight)
	text := s.fonts.faces(s.theme.Fonts.Text, 450)
	title, ok := legible(w.title, display)
	lead, hasLead := legible(w.lead, text)
	name, hasName := legible(w.name, s.fonts.faces(s.theme.Fonts.Text, 600))
	if !ok { // the next best words
		title, ok = legible(w.name, display)
		lead, hasLead = legible(w.tagline, text)
		hasName = false
	}
	s.art()
	s.header(name, hasName)
	if ok {
		s.title(title, lead, hasLead, display, text)
	}
	if address, ok := legible(w.address, text); ok {
		s.footer(address)
	}
}

// art draws the mark large, as the treatment wants it.
func (s *sheet) art() {
	if s.layout.art == 0 {
		return
	}
	if s.theme.Background == "grid" {
		s.construction()
		return
	}
	const panel = 380
	s.mark(Width-panel/2-int(s.layout.art)/2, Height/2-int(s.layout.art)/2, int(s.layout.art))
}

// construction shows the mark as a draughtsman would: with its guides.
func (s *sheet) construction() {
	const cx, cy = 966.0, 315.0
	half := s.layout.art / 2
	c, line := s.canvas, mix(s.palette.line, s.palette.primary, 0.35)
	for _, at := range []float64{-half, 0, half} {
		share := 0.9
		if at == 0 {
			share = 0.45
		}
		c.rect(cx+at-0.5, 0, 1, Height, line, share*0.6)
		c.rect(cx-half*2.1, cy+at-0.5, half*4.2+40, 1, line, share*0.6)
	}
	c.ring(cx, cy, half*1.4142, 1.5, line, 0.9)
	c.ring(cx, cy, half*2, 1.2, line, 0.6)
	s.mark(int(cx-half), int(cy-half), int(s.layout.art))
	for _, corner := range [][2]float64{{-half, -half}, {half, -half}, {-half, half}, {half, half}} {
		c.rect(cx+corner[0]-9, cy+corner[1]-1, 18, 2, s.palette.accent, 1)
		c.rect(cx+corner[0]-1, cy+corner[1]-9, 2, 18, s.palette.accent, 1)
	}
}

// mark draws the site's mark, or a tile with the first letter of its name
// where it cannot be drawn.
func (s *sheet) mark(x, y, size int) {
	s.canvas.paste(s.drawn(size), x, y)
}

func (s *sheet) drawn(size int) *image.RGBA {
	picture, err := drawMark(s.file, size, hexOf(s.palette.text))
	if err != nil {
		picture = s.monogram(size)
	}
	return picture
}

// header sets the mark and the name. The mark's ink lines up with the margin.
func (s *sheet) header(name string, hasName bool) {
	const size, top = 54, 76
	picture := s.drawn(size)
	drawn := ink(picture)
	s.canvas.paste(picture, margin-drawn.Min.X, top)
	if !hasName {
		return
	}
	st := style{faces: s.fonts.faces(s.theme.Fonts.Text, 600), size: 31, tracking: -0.012, leading: 1.2}
	set := s.types.set(name, st, 700, 1)
	set.draw(s.canvas, margin+float64(drawn.Dx())+19, top+(size-st.capHeight())/2, flat(s.palette.text, 1))
}

// Where title and lead stand, from above; how far they are apart; and the
// smallest title that is worth a lead.
const (
	titleTop, titleBottom = 172.0, 478.0
	leadGap               = 44
	leadFrom              = 66
)

// title sets the title as large as it fits, and below it the lead where both
// have room in a size that is still large.
func (s *sheet) title(title, lead string, hasLead bool, display, text *faces) {
	l := s.layout
	st := style{faces: display, tracking: l.tracking, leading: l.leading}
	const room = titleBottom - titleTop
	var set, below block
	if hasLead {
		below = s.types.set(lead, style{faces: text, size: 29, tracking: -0.008, leading: 1.42}, min(l.width, 800), 2)
		if hasLead = !below.torn && !below.cut; hasLead {
			set = s.types.fit(title, st, l.sizes, l.width, room-leadGap-below.height, 3)
			hasLead = !set.torn && !set.cut && set.style.size >= leadFrom
		}
	}
	height := set.height + leadGap + below.height
	if !hasLead {
		set = s.types.fit(title, st, l.sizes, l.width, room, l.lines)
		height = set.height
	}
	y := titleBottom - height
	paint := flat(s.palette.text, 1)
	if l.gradient {
		paint = s.dusk(y, set)
	}
	set.draw(s.canvas, margin, y, paint)
	if hasLead {
		below.draw(s.canvas, margin, y+set.height+leadGap, flat(s.palette.muted, 1))
	}
}

// dusk lets the light of the horizon fall on a title: text, primary, accent.
func (s *sheet) dusk(y float64, b block) func(int, int) (color.RGBA, float64) {
	p := s.palette
	return func(px, py int) (color.RGBA, float64) {
		at := (float64(px)-margin)/max(b.width, 420) + (float64(py)-y)/2400
		switch {
		case at < 0.45:
			return p.text, 1
		case at < 0.72:
			return mix(p.text, p.primary, (at-0.45)/0.27), 1
		}
		return mix(p.primary, p.accent, (at-0.72)/0.28), 1
	}
}

func (s *sheet) footer(address string) {
	st := style{faces: s.fonts.faces(s.theme.Fonts.Text, 500), size: 23, tracking: 0, leading: 1.2}
	set := s.types.set(address, st, 640, 1)
	set.draw(s.canvas, margin, Height-margin-st.capHeight(), flat(s.palette.muted, 1))
}

package pictures

import (
	"fmt"
	"io/fs"
	"runtime"

	"github.com/evenlight/marquee/internal/site"
)

// Size of the picture of a page, in pixels, and what its PNG may weigh, in bytes.
const (
	Width    = 1200
	Height   = 630
	MaxBytes = 100_000
)

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

// Preview draws the picture of a page. mark is the file of the site's mark,
// nil where it has none.
func (s *Studio) Preview(owner *site.Site, mark []byte, page *site.Page) (png []byte, err error) {
	defer s.sit(&err)()
	pal, err := newPalette(owner.Theme.Colors)
	if err != nil {
		return nil, fmt.Errorf("draw the picture of %s: %w", page.Path, err)
	}
	sheet := newSheet(s.fonts, owner, pal, mark)
	compose(sheet, wordsOf(owner, page))
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

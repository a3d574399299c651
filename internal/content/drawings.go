package content

import (
	"fmt"

	"github.com/evenlight/marquee/internal/site"
)

// drawing finds a drawing by its name.
func (s *scope) drawing(made *site.Drawing, at *place) {
	drawings := s.resolver.options.Drawings
	if drawings == nil || made.Name == "" {
		return
	}
	if found := s.drawingCalled(made.Name); found != nil {
		*made = *found
		return
	}
	s.at(at, "unknown-drawing", fmt.Sprintf("There is no drawing %q.", made.Name),
		didYouMean(made.Name, drawings.DrawingNames(), knownAre(drawings.DrawingNames())))
}

// drawingCalled returns the drawing of a name, or nil where there is none.
func (s *scope) drawingCalled(name string) *site.Drawing {
	if drawings := s.resolver.options.Drawings; drawings != nil {
		if found, known := drawings.Drawing(name); known {
			return &found
		}
	}
	return nil
}

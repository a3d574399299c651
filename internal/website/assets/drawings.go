package assets

import (
	"encoding/xml"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// drawingsFolder is where the sources of drawings are, as the manifest names them.
const drawingsFolder = "src/drawings/"

// readDrawings finds the drawings of the build. The root of each file says its size; its
// symbols are the base and the parts.
func (l *Library) readDrawings(manifest map[string]manifestChunk) error {
	for source, chunk := range manifest {
		file, below := strings.CutPrefix(source, drawingsFolder)
		if !below || path.Ext(file) != ".svg" {
			continue
		}
		drawing := site.Drawing{Name: strings.TrimSuffix(file, ".svg"), URL: "/" + chunk.File}
		built := l.Built(drawing.URL)
		if built == nil {
			return fmt.Errorf("the build has no %s", chunk.File)
		}
		if err := describe(&drawing, built.Body); err != nil {
			return fmt.Errorf("drawing %s: %w", file, err)
		}
		l.drawings[drawing.Name] = drawing
	}
	return nil
}

// describe reads the size of a drawing and the names of its parts.
func describe(drawing *site.Drawing, svg []byte) error {
	var root struct {
		ViewBox string `xml:"viewBox,attr"`
		Symbols []struct {
			ID string `xml:"id,attr"`
		} `xml:"symbol"`
	}
	if err := xml.Unmarshal(svg, &root); err != nil {
		return err
	}
	_, err := fmt.Sscanf(root.ViewBox, "0 0 %g %g", &drawing.Width, &drawing.Height)
	if err != nil || drawing.Width <= 0 || drawing.Height <= 0 {
		return fmt.Errorf("the root has the viewBox %q", root.ViewBox)
	}
	for _, symbol := range root.Symbols {
		if symbol.ID != "base" {
			drawing.Parts = append(drawing.Parts, symbol.ID)
		}
	}
	return nil
}

// Drawing implements site.Drawings.
func (l *Library) Drawing(name string) (site.Drawing, bool) {
	drawing, known := l.drawings[name]
	return drawing, known
}

// DrawingNames implements site.Drawings.
func (l *Library) DrawingNames() []string { return slices.Sorted(maps.Keys(l.drawings)) }

var _ site.Drawings = (*Library)(nil)

package assets

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

type styles struct {
	base        []byte
	backgrounds map[string][]byte // by the value of theme.background
	backdrops   map[string][]site.Backdrop
	parts       map[string][]byte // by their name, and as NAME.BACKGROUND for a treatment of their own
}

// used returns what a site needs beyond the base: the parts, its background, and the
// treatment of the parts under it. Parts are in the layer of components, so that
// utilities win over them although they stand before; treatments win over utilities.
func (s *styles) used(background string, parts []string) []byte {
	background = cmp.Or(background, "plain")
	var all []byte
	for _, name := range parts {
		all = append(all, s.parts[name]...)
	}
	all = append(all, s.backgrounds[background]...)
	for _, name := range parts {
		all = append(all, s.parts[name+"."+background]...)
	}
	return all
}

func (l *Library) readStyles(manifest map[string]chunk) (err error) {
	read := func(file string) (sheet []byte) {
		if err == nil {
			sheet, err = fs.ReadFile(l.dist, path.Join("client", file))
		}
		return sheet
	}
	l.styles = styles{
		backgrounds: map[string][]byte{}, backdrops: map[string][]site.Backdrop{}, parts: map[string][]byte{},
	}
	l.styles.base = read(manifest["src/styles/main.css"].File)
	for source, c := range manifest {
		name := strings.TrimSuffix(path.Base(source), ".css")
		switch path.Dir(source) {
		case "src/styles/backgrounds":
			l.styles.backgrounds[name] = read(c.File)
			l.styles.backdrops[name] = backdrops(c.Assets)
		case "src/styles/parts":
			l.styles.parts[name] = read(c.File)
		}
	}
	if err == nil && len(l.styles.base) == 0 {
		err = errors.New("the build has no stylesheet")
	}
	return err
}

// backdrops returns the pictures of a background, which pages preload. One with -narrow- in its name is for
// windows below 60rem, as in the rules that show it.
func backdrops(files []string) []site.Backdrop {
	var pictures []site.Backdrop
	for _, file := range files {
		media := "(width >= 60rem)"
		if strings.Contains(path.Base(file), "-narrow-") {
			media = "(width < 60rem)"
		}
		pictures = append(pictures, site.Backdrop{URL: "/" + file, Media: media})
	}
	return pictures
}

// readDrawings finds the drawings of the build. The root of each file says its size; its
// symbols are the base and the parts.
func (l *Library) readDrawings(manifest map[string]chunk) error {
	for source, c := range manifest {
		file, below := strings.CutPrefix(source, "src/drawings/")
		name, isSVG := strings.CutSuffix(file, ".svg")
		if !below || !isSVG {
			continue
		}
		drawing := site.Drawing{Name: name, URL: "/" + c.File}
		built := l.Built(drawing.URL)
		if built == nil {
			return fmt.Errorf("the build has no %s", c.File)
		}
		if err := describe(&drawing, built.Body); err != nil {
			return fmt.Errorf("drawing %s: %w", file, err)
		}
		l.drawings[name] = drawing
	}
	return nil
}

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

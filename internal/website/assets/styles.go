package assets

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

const (
	stylesPrefix      = "src/styles/"
	backgroundsPrefix = stylesPrefix + "backgrounds/"
	partsPrefix       = stylesPrefix + "parts/"
)

// styles are the built CSS: what all sites need, and what only some do.
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

func (l *Library) readStyles(dist fs.FS, manifest map[string]manifestChunk) error {
	l.styles = styles{
		backgrounds: map[string][]byte{}, backdrops: map[string][]site.Backdrop{}, parts: map[string][]byte{},
	}
	var base []string
	for source, chunk := range manifest {
		name := strings.TrimSuffix(path.Base(source), ".css")
		var err error
		switch {
		case strings.HasPrefix(source, backgroundsPrefix):
			l.styles.backgrounds[name], err = readSheet(dist, chunk.File)
			l.styles.backdrops[name] = backdrops(chunk.Assets)
		case strings.HasPrefix(source, partsPrefix):
			l.styles.parts[name], err = readSheet(dist, chunk.File)
		default:
			base = append(base, chunk.CSS...)
		}
		if err != nil {
			return err
		}
	}
	// Where the build splits what all sites need, its pieces follow each other.
	slices.Sort(base)
	for _, file := range slices.Compact(base) {
		data, err := readSheet(dist, file)
		if err != nil {
			return err
		}
		l.styles.base = append(l.styles.base, data...)
	}
	if len(l.styles.base) == 0 {
		return errors.New("the build has no stylesheet")
	}
	return nil
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

func readSheet(dist fs.FS, file string) ([]byte, error) {
	return fs.ReadFile(dist, path.Join("client", file))
}

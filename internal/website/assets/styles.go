package assets

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"strings"
)

type styles struct {
	base        []byte
	backgrounds map[string][]byte // by the value of theme.background
	parts       map[string][]byte
}

// used returns what a site needs beyond the base: the parts and its background. Both are in the layer of components, so
// that utilities win over them although they stand before.
func (s *styles) used(background string, parts []string) []byte {
	var all []byte
	for _, name := range parts {
		all = append(all, s.parts[name]...)
	}
	return append(all, s.backgrounds[cmp.Or(background, "plain")]...)
}

func (l *Library) readStyles(manifest map[string]chunk) (err error) {
	read := func(file string) (sheet []byte) {
		if err == nil {
			sheet, err = fs.ReadFile(l.dist, path.Join("client", file))
		}
		return sheet
	}
	l.styles = styles{
		base:        read(manifest["src/styles/main.css"].File),
		backgrounds: map[string][]byte{}, parts: map[string][]byte{},
	}
	for source, c := range manifest {
		name := strings.TrimSuffix(path.Base(source), ".css")
		switch path.Dir(source) {
		case "src/styles/backgrounds":
			l.styles.backgrounds[name] = read(c.File)
		case "src/styles/parts":
			l.styles.parts[name] = read(c.File)
		}
	}
	if err == nil && len(l.styles.base) == 0 {
		err = errors.New("the build has no stylesheet")
	}
	return err
}

package assets

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// styles are the sources of stylesheets, as the web build leaves them (web/vite/style-parts.ts).
type styles struct {
	sheets map[string][]byte // by source: main, parts/faq, backgrounds/dots, characters/bold

	Rules []utility `json:"rules"`
}

// utility is a rule that Tailwind made of a class, and what stands around it. All sites need it, or those that show one
// of some parts.
type utility struct {
	Open  string   `json:"open"`
	CSS   string   `json:"css"`
	Close string   `json:"close"`
	For   []string `json:"for"`
}

func readStyles(dist fs.FS, manifest map[string]chunk) (*styles, error) {
	s := &styles{sheets: map[string][]byte{}}
	for source, c := range manifest {
		name, isStyle := strings.CutPrefix(source, "src/styles/")
		if !isStyle {
			continue
		}
		sheet, err := fs.ReadFile(dist, path.Join("client", c.File))
		if err != nil {
			return nil, err
		}
		s.sheets[strings.TrimSuffix(name, ".css")] = sheet
	}
	if len(s.sheets["main"]) == 0 {
		return nil, errors.New("the build has no stylesheet")
	}
	return s, readJSON(dist, "client/.vite/utilities.json", s)
}

// of returns what a site needs: the main sheet; the parts and its background, in the layer of components, so that
// utilities win over them wherever they stand; its character, in a layer after utilities, which main.css names; and the
// utilities of what its pages show.
func (s *styles) of(theme site.Theme, parts []string) []byte {
	all := slices.Clone(s.sheets["main"])
	for _, name := range parts {
		all = append(all, s.sheets["parts/"+name]...)
	}
	all = append(all, s.sheets["backgrounds/"+cmp.Or(theme.Background, "plain")]...)
	if rules := utilitiesFor(parts, s.Rules); len(rules) > 0 {
		all = slices.Concat(all, []byte("@layer utilities{"), rules, []byte("}"))
	}
	return append(all, s.sheets["characters/"+theme.Character]...)
}

// utilitiesFor returns those of some parts in the order in which Tailwind has them, what stands around several only once.
func utilitiesFor(parts []string, rules []utility) []byte {
	var out bytes.Buffer
	around := utility{}
	for _, rule := range rules {
		used := func(part string) bool { return slices.Contains(parts, part) }
		if len(rule.For) > 0 && !slices.ContainsFunc(rule.For, used) {
			continue
		}
		if rule.Open != around.Open {
			out.WriteString(around.Close)
			out.WriteString(rule.Open)
			around = rule
		}
		out.WriteString(rule.CSS)
	}
	out.WriteString(around.Close)
	return out.Bytes()
}

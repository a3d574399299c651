package content

import (
	"fmt"
	"slices"
)

// anchors are the places of a page that a link can lead to.
type anchors struct {
	ids  map[string]bool
	open bool // whether there may be others
}

func (a *anchors) has(name string) bool { return a.ids[name] }

// put adds an anchor and reports whether it is new.
func (a *anchors) put(name string) bool {
	if a.ids[name] {
		return false
	}
	if a.ids == nil {
		a.ids = map[string]bool{}
	}
	a.ids[name] = true
	return true
}

// unique adds an anchor made from words, with a number where it is taken.
func (a *anchors) unique(words string) string {
	slug := slugify(words)
	if slug == "" {
		slug = "section"
	}
	name := slug
	for n := 2; !a.put(name); n++ {
		name = fmt.Sprintf("%s-%d", slug, n)
	}
	return name
}

func (a *anchors) names() []string {
	names := make([]string, 0, len(a.ids))
	for name := range a.ids {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

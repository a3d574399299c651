package content

import (
	"fmt"
	"slices"
)

// anchors are the places of a page that a link can lead to.
type anchors struct {
	ids  map[string]bool
	next map[string]int // the number that unique tries first
	open bool           // whether there may be others
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
	if a.put(slug) {
		return slug
	}
	if a.next == nil {
		a.next = map[string]int{}
	}
	for n := max(2, a.next[slug]); ; n++ {
		if name := fmt.Sprintf("%s-%d", slug, n); a.put(name) {
			a.next[slug] = n + 1
			return name
		}
	}
}

func (a *anchors) names() []string {
	names := make([]string, 0, len(a.ids))
	for name := range a.ids {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

package outline

import (
	"fmt"
	"slices"

	"github.com/evenlight/marquee/internal/slug"
)

// anchors are the places of a page that a link can lead to.
type anchors struct {
	Names []string // sorted once all are there
	Open  bool     // whether there may be others
	// When those are there that are not there at all times.
	Times map[string][]Window
	// What only a page needs that is not finished: the names again, and the numbers that Unique tries first.
	ids  map[string]bool
	next map[string]int
}

// Has tells whether a finished page has the anchor.
func (a *anchors) Has(name string) bool {
	_, found := slices.BinarySearch(a.Names, name)
	return found
}

// Put adds an anchor and reports whether it is new. Two sections may have the same
// one where they are never there at the same time.
func (a *anchors) Put(name string, at Window) bool {
	if a.ids == nil {
		a.ids, a.next = map[string]bool{}, map[string]int{}
	}
	if a.ids[name] {
		taken := a.Times[name]
		if taken == nil || slices.ContainsFunc(taken, at.Meets) {
			return false
		}
	} else {
		a.ids[name] = true
		a.Names = append(a.Names, name)
	}
	if at != Always {
		if a.Times == nil {
			a.Times = map[string][]Window{}
		}
		a.Times[name] = append(a.Times[name], at)
	}
	return true
}

// Unique adds an anchor made from words in a language, with a number where it is taken.
func (a *anchors) Unique(words, language string, at Window) string {
	slug := slug.Name("section", words, language)
	if a.Put(slug, at) {
		return slug
	}
	for n := max(2, a.next[slug]); ; n++ {
		if name := fmt.Sprintf("%s-%d", slug, n); a.Put(name, at) {
			a.next[slug] = n + 1
			return name
		}
	}
}

// Seal ends the making.
func (a *anchors) Seal() {
	a.ids, a.next = nil, nil
	slices.Sort(a.Names)
	a.Names = slices.Clip(a.Names)
}

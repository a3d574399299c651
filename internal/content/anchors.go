package content

import (
	"fmt"
	"slices"
)

// anchors are the places of a page that a link can lead to.
type anchors struct {
	names []string // sorted once all are there
	open  bool     // whether there may be others
	// When those are there that are not there at all times.
	times map[string][]window
	*making
}

// making is what only a page needs that is not finished.
type making struct {
	ids  map[string]bool
	next map[string]int // the number that unique tries first
}

// has tells whether a finished page has the anchor.
func (a *anchors) has(name string) bool {
	_, found := slices.BinarySearch(a.names, name)
	return found
}

// put adds an anchor and reports whether it is new. Two sections may have the same
// one where they are never there at the same time.
func (a *anchors) put(name string, at window) bool {
	if a.making == nil {
		a.making = &making{ids: map[string]bool{}, next: map[string]int{}}
	}
	if a.ids[name] {
		taken := a.times[name]
		if taken == nil || slices.ContainsFunc(taken, at.meets) {
			return false
		}
	} else {
		a.ids[name] = true
		a.names = append(a.names, name)
	}
	if at != always {
		if a.times == nil {
			a.times = map[string][]window{}
		}
		a.times[name] = append(a.times[name], at)
	}
	return true
}

// unique adds an anchor made from words, with a number where it is taken.
func (a *anchors) unique(words string, at window) string {
	slug := slugify(words)
	if slug == "" {
		slug = "section"
	}
	if a.put(slug, at) {
		return slug
	}
	for n := max(2, a.next[slug]); ; n++ {
		if name := fmt.Sprintf("%s-%d", slug, n); a.put(name, at) {
			a.next[slug] = n + 1
			return name
		}
	}
}

// seal ends the making.
func (a *anchors) seal() {
	a.making = nil
	slices.Sort(a.names)
	a.names = slices.Clip(a.names)
}

package content

import "slices"

// changes are the addresses behind which a link may find something else than in
// the load before.
type changes struct {
	at   map[string]change
	all  bool // whatever a link found, it may find something else now
	asks bool // all that links choose in forms may be something else
}

// change is what changed behind an address: all of it, or what is new about the
// page that stands there.
type change struct {
	whole       bool
	before, now *pageState
	forms       bool
}

// whole notes that everything behind an address changed.
func (c *changes) whole(path string) {
	if path != "" {
		c.at[path] = change{whole: true}
	}
}

// page notes what is new about a page for those who link to it.
func (c *changes) page(before, now *pageState) {
	if before == nil || now == nil || now.path == "" || c.at[now.path].whole { // updateRoutes has found the others
		return
	}
	made := change{before: before, now: now, forms: !sameForms(before, now)}
	if made.forms || before.anchors.open != now.anchors.open || !slices.Equal(before.anchors.names, now.anchors.names) {
		c.at[now.path] = made
	}
}

// touch tells whether one of the links finds something else.
func (c *changes) touch(u *dependencies) bool {
	return slices.ContainsFunc(u.targets, func(to string) bool {
		t := targetOf(to)
		change, changed := c.at[t.path]
		switch {
		case t.asks && c.asks:
			return true
		case !changed:
			return false
		case change.whole, t.asks && change.forms:
			return true
		}
		return t.hasFragment && change.before.holds(t.fragment) != change.now.holds(t.fragment)
	})
}

// holding tells whether an anchor is there.
type holding int

const (
	holdsNot holding = iota
	holds
	mayHold
)

func (p *pageState) holds(anchor string) holding {
	switch {
	case p.anchors.has(anchor):
		return holds
	case p.contested || p.anchors.open:
		return mayHold
	}
	return holdsNot
}

// sameForms tells whether links that choose in forms find the same forms.
func sameForms(a, b *pageState) bool {
	return a.file.broken == b.file.broken && slices.Equal(a.formNames(), b.formNames())
}

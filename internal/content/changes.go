package content

import "slices"

// changes are the addresses behind which a link may find something else than in
// the load before.
type changes struct {
	at  map[string]change
	all bool // any link may find something else
}

// change is what changed behind an address: all of it, or what a link can ask of
// the page that is there.
type change struct {
	whole       bool
	before, now targets
}

// targets are what links can ask of a page beside its address.
type targets struct {
	anchors anchors
	open    bool // whether anchors may be missing because of something that is reported elsewhere
	forms   []string
	broken  bool // whether forms may be missing because of that
}

func (p *pageState) targets() *targets {
	if p.out == nil {
		return nil
	}
	return &targets{p.anchors, p.contested || p.anchors.open, p.formNames(), p.file.broken}
}

// whole notes that everything behind an address changed.
func (c *changes) whole(address string) {
	if address != "" {
		c.at[address] = change{whole: true}
	}
}

// page notes what is new about a page that was resolved again.
func (c *changes) page(p *pageState) {
	before, now := p.linked, p.targets()
	p.linked = nil
	if before == nil || now == nil || p.at == "" || c.at[p.at].whole {
		return
	}
	if !sameForms(*before, *now) || before.open != now.open || !slices.Equal(before.anchors.names, now.anchors.names) {
		c.at[p.at] = change{before: *before, now: *now}
	}
}

// touch tells whether one of the links finds something else.
func (c *changes) touch(u *dependencies) bool {
	return slices.ContainsFunc(u.targets, func(address string) bool {
		t := targetOf(address)
		change, changed := c.at[t.path]
		switch {
		case !changed:
			return false
		case change.whole, t.asks && !sameForms(change.before, change.now):
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

func (t targets) holds(anchor string) holding {
	switch {
	case t.anchors.has(anchor):
		return holds
	case t.open:
		return mayHold
	}
	return holdsNot
}

// sameForms tells whether links that choose in forms find the same forms.
func sameForms(a, b targets) bool { return a.broken == b.broken && slices.Equal(a.forms, b.forms) }

package yamldoc

import (
	"slices"

	"github.com/evenlight/marquee/internal/content/plan"
)

// Pair is an original, and a translation of it.
type Pair struct{ Original, Translation []byte }

// Follow returns the translation of a file after its original became another one: what is gone from that goes with it,
// items are known by the keys that they have then, and what is back as it was published is translated as it was.
func Follow(file string, root *plan.Type, published, before Pair, after []byte, order Order) ([]byte, error) {
	if root.Kind != plan.Collection || !root.Elem.HasKeys() { // which is written whole
		return before.Translation, nil
	}
	var roots []*node
	for _, data := range [][]byte{
		published.Original, published.Translation, before.Original, before.Translation, after,
	} {
		s, err := readWhole(file, data)
		if err != nil {
			return nil, err
		}
		roots = append(roots, s.root)
	}
	made := both{roots[2], roots[3]}.followed(root, both{roots[0], roots[1]}, roots[4])
	return Apply(file, before.Translation, Change{Op: "set", Value: &Tree{made}}, order)
}

// both are a value of an original and its translation; nil is one that is not there.
type both struct{ original, translation *node }

func (b both) child(key string) both { return both{b.original.child(key), b.translation.child(key)} }

func (n *node) child(key string) *node {
	for i := range n.list() {
		if child := &n.children[i]; n.kind == kindKeys && child.key == key {
			return child
		}
	}
	return nil
}

func (n *node) list() []node {
	if n == nil {
		return nil
	}
	return n.children
}

// itemKnown returns the item that is known by a key.
func (n *node) itemKnown(by, key string) *node {
	for i := range n.list() {
		if child := &n.children[i]; child.known(by) == key {
			return child
		}
	}
	return nil
}

// known returns the key by which an item is known.
func (n *node) known(by string) string {
	if key := n.child(by); key != nil {
		return key.text
	}
	return ""
}

func isList(t *plan.Type) bool { return t.Kind == plan.List && t.Elem.HasKeys() }

// followed returns the translation of a value of a type after the original became another one.
func (b both) followed(t *plan.Type, published both, after *node) node {
	made := *b.translation
	switch {
	case made.kind == kindList && isList(t) && b.original.kind == kindList && after.kind == kindList:
		made.children = b.followedItems(t.Elem, published, after)
	case made.kind == kindKeys || made.kind == kindEmpty:
		if made.children = b.followedKeys(t, published, after); len(made.children) > 0 {
			made.kind = kindKeys
		}
	}
	return made
}

func (b both) followedKeys(t *plan.Type, published both, after *node) (made []node) {
	typeOf := func(key string) (of *plan.Type, follows bool) {
		if t.Kind == plan.Collection {
			return t.Elem, true
		}
		if place, known := t.Place[key]; known {
			of = t.Keys[place].Type
		}
		return of, of != nil && isList(of)
	}
	for _, child := range b.translation.children {
		of, follows := typeOf(child.key)
		now, then := b.child(child.key), after.child(child.key)
		switch isGone := then == nil || of != nil && isList(of) && len(then.children) == 0; {
		case now.original == nil || of == nil || isGone && !follows:
			made = append(made, child)
		case !isGone:
			one := now.followed(of, published.child(child.key), then)
			if !isList(of) || len(one.children) > 0 || len(child.children) == 0 {
				made = append(made, one)
			}
		}
	}
	for _, child := range published.translation.list() {
		_, follows := typeOf(child.key)
		was, now, then := published.child(child.key), b.child(child.key), after.child(child.key)
		if follows && now.translation == nil && len(now.original.list()) == 0 && then.isBack(was.original) {
			made = append(made, child)
		}
	}
	return made
}

// isBack tells whether a value is there, and as it was.
func (n *node) isBack(was *node) bool { return n != nil && was != nil && n.equal(was) }

func (b both) followedItems(t *plan.Type, published both, after *node) (made []node) {
	own := b.translation.children
	from, _ := align(b.original, after)
	if t.Known == nil {
		if len(own) != len(b.original.children) {
			return own
		}
		isSame := len(published.original.list()) == len(published.translation.list())
		for i, old := range from {
			then := &after.children[i]
			was := slices.IndexFunc(published.original.list(), func(n node) bool { return n.equal(then) })
			switch {
			case old >= 0:
				made = append(made, both{&b.original.children[old], &own[old]}.followed(t, both{}, then))
			case was >= 0 && isSame:
				made = append(made, published.translation.children[was])
			default:
				made = append(made, node{kind: kindKeys})
			}
		}
		return made
	}

	by := t.Known.Name
	isSame := func(i int) bool { return from[i] >= 0 && b.original.children[from[i]].equal(&after.children[i]) }
	for i := range after.children { // with the same key it is the same one, unless that is still there as it was
		old := slices.IndexFunc(b.original.children, func(n node) bool { return n.known(by) == after.children[i].known(by) })
		switch other := slices.Index(from, old); {
		case old < 0 || isSame(i) || other >= 0 && (other <= i || isSame(other)):
		case other >= 0:
			from[i], from[other] = old, -1
		default:
			from[i] = old
		}
	}
	met := map[int]bool{}
	for i := range own {
		key, old := own[i].known(by), -1
		for at := range b.original.children {
			if old < 0 && !met[at] && b.original.children[at].known(by) == key {
				old = at
			}
		}
		met[old] = true
		switch then := slices.Index(from, old); {
		case old < 0:
			made = append(made, own[i])
		case then >= 0:
			was := both{published.original.itemKnown(by, key), published.translation.itemKnown(by, key)}
			one := both{&b.original.children[old], &own[i]}.followed(t, was, &after.children[then])
			if now := after.children[then].known(by); now != key {
				one.children = slices.DeleteFunc(one.children, func(n node) bool { return n.key == by })
				one.children = slices.Insert(one.children, 0, TextTree(now).of(by, wholeFile))
			}
			made = append(made, one)
		}
	}
	for i, child := range published.translation.list() {
		key := child.known(by)
		isHere := slices.ContainsFunc(made, func(n node) bool { return n.known(by) == key })
		was := published.original.itemKnown(by, key)
		if !isHere && b.original.itemKnown(by, key) == nil && after.itemKnown(by, key).isBack(was) {
			made = slices.Insert(made, min(i, len(made)), child)
		}
	}
	return made
}

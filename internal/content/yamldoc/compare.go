package yamldoc

import (
	"slices"
	"strconv"
	"strings"
)

// Compare derives the changes that lead from a file to another one: applied in turn to the first, they make it say what
// the second says. Each has what stood there. Both must be readable.
func Compare(file string, before, after []byte) ([]Change, error) {
	a, err := ReadTree(file, before)
	if err != nil {
		return nil, err
	}
	b, err := ReadTree(file, after)
	if err != nil {
		return nil, err
	}
	return compare(a, b), nil
}

func compare(before, after *Tree) []Change {
	var c comparer
	c.values("", before.n, after.n)
	return c.changes
}

type comparer struct{ changes []Change }

func (c *comparer) add(op, at string, old, value *node) {
	change := Change{Op: op, At: at}
	if old != nil {
		change.Old = &Tree{old}
	}
	if value != nil {
		change.Value = &Tree{value}
	}
	c.changes = append(c.changes, change)
}

func (c *comparer) values(at string, a, b *node) {
	switch {
	case sameNode(a, b):
	case a.kind == kindKeys && b.kind == kindKeys && (at == "" || shareKeys(a, b)):
		c.keys(at, a, b)
	case a.kind == kindList && b.kind == kindList:
		c.items(at, a, b)
	default:
		c.add(Set, at, a, b)
	}
}

func shareKeys(a, b *node) bool {
	return len(a.children) == 0 || len(b.children) == 0 ||
		slices.ContainsFunc(a.children, func(c node) bool { return keyOf(b, c.key) != nil })
}

func keyOf(n *node, key string) *node {
	i := slices.IndexFunc(n.children, func(c node) bool { return c.key == key })
	if i < 0 {
		return nil
	}
	return &n.children[i]
}

func (c *comparer) keys(at string, a, b *node) {
	for i := range a.children {
		key := a.children[i].key
		if other := keyOf(b, key); other == nil {
			c.add(Unset, joinPath(at, key), &a.children[i], nil)
		} else {
			c.values(joinPath(at, key), &a.children[i], other)
		}
	}
	for i := range b.children {
		if key := b.children[i].key; keyOf(a, key) == nil {
			c.add(Set, joinPath(at, key), nil, &b.children[i])
		}
	}
}

func itemAt(at string, i int) string { return at + "[" + strconv.Itoa(i) + "]" }

// items goes through both lists, and makes one of the other as a person would: by moving what is further down, removing
// what is not there any more, and changing what is in the place of another item.
func (c *comparer) items(at string, a, b *node) {
	list := make([]*node, len(a.children))
	for i := range a.children {
		list[i] = &a.children[i]
	}
	in := func(items []node, n *node) bool {
		return slices.ContainsFunc(items, func(other node) bool { return sameNode(&other, n) })
	}
	for i := range b.children {
		want := &b.children[i]
		// What is not wanted any more, and has no item to become, goes first.
		for i < len(list) && len(list) > len(b.children) && !in(b.children[i:], list[i]) {
			c.add(Remove, itemAt(at, i), list[i], nil)
			list = slices.Delete(list, i, i+1)
		}
		if i < len(list) && sameNode(list[i], want) {
			continue
		}
		j := slices.IndexFunc(list[min(i, len(list)):], func(n *node) bool { return sameNode(n, want) })
		switch {
		case j > 0 && (len(list) <= len(b.children) || in(b.children[i+1:], list[i])):
			j += i
			// One item that moved down is one move, not many that moved up.
			if k := down(list, b.children, i); k > i {
				c.changes = append(c.changes, Change{Op: Move, At: itemAt(at, i), To: itemAt(at, k), Old: &Tree{list[i]}})
				item := list[i]
				list = slices.Insert(slices.Delete(list, i, i+1), k, item)
				continue
			}
			c.changes = append(c.changes, Change{Op: Move, At: itemAt(at, j), To: itemAt(at, i), Old: &Tree{list[j]}})
			item := list[j]
			list = slices.Insert(slices.Delete(list, j, j+1), i, item)
		case i < len(list) && !in(b.children[i+1:], list[i]):
			c.values(itemAt(at, i), list[i], want)
			list[i] = want
		default:
			c.add(Insert, itemAt(at, i), nil, want)
			list = slices.Insert(list, i, want)
		}
	}
	for i := len(list) - 1; i >= len(b.children); i-- {
		c.add(Remove, itemAt(at, i), list[i], nil)
	}
}

// down returns where an item of a list belongs, if those that follow up to there only moved up by one; else its place.
func down(list []*node, want []node, i int) int {
	k := i
	for k+1 < len(list) && k < len(want) && sameNode(list[k+1], &want[k]) {
		k++
	}
	if k > i+1 && k < len(want) && sameNode(list[i], &want[k]) {
		return k
	}
	return i
}

// Conflict is a change that has no place any more: somebody else changed the same value.
type Conflict struct {
	Change
	// What stands there now; nil where nothing does.
	Theirs *Tree
}

// Rebase carries what changed from a file to its draft over to the file as somebody else saved it meanwhile. A change
// holds where its value was not touched, or is the same in both; else it is a conflict, and what the other one wrote
// stands. An item of a list that moved is found by what it says.
//
// The data is the file as it was saved, with all that holds. Where nobody saved anything, it is the draft, byte for byte.
func Rebase(file string, base, draft, now []byte, order Order) (data []byte, conflicts []Conflict, err error) {
	if string(base) == string(now) {
		return draft, nil, nil
	}
	changes, err := Compare(file, base, draft)
	if err != nil {
		return nil, nil, err
	}
	was, err := ReadTree(file, base)
	if err != nil {
		return nil, nil, err
	}
	is, err := ReadTree(file, now)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range changes {
		here, theirs, done := carry(c, was, is)
		if !done {
			made, failed := now, error(nil)
			if here.Op != "" {
				made, failed = Apply(file, now, here, order)
			}
			if here.Op == "" || failed != nil {
				conflicts = append(conflicts, Conflict{c, theirs})
			} else if now = made; failed == nil {
				if is, err = ReadTree(file, now); err != nil {
					return nil, nil, err
				}
			}
		}
		if was, err = was.after(c); err != nil {
			return nil, nil, err
		}
	}
	return now, conflicts, nil
}

// carry finds the change in another version of the tree that it was made for. It is done where that has it already, and
// has no operation where it is in conflict with what stands there.
func carry(c Change, was, is *Tree) (here Change, theirs *Tree, done bool) {
	here = c
	at, found := follow(c.At, was, is)
	here.At = at
	theirs, there := is.At(at)
	if !there {
		theirs = nil
	}
	old, value := c.Old, c.Value
	switch c.Op {
	case Set:
		switch {
		case found && there && theirs.Equal(value):
			return here, theirs, true
		case !found, there != (old != nil), there && !theirs.Equal(old):
			here.Op = ""
		}
	case Unset, Remove:
		switch {
		case !found || !there:
			return here, nil, true // it is gone in both
		case !theirs.Equal(old):
			here.Op = ""
		}
	case Insert:
		list, i := inList(c.At)
		in, found := follow(list, was, is)
		before, _ := was.At(list)
		after, there := is.At(in)
		if !found || !there && before != nil || there && after.n.kind == kindText || there && after.n.kind == kindKeys {
			here.Op = ""
			return here, after, false
		}
		if there && slices.ContainsFunc(after.n.children, func(n node) bool { return sameNode(&n, value.root()) }) &&
			!slices.ContainsFunc(before.root().children, func(n node) bool { return sameNode(&n, value.root()) }) {
			return here, value, true
		}
		here.At = itemAt(in, place(i, before.root(), after.root()))
	case Move:
		list, i := inList(c.At)
		_, j := inList(c.To)
		in, ok := follow(list, was, is)
		after, there := is.At(in)
		if !found || !ok || !there || len(after.n.children) == 0 {
			return here, nil, true // nothing that anybody typed is lost
		}
		moved, _ := was.after(c)
		rest, _ := moved.At(list)
		_ = i
		to := min(place(j, rest.root(), after.root()), len(after.n.children)-1)
		if here.To = itemAt(in, to); here.To == here.At {
			return here, nil, true
		}
	}
	return here, theirs, false
}

// inList splits the path of an item.
func inList(at string) (list string, i int) {
	open := strings.LastIndexByte(at, '[')
	i, _ = strconv.Atoi(strings.TrimSuffix(at[open+1:], "]")) // as all paths of changes that are derived
	return at[:open], i
}

// place returns where an item belongs in another version of a list: behind the one that it was behind, else before the
// one that it was before.
func place(i int, before, after *node) int {
	find := func(n *node) int {
		return slices.IndexFunc(after.children, func(other node) bool { return sameNode(&other, n) })
	}
	if i > 0 && i <= len(before.children) {
		if j := find(&before.children[i-1]); j >= 0 {
			return j + 1
		}
	}
	if i < len(before.children) {
		if j := find(&before.children[i]); j >= 0 {
			return j
		}
	}
	return min(i, len(after.children))
}

// follow returns the path of a value in another version of its tree, and whether each list on the way has the item still.
func follow(path string, was, is *Tree) (string, bool) {
	made, a, b := "", was.root(), is.root()
	for path != "" {
		i, rest := a.step(path)
		step := strings.TrimSuffix(path, rest)
		if i < 0 { // what is not there yet
			return strings.TrimPrefix(made+dotted(path), "."), true
		}
		if a.kind == kindList && b != nil {
			j := sameItem(a, b, i)
			if j < 0 {
				return strings.TrimPrefix(made+dotted(path), "."), false
			}
			step = itemAt("", j)
			b = &b.children[j]
		} else if b != nil {
			b = keyOf(b, a.children[i].key)
		}
		made += dotted(strings.TrimSuffix(step, "."))
		a, path = &a.children[i], strings.TrimPrefix(rest, ".")
	}
	return strings.TrimPrefix(made, "."), true
}

func dotted(step string) string {
	if step == "" || step[0] == '[' {
		return step
	}
	return "." + step
}

// sameItem returns where an item of a list is in another version of it: where the same stands, else in its place, if
// what stands there now was not in the list before.
func sameItem(a, b *node, i int) int {
	if i < len(b.children) && sameNode(&a.children[i], &b.children[i]) {
		return i
	}
	j := slices.IndexFunc(b.children, func(n node) bool { return sameNode(&n, &a.children[i]) })
	if j >= 0 {
		return j
	}
	// It was changed by the other one, too. As long as all others are in their places, it is the one that is left.
	if len(a.children) == len(b.children) {
		return i
	}
	var left []int
	for j := range b.children {
		if !slices.ContainsFunc(a.children, func(n node) bool { return sameNode(&n, &b.children[j]) }) {
			left = append(left, j)
		}
	}
	if len(left) == 1 {
		return left[0]
	}
	return -1
}

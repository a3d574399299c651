package yamldoc

import (
	"slices"
	"strings"
)

// Compare derives the changes that lead from one file to another: applied in turn, they make the tree of the first one
// equal to that of the other.
func Compare(file string, before, after []byte) ([]Change, error) {
	from, err := readWhole(file, before)
	if err != nil {
		return nil, err
	}
	to, err := readWhole(file, after)
	if err != nil {
		return nil, err
	}
	return from.derive("", to.root, nil), nil
}

// compare returns the changes that make one value another one; nil is one that is not there.
func compare(path string, before, after *node) []Change {
	switch {
	case before == nil:
		return []Change{{Op: "set", At: path, Value: &Tree{*after}}}
	case after == nil && strings.HasSuffix(path, "]"):
		return []Change{{Op: "remove", At: path, Old: &Tree{*before}}}
	case after == nil:
		return []Change{{Op: "unset", At: path, Old: &Tree{*before}}}
	case before.equal(after):
		return nil
	case before.kind == kindKeys && after.kind == kindKeys:
		return compareKeys(path, before, after)
	case before.kind == kindList && after.kind == kindList:
		return compareLists(path, before, after)
	}
	return []Change{{Op: "set", At: path, Old: &Tree{*before}, Value: &Tree{*after}}}
}

func compareKeys(path string, before, after *node) (changes []Change) {
	old, now := before.byKey(), after.byKey()
	for i := range before.children {
		if child := &before.children[i]; now[child.key] == nil {
			changes = append(changes, compare(joinPath(path, child.key), child, nil)...)
		}
	}
	for i := range after.children {
		child := &after.children[i]
		changes = append(changes, compare(joinPath(path, child.key), old[child.key], child)...)
	}
	return changes
}

// compareLists removes items, then puts those that are new or moved behind the one before, then compares those that are
// the same.
func compareLists(path string, before, after *node) (changes []Change) {
	from, stays := align(before, after)
	var now []int // which item of before stands where; -1 is a new one
	for i := range slices.Backward(before.children) {
		if slices.Contains(from, i) {
			now = append(now, i)
		} else {
			changes = append(changes, compare(itemPath(path, i), &before.children[i], nil)...)
		}
	}
	slices.Reverse(now)
	place := 0
	for i, old := range from {
		switch was := slices.Index(now, old); {
		case old < 0:
			now = slices.Insert(now, place, old)
			changes = append(changes, Change{Op: "insert", At: itemPath(path, place), Value: &Tree{after.children[i]}})
		case stays[i]:
			place = was
		default:
			if was < place {
				place--
			}
			now = slices.Insert(slices.Delete(now, was, was+1), place, old)
			if was != place {
				changes = append(changes, Change{Op: "move", At: itemPath(path, was), To: itemPath(path, place)})
			}
		}
		place++
	}
	for i, old := range from {
		if old >= 0 {
			changes = append(changes, compare(itemPath(path, i), &before.children[old], &after.children[i])...)
		}
	}
	return changes
}

// align returns which item of one list each item of another one is, -1 where it is a new one, and which of them stay
// where they are while others move. An item is one that says the same, else one that is like it or stands behind what
// the item before it is, best both.
func align(before, after *node) (from []int, stays []bool) {
	says := func(list *node) (all []string) {
		for i := range list.children {
			all = append(all, string(list.children[i].appendJSON(nil)))
		}
		return all
	}
	old, now := says(before), says(after)
	from = slices.Repeat([]int{-1}, len(now))
	var left []int
	for i := range old {
		left = append(left, i)
	}
	follows := func(k, i int) bool {
		return (k == 0 && i == 0 || i > 0 && k == from[i-1]+1) && before.children[k].kind == after.children[i].kind
	}
	like := func(k, i int) bool { return before.children[k].isLike(&after.children[i]) }
	for _, same := range []func(k, i int) bool{
		func(k, i int) bool { return old[k] == now[i] },
		func(k, i int) bool { return follows(k, i) && like(k, i) },
		like, follows,
	} {
		for i := range from {
			if at := slices.IndexFunc(left, func(k int) bool { return same(k, i) }); from[i] < 0 && at >= 0 {
				from[i] = left[at]
				left = slices.Delete(left, at, at+1)
			}
		}
	}
	return from, longestRise(from)
}

// isLike tells whether two items may be the same one, which was changed: they have one key alone, or a value in common.
func (n *node) isLike(other *node) bool {
	one := len(n.children)+len(other.children) == 2
	return slices.ContainsFunc(n.children, func(c node) bool {
		same := func(o node) bool { return o.key == c.key && (one || o.equal(&c)) }
		return c.key != "" && slices.ContainsFunc(other.children, same)
	})
}

// longestRise marks the longest series of numbers that rise, without those below 0.
func longestRise(numbers []int) []bool {
	var ends []int                       // the least number that a series of each length ends with
	lengths := make([]int, len(numbers)) // of the longest series that ends there
	for i, number := range numbers {
		if number >= 0 {
			at, _ := slices.BinarySearch(ends, number)
			ends = slices.Replace(ends, at, min(at+1, len(ends)), number)
			lengths[i] = at + 1
		}
	}
	rises, length := make([]bool, len(numbers)), len(ends)
	for i := range slices.Backward(numbers) {
		if rises[i] = length > 0 && lengths[i] == length; rises[i] {
			length--
		}
	}
	return rises
}

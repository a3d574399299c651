package yamldoc

import "slices"

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
	_, changes := from.derive("", from.root, operation{value: *to.root}, nil)
	return changes, nil
}

func compare(path string, before, after *node) []Change {
	switch {
	case before.equal(after, false):
		return nil
	case before.kind == kindKeys && after.kind == kindKeys:
		return compareKeys(path, before, after)
	case before.kind == kindList && after.kind == kindList:
		return compareLists(path, before, after)
	}
	return []Change{{Op: "set", At: path, Old: &Tree{*before}, Value: &Tree{*after}}}
}

func compareKeys(path string, before, after *node) (changes []Change) {
	old, now := before.places(), after.places()
	for i := range before.children {
		if child := &before.children[i]; !has(now, child.key) {
			changes = append(changes, Change{Op: "unset", At: joinPath(path, child.key), Old: &Tree{*child}})
		}
	}
	for i := range after.children {
		child := &after.children[i]
		below := joinPath(path, child.key)
		if at, found := old[child.key]; found {
			changes = append(changes, compare(below, &before.children[at], child)...)
		} else {
			changes = append(changes, Change{Op: "set", At: below, Value: &Tree{*child}})
		}
	}
	return changes
}

func has(places map[string]int, key string) bool {
	_, found := places[key]
	return found
}

// compareLists removes items, then puts those that are new or moved behind the one before, then compares those that are
// the same.
func compareLists(path string, before, after *node) (changes []Change) {
	at := func(i int) string { return path + ItemName("", "", i) }
	from, stays := align(before, after)
	kept := make([]bool, len(before.children))
	for _, i := range from {
		if i >= 0 {
			kept[i] = true
		}
	}
	var now []int // which item of before stands where; -1 is a new one
	for i := range slices.Backward(kept) {
		if kept[i] {
			now = append(now, i)
		} else {
			changes = append(changes, Change{Op: "remove", At: at(i), Old: &Tree{before.children[i]}})
		}
	}
	slices.Reverse(now)
	var same []Change
	for place, i := 0, 0; i < len(from); place, i = place+1, i+1 {
		if from[i] < 0 {
			now = slices.Insert(now, place, -1)
			changes = append(changes, Change{Op: "insert", At: at(place), Value: &Tree{after.children[i]}})
			continue
		}
		was := slices.Index(now, from[i])
		if !stays[i] {
			if was < place {
				place--
			}
			now = slices.Insert(slices.Delete(now, was, was+1), place, from[i])
			if was != place {
				changes = append(changes, Change{Op: "move", At: at(was), To: at(place)})
			}
		} else {
			place = was
		}
		same = append(same, compare(at(i), &before.children[from[i]], &after.children[i])...)
	}
	return append(changes, same...)
}

// align returns which item of one list each item of another one is, -1 where it is a new one, and which of them stay
// where they are while others move. Equal items are the same, and else those that stand between the same ones.
func align(before, after *node) (from []int, stays []bool) {
	equal := map[string][]int{}
	for i := range before.children {
		says := string(before.children[i].appendJSON(nil))
		equal[says] = append(equal[says], i)
	}
	taken := make([]bool, len(before.children))
	for i := range after.children {
		says, old := string(after.children[i].appendJSON(nil)), -1
		if same := equal[says]; len(same) > 0 {
			old, equal[says], taken[same[0]] = same[0], same[1:], true
		}
		from = append(from, old)
	}

	// What is like one other item alone was moved and changed: its comments and its way of writing move with it.
	likeNew, likeOld := make([][]int, len(from)), make([][]int, len(taken))
	for i := range from {
		for old := range taken {
			if from[i] < 0 && !taken[old] && before.children[old].isLike(&after.children[i]) {
				likeNew[i], likeOld[old] = append(likeNew[i], old), append(likeOld[old], i)
			}
		}
	}
	for i, olds := range likeNew {
		if len(olds) == 1 && len(likeOld[olds[0]]) == 1 {
			from[i], taken[olds[0]] = olds[0], true
		}
	}
	stays = longestRise(from)

	low := 0
	for begin := 0; begin < len(from); begin++ {
		end, high := begin, len(before.children)
		for end < len(from) && !stays[end] {
			end++
		}
		if end < len(from) {
			high = from[end]
		}
		var olds, news []int
		for i := low; i < high; i++ {
			if !taken[i] {
				olds = append(olds, i)
			}
		}
		for i := begin; i < end; i++ {
			if from[i] < 0 {
				news = append(news, i)
			}
		}
		alike := func(old, i int) bool {
			one, other := &before.children[old], &after.children[i]
			return one.kind == other.kind && (len(olds) == len(news) || one.isLike(other))
		}
		k := 0
		for _, i := range news {
			if at := slices.IndexFunc(olds[k:], func(old int) bool { return alike(old, i) }); at >= 0 {
				from[i], stays[i] = olds[k+at], true
				k += at + 1
			}
		}
		begin, low = end, high+1
	}
	if len(from) > 0 && len(before.children) > 0 && slices.Max(from) < 0 {
		// Without an item for a moment, it would be written in brackets from then on.
		from[0], stays[0] = 0, true
	}
	return from, stays
}

// isLike tells whether two items may be the same one, which was changed: they have one key alone, or a value in common.
func (n *node) isLike(other *node) bool {
	return slices.ContainsFunc(n.children, func(c node) bool {
		i := other.keyIndex(c.key)
		return c.key != "" && i >= 0 && (len(n.children)+len(other.children) == 2 || c.equal(&other.children[i], false))
	})
}

// longestRise marks the longest series of numbers that rise, without those below 0.
func longestRise(numbers []int) []bool {
	var ends []int // of the best series of each length, the index of the last number
	before := make([]int, len(numbers))
	for i, number := range numbers {
		if number < 0 {
			continue
		}
		length, _ := slices.BinarySearchFunc(ends, number, func(end, number int) int { return numbers[end] - number })
		if before[i] = -1; length > 0 {
			before[i] = ends[length-1]
		}
		ends = slices.Replace(ends, length, min(length+1, len(ends)), i)
	}
	rises := make([]bool, len(numbers))
	for i := append([]int{-1}, ends...)[len(ends)]; i >= 0; i = before[i] {
		rises[i] = true
	}
	return rises
}

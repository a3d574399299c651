package yamldoc

import (
	"bytes"
	"slices"
)

// Conflict is a change, as [Compare] derives it, that does not fit the file as it is now.
type Conflict struct {
	Change
	Theirs *Tree `json:"theirs"` // what stands there now; nil where nothing does
}

// Rebase carries the changes from base to draft over to now, the file as somebody else saved it. A change holds where
// its old or its new value stands at its path; else it is a conflict. An item of a list that moved is found by what it
// says. The data are those of now with all changes that hold, and those of draft where now equals base. Where the draft
// has new comments, or changes that no path names or that cannot be written, all of it is one conflict, at the path "".
func Rebase(file string, base, draft, now []byte, order Order) (data []byte, conflicts []Conflict, err error) {
	if bytes.Equal(base, now) {
		return draft, nil, nil
	}
	var states [3]*editing
	for i, data := range [][]byte{base, draft, now} {
		if states[i], err = edit(file, data); err != nil {
			return nil, nil, err
		}
	}
	from, mine, theirs := states[0], states[1], states[2]
	r := &rebasing{}
	merged := r.value("", from.root, mine.root, theirs.root)
	whole := Conflict{Change{Op: "set", Old: &Tree{*from.root}, Value: &Tree{*mine.root}}, &Tree{*theirs.root}}

	changes, next := theirs.derive("", merged, order), theirs
	derived := changes
	if r.conflicts != nil {
		derived = slices.Concat(changes, from.derive("", mine.root, nil))
	}
	known := slices.Concat(from.allComments(), theirs.allComments())
	isWhole := slices.ContainsFunc(derived, func(c Change) bool { return c.At == "" }) ||
		slices.ContainsFunc(mine.allComments(), func(c string) bool { return !slices.Contains(known, c) })
	for i := 0; i < len(changes) && !isWhole && err == nil; i++ {
		next, err = next.apply(changes[i], order)
	}
	if isWhole || err != nil {
		return now, []Conflict{whole}, nil
	}
	return next.data, r.conflicts, nil
}

// rebasing merges three states of a value, of which nil is one that is not there.
type rebasing struct{ conflicts []Conflict }

func (r *rebasing) value(path string, base, draft, now *node) *node {
	same := func(a, b *node) bool { return a == b || a != nil && b != nil && a.equal(b) }
	isOther := func(k kind) func(*node) bool { return func(n *node) bool { return n == nil || n.kind != k } }
	all := []*node{base, draft, now}
	switch {
	case same(base, draft), same(draft, now):
		return now
	case same(base, now):
		return draft
	case !slices.ContainsFunc(all, isOther(kindKeys)):
		return r.keys(path, base, draft, now)
	case !slices.ContainsFunc(all, isOther(kindList)):
		return r.items(path, base, draft, now)
	}
	for _, c := range compare(path, base, draft) {
		conflict := Conflict{Change: c}
		if now != nil && c.At == path {
			conflict.Theirs = &Tree{*now}
		}
		r.conflicts = append(r.conflicts, conflict)
	}
	return now
}

func (r *rebasing) keys(path string, base, draft, now *node) *node {
	merged := *now
	merged.children = nil
	was, mine, theirs := base.byKey(), draft.byKey(), now.byKey()
	for i, n := range slices.Concat(now.children, draft.children) {
		if i >= len(now.children) && theirs[n.key] != nil {
			continue
		}
		if child := r.value(joinPath(path, n.key), was[n.key], mine[n.key], theirs[n.key]); child != nil {
			merged.children = append(merged.children, *child)
		}
	}
	return &merged
}

// items merges what is in both lists, then puts what the draft has new or in another place behind the item before.
func (r *rebasing) items(path string, base, draft, now *node) *node {
	merged := *now
	merged.children = nil
	var which []int // of the draft, the items that are merged
	mine, stays := align(base, draft)
	theirs, _ := align(base, now)
	for i, old := range theirs {
		child, at := &now.children[i], -1
		if old >= 0 {
			var other *node
			place := old
			if at = slices.Index(mine, old); at >= 0 {
				other, place = &draft.children[at], at
			}
			child = r.value(itemPath(path, place), &base.children[old], other, child)
		}
		if child != nil {
			merged.children, which = append(merged.children, *child), append(which, at)
		}
	}
	place := 0
	for i, old := range mine {
		child, was := draft.children[i], slices.Index(which, i)
		switch {
		case was >= 0 && stays[i]:
			place = was + 1
			continue
		case was >= 0:
			child = merged.children[was]
			merged.children, which = slices.Delete(merged.children, was, was+1), slices.Delete(which, was, was+1)
			if was < place {
				place--
			}
		case old >= 0: // which is not there now
			r.value(itemPath(path, i), &base.children[old], &child, nil)
			continue
		case place < len(which) && which[place] < 0 && merged.children[place].equal(&child): // both have it
			which[place] = i
			place++
			continue
		}
		merged.children, which = slices.Insert(merged.children, place, child), slices.Insert(which, place, i)
		place++
	}
	return &merged
}

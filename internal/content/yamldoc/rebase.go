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
// its old or its new value stands at its path, and is a conflict else. An item of a list that moved is found by what
// it says. The data are now with all changes that hold; they are draft where now equals base. New comments of the draft
// are a conflict of the whole file, at the path "".
func Rebase(file string, base, draft, now []byte, order Order) (data []byte, conflicts []Conflict, err error) {
	if bytes.Equal(base, now) {
		return draft, nil, nil
	}
	var states [3]*source
	for i, data := range [][]byte{base, draft, now} {
		if states[i], err = readWhole(file, data); err != nil {
			return nil, nil, err
		}
	}
	mine, theirs := states[0], &editing{states[2], now}
	parts, changes := mine.derive("", mine.root, operation{value: *states[1].root}, nil)
	for i, o := range parts {
		carried := carry(theirs.source, mine.root, o, order)
		next := theirs
		if carried.fits {
			next, err = theirs.do(carried.operation)
		}
		if carried.fits && err == nil {
			theirs = next
		} else {
			conflicts = append(conflicts, Conflict{changes[i], carried.theirs})
		}
		mine = &source{file: file, root: new(mine.root.with(o.way, &o))}
	}
	known := slices.Concat(states[0].allComments(), theirs.allComments())
	if slices.ContainsFunc(states[1].allComments(), func(c string) bool { return !slices.Contains(known, c) }) {
		whole := Change{Op: "set", Old: &Tree{*states[0].root}, Value: &Tree{*states[1].root}}
		conflicts = append(conflicts, Conflict{whole, &Tree{*states[2].root}})
	}
	return theirs.data, conflicts, nil
}

// carried is what an operation on one state of a file does to another one, if it fits.
type carried struct {
	operation
	fits   bool
	path   string // of what is in its way
	theirs *Tree
}

// carry carries an operation on the state of a file whose root is mine over to a file.
func carry(s *source, mine *node, o operation, order Order) (to carried) {
	done := carried{operation: operation{value: *s.root}, fits: true}
	path, way, old, now := s.follow(mine, o.way)
	if now == nil && o.verb == removing {
		return done
	} else if now == nil {
		return carried{}
	}
	o.way = way
	to = carried{o, false, path, &Tree{*now}}
	if o.verb == setting {
		to.fits = now.equal(old, false) || now.equal(&o.value, false)
		return to
	}
	if now.kind != old.kind {
		return to
	}

	// Where the child is, and where it will be.
	at, place := -1, 0
	child := &o.value
	if o.verb != inserting {
		child = &old.children[o.index]
	}
	if now.kind == kindKeys {
		var known []string
		if order != nil {
			known = order(path)
		}
		at, place = now.keyIndex(child.key), now.place(child.key, known)
		to.path = joinPath(path, child.key)
	} else {
		from, _ := align(old, now)
		before := make([]int, len(old.children)) // those that the item will stand behind
		for i := range before {
			before[i] = i
		}
		if o.verb == inserting {
			before = before[:o.index]
		} else {
			at = slices.Index(from, o.index)
			before = slices.Delete(before, o.index, o.index+1)[:o.to]
		}
		for _, i := range slices.Backward(before) {
			if place = slices.Index(from, i) + 1; place > 0 {
				break
			}
		}
		if o.verb == inserting && place < len(from) && from[place] < 0 && now.children[place].equal(child, false) {
			return done
		}
		to.path = path + ItemName("", "", max(at, place))
	}

	if to.theirs = nil; at >= 0 {
		to.theirs = &Tree{now.children[at]}
	}
	same := at >= 0 && to.theirs.equal(child, false)
	switch to.index = at; {
	case o.verb == moving && at >= 0:
		if to.to = place; place > at {
			to.to--
		}
		to.fits = true
	case o.verb == removing && at >= 0:
		to.fits = same
	case o.verb == removing || same:
		return done
	case o.verb == inserting && at < 0:
		to.fits, to.index = true, place
		if len(now.children) == 0 {
			to.verb, to.value = setting, node{kind: now.kind, children: []node{*child}}
		}
	}
	return to
}

// follow returns path and way to the value that a way from another root leads to, and the value there and now; nil
// where the file does not have it.
func (s *source) follow(mine *node, way []int) (path string, here []int, old, now *node) {
	old, now = mine, s.root
	for _, i := range way {
		if old.kind != now.kind {
			return "", nil, nil, nil
		}
		at := now.keyIndex(old.children[i].key)
		if old.kind == kindList {
			from, _ := align(old, now)
			at = slices.Index(from, i)
			path += ItemName("", "", at)
		} else {
			path = joinPath(path, old.children[i].key)
		}
		if at < 0 {
			return "", nil, nil, nil
		}
		here, old, now = append(here, at), &old.children[i], &now.children[at]
	}
	return path, here, old, now
}

package drafts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// TakeBack makes what a draft began from stand again where changes are: each at its path, of its operation and value
// where that is given; in the whole file where the path is empty. Several are in the order in which they were listed.
// It is done for all of them, or for none.
func (s *Store) TakeBack(ctx context.Context, by, file string, seen ...yamldoc.Change) error {
	return s.settle(ctx, by, file, seen, (*state).takeBack)
}

// Settle ends the conflict of a change, named as for [Store.TakeBack]: with what was changed, or with what is on disk.
func (s *Store) Settle(ctx context.Context, by, file string, seen yamldoc.Change, mine bool) error {
	do := (*state).yield
	if mine {
		do = (*state).insist
	}
	return s.settle(ctx, by, file, []yamldoc.Change{seen}, do)
}

// settle does something with changes, from the last one: those before it stay where they are.
func (s *Store) settle(
	ctx context.Context, by, file string, all []yamldoc.Change, do func(*state, yamldoc.Change) error,
) error {
	if len(all) > maxChanges {
		return &Refused{Err: fmt.Errorf("there are more than %d changes at once", maxChanges)}
	}
	return s.edit(ctx, func(t *tx) error {
		return t.change("", by, file, func(st *state) (places []string, err error) {
			for _, seen := range slices.Backward(all) {
				if seen.Op != "" && !slices.ContainsFunc(st.changes(), isSeen(seen)) {
					err = errors.New("it is another one meanwhile: look at it again")
				} else {
					err = do(st, seen)
				}
				if err != nil {
					return nil, &Refused{Err: err}
				}
				places = append(places, seen.At)
			}
			return places, nil
		})
	})
}

// isSeen tells whether a change is the one that somebody saw.
func isSeen(seen yamldoc.Change) func(yamldoc.Change) bool {
	return func(c yamldoc.Change) bool {
		return c.At == seen.At && (seen.Op == "" || c.Op == seen.Op && c.To == seen.To && c.Value.Equal(seen.Value))
	}
}

// changes returns how the draft differs from what it began from.
func (st *state) changes() []yamldoc.Change {
	if st.isWhole() {
		return []yamldoc.Change{st.conflicts[0].Change}
	}
	return compare(st.file, st.Base, st.Draft)
}

// isWhole tells whether the whole file is one conflict.
func (st *state) isWhole() bool { return len(st.conflicts) == 1 && st.conflicts[0].At == "" }

// around returns what leads to the draft before and after an operation at a path; nil where there is none.
func (st *state) around(op, at string) (before, after []byte, err error) {
	changes := st.changes()
	i := slices.IndexFunc(changes, func(c yamldoc.Change) bool { return c.Op == op && c.At == at })
	if i < 0 { // it may be in what cannot be told apart
		_, err = st.applied(st.Base, changes)
		return nil, nil, err
	}
	if before, err = st.applied(st.Base, changes[:i]); err == nil {
		after, err = st.applied(before, changes[i:i+1])
	}
	return before, after, err
}

// takeBack carries over to the draft what undoes a change. Several are at one path where an item took the place of
// another one.
func (st *state) takeBack(seen yamldoc.Change) error { return st.undo(seen, isSeen(seen)) }

// yield takes back what is in conflict, but no other change at its path.
func (st *state) yield(seen yamldoc.Change) error {
	return st.undo(seen, func(c yamldoc.Change) bool {
		return isSeen(seen)(c) && slices.ContainsFunc(st.conflicts, isOf(c))
	})
}

func (st *state) undo(seen yamldoc.Change, isMeant func(yamldoc.Change) bool) error {
	if seen.At == "" {
		st.Base, st.Draft = st.now, st.now
		return nil
	}
	for _, c := range slices.Backward(st.changes()) {
		if c.At != "" && !isMeant(c) {
			continue
		}
		before, after, err := st.around(c.Op, seen.At)
		if err != nil || after == nil {
			return err
		}
		data, others, err := yamldoc.Rebase(st.file, after, before, st.Draft, st.order)
		if err == nil && len(others) > 0 {
			err = errors.New("other changes build on this one: take them back first")
		}
		if err != nil {
			return err
		}
		st.Draft = data
	}
	return nil
}

// insist makes the draft begin from what is on disk at the path of a conflict, so that the change fits there.
func (st *state) insist(seen yamldoc.Change) error {
	at := seen.At
	i := slices.IndexFunc(st.conflicts, func(c yamldoc.Conflict) bool { return isSeen(seen)(c.Change) })
	if i < 0 {
		return nil // somebody was faster
	}
	if st.isWhole() {
		st.Base, st.conflicts = st.now, nil
		return nil
	}
	before, _, err := st.around(st.conflicts[i].Op, at)
	if err != nil {
		return err
	}
	theirs := st.conflicts[i].Theirs
	if st.conflicts[i].Op == "insert" { // the list is not there
		at = parent(at)
	}
	// Where nothing is, it may be more that is gone: the item that the value is in.
	for ; at != ""; at, theirs = parent(at), nil {
		c := yamldoc.Change{Op: "set", At: at, Value: theirs}
		if theirs == nil {
			c.Op = "unset"
			if strings.HasSuffix(at, "]") {
				c.Op = "remove"
			}
		}
		seen, err := yamldoc.Apply(st.file, before, c, st.order)
		if err != nil {
			continue
		}
		next := *st
		var others []yamldoc.Conflict
		next.Base, others, err = yamldoc.Rebase(st.file, before, seen, st.Base, st.order)
		if err != nil || len(others) > 0 {
			continue
		}
		next.carry()
		isNew := func(c yamldoc.Conflict) bool { return !slices.ContainsFunc(st.conflicts, isOf(c.Change)) }
		if len(next.conflicts) < len(st.conflicts) && !slices.ContainsFunc(next.conflicts, isNew) {
			*st = next
			return nil
		}
	}
	return errors.New("its place is gone on disk: copy it, take what is on disk, and put it where it belongs")
}

// isOf tells whether a conflict is of a change.
func isOf(c yamldoc.Change) func(yamldoc.Conflict) bool {
	return func(other yamldoc.Conflict) bool {
		return other.Op == c.Op && other.At == c.At && other.To == c.To && other.Value.Equal(c.Value)
	}
}

func parent(path string) string { return path[:max(strings.LastIndexAny(path, ".["), 0)] }

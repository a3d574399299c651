package drafts

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// TakeBack makes what a draft began from stand again at the path of a change, or in the whole file where that is empty.
func (s *Store) TakeBack(ctx context.Context, by, file, at string) error {
	return s.settle(ctx, by, file, at, (*state).takeBack)
}

// Settle ends the conflict of the change at a path: with what was changed, or with what is on disk.
func (s *Store) Settle(ctx context.Context, by, file, at string, mine bool) error {
	if mine {
		return s.settle(ctx, by, file, at, (*state).insist)
	}
	return s.settle(ctx, by, file, at, (*state).yield)
}

func (s *Store) settle(ctx context.Context, by, file, at string, do func(*state, string, yamldoc.Order) error) error {
	return s.edit(ctx, []string{file}, func(t *tx, states map[string]*state) error {
		if err := do(states[file], at, t.Order(file)); err != nil {
			return &Refused{Err: err}
		}
		return t.note("", by, file, at)
	})
}

// changes returns how the draft differs from what it began from.
func (st *state) changes() []yamldoc.Change {
	if st.isWhole() {
		return []yamldoc.Change{st.conflicts[0].Change}
	}
	return compare(st.file, st.base, st.draft)
}

// isWhole tells whether the whole file is one conflict.
func (st *state) isWhole() bool { return len(st.conflicts) == 1 && st.conflicts[0].At == "" }

// around returns what leads to the draft before and after an operation at a path.
func (st *state) around(op, at string, order yamldoc.Order) (before, after []byte, found bool, err error) {
	after = st.base
	for _, c := range st.changes() {
		before = after
		after, err = yamldoc.Apply(st.file, before, c, order)
		if err != nil || c.Op == op && c.At == at {
			return before, after, err == nil, err
		}
	}
	return nil, nil, false, nil
}

// yield takes back what is in conflict at a path, but no other change there, such as an item in the place of another one.
func (st *state) yield(at string, order yamldoc.Order) error {
	return st.undo(at, order, func(c yamldoc.Change) bool {
		return c.At == "" || slices.ContainsFunc(st.conflicts, isOf(c))
	})
}

func (st *state) takeBack(at string, order yamldoc.Order) error {
	return st.undo(at, order, func(yamldoc.Change) bool { return true })
}

// undo carries over to the draft what undoes the changes at a path that are meant.
func (st *state) undo(at string, order yamldoc.Order, isMeant func(yamldoc.Change) bool) error {
	if at == "" {
		st.base, st.draft = st.now, st.now
		return nil
	}
	for _, c := range slices.Backward(st.changes()) {
		if c.At != at && c.At != "" || !isMeant(c) { // several are there where an item took the place of another one
			continue
		}
		before, after, found, err := st.around(c.Op, at, order)
		if err != nil || !found {
			return err
		}
		data, others, err := yamldoc.Rebase(st.file, after, before, st.draft, order)
		if err == nil && len(others) > 0 {
			err = errors.New("other changes build on this one: take them back first")
		}
		if err != nil {
			return err
		}
		st.draft = data
	}
	return nil
}

// insist makes the draft begin from what is on disk at the path of a conflict, so that the change fits there.
func (st *state) insist(at string, order yamldoc.Order) error {
	i := slices.IndexFunc(st.conflicts, func(c yamldoc.Conflict) bool { return c.At == at })
	if i < 0 {
		return nil // somebody was faster
	}
	if st.isWhole() {
		st.base, st.conflicts = st.now, nil
		return nil
	}
	before, _, _, err := st.around(st.conflicts[i].Op, at, order)
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
		seen, err := yamldoc.Apply(st.file, before, c, order)
		if err != nil {
			continue
		}
		next := *st
		var others []yamldoc.Conflict
		next.base, others, err = yamldoc.Rebase(st.file, before, seen, st.base, order)
		if err != nil || len(others) > 0 {
			continue
		}
		next.carry(order)
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

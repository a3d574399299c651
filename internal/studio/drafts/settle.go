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
	return s.TakeBack(ctx, by, file, at)
}

func (s *Store) settle(ctx context.Context, by, file, at string, do func(*state, string) error) error {
	return s.edit(ctx, func(t *tx) error {
		return t.change("", by, file, func(st *state) ([]string, error) {
			if err := do(st, at); err != nil {
				return nil, &Refused{Err: err}
			}
			return []string{at}, nil
		})
	})
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

// around returns what leads to the draft before and after a change at a path; nil where there is none.
func (st *state) around(at string) (before, after []byte, err error) {
	changes := st.changes()
	i := slices.IndexFunc(changes, func(c yamldoc.Change) bool { return c.At == at })
	if i < 0 { // it may be in what cannot be told apart
		_, err = st.applied(st.Base, changes)
		return nil, nil, err
	}
	if before, err = st.applied(st.Base, changes[:i]); err == nil {
		after, err = st.applied(before, changes[i:i+1])
	}
	return before, after, err
}

// takeBack carries over to the draft what undoes the changes at a path.
func (st *state) takeBack(at string) error {
	if at == "" {
		st.Base, st.Draft = st.now, st.now
		return nil
	}
	for range st.changes() { // several are at one path where an item took the place of another one
		before, after, err := st.around(at)
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
func (st *state) insist(at string) error {
	i := slices.IndexFunc(st.conflicts, func(c yamldoc.Conflict) bool { return c.At == at })
	if i < 0 {
		return nil // somebody was faster
	}
	if st.isWhole() {
		st.Base, st.conflicts = st.now, nil
		return nil
	}
	before, _, err := st.around(at)
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

package drafts

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Listed is a change that is not published.
type Listed struct {
	yamldoc.Change
	File     string
	By       string
	When     time.Time
	Conflict *Theirs // nil where there is none
}

// Theirs is what stands in the place of a change.
type Theirs struct {
	Theirs *yamldoc.Tree
	By     string
	When   time.Time
}

// disk is who saves in the content folder.
const disk = "disk"

// Changes returns what is not published of files, of all where none is named: the changes in the order in which they
// lead to the draft.
func (s *Store) Changes(ctx context.Context, files ...string) (found []Listed, err error) {
	return found, s.inTx(ctx, func(t *tx) error {
		all, err := t.loadAll(files...)
		for _, st := range all {
			if err == nil {
				var more []Listed
				more, err = t.list(st)
				found = append(found, more...)
			}
		}
		return err
	})
}

func (t *tx) list(st *state) (found []Listed, err error) {
	for _, c := range st.changes() {
		one := Listed{Change: c, File: st.file}
		if one.By, one.When, err = t.author(st, c.At); err != nil {
			return nil, err
		}
		is := func(other yamldoc.Conflict) bool { return other.Op == c.Op && other.At == c.At && other.To == c.To }
		if i := slices.IndexFunc(st.conflicts, is); i >= 0 {
			one.Conflict = &Theirs{st.conflicts[i].Theirs, disk, st.saved}
		}
		found = append(found, one)
	}
	return found, nil
}

// author returns who changed a value of a draft last, or something in or around it, and when.
func (t *tx) author(st *state, at string) (by string, when time.Time, err error) {
	by, when = disk, st.saved
	found, first := false, true
	err = t.each(func(scan func(...any) error) error {
		var who, path string
		var ms int64
		err := scan(&who, &ms, &path)
		if fits := within(at, path) || within(path, at); !found && (fits || first) {
			by, when, found = who, time.UnixMilli(ms), fits
		}
		first = false
		return err
	}, `SELECT by, at, path FROM journal WHERE file = ? ORDER BY n DESC`, st.file)
	return by, when, err
}

// within tells whether a path is another one, or below it.
func within(path, other string) bool {
	rest, below := strings.CutPrefix(path, other)
	return below && (other == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

package drafts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Listed is a change that is not published.
type Listed struct {
	File string `json:"file"`
	yamldoc.Change
	By       string    `json:"by"`
	When     time.Time `json:"when"`
	Conflict *Theirs   `json:"conflict"` // nil where there is none
}

// Theirs is what stands in the place of a change.
type Theirs struct {
	Theirs *yamldoc.Tree `json:"theirs"`
	By     string        `json:"by"`
	When   time.Time     `json:"when"`
}

// disk is who saves in the content folder.
const disk = "disk"

// Changes returns what is not published, file by file: the changes in the order in which they lead to the draft.
func (s *Store) Changes(ctx context.Context) (found []Listed, err error) {
	err = s.inTx(ctx, func(t *tx) error {
		all, err := t.loadAll()
		if err != nil {
			return err
		}
		for _, st := range all {
			listed, failed := t.list(st)
			found, err = append(found, listed...), errors.Join(err, failed)
		}
		return err
	})
	return found, err
}

func (t *tx) list(st *state) (found []Listed, err error) {
	author, err := t.authors(st)
	for _, c := range st.changes() {
		one := Listed{Change: c, File: st.file}
		one.By, one.When = author(c.At)
		if i := slices.IndexFunc(st.conflicts, isOf(c)); i >= 0 {
			one.Conflict = &Theirs{st.conflicts[i].Theirs, disk, st.saved}
		}
		found = append(found, one)
	}
	return found, err
}

// authors returns who last changed something at a path of a draft, in it or around it, and when.
func (t *tx) authors(st *state) (func(at string) (by string, when time.Time), error) {
	type entry struct {
		by, path string
		when     time.Time
	}
	var entries []entry
	err := t.each(func(scan func(...any) error) error {
		var e entry
		var newest, ms int64
		err := scan(&newest, &e.by, &ms, &e.path)
		e.when = time.UnixMilli(ms)
		entries = append(entries, e)
		return err
	}, `SELECT max(n) AS newest, by, at, path FROM journal WHERE file = ? GROUP BY path ORDER BY newest DESC`, st.file)
	return func(at string) (string, time.Time) {
		for _, e := range entries {
			if within(at, e.path) || within(e.path, at) {
				return e.by, e.when
			}
		}
		if len(entries) > 0 { // it is in a list in which items were moved since
			return entries[0].by, entries[0].when
		}
		return disk, st.saved
	}, err
}

// within tells whether a path is another one, or below it.
func within(path, other string) bool {
	rest, below := strings.CutPrefix(path, other)
	return below && (other == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

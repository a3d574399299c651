package drafts

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/studio/database"
)

// Listed is a change that is not published.
type Listed struct {
	File string `json:"file"`
	yamldoc.Change
	By       string    `json:"by"`
	When     time.Time `json:"when"`
	Conflict *Conflict `json:"conflict"` // nil where there is none
}

// Conflict is a change whose author saw something else in its place than stands there now, and who wrote that when.
type Conflict struct {
	ID     string        `json:"id,omitempty"` // of a change that was not made
	File   string        `json:"file"`
	At     string        `json:"at"`
	Yours  *yamldoc.Tree `json:"yours"`
	Theirs *yamldoc.Tree `json:"theirs"`
	By     string        `json:"by"`
	When   time.Time     `json:"when"`
}

// disk is who saves in the content folder.
const disk = "disk"

// Changes returns what is not published, file by file: the changes in the order in which they lead to the draft.
func (s *Store) Changes(ctx context.Context) (found []Listed, err error) {
	err = s.read(ctx, func(t *tx) error {
		all, err := t.loadAll()
		if err != nil {
			return err
		}
		for _, st := range all {
			author, failed := t.authors(st)
			for _, c := range st.changes() {
				one := Listed{File: st.file, Change: c}
				one.By, one.When = author(c.At)
				if i := slices.IndexFunc(st.conflicts, isOf(c)); i >= 0 {
					one.Conflict = &st.listed()[i]
				}
				found = append(found, one)
			}
			err = errors.Join(err, failed)
		}
		return err
	})
	return found, err
}

// listed returns the conflicts with what is on disk.
func (st *state) listed() (found []Conflict) {
	for _, c := range st.conflicts {
		found = append(found, Conflict{"", st.file, c.At, c.Value, c.Theirs, disk, st.saved})
	}
	return found
}

// authors returns who last changed something at a path of a draft, in it or around it, and when.
func (t *tx) authors(st *state) (func(at string) (by string, when time.Time), error) {
	type entry struct {
		by, path string
		ms       int64
	}
	entries, err := database.All(t.Tx, func(scan database.Scan) (e entry, err error) {
		err = scan(&e.by, &e.path, &e.ms)
		return e, err
	}, `SELECT by, path, at FROM journal WHERE n IN (SELECT max(n) FROM journal WHERE file = ? GROUP BY path)
		ORDER BY n DESC`, st.file)
	return func(at string) (string, time.Time) {
		if len(entries) == 0 {
			return disk, st.saved
		}
		i := slices.IndexFunc(entries, func(e entry) bool { return within(at, e.path) || within(e.path, at) })
		e := entries[max(i, 0)] // the newest, if no path fits: items of a list may have moved since
		return e.by, time.UnixMilli(e.ms)
	}, err
}

// within tells whether a path is another one, or below it.
func within(path, other string) bool {
	rest, below := strings.CutPrefix(path, other)
	return below && (other == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

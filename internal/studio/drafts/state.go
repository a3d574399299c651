package drafts

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/studio/database"
)

// state is a file and its draft, as it is today. Its exported fields are stored as JSON, in which no file is null, and an
// empty one is "".
type state struct {
	file        string
	order       yamldoc.Order
	Base, Draft []byte // nil: no such file. Both are what is on disk where there is no draft
	Text        bool   // whether it was edited as text
	now         []byte // on disk; Base, unless there are conflicts
	saved       time.Time
	conflicts   []yamldoc.Conflict
}

// load returns the state of a file.
func (t *tx) load(file string) (*state, error) {
	if !isName(file) {
		return nil, &Refused{Err: fmt.Errorf("%.100q is no file of a site that can be edited here", file)}
	}
	now, saved, failed := t.Folder.ReadFile(file)
	st := &state{file: file, order: t.Order(file), Base: now, Draft: now, now: now, saved: saved}
	var stored []byte
	err := t.One(`SELECT state FROM drafts WHERE file = ?`, file).Scan(&stored)
	switch {
	case err == nil:
		err = json.Unmarshal(stored, st)
		st.carry() // what cannot be read of a draft's file is taken for gone
	case !errors.Is(err, sql.ErrNoRows):
	case failed != nil:
		err = &Refused{Err: failed}
	default:
		err = t.checkSite(file)
	}
	return st, err
}

// loadAll returns the states of all files that have drafts.
func (t *tx) loadAll() (all []*state, err error) {
	files, err := database.All(t.Tx, func(scan database.Scan) (file string, err error) {
		err = scan(&file)
		return file, err
	}, `SELECT file FROM drafts ORDER BY file`)
	for _, file := range files {
		st, err := t.load(file)
		if err != nil {
			return nil, err
		}
		all = append(all, st)
	}
	return all, err
}

// save stores a draft, or forgets it where nothing is changed: what is back as it was is written as it was.
func (t *tx) save(st *state) error {
	changes, err := yamldoc.Compare(st.file, st.Base, st.Draft)
	if same(st.Base, st.Draft) || !st.Text && err == nil && len(changes) == 0 {
		return t.Do(`DELETE FROM drafts WHERE file = ?`, st.file)
	}
	stored, err := json.Marshal(st)
	if err != nil {
		return err
	}
	return t.Do(`INSERT OR REPLACE INTO drafts VALUES (?, ?)`, st.file, string(stored))
}

// carry takes the draft over to what is on disk.
func (st *state) carry() {
	data, conflicts, err := st.rebase(st.Base, st.Draft, st.now, st.Text)
	switch st.conflicts = conflicts; {
	case err != nil:
		st.conflicts = []yamldoc.Conflict{{Change: wholeFile(st.Base, st.Draft), Theirs: textOf(st.now)}}
	case len(conflicts) == 0:
		st.Base, st.Draft = st.now, data
	}
}

var errUnfit = errors.New("what was edited cannot be carried over")

// rebase is [yamldoc.Rebase] for files that may not be there, and texts that differ in more than their values.
func (st *state) rebase(base, draft, now []byte, text bool) ([]byte, []yamldoc.Conflict, error) {
	switch {
	case same(base, now):
		return draft, nil, nil
	case same(draft, now):
		return now, nil, nil
	case len(base) == 0 || len(draft) == 0 || len(now) == 0, media.IsSummed(st.file):
		return nil, nil, errUnfit
	case text:
		values, err := st.applied(base, compare(st.file, base, draft))
		if err != nil || !same(values, draft) {
			return nil, nil, errUnfit
		}
	}
	return yamldoc.Rebase(st.file, base, draft, now, st.order)
}

// applied returns a version of the file with changes, one after the other.
func (st *state) applied(data []byte, changes []yamldoc.Change) (_ []byte, err error) {
	for _, c := range changes {
		if data, err = yamldoc.Apply(st.file, data, c, st.order); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// compare returns how two versions of a file differ: in their values or, where these are the same or cannot be read, as
// a whole.
func compare(file string, before, after []byte) []yamldoc.Change {
	if same(before, after) {
		return nil
	}
	if before != nil && after != nil && !media.IsSummed(file) {
		if changes, err := yamldoc.Compare(file, before, after); err == nil && len(changes) > 0 {
			return changes
		}
	}
	return []yamldoc.Change{wholeFile(before, after)}
}

func wholeFile(before, after []byte) yamldoc.Change {
	op := "set"
	if after == nil {
		op = "unset"
	}
	return yamldoc.Change{Op: op, Old: textOf(before), Value: textOf(after)}
}

func same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// textOf makes a value of the text of a file, nil where there is none; bytesOf is the way back.
func textOf(data []byte) *yamldoc.Tree {
	if data == nil {
		return nil
	}
	return yamldoc.TextTree(string(data))
}

func bytesOf(text *yamldoc.Tree) []byte {
	if text == nil {
		return nil
	}
	return append([]byte{}, text.Text()...)
}

// File returns what is on disk of a file, and its draft: the same where there is none, nil where there is no such file.
func (s *Store) File(ctx context.Context, file string) (now, draft []byte, err error) {
	err = s.read(ctx, func(t *tx) error {
		st, err := t.load(file)
		if err == nil {
			now, draft = st.now, st.Draft
		}
		return err
	})
	return now, draft, err
}

// Files returns all drafts, as [content.Source.Preview] takes them.
func (s *Store) Files(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	return files, s.read(ctx, func(t *tx) error {
		all, err := t.loadAll()
		if err != nil {
			return err
		}
		for _, st := range all {
			files[st.file] = st.Draft
		}
		return nil
	})
}

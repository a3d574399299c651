package drafts

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// state is a file and its draft, as it is today.
type state struct {
	file        string
	base, draft []byte // nil: no such file. Both are what is on disk where there is no draft
	text        bool   // whether it was edited as text
	now         []byte // on disk; base, unless there are conflicts
	saved       time.Time
	conflicts   []yamldoc.Conflict
}

// load returns the state of a file.
func (t *tx) load(file string) (*state, error) {
	st := &state{file: file}
	if !isName(file) {
		return nil, &Refused{Err: fmt.Errorf("%.100q is no file of a site that can be edited here", file)}
	}
	now, saved, failed := t.Folder.ReadFile(file)
	st.now, st.saved, st.base, st.draft = now, saved, now, now
	drafted := false
	err := t.each(func(scan func(...any) error) error {
		drafted = true
		return scan(blob{&st.base}, blob{&st.draft}, &st.text)
	}, `SELECT ifnull(base, 0), ifnull(draft, 0), text FROM drafts WHERE file = ?`, file)
	switch {
	case err != nil || drafted:
	case failed != nil:
		err = &Refused{Err: failed}
	default:
		err = t.checkSite(file)
	}
	st.carry(t.Order(file)) // what cannot be read of a draft's file is taken for gone
	return st, err
}

// loadAll returns the states of all files that have drafts.
func (t *tx) loadAll() (all []*state, err error) {
	var files []string
	err = t.each(func(scan func(...any) error) error {
		files = append(files, "")
		return scan(&files[len(files)-1])
	}, `SELECT file FROM drafts ORDER BY file`)
	for _, file := range files {
		st, failed := t.load(file)
		all, err = append(all, st), errors.Join(err, failed)
	}
	return all, err
}

// carry takes the draft over to what is on disk.
func (st *state) carry(order yamldoc.Order) {
	data, conflicts, err := rebase(st.file, st.base, st.draft, st.now, st.text, order)
	switch st.conflicts = conflicts; {
	case err != nil:
		st.conflicts = []yamldoc.Conflict{{Change: wholeFile(st.base, st.draft), Theirs: textOf(st.now)}}
	case len(conflicts) == 0:
		st.base, st.draft = st.now, data
		changes, err := yamldoc.Compare(st.file, st.base, st.draft)
		if err == nil && len(changes) == 0 && !st.text && st.base != nil && st.draft != nil {
			st.draft = st.base // what is back as it was is written as it was
		}
	}
}

var errUnfit = errors.New("what was edited cannot be carried over")

// rebase is [yamldoc.Rebase] for files that may not be there, and texts that differ in more than their values.
func rebase(file string, base, draft, now []byte, text bool, order yamldoc.Order,
) ([]byte, []yamldoc.Conflict, error) {
	switch {
	case same(base, now):
		return draft, nil, nil
	case same(draft, now):
		return now, nil, nil
	case len(base) == 0 || len(draft) == 0 || len(now) == 0:
		return nil, nil, errUnfit
	case text:
		values := base
		changes, err := yamldoc.Compare(file, base, draft)
		for _, c := range changes {
			if err == nil {
				values, err = yamldoc.Apply(file, values, c, order)
			}
		}
		if err != nil || !same(values, draft) {
			return nil, nil, errUnfit
		}
	}
	return yamldoc.Rebase(file, base, draft, now, order)
}

// save stores a draft, or forgets it where nothing is changed.
func (t *tx) save(st *state) error {
	if same(st.base, st.draft) {
		return t.exec(`DELETE FROM drafts WHERE file = ?`, st.file)
	}
	return t.exec(`INSERT OR REPLACE INTO drafts (file, base, draft, text) VALUES (?, ?, ?, ?)`,
		st.file, st.base, st.draft, st.text)
}

// compare returns how two versions of a file differ: in their values or, where these are the same or cannot be read, as
// a whole.
func compare(file string, before, after []byte) []yamldoc.Change {
	if same(before, after) {
		return nil
	}
	if before != nil && after != nil {
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
	err = s.inTx(ctx, func(t *tx) error {
		st, err := t.load(file)
		if err == nil {
			now, draft = st.now, st.draft
		}
		return err
	})
	return now, draft, err
}

// Files returns all drafts, as [content.Source.Preview] takes them.
func (s *Store) Files(ctx context.Context) (map[string][]byte, error) {
	files := map[string][]byte{}
	return files, s.inTx(ctx, func(t *tx) error {
		all, err := t.loadAll()
		if err != nil {
			return err
		}
		for _, st := range all {
			files[st.file] = st.draft
		}
		return nil
	})
}

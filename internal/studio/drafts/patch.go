package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Change is a change of a file as somebody made it. Old, where it is given, is what that person saw in its place. The
// path of a whole file is empty: its value is its text, and without Old that person saw no such file.
type Change struct {
	ID   string `json:"id"` // the same one again is the same change
	File string `json:"file"`
	yamldoc.Change
}

// UnmarshalJSON tells an old value of nothing from none that is given.
func (c *Change) UnmarshalJSON(data []byte) error {
	type plain Change
	var given struct{ Old json.RawMessage }
	err := errors.Join(json.Unmarshal(data, (*plain)(c)), json.Unmarshal(data, &given))
	if string(given.Old) == "null" {
		c.Old = new(yamldoc.Tree)
		err = errors.Join(err, c.Old.UnmarshalJSON(given.Old))
	}
	return err
}

// Conflict is a change that was not made, because something else stands in its place than who made it saw.
type Conflict struct {
	ID     string        `json:"id"`
	Yours  *yamldoc.Tree `json:"yours"`
	Theirs *yamldoc.Tree `json:"theirs"`
	By     string        `json:"by"`
	When   time.Time     `json:"when"`
}

// Refused says, in words for the person who made it, why a change cannot be made.
type Refused struct {
	ID  string // of the change, where it is known
	Err error
}

func (r *Refused) Error() string { return r.Err.Error() }
func (r *Refused) Unwrap() error { return r.Err }

var errConflicts = errors.New("something else stands there")

// Patch makes all changes, which are on disk then, or none: where there are conflicts, and where one is [Refused]. It
// returns the files that the changes are of.
func (s *Store) Patch(ctx context.Context, by string, changes []Change) (files []string, found []Conflict, err error) {
	if len(changes) > maxChanges {
		return nil, nil, &Refused{Err: fmt.Errorf("there are more than %d changes at once", maxChanges)}
	}
	for _, c := range changes {
		files = append(files, c.File)
	}
	slices.Sort(files)
	files = slices.Compact(files)
	err = s.edit(ctx, files, func(t *tx, states map[string]*state) error {
		for _, c := range changes {
			news, err := t.apply(states[c.File], by, c)
			if err != nil {
				return err
			}
			found = append(found, news...)
		}
		if found != nil {
			return errConflicts
		}
		return nil
	})
	if errors.Is(err, errConflicts) {
		return nil, found, nil
	}
	return files, nil, err
}

// edit changes the drafts of files: all of it, or, with an error, nothing.
func (s *Store) edit(ctx context.Context, files []string, do func(*tx, map[string]*state) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inTx(ctx, func(t *tx) error {
		states := map[string]*state{}
		for _, file := range files {
			st, err := t.load(file)
			if err != nil {
				return err
			}
			states[file] = st
		}
		if err := do(t, states); err != nil {
			return err
		}
		for _, file := range files {
			if err := t.save(states[file]); err != nil {
				return err
			}
		}
		var count, size float64
		err := t.QueryRowContext(ctx, `SELECT count(*), total(length(base)) + total(length(draft)) FROM drafts`).
			Scan(&count, &size)
		if err == nil && (count > maxDrafts || size > maxTotal) {
			err = &Refused{Err: errors.New("too much is not published: publish something first")}
		}
		return err
	})
}

// apply makes a change in a draft, unless it was made before or something stands in its way.
func (t *tx) apply(st *state, by string, c Change) (found []Conflict, err error) {
	var made int
	err = t.QueryRowContext(t.ctx, `SELECT count(*) FROM journal WHERE id = ?`, c.ID).Scan(&made)
	if err != nil || made > 0 {
		return nil, err
	}
	data, theirs, err := st.changed(c, t.Order(st.file))
	if err == nil && len(data) > maxDraft {
		err = fmt.Errorf("%s would be larger than %d KB", st.file, maxDraft>>10)
	}
	if err != nil {
		return nil, &Refused{c.ID, err}
	}
	if len(theirs) > 0 {
		author, err := t.authors(st)
		for _, clash := range theirs {
			by, when := author(clash.At)
			found = append(found, Conflict{c.ID, clash.Value, clash.Theirs, by, when})
		}
		return found, err
	}
	places := []yamldoc.Change{c.Change}
	if c.At == "" && !same(st.draft, data) {
		places = compare(st.file, st.draft, data)
	}
	for _, place := range places {
		err = errors.Join(err, t.note(c.ID, by, c.File, place.At))
		c.ID = ""
	}
	st.draft, st.text = data, st.text || c.At == ""
	return nil, err
}

// changed returns the draft with a change, or what stands in its way.
func (st *state) changed(c Change, order yamldoc.Order) ([]byte, []yamldoc.Conflict, error) {
	if c.At == "" && (c.Op == "set" || c.Op == "unset") {
		return st.replaced(c, order)
	}
	if st.draft == nil {
		return nil, nil, fmt.Errorf("there is no file %s any more", st.file)
	}
	tree, err := yamldoc.ReadTree(st.file, st.draft)
	if err != nil {
		return nil, nil, fmt.Errorf("the file has an error, so that it can be edited as text alone: %w", err)
	}
	stands, there := tree.At(c.At)
	switch {
	case c.Op == "unset" && !there, c.Op == "set" && there && stands.Equal(c.Value):
		return st.draft, nil, nil
	case c.Old != nil && c.Op != "insert" && !stands.Equal(c.Old):
		return nil, []yamldoc.Conflict{{Change: c.Change, Theirs: stands}}, nil
	}
	data, err := yamldoc.Apply(st.file, st.draft, c.Change, order)
	return data, nil, err
}

// replaced is changed for the text of the whole file.
func (st *state) replaced(c Change, order yamldoc.Order) ([]byte, []yamldoc.Conflict, error) {
	text, seen := bytesOf(c.Value), bytesOf(c.Old)
	switch {
	case c.Op == "unset":
		if text = nil; seen == nil { // what is published may be removed unseen
			seen = st.base
		}
	case text == nil:
		text = []byte{}
	}
	if same(seen, st.draft) {
		return text, nil, nil
	}
	data, conflicts, err := rebase(st.file, seen, text, st.draft, true, order)
	if err != nil {
		return nil, []yamldoc.Conflict{{Change: c.Change, Theirs: textOf(st.draft)}}, nil
	}
	return data, conflicts, nil
}

// note writes a change into the journal; its id may be empty.
func (t *tx) note(id, by, file, at string) error {
	return t.exec(`INSERT INTO journal (id, at, by, file, path) VALUES (nullif(?, ''), ?, ?, ?, ?)`,
		id, t.Now().UnixMilli(), by, file, at)
}

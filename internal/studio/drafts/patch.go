package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Change is a change of a file as somebody made it. Old, where it is given, is what that person saw in its place. The
// path of a whole file is empty: its value is its text, and without Old that person saw no such file.
type Change struct {
	ID   string `json:"id"` // the same one again is the same change
	File string `json:"file"`
	yamldoc.Change
}

// UnmarshalJSON tells an old value that is null, and says nothing, from one that was not sent.
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

// Refused says, in words for the person who made it, why a change cannot be made.
type Refused struct {
	ID  string // of the change, where it is known
	Err error
}

func (r *Refused) Error() string { return r.Err.Error() }
func (r *Refused) Unwrap() error { return r.Err }

// Patch makes all changes, which are on disk then, or none: where there are conflicts, and where one is [Refused]. It
// returns the files that have changed: those that the changes are of, and their translations.
func (s *Store) Patch(ctx context.Context, by string, changes []Change) (files []string, found []Conflict, err error) {
	if len(changes) > maxChanges {
		return nil, nil, &Refused{Err: fmt.Errorf("there are more than %d changes at once", maxChanges)}
	}
	err = s.edit(ctx, func(t *tx) error {
		for _, c := range changes {
			if err := t.patch(by, c, &found); err != nil {
				return err
			}
		}
		if files = slices.Sorted(maps.Keys(t.edited)); found != nil {
			return ErrConflicts
		}
		return nil
	})
	if errors.Is(err, ErrConflicts) {
		return nil, found, nil
	}
	return files, nil, err
}

// Version is a draft, and the bytes that it began from; nil where there is no such file.
type Version struct{ Base, Draft []byte }

// Guard tells why somebody may not make one version of a file another one; nil where they may.
type Guard func(file string, before, after Version) error

type guardKey struct{}

// Translations tells which files translate one, as [content.Follow] understands that.
type Translations func(file string) []string

type translationsKey struct{}

// Guarded returns a context in which all that would change drafts is asked for at a guard, and followed by
// translations, whatever the way.
func Guarded(ctx context.Context, guard Guard, of Translations) context.Context {
	return context.WithValue(context.WithValue(ctx, guardKey{}, guard), translationsKey{}, of)
}

// edit changes drafts: all of it, or, with an error, nothing.
func (s *Store) edit(ctx context.Context, do func(*tx) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.write(ctx, func(t *tx) error {
		t.guard, _ = ctx.Value(guardKey{}).(Guard)
		t.translations, _ = ctx.Value(translationsKey{}).(Translations)
		if err := do(t); err != nil {
			return err
		}
		for _, st := range t.edited {
			if err := t.save(st); err != nil {
				return err
			}
		}
		if slices.ContainsFunc(slices.Collect(maps.Keys(t.edited)), media.IsSummed) {
			if err := t.sweep(); err != nil {
				return err
			}
		}
		var count, size int
		err := t.One(`SELECT count(*), ifnull(sum(octet_length(state)), 0) FROM drafts`).Scan(&count, &size)
		if err == nil && (count > maxDrafts || size > maxTotal) {
			err = &Refused{Err: errors.New("too much is not published: publish something first")}
		}
		return err
	})
}

// change changes the draft of a file, and notes at which places.
func (t *tx) change(id, by, file string, do func(*state) (places []string, err error)) error {
	st, known := t.edited[file]
	if !known {
		var err error
		if st, err = t.load(file); err != nil {
			return err
		}
		t.edited[file] = st
	}
	before := Version{st.Base, st.Draft}
	places, err := do(st)
	if err == nil && t.guard != nil {
		if why := t.guard(file, before, Version{st.Base, st.Draft}); why != nil {
			err = &Refused{id, why}
		}
	}
	if err == nil && t.translations != nil && !same(before.Draft, st.Draft) {
		for _, name := range t.translations(file) {
			err = errors.Join(err, t.follow(id, by, name, before, st.Draft))
		}
	}
	for _, at := range places {
		err = errors.Join(err, t.Do(`INSERT INTO journal (id, at, by, file, path) VALUES (?, ?, ?, ?, ?)`,
			id, t.Now().UnixMilli(), by, file, at))
	}
	return err
}

// follow changes a translation as its original was. One that cannot be read, or is gone, stays as it is.
func (t *tx) follow(id, by, file string, before Version, after []byte) error {
	if _, _, err := t.Folder.ReadFile(file); err != nil {
		return nil
	}
	return t.change(id, by, file, func(st *state) (places []string, err error) {
		published := yamldoc.Pair{Original: before.Base, Translation: st.Base}
		was := yamldoc.Pair{Original: before.Draft, Translation: st.Draft}
		data, err := content.Follow(file, published, was, after)
		if err != nil { // what was typed as text could not be read
			was.Original = before.Base
			data, err = content.Follow(file, published, was, after)
		}
		if err != nil || st.Draft == nil {
			return nil, nil
		}
		for _, part := range compare(file, st.Draft, data) {
			places = append(places, part.At)
		}
		st.Draft = data
		return places, nil
	})
}

// patch makes a change, unless it was made before or something stands in its way.
func (t *tx) patch(by string, c Change, found *[]Conflict) error {
	return t.change(c.ID, by, c.File, func(st *state) (places []string, err error) {
		var made bool
		err = t.One(`SELECT EXISTS (SELECT 1 FROM journal WHERE id = ? AND id <> '')`, c.ID).Scan(&made)
		if err != nil || made {
			return nil, err
		}
		if media.IsSummed(st.file) {
			if err := t.checkSum(st, c.Change); err != nil {
				return nil, &Refused{c.ID, err}
			}
		}
		data, clashes, err := st.changed(c.Change)
		if err == nil && len(data) > maxDraft {
			err = fmt.Errorf("%s would be larger than %d KB", st.file, maxDraft>>10)
		}
		if err != nil {
			return nil, &Refused{c.ID, err}
		}
		if len(clashes) > 0 {
			author, err := t.authors(st)
			for _, clash := range clashes {
				by, when := author(clash.At)
				*found = append(*found, Conflict{c.ID, c.File, clash.At, clash.Value, clash.Theirs, by, when})
			}
			return nil, err
		}
		places = []string{c.At}
		if c.At == "" && !same(st.Draft, data) {
			places = nil
			for _, part := range compare(st.file, st.Draft, data) {
				places = append(places, part.At)
			}
		}
		st.Draft, st.Text = data, st.Text || c.At == ""
		return places, nil
	})
}

// changed returns the draft with a change, or what stands in its way.
func (st *state) changed(c yamldoc.Change) ([]byte, []yamldoc.Conflict, error) {
	if c.At == "" && (c.Op == "set" || c.Op == "unset") {
		data, conflicts := st.replaced(c)
		return data, conflicts, nil
	}
	if st.Draft == nil {
		return nil, nil, fmt.Errorf("there is no file %s any more", st.file)
	}
	tree, err := yamldoc.ReadTree(st.file, st.Draft)
	if err != nil {
		return nil, nil, fmt.Errorf("the file has an error, so that it can be edited as text alone: %w", err)
	}
	c = c.AsWritten(st.file)
	stands, there := tree.At(c.At)
	switch {
	case c.Op == "unset" && !there, c.Op == "set" && there && stands.Equal(c.Value):
		return st.Draft, nil, nil
	case c.Old != nil && c.Op != "insert" && !stands.Equal(c.Old):
		return nil, []yamldoc.Conflict{{Change: c, Theirs: stands}}, nil
	}
	data, err := yamldoc.Apply(st.file, st.Draft, c, st.order)
	return data, nil, err
}

// replaced is changed for the text of the whole file.
func (st *state) replaced(c yamldoc.Change) ([]byte, []yamldoc.Conflict) {
	text, seen := bytesOf(c.Value), bytesOf(c.Old)
	switch {
	case c.Op == "unset":
		if text = nil; seen == nil { // what is published may be removed unseen
			seen = st.Base
		}
	case text == nil:
		text = []byte{}
	}
	if same(seen, st.Draft) {
		return text, nil
	}
	data, conflicts, err := st.rebase(seen, text, st.Draft, true)
	if err != nil {
		conflicts = []yamldoc.Conflict{{Change: c, Theirs: textOf(st.Draft)}}
	}
	return data, conflicts
}

package drafts

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/studio/database"
)

// Why nothing was published.
var (
	ErrReadOnly  = errors.New("the content folder cannot be written")
	ErrConflicts = errors.New("there are conflicts to settle first")
	ErrProblems  = errors.New("there are errors to fix first")
)

// publishTries is how often it is begun again where somebody saves the same files meanwhile.
const publishTries = 5

// Published is what a publication did.
type Published struct {
	Revision  string
	Live      time.Time            // since when visitors get it
	Held      []content.SiteStatus // sites of its files that stay as they were
	Conflicts []Conflict           // of ErrConflicts
	Problems  []yamldoc.Problem    // of ErrProblems
}

// Publish puts the drafts of files into the content folder, and loads it. They are carried over to what is on disk, and
// checked together. With an error nothing is published, and the drafts are as they were.
func (s *Store) Publish(ctx context.Context, by string, files []string) (p Published, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Folder.Writable(); err != nil {
		return p, fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	for range publishTries {
		if p, err = s.publish(ctx, by, files); !errors.Is(err, content.ErrChanged) {
			break
		}
	}
	if err != nil {
		err = fmt.Errorf("publish: %w", err)
	}
	return p, err
}

func (s *Store) publish(ctx context.Context, by string, files []string) (p Published, err error) {
	if err = s.write(ctx, (*tx).recover); err != nil {
		return p, err
	}
	chosen, p, err := s.check(ctx, files)
	if err != nil {
		return p, err
	}
	ctx = context.WithoutCancel(ctx) // from here on it is done to the end
	made := publication{By: by, When: s.Now(), Files: chosen}
	if err = s.write(ctx, func(t *tx) error { return t.store(&made, false) }); err != nil {
		return p, err
	}
	// Other processes wait, which would finish or undo it.
	err = s.write(ctx, func(t *tx) error {
		status, err := t.Folder.Publish(ctx, chosen)
		if err != nil {
			return err
		}
		p.Revision, p.Live, p.Held = status.Revision, status.LoadedAt, held(status, chosen)
		made.Revision = status.Revision
		return t.finish(made)
	})
	if err != nil {
		err = errors.Join(err, s.write(ctx, (*tx).recover))
	}
	return p, err
}

func held(status content.Status, files []content.Replacement) []content.SiteStatus {
	return slices.DeleteFunc(slices.Clone(status.Sites), func(site content.SiteStatus) bool {
		return site.State != content.Held || !slices.ContainsFunc(files, func(file content.Replacement) bool {
			return tree.FolderOf(file.File) == site.ID
		})
	})
}

// check returns what there is to publish of files, unless something is in its way.
func (s *Store) check(ctx context.Context, files []string) (chosen []content.Replacement, p Published, err error) {
	over := map[string][]byte{}
	err = s.write(ctx, func(t *tx) error {
		for _, file := range files {
			st, err := t.load(file)
			if err != nil {
				return err
			}
			if err := t.save(st); err != nil {
				return err
			}
			p.Conflicts = append(p.Conflicts, st.listed()...)
			if !same(st.now, st.Draft) {
				chosen = append(chosen, content.Replacement{File: st.file, Before: st.now, After: st.Draft})
				over[st.file] = st.Draft
			}
		}
		return nil
	})
	if err == nil && p.Conflicts != nil {
		err = ErrConflicts
	}
	if err != nil {
		return nil, p, err
	}
	revision, problems, err := s.Folder.Preview(ctx, over)
	if err != nil || revision != nil {
		return chosen, p, err
	}
	// Errors that are in other files already keep nobody from publishing.
	_, before, err := s.Folder.Preview(ctx, nil)
	for _, problem := range problems {
		_, ours := over[problem.File]
		if problem.Severity == yamldoc.Error && (ours || !slices.Contains(before, problem)) {
			p.Problems = append(p.Problems, problem)
		}
	}
	if err == nil && p.Problems != nil {
		err = ErrProblems
	}
	return chosen, p, err
}

// publication is what was published, or is about to be. It is stored as JSON, in which no file is null, and an empty one
// is "".
type publication struct {
	n        int64
	By       string
	When     time.Time
	Revision string // that was live then; empty where nobody knew it
	Files    []content.Replacement
}

// publications returns those that are done, or not yet, the oldest first.
func (t *tx) publications(done bool) ([]publication, error) {
	return database.All(t.Tx, func(scan database.Scan) (p publication, err error) {
		var made []byte
		if err = scan(&p.n, &made); err == nil {
			err = json.Unmarshal(made, &p)
		}
		return p, err
	}, `SELECT n, made FROM publications WHERE done = ? ORDER BY n`, done)
}

// store notes a publication that is done, or is about to be.
func (t *tx) store(p *publication, done bool) error {
	made, err := json.Marshal(p)
	if err != nil || len(p.Files) == 0 {
		return err
	}
	return t.One(`INSERT INTO publications VALUES (nullif(?, 0), ?, ?)
		ON CONFLICT DO UPDATE SET done = excluded.done, made = excluded.made RETURNING n`,
		p.n, done, string(made)).Scan(&p.n)
}

// finish notes that the files of a publication are in their places, and forgets what is too old. Drafts are carried
// over to them.
func (t *tx) finish(p publication) error {
	all, err := t.loadAll()
	if err != nil {
		return err
	}
	for _, st := range all {
		err = errors.Join(err, t.save(st))
	}
	return errors.Join(err, t.store(&p, true), t.sweep(),
		t.Do(`DELETE FROM publications WHERE n <= (SELECT max(n) FROM publications) - ?`, keptReleases),
		t.Do(`DELETE FROM journal WHERE at < ?`, t.Now().Add(-keptChanges).UnixMilli()))
}

// recover finishes the publications of which a file is in its place, and undoes others that were interrupted.
func (t *tx) recover() error {
	pending, err := t.publications(false)
	for _, p := range pending {
		var rest []content.Replacement
		begun := false
		for _, file := range p.Files {
			now, _, failed := t.Folder.ReadFile(file.File)
			err = errors.Join(err, failed)
			begun = begun || same(now, file.After)
			if same(now, file.Before) { // else somebody has saved it since
				rest = append(rest, file)
			}
		}
		switch {
		case err != nil:
		case !begun:
			err = t.Do(`DELETE FROM publications WHERE n = ?`, p.n)
		default:
			if err = t.Folder.Replace(rest); err == nil {
				err = t.finish(p)
			}
		}
	}
	return err
}

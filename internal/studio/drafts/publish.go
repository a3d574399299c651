package drafts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// Why nothing was published.
var (
	ErrReadOnly  = errors.New("the content folder cannot be written")
	ErrConflicts = errors.New("there are conflicts to settle first")
	ErrProblems  = errors.New("there are errors to mend first")
)

// publishTries is how often it is begun again where somebody saves the same files meanwhile.
const publishTries = 5

// Published is what a publication did.
type Published struct {
	Revision  string
	Live      time.Time            // since when visitors get it
	Held      []content.SiteStatus // sites of its files that stay as they were
	Conflicts []Listed             // of ErrConflicts
	Problems  []yamldoc.Problem    // of ErrProblems; else warnings
}

// Publish puts the drafts of files into the content folder, and loads it. They are carried over to what is on disk, and
// checked together. With an error nothing is published, and the drafts are as they were.
func (s *Store) Publish(ctx context.Context, by string, files []string) (p Published, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Folder.Writable(); err != nil {
		return p, fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	if err := s.inTx(ctx, (*tx).recover); err != nil {
		return p, err
	}
	for range publishTries {
		var chosen []content.Replacement
		if chosen, p, err = s.check(ctx, files); err != nil {
			break
		}
		ctx := context.WithoutCancel(ctx) // from here on it is done to the end
		var n int64
		if n, err = s.intend(ctx, by, chosen); err != nil {
			break
		}
		// Other processes wait, which would finish or undo it.
		err = s.inTx(ctx, func(t *tx) error {
			status, err := t.Folder.Publish(ctx, chosen)
			if err != nil {
				return err
			}
			p.Revision, p.Live, p.Held = status.Revision, status.LoadedAt, held(status, chosen)
			return t.finish(n, chosen, status.Revision)
		})
		if err != nil {
			err = errors.Join(err, s.inTx(ctx, (*tx).recover))
		}
		if !errors.Is(err, content.ErrChanged) {
			break
		}
	}
	if err != nil {
		err = fmt.Errorf("publish: %w", err)
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
	err = s.inTx(ctx, func(t *tx) error {
		for _, file := range files {
			st, err := t.load(file)
			if err != nil {
				return err
			}
			listed, err := t.list(st)
			if err = errors.Join(err, t.save(st)); err != nil {
				return err
			}
			for _, one := range listed {
				if one.Conflict != nil {
					p.Conflicts = append(p.Conflicts, one)
				}
			}
			if !same(st.now, st.draft) {
				chosen = append(chosen, content.Replacement{File: st.file, Before: st.now, After: st.draft})
				over[st.file] = st.draft
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
		p.Problems = problems
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

// intend stores what is about to be done.
func (s *Store) intend(ctx context.Context, by string, files []content.Replacement) (n int64, err error) {
	if len(files) == 0 {
		return 0, nil
	}
	err = s.inTx(ctx, func(t *tx) error {
		made, err := t.ExecContext(ctx, `INSERT INTO publications (at, by) VALUES (?, ?)`, t.Now().UnixMilli(), by)
		if err != nil {
			return err
		}
		n, err = made.LastInsertId()
		for _, file := range files {
			err = errors.Join(err,
				t.exec(`INSERT INTO published VALUES (?, ?, ?, ?)`, n, file.File, file.Before, file.After))
		}
		return err
	})
	return n, err
}

// finish notes that the files of a publication are in their places, and forgets what is too old.
func (t *tx) finish(n int64, files []content.Replacement, revision string) error {
	err := t.exec(`UPDATE publications SET revision = ? WHERE n = ?`, revision, n)
	for _, file := range files {
		// What was changed since is carried over to it.
		err = errors.Join(err, t.exec(`DELETE FROM drafts WHERE file = ? AND draft IS ?`, file.File, file.After))
	}
	return errors.Join(err,
		t.exec(`DELETE FROM publications WHERE n <= ?`, n-keptReleases),
		t.exec(`DELETE FROM journal WHERE at < ?`, t.Now().Add(-keptChanges).UnixMilli()))
}

// recover finishes the publications of which a file is in its place, and undoes others that were interrupted.
func (t *tx) recover() error {
	pending := map[int64][]content.Replacement{}
	err := t.each(func(scan func(...any) error) error {
		var n int64
		var file content.Replacement
		err := scan(&n, &file.File, blob{&file.Before}, blob{&file.After})
		pending[n] = append(pending[n], file)
		return err
	}, `SELECT n, file, ifnull(before, 0), ifnull(after, 0) FROM publications JOIN published USING (n)
		WHERE revision IS NULL`)
	for n, files := range pending {
		var rest []content.Replacement
		begun := false
		for _, file := range files {
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
			err = t.exec(`DELETE FROM publications WHERE n = ?`, n)
		default:
			if err = t.Folder.Replace(rest); err == nil {
				err = t.finish(n, files, "")
			}
		}
	}
	return err
}

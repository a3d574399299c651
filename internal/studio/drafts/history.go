package drafts

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// What is told of the history at most: publications, and files of each.
const (
	maxPublications = 50
	maxFiles        = 100
)

// Publication is what went live at once, or will as soon as its site is not held back.
type Publication struct {
	Revision string        `json:"revision"` // by which it can be restored: no other publication has it
	When     time.Time     `json:"when"`
	By       string        `json:"by"` // disk, for what was saved in the content folder
	Files    []FileChanges `json:"files"`
}

// FileChanges is how a file differs from what it was before.
type FileChanges struct {
	File    string           `json:"file"`
	Changes []yamldoc.Change `json:"changes"`
}

// moment is a publication of Studio, or a revision that is kept, with the sums of all files that there were then.
type moment struct {
	Publication
	replaced []content.Replacement
	files    map[string]history.Sum
}

// History returns what went live, the newest first: of one file, where it is named. The oldest revision that is kept
// has no changes, and is where it begins.
func (s *Store) History(ctx context.Context, file string) (found []Publication, err error) {
	all, texts, err := s.timeline(ctx)
	for i, m := range slices.Backward(all) {
		before := all[max(i-1, 0)].files
		differing := maps.Clone(before)
		maps.Copy(differing, m.files)
		maps.DeleteFunc(differing, func(name string, _ history.Sum) bool {
			return before[name] == m.files[name] || file != "" && name != file
		})
		if file != "" && len(differing) == 0 {
			continue
		}
		names := slices.Sorted(maps.Keys(differing))
		for _, name := range names[:min(len(names), maxFiles)] {
			was, _ := s.text(name, before[name], texts) // they may have been removed just now
			is, _ := s.text(name, m.files[name], texts)
			m.Files = append(m.Files, FileChanges{name, compare(name, was, is)})
		}
		if found = append(found, m.Publication); len(found) == maxPublications {
			break
		}
	}
	return found, err
}

// timeline returns the moments in their order, and the texts of what Studio published. Whatever else a revision has that
// the moment before it has not was saved on disk.
func (s *Store) timeline(ctx context.Context) (told []moment, texts map[history.Sum][]byte, err error) {
	var own []publication
	err = s.read(ctx, func(t *tx) error {
		own, err = t.publications(true)
		return err
	})
	var all []moment
	for _, p := range own {
		all = append(all, moment{Publication{Revision: p.Revision, When: p.When, By: p.By}, p.Files, nil})
	}
	for _, kept := range slices.Backward(s.Config.History.List()) {
		if !kept.Displaced {
			all = append(all, moment{Publication{Revision: kept.Revision, When: kept.At, By: disk}, nil, kept.Files})
		}
	}
	slices.SortStableFunc(all, func(a, b moment) int { return a.When.Compare(b.When) })

	var now map[string]history.Sum
	texts = map[history.Sum][]byte{}
	taken := map[string]bool{"": true}
	for _, m := range all {
		if m.replaced != nil && now == nil || m.files != nil && maps.Equal(now, m.files) {
			continue // it was before anything that is kept, or is what was published, and no more
		}
		if m.files == nil {
			m.files = maps.Clone(now)
		}
		for _, file := range m.replaced {
			if delete(m.files, file.File); file.After != nil {
				sum := history.Sum(sha256.Sum256(file.After))
				if of, ok := media.SumIn(file.After); ok && media.IsSummed(file.File) {
					sum = of
				}
				m.files[file.File], texts[sum] = sum, file.After
			}
		}
		now = m.files
		if taken[m.Revision] { // what was held back, was interrupted, or is live again
			m.Revision = fmt.Sprintf("%s-%d", m.Revision, m.When.UnixMilli())
		}
		taken[m.Revision] = true
		told = append(told, m)
	}
	return told, texts, err
}

// text returns the text of a version of a file; nil where there is none.
func (s *Store) text(file string, sum history.Sum, texts map[history.Sum][]byte) (data []byte, err error) {
	if media.IsSummed(file) && sum != (history.Sum{}) {
		return media.SumText(sum), nil
	}
	isText := path.Ext(file) == ".yaml" || yamldoc.IsMarkdown(file)
	if data = texts[sum]; data != nil || sum == (history.Sum{}) || !isText {
		return data, nil
	}
	opened, err := s.Config.History.Open(sum)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return io.ReadAll(io.LimitReader(opened, maxDraft+1))
}

// Restore brings a file back as it was in a revision, as a change that is not published. Other changes of it stay, but
// for those that are in the way, which are returned.
func (s *Store) Restore(ctx context.Context, by, revision, file string) ([]Conflict, error) {
	all, texts, err := s.timeline(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(m moment) bool { return m.Revision == revision })
	if i < 0 {
		return nil, &Refused{Err: fmt.Errorf("revision %.100q: %w", revision, history.ErrUnknown)}
	}
	then, err := s.text(file, all[i].files[file], texts)
	if err != nil {
		return nil, err
	}
	now, _, err := s.File(ctx, file)
	if sum, ok := media.SumIn(then); ok && err == nil && media.IsSummed(file) && !same(then, now) {
		err = s.bringBack(ctx, sum)
	}
	if err != nil {
		return nil, err
	}
	_, conflicts, err := s.Patch(ctx, by, []Change{{File: file, Change: wholeFile(now, then)}})
	return conflicts, err
}

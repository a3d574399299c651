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

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// What is told of the history at most: publications, and files of each.
const (
	maxPublications = 50
	maxFiles        = 100
)

// Publication is what went live at once, or will as soon as its site is not held back.
type Publication struct {
	Revision string // by which it can be restored, as no other one
	When     time.Time
	By       string // disk, for what was saved in the content folder
	Files    []FileChanges
	changed  map[string]version
	all      map[string]history.Sum // files that there were then; nil where that is not known any more
}

// FileChanges is how a file differs from what it was before.
type FileChanges struct {
	File    string
	Changes []yamldoc.Change
}

// version is a file before and after a publication, by sums; the zero sum is of no file.
type version struct{ before, after history.Sum }

// History returns what went live, the newest first: of one file, where it is named. The oldest revision that is kept
// has no changes.
func (s *Store) History(ctx context.Context, file string) (found []Publication, err error) {
	all, texts, err := s.timeline(ctx)
	for _, p := range slices.Backward(all) {
		names := slices.Sorted(maps.Keys(p.changed))
		if _, ofFile := p.changed[file]; ofFile {
			names = []string{file}
		} else if file != "" {
			continue
		}
		for _, name := range names[:min(len(names), maxFiles)] {
			before, _ := s.text(name, p.changed[name].before, texts) // they may have been removed just now
			after, _ := s.text(name, p.changed[name].after, texts)
			p.Files = append(p.Files, FileChanges{name, compare(name, before, after)})
		}
		if found = append(found, p); len(found) == maxPublications {
			break
		}
	}
	return found, err
}

// timeline returns the publications of Studio and the revisions that are kept in the order of time, and the texts of the
// former. What a revision has that is neither of the one before nor of a publication is of the disk.
func (s *Store) timeline(ctx context.Context) (all []Publication, texts map[history.Sum][]byte, err error) {
	texts = map[history.Sum][]byte{}
	sum := func(data []byte) (sum history.Sum) {
		if data != nil {
			sum = sha256.Sum256(data)
			texts[sum] = data
		}
		return sum
	}
	err = s.inTx(ctx, func(t *tx) error {
		own, err := t.publications(true)
		for _, one := range own {
			p := Publication{Revision: one.Revision, When: one.When, By: one.By, changed: map[string]version{}}
			for _, file := range one.Files {
				p.changed[file.File] = version{sum(file.Before), sum(file.After)}
			}
			all = append(all, p)
		}
		return err
	})
	for _, kept := range slices.Backward(s.Config.History.List()) {
		if !kept.Displaced {
			all = append(all, Publication{Revision: kept.Revision, When: kept.At, By: disk, all: kept.Files})
		}
	}
	slices.SortStableFunc(all, func(a, b Publication) int { return a.When.Compare(b.When) })

	var now map[string]history.Sum
	taken := map[string]bool{"": true}
	for i := range all {
		p := &all[i]
		switch {
		case now != nil && p.all != nil:
			p.changed = differing(now, p.all)
		case now != nil:
			p.all = maps.Clone(now)
			for name, v := range p.changed {
				p.all[name] = v.after
			}
		}
		now = p.all
		if taken[p.Revision] { // what was held back, was interrupted, or is live again
			p.Revision = fmt.Sprintf("%s-%d", p.Revision, p.When.UnixMilli())
		}
		taken[p.Revision] = true
	}
	return slices.DeleteFunc(all, func(p Publication) bool { return p.changed != nil && len(p.changed) == 0 }), texts, err
}

func differing(before, now map[string]history.Sum) map[string]version {
	changed, all := map[string]version{}, maps.Clone(before)
	maps.Copy(all, now)
	for name := range all {
		if v := (version{before[name], now[name]}); v.before != v.after {
			changed[name] = v
		}
	}
	return changed
}

// text returns the text of a version of a file; nil where there is none.
func (s *Store) text(file string, sum history.Sum, texts map[history.Sum][]byte) (data []byte, err error) {
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
	i := slices.IndexFunc(all, func(p Publication) bool { return p.Revision == revision })
	if i < 0 {
		return nil, &Refused{Err: fmt.Errorf("revision %.100q: %w", revision, history.ErrUnknown)}
	}
	v, changed := all[i].changed[file]
	if !changed && all[i].all == nil {
		return nil, &Refused{Err: fmt.Errorf("what the file was in revision %.100q is not known any more", revision)}
	} else if !changed {
		v.after = all[i].all[file]
	}
	then, err := s.text(file, v.after, texts)
	if err != nil {
		return nil, err
	}
	now, _, err := s.File(ctx, file)
	if err != nil {
		return nil, err
	}
	_, conflicts, err := s.Patch(ctx, by, []Change{{File: file, Change: wholeFile(now, then)}})
	return conflicts, err
}

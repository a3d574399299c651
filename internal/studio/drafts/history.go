package drafts

import (
	"cmp"
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
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// What is told of the history at most: publications, and files of each.
const (
	maxPublications = 50
	maxFiles        = 100
)

// Publication is what went live at once.
type Publication struct {
	Revision string
	When     time.Time
	By       string // disk, for what was saved in the content folder
	Files    []FileChanges
	changed  map[string]version
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
func (s *Store) History(ctx context.Context, file string) ([]Publication, error) {
	own, texts, err := s.publications(ctx)
	if err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(s.Config.History.List(), func(e history.Entry) bool { return e.Displaced })
	slices.Reverse(kept)
	// In the order of time, what a revision has that is neither of the one before nor of a publication is of the disk.
	var all []Publication
	var now map[string]history.Sum
	for _, entry := range append(kept, history.Entry{}) {
		for len(own) > 0 && (entry.Revision == "" || !own[0].When.After(entry.At)) {
			for name, v := range own[0].changed {
				if now != nil {
					now[name] = v.after
				}
			}
			all, own = append(all, own[0]), own[1:]
		}
		changed := differing(now, entry.Files)
		switch last := len(all) - 1; {
		case entry.Revision == "":
		case now == nil || len(changed) > 0:
			all = append(all, Publication{Revision: entry.Revision, When: entry.At, By: disk, changed: changed})
		case last >= 0: // it was interrupted before anybody knew its revision
			all[last].Revision = cmp.Or(all[last].Revision, entry.Revision)
		}
		now = maps.Clone(entry.Files)
	}
	var found []Publication
	for _, p := range slices.Backward(all) {
		names := slices.Sorted(maps.Keys(p.changed))
		if _, ofFile := p.changed[file]; ofFile {
			names = []string{file}
		} else if file != "" {
			continue
		}
		for _, name := range names[:min(len(names), maxFiles)] {
			before, after := s.text(name, p.changed[name].before, texts), s.text(name, p.changed[name].after, texts)
			p.Files = append(p.Files, FileChanges{name, compare(name, before, after)})
		}
		if found = append(found, p); len(found) == maxPublications {
			break
		}
	}
	return found, nil
}

// differing returns what is not the same in two revisions; nothing where the first one is not known.
func differing(before, now map[string]history.Sum) map[string]version {
	changed := map[string]version{}
	all := maps.Clone(before)
	if all != nil {
		maps.Copy(all, now)
	}
	for name := range all {
		if v := (version{before[name], now[name]}); v.before != v.after {
			changed[name] = v
		}
	}
	return changed
}

// publications returns those of Studio, the oldest first, and the texts of their files.
func (s *Store) publications(ctx context.Context) (own []Publication, texts map[history.Sum][]byte, err error) {
	texts = map[history.Sum][]byte{}
	sum := func(data []byte) (sum history.Sum) {
		if data != nil {
			sum = sha256.Sum256(data)
			texts[sum] = data
		}
		return sum
	}
	last := int64(0)
	err = s.inTx(ctx, func(t *tx) error {
		return t.each(func(scan func(...any) error) error {
			var n, at int64
			var file content.Replacement
			p := Publication{changed: map[string]version{}}
			err := scan(&n, &at, &p.By, &p.Revision, &file.File, blob{&file.Before}, blob{&file.After})
			if n != last {
				last, p.When = n, time.UnixMilli(at)
				own = append(own, p)
			}
			own[len(own)-1].changed[file.File] = version{sum(file.Before), sum(file.After)}
			return err
		}, `SELECT n, at, by, revision, file, ifnull(before, 0), ifnull(after, 0) FROM publications JOIN published USING (n)
			WHERE revision IS NOT NULL ORDER BY n`)
	})
	return own, texts, err
}

// text returns the text of a version of a file; nil where there is none, or it is not known any more.
func (s *Store) text(file string, sum history.Sum, texts map[history.Sum][]byte) []byte {
	data := texts[sum]
	if data == nil && sum != (history.Sum{}) && (path.Ext(file) == ".yaml" || yamldoc.IsMarkdown(file)) {
		data, _ = s.read(sum) // it may have been removed just now
	}
	return data
}

func (s *Store) read(sum history.Sum) (_ []byte, err error) {
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
	own, texts, err := s.publications(ctx)
	if err != nil {
		return nil, err
	}
	var then []byte
	known := false
	for _, p := range own {
		if v, changed := p.changed[file]; changed && p.Revision == revision {
			then, known = texts[v.after], true
		}
	}
	if !known {
		entry, err := s.Config.History.Find(revision)
		if err != nil {
			return nil, &Refused{Err: fmt.Errorf("revision %.100q: %w", revision, err)}
		}
		if sum, there := entry.Files[file]; there {
			if then, err = s.read(sum); err != nil {
				return nil, err
			}
		}
	}
	now, _, err := s.File(ctx, file)
	if err != nil {
		return nil, err
	}
	_, conflicts, err := s.Patch(ctx, by, []Change{{File: file, Change: wholeFile(now, then)}})
	return conflicts, err
}

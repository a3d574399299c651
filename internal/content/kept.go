package content

import (
	"context"
	"crypto/sha256"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/yamldoc"
)

// kept lists the files of a tree for those who keep them.
func (l *Loader) kept(t *parsedTree) map[string][]history.File {
	all := map[string][]history.File{}
	add := func(path string, sum [sha256.Size]byte, read func() ([]byte, error)) {
		id := folderOf(path)
		all[id] = append(all[id], history.File{Path: path, Sum: sum, Read: read})
	}
	for i, entry := range t.list {
		add(entry.path, t.files[i].hash, func() ([]byte, error) { return l.reread(entry.path, t.files[i].hash) })
	}
	for name, picture := range t.pictures {
		switch {
		case picture.data != nil:
			add(name, picture.hash, func() ([]byte, error) { return picture.data, nil })
		case picture.blob != nil:
			all[folderOf(name)] = append(all[folderOf(name)], picture.blob.kept())
		}
	}
	for id := range all {
		slices.SortFunc(all[id], func(a, b history.File) int { return strings.Compare(a.Path, b.Path) })
	}
	return all
}

// lastGood returns the website that was kept last, as far as it is still good: each site
// from the newest revision in which it is whole. The tree is nil where there is none.
func (l *Loader) lastGood(ctx context.Context, now time.Time) (settled, error) {
	// The folder's own files are known here, so that what did not change is the same value.
	reader := &Loader{options: l.options, files: l.files, pictures: l.pictures, zones: l.zones}
	sites := map[string]*siteTree{}
	var wanted []string
	for i, entry := range l.options.History.List() {
		if i == 0 {
			wanted = entry.Sites()
		}
		missing := slices.ContainsFunc(wanted, func(id string) bool { return sites[id] == nil })
		if !missing {
			break
		}
		t, err := reader.read(ctx, l.options.History.Open(entry), nil, nil)
		if err != nil {
			return settled{}, err
		}
		for id, one := range t.split() {
			if sites[id] == nil && slices.Contains(wanted, id) && !one.broken() {
				sites[id] = one
			}
		}
	}
	// What was good for another version of the program may not be good for this one.
	for len(sites) > 0 {
		made, err := l.attempt(ctx, compose(sites), now)
		if err != nil || made.revision != nil {
			return made, err
		}
		before := len(sites)
		for _, problem := range made.problems {
			if problem.Severity == yamldoc.Error {
				delete(sites, folderOf(problem.File))
			}
		}
		if len(sites) == before {
			break
		}
	}
	return settled{}, nil
}

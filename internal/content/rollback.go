package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
)

// ErrNothingBefore says that no revision is kept that differs from the folder.
var ErrNothingBefore = errors.New("no other revision is kept")

// Rolled is what a rollback did.
type Rolled struct {
	To history.Entry
	// The revision under which the files that were replaced are kept.
	Displaced        string
	Written, Removed int
}

// Rollback writes the files of a revision back into a content folder: of the one with this
// name, or, where the name is empty, of the newest good one that differs from the folder. What it
// replaces is kept in the history first. Each file is replaced at once, and none before all
// are there beside their places; files that no website is made of are left alone.
//
// The error is [ErrNothingBefore] or [history.ErrUnknown] where there is no such revision, [history.ErrDamaged] where
// it is not whole, and [history.ErrChanged] where somebody saves files meanwhile. Then nothing was replaced.
func Rollback(ctx context.Context, dir string, kept *history.History, revision string, now time.Time,
) (_ Rolled, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Rolled{}, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	found, err := Files(ctx, dir)
	if err != nil {
		return Rolled{}, err
	}
	made := Rolled{}
	if made.To, err = chosenRevision(kept, revision, found); err != nil {
		return Rolled{}, err
	}

	r := rollback{staging: staging{root: root}, kept: kept}
	defer func() { err = errors.Join(err, r.discard()) }()
	staged := map[string]string{} // where the new file lies, by the path that it takes
	displaced := maps.Clone(found)
	for name, sum := range made.To.Files {
		was, there, err := r.sum(name)
		if err != nil {
			return Rolled{}, err
		}
		if there {
			displaced[name] = was
		}
		if !there || was != sum {
			if staged[name], err = r.stage(name, sum); err != nil {
				return Rolled{}, fmt.Errorf("write %s: %w", name, err)
			}
		}
	}
	if made.Displaced, err = r.keep(ctx, displaced, now); err != nil {
		return Rolled{}, fmt.Errorf("keep what is replaced: %w", err)
	}

	made.Written = len(staged)
	for _, name := range slices.Sorted(maps.Keys(staged)) {
		if err := root.Rename(staged[name], name); err != nil {
			return made, err
		}
	}
	for name := range found {
		if _, stays := made.To.Files[name]; !stays {
			if err := root.Remove(name); err != nil {
				return made, err
			}
			r.removeEmpty(path.Dir(name))
			made.Removed++
		}
	}
	return made, nil
}

// Files returns the sums of all files that the website in a folder is made of, by their paths.
func Files(ctx context.Context, dir string) (map[string]history.Sum, error) {
	l := tree.NewReader(nil)
	t, err := l.Read(ctx, tree.Folder(dir))
	if err != nil {
		return nil, err
	}
	found := map[string]history.Sum{}
	for _, file := range l.Kept(t) {
		found[file.Path] = file.Sum
	}
	return found, nil
}

func chosenRevision(kept *history.History, revision string, found map[string]history.Sum) (history.Entry, error) {
	if revision != "" {
		return kept.Find(revision)
	}
	err := ErrNothingBefore
	for _, entry := range kept.List() {
		if entry.Displaced || maps.Equal(entry.Files, found) {
			continue
		}
		damage := kept.Check(entry)
		if damage == nil {
			return entry, nil
		}
		err = errors.Join(err, fmt.Errorf("revision %s: %w", entry.Revision, damage))
	}
	return history.Entry{}, err
}

type rollback struct {
	staging
	kept *history.History
}

func (r *rollback) sum(name string) (sum history.Sum, there bool, err error) {
	file, err := r.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return sum, false, nil
	}
	if err != nil {
		return sum, false, err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	hash.Sum(sum[:0])
	return sum, true, errors.Join(err, file.Close())
}

func (r *rollback) stage(name string, sum history.Sum) (temp string, err error) {
	if _, err := r.kept.Verify(sum); err != nil {
		return "", err
	}
	source, err := r.kept.Open(sum)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	return r.write(name, sum, source)
}

// keep stores what is replaced, unless the history has it as a revision already. It returns the name of that revision.
func (r *rollback) keep(ctx context.Context, files map[string]history.Sum, now time.Time) (string, error) {
	for _, entry := range r.kept.List() {
		if maps.Equal(entry.Files, files) {
			return entry.Revision, nil
		}
	}
	hash := sha256.New()
	var list []history.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(hash, "%s %x\n", name, files[name])
		list = append(list,
			history.File{Path: name, Sum: files[name], Open: func() (io.ReadCloser, error) { return r.root.Open(name) }})
	}
	id := hex.EncodeToString(hash.Sum(nil)[:6])
	return id, r.kept.Store(ctx,
		history.Revision{ID: id, At: now, Displaced: true, Files: func() []history.File { return list }})
}

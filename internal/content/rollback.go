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
	"path/filepath"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/osfile"
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

	r := rollback{root: root, kept: kept, staged: map[string]string{}}
	defer func() {
		for _, temp := range r.staged { // that took no place
			err = errors.Join(err, root.Remove(temp))
		}
	}()
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
			if err := r.stage(name, sum); err != nil {
				return Rolled{}, fmt.Errorf("write %s: %w", name, err)
			}
		}
	}
	if made.Displaced, err = r.keep(ctx, displaced, now); err != nil {
		return Rolled{}, fmt.Errorf("keep what is replaced: %w", err)
	}

	made.Written = len(r.staged)
	for _, name := range slices.Sorted(maps.Keys(r.staged)) {
		if err := root.Rename(r.staged[name], name); err != nil {
			return made, err
		}
		delete(r.staged, name)
	}
	for name := range found {
		if _, stays := made.To.Files[name]; !stays {
			if err := r.remove(name); err != nil {
				return made, err
			}
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
	root   *os.Root
	kept   *history.History
	staged map[string]string // where the new file lies, by the path that it takes
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

func (r *rollback) stage(name string, sum history.Sum) (err error) {
	if _, err := r.kept.Verify(sum); err != nil {
		return err
	}
	if err := r.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	source, err := r.kept.Open(sum)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	temp := path.Join(path.Dir(name), osfile.TempPrefix+hex.EncodeToString(sum[:8])+"-"+path.Base(name))
	made, err := r.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	r.staged[name] = temp
	_, err = io.Copy(made, source)
	if err = errors.Join(err, made.Sync(), made.Close()); err != nil {
		return err
	}
	folder := r.root.Name()
	return osfile.GiveAll(filepath.Join(folder, filepath.FromSlash(temp)), folder)
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

func (r *rollback) remove(name string) error {
	if err := r.root.Remove(name); err != nil {
		return err
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if r.root.Remove(dir) != nil { // it holds something else
			break
		}
	}
	return nil
}

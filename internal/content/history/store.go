package history

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/evenlight/marquee/internal/osfile"
)

// head is what a list says of its revision.
type head struct {
	Revision  string    `json:"revision"` // its name
	At        time.Time `json:"at"`
	Content   string    `json:"content"`
	Displaced bool      `json:"displaced,omitempty"`
}

// ErrChanged says that a file of a revision has other bytes than it had.
var ErrChanged = errors.New("it changed before it was kept")

// Which revisions are kept: the newest, and the last of each of the newest days, as long as all together have no more
// bytes than maxKept. The newest one always is.
const (
	keepNewest = 20
	keepDays   = 14
	pruneEvery = 8 // revisions: it looks at every file of all of them
	maxKept    = 4 << 30
)

// Store keeps a revision, unless it is the newest already, and returns when it is on disk. The error is ErrChanged
// where one of its files has other bytes by now.
func (h *History) Store(ctx context.Context, revision Revision) error {
	if err := os.MkdirAll(filepath.Join(h.dir, "revisions"), 0o700); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	lock := flock.New(filepath.Join(h.dir, "lock")) // mode 0600
	_, err := lock.TryLockContext(waiting, 20*time.Millisecond)
	if err == nil {
		err = h.store(ctx, revision)
	}
	return errors.Join(err, lock.Close())
}

func (h *History) store(ctx context.Context, revision Revision) error {
	newest, files := h.newest(), revision.Files()
	same := newest.Displaced == revision.Displaced && len(files) == len(newest.Files)
	folders, check := map[string]bool{}, time.Since(h.checked) >= checkEvery
	var changed error
	if check {
		h.removeTemporary()
	}
	for _, file := range files {
		sum, listed := newest.Files[file.Path]
		same = same && listed && sum == file.Sum
		name := h.object(file.Sum)
		if check {
			if _, err := h.Verify(file.Sum); err == nil {
				continue
			} else if errors.Is(err, ErrDamaged) {
				h.logger.Warn("a file that was kept has changed on the disk", "file", file.Path)
			}
		} else if _, err := os.Stat(name); err == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		h.mu.Lock()
		data := h.offered[file.Sum]
		h.mu.Unlock()
		if data != nil {
			file.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
		}
		if err := copyObject(name, file); errors.Is(err, ErrChanged) {
			changed = cmp.Or(changed, fmt.Errorf("keep %s: %w", file.Path, err))
			continue
		} else if err != nil {
			return fmt.Errorf("keep %s: %w", file.Path, err)
		}
		folders[filepath.Dir(name)] = true
	}
	for folder := range folders {
		if err := osfile.SyncFolder(folder); err != nil {
			return err
		}
	}
	if check {
		h.checked = time.Now()
	}
	if same || changed != nil {
		return changed
	}

	about := head{
		Revision: h.nameOf(revision.ID, files), At: revision.At.UTC(), Content: h.source, Displaced: revision.Displaced,
	}
	list, err := json.Marshal(about)
	if err != nil {
		return err
	}
	for _, file := range files {
		list = fmt.Appendf(list, "\n%x  %s", file.Sum, file.Path)
	}
	sum := sha256.Sum256(list)
	if err := osfile.WriteDurable(h.list(newest.number+1), append(fmt.Appendf(nil, "%x\n", sum), list...)); err != nil {
		return err
	}
	if (newest.number+1)%pruneEvery != 0 {
		return nil
	}
	return h.prune()
}

// nameOf returns the name of a revision with these files: its ID or, where other files have that, since visitors get
// the same of both, one with a number behind it. The caller holds the lock of writers.
func (h *History) nameOf(id string, files []File) string {
	sums := make(map[string]Sum, len(files))
	for _, file := range files {
		sums[file.Path] = file.Sum
	}
	taken := map[string]bool{}
	for entry := range h.entries(id) {
		if maps.Equal(entry.Files, sums) {
			return entry.Revision
		}
		taken[entry.Revision] = true
	}
	name := id
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s.%d", id, n)
	}
	return name
}

// removeTemporary removes what a killed program left half written. The caller holds the lock of writers.
func (h *History) removeTemporary() {
	for _, below := range []string{"objects/*", "revisions"} {
		left, _ := fs.Glob(os.DirFS(h.dir), path.Join(below, osfile.TempPrefix+"*")) // the pattern is right
		for _, name := range left {
			if err := os.Remove(filepath.Join(h.dir, name)); err != nil {
				h.logger.Warn("what a killed program left is still there", "file", name, "error", err)
			}
		}
	}
}

// copyObject stores a file under its sum without holding it in memory.
func copyObject(name string, file File) (err error) {
	source, err := file.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChanged, err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}

	temp, err := os.CreateTemp(filepath.Dir(name), osfile.TempPrefix+"*")
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(temp, hash), source)
	if err == nil && Sum(hash.Sum(nil)) != file.Sum {
		err = ErrChanged
	}
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// prune removes revisions that are too old, too large or damaged, and the objects that only they list.
func (h *History) prune() error {
	days, kept, listed := map[string]bool{}, map[string]bool{}, map[Sum]bool{}
	total := int64(0)
	for i, one := range h.List() {
		day := one.At.Format(time.DateOnly)
		lastOfDay := !days[day] && len(days) < keepDays
		days[day] = true
		if i >= keepNewest && !lastOfDay {
			continue
		}

		own, size := map[Sum]bool{}, int64(0)
		for _, sum := range one.Files {
			if listed[sum] || own[sum] {
				continue
			}
			own[sum] = true
			if info, err := os.Stat(h.object(sum)); err == nil {
				size += info.Size()
			}
		}

		if i > 0 && total+size > h.limit {
			continue
		}
		kept[filepath.Base(h.list(one.number))] = true
		maps.Copy(listed, own)
		total += size
	}

	lists, err := os.ReadDir(filepath.Join(h.dir, "revisions"))
	if err != nil {
		return err
	}
	removed := false
	for _, list := range lists {
		if !kept[list.Name()] {
			if err := os.RemoveAll(filepath.Join(h.dir, "revisions", list.Name())); err != nil {
				return err
			}
			removed = true
		}
	}
	if !removed {
		return nil
	}
	return h.sweep(listed)
}

// sweep removes the objects that are not listed, and what a killed program left half written.
func (h *History) sweep(listed map[Sum]bool) error {
	names := make(map[string]bool, len(listed))
	for sum := range listed {
		names[h.object(sum)] = true
	}
	return filepath.WalkDir(filepath.Join(h.dir, "objects"), func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || names[name] {
			return err
		}
		return os.Remove(name)
	})
}

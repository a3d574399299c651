package rendercache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// tempPrefix begins the name of a file that is being written.
	tempPrefix = "writing-"
	// How long a file may be in the middle of being written.
	tempAge = time.Hour
	// What a file takes at least: file systems give whole blocks.
	block = 4096
	// What the volume must have left for others: so much, or a part of a small one.
	reserveMost = 256 << 20
	reservePart = 10
	// After how many bytes written that is looked at again.
	surveyAfter = 1 << 20
)

var errNoRoom = errors.New("the disk has too little room left")

// writer changes the folder. One goroutine uses it; other processes may do the same.
type writer struct {
	dir   string
	limit int64
	now   func() time.Time
	// Says how many bytes the volume of a folder has left, and in all.
	volume func(dir string) (free, total int64, err error)

	counted  bool
	bytes    int64 // on disk, without what others wrote since it was counted
	surveyed int64 // bytes written since the volume was looked at
}

// kept is a file of the cache.
type kept struct {
	name string
	size int64
	used time.Time
}

func (w *writer) write(key Key, value []byte) error {
	data := pack(key, value)
	name := fileName(w.dir, key)
	err := w.place(name, data)
	if errors.Is(err, fs.ErrNotExist) {
		err = w.place(name, data) // the folder was deleted in the middle of it
	}
	if err != nil {
		return err
	}
	size := onDisk(int64(len(data)))
	w.bytes, w.surveyed = w.bytes+size, w.surveyed+size
	if w.counted && w.bytes <= w.limit && w.surveyed < surveyAfter {
		return nil
	}
	missing := w.missing()
	if w.counted && w.bytes <= w.limit && missing == 0 {
		return nil
	}
	if err := w.prune(missing); err != nil {
		return err
	}
	if w.missing() > 0 {
		return errNoRoom
	}
	return nil
}

// missing returns how many bytes the volume lacks of what it must have left:
// whatever else keeps data there goes before a cache.
func (w *writer) missing() int64 {
	w.surveyed = 0
	free, total, err := w.volume(w.dir)
	if err != nil {
		return 0 // then writing fails when it is full
	}
	return max(0, min(reserveMost, total/reservePart)-free)
}

// place writes a file beside its name and renames it.
func (w *writer) place(name string, data []byte) (err error) {
	folder := filepath.Dir(name)
	file, err := os.CreateTemp(folder, tempPrefix+"*") // readable by nobody else
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
		file, err = os.CreateTemp(folder, tempPrefix+"*")
	}
	if err != nil {
		return fmt.Errorf("create file: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, ignore(os.Remove(file.Name()), fs.ErrNotExist))
		}
	}()
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	if err := os.Rename(file.Name(), name); err != nil {
		return fmt.Errorf("name file: %w", err)
	}
	return nil
}

// release makes a file the first to go.
func (w *writer) release(key Key) {
	// Where there is no such file, nothing is to be done.
	_ = os.Chtimes(fileName(w.dir, key), time.Time{}, released)
}

// prune counts what is there, and removes what was not used for longest until
// it is within the limit, and less by what is missing, with a tenth to spare.
func (w *writer) prune(missing int64) error {
	files, err := w.list()
	if err != nil {
		return err
	}
	w.counted, w.bytes = true, 0
	for _, file := range files {
		w.bytes += file.size
	}
	limit := w.limit
	if missing > 0 {
		limit = max(0, min(limit, w.bytes-missing))
	}
	if w.bytes <= limit {
		return nil
	}
	slices.SortFunc(files, func(a, b kept) int { return a.used.Compare(b.used) })
	for _, file := range files {
		if w.bytes <= limit-limit/10 {
			break
		}
		if err := ignore(os.Remove(file.name), fs.ErrNotExist); err != nil {
			return fmt.Errorf("make room: %w", err)
		}
		w.bytes -= file.size
	}
	return nil
}

// list returns the files of the cache, and removes what was left half written.
// It sees nothing but what has a name of the cache's own.
func (w *writer) list() ([]kept, error) {
	var all []kept
	for n := range 256 {
		folder := filepath.Join(w.dir, fmt.Sprintf("%02x", n))
		entries, err := os.ReadDir(folder)
		if err := ignore(err, fs.ErrNotExist); err != nil {
			return nil, fmt.Errorf("list files: %w", err)
		}
		for _, entry := range entries {
			info, err := entry.Info()
			if err != nil || !info.Mode().IsRegular() {
				continue // removed meanwhile, or not ours
			}
			name := filepath.Join(folder, entry.Name())
			switch {
			case strings.HasPrefix(entry.Name(), tempPrefix):
				if w.now().Sub(info.ModTime()) > tempAge {
					// Where it cannot be removed, the next time is soon enough.
					_ = os.Remove(name)
				}
			case isRest(entry.Name()):
				all = append(all, kept{name, onDisk(info.Size()), info.ModTime()})
			}
		}
	}
	return all, nil
}

// isRest reports whether a name is that of a key without its first two digits.
func isRest(name string) bool {
	return len(name) == 2*len(Key{})-2 && strings.Trim(name, "0123456789abcdef") == ""
}

func onDisk(size int64) int64 { return (size + block - 1) / block * block }

// ignore returns nil for an error that is no trouble.
func ignore(err, harmless error) error {
	if errors.Is(err, harmless) {
		return nil
	}
	return err
}

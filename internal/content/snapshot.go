package content

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// A Snapshot is a folder as it was at one moment, held in memory: an fs.FS
// whose files cannot change or vanish while they are being read.
type Snapshot struct {
	files map[string]*snapshotFile
	dirs  map[string][]fs.DirEntry
}

type snapshotFile struct {
	info fileInfo
	data []byte
	err  error // the file is there but cannot be read
	// Whether only the beginning of a large file is held.
	cut bool
	// Whether the file changed so shortly before it was read that a second
	// change may carry the same time; its bytes are not taken over then.
	fresh bool
}

const (
	// Of files over this size, which is above every limit of the loader, only
	// the beginning is held: enough to say that they are too large.
	maxSnapshotFile = 4 << 20
	heldOfLarge     = 256 << 10
	// All files together; a folder over it is not content.
	maxSnapshotTotal = 256 << 20
	maxSnapshotFiles = 200_000
	maxSnapshotDepth = 32
	// File systems stamp changes with a clock of a few milliseconds.
	freshFor = 50 * time.Millisecond
)

// ErrTooMuch is returned for folders that are too large to be content.
var ErrTooMuch = errors.New("the content folder is too large")

// TakeSnapshot reads the folder. Files whose size and time of change equal
// those in previous (which may be nil) are taken over without being read.
// Nothing outside the folder is read, whatever links in it say.
func TakeSnapshot(ctx context.Context, dir string, previous *Snapshot) (*Snapshot, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	defer root.Close()
	s := &Snapshot{files: map[string]*snapshotFile{}, dirs: map[string][]fs.DirEntry{}}
	if err := s.readDir(ctx, root, ".", 0, new(int64), previous); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Snapshot) readDir(ctx context.Context, root *os.Root, dir string, depth int, total *int64, previous *Snapshot) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if depth > maxSnapshotDepth || len(s.files) > maxSnapshotFiles {
		return ErrTooMuch
	}
	s.dirs[dir] = nil
	opened, err := root.Open(dir)
	if err != nil {
		return ignoreVanished(err, depth)
	}
	entries, err := opened.ReadDir(-1)
	err = errors.Join(err, opened.Close())
	if err != nil {
		return ignoreVanished(err, depth)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		info, err := root.Stat(name) // follows links that stay inside
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				continue // vanished since it was listed, as editors' temporary files do
			}
			s.add(dir, name, &snapshotFile{info: fileInfo{name: entry.Name()}, err: err})
			continue
		}
		switch {
		case info.IsDir():
			s.dirs[dir] = append(s.dirs[dir], fs.FileInfoToDirEntry(fileInfo{name: entry.Name(), mode: fs.ModeDir | 0o555}))
			if err := s.readDir(ctx, root, name, depth+1, total, previous); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			file := s.readFile(root, name, info, previous)
			if *total += int64(len(file.data)); *total > maxSnapshotTotal {
				return ErrTooMuch
			}
			s.add(dir, name, file)
		}
	}
	return nil
}

// ignoreVanished: a folder below the top one that vanishes while the tree is
// read is a change like any other.
func ignoreVanished(err error, depth int) error {
	if depth > 0 && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("read content folder: %w", err)
}

func (s *Snapshot) add(dir, name string, file *snapshotFile) {
	s.files[name] = file
	s.dirs[dir] = append(s.dirs[dir], fs.FileInfoToDirEntry(file.info))
}

func (s *Snapshot) readFile(root *os.Root, name string, info fs.FileInfo, previous *Snapshot) *snapshotFile {
	file := &snapshotFile{
		info:  fileInfo{name: path.Base(name), size: info.Size(), mode: 0o444, modified: info.ModTime()},
		fresh: time.Since(info.ModTime()) < freshFor,
	}
	if previous != nil {
		if known := previous.files[name]; known != nil && !known.fresh && known.err == nil &&
			known.info.size == info.Size() && known.info.modified.Equal(info.ModTime()) {
			file.data, file.cut = known.data, known.cut
			return file
		}
	}
	file.data, file.err = readLimited(root, name)
	if len(file.data) > maxSnapshotFile {
		file.data, file.cut = slices.Clone(file.data[:heldOfLarge]), true
	} else {
		file.info.size = int64(len(file.data))
	}
	return file
}

var errTooLarge = errors.New("file is too large")

// readLimited reads at most one byte more than a snapshot holds of a file.
func readLimited(root *os.Root, name string) (data []byte, err error) {
	opened, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return io.ReadAll(io.LimitReader(opened, maxSnapshotFile+1))
}

// Equal reports whether both hold the same files with the same bytes.
func (s *Snapshot) Equal(other *Snapshot) bool {
	if s == nil || other == nil || len(s.files) != len(other.files) || len(s.dirs) != len(other.dirs) {
		return false
	}
	for name, file := range s.files {
		known := other.files[name]
		if known == nil || (known.err == nil) != (file.err == nil) || known.info.size != file.info.size || !bytes.Equal(known.data, file.data) {
			return false
		}
	}
	for name := range s.dirs {
		if _, known := other.dirs[name]; !known {
			return false
		}
	}
	return true
}

// Dirs returns the paths of all folders, "." first among them.
func (s *Snapshot) Dirs() []string {
	names := make([]string, 0, len(s.dirs))
	for name := range s.dirs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

package content

import (
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// A Snapshot is a folder as it was at one moment: an fs.FS whose files cannot
// change or vanish while they are being read.
//
// Snapshots of a folder share what did not change between them: a file and a
// folder that are the same are the same value, so that comparing two snapshots,
// and loading the second one, costs as much as they differ.
//
// A snapshot holds the bytes of its files in memory, but those of a file that
// was decoded are let go: of the 40 MB that ten thousand pages have, hardly a
// line is wanted again. They are read from the disk then, and an error where
// the file is not the same any more.
type Snapshot struct {
	dir  string
	dirs map[string]*snapshotDir
	// Files and their bytes, for the limits.
	count int
	bytes int64
	// Whether some name is a symbolic link: then a change at one path may be
	// seen at others.
	linked bool
}

// snapshotDir is a folder with what is in it, by name. It is never changed.
type snapshotDir struct {
	entries []*snapshotFile
	walked  atomic.Pointer[walked] // what a walker found in it
}

// snapshotFile is a file, or the name of a folder. It is never changed but for
// bytes that are let go.
type snapshotFile struct {
	name     string
	size     int64
	modified time.Time
	// What the system tells beside size and time of change to know a file by.
	mark  mark
	dir   bool
	sum   [sha256.Size]byte // of the bytes
	held  atomic.Pointer[[]byte]
	taken atomic.Pointer[file] // what was decoded from the bytes
	err   error                // the file is there but cannot be read
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

var (
	errTooLarge = errors.New("file is too large")
	errChanged  = errors.New("file changed since it was decoded")
)

// find returns the entry of a path, or nil.
func (s *Snapshot) find(name string) *snapshotFile {
	dir, base := ".", name
	if slash := strings.LastIndexByte(name, '/'); slash >= 0 {
		dir, base = name[:slash], name[slash+1:]
	}
	folder := s.dirs[dir]
	if folder == nil {
		return nil
	}
	if at, found := folder.search(base); found {
		return folder.entries[at]
	}
	return nil
}

func (d *snapshotDir) search(name string) (int, bool) {
	return slices.BinarySearchFunc(d.entries, name, func(f *snapshotFile, name string) int { return strings.Compare(f.name, name) })
}

// Equal reports whether both hold the same files with the same bytes.
func (s *Snapshot) Equal(other *Snapshot) bool {
	if s == other {
		return s != nil
	}
	if s == nil || other == nil || len(s.dirs) != len(other.dirs) {
		return false
	}
	for name, dir := range s.dirs {
		known := other.dirs[name]
		if known != dir && (known == nil || !slices.EqualFunc(known.entries, dir.entries, (*snapshotFile).equal)) {
			return false
		}
	}
	return true
}

func (f *snapshotFile) equal(other *snapshotFile) bool {
	return f == other || f.name == other.name && f.dir == other.dir && f.size == other.size && f.sum == other.sum && (f.err == nil) == (other.err == nil)
}

// Dirs returns the paths of all folders, "." first among them.
func (s *Snapshot) Dirs() []string {
	return slices.Sorted(maps.Keys(s.dirs))
}

// unchanged reports whether a file that is found now is the one that was read before.
func (f *snapshotFile) unchanged(info fs.FileInfo) bool {
	return f != nil && !f.dir && !f.fresh && f.err == nil && f.size == info.Size() && f.modified.Equal(info.ModTime()) && f.mark == markOf(info)
}

// release lets go of the bytes, which were decoded into what is given.
func (f *snapshotFile) release(decoded *file) {
	f.taken.Store(decoded)
	f.held.Store(nil)
}

// takeOver takes what is known of the same bytes.
func (f *snapshotFile) takeOver(known *snapshotFile) {
	if known == nil || known.err != nil || f.err != nil || known.sum != f.sum {
		return
	}
	if decoded := known.taken.Load(); decoded != nil {
		f.release(decoded)
	}
}

// read returns the bytes of a file, which lies at a path below the folder.
func (f *snapshotFile) read(dir, name string) ([]byte, error) {
	if f.err != nil {
		return nil, f.err
	}
	if held := f.held.Load(); held != nil {
		return *held, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	opened, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := readOpened(opened, f.size+1)
	if err == nil && sha256.Sum256(data) != f.sum {
		err = &fs.PathError{Op: "read", Path: name, Err: errChanged}
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// TakeSnapshot reads the folder. Files that carry the same marks of the file
// system as in previous (which may be nil) are taken over without being read.
// Nothing outside the folder is read, whatever links in it say.
func TakeSnapshot(ctx context.Context, dir string, previous *Snapshot) (*Snapshot, error) {
	l, err := newLook(ctx, dir, previous)
	if err != nil {
		return nil, err
	}
	defer l.close()
	l.tree(".", 0)
	return l.snapshot()
}

package content

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// look reads a folder, or parts of it, several files at a time.
//
// Every folder is opened once, and its files are opened in it by their bare
// names: walking down from the top for each file costs more than reading it.
// Symbolic links take that long way, because they may lead anywhere below the
// top.
type look struct {
	ctx      context.Context
	root     *os.Root
	dir      string
	previous *Snapshot
	group    errgroup.Group
	linked   atomic.Bool
	count    atomic.Int64
	bytes    atomic.Int64

	mu   sync.Mutex // guards what follows
	dirs map[string]*snapshotDir
	err  error // the first
}

// chunk is how many files of a folder are read by one goroutine before it asks for more.
const chunk = 32

func newLook(ctx context.Context, dir string, previous *Snapshot) (*look, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open content folder: %w", err)
	}
	l := &look{ctx: ctx, root: root, dir: dir, previous: previous, dirs: map[string]*snapshotDir{}}
	// Opening and reading files is waiting, in part.
	l.group.SetLimit(2 * runtime.GOMAXPROCS(0))
	return l, nil
}

func (l *look) close() { l.root.Close() }

// snapshot waits for all that was begun.
func (l *look) snapshot() (*Snapshot, error) {
	_ = l.group.Wait() // what is begun notes its error itself
	if l.err != nil {
		return nil, l.err
	}
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	return &Snapshot{dir: l.dir, dirs: l.dirs, count: int(l.count.Load()), bytes: l.bytes.Load(), linked: l.linked.Load()}, nil
}

// fail ends the look.
func (l *look) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}

func (l *look) failed() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err != nil || l.ctx.Err() != nil
}

// begin does something beside what goes on, or at once where enough goes on.
func (l *look) begin(do func()) {
	if !l.group.TryGo(func() error { do(); return nil }) {
		do()
	}
}

// tree reads a folder and all below it.
func (l *look) tree(dir string, depth int) {
	if l.failed() {
		return
	}
	if depth > maxSnapshotDepth {
		l.fail(ErrTooMuch)
		return
	}
	var known *snapshotDir
	if l.previous != nil {
		known = l.previous.dirs[dir]
	}
	names, err := l.list(dir, known)
	made := &snapshotDir{entries: names}
	if known != nil && slices.Equal(known.entries, names) {
		made = known
	}
	l.mu.Lock()
	l.dirs[dir] = made
	l.mu.Unlock()
	if err != nil && (depth == 0 || !errors.Is(err, fs.ErrNotExist)) {
		// A folder below the top one that vanishes while the tree is read is a change like any other.
		l.fail(fmt.Errorf("read content folder: %w", err))
		return
	}
	for _, entry := range names {
		if entry.dir {
			l.begin(func() { l.tree(path.Join(dir, entry.name), depth+1) })
		}
	}
}

// list returns what is in a folder, by name, with its files read.
func (l *look) list(dir string, known *snapshotDir) ([]*snapshotFile, error) {
	sub, err := l.root.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer sub.Close()
	opened, err := sub.Open(".")
	if err != nil {
		return nil, err
	}
	listed, err := opened.ReadDir(-1)
	if err = errors.Join(err, opened.Close()); err != nil {
		return nil, err
	}
	listed = slices.DeleteFunc(listed, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") })
	slices.SortFunc(listed, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	entries := make([]*snapshotFile, len(listed))
	var chunks sync.WaitGroup
	for start := 0; start < len(listed); start += chunk {
		chunks.Add(1)
		l.begin(func() {
			defer chunks.Done()
			for i := start; i < min(start+chunk, len(listed)) && !l.failed(); i++ {
				entries[i] = l.entry(sub, dir, listed[i], known)
			}
		})
	}
	chunks.Wait()
	return slices.DeleteFunc(entries, func(f *snapshotFile) bool { return f == nil }), nil
}

// entry reads what has a name in a folder; nil where there is nothing of use.
func (l *look) entry(sub *os.Root, dir string, listed fs.DirEntry, folder *snapshotDir) *snapshotFile {
	name := listed.Name()
	var known *snapshotFile
	if folder != nil {
		if at, found := folder.search(name); found {
			known = folder.entries[at]
		}
	}
	if listed.IsDir() {
		if known != nil && known.dir && known.err == nil {
			return known
		}
		return &snapshotFile{name: name, dir: true}
	}
	within, at := sub, name
	if listed.Type()&fs.ModeSymlink != 0 {
		l.linked.Store(true)
		within, at = l.root, path.Join(dir, name)
	}
	return l.file(within, at, known, false)
}

// file reads what has a path below a root: again even if nothing seems to have changed where that is wanted.
func (l *look) file(within *os.Root, at string, known *snapshotFile, again bool) *snapshotFile {
	name := path.Base(at)
	info, err := within.Stat(at) // follows links that stay inside
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // vanished since it was listed, as editors' temporary files do
	case err != nil:
		return l.add(&snapshotFile{name: name, err: err})
	case info.IsDir():
		return &snapshotFile{name: name, dir: true}
	case !info.Mode().IsRegular():
		return nil
	}
	fresh := time.Since(info.ModTime()) < freshFor
	if !again && known.unchanged(info) {
		return l.add(known)
	}
	f := &snapshotFile{name: name, size: info.Size(), modified: info.ModTime(), mark: markOf(info), fresh: fresh}
	data, err := readLimited(within, at, info.Size())
	if f.err = err; err != nil {
		return l.add(f)
	}
	f.sum = sha256.Sum256(data)
	if len(data) > maxSnapshotFile {
		data, f.cut = slices.Clone(data[:heldOfLarge]), true
	} else {
		f.size = int64(len(data))
	}
	f.held.Store(&data)
	f.takeOver(known)
	return l.add(f)
}

// add counts a file.
func (l *look) add(f *snapshotFile) *snapshotFile {
	if l.count.Add(1) > maxSnapshotFiles || l.bytes.Add(f.weight()) > maxSnapshotTotal {
		l.fail(ErrTooMuch)
	}
	return f
}

// weight is what a file counts for the limit of all.
func (f *snapshotFile) weight() int64 {
	switch {
	case f.dir || f.err != nil:
		return 0
	case f.cut:
		return heldOfLarge
	}
	return f.size
}

// readLimited reads at most one byte more than a snapshot holds of a file.
func readLimited(within *os.Root, name string, size int64) ([]byte, error) {
	opened, err := within.Open(name)
	if err != nil {
		return nil, err
	}
	return readOpened(opened, min(size, maxSnapshotFile)+1)
}

// readOpened reads a file that has about so many bytes, and closes it.
func readOpened(opened *os.File, size int64) (data []byte, err error) {
	defer func() { err = errors.Join(err, opened.Close()) }()
	data = make([]byte, 0, size)
	for len(data) <= maxSnapshotFile {
		if len(data) == cap(data) {
			data = slices.Grow(data, 512)
		}
		n, err := opened.Read(data[len(data):min(cap(data), maxSnapshotFile+1)])
		data = data[:len(data)+n]
		if err != nil {
			if errors.Is(err, io.EOF) {
				return data, nil
			}
			return nil, err
		}
	}
	return data, nil
}

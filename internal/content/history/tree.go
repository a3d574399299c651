package history

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// tree is a site that is kept, as a file system.
type tree struct {
	history *History
	nodes   map[string]*node // by path, "." first
}

// node is a file or a folder of a tree.
type node struct {
	name   string
	folder bool
	sum    Sum
	size   int64
	below  []fs.DirEntry // of a folder
}

// put adds a node, and the folders above it.
func (t *tree) put(name string, n *node) {
	n.name = path.Base(name)
	t.nodes[name] = n
	if name == "." {
		return
	}

	dir := path.Dir(name)
	if t.nodes[dir] == nil {
		t.put(dir, &node{folder: true})
	}
	above := t.nodes[dir]
	above.below = append(above.below, fs.FileInfoToDirEntry(n))
}

// Open implements fs.FS.
func (t *tree) Open(name string) (fs.File, error) {
	n := t.nodes[name]
	if n == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if n.folder {
		return file{nil, n}, nil
	}
	opened, err := os.Open(t.history.object(n.sum)) // found whole when the tree was made
	if err != nil {
		return nil, err
	}
	return file{opened, n}, nil
}

// ReadDir implements fs.ReadDirFS.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n := t.nodes[name]
	if n == nil || !n.folder {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return slices.SortedFunc(slices.Values(n.below), func(a, b fs.DirEntry) int {
		return strings.Compare(a.Name(), b.Name())
	}), nil
}

// file is an open node. That of a folder cannot be read: its *os.File is nil.
type file struct {
	*os.File
	node *node
}

func (f file) Stat() (fs.FileInfo, error) { return f.node, nil }

// Name implements fs.FileInfo, as all that follows.
func (n *node) Name() string       { return n.name }
func (n *node) Size() int64        { return n.size }
func (n *node) ModTime() time.Time { return time.Time{} }
func (n *node) IsDir() bool        { return n.folder }
func (n *node) Sys() any           { return nil }
func (n *node) Mode() fs.FileMode {
	if n.folder {
		return fs.ModeDir | 0o500
	}
	return 0o400
}

var _ fs.ReadDirFS = (*tree)(nil)

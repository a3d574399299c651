package history

import (
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// tree is a website that is kept, as a file system.
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

func newTree(h *History) *tree {
	return &tree{h, map[string]*node{".": {name: ".", folder: true}}}
}

func (t *tree) add(name string, sum Sum, size int64) {
	t.put(name, &node{name: path.Base(name), sum: sum, size: size})
}

func (t *tree) put(name string, n *node) {
	if t.nodes[name] != nil {
		return
	}
	t.nodes[name] = n
	dir := path.Dir(name)
	if t.nodes[dir] == nil {
		t.put(dir, &node{name: path.Base(dir), folder: true})
	}
	above := t.nodes[dir]
	at, _ := slices.BinarySearchFunc(above.below, n.name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	above.below = slices.Insert(above.below, at, fs.DirEntry(n))
}

// Open implements fs.FS.
func (t *tree) Open(name string) (fs.File, error) {
	n := t.nodes[name]
	if n == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if n.folder {
		return &file{node: n}, nil
	}
	opened, err := os.Open(t.history.object(n.sum)) // found whole when the tree was made
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{opened, n}, nil
}

// ReadDir implements fs.ReadDirFS.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	n := t.nodes[name]
	if n == nil || !n.folder {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return slices.Clone(n.below), nil
}

// file is an open node; the bytes are nil of a folder.
type file struct {
	io.ReadSeekCloser
	node *node
}

func (f *file) Stat() (fs.FileInfo, error) { return f.node, nil }

func (f *file) Read(data []byte) (int, error) {
	if f.ReadSeekCloser == nil {
		return 0, &fs.PathError{Op: "read", Path: f.node.name, Err: fs.ErrInvalid}
	}
	return f.ReadSeekCloser.Read(data)
}

func (f *file) Close() error {
	if f.ReadSeekCloser == nil {
		return nil
	}
	return f.ReadSeekCloser.Close()
}

// Name implements fs.FileInfo and fs.DirEntry, as all that follows.
func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return n.size }
func (n *node) ModTime() time.Time         { return time.Time{} }
func (n *node) IsDir() bool                { return n.folder }
func (n *node) Sys() any                   { return nil }
func (n *node) Type() fs.FileMode          { return n.Mode().Type() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) Mode() fs.FileMode {
	if n.folder {
		return fs.ModeDir | 0o500
	}
	return 0o400
}

var _ fs.ReadDirFS = (*tree)(nil)

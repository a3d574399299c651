// Package memfs puts files from elsewhere over a file system: what an editor shows before it is saved, or what is kept
// under other names.
package memfs

import (
	"bytes"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// FS is a file system with other files over it. Its folders can be listed, and not opened.
type FS struct {
	Base fs.FS // nil where there is nothing below
	// By path, in place of those of the base; nil for a file that is not there.
	Files map[string]*File
}

// File is a file that may be read from any place.
type File struct {
	Size int64 // in bytes
	Open func() (Reader, error)
	Sys  any // what its [fs.FileInfo] says of it besides; nil for nothing
}

// Reader is an open file.
type Reader interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Bytes returns a file that is in memory.
func Bytes(data []byte) *File {
	return &File{Size: int64(len(data)), Open: func() (Reader, error) { return inMemory{bytes.NewReader(data)}, nil }}
}

type inMemory struct{ *bytes.Reader }

func (inMemory) Close() error { return nil }

var _ fs.ReadDirFS = FS{}

func (f FS) Open(name string) (fs.File, error) {
	file, over := f.Files[name]
	switch {
	case !over && f.Base != nil:
		return f.Base.Open(name)
	case file == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	return openFile{opened, info{path.Base(name), file.Size, false, file.Sys}}, nil
}

func (f FS) ReadDir(dir string) ([]fs.DirEntry, error) {
	found := map[string]fs.DirEntry{}
	var err error = &fs.PathError{Op: "readdir", Path: dir, Err: fs.ErrNotExist}
	if f.Base != nil {
		var entries []fs.DirEntry
		entries, err = fs.ReadDir(f.Base, dir)
		for _, entry := range entries {
			found[entry.Name()] = entry
		}
	}
	for name, file := range f.Files {
		below, inside := strings.CutPrefix(name, dir+"/")
		if dir == "." {
			below, inside = name, true
		}
		first, _, deeper := strings.Cut(below, "/")
		switch {
		case !inside:
		case file == nil && !deeper:
			delete(found, first)
		case file != nil && !deeper:
			found[first], err = fs.FileInfoToDirEntry(info{first, file.Size, false, file.Sys}), nil
		case file != nil && found[first] == nil:
			found[first], err = fs.FileInfoToDirEntry(info{first, 0, true, nil}), nil
		}
	}
	if err != nil {
		return nil, err
	}

	entries := make([]fs.DirEntry, 0, len(found))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		entries = append(entries, found[name])
	}
	return entries, nil
}

type openFile struct {
	Reader
	info info
}

func (f openFile) Stat() (fs.FileInfo, error) { return f.info, nil }

// info describes a file or a folder. It has no time: nothing that is known by its time is taken for it.
type info struct {
	name   string
	size   int64
	folder bool
	sys    any
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return i.folder }
func (i info) Sys() any           { return i.sys }
func (i info) Mode() fs.FileMode {
	if i.folder {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

package content

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"time"
)

// Open implements fs.FS.
func (s *Snapshot) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if file := s.files[name]; file != nil {
		if file.err != nil {
			return nil, file.err
		}
		return &openFile{Reader: bytes.NewReader(file.data), info: file.info, cut: file.cut}, nil
	}
	if entries, isDir := s.dirs[name]; isDir {
		return &openDir{name: path.Base(name), rest: entries}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadFile implements fs.ReadFileFS.
func (s *Snapshot) ReadFile(name string) ([]byte, error) {
	if file := s.files[name]; file != nil && file.cut {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errTooLarge}
	} else if file != nil {
		return slices.Clone(file.data), file.err
	}
	return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
}

// ReadDir implements fs.ReadDirFS.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	if entries, isDir := s.dirs[name]; isDir {
		return slices.Clone(entries), nil
	}
	return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
}

type fileInfo struct {
	name     string
	size     int64
	mode     fs.FileMode
	modified time.Time
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) Mode() fs.FileMode  { return i.mode }
func (i fileInfo) ModTime() time.Time { return i.modified }
func (i fileInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fileInfo) Sys() any           { return nil }

type openFile struct {
	*bytes.Reader
	info fileInfo
	cut  bool
}

// Read gives what is held of the file, and an error where that is not all.
func (f *openFile) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF && f.cut {
		err = &fs.PathError{Op: "read", Path: f.info.name, Err: errTooLarge}
	}
	return n, err
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

type openDir struct {
	name string
	rest []fs.DirEntry
}

func (d *openDir) Stat() (fs.FileInfo, error) {
	return fileInfo{name: d.name, mode: fs.ModeDir | 0o555}, nil
}
func (d *openDir) Close() error { return nil }
func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: d.name, Err: errors.New("is a folder")}
}

func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(d.rest)
	} else if len(d.rest) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(d.rest))
	entries := slices.Clone(d.rest[:n])
	d.rest = d.rest[n:]
	return entries, nil
}

var (
	_ fs.ReadDirFS  = (*Snapshot)(nil)
	_ fs.ReadFileFS = (*Snapshot)(nil)
)

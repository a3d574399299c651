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
	if folder := s.dirs[name]; folder != nil {
		return &openDir{snapshotFile: snapshotFile{name: path.Base(name), dir: true}, rest: folder.entries}, nil
	}
	f := s.find(name)
	if f == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	data, err := f.read(s.dir, name)
	if err != nil {
		return nil, err
	}
	return &openFile{Reader: bytes.NewReader(data), data: data, file: f}, nil
}

// Stat implements fs.StatFS.
func (s *Snapshot) Stat(name string) (fs.FileInfo, error) {
	if s.dirs[name] != nil {
		return &snapshotFile{name: path.Base(name), dir: true}, nil
	}
	if f := s.find(name); f == nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	} else if f.err != nil {
		return nil, f.err
	} else {
		return f, nil
	}
}

// ReadFile implements fs.ReadFileFS.
func (s *Snapshot) ReadFile(name string) ([]byte, error) {
	f := s.find(name)
	switch {
	case f == nil || f.dir:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	case f.cut:
		return nil, &fs.PathError{Op: "read", Path: name, Err: errTooLarge}
	}
	data, err := f.read(s.dir, name)
	return slices.Clone(data), err
}

// ReadDir implements fs.ReadDirFS.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	folder := s.dirs[name]
	if folder == nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return asEntries(folder.entries), nil
}

func asEntries(files []*snapshotFile) []fs.DirEntry {
	entries := make([]fs.DirEntry, len(files))
	for i, f := range files {
		entries[i] = f
	}
	return entries
}

// A snapshotFile says everything about itself, as an fs.DirEntry and an fs.FileInfo.

func (f *snapshotFile) Name() string               { return f.name }
func (f *snapshotFile) Size() int64                { return f.size }
func (f *snapshotFile) ModTime() time.Time         { return f.modified }
func (f *snapshotFile) IsDir() bool                { return f.dir }
func (f *snapshotFile) Type() fs.FileMode          { return f.Mode().Type() }
func (f *snapshotFile) Info() (fs.FileInfo, error) { return f, nil }

// Sys returns the file itself, by which the loader knows what it has decoded before.
func (f *snapshotFile) Sys() any { return f }

func (f *snapshotFile) String() string { return fs.FormatFileInfo(f) }

func (f *snapshotFile) Mode() fs.FileMode {
	switch {
	case f.dir:
		return fs.ModeDir | 0o555
	case f.err != nil:
		return 0
	}
	return 0o444
}

type openFile struct {
	*bytes.Reader
	data []byte
	file *snapshotFile
}

// Read gives what is held of the file, and an error where that is not all.
func (f *openFile) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF && f.file.cut {
		err = &fs.PathError{Op: "read", Path: f.file.name, Err: errTooLarge}
	}
	return n, err
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.file, nil }
func (f *openFile) Close() error               { return nil }

type openDir struct {
	snapshotFile
	rest []*snapshotFile
}

func (d *openDir) Stat() (fs.FileInfo, error) { return &d.snapshotFile, nil }
func (d *openDir) Close() error               { return nil }
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
	entries := asEntries(d.rest[:n])
	d.rest = d.rest[n:]
	return entries, nil
}

var (
	_ fs.ReadDirFS  = (*Snapshot)(nil)
	_ fs.ReadFileFS = (*Snapshot)(nil)
	_ fs.StatFS     = (*Snapshot)(nil)
)

package tree

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

// Overlay is a tree of files with others in memory over it: what an editor shows before it is
// saved.
type Overlay struct {
	Base fs.FS
	// Bytes by path, in place of those of the base; nil for a file that is not there.
	Files map[string][]byte
}

var _ fs.ReadDirFS = Overlay{}

// Open implements fs.FS.
func (o Overlay) Open(name string) (fs.File, error) {
	if data, over := o.Files[name]; over {
		if data == nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return &overlayFile{overlayInfo{path.Base(name), int64(len(data)), false}, bytes.NewReader(data)}, nil
	}
	info, err := fs.Stat(o.Base, name)
	if err == nil && !info.IsDir() || err != nil && !o.holds(name) {
		return o.Base.Open(name)
	}
	entries, err := o.ReadDir(name)
	if err != nil {
		return nil, err
	}
	if info == nil {
		info = overlayInfo{path.Base(name), 0, true}
	}
	return &overlayFolder{info, entries}, nil
}

// holds reports whether a folder has files in memory, here or further below.
func (o Overlay) holds(dir string) bool {
	for name, data := range o.Files {
		if data != nil && strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// ReadDir implements fs.ReadDirFS.
func (o Overlay) ReadDir(dir string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.Base, dir)
	if err != nil && !o.holds(dir) {
		return nil, err
	}
	found := map[string]fs.DirEntry{}
	for _, entry := range entries {
		found[entry.Name()] = entry
	}
	for name, data := range o.Files {
		below, inside := strings.CutPrefix(name, dir+"/")
		if dir == "." {
			below, inside = name, true
		}
		first, _, deeper := strings.Cut(below, "/")
		switch {
		case !inside:
		case deeper && data != nil && found[first] == nil:
			found[first] = fs.FileInfoToDirEntry(overlayInfo{first, 0, true})
		case !deeper && data == nil:
			delete(found, first)
		case !deeper:
			found[first] = fs.FileInfoToDirEntry(overlayInfo{first, int64(len(data)), false})
		}
	}
	names := slices.Sorted(maps.Keys(found))
	merged := make([]fs.DirEntry, len(names))
	for i, name := range names {
		merged[i] = found[name]
	}
	return merged, nil
}

// overlayFile is an open file in memory.
type overlayFile struct {
	overlayInfo
	*bytes.Reader
}

func (f *overlayFile) Stat() (fs.FileInfo, error) { return f.overlayInfo, nil }
func (f *overlayFile) Close() error               { return nil }
func (f *overlayFile) Size() int64                { return f.overlayInfo.size }

var _ io.ReadSeekCloser = (*overlayFile)(nil)

// overlayFolder is an open folder.
type overlayFolder struct {
	info fs.FileInfo
	rest []fs.DirEntry
}

func (f *overlayFolder) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *overlayFolder) Close() error               { return nil }
func (f *overlayFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.info.Name(), Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (f *overlayFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.rest)
	} else if len(f.rest) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.rest))
	read := f.rest[:n]
	f.rest = f.rest[n:]
	return read, nil
}

// overlayInfo describes a file or folder in memory. It has no time: nothing that is known by its
// time is taken for it.
type overlayInfo struct {
	name   string
	size   int64
	folder bool
}

// Name implements fs.FileInfo, as all that follows.
func (i overlayInfo) Name() string       { return i.name }
func (i overlayInfo) Size() int64        { return i.size }
func (i overlayInfo) ModTime() time.Time { return time.Time{} }
func (i overlayInfo) IsDir() bool        { return i.folder }
func (i overlayInfo) Sys() any           { return nil }
func (i overlayInfo) Mode() fs.FileMode {
	if i.folder {
		return fs.ModeDir | 0o755
	}
	return 0o644
}

package tree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/evenlight/marquee/internal/osfile"
)

// Listing is the content folder as a scan found it: names and what the system
// reports of each file, but no bytes. It is never changed.
type Listing struct {
	Folders map[string][]DirEntry // by path, "." first; the entries in the order of their names
	Count   int
}

// DirEntry is a file or a folder in a folder.
type DirEntry struct {
	Name     string
	isFolder bool
	size     int64
	Stamp    osfile.Stamp
	Err      error // it is there but cannot be read
}

const (
	// More than this is no content.
	maxEntries = 200_000
	// Folders below this depth are not looked into; pages have a limit of their own.
	maxScanDepth = 32
)

// ErrTooMuch is returned for folders that are too large to be content.
var ErrTooMuch = errors.New("the content folder is too large")

// What is wrong with a symbolic link.
var (
	ErrLeadsOut     = errors.New("symbolic link leads out of the content folder")
	ErrLeadsNowhere = errors.New("symbolic link leads nowhere")
)

// hintOf says what to do about a picture or file that cannot be read.
func hintOf(err error) string {
	switch {
	case errors.Is(err, ErrLeadsOut):
		return "It is a symbolic link that leads out of the content folder: put a copy of the file in its place, or name " +
			"the one of another site where it is used, such as main:images/team.jpg."
	case errors.Is(err, ErrLeadsNowhere):
		return "It is a symbolic link that leads nowhere: put the file in its place."
	}
	return "Ask for permission to read it."
}

// linkFault says what is wrong with a symbolic link that cannot be followed. What
// leads out of the tree has an error of its own that only [os.Root] knows.
func linkFault(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ELOOP):
		return ErrLeadsNowhere
	case errors.Is(err, fs.ErrPermission):
		return err
	}
	return ErrLeadsOut
}

// Scan lists all folders of a tree. It follows symbolic links; the tree decides whether they may lead out of it.
func Scan(ctx context.Context, tree fs.FS) (*Listing, error) {
	s := scanner{ctx, tree, &Listing{Folders: map[string][]DirEntry{}}}
	if err := s.folder(".", 0); err != nil {
		return nil, err
	}
	return s.made, ctx.Err()
}

type scanner struct {
	ctx  context.Context
	tree fs.FS
	made *Listing
}

func (s *scanner) folder(dir string, depth int) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	entries, err := s.list(dir)
	if depth > 0 && errors.Is(err, fs.ErrNotExist) {
		return nil // it vanished since it was listed: a change like any other
	}
	if err != nil {
		return fmt.Errorf("read content folder: %w", err)
	}
	s.made.Folders[dir] = entries
	if s.made.Count += len(entries); s.made.Count > maxEntries {
		return ErrTooMuch
	}
	if depth == maxScanDepth {
		return nil
	}
	for _, e := range entries {
		if e.isFolder && e.Err == nil {
			if err := s.folder(path.Join(dir, e.Name), depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *scanner) list(dir string) ([]DirEntry, error) {
	names, err := fs.ReadDir(s.tree, dir)
	if err != nil {
		return nil, err
	}
	entries := make([]DirEntry, 0, len(names))
	for _, name := range names {
		if strings.HasPrefix(name.Name(), ".") {
			continue
		}
		info, err := name.Info()
		if name.Type()&fs.ModeSymlink != 0 {
			if info, err = fs.Stat(s.tree, path.Join(dir, name.Name())); err != nil {
				err = linkFault(err)
			}
		}
		switch {
		case errors.Is(err, fs.ErrNotExist): // vanished, as editors' temporary files do
		case err != nil:
			entries = append(entries, DirEntry{Name: name.Name(), Err: err})
		case info.IsDir():
			entries = append(entries, DirEntry{Name: name.Name(), isFolder: true})
		case info.Mode().IsRegular():
			entries = append(entries, DirEntry{Name: name.Name(), size: info.Size(), Stamp: osfile.StampOf(info)})
		}
	}
	return entries, nil
}

// Dirs returns the paths of all folders.
func (l *Listing) Dirs() []string { return slices.Sorted(maps.Keys(l.Folders)) }

// IsFile tells whether there is a file at a path.
func (l *Listing) IsFile(name string) bool {
	dir, base := path.Split(name)
	entries := l.Folders[path.Clean(dir)]
	at, found := slices.BinarySearchFunc(entries, base,
		func(e DirEntry, name string) int { return strings.Compare(e.Name, name) })
	return found && !entries[at].isFolder
}

// Folder is a folder on disk as an fs.FS. Nothing outside of it is read through it, whatever symbolic links in it say.
type Folder string

// Open implements fs.FS.
func (f Folder) Open(name string) (fs.File, error) {
	return os.OpenInRoot(string(f), name)
}

// Stat implements fs.StatFS.
func (f Folder) Stat(name string) (_ fs.FileInfo, err error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	return fs.Stat(root.FS(), name)
}

var _ fs.StatFS = Folder("")

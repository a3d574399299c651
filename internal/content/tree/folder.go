package tree

import (
	"errors"
	"io/fs"
	"os"
)

// Folder is a folder on disk as an fs.FS. Nothing outside of it is read through
// it, whatever symbolic links in it say.
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

package scaffold

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// free returns an error if there is something under the name, be it a
// symbolic link that leads nowhere.
func free(folder *os.Root, name string) error {
	_, err := folder.Lstat(name)
	switch {
	case err == nil:
		return fmt.Errorf("%s: %w", name, fs.ErrExist)
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return fmt.Errorf("look for %s: %w", name, err)
}

// place writes files under a hidden name in the content folder, and renames
// the whole to target. A file without a name is the target itself. It returns
// the paths of the files. Nothing is left behind on an error, but perhaps
// empty folders above the target.
func place(folder *os.Root, target string, files []file) (written []string, err error) {
	// The name ends in .tmp and begins with a point: watchers pass over it.
	hidden := ".new-" + rand.Text() + ".tmp"
	defer func() {
		if err != nil {
			err = errors.Join(err, folder.RemoveAll(hidden))
		}
	}()
	for _, f := range files {
		name := path.Join(hidden, f.name)
		if err := folder.MkdirAll(path.Dir(name), 0o755); err != nil {
			return nil, fmt.Errorf("make the folder of %s: %w", path.Join(target, f.name), err)
		}
		if err := folder.WriteFile(name, f.data, 0o644); err != nil {
			return nil, fmt.Errorf("write %s: %w", path.Join(target, f.name), err)
		}
		written = append(written, path.Join(target, f.name))
	}
	if err := folder.MkdirAll(path.Dir(target), 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of %s: %w", target, err)
	}
	// Looked at again as late as possible: a rename would replace a file.
	if err := free(folder, target); err != nil {
		return nil, err
	}
	if err := folder.Rename(hidden, target); err != nil {
		return nil, fmt.Errorf("move to %s: %w", target, err)
	}
	return written, nil
}

package translation

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path"
)

// WriteFiles writes files of a content folder, by their paths in it. All are written in a hidden folder, which nobody
// reads, before the first one takes its place.
func WriteFiles(dir string, files map[string][]byte) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open content folder: %w", err)
	}
	hidden := ".new-" + rand.Text() + ".tmp"
	defer func() { err = errors.Join(err, root.RemoveAll(hidden), root.Close()) }()
	for name, data := range files {
		staged := path.Join(hidden, name)
		err := errors.Join(root.MkdirAll(path.Dir(staged), 0o755), root.MkdirAll(path.Dir(name), 0o755))
		if err = errors.Join(err, root.WriteFile(staged, data, 0o644)); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	for name := range files {
		if err := root.Rename(path.Join(hidden, name), name); err != nil {
			return fmt.Errorf("move to %s: %w", name, err)
		}
	}
	return nil
}

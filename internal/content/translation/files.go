package translation

import (
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
)

// WriteFiles writes files of a content folder, by their paths in it. All are written under other names, which nobody
// reads, before the first one gets its own.
func WriteFiles(dir string, files map[string][]byte) (err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open content folder: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	written := map[string]string{}
	defer func() {
		for _, hidden := range written {
			err = errors.Join(err, root.Remove(hidden))
		}
	}()
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		hidden := path.Join(path.Dir(name), ".new-"+rand.Text()+".tmp")
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return fmt.Errorf("make the folder of %s: %w", name, err)
		}
		written[name] = hidden
		if err := root.WriteFile(hidden, files[name], 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	for _, name := range names {
		if err := root.Rename(written[name], name); err != nil {
			return fmt.Errorf("move to %s: %w", name, err)
		}
		delete(written, name)
	}
	return nil
}

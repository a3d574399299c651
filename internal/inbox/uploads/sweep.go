package uploads

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// orphanAge is how old what has no submission must be: younger ones may be about to get one.
const orphanAge = time.Hour

// Sweep removes files without a submission, and what was left half received; known
// returns those of some ids whose files must stay. Then it measures what is kept.
func (f *Folder) Sweep(ctx context.Context, now time.Time, known func(context.Context, []string) ([]string, error)) error {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("sweep uploads: %w", err)
	}
	defer f.measure()
	var problems []error
	var old []string
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || now.Sub(info.ModTime()) < orphanAge {
			continue
		}
		switch name := entry.Name(); {
		case strings.HasPrefix(name, incoming) && !entry.IsDir():
			problems = append(problems, os.Remove(filepath.Join(f.dir, name)))
		case entry.IsDir() && uuid.Validate(name) == nil:
			old = append(old, name)
		}
	}
	for batch := range slices.Chunk(old, 500) {
		there, err := known(ctx, batch)
		if err != nil {
			return errors.Join(append(problems, fmt.Errorf("sweep uploads: %w", err))...)
		}
		orphans := slices.DeleteFunc(slices.Clone(batch), func(id string) bool { return slices.Contains(there, id) })
		problems = append(problems, f.Forget(orphans))
	}
	return errors.Join(problems...)
}

// measure counts what is kept: another process may have erased some of it.
func (f *Folder) measure() {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return // counted with the next sweep
	}
	var used int64
	for _, entry := range entries {
		if entry.IsDir() {
			used += sizeOf(filepath.Join(f.dir, entry.Name()))
		}
	}
	f.used.Store(used)
}

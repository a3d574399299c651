package history

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evenlight/marquee/internal/osfile"
)

// Pinned returns the revision that an operator chose, or nothing where the newest counts.
func (h *History) Pinned() (revision string, err error) {
	data, err := os.ReadFile(h.pin())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(data)), err
}

// Pin makes the programs that serve the content folder go back to a revision, or on with
// the folder where it is empty.
func (h *History) Pin(revision string) error {
	if revision == "" {
		if err := os.Remove(h.pin()); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return osfile.WriteDurable(h.pin(), []byte(revision+"\n"))
}

func (h *History) pin() string { return filepath.Join(h.dir, "pinned") }

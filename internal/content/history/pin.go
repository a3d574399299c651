package history

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/evenlight/marquee/internal/osfile"
)

// Pinned returns the revision that an operator chose, or nothing where the newest counts.
func (h *History) Pinned() (revision string, err error) {
	data, err := readFile(h.pin())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case errors.Is(err, ErrDamaged) || len(data) > longestPin:
		return "", errors.New(h.pin() + " holds no name of a revision: remove it")
	}
	return strings.TrimSpace(string(data)), err
}

// longestPin is more bytes than the name of a revision has.
const longestPin = 256

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

// ErrUnknown says that no revision of a name is kept.
var ErrUnknown = errors.New("no such revision is kept")

// shortestName is how many characters of a revision's name are enough, where no other begins so.
const shortestName = 4

// Find returns the newest revision of a name, or of one that begins so.
func (h *History) Find(revision string) (Entry, error) {
	var found []Entry
	for _, one := range h.List() {
		if one.Revision == revision {
			return one, nil
		}
		if len(revision) >= shortestName && strings.HasPrefix(one.Revision, revision) && (len(found) == 0 || found[0].Revision != one.Revision) {
			found = append(found, one)
		}
	}
	if len(found) != 1 {
		return Entry{}, ErrUnknown
	}
	return found[0], nil
}

// Before returns the newest revision that is older than another one and differs from it.
func (h *History) Before(entry Entry) (Entry, error) {
	for _, one := range h.List() {
		if one.number < entry.number && one.Revision != entry.Revision && !maps.Equal(one.sites, entry.sites) {
			return one, nil
		}
	}
	return Entry{}, ErrUnknown
}

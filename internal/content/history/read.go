package history

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/osfile"
)

// Entry is a revision that is kept.
type Entry struct {
	Revision  string
	At        time.Time
	Displaced bool           // see [Revision]
	number    int64          // counts up
	Files     map[string]Sum // by their paths
}

// Sites returns the ids of its sites, sorted.
func (e Entry) Sites() []string {
	ids := map[string]bool{}
	for path := range e.Files {
		ids[siteOf(path)] = true
	}
	return slices.Sorted(maps.Keys(ids))
}

// Site returns the sums of the files of one of its sites by their paths; none where it has no such site.
func (e Entry) Site(id string) map[string]Sum {
	files := maps.Clone(e.Files)
	maps.DeleteFunc(files, func(path string, _ Sum) bool { return siteOf(path) != id })
	return files
}

func siteOf(path string) string {
	id, _, _ := strings.Cut(path, "/")
	return id
}

var (
	// ErrDamaged says that something that was kept is not what it was.
	ErrDamaged = errors.New("it is damaged: its checksum is another")
	// ErrUnknown says that no revision of a name is kept.
	ErrUnknown = errors.New("no such revision is kept")
)

// maxList is the greatest size of a list in bytes.
const maxList = 64 << 20

// List returns the revisions that are kept, the newest first. Damaged lists are left out, and said in the log.
func (h *History) List() []Entry { return slices.Collect(h.entries("")) }

// newest returns the newest revision that is kept; its number is 0 where there is none.
func (h *History) newest() Entry {
	for entry := range h.entries("") {
		return entry
	}
	return Entry{}
}

// entries yields the revisions of an id, or of all where that is empty, the newest first. Of others it reads no more than
// their first line: a list has a line for each of thousands of files.
func (h *History) entries(id string) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		folder := filepath.Join(h.dir, "revisions")
		names, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			h.logger.Warn("what was kept of the website cannot be read", "folder", folder, "error", err)
		}
		for _, name := range slices.Backward(names) { // their names have one length
			number, err := strconv.ParseInt(name.Name(), 10, 64)
			if err != nil {
				continue // half written, or none of ours
			}
			one, err := readList(filepath.Join(folder, name.Name()), id)
			if errors.Is(err, errOther) {
				continue
			}
			if err != nil {
				h.logger.Warn("a revision that was kept is left out", "file", filepath.Join(folder, name.Name()), "error", err)
				continue
			}
			one.number = number
			if !yield(one) {
				return
			}
		}
	}
}

// errOther says that a list is of another revision than is asked for.
var errOther = errors.New("it is of another revision")

// readList reads the list of a revision. Returns ErrDamaged if it is not as it was written, and errOther if it is not of
// the id.
func readList(name, id string) (Entry, error) {
	data, err := osfile.Read(name, maxList)
	if err != nil {
		return Entry{}, err
	}
	wanted, rest, _ := strings.Cut(string(data), "\n")
	first, lines, _ := strings.Cut(rest, "\n")
	var about head
	parsed := json.Unmarshal([]byte(first), &about)
	if of, _, _ := strings.Cut(about.Revision, "."); parsed == nil && id != "" && of != id {
		return Entry{}, errOther
	}
	if sum := sha256.Sum256([]byte(rest)); hex.EncodeToString(sum[:]) != wanted {
		return Entry{}, ErrDamaged
	}
	if parsed != nil {
		return Entry{}, parsed
	}
	made := Entry{Revision: about.Revision, At: about.At, Displaced: about.Displaced, Files: map[string]Sum{}}
	for line := range strings.SplitSeq(lines, "\n") {
		written, path, _ := strings.Cut(line, "  ")
		sum, err := hex.DecodeString(written)
		if err != nil || len(sum) != sha256.Size || !fs.ValidPath(path) {
			return Entry{}, ErrDamaged
		}
		made.Files[path] = Sum(sum)
	}
	return made, nil
}

// shortestName is the least number of characters of a shortened name.
const shortestName = 4

// Find returns the newest revision of a name, which may be shortened to its beginning. Returns ErrUnknown where there
// is none, or several begin so.
func (h *History) Find(revision string) (Entry, error) {
	found := map[string]Entry{} // the newest of each name
	for _, one := range slices.Backward(h.List()) {
		if len(revision) >= shortestName && strings.HasPrefix(one.Revision, revision) {
			found[one.Revision] = one
		}
	}
	if one, exact := found[revision]; exact {
		return one, nil
	}
	for _, one := range found {
		if len(found) == 1 {
			return one, nil
		}
	}
	return Entry{}, ErrUnknown
}

// Open opens a file that is kept, and was found whole when it was stored.
func (h *History) Open(sum Sum) (io.ReadSeekCloser, error) { return os.Open(h.object(sum)) }

// Tree returns the files of one site of a revision as a file system; nil where one of them is damaged or missing, and
// the content folder has another one by now, which is said in the log.
func (h *History) Tree(entry Entry, site string) fs.FS {
	made := memfs.FS{Files: map[string]*memfs.File{}}
	for name, sum := range entry.Site(site) {
		size, err := h.Verify(sum)
		if err != nil && h.heal(name, sum) == nil {
			size, err = h.Verify(sum)
		}
		if err != nil {
			h.logger.Warn("a site that was kept is left out",
				"site", site, "revision", entry.Revision, "file", name, "error", err)
			return nil
		}
		made.Files[name] = &memfs.File{Size: size, Open: func() (memfs.Reader, error) { return os.Open(h.object(sum)) }}
	}
	return made
}

// heal writes a file anew from the content folder, where it is as it was kept.
func (h *History) heal(path string, sum Sum) error {
	return copyObject(h.object(sum), File{Path: path, Sum: sum, Open: func() (io.ReadCloser, error) {
		return os.Open(filepath.Join(h.source, filepath.FromSlash(path)))
	}})
}

// Check returns an error that names a file of a revision which is not as it was kept.
func (h *History) Check(entry Entry) error {
	for _, name := range slices.Sorted(maps.Keys(entry.Files)) {
		if _, err := h.Verify(entry.Files[name]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// Verify returns how many bytes a file that is kept has. The error is ErrDamaged where they are not those of its sum.
func (h *History) Verify(sum Sum) (size int64, err error) {
	file, err := os.Open(h.object(sum))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	hash := sha256.New()
	size, err = io.Copy(hash, file)
	if err == nil && Sum(hash.Sum(nil)) != sum {
		err = ErrDamaged
	}
	return size, err
}

package history

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

// Entry is a website that is kept.
type Entry struct {
	Revision string
	At       time.Time
	number   int64 // counts up
	sites    map[string]string
}

// Sites returns the ids of its sites, sorted.
func (e Entry) Sites() []string { return slices.Sorted(maps.Keys(e.sites)) }

// ErrDamaged says that something that was kept is not what it was.
var ErrDamaged = errors.New("it is damaged: its checksum is another")

// maxRead is more than anything has that is kept, in bytes.
const maxRead = 64 << 20

// List returns the websites that are kept, the newest first. Damaged ones are left out, and
// said in the log.
func (h *History) List() []Entry {
	folder := filepath.Join(h.dir, "revisions")
	names, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.logger.Warn("what was kept of the website cannot be read", "folder", folder, "error", err)
	}
	var all []Entry
	for _, name := range names {
		number, err := strconv.ParseInt(name.Name(), 10, 64)
		if err != nil {
			continue // half written, or none of ours
		}
		made, err := readRevision(filepath.Join(folder, name.Name()))
		if err != nil {
			h.logger.Warn("a revision that was kept is left out", "file", filepath.Join(folder, name.Name()), "error", err)
			continue
		}
		all = append(all, Entry{made.Revision, made.At, number, made.Sites})
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(b.number, a.number) })
	return all
}

func readRevision(name string) (made revisionFile, err error) {
	data, err := readFile(name)
	if err != nil {
		return made, err
	}
	head, body, _ := bytes.Cut(data, []byte("\n"))
	if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != string(head) {
		return made, ErrDamaged
	}
	return made, json.Unmarshal(body, &made)
}

func readFile(name string) ([]byte, error) {
	data, err := osfile.Read(name, maxRead)
	if errors.Is(err, osfile.ErrUnfit) {
		err = ErrDamaged
	}
	return data, err
}

// Object returns the bytes of a file that is kept.
func (h *History) Object(sum Sum) ([]byte, error) {
	data, err := readFile(h.object(sum))
	if err == nil && sha256.Sum256(data) != sum {
		err = ErrDamaged
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// OpenObject opens a file that is kept, and was found whole when it was written or listed.
func (h *History) OpenObject(sum Sum) (io.ReadSeekCloser, error) { return os.Open(h.object(sum)) }

// smallObject is how many bytes are read at once; larger objects are read in pieces.
const smallObject = 1 << 20

// examine looks into an object, and returns how many bytes it has.
func (h *History) examine(sum Sum) (int64, error) {
	info, err := os.Stat(h.object(sum))
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, ErrDamaged
	}
	file, err := os.Open(h.object(sum))
	if err != nil {
		return 0, err
	}
	hash := sha256.New()
	size, err := io.Copy(hash, file)
	if err = errors.Join(err, file.Close()); err == nil && Sum(hash.Sum(nil)) != sum {
		err = ErrDamaged
	}
	return size, err
}

// manifest returns the files of a site.
func (h *History) manifest(name string) ([]manifestFile, error) {
	sum, err := parseSum(name)
	if err != nil {
		return nil, err
	}
	data, err := h.Object(sum)
	if err != nil {
		return nil, err
	}
	var list manifest
	return list.Files, json.Unmarshal(data, &list)
}

func parseSum(name string) (sum Sum, err error) {
	data, err := hex.DecodeString(name)
	if err != nil || len(data) != len(sum) {
		return sum, ErrDamaged
	}
	return Sum(data), nil
}

// Open returns the files of a website as a tree. Sites of which something is damaged or
// missing are left out, and said in the log.
func (h *History) Open(entry Entry) fs.FS {
	made := newTree(h)
	for _, id := range entry.Sites() {
		if err := h.addSite(made, id, entry.sites[id]); err != nil {
			h.logger.Warn("a site that was kept is left out", "site", id, "revision", entry.Revision, "error", err)
		}
	}
	return made
}

func (h *History) addSite(made *tree, id, name string) error {
	files, err := h.manifest(name)
	if err != nil {
		return fmt.Errorf("list of its files: %w", err)
	}
	sums := make([]Sum, len(files))
	sizes := make([]int64, len(files))
	for i, file := range files {
		if !fs.ValidPath(file.Path) || !strings.HasPrefix(file.Path, id+"/") {
			return fmt.Errorf("%s: %w", file.Path, ErrDamaged)
		}
		if sums[i], err = parseSum(file.Sum); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
		if sizes[i], err = h.examine(sums[i]); err != nil {
			return fmt.Errorf("%s: %w", file.Path, err)
		}
	}
	for i, file := range files {
		made.add(file.Path, sums[i], sizes[i])
	}
	return nil
}

package history

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

// manifest lists the files of one site.
type manifest struct {
	Files []manifestFile `json:"files"` // in the order of their paths
}

type manifestFile struct {
	Path string `json:"path"`
	Sum  string `json:"sha256"`
}

// revisionFile is what stands in the folder revisions, below its own sum.
type revisionFile struct {
	Revision string            `json:"revision"`
	At       time.Time         `json:"at"`
	Content  string            `json:"content"`
	Sites    map[string]string `json:"sites"` // sums of the manifests
}

var errChanged = errors.New("it changed before it was kept")

// store keeps a website, unless it is the newest already.
func (h *History) store(ctx context.Context, next *job) error {
	if err := os.MkdirAll(filepath.Join(h.dir, "revisions"), 0o700); err != nil {
		return err
	}
	lock, err := lock(ctx, filepath.Join(h.dir, "lock"))
	if err != nil {
		return err
	}
	err = h.storeLocked(ctx, next)
	return errors.Join(err, lock.Close())
}

func lock(ctx context.Context, path string) (io.Closer, error) {
	const pause = 20 * time.Millisecond
	for waited := time.Duration(0); ; waited += pause {
		held, err := osfile.Lock(path)
		if !errors.Is(err, osfile.ErrLocked) || waited >= lockWait {
			return held, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}

func (h *History) storeLocked(ctx context.Context, next *job) error {
	made := revisionFile{Revision: next.Revision, At: next.At.UTC(), Content: h.source, Sites: map[string]string{}}
	newest := Entry{}
	if known := h.List(); len(known) > 0 {
		newest = known[0]
	}
	sites := next.Sites()
	for _, id := range slices.Sorted(maps.Keys(sites)) {
		list := manifest{Files: make([]manifestFile, 0, len(sites[id]))}
		for _, file := range sites[id] {
			list.Files = append(list.Files, manifestFile{file.Path, hex.EncodeToString(file.Sum[:])})
		}
		data, err := json.Marshal(list)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		made.Sites[id] = hex.EncodeToString(sum[:])
		if h.checked && newest.sites[id] == made.Sites[id] {
			continue
		}
		err = h.keepFiles(ctx, sites[id], next.offered)
		switch {
		case errors.Is(err, errChanged): // its next revision is on its way
			h.logger.Debug("a site could not be kept", "site", id, "error", err)
			if made.Sites[id] = newest.sites[id]; made.Sites[id] == "" {
				delete(made.Sites, id)
			}
		case err != nil:
			return err
		default:
			if err := h.keepObject(sum, data); err != nil {
				return err
			}
		}
	}
	h.checked = true
	if maps.Equal(newest.sites, made.Sites) {
		return h.force(ctx)
	}
	data, err := json.Marshal(made)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	name := h.revision(newest.number + 1)
	if err := osfile.Write(name, append([]byte(hex.EncodeToString(sum[:])+"\n"), data...)); err != nil {
		return err
	}
	// From here on nothing is lost when the program is killed; forcing it to the disk takes longer.
	h.written = append(h.written, name)
	if err := h.force(ctx); err != nil {
		return err
	}
	return h.prune()
}

// keepFiles stores the files of a site. The error is errChanged where one of them has
// changed since it went live, so that nothing of it is left to keep.
func (h *History) keepFiles(ctx context.Context, files []File, offered map[Sum][]byte) error {
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		if h.has(file.Sum) {
			continue
		}
		if file.Open != nil {
			if err := h.keepLarge(ctx, file); err != nil {
				return fmt.Errorf("keep %s: %w", file.Path, err)
			}
			continue
		}
		data, there := offered[file.Sum]
		if !there {
			data, _ = file.Read() // of what cannot be read the sum is another one
		}
		if sha256.Sum256(data) != file.Sum {
			return fmt.Errorf("%s: %w", file.Path, errChanged)
		}
		if err := h.keepObject(file.Sum, data); err != nil {
			return fmt.Errorf("keep %s: %w", file.Path, err)
		}
	}
	return nil
}

func (h *History) keepObject(sum Sum, data []byte) error {
	name := h.object(sum)
	if h.has(sum) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if err := osfile.Write(name, data); err != nil {
		return err
	}
	h.written = append(h.written, name)
	return nil
}

// has tells whether an object is there. The first time, it is looked into: a loss of power
// may have damaged it.
func (h *History) has(sum Sum) bool {
	if h.checked {
		return exists(h.object(sum))
	}
	if info, err := os.Stat(h.object(sum)); err == nil && info.Size() > smallObject {
		return true // it was on the disk before it had its name
	}
	_, err := h.Object(sum)
	return err == nil
}

// force returns when all that was written is on disk.
func (h *History) force(ctx context.Context) error {
	folders := map[string]bool{}
	for _, name := range h.written {
		if err := ctx.Err(); err != nil {
			return err
		}
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), file.Close()); err != nil {
			return err
		}
		folders[filepath.Dir(name)] = true
	}
	h.written = nil
	for folder := range folders {
		if err := osfile.SyncFolder(folder); err != nil {
			return err
		}
	}
	return nil
}

package history

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/evenlight/marquee/internal/osfile"
)

// keepLarge stores a file without holding it in memory. The error is errChanged where its
// bytes are others by now.
func (h *History) keepLarge(ctx context.Context, file File) error {
	source, err := file.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", errChanged, err)
	}
	err = h.copyObject(ctx, file.Sum, source)
	return errors.Join(err, source.Close())
}

func (h *History) copyObject(ctx context.Context, sum Sum, source io.Reader) (err error) {
	name := h.object(sum)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), osfile.TempPrefix+"*")
	if err != nil {
		return err
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(temp, hash), stoppable{ctx, source})
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err == nil && Sum(hash.Sum(nil)) != sum {
		err = errChanged
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		if removal := os.Remove(temp.Name()); !errors.Is(removal, fs.ErrNotExist) {
			err = errors.Join(err, removal)
		}
		return err
	}
	h.written = append(h.written, name)
	h.grown = true
	return nil
}

// maxKept is how many bytes may be kept of all revisions together, the newest and the
// pinned one aside: of texts they are never so many.
const maxKept = 4 << 30

// affordable returns how many of the revisions, the newest first, fit into a number of bytes.
// The first always does.
func (h *History) affordable(all []Entry, limit int64) (int, error) {
	seen := map[string]bool{}
	total := int64(0)
	for i, one := range all {
		for _, site := range one.sites {
			if seen[site] {
				continue
			}
			seen[site] = true
			files, err := h.manifest(site)
			if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, fs.ErrNotExist) {
				return 0, err
			}
			for _, file := range files {
				sum, err := parseSum(file.Sum)
				if err != nil || seen[file.Sum] {
					continue
				}
				seen[file.Sum] = true
				if info, err := os.Stat(h.object(sum)); err == nil {
					total += info.Size()
				}
			}
		}
		if total > limit && i > 0 {
			return i, nil
		}
	}
	return len(all), nil
}

// stoppable is a reader that ends with its context.
type stoppable struct {
	ctx context.Context
	io.Reader
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(p)
}

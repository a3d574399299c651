package export

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strconv"

	"github.com/evenlight/marquee/internal/site"
)

// updateLarge brings a file up to date that is never in memory. It has no compressed siblings.
func (r *run) updateLarge(ctx context.Context, it item) error {
	want := hex.EncodeToString(it.large.Sum[:16])
	changed := r.before.Files[it.name] != want || r.folder.hash(it.name) != want
	if changed {
		if err := r.announce(); err != nil {
			return err
		}
		err := r.folder.copy(ctx, it.name, it.large)
		switch {
		case errors.Is(err, site.ErrFileChanged):
			r.mu.Lock()
			defer r.mu.Unlock()
			r.failed = append(r.failed, fmt.Errorf("export %s: %w", it.address, err))
			return nil
		case err != nil:
			return err
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now.Files[it.name] = want
	r.summary.Bytes += it.large.Size
	if changed {
		r.summary.Written++
		r.summary.WrittenBytes += it.large.Size
	} else {
		r.summary.Unchanged++
	}
	r.done++
	if r.options.Progress != nil {
		r.options.Progress(r.done, r.all)
	}
	return nil
}

// copy writes a large file beside its place, and then into it.
func (f *folder) copy(ctx context.Context, name string, file *site.File) (err error) {
	source, err := file.Open()
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	if err := errors.Join(f.root.MkdirAll(tempFolder, 0o755), f.root.MkdirAll(path.Dir(name), 0o755)); err != nil {
		return fmt.Errorf("make the folder of %s: %w", name, withoutPath(err))
	}
	temp := tempFolder + "/" + strconv.FormatInt(f.temps.Add(1), 10)
	target, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, withoutPath(err))
	}
	hash := sha256.New()
	_, err = io.Copy(io.MultiWriter(target, hash), reading{ctx, source})
	if err = errors.Join(err, target.Close()); err == nil && [sha256.Size]byte(hash.Sum(nil)) != file.Sum {
		err = site.ErrFileChanged
	}
	if err == nil {
		err = f.root.Rename(temp, name)
	}
	if err != nil {
		// It is only litter, and the error says more.
		_ = f.root.Remove(temp)
		return fmt.Errorf("write %s: %w", name, withoutPath(err))
	}
	return nil
}

// reading ends with its context.
type reading struct {
	ctx context.Context
	io.Reader
}

func (r reading) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

package backup

import (
	"archive/tar"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// Config says what is backed up, or where it is put back.
type Config struct {
	// The submissions. Its Dir is the data folder, with PostgreSQL too.
	Store outbox.Config
	// The version of this program.
	Program string
	// Left out: time.Now.
	Now func() time.Time
}

func (c Config) now() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

// isInside reports whether a file is anywhere below a folder.
func isInside(file, folder string) (bool, error) {
	from, err := filepath.Abs(folder)
	if err != nil {
		return false, err
	}
	to, err := filepath.Abs(file)
	if err != nil {
		return false, err
	}
	relative, err := filepath.Rel(from, to)
	return err == nil && filepath.IsLocal(relative), nil
}

// reserve is how much of the data folder's disk a backup leaves: with less, forms would close.
const reserve = 80 << 20

// ToFile writes a backup and returns what is in it. The file is there only when it
// is whole, on the disk and read back. With force it may replace another; without,
// the error is [fs.ErrExist] where there is one.
func ToFile(ctx context.Context, config Config, file string, force bool) (m Manifest, err error) {
	switch info, err := os.Stat(file); {
	case err == nil && !info.Mode().IsRegular():
		return m, fmt.Errorf("%s is not a file: name one that is not there yet", file)
	case err == nil && !force:
		return m, fmt.Errorf("%s: %w", file, fs.ErrExist)
	}
	if inside, err := isInside(file, config.Store.Dir); err != nil || inside {
		return m, errors.Join(err, fmt.Errorf("%s is in the data folder, which is what is backed up: name a file elsewhere", file))
	}
	room, err := newWorkroom(filepath.Dir(file))
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, room.Close()) }()
	part := filepath.Join(room.dir, "backup.tar")
	out, err := os.OpenFile(part, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return m, err
	}
	defer out.Close() // A second time where all is well.
	if m, err = write(ctx, config, room.dir, out); err != nil {
		return m, err
	}
	if err := out.Sync(); err != nil {
		return m, err
	}
	if _, err := out.Seek(0, io.SeekStart); err != nil {
		return m, err
	}
	if _, err := read(out, nil); err != nil {
		return m, fmt.Errorf("the backup that was written is read back: %w", err)
	}
	if err := errors.Join(out.Close(), os.Rename(part, file)); err != nil {
		return m, err
	}
	return m, osfile.SyncFolder(filepath.Dir(file))
}

// To writes a backup into a pipe and returns what is in it. The copy of the
// database is made in the data folder first, and removed again.
func To(ctx context.Context, config Config, out io.Writer) (m Manifest, err error) {
	if err := os.MkdirAll(config.Store.Dir, 0o700); err != nil {
		return m, err
	}
	if info, err := os.Stat(filepath.Join(config.Store.Dir, outbox.FileName)); err == nil && config.Store.URL == "" {
		if free, total, err := osfile.Volume(config.Store.Dir); err == nil && total > 0 && free < info.Size()+reserve {
			return m, fmt.Errorf("%s has too little room for a copy of the database of %d MB: make room, or name a file on another disk instead of -",
				config.Store.Dir, info.Size()>>20)
		}
	}
	room, err := newWorkroom(config.Store.Dir)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, room.Close()) }()
	buffered := bufio.NewWriterSize(out, 1<<20)
	if m, err = write(ctx, config, room.dir, buffered); err != nil {
		return m, err
	}
	return m, buffered.Flush()
}

func write(ctx context.Context, config Config, folder string, out io.Writer) (m Manifest, err error) {
	m = Manifest{Format: format, Program: config.Program, Source: "SQLite"}
	if m.Database, err = outbox.Copy(ctx, config.Store, filepath.Join(folder, outbox.FileName)); err != nil {
		return m, err
	}
	a := &archiver{tar: tar.NewWriter(out), now: config.now()}
	room, err := os.OpenRoot(folder)
	if err != nil {
		return m, err
	}
	defer room.Close()
	if err := a.addFile(outbox.FileName, room, outbox.FileName); err != nil {
		return m, err
	}
	if err := a.addFolder(config.Store.Dir, &m); err != nil {
		return m, err
	}
	return m, a.finish(m)
}

// workPrefix begins the names of folders that are made on the way.
const workPrefix = osfile.TempPrefix + "backup-"

func isTemporary(name string) bool { return strings.HasPrefix(name, osfile.TempPrefix) }

// workroom is a folder for what is made on the way, which nobody else may enter.
type workroom struct {
	dir  string
	lock io.Closer
}

// newWorkroom makes one, and removes those that a killed process has left.
func newWorkroom(parent string) (*workroom, error) {
	left, err := filepath.Glob(filepath.Join(globQuote(parent), workPrefix+"*"))
	if err != nil {
		return nil, err
	}
	for _, dir := range left {
		if lock, err := osfile.Lock(dir); err == nil {
			if err := errors.Join(os.RemoveAll(dir), lock.Close()); err != nil {
				return nil, fmt.Errorf("remove what an interrupted backup left: %w", err)
			}
		}
	}
	dir, err := os.MkdirTemp(parent, workPrefix+"*") // mode 0700
	if err != nil {
		return nil, err
	}
	lock, err := osfile.Lock(dir)
	if err != nil {
		lock = io.NopCloser(nil) // This file system has no locks: nobody can tidy up after a kill.
	}
	return &workroom{dir, lock}, nil
}

// Close removes the folder.
func (r *workroom) Close() error { return errors.Join(os.RemoveAll(r.dir), r.lock.Close()) }

// globQuote lets a path stand for itself in a pattern.
func globQuote(path string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(path)
}

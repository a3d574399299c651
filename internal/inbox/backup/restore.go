package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
)

// asidePrefix begins the name of the folder that a forced restore moves what was there to.
const asidePrefix = "before-restore-"

// uploadsName is the folder of files that came with submissions.
const uploadsName = "uploads"

var (
	// ErrNotEmpty says that what would be put back stands in the data folder already.
	ErrNotEmpty = errors.New("the data folder is not empty")
	// ErrRunning says that a server has the data folder open.
	ErrRunning = errors.New("a server runs on this data folder: stop it first")
)

// Restored says what was put back.
type Restored struct {
	Manifest
	// The folder with what was there before; empty where nothing was.
	Aside string
}

// Restore checks a backup and puts it back into the data folder and the database
// that the configuration names, which may be of another kind than that of the
// backup. Nothing is changed before all of the backup is known to be good.
//
// What is there already makes it fail with ErrNotEmpty; with force it is moved
// aside, but never what a PostgreSQL database holds. Deliveries that were not made
// are marked as possibly made, see [outbox.Prepare].
func Restore(ctx context.Context, config Config, from io.Reader, force bool) (done Restored, err error) {
	dir := config.Store.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return done, err
	}
	lockFile := filepath.Join(dir, outbox.LockName)
	lock, err := osfile.Lock(lockFile)
	if errors.Is(err, osfile.ErrLocked) {
		return done, ErrRunning
	} else if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	// Said before a large archive is read for nothing.
	if there, err := occupants(config.Store, nil); err != nil || len(there) > 0 && !force {
		return done, errors.Join(err, notEmpty(there))
	}
	room, err := newWorkroom(dir)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, room.Close()) }()
	root, err := os.OpenRoot(room.dir)
	if err != nil {
		return done, err
	}
	defer root.Close()
	if done.Manifest, err = read(from, root); err != nil {
		return done, err
	}
	file := filepath.Join(room.dir, outbox.FileName)
	if _, err := outbox.Prepare(ctx, file, done.Database); err != nil {
		return done, err
	}
	// Root puts back what the server of another user is to read.
	if err := errors.Join(osfile.GiveAll(room.dir, dir), osfile.GiveAll(lockFile, dir)); err != nil {
		return done, err
	}
	unpacked := filepath.Join(room.dir, filepath.FromSlash(dataPrefix))
	entries, err := os.ReadDir(unpacked)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return done, err
	}
	there, err := occupants(config.Store, entries)
	if err == nil && len(there) > 0 {
		if !force {
			return done, notEmpty(there)
		}
		done.Aside, err = moveAside(config, there)
	}
	if err != nil {
		return done, err
	}
	if err := outbox.Place(ctx, config.Store, file); err != nil {
		return done, err
	}
	for _, entry := range entries {
		if err := os.Rename(filepath.Join(unpacked, entry.Name()), filepath.Join(dir, entry.Name())); err != nil {
			return done, err
		}
	}
	return done, osfile.SyncFolder(dir)
}

// occupants names what stands where the files of a backup go.
func occupants(store outbox.Config, entries []fs.DirEntry) (there []string, err error) {
	names := make([]string, 0, len(entries)+4)
	if store.URL == "" {
		// Files belong to the submissions of their database: what has none in the restored one would be removed.
		names = append(names, outbox.FileName, outbox.FileName+"-wal", outbox.FileName+"-shm", uploadsName)
	}
	for _, entry := range entries {
		if !slices.Contains(names, entry.Name()) {
			names = append(names, entry.Name())
		}
	}
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(store.Dir, name)); err == nil {
			there = append(there, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return there, nil
}

func notEmpty(there []string) error {
	if len(there) == 0 {
		return nil
	}
	return fmt.Errorf("%w: it has %s; name another one, or let --force move what is there aside", ErrNotEmpty, strings.Join(there, ", "))
}

// moveAside moves what is there into a folder of its own beside it.
func moveAside(config Config, there []string) (string, error) {
	dir := config.Store.Dir
	aside, err := os.MkdirTemp(dir, asidePrefix+config.now().UTC().Format("20060102T150405Z-")) // mode 0700
	if err != nil {
		return "", err
	}
	for _, name := range there {
		if err := os.Rename(filepath.Join(dir, name), filepath.Join(aside, name)); err != nil {
			return aside, err
		}
	}
	return aside, osfile.SyncFolder(dir)
}

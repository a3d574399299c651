// Package osfile does with files what the standard library leaves to its users: replace one at once ([Write],
// [WriteDurable], [Create]), read one that may be anything ([Read]), keep other processes away ([Lock]), ask how much
// room a volume has ([Volume]), and tell whether a file is as it was ([Stamp]).
//
// It works on Linux, macOS, the BSDs and Windows.
package osfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/gofrs/flock"
)

// TempPrefix begins the names of files that are being written, in the folder of the file they become. A process that is
// killed leaves one behind.
const TempPrefix = ".writing-"

// ErrLocked says that another process holds a lock.
var ErrLocked = errors.New("another process holds the lock")

// Write replaces a file, or makes it, readable for its owner alone: readers see the old bytes or the new ones, never a
// part. After a loss of power the file may be empty; see [WriteDurable]. The folder must exist.
func Write(path string, data []byte) error { return write(path, data, false, os.Rename) }

// WriteDurable is [Write], and returns when the bytes and the name are on disk.
func WriteDurable(path string, data []byte) error { return write(path, data, true, os.Rename) }

// Create is [WriteDurable] for a file that is not there yet. Returns [fs.ErrExist] where it is.
func Create(path string, data []byte) error {
	// Unlike a rename, a link never replaces a file.
	return write(path, data, true, func(temp, path string) error {
		return errors.Join(os.Link(temp, path), os.Remove(temp))
	})
}

func write(path string, data []byte, durable bool, publish func(temp, path string) error) (err error) {
	folder := filepath.Dir(path)
	file, err := os.CreateTemp(folder, TempPrefix+"*") // mode 0600
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil && durable {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = publish(file.Name(), path)
	}
	if err != nil {
		if removal := os.Remove(file.Name()); !errors.Is(removal, fs.ErrNotExist) {
			err = errors.Join(err, removal)
		}
		return err
	}
	if durable {
		return SyncFolder(folder)
	}
	return nil
}

// SyncFolder returns when the names in a folder are on disk.
func SyncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil // the names are in the journal of the file system
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Lock takes the lock of a folder, or of a file, which is made where there is none. It is held until it is closed or
// the process ends. Returns [ErrLocked] where another process, or another call, holds it; some file systems have no
// locks, and Windows none of folders.
func Lock(path string) (io.Closer, error) {
	how := os.O_RDWR | os.O_CREATE
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		how = os.O_RDONLY
	}
	lock := flock.New(path, flock.SetFlag(how)) // mode 0600
	locked, err := lock.TryLock()
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	if !locked {
		return nil, ErrLocked
	}
	return lock, nil
}

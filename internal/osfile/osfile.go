// Package osfile does with files what the standard library leaves to its users: replace one at once ([Write],
// [WriteDurable], [Create]), read one that may be anything ([Read]), keep other processes away ([Lock]), ask how much
// room a volume has ([Volume]), and tell whether a file is as it was ([Stamp]).
//
// It works on Linux, macOS, FreeBSD and Windows.
package osfile

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gofrs/flock"
)

// TempPrefix begins the names of files that are being written, in the folder of the file they become. A process that is
// killed leaves one behind.
const TempPrefix = ".writing-"

var (
	// ErrLocked says that another process holds a lock.
	ErrLocked = errors.New("another process holds the lock")
	// ErrUnfit is returned by [Read] for what is no regular file, or is too large.
	ErrUnfit = errors.New("it is no regular file, or is too large")
)

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

func write(path string, data []byte, durable bool, publish func(temp, path string) error) error {
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
		return errors.Join(err, os.RemoveAll(file.Name())) // without an error where it is gone
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
	lock := flock.New(path) // mode 0600
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		lock = flock.New(path, flock.SetFlag(os.O_RDONLY))
	}
	locked, err := lock.TryLock()
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	if !locked {
		return nil, ErrLocked
	}
	return lock, nil
}

// Read returns what a file of at most limit bytes holds. The error is [ErrUnfit] for others, which are not opened: a
// named pipe would wait for somebody to write into it.
func Read(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > limit {
		return nil, ErrUnfit
	}
	return os.ReadFile(path)
}

// Stamp tells without reading a file whether it has changed: while its stamp is the same, so are its bytes. The zero
// stamp proves nothing.
type Stamp struct {
	size, modified int64
	// What Linux tells beside these, as git uses it: a file that was replaced has another number, and no program can
	// set the time at which anything about it changed (ctime).
	number  uint64
	changed int64
}

// StampOfSum returns the stamp of bytes that are known by their SHA-256, wherever they are.
func StampOfSum(sum [sha256.Size]byte) Stamp {
	part := func(i int) int64 { return int64(binary.BigEndian.Uint64(sum[8*i:])) }
	return Stamp{size: -1, modified: part(0), number: uint64(part(1)), changed: part(2)}
}

// youngest is how old a change must be for its time to be trusted: the clocks of file systems tick every few
// milliseconds, and a file may change again within the same tick.
const youngest = 50 * time.Millisecond

// StampOf returns the stamp of a file, zero where it changed just now or is not on a disk.
func StampOf(info fs.FileInfo) Stamp {
	if own, ok := info.Sys().(Stamp); ok {
		return own
	}
	if info.Sys() == nil || time.Since(info.ModTime()) < youngest {
		return Stamp{}
	}
	stamp := Stamp{size: info.Size(), modified: info.ModTime().UnixNano()}
	stamp.identify(info.Sys())
	return stamp
}

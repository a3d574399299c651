package osfile

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// ErrUnfit is returned by [Read] for what is no regular file, or is too large.
var ErrUnfit = errors.New("it is no regular file, or is too large")

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
	identity       identity
}

// youngest is how old a change must be for its time to be trusted: the clocks of file systems tick every few
// milliseconds, and a file may change again within the same tick.
const youngest = 50 * time.Millisecond

// StampOf returns the stamp of a file, zero where it changed just now or is not on a disk.
func StampOf(info fs.FileInfo) Stamp {
	id := identityOf(info)
	if id == (identity{}) || time.Since(info.ModTime()) < youngest {
		return Stamp{}
	}
	return Stamp{size: info.Size(), modified: info.ModTime().UnixNano(), identity: id}
}

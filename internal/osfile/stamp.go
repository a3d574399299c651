package osfile

import (
	"io/fs"
	"time"
)

// Stamp is by what a file is known again without reading it: as long as its stamp is the
// same, so are its bytes. The zero stamp proves nothing.
type Stamp struct {
	size, modified int64
	identity       identity
}

// youngest is how old a change must be to prove something. File systems stamp changes with a
// clock of a few milliseconds: what changed just now may change again within the same tick.
const youngest = 50 * time.Millisecond

// StampOf returns the stamp of a file, zero where it changed just now or is not on a disk.
func StampOf(info fs.FileInfo) Stamp {
	id := identityOf(info)
	if id == (identity{}) || time.Since(info.ModTime()) < youngest {
		return Stamp{}
	}
	return Stamp{size: info.Size(), modified: info.ModTime().UnixNano(), identity: id}
}

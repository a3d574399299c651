package site

import (
	"crypto/sha256"
	"errors"
	"io"
)

// File is a file that a site serves under an address of its own, such as an image.
// A small one is in memory. A large one stays where it is, and is opened for each
// request.
type File struct {
	// Media type, such as image/svg+xml.
	ContentType string
	// The bytes of a small file. Nobody may change them. They are nil for a large one.
	Data []byte

	// Of a large file, its bytes.
	Size int64
	// Of a large file, the SHA-256 of its bytes.
	Sum [sha256.Size]byte
	// Opens a large file; nil for a small one. The error is [ErrFileChanged] where the
	// bytes are not those of Sum any more.
	Open Opener
	// Name under which browsers save it, instead of showing it; empty where they show it.
	Download string
}

// Opener opens the bytes of a file. Whoever opens them closes them.
type Opener func() (io.ReadSeekCloser, error)

// ErrFileChanged says that a file is not what it was when it was published.
var ErrFileChanged = errors.New("the file has changed since it was published")

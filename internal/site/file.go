package site

import (
	"crypto/sha256"
	"errors"
	"image"
	"io"
)

// File is a file that a site serves under an address of its own, such as an image. A small one is in memory. A large
// one stays where it is, and is opened for each request.
type File struct {
	// Media type, such as image/svg+xml.
	ContentType string
	// The bytes of a small file. Nobody may change them. They are nil for a large one.
	Data []byte

	// Of a large file, its bytes.
	Size int64
	// Of a large file, the SHA-256 of its bytes.
	Sum [sha256.Size]byte
	// Opens a large file; nil for a small one. The error is [ErrFileChanged] where the bytes are not those of Sum any
	// more.
	Open Opener `json:"-"`
	// What is made of a picture when somebody asks; Data and Open are nil then.
	Version *Version
	// Name under which browsers save it, instead of showing it; empty where they show it.
	Download string
}

// Version is a picture in one of its widths: a part of its source, turned as it is meant to be seen, and made smaller.
// The same version has the same bytes everywhere.
type Version struct {
	// Path of the source below the content folder, for messages.
	Source string
	// SHA-256 of the source's bytes, and how they are opened.
	Sum  [sha256.Size]byte
	Open Opener `json:"-"`
	// Media type of the source.
	SourceType string
	// How the source is turned, as Exif counts: 1 as it lies.
	Orientation int
	// The part of the source that is shown, in pixels of the source as it is seen.
	Part image.Rectangle
	// Size in pixels.
	Width, Height int
}

// Opener opens the bytes of a file. Whoever opens them closes them.
type Opener func() (io.ReadSeekCloser, error)

// ErrFileChanged says that a file is not what it was when it was published.
var ErrFileChanged = errors.New("the file has changed since it was published")

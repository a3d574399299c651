package yamldoc

import (
	"crypto/sha256"
	"slices"
	"sync"
	"weak"
)

// Document is a file that was read, and knows the place of every key and value
// in it. It is safe for concurrent use.
//
// A path names a value the way a marketer would: keys joined with dots, items
// of lists by their index from 0, as in sections[0].hero.actions[1].to; an
// entry of a collection begins with its id.
//
// Places are needed for few files, and take many times the memory of the value.
// So a document that was released stores none of them: it reads its file again
// when somebody asks. Where the file has changed since, problems point at it as
// a whole.
type Document struct {
	// Path of the file below the content folder, with slashes.
	File string

	blanks []string // paths of texts that are written and empty, such as alt: ""

	mu     sync.Mutex // guards what follows
	source *source    // until the document is released
	again  Reread
	sum    [sha256.Size]byte
	// What was read again, until the garbage collector takes it: one file often
	// has many problems.
	recent weak.Pointer[source]
}

// Reread returns the bytes of a file once more.
type Reread func(file string) ([]byte, error)

// Release drops the file's bytes and places from memory. The bytes had the
// given SHA-256 sum; again returns them when they are needed.
func (d *Document) Release(sum [sha256.Size]byte, again Reread) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.recent = weak.Make(d.source)
	d.source, d.sum, d.again = nil, sum, again
}

// places returns the file with its places.
func (d *Document) places() *source {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.source != nil {
		return d.source
	}
	if recent := d.recent.Value(); recent != nil {
		return recent
	}
	s := &source{file: d.File}
	if data, err := d.again(d.File); err == nil && sha256.Sum256(data) == d.sum {
		s.read(data)
	}
	d.recent = weak.Make(s)
	return s
}

// At returns an error at the value of the path. Where there is no such value
// it points at the nearest parent that the file has, else at the whole file.
func (d *Document) At(path string, code, message, hint string) Problem {
	s := d.places()
	n, whole := s.find(path)
	switch {
	case n == nil:
		return s.problem(wholeFile, code, message, hint)
	case !whole && n.kind != kindText: // a text may stand for the keys of a picture
		return s.problem(n.start(), code, message, hint)
	}
	return s.problem(n.at, code, message, hint)
}

// AtKey is At, pointing at the key of the value.
func (d *Document) AtKey(path string, code, message, hint string) Problem {
	s := d.places()
	n, _ := s.find(path)
	if n == nil {
		return s.problem(wholeFile, code, message, hint)
	}
	return s.problem(n.start(), code, message, hint)
}

// AtOffset is At, pointing at a character inside the text of the path, on
// whichever line of the file it is. The offset counts the characters of the
// text from 0. Where that character is not found in the file, because it is
// written as an escape, the problem points at the whole text.
func (d *Document) AtOffset(path string, offset int, code, message, hint string) Problem {
	s := d.places()
	if n, whole := s.find(path); whole && n.kind == kindText {
		if at, found := s.inText(n, offset); found {
			return s.problem(at, code, message, hint)
		}
	}
	return d.At(path, code, message, hint)
}

// Warn is At for something that does not keep the content from going live.
func (d *Document) Warn(path string, code, message, hint string) Problem {
	p := d.At(path, code, message, hint)
	p.Severity = Warning
	return p
}

// Has tells whether the file has a value at the path.
func (d *Document) Has(path string) bool {
	n, whole := d.places().find(path)
	return n != nil && whole
}

// HasEmpty reports whether the file has an empty text at the path, such as alt: "".
// It never reads the file again.
func (d *Document) HasEmpty(path string) bool { return slices.Contains(d.blanks, path) }

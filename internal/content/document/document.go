package document

import (
	"crypto/sha256"
	"slices"
	"strconv"
	"strings"
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
// Places are wanted of few files, and cost many times the memory of the value.
// So a document that was released keeps none of them: it reads its
// file again when somebody asks. Where the file is no longer the one that was
// decoded, problems point at it as a whole.
type Document struct {
	// Path of the file below the content folder, with slashes.
	File string

	value any // what was decoded; nil where the file has problems
	// Paths of what is written in the file and yet has the zero value, such as alt: "".
	blanks []string

	mu    sync.Mutex // guards what follows
	kept  *reading   // until the document is released
	again Reread
	sum   [sha256.Size]byte
	// What was read again, for as long as the collector leaves it there: one
	// file often has many problems.
	recent weak.Pointer[reading]
}

// Reread gives the bytes of a file once more.
type Reread func(file string) ([]byte, error)

// Release lets go of the file's bytes and places. They had the given SHA-256
// sum; again gives them when they are wanted.
func (d *Document) Release(sum [sha256.Size]byte, again Reread) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.recent = weak.Make(d.kept)
	d.kept, d.sum, d.again = nil, sum, again
}

// reading returns the file with its places.
func (d *Document) reading() *reading {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept != nil {
		return d.kept
	}
	if recent := d.recent.Value(); recent != nil {
		return recent
	}
	r := &reading{File: d.File}
	if data, err := d.again(d.File); err == nil && sha256.Sum256(data) == d.sum {
		r.read(data)
	}
	d.recent = weak.Make(r)
	return r
}

// At returns an error at the value of the path. Where there is no such value
// it points at the nearest parent that the file has, else at the whole file.
func (d *Document) At(path string, code, message, hint string) Problem {
	return d.reading().at(path, code, message, hint)
}

// AtKey is At, pointing at the key of the value.
func (d *Document) AtKey(path string, code, message, hint string) Problem {
	r := d.reading()
	n, _ := r.find(path)
	if n == nil {
		return r.problem(place{}, code, message, hint)
	}
	return r.problem(n.start(), code, message, hint)
}

// AtOffset is At, pointing at a character inside the text of the path, on
// whichever line of the file it stands. The offset counts the characters of
// the text from 0. Where the text cannot be followed through the file, it is
// pointed at as a whole.
func (d *Document) AtOffset(path string, offset int, code, message, hint string) Problem {
	r := d.reading()
	n, whole := r.find(path)
	if !whole || n.kind != kindText {
		return r.at(path, code, message, hint)
	}
	at, ok := r.placeInText(n, offset)
	if !ok {
		at = n.at
	}
	return r.problem(at, code, message, hint)
}

// Warn is At for something that does not keep the content from going live.
func (d *Document) Warn(path string, code, message, hint string) Problem {
	p := d.At(path, code, message, hint)
	p.Severity = Warning
	return p
}

// Has reports whether the file has the path.
func (d *Document) Has(path string) bool {
	// Most of what is asked for is there, and seen without reading the file.
	if d.value != nil && (slices.Contains(d.blanks, path) || holds(d.value, path)) {
		return true
	}
	_, whole := d.reading().find(path)
	return whole
}

// reading is a file with the place of every key and value in it. It is immutable once it was read.
type reading struct {
	File   string
	source string // with \n at the end of every line, and without byte order mark
	root   *node  // nil where the file could not be read

	// What the survey hands on to the parser.
	lines  []string
	blocks []blockSign
}

func (d *reading) at(path, code, message, hint string) Problem {
	n, whole := d.find(path)
	switch {
	case n == nil:
		return d.problem(place{}, code, message, hint)
	case !whole:
		return d.problem(n.start(), code, message, hint)
	}
	return d.problem(n.at, code, message, hint)
}

// find returns the node of the path, or the deepest one on the way to it.
func (d *reading) find(path string) (n *node, whole bool) {
	n = d.root
	if n == nil {
		return nil, false
	}
	for path != "" {
		var next *node
		step, rest, ok := firstStep(path)
		switch {
		case !ok:
			return n, false
		case step.key == "":
			next = n.item(step.index)
		default:
			next = n.child(step.key)
		}
		path = rest
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

// step is one step of a path: a key, or an index where the key is empty.
type step struct {
	key   string
	index int
}

// firstStep splits a path; ok is false where it begins with neither key nor index.
func firstStep(path string) (first step, rest string, ok bool) {
	if path[0] == '[' {
		digits, rest, closed := strings.Cut(path[1:], "]")
		index, err := strconv.Atoi(digits)
		return step{index: index}, strings.TrimPrefix(rest, "."), closed && err == nil
	}
	end := strings.IndexAny(path, ".[")
	if end < 0 {
		end = len(path)
	}
	return step{key: path[:end]}, strings.TrimPrefix(path[end:], "."), end > 0
}

func (d *reading) problem(at place, code, message, hint string) Problem {
	return Problem{
		Severity: Error, File: d.File, Line: int(at.line), Column: int(at.column),
		Code: code, Message: message, Hint: hint,
		// A clone, or a kept problem would keep the whole file.
		Source: strings.Clone(d.line(at.line)),
	}
}

// line returns a line of the file, counted from 1.
func (d *reading) line(number int32) string {
	if number < 1 {
		return ""
	}
	line, _, _ := strings.Cut(d.from(number), "\n")
	return line
}

package document

import (
	"strconv"
	"strings"
)

// Document is a file that was read, with the place of every key and value in
// it. It is immutable and safe for concurrent use.
//
// A path names a value the way a marketer would: keys joined with dots, items
// of lists by their index from 0, as in sections[0].hero.actions[1].to; an
// entry of a collection begins with its id.
type Document struct {
	// Path of the file below the content folder, with slashes.
	File string

	source string // with \n at the end of every line, and without byte order mark
	root   *node  // nil where the file could not be read
}

// At returns an error at the value of the path. Where there is no such value
// it points at the nearest parent that the file has, else at the whole file.
func (d *Document) At(path string, code, message, hint string) Problem {
	n, whole := d.find(path)
	if n == nil {
		return d.problem(place{}, code, message, hint)
	}
	if !whole {
		return d.problem(n.start(), code, message, hint)
	}
	return d.problem(n.at, code, message, hint)
}

// AtKey is At, pointing at the key of the value.
func (d *Document) AtKey(path string, code, message, hint string) Problem {
	n, _ := d.find(path)
	if n == nil {
		return d.problem(place{}, code, message, hint)
	}
	return d.problem(n.start(), code, message, hint)
}

// AtOffset is At, pointing at a character inside the text of the path, on
// whichever line of the file it stands. The offset counts the characters of
// the text from 0. Where the text cannot be followed through the file, it is
// pointed at as a whole.
func (d *Document) AtOffset(path string, offset int, code, message, hint string) Problem {
	n, whole := d.find(path)
	if !whole || n.kind != kindText {
		return d.At(path, code, message, hint)
	}
	at, ok := d.placeInText(n, offset)
	if !ok {
		at = n.at
	}
	return d.problem(at, code, message, hint)
}

// Warn is At for something that does not keep the content from going live.
func (d *Document) Warn(path string, code, message, hint string) Problem {
	p := d.At(path, code, message, hint)
	p.Severity = Warning
	return p
}

// Has reports whether the file has the path.
func (d *Document) Has(path string) bool {
	_, whole := d.find(path)
	return whole
}

// find returns the node of the path, or the deepest one on the way to it.
func (d *Document) find(path string) (n *node, whole bool) {
	n = d.root
	if n == nil {
		return nil, false
	}
	for path != "" {
		var next *node
		if path[0] == '[' {
			digits, rest, closed := strings.Cut(path[1:], "]")
			index, err := strconv.Atoi(digits)
			if !closed || err != nil {
				return n, false
			}
			next, path = n.item(index), strings.TrimPrefix(rest, ".")
		} else {
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			next, path = n.child(path[:end]), strings.TrimPrefix(path[end:], ".")
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, true
}

func (d *Document) problem(at place, code, message, hint string) Problem {
	return Problem{
		Severity: Error, File: d.File, Line: int(at.line), Column: int(at.column),
		Code: code, Message: message, Hint: hint,
		// A clone, or a kept problem would keep the whole file.
		Source: strings.Clone(d.line(at.line)),
	}
}

// line returns a line of the file, counted from 1.
func (d *Document) line(number int32) string {
	if number < 1 {
		return ""
	}
	line, _, _ := strings.Cut(d.from(number), "\n")
	return line
}

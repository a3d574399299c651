package yamldoc

import (
	"strconv"
	"unicode/utf8"
)

// Places reads a file, and returns a function for the path of what stands at a line and a column, which count from 1 as
// those of problems do: of the value or the key there, else of what they stand in. It is empty for a file that cannot be
// read.
func Places(file string, data []byte) func(line, column int) string {
	s := &source{file: file}
	s.read(data)
	return func(line, column int) string {
		if s.root == nil || line < 1 {
			return ""
		}
		at := 0
		for range line - 1 {
			at += len(s.restOfLine(at)) + 1
			if at > len(s.text) {
				return ""
			}
		}
		for rest := s.restOfLine(at); column > 1 && rest != ""; column-- {
			_, size := utf8.DecodeRuneInString(rest)
			rest, at = rest[size:], at+size
		}
		return s.root.pathAt(at)
	}
}

// pathAt returns the path of the last child that begins at a place or before it, and of what is there in that one.
func (n *node) pathAt(at int) string {
	for i := len(n.children) - 1; i >= 0; i-- {
		child := &n.children[i]
		if child.start() > at {
			continue
		}
		name, path := child.key, child.pathAt(at)
		if n.kind == kindList {
			name = "[" + strconv.Itoa(i) + "]"
		}
		if path != "" && path[0] != '[' {
			name += "."
		}
		return name + path
	}
	return ""
}

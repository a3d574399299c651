package yamldoc

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// source is a file with the place of every key and value in it. A place is an
// offset into its text, in bytes. It is immutable once it was read.
type source struct {
	file string
	text string // with \n at the end of every line, and no byte order mark
	root *node  // nil where the file could not be read
}

// wholeFile is the place of a problem that has no line.
const wholeFile = -1

// problem returns an error at a place.
func (s *source) problem(at int, code, message, hint string) Problem {
	p := Problem{Severity: Error, File: s.file, Code: code, Message: message, Hint: hint}
	if at == wholeFile {
		return p
	}
	start := strings.LastIndexByte(s.text[:at], '\n') + 1
	p.Line, p.Column = s.lineOf(at), utf8.RuneCountInString(s.text[start:at])+1
	// A clone, or a problem would keep the whole file in memory.
	p.Source = strings.Clone(s.restOfLine(start))
	return p
}

// lineOf returns the line of a place, counted from 1.
func (s *source) lineOf(at int) int { return strings.Count(s.text[:at], "\n") + 1 }

// column returns how many bytes stand before a place on its line.
func (s *source) column(at int) int { return at - strings.LastIndexByte(s.text[:at], '\n') - 1 }

func (s *source) restOfLine(at int) string {
	rest, _, _ := strings.Cut(s.text[at:], "\n")
	return rest
}

// kind is what a node holds.
type kind uint8

const (
	kindEmpty kind = iota // nothing, ~ or null
	kindText              // one text, number or word, as it was typed
	kindList
	kindKeys
)

// style is how a text is written.
type style uint8

const (
	stylePlain style = iota
	styleSingle
	styleDouble
	styleBlock
)

// node is one value of a file with its key, free of any YAML library.
type node struct {
	kind  kind
	style style
	flow  bool // written with [ ] or { }
	// The text; of an empty node, the sign that was typed for it.
	text string
	key  string
	// Places of the value and of its key; an item of a list has no key.
	at, keyAt int
	// Items of a list, or keys in the order of the file.
	children []node
}

// child returns the value of the key, or nil.
func (n *node) child(key string) *node {
	if n.kind != kindKeys {
		return nil
	}
	i := slices.IndexFunc(n.children, func(c node) bool { return c.key == key })
	if i < 0 {
		return nil
	}
	return &n.children[i]
}

// dotted returns the value of the key that a path begins with, and the length of the key.
func (n *node) dotted(path string) (*node, int) {
	if n.kind != kindKeys {
		return nil, 0
	}
	for i := range n.children {
		rest, found := strings.CutPrefix(path, n.children[i].key)
		if found && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return &n.children[i], len(path) - len(rest)
		}
	}
	return nil, 0
}

// of returns a value as that of a key.
func (n node) of(key string, at int) node {
	n.key, n.keyAt = key, at
	if n.at == wholeFile {
		n.at = at
	}
	return n
}

// keyed returns what a text stands for: a set of keys with this one alone.
func (n *node) keyed(key string) *node {
	only := *n
	only.key, only.keyAt = key, n.at
	return &node{kind: kindKeys, key: n.key, at: n.at, keyAt: n.keyAt, flow: n.flow, children: []node{only}}
}

// item returns an item of a list, or nil.
func (n *node) item(index int) *node {
	if n.kind != kindList || index < 0 || index >= len(n.children) {
		return nil
	}
	return &n.children[index]
}

// start is where to point when something is missing inside the node: at its
// key, or at its begin where it has none.
func (n *node) start() int {
	if n.keyAt != wholeFile {
		return n.keyAt
	}
	return n.at
}

// find returns the node of the path, or the deepest one on the way to it.
func (s *source) find(path string) (n *node, whole bool) {
	n = s.root
	for n != nil && path != "" {
		var next *node
		if path[0] == '[' {
			digits, rest, _ := strings.Cut(path[1:], "]")
			if index, err := strconv.Atoi(digits); err == nil {
				next = n.item(index)
			}
			path = strings.TrimPrefix(rest, ".")
		} else {
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			if next = n.child(path[:end]); next == nil { // names of files have dots in them
				next, end = n.dotted(path)
			}
			path = strings.TrimPrefix(path[end:], ".")
		}
		if next == nil {
			return n, false
		}
		n = next
	}
	return n, n != nil
}

// emptyTexts lists the paths of texts that are written and empty.
func (n *node) emptyTexts(found []string, path string) []string {
	if n.kind == kindText && n.text == "" {
		return append(found, path)
	}
	for i := range n.children {
		child := &n.children[i]
		switch {
		case child.kind == kindEmpty || child.kind == kindText && child.text != "":
		case n.kind == kindList:
			found = child.emptyTexts(found, path+"["+strconv.Itoa(i)+"]")
		case path == "":
			found = child.emptyTexts(found, child.key)
		default:
			found = child.emptyTexts(found, path+"."+child.key)
		}
	}
	return found
}

// inText finds where the character of a text at an offset, in characters, is
// in the file: its word is searched for among the lines of the text. The place
// of a line break is the next word.
func (s *source) inText(n *node, offset int) (at int, found bool) {
	runes := []rune(n.text)
	if offset < 0 || offset >= len(runes) {
		return 0, false
	}
	word := strings.TrimLeft(string(runes[offset:]), " \n")
	before := n.text[:len(n.text)-len(word)]
	if end := strings.IndexAny(word, " \n\t\"'\\"); end >= 0 {
		word = word[:end] // what follows may be written in another way
	}
	if word == "" {
		return 0, false
	}
	from, to := n.at, s.after(n)
	if n.style == styleBlock {
		from += len(s.restOfLine(from)) // the sign and a comment
	}
	for range strings.Count(before, word) + 1 {
		next := strings.Index(s.text[from:to], word)
		if next < 0 {
			return 0, false
		}
		at, from = from+next, from+next+len(word)
	}
	return at, true
}

// after returns where the next key or value begins after that of a node.
func (s *source) after(n *node) int {
	end := len(s.text)
	var visit func(other *node)
	visit = func(other *node) {
		for _, at := range []int{other.keyAt, other.at} {
			if at > n.at {
				end = min(end, at)
			}
		}
		for i := range other.children {
			visit(&other.children[i])
		}
	}
	visit(s.root)
	return end
}

package yamldoc

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"weak"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/content/plan"
)

// Document is a file that was read, and knows the place of every key and value in it. It is safe for concurrent use.
//
// A path names a value the way a marketer would: keys joined with dots, items of lists by their index from 0, as in
// sections[0].hero.actions[1].to; an entry of a collection begins with its id. An item may also be named by one of its
// keys: fields[name=email].label.
//
// Places are needed for few files, and take many times the memory of the value. So a document that was released stores
// none of them: it reads its file again when somebody asks. Where the file has changed since, problems point at it as a
// whole.
type Document struct {
	// Path of the file below the content folder, with slashes.
	File string

	blanks []string // paths of texts that are written and empty, such as alt: ""

	// Of a translation: its original, and the paths of what it leaves out, as FallsBack knows them.
	original *Document
	root     *plan.Type // that the file is decoded into
	fallen   map[string]bool

	broken bool // whether it has an error

	mu     sync.Mutex // guards what follows
	source *source    // until the document is released
	again  func() []byte
	// What was read again, until the garbage collector takes it: one file often has many problems.
	recent weak.Pointer[source]
}

// Release drops the file's bytes and places from memory. The function returns the same bytes when they are needed, and
// nil where the file has changed.
func (d *Document) Release(again func() []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.recent = weak.Make(d.source)
	d.source, d.again = nil, again
}

func (d *Document) places() *source {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.source != nil {
		return d.source
	}
	s := d.recent.Value()
	if s == nil {
		s = &source{file: d.File}
		if d.again == nil { // there is no such file
			return s
		}
		if data := d.again(); data != nil {
			s.read(data)
		}
		if d.original != nil {
			s = merge(s, d.original, d.root).source
		}
		d.recent = weak.Make(s)
	}
	return s
}

// At returns an error at the value of the path. Where there is no such value it points at the nearest parent that the
// file has, else at the whole file.
func (d *Document) At(path string, code, message, hint string) Problem {
	s := d.places()
	n, whole := s.find(path)
	at := n.at
	if !whole && n.kind != kindText { // a text may stand for the keys of a picture
		at = n.start()
	}
	p := s.problem(at, code, message, hint)
	p.Whole = n.kind != kindText
	return p
}

// AtKey is At, pointing at the key of the value.
func (d *Document) AtKey(path string, code, message, hint string) Problem {
	s := d.places()
	n, _ := s.find(path)
	return s.problem(n.start(), code, message, hint)
}

// AtOffset is At, pointing at a byte of the text of the path, counted from 0, on whichever line of the file it is.
// Where it is not found in the file, because it is written as an escape, the problem points at the whole text.
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
	_, whole := d.places().find(path)
	return whole
}

// Says tells whether some words are anywhere in the file.
func (d *Document) Says(words string) bool {
	return strings.Contains(d.places().text, words)
}

// HasEmpty reports whether the file has an empty text at the path, such as alt: "". It never reads the file again.
func (d *Document) HasEmpty(path string) bool { return slices.Contains(d.blanks, path) }

// FallsBack reports whether a translation leaves out the value of a path, so that it is the original's. Items that have
// a key are named by it. It never reads the file again.
func (d *Document) FallsBack(path string) bool {
	for end := range path {
		if (path[end] == '.' || path[end] == '[') && d.fallen[path[:end]] {
			return true
		}
	}
	return d.fallen[path]
}

// source is a file with the place of every key and value in it. A place is an offset into its text, in bytes. It is
// immutable once it was read.
type source struct {
	file string
	text string // with \n at the end of every line, and no byte order mark
	yaml string // the same as far as it is YAML
	root *node  // nil where the file could not be read

	comments []int // where they begin

	// Of a translation over its original: that, and where its text begins in this one.
	original *source
	begin    int
}

func (s *source) inOriginal(at int) bool { return s.original != nil && at >= s.begin }

// wholeFile is the place of a problem that has no line.
const wholeFile = -1

func (s *source) problem(at int, code, message, hint string) Problem {
	if s.inOriginal(at) {
		return s.original.problem(at-s.begin, code, message, hint)
	}
	if at == wholeFile {
		return Problem{Severity: Error, File: s.file, Code: code, Message: message, Hint: hint}
	}
	p := ProblemAt(s.file, s.text, at, code, message, hint)
	if strings.Contains(hint, "quotes") && curly.MatchString(p.Source) {
		p.Hint += ` Curly quotes are letters here: type straight ones, " or '.`
	}
	return p
}

func (s *source) lineOf(at int) int { return strings.Count(s.text[:at], "\n") + 1 }

func (s *source) restOfLine(at int) string {
	rest, _, _ := strings.Cut(s.text[at:], "\n")
	return rest
}

type kind uint8

const (
	kindEmpty kind = iota // nothing, ~ or null
	kindText              // one text, number or word, as it was typed
	kindList
	kindKeys
)

type style uint8

const (
	stylePlain style = iota
	styleQuoted
	styleBlock
)

// node is one value of a file with its key, free of any YAML library.
type node struct {
	kind  kind
	style style
	flow  bool // written with [ ] or { }
	// Whether it is a set of keys of a translation, completed by that of the original.
	merged bool
	// The text; of an empty node, the sign that was typed for it.
	text string
	key  string
	// Places of the value and of its key; an item of a list has no key.
	at, keyAt int
	end       int // of a text, or of brackets
	sign      int // the end of the colon behind the key, or of the hyphen of an item; 0 where there is none
	// Items of a list, or keys in the order of the file.
	children []node
}

// of returns a value as that of a key. Names of files are keys, too, and the same however accents are composed in them.
func (n node) of(key string, at int) node {
	n.key, n.keyAt = norm.NFC.String(key), at
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

// start is where to point when something is missing inside the node: at its key, or at its begin where it has none.
func (n *node) start() int {
	if n.keyAt != wholeFile {
		return n.keyAt
	}
	return n.at
}

// find returns the node of the path, or the deepest one on the way to it; one without a line where no file was read.
func (s *source) find(path string) (n *node, whole bool) {
	if s.root == nil {
		return &node{at: wholeFile, keyAt: wholeFile}, false
	}
	for n = s.root; path != ""; {
		i, rest := n.step(path)
		if i < 0 {
			return n, false
		}
		n, path = &n.children[i], strings.TrimPrefix(rest, ".")
	}
	return n, true
}

func (n *node) step(path string) (child int, rest string) {
	if inside, found := strings.CutPrefix(path, "["); found {
		digits, rest, _ := strings.Cut(inside, "]")
		index, err := strconv.Atoi(digits)
		if key, value, named := strings.Cut(digits, "="); named {
			index, err = slices.IndexFunc(n.children, func(c node) bool {
				i, rest := c.step(key)
				return i >= 0 && rest == "" && c.children[i].text == value
			}), nil
		}
		if err != nil || n.kind != kindList || index < 0 || index >= len(n.children) {
			return -1, ""
		}
		return index, rest
	}

	if child = slices.IndexFunc(n.children, func(c node) bool { return c.key == path }); child >= 0 && n.kind == kindKeys {
		return child, ""
	}
	child = slices.IndexFunc(n.children, func(c node) bool {
		after, found := strings.CutPrefix(path, c.key) // names of files have dots in them
		rest = after
		return found && n.kind == kindKeys && (after == "" || after[0] == '.' || after[0] == '[')
	})
	return child, rest
}

// blanks lists the paths of texts that are written and empty.
func (n *node) blanks(path string) (found []string) {
	for i := range n.children {
		child := &n.children[i]
		if child.kind == kindEmpty || child.text != "" {
			continue
		}
		below := n.childPath(path, i)
		if child.kind == kindText {
			found = append(found, below)
		}
		found = append(found, child.blanks(below)...)
	}
	return found
}

// inText finds where a byte of a text is in the file: its word is searched for among the lines of the text. The place
// of a line break is the next word.
func (s *source) inText(n *node, offset int) (at int, found bool) {
	if offset < 0 || offset >= len(n.text) {
		return 0, false
	}
	word := strings.TrimLeft(n.text[offset:], " \n")
	before := n.text[:len(n.text)-len(word)]
	ends := " \n\t\"'\\" // what follows may be written in another way
	if n.style == styleBlock {
		ends = " \n\t"
	}
	if end := strings.IndexAny(word, ends); end >= 0 {
		word = word[:end]
	}
	if word == "" {
		return 0, false
	}

	from := n.at
	if n.style == styleBlock {
		from += len(s.restOfLine(from)) // the sign and a comment
	}
	for range strings.Count(before, word) + 1 {
		next := strings.Index(s.text[from:n.end], word)
		if next < 0 {
			return 0, false
		}
		at, from = from+next, from+next+len(word)
	}
	return at, true
}

package yamldoc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// The operations of a [Change].
const (
	Set    = "set"
	Unset  = "unset"
	Insert = "insert"
	Remove = "remove"
	Move   = "move"
)

// Change is one operation on a value of a file. Paths are as problems name them: sections[0].hero.title, [0][1]; the
// text of a Markdown file is at markdown.
type Change struct {
	Op string `json:"op"`
	At string `json:"at"`
	// Of a move, the place in the list once it is moved.
	To string `json:"to,omitempty"`
	// What stood there, where that is known.
	Old *Tree `json:"old,omitempty"`
	// Of set and insert. Nil writes an empty value.
	Value *Tree `json:"value,omitempty"`
}

// Order says in which order the keys of a value at a path stand; nil: new keys come last.
type Order func(path string) []string

// Apply returns a file with a change, and all other bytes as they are: comments, order, quotes, blank lines, ends of
// lines. A way of writing is kept where the new text fits it. What is removed takes along the comment of its own, which
// stands directly above it.
//
// The change is made only if the file then says what it said, but for the change, and has all other comments; else the
// error is [ErrNotEdited], with the reason.
func Apply(file string, data []byte, c Change, order Order) ([]byte, error) {
	p, err := newPatch(file, data)
	if err != nil {
		return nil, err
	}
	if list, is := strings.CutSuffix(c.At, "[0]"); is && c.Op == Insert { // a list that is not there yet
		if _, there := (&Tree{p.root}).At(list); !there {
			c = Change{Op: Set, At: list, Value: &Tree{&node{kind: kindList, children: []node{*c.Value.root()}}}}
		}
	}
	want, err := (&Tree{p.root}).after(c)
	if err != nil {
		return nil, err
	}
	if want.Equal(&Tree{p.root}) && c.Op != Move {
		return data, nil
	}
	if order == nil {
		order = func(string) []string { return nil }
	}
	err = notEdited("this cannot be changed here")
	for _, way := range []way{kept, quoted} {
		p.splices, p.gone = nil, 0
		if planned := p.plan(c, order, way); planned != nil {
			err = planned
			continue
		}
		made := p.made()
		if err = p.proof(made, want); err == nil {
			return made, nil
		}
	}
	return nil, err
}

func notEdited(format string, arguments ...any) error {
	return fmt.Errorf("%w: %s", ErrNotEdited, fmt.Sprintf(format, arguments...))
}

// way is how texts are written: as they were, or as it fits them, and in double quotes where that cannot be read back.
type way bool

const (
	kept   way = false
	quoted way = true
)

// patch is a file while one change of it is made.
type patch struct {
	*source
	raw     []byte
	splices []splice
	gone    int // comments that may go along
}

// splice is a part of the text with what takes its place.
type splice struct {
	from, to int
	with     string
}

func newPatch(file string, data []byte) (*patch, error) {
	s, err := sourceOf(file, data)
	return &patch{source: s, raw: data}, err
}

func (p *patch) splice(from, to int, with string) {
	p.gone += len(commentsIn(p.text[from:to]))
	p.splices = append(p.splices, splice{from, to, with})
}

// made returns the bytes of the file with all splices.
func (p *patch) made() []byte {
	starts, ends := rawLines(p.raw)
	place := func(at int) (raw, line int) {
		line = strings.Count(p.text[:at], "\n")
		column := at - strings.LastIndexByte(p.text[:at], '\n') - 1
		return starts[line] + column, line
	}
	slices.Reverse(p.splices) // of two at one place, the second stands behind the first
	slices.SortStableFunc(p.splices, func(a, b splice) int { return cmp.Or(b.from-a.from, b.to-a.to) })
	made := slices.Clone(p.raw)
	for _, s := range p.splices {
		from, line := place(s.from)
		to, _ := place(s.to)
		end := ends[line]
		if end == "" { // the last line
			end = ends[0]
		}
		if end == "" {
			end = "\n"
		}
		with := strings.ReplaceAll(s.with, "\n", end)
		made = slices.Concat(made[:from], []byte(with), made[to:])
	}
	return made
}

// rawLines returns where the lines of a file begin, and what ends them.
func rawLines(raw []byte) (starts []int, ends []string) {
	at := 0
	if strings.HasPrefix(string(raw), byteOrderMark) {
		at = len(byteOrderMark)
	}
	for {
		starts = append(starts, at)
		for at < len(raw) && raw[at] != '\n' && raw[at] != '\r' {
			at++
		}
		end := ""
		switch {
		case at < len(raw) && raw[at] == '\r' && at+1 < len(raw) && raw[at+1] == '\n':
			end = "\r\n"
		case at < len(raw):
			end = string(raw[at])
		}
		ends = append(ends, end)
		if at += len(end); end == "" {
			return starts, ends
		}
	}
}

// proof tells whether a file says what it should, and has lost no comment but those that go along.
func (p *patch) proof(made []byte, want *Tree) error {
	tree, err := ReadTree(p.file, made)
	switch {
	case err != nil:
		return notEdited("the file could not be read any more: %v", err)
	case !tree.Equal(want):
		return notEdited("it would change something else, too")
	}
	s, err := sourceOf(p.file, made)
	if err != nil {
		return err
	}
	before, after := commentsOf(p.source), commentsOf(s)
	for _, comment := range after {
		i := slices.Index(before, comment)
		if i < 0 {
			return notEdited("a text would become a comment")
		}
		before = slices.Delete(before, i, i+1)
	}
	if len(before) > p.gone {
		return notEdited("a comment would be lost")
	}
	return nil
}

func commentsOf(s *source) (all []string) {
	for i, tk := range lexer.Tokenize(s.yaml) {
		if tk.Type == token.CommentType && !(i == 0 && IsMarkdown(s.file)) {
			all = append(all, strings.TrimRight(tk.Value, " \t"))
		}
	}
	return all
}

// commentsIn counts what may be comments in a part of a file.
func commentsIn(part string) (all []string) {
	for _, line := range lines(part) {
		if i := strings.IndexByte(line, '#'); i >= 0 {
			all = append(all, line[i:])
		}
	}
	return all
}

// after returns the tree after a change.
func (t *Tree) after(c Change) (*Tree, error) {
	made := clone(t.n)
	if err := made.change(c); err != nil {
		return nil, err
	}
	return &Tree{made}, nil
}

func clone(n *node) *node {
	copied := *n
	copied.children = slices.Clone(n.children)
	for i := range copied.children {
		copied.children[i] = *clone(&copied.children[i])
	}
	return &copied
}

// parentOf splits a path: the way to a list or keys, and the index or key in it.
func parentOf(root *node, path string) (above *node, at, last string, index int, err error) {
	above = root
	for whole := path; ; {
		if path == "" {
			return nil, "", "", 0, notEdited("the file as a whole is no value")
		}
		i, rest := above.step(path)
		rest = strings.TrimPrefix(rest, ".")
		if i >= 0 && rest != "" {
			above, path = &above.children[i], rest
			continue
		}
		at = strings.TrimSuffix(strings.TrimSuffix(whole, path), ".")
		if inside, is := strings.CutPrefix(path, "["); is && i < 0 {
			digits, more, _ := strings.Cut(inside, "]")
			if index, err = strconv.Atoi(digits); err != nil || index < 0 || more != "" {
				return nil, "", "", 0, notEdited("there is no %s", whole)
			}
			return above, at, path, index, nil
		}
		return above, at, path, i, nil
	}
}

func (n *node) change(c Change) error {
	if c.Op == Set && c.At == "" {
		return notEdited("a file as a whole is no value")
	}
	above, _, last, i, err := parentOf(n, c.At)
	if err != nil {
		return err
	}
	inList, there := last[0] == '[', i >= 0 && i < len(above.children)
	value := *clone(c.Value.root())
	value.at, value.keyAt = wholeFile, wholeFile
	switch c.Op {
	case Set:
		if _, exists := (&Tree{n}).At(c.At); exists {
			child := &above.children[i]
			value.key = child.key
			*child = value
			return nil
		}
		return above.grow(last, value)
	case Insert:
		if !inList || i < 0 {
			return notEdited("items are inserted into lists")
		}
		if above.kind == kindEmpty {
			above.kind = kindList
		}
		if above.kind != kindList || i > len(above.children) {
			return notEdited("there is no list with a place %s", c.At)
		}
		above.children = slices.Insert(above.children, i, value)
	case Unset, Remove:
		if _, exists := (&Tree{n}).At(c.At); !exists || !there || inList != (c.Op == Remove) {
			return notEdited("there is no %s", c.At)
		}
		above.children = slices.Delete(above.children, i, i+1)
	case Move:
		to, _, lastTo, j, err := parentOf(n, c.To)
		switch {
		case err != nil:
			return err
		case !inList || lastTo[0] != '[' || to != above || !there || j < 0 || j >= len(to.children):
			return notEdited("an item moves within its list, from %s to no %s", c.At, c.To)
		}
		item := above.children[i]
		above.children = slices.Insert(slices.Delete(above.children, i, i+1), j, item)
	default:
		return notEdited("there is no operation %q", c.Op)
	}
	return nil
}

// grow adds a key that is not there, with keys on the way to it.
func (n *node) grow(path string, value node) error {
	if n.kind == kindEmpty {
		n.kind = kindKeys
	}
	key, rest, deeper := strings.Cut(path, ".")
	if n.kind != kindKeys || key == "" || strings.ContainsAny(key, "[]") {
		return notEdited("there is no place for %s", path)
	}
	if deeper {
		inner := node{}
		if err := inner.grow(rest, value); err != nil {
			return err
		}
		value = inner
	}
	n.children = append(n.children, value.of(key, wholeFile))
	return nil
}

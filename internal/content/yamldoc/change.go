package yamldoc

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Change is one operation on a file.
type Change struct {
	// One of set, unset, insert, remove and move.
	Op string `json:"op"`
	// Of which value, as problems name it, such as sections[0].hero.title; "" is all of the file. The text of a Markdown
	// file is markdown. Of insert, the place of the item once it is there.
	At string `json:"at"`
	// Of move, the place in the same list once the item is moved.
	To string `json:"to,omitempty"`
	// Of what Compare derives, what stood there.
	Old *Tree `json:"old,omitempty"`
	// Of set and insert. An empty value is written for nil and for a Tree of nothing.
	Value *Tree `json:"value,omitempty"`
}

// Order says in which order keys stand below a path; new keys come last where it is nil, or does not know them.
type Order func(path string) []string

// Apply returns the file with a change, and all other bytes as they are. The error wraps [ErrNotEdited], with a reason
// in words for the person who edits, where that cannot be done.
func Apply(file string, data []byte, c Change, order Order) ([]byte, error) {
	e, err := edit(file, data)
	if err == nil {
		e, err = e.apply(c, order)
	}
	if err != nil {
		return nil, err
	}
	return e.data, nil
}

func (e *editing) apply(c Change, order Order) (next *editing, err error) {
	o, err := e.operation(c, order)
	if err != nil {
		return nil, err
	}
	way := o.nodes(e.root)
	if n := way[len(way)-1]; o.verb == setting && n.kind == o.value.kind && len(n.children) > 0 {
		parts, _ := e.derive(c.At, n, o, order)
		for i := range parts {
			if e, err = e.do(parts[i]); err != nil {
				return nil, err
			}
		}
		return e, nil
	}
	return e.do(o)
}

// maxChanges is how many changes lead from one file to another. If they are more, the file is another one as a whole.
const maxChanges = 1_000

// derive returns the fewest operations that do what one does that sets a value of keys or items, and the changes that
// make them; that one where they are too many, or paths cannot name all keys.
func (s *source) derive(path string, n *node, whole operation, order Order) (parts []operation, changes []Change) {
	now, want := *s, s.root.with(whole.way, &whole)
	changes = compare(path, n, &whole.value)
	for _, c := range changes {
		o, err := now.operation(c, order)
		if err != nil || len(changes) > maxChanges {
			break
		}
		now.root = new(now.root.with(o.way, &o))
		parts = append(parts, o)
	}
	if now.root.equal(&want, false) {
		return parts, changes
	}
	return []operation{whole}, []Change{{Op: "set", At: path, Old: &Tree{*n}, Value: &Tree{whole.value}}}
}

func (e *editing) do(o operation) (next *editing, err error) {
	way, want := o.nodes(e.root), e.root.with(o.way, &o)
	n := way[len(way)-1]
	switch {
	case e.root.equal(&want, true):
		return e, nil
	case o.verb == setting && n == e.root && IsMarkdown(e.file):
		return nil, ErrNotEdited
	}
	for _, quotes := range []bool{false, true} {
		if next, err = e.replace(writer{e.source, quotes}.patches(o, way), &want); err == nil {
			return next, nil
		}
	}
	if o.verb == inserting && n.kind == kindKeys && o.index > 0 && !strings.HasSuffix(e.text, "\n") {
		o.index-- // behind a block without a last line break, nothing can stand
		return e.do(o)
	}
	return nil, err
}

// operation is what a change does to a value below the root, or to a child of it.
type operation struct {
	verb      verb
	way       []int // that leads to the value
	index, to int   // of the child
	value     node
}

type verb int

const (
	setting verb = iota // the value itself
	inserting
	removing
	moving
)

// nodes returns the values on the way, from the root on.
func (o *operation) nodes(root *node) []*node {
	nodes := []*node{root}
	for _, i := range o.way {
		root = &root.children[i]
		nodes = append(nodes, root)
	}
	return nodes
}

// with returns a value after an operation on what is below it.
func (n node) with(way []int, o *operation) node {
	children := slices.Clone(n.children)
	switch {
	case len(way) > 0:
		children[way[0]] = children[way[0]].with(way[1:], o)
	case o.verb == setting:
		n.kind, n.text, children = o.value.kind, o.value.text, o.value.children
	case o.verb == inserting:
		children = slices.Insert(children, o.index, o.value)
	default:
		children = slices.Delete(children, o.index, o.index+1)
		if o.verb == moving {
			children = slices.Insert(children, o.to, n.children[o.index])
		}
	}
	n.children = children
	return n
}

// operation finds what a change is about.
func (s *source) operation(c Change, order Order) (o operation, err error) {
	o.value = *c.Value.value()
	if err := o.value.check(); err != nil {
		return o, err
	}
	way, _, rest := s.walk(c.At)
	list, index, isItem := cutItem(c.At)
	switch {
	case c.Op == "set":
		return s.setting(c.At, o.value, order)
	case (c.Op == "unset" || c.Op == "remove") && rest == "" && len(way) > 0:
		last := len(way) - 1
		return operation{verb: removing, way: way[:last], index: way[last]}, nil
	case c.Op == "insert" && isItem:
		way, n, rest := s.walk(list)
		if index == 0 && (rest != "" || n.kind == kindEmpty || n.kind == kindList && len(n.children) == 0) {
			return s.setting(list, node{kind: kindList, children: []node{o.value}}, order)
		}
		o.verb, o.way, o.index = inserting, way, index
		if rest == "" && n.kind == kindList && index <= len(n.children) {
			return o, nil
		}
	case c.Op == "move" && isItem && rest == "":
		other, to, isItem := cutItem(c.To)
		last := len(way) - 1
		o = operation{verb: moving, way: way[:last], index: index, to: to}
		if isItem && other == list && to < len(o.nodes(s.root)[last].children) {
			return o, nil
		}
		return o, fmt.Errorf("%w: there is no place %s in the list", ErrNotEdited, c.To)
	}
	return o, missing(c.At)
}

func missing(path string) error { return fmt.Errorf("%w: there is no %q", ErrNotEdited, path) }

// walk follows a path as far as the file has it.
func (s *source) walk(path string) (way []int, n *node, rest string) {
	n, rest = s.root, norm.NFC.String(path)
	for rest != "" {
		i, after := n.step(rest)
		if i < 0 || after != "" && rest[0] == '/' && n.children[i].kind == kindText { // another address, such as /a.html
			break
		}
		way, n, rest = append(way, i), &n.children[i], strings.TrimPrefix(after, ".")
	}
	return way, n, rest
}

var itemPath = regexp.MustCompile(`^(.*)\[([0-9]{1,9})\]$`)

func cutItem(path string) (list string, index int, isItem bool) {
	parts := itemPath.FindStringSubmatch(path)
	if parts == nil {
		return "", 0, false
	}
	index, _ = strconv.Atoi(parts[2]) // of nine digits at most
	return parts[1], index, true
}

// setting is the operation on a value that may be there, or of a new key. Keys of pictures have dots in them: a dot ends
// a new key only where its parent is known to have it.
func (s *source) setting(path string, value node, order Order) (o operation, err error) {
	way, n, rest := s.walk(path)
	o = operation{way: way, value: value}
	switch {
	case rest == "":
	case strings.Contains(rest, "[") && rest[0] != '/', n.kind != kindKeys && n.kind != kindEmpty:
		return o, missing(path)
	default:
		parent, names := strings.TrimSuffix(norm.NFC.String(path), rest), []string{rest}
		var known []string
		if order != nil {
			known = order(strings.TrimSuffix(parent, "."))
		}
		if all := strings.Split(rest, "."); slices.Contains(known, all[0]) {
			names = all
		}
		for _, name := range slices.Backward(names) {
			o.value = node{kind: kindKeys, children: []node{o.value.of(name, wholeFile)}}
		}
		if len(n.children) > 0 {
			o.verb, o.index, o.value = inserting, n.place(names[0], known), o.value.children[0]
		}
	}

	// The text of a Markdown file has no way to be written but one.
	isNew := o.verb == inserting && n == s.root && o.value.key == bodyKey && IsMarkdown(s.file)
	if isNew || n.isBody() {
		o.value.text = strings.Trim(normalise(o.value.text), "\n") + "\n"
		switch {
		case o.value.kind >= kindList:
			return o, ErrNotEdited
		case o.value.text == "\n" && isNew:
			return operation{value: *s.root}, nil
		case o.value.text == "\n":
			return operation{verb: removing, index: way[0]}, nil
		}
		o.value.kind = kindText
	}
	return o, nil
}

// place returns where a new key stands: behind the last of those that come before it, and last where it is not known.
func (n *node) place(key string, known []string) (at int) {
	rank := slices.Index(known, key)
	for i := range n.keys() {
		if other := slices.Index(known, n.children[i].key); rank < 0 || other >= 0 && other < rank {
			at = i + 1
		}
	}
	return at
}

// keys counts the children but the body of a Markdown file.
func (n *node) keys() int {
	count := len(n.children)
	if last := count - 1; count > 0 && n.children[last].isBody() {
		return last
	}
	return count
}

func (n *node) isBody() bool { return n.key == bodyKey && n.at == n.keyAt && n.sign == 0 }

// check refuses a value with characters that no file can have.
func (n *node) check() error {
	for _, words := range []string{n.key, n.text} {
		if at := strings.IndexFunc(words, isControl); at >= 0 || !utf8.ValidString(words) {
			return fmt.Errorf("%w: there is a character in it that cannot be shown", ErrNotEdited)
		}
	}
	for i := range n.children {
		if err := n.children[i].check(); err != nil {
			return err
		}
	}
	return nil
}

// readWhole reads a file in which every value has a path of its own.
func readWhole(file string, data []byte) (*source, error) {
	s := &source{file: file}
	if problem := s.read(data); problem != nil && problem.Code != "empty-file" {
		return nil, problem
	}
	if s.root == nil {
		s.root = &node{at: len(s.text), keyAt: wholeFile}
	}
	return s, s.unique(s.root)
}

// unique refuses keys that are there twice.
func (s *source) unique(n *node) error {
	if places := n.places(); n.kind == kindKeys && len(places) < len(n.children) {
		for i := range n.children {
			if last := places[n.children[i].key]; last > i {
				return new(s.duplicate(&n.children[last], &n.children[i]))
			}
		}
	}
	for i := range n.children {
		if err := s.unique(&n.children[i]); err != nil {
			return err
		}
	}
	return nil
}

package yamldoc

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

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
	way, _, rest := s.walk(c.At)
	list, index, isItem := cutItem(c.At)
	switch last := len(way) - 1; {
	case c.Op == "set":
		return s.setting(c.At, o.value, order)
	case (c.Op == "unset" || c.Op == "remove") && rest == "" && last >= 0:
		return operation{verb: removing, way: way[:last], index: way[last]}, nil
	case c.Op == "insert" && isItem:
		way, n, rest := s.walk(list)
		if index == 0 && (rest != "" || n.kind == kindEmpty || n.kind == kindList && len(n.children) == 0) {
			return s.setting(list, node{kind: kindList, children: []node{o.value}}, order)
		}
		if o.verb, o.way, o.index = inserting, way, index; rest == "" && n.kind == kindList && index <= len(n.children) {
			return o, nil
		}
	case c.Op == "move" && isItem && rest == "":
		other, to, isItem := cutItem(c.To)
		o = operation{verb: moving, way: way[:last], index: index, to: to}
		if isItem && other == list && to < len(o.nodes(s.root)[last].children) {
			return o, nil
		}
		return o, missing(c.To)
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

var lastItem = regexp.MustCompile(`^(.*)\[([0-9]{1,9})\]$`)

func cutItem(path string) (list string, index int, isItem bool) {
	parts := lastItem.FindStringSubmatch(path)
	if parts == nil {
		return "", 0, false
	}
	index, _ = strconv.Atoi(parts[2]) // of nine digits at most
	return parts[1], index, true
}

// setting is the operation that sets a value, which may be there, or begins with a new key. Names of pictures have dots
// in them: a new key ends at a dot only where the order of its parent has a key of that name.
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

	// The body of a Markdown file is written in one way: with one line break at its end. One that is empty is removed.
	isNew := o.verb == inserting && n == s.root && o.value.key == bodyKey && IsMarkdown(s.file)
	if isNew || n.isBody() {
		o.value.text = bodyText(o.value.text)
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

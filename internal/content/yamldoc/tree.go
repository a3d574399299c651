package yamldoc

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Tree is what a file says, or a value in it: nothing, a text, a list, or keys in the order of the file. Trees are
// equal whatever the order of their keys, their places and their ways of writing.
//
// As JSON it is null, a string, an array or an object, whose order is kept both ways. A number or a boolean of JSON is
// read as its text.
type Tree struct{ node }

// ReadTree reads a file. The error is or wraps a [*Problem]; a file without any content says nothing.
func ReadTree(file string, data []byte) (*Tree, error) {
	s, err := readWhole(file, data)
	if err != nil {
		return nil, err
	}
	return &Tree{*s.root}, nil
}

// TextTree returns a text as a tree.
func TextTree(text string) *Tree { return &Tree{node{kind: kindText, text: text}} }

// At returns the value at a path; nil where there is none. The tree may be nil, and then has none.
func (t *Tree) At(path string) (value *Tree, found bool) {
	if t == nil {
		return nil, false
	}
	n, found := (&source{root: &t.node}).find(path)
	if !found {
		return nil, false
	}
	return &Tree{*n}, true
}

// Locate returns a path whose items may be named by a key, as fields[name=day].label, with the places of items.
func (t *Tree) Locate(path string) (plain string, found bool) {
	n := t.value()
	way, _, rest := (&source{root: n}).walk(path)
	for _, i := range way {
		plain, n = n.childPath(plain, i), &n.children[i]
	}
	return plain, rest == ""
}

// Text returns the text; "" of all else.
func (t *Tree) Text() string {
	if t == nil || t.kind != kindText {
		return ""
	}
	return t.text
}

// Texts calls a function with each text in the tree, and its path. The tree may be nil, and then has none.
func (t *Tree) Texts(do func(path, text string)) { t.value().texts("", do) }

func (n *node) texts(at string, do func(path, text string)) {
	if n.kind == kindText {
		do(at, n.text)
	}
	for i := range n.children {
		n.children[i].texts(n.childPath(at, i), do)
	}
}

// Equal tells whether two trees say the same; nil says nothing.
func (t *Tree) Equal(other *Tree) bool { return t.value().equal(other.value()) }

func (t *Tree) value() *node {
	if t == nil {
		return &node{}
	}
	return &t.node
}

func (n *node) equal(other *node) bool {
	if n.kind != other.kind || n.kind == kindText && n.text != other.text || len(n.children) != len(other.children) {
		return false
	}
	var byKey map[string]*node
	for i := range n.children {
		child, same := &n.children[i], &other.children[i]
		if n.kind == kindKeys && child.key != same.key {
			if byKey == nil {
				byKey = other.byKey()
			}
			same = byKey[child.key]
		}
		if same == nil || !child.equal(same) {
			return false
		}
	}
	return true
}

// byKey returns the children by their keys.
func (n *node) byKey() map[string]*node {
	children := make(map[string]*node, len(n.children))
	if n.kind == kindKeys {
		for i := range n.children {
			children[n.children[i].key] = &n.children[i]
		}
	}
	return children
}

// MarshalJSON implements [json.Marshaler].
func (t *Tree) MarshalJSON() ([]byte, error) { return t.appendJSON(nil), nil }

func (n *node) appendJSON(out []byte) []byte {
	brackets := "[]"
	switch n.kind {
	case kindEmpty:
		return append(out, "null"...)
	case kindText:
		return appendText(out, n.text)
	case kindKeys:
		brackets = "{}"
	}
	out = append(out, brackets[0])
	for i := range n.children {
		if i > 0 {
			out = append(out, ',')
		}
		if n.kind == kindKeys {
			out = append(appendText(out, n.children[i].key), ':')
		}
		out = n.children[i].appendJSON(out)
	}
	return append(out, brackets[1])
}

func appendText(out []byte, words string) []byte {
	inJSON, _ := json.Marshal(words) // which every text has
	return append(out, inJSON...)
}

// UnmarshalJSON implements [json.Unmarshaler]. JSON without tabs and breaks is YAML.
func (t *Tree) UnmarshalJSON(data []byte) error {
	var list bytes.Buffer
	list.WriteByte('[')
	if err := json.Compact(&list, data); err != nil {
		return err
	}
	list.WriteByte(']')
	s, err := readWhole("redirects.yaml", list.Bytes()) // of all files, that which may be the largest
	if problem, failed := errors.AsType[*Problem](err); failed {
		return errors.New(problem.Message)
	}
	t.node = s.root.children[0].inLines()
	return nil
}

// inLines returns a value as lines, whatever brackets it stood between.
func (n node) inLines() node {
	n.flow = false
	for i := range n.children {
		n.children[i] = n.children[i].inLines()
	}
	return n
}

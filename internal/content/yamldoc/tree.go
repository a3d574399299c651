package yamldoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Tree is what a file, or a value in it, says: nothing, a text, a list, or keys in the order of the file. It has no
// places and no ways of writing. As JSON it is null, a string, an array or an object whose order is kept; a number or a
// boolean is read as its text. It is never changed.
type Tree struct{ n *node }

// TextTree returns a text as a tree.
func TextTree(text string) *Tree { return &Tree{&node{kind: kindText, text: text}} }

// ReadTree reads a file. The error is a *[Problem] where it cannot be read; one with comments alone says nothing.
func ReadTree(file string, data []byte) (*Tree, error) {
	s := &source{file: file}
	if problem := s.read(data); problem != nil && problem.Code != "empty-file" {
		return nil, problem
	}
	if s.root == nil {
		return &Tree{&node{}}, nil
	}
	return &Tree{s.root}, nil
}

// Error makes a problem an error.
func (p *Problem) Error() string { return p.String() }

// At returns the value at a path, and whether there is one. The tree may be nil, and then has none.
func (t *Tree) At(path string) (*Tree, bool) {
	if t == nil {
		return nil, false
	}
	n := t.root()
	for path != "" {
		i, rest := n.step(path)
		if i < 0 {
			return nil, false
		}
		n, path = &n.children[i], strings.TrimPrefix(rest, ".")
	}
	return &Tree{n}, true
}

// Text returns the words of a text; empty for all others.
func (t *Tree) Text() string {
	if t.IsText() {
		return t.n.text
	}
	return ""
}

// IsText tells whether the tree is a text.
func (t *Tree) IsText() bool { return t.root().kind == kindText }

// Equal tells whether both say the same. The order of keys says nothing; nil says nothing, too.
func (t *Tree) Equal(other *Tree) bool { return sameNode(t.root(), other.root()) }

func (t *Tree) root() *node {
	if t == nil || t.n == nil {
		return &node{}
	}
	return t.n
}

func sameNode(a, b *node) bool {
	if a.kind != b.kind || len(a.children) != len(b.children) || a.kind == kindText && a.text != b.text {
		return false
	}
	for i := range a.children {
		other := &b.children[i]
		if a.kind == kindKeys && other.key != a.children[i].key {
			j := slices.IndexFunc(b.children, func(c node) bool { return c.key == a.children[i].key })
			if j < 0 {
				return false
			}
			other = &b.children[j]
		}
		if !sameNode(&a.children[i], other) {
			return false
		}
	}
	return true
}

// MarshalJSON writes the tree.
func (t *Tree) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	err := t.root().json(&out)
	return out.Bytes(), err
}

func (n *node) json(out *bytes.Buffer) error {
	open, end := byte('['), byte(']')
	switch n.kind {
	case kindEmpty:
		out.WriteString("null")
		return nil
	case kindText:
		return writeText(out, n.text)
	case kindKeys:
		open, end = '{', '}'
	}
	out.WriteByte(open)
	for i := range n.children {
		if i > 0 {
			out.WriteByte(',')
		}
		if n.kind == kindKeys {
			if err := writeText(out, n.children[i].key); err != nil {
				return err
			}
			out.WriteByte(':')
		}
		if err := n.children[i].json(out); err != nil {
			return err
		}
	}
	out.WriteByte(end)
	return nil
}

func writeText(out *bytes.Buffer, text string) error {
	data, err := json.Marshal(text)
	out.Write(data)
	return err
}

// UnmarshalJSON reads a tree. It refuses keys that stand twice, and what is nested deeper than files may be.
func (t *Tree) UnmarshalJSON(data []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	n, err := readJSON(decoder, 0)
	t.n = &n
	return err
}

func readJSON(decoder *json.Decoder, depth int) (n node, err error) {
	token, err := decoder.Token()
	if err != nil {
		return n, err
	}
	n.at, n.keyAt = wholeFile, wholeFile
	switch value := token.(type) {
	case nil:
		return n, nil
	case json.Delim:
		if depth > maxDepth {
			return n, errors.New("it is nested too deeply")
		}
		n.kind = kindList
		if value == '{' {
			n.kind = kindKeys
		}
		for decoder.More() && err == nil {
			err = n.readChild(decoder, depth+1)
		}
		if err == nil {
			_, err = decoder.Token()
		}
		return n, err
	default:
		n.kind, n.text = kindText, fmt.Sprint(value)
		return n, nil
	}
}

func (n *node) readChild(decoder *json.Decoder, depth int) error {
	key := ""
	if n.kind == kindKeys {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		key, _ = token.(string)
		if slices.ContainsFunc(n.children, func(c node) bool { return c.key == key }) {
			return fmt.Errorf("the key %q stands twice", key)
		}
	}
	child, err := readJSON(decoder, depth)
	n.children = append(n.children, child.of(key, wholeFile))
	return err
}

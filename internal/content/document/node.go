package document

import "slices"

// place is a position in a file. Both count from 1, columns in characters.
type place struct{ line, column int32 }

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

// node is one value of a file with its key, free of any YAML library. It is
// all that stays in memory of a parsed file, so it is kept small.
type node struct {
	kind  kind
	style style
	// Whether it is written with [ ] or { }.
	flow bool
	// The text; of an empty node, the sign that was typed for it.
	text  string
	at    place
	key   string
	keyAt place
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

// item returns an item of a list, or nil.
func (n *node) item(index int) *node {
	if n.kind != kindList || index < 0 || index >= len(n.children) {
		return nil
	}
	return &n.children[index]
}

// start is where to point when something is missing inside the node: at its
// key, or at its begin where it has none.
func (n *node) start() place {
	if n.keyAt.line > 0 {
		return n.keyAt
	}
	return n.at
}

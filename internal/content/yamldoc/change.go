package yamldoc

import "strings"

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
	if n := way[len(way)-1]; o.verb != setting || n.kind != o.value.kind || len(n.children) == 0 {
		return e.do(o)
	}
	for _, part := range e.derive(c.At, &o.value, order) {
		if part.At == c.At {
			return e.do(o)
		}
		if e, err = e.apply(part, order); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// maxChanges is how many changes lead from one file to another. If they are more, the file is another one as a whole.
const maxChanges = 1_000

// derive returns the fewest changes that make a value another one; one of the whole value where they are too many, or
// paths cannot name all keys.
func (s *source) derive(path string, value *node, order Order) []Change {
	way, n, _ := s.walk(path)
	now, want := *s, s.root.with(way, &operation{value: *value})
	changes := compare(path, n, value)
	for _, c := range changes {
		o, err := now.operation(c, order)
		if err != nil || len(changes) > maxChanges {
			break
		}
		now.root = new(now.root.with(o.way, &o))
	}
	if now.root.equal(&want) {
		return changes
	}
	return []Change{{Op: "set", At: path, Old: &Tree{*n}, Value: &Tree{*value}}}
}

// AsWritten returns the change with what it says of the body of a Markdown file as a file has it. Who typed it may have
// typed other empty lines around it.
func (c Change) AsWritten(file string) Change {
	if c.At != bodyKey || !IsMarkdown(file) {
		return c
	}
	for _, value := range []**Tree{&c.Value, &c.Old} {
		if *value == nil || (*value).kind != kindText {
			continue
		}
		if text := bodyText((*value).text); text != "\n" {
			*value = TextTree(text)
		} else {
			*value = new(Tree)
		}
	}
	return c
}

func bodyText(typed string) string {
	return strings.Trim(blankLine.ReplaceAllString(typed, ""), "\n") + "\n"
}

func (e *editing) do(o operation) (next *editing, err error) {
	nodes, want := o.nodes(e.root), e.root.with(o.way, &o)
	n := nodes[len(nodes)-1]
	switch {
	case e.root.equal(&want):
		return e, nil
	case o.verb == setting && n == e.root && IsMarkdown(e.file):
		return nil, ErrNotEdited
	}
	var gone [2]int // where comments may go with a value
	switch {
	case o.verb == removing:
		gone[0], gone[1] = e.extent(&n.children[o.index])
	case o.verb == setting && n.kind >= kindList:
		_, end := e.extent(n)
		gone = [2]int{n.begin(), end}
	}
	for try := range tries {
		if next, err = e.replace(writer{e.source, try}.patches(o, nodes), &want, gone); err == nil {
			return next, nil
		}
	}
	return nil, err
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
	seen := map[string]*node{}
	for i := range n.children {
		child := &n.children[i]
		if first := seen[child.key]; n.kind == kindKeys && first != nil {
			return new(s.duplicate(child, first))
		}
		seen[child.key] = child
		if err := s.unique(child); err != nil {
			return err
		}
	}
	return nil
}

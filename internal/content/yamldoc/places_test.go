package yamldoc

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// plain returns a tree as maps, slices, strings and nil, which know no order of keys.
func plain(n *node) any {
	switch n.kind {
	case kindText:
		return n.text
	case kindList:
		list := make([]any, len(n.children))
		for i := range n.children {
			list[i] = plain(&n.children[i])
		}
		return list
	case kindKeys:
		keys := map[string]any{}
		for i := range n.children {
			keys[n.children[i].key] = plain(&n.children[i])
		}
		return keys
	}
	return nil
}

// tree returns what plain does as a tree.
func tree(value any) *Tree {
	n := nothing
	switch value := value.(type) {
	case string:
		n.kind, n.text = kindText, value
	case []any:
		n.kind = kindList
		for _, item := range value {
			n.children = append(n.children, tree(item).node)
		}
	case map[string]any:
		n.kind = kindKeys
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.children = append(n.children, tree(value[key]).of(key, wholeFile))
		}
	}
	return &Tree{n}
}

// exchanged returns a copy of a value with one below it exchanged, by the keys and indexes that lead to it.
func exchanged(value any, way []any, change func(any) any) any {
	if len(way) == 0 {
		return change(value)
	}
	switch value := value.(type) {
	case []any:
		value = slices.Clone(value)
		i := way[0].(int)
		value[i] = exchanged(value[i], way[1:], change)
		return value
	case map[string]any:
		value = maps.Clone(value)
		key := way[0].(string)
		value[key] = exchanged(value[key], way[1:], change)
		return value
	}
	panic(fmt.Sprint("no way ", way))
}

// later does what exchanged does when it is called.
func later(value any, way []any, change func(any) any) func() any {
	way = slices.Clone(way)
	return func() any { return exchanged(value, way, change) }
}

// edit1 is a change with what it must make of a file.
type edit1 struct {
	Change
	want func() any
	// The part of the text in which lines may change.
	from, to int
}

// everyEdit lists changes of each operation at each place of a file.
func everyEdit(s *source, texts []string) (all []edit1) {
	root := plain(s.root)
	values := []any{nil, []any{}, []any{"x"}, []any{map[string]any{"x": "y", "z": []any{"1"}}}, map[string]any{}, map[string]any{"x": "1", "y": map[string]any{"z": "2"}}}
	for _, text := range texts {
		values = append(values, text)
	}
	add := func(op, at, to string, value any, want func() any, from, end int) {
		c := Change{Op: op, At: at, To: to}
		if op == "set" || op == "insert" {
			c.Value = tree(value)
		}
		all = append(all, edit1{c, want, from, end})
	}
	var visit func(n, parent *node, way []any, path string)
	visit = func(n, parent *node, way []any, path string) {
		_, end := s.extent(n)
		if parent != nil && !n.isBody() {
			for _, value := range values {
				add("set", path, "", value, later(root, way, func(any) any { return value }), n.begin(), end)
			}
		}
		if n.kind == kindKeys || n.kind == kindEmpty {
			for _, value := range values {
				add("set", joinPath(path, "newKey"), "", value, later(root, way, func(was any) any {
					keys := map[string]any{"newKey": value}
					if was != nil {
						maps.Copy(keys, was.(map[string]any))
					}
					return keys
				}), s.lastBegin(n), end)
			}
		}
		if n.kind == kindList || n.kind == kindEmpty && parent != nil {
			for i := range len(n.children) + 1 {
				for _, value := range values {
					add("insert", fmt.Sprintf("%s[%d]", path, i), "", value, later(root, way, func(was any) any {
						list, _ := was.([]any)
						return slices.Insert(slices.Clone(list), i, value)
					}), s.near(n, i-1), s.nearEnd(n, i))
				}
			}
		}
		for i := range n.children {
			child, below := &n.children[i], joinPath(path, n.children[i].key)
			step := any(child.key)
			if n.kind == kindList {
				below, step = fmt.Sprintf("%s[%d]", path, i), i
				for to := range n.children {
					if to != i {
						add("move", below, fmt.Sprintf("%s[%d]", path, to), nil, later(root, way, func(was any) any {
							list := slices.Clone(was.([]any))
							return slices.Insert(slices.Delete(list, i, i+1), to, was.([]any)[i])
						}), s.near(n, min(i, to)), s.nearEnd(n, max(i, to)))
					}
				}
			}
			op := map[kind]string{kindKeys: "unset", kindList: "remove"}[n.kind]
			add(op, below, "", nil, later(root, way, func(was any) any {
				if keys, is := was.(map[string]any); is {
					keys = maps.Clone(keys)
					delete(keys, child.key)
					return keys
				}
				return slices.Delete(slices.Clone(was.([]any)), i, i+1)
			}), min(s.near(n, i-1), s.near(n, i)), s.nearEnd(n, i+1))
			visit(child, n, append(slices.Clone(way), step), below)
		}
	}
	visit(s.root, nil, nil, "")
	return all
}

// lastBegin is where the last child of a value begins, or the value.
func (s *source) lastBegin(n *node) int {
	if len(n.children) == 0 {
		return max(n.begin(), 0)
	}
	return n.children[len(n.children)-1].begin()
}

// near returns where what is beside a child begins, else the list.
func (s *source) near(n *node, i int) int {
	if i < 0 || i >= len(n.children) {
		return max(n.begin(), 0)
	}
	from, end := s.extent(&n.children[i])
	if !n.flow && i >= 0 {
		return min(from, end)
	}
	return min(from, n.children[i].begin())
}

func (s *source) nearEnd(n *node, i int) int {
	if i >= 0 && i < len(n.children) {
		_, end := s.extent(&n.children[i])
		return end
	}
	_, end := s.extent(n)
	return end
}

// checkEdit applies a change to a file, and compares what it makes of it.
func checkEdit(t fataler, e *editing, c edit1) {
	t.Helper()
	next, err := e.apply(c.Change, nil)
	if err != nil {
		t.Errorf("%s %q to %q %s: %v\n%s", c.Op, c.At, c.To, inJSON(t, c.Value), err, e.data)
		return
	}
	if got, want := plain(next.root), c.want(); !reflect.DeepEqual(got, want) {
		t.Errorf("%s %q to %q %s makes\n%s\nwhich says %v\nwant %v", c.Op, c.At, c.To, inJSON(t, c.Value), next.data, got, want)
	}
	// All lines outside of the part are there, but blank ones, of which some go with an item.
	raw := string(e.data)
	from, to := e.inFile(raw, e.lineBegin(min(c.from, len(e.text)))), e.inFile(raw, e.eol(min(c.to, len(e.text))))
	others := slices.Concat(writtenLines(raw[:from]), writtenLines(raw[to:]))
	for _, line := range writtenLines(string(next.data)) {
		if len(others) > 0 && line == others[0] {
			others = others[1:]
		}
	}
	if len(others) > 0 {
		t.Errorf("%s %q to %q %s loses %q\n%s\nmakes\n%s", c.Op, c.At, c.To, inJSON(t, c.Value), others[0], e.data, next.data)
	}
}

// writtenLines are the lines of a text with their ends, but blank ones.
func writtenLines(text string) (lines []string) {
	for line := range strings.SplitAfterSeq(strings.ReplaceAll(text, "\r", "␍\n"), "\n") {
		if strings.Trim(line, " \t\n␍\ufeff") != "" {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

func TestEveryChangeAtEveryPlaceLeavesAllElse(t *testing.T) {
	for name, text := range edits[map[string]string](t, "files.json") {
		t.Run(name, func(t *testing.T) {
			e, err := edit("p.yaml", []byte(text))
			if err != nil {
				if _, err := Apply("p.yaml", []byte(text), Change{Op: "set", At: "a", Value: tree("x")}, nil); !errors.Is(err, ErrNotEdited) {
					t.Errorf("a file that cannot be read is edited: %v", err)
				}
				t.Log(err)
				return
			}
			for _, c := range everyEdit(e.source, []string{"", "w", "two words", "A: b", "1", "one\ntwo", "one\n\ntwo\n", " x", "x ", "# x", "12:30", "null", "- x", "it's", `"`, "😀 ü", "x\n"}) {
				checkEdit(t, e, c)
			}
		})
	}
}

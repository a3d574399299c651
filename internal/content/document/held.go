package document

import (
	"reflect"
	"strconv"

	"github.com/evenlight/marquee/internal/site"
)

// blanks lists the paths below a node at which something is written that
// leaves the zero value, so that the value alone does not tell that it is there.
func (n *node) blanks() []string {
	return n.appendBlanks(nil, nil)
}

func (n *node) appendBlanks(found []string, path []byte) []string {
	switch n.kind {
	case kindText:
		if n.text == "" || n.text == "0" || n.text == "false" {
			return append(found, string(path))
		}
	case kindKeys, kindList:
		if len(n.children) == 0 {
			return append(found, string(path))
		}
		for i := range n.children {
			child, below := &n.children[i], path
			if n.kind == kindList {
				below = append(strconv.AppendInt(append(below, '['), int64(i), 10), ']')
			} else {
				if len(below) > 0 {
					below = append(below, '.')
				}
				below = append(below, child.key...)
			}
			found = child.appendBlanks(found, below)
		}
	}
	return found
}

// holds reports whether a decoded value has something else than nothing at a path.
func holds(value any, path string) bool {
	v := reflect.ValueOf(value).Elem()
	s := shapeOf(v.Type())
	for path != "" {
		if s.form == formPointer {
			if v.IsNil() {
				return false
			}
			v, s = v.Elem(), s.elem
			continue
		}
		first, rest, ok := firstStep(path)
		if !ok {
			return false
		}
		switch s.form {
		case formKeys:
			number, known := s.byName[first.key]
			if !known {
				return false
			}
			v, s = v.FieldByIndex(s.fields[number].index), s.fields[number].shape
		case formList:
			if first.key != "" || first.index >= v.Len() || first.index < 0 {
				return false
			}
			v, s = v.Index(first.index), s.elem
		case formCollection:
			entry, known := v.Addr().Interface().(collection).AnyEntry(first.key)
			if !known {
				return false
			}
			v, s = reflect.ValueOf(entry).Elem(), s.elem
		case formSection:
			section := v.Addr().Interface().(*site.Section)
			if section.Type != first.key || section.Body == nil {
				return false
			}
			v = reflect.ValueOf(section.Body).Elem()
			s = shapeOf(v.Type())
		default:
			return false
		}
		path = rest
	}
	return !v.IsZero()
}

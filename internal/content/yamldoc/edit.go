package yamldoc

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Editor puts texts into a file that translates another one, and leaves all else as it is written.
type Editor struct {
	// What is written whole, as it is in the original, where a text of it is put in: entries, or lists; else a list gets
	// an item for each of the original, without its values.
	WholeEntries, WholeLists bool

	file, original *editing
}

// NewEditor returns an editor of a file that can be decoded, or has comments alone.
func NewEditor(file string, data, original []byte) (e *Editor, err error) {
	e = &Editor{}
	if e.original, err = edit(file, original); err == nil {
		e.file, err = edit(file, bytes.TrimPrefix(data, []byte(byteOrderMark)))
	}
	return e, err
}

// Bytes returns the file as it is now.
func (e *Editor) Bytes() []byte { return e.file.data }

// keep takes over what was edited. On an error the file is as it was.
func (e *Editor) keep(next *editing, err error) error {
	if err == nil {
		e.file = next
	}
	return err
}

// Lines returns the lines of a key of the file; empty where it is not there.
func (e *Editor) Lines(key string) string {
	n, whole := e.file.find(key)
	if !whole {
		return ""
	}
	lines := e.file.lines(n.keyAt, e.file.eol(e.file.endOf(n)))
	return e.file.text[lines.from:lines.to]
}

// Remove takes a key of the file out, with its lines and the comment above them, unless that begins the file.
func (e *Editor) Remove(key string) error {
	way, _, rest := e.file.walk(key)
	if rest != "" {
		return nil
	}
	return e.keep(e.file.do(operation{verb: removing, index: way[0]}))
}

// Begin puts a line before the first key of the file.
func (e *Editor) Begin(line string) error {
	at := 0
	if keys := e.file.root.children; len(keys) > 0 {
		at = e.file.lineBegin(keys[0].start())
	}
	return e.keep(edit(e.file.file, e.file.splice([]patch{{at, at, line + "\n"}})))
}

// Set puts a text at a path, which the original has. On an error the file is as it was.
func (e *Editor) Set(path, words string) error {
	path = norm.NFC.String(path)
	way, n, rest := e.file.walk(path)
	text := node{kind: kindText, text: words}
	switch {
	case n.kind == kindText && !strings.ContainsAny(rest, ".["): // it stands for all its keys
		return e.keep(e.file.do(operation{way: way, value: text}))
	case rest == "":
		return ErrNotEdited
	}
	_, o, _ := e.original.walk(strings.TrimSuffix(strings.TrimSuffix(path, rest), "."))
	begun, err := e.begun(o, rest, words, false)
	if n == e.file.root && n.kind == kindEmpty && err == nil {
		begun.flow = false
		return e.keep(e.file.do(operation{value: begun}))
	}
	if err != nil || n.kind != o.kind || len(begun.children) != 1 {
		return ErrNotEdited
	}
	put := operation{verb: inserting, way: way, index: n.keys(), value: begun.children[0]}
	if len(n.children) == 0 {
		put = operation{way: way, value: begun}
	}
	next, err := e.file.do(put)
	if err == nil && !strings.HasSuffix(next.text, "\n") {
		end := len(next.text)
		next, err = edit(next.file, next.splice([]patch{{end, end, "\n"}}))
	}
	return e.keep(next, err)
}

// begun returns what a translation has of a value of the original where a text of it is the first one: all of what is
// written whole, else what leads to the text.
func (e *Editor) begun(o *node, path, words string, whole bool) (node, error) {
	if path == "" || o.kind == kindText {
		return node{kind: kindText, style: styleQuoted, key: o.key, text: words}, nil
	}
	i, rest := o.step(path)
	if i < 0 {
		return node{}, ErrNotEdited
	}
	textsAlone := !slices.ContainsFunc(o.children, func(c node) bool { return c.kind == kindKeys })
	whole = whole || o.kind == kindList && (e.WholeLists || textsAlone)
	below := whole || e.WholeEntries && o == e.original.root
	child, err := e.begun(&o.children[i], strings.TrimPrefix(rest, "."), words, below)
	made := *o
	by, _, keyed := strings.Cut(strings.TrimPrefix(path, "["), "=")
	switch {
	case whole:
		made.children = slices.Clone(o.children)
		made.children[i] = child
	case o.kind == kindList && keyed:
		key, _ := o.children[i].step(by)
		child.children = append([]node{o.children[i].children[key]}, child.children...)
		made.children = []node{child}
	case o.kind == kindList:
		made.children = slices.Repeat([]node{{kind: kindKeys, flow: true}}, len(o.children))
		made.children[i] = child
	default:
		made.children = []node{child}
	}
	return made, err
}

// Texts reads a file of which only a few texts are wanted. It returns a function for the text at a path, which is empty
// where there is none.
func Texts(file string, data []byte) (func(path string) string, error) {
	s := &source{file: file}
	if problem := s.read(data); problem != nil && problem.Code != "empty-file" {
		return nil, errors.New(problem.String())
	}
	return func(path string) string {
		if n, whole := s.find(path); whole {
			return n.text
		}
		return ""
	}, nil
}

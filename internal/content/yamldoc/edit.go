package yamldoc

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ErrNotEdited says that a text cannot be put into a file as it is written.
var ErrNotEdited = errors.New("it has no place in the file as that is written")

// Editor puts texts into a file that translates another one, and leaves all else as it is written.
type Editor struct {
	// What is written whole, as it is in the original, where a text of it is put in: entries, or lists; else a list gets
	// an item for each of the original, without its values.
	WholeEntries, WholeLists bool

	source, original *source
	lineEnd          string
}

// NewEditor returns an editor of a file that can be decoded, or has comments alone.
func NewEditor(file string, data, original []byte) (e *Editor, err error) {
	e = &Editor{lineEnd: "\n"}
	if strings.Contains(string(data), "\r\n") {
		e.lineEnd = "\r\n"
	}
	if e.original, err = sourceOf(file, original); err == nil {
		e.source, err = sourceOf(file, data)
	}
	return e, err
}

func sourceOf(file string, data []byte) (*source, error) {
	s := &source{file: file}
	if problem := s.read(data); problem != nil && problem.Code != "empty-file" {
		return nil, fmt.Errorf("%w: %s", ErrNotEdited, problem.Message)
	}
	if s.root == nil {
		s.root = &node{kind: kindKeys, at: len(s.text), end: len(s.text)}
	}
	return s, nil
}

// Bytes returns the file as it is now.
func (e *Editor) Bytes() []byte { return []byte(strings.ReplaceAll(e.source.text, "\n", e.lineEnd)) }

// replace writes other bytes in the place of some, and reads the file again. On an error the file is as it was.
func (e *Editor) replace(from, to int, with string) error {
	s, err := sourceOf(e.source.file, []byte(e.source.text[:from]+with+e.source.text[to:]))
	if err == nil {
		e.source = s
	}
	return err
}

// Lines returns the lines of a key of the file; empty where it is not there.
func (e *Editor) Lines(key string) string {
	from, to := e.lines(key)
	return e.source.text[from:to]
}

func (e *Editor) lines(key string) (from, to int) {
	n, whole := e.source.find(key)
	if !whole {
		return 0, 0
	}
	from = strings.LastIndexByte(e.source.text[:n.keyAt], '\n') + 1
	return from, min(e.source.lineEnd(n)+1, len(e.source.text))
}

// Remove takes a key of the file out, with its lines and the comment above them, unless that begins the file.
func (e *Editor) Remove(key string) error {
	from, to := e.lines(key)
	above := from
	for above > 0 && from < to {
		line := strings.LastIndexByte(e.source.text[:above-1], '\n') + 1
		if e.source.text[line] != '#' {
			from = above
			break
		}
		above = line
	}
	return e.replace(from, to, "")
}

// Begin puts a line before the first key of the file.
func (e *Editor) Begin(line string) error {
	at := 0
	if keys := e.source.root.children; len(keys) > 0 {
		at = strings.LastIndexByte(e.source.text[:keys[0].start()], '\n') + 1
	}
	return e.replace(at, at, line+"\n")
}

// Set puts a text at a path, which the original has. On an error the file is as it was.
func (e *Editor) Set(path, words string) error {
	n, o := e.source.root, e.original.root
	inOriginal := path
	for path != "" {
		i, rest := n.step(path)
		if i < 0 {
			break
		}
		n, path = &n.children[i], strings.TrimPrefix(rest, ".")
		if j, rest := o.step(inOriginal); j >= 0 {
			o, inOriginal = &o.children[j], strings.TrimPrefix(rest, ".")
		}
	}
	switch {
	case n.kind == kindText && !strings.ContainsAny(path, ".["): // which may stand for its keys
		return e.write(n, words)
	case path == "":
		return ErrNotEdited
	}
	begun, err := e.begun(o, path, words, false)
	if err != nil || n.kind != o.kind || len(begun.children) != 1 {
		return ErrNotEdited
	}
	return e.insert(n, begun)
}

func (e *Editor) write(n *node, words string) error {
	switch {
	case n.text == words:
		return nil
	case n.at == n.keyAt: // the body of a Markdown file
		return e.replace(n.at, n.end, strings.TrimRight(words, "\n")+"\n")
	}
	start := strings.LastIndexByte(e.source.text[:n.at], '\n') + 1
	line := strings.TrimLeft(e.source.text[start:n.at], "- ") // an item's key stands behind its hyphen
	column := n.at - start - len(line)
	return e.replace(n.at, e.source.endOf(n), scalar(words, column, inBrackets(e.source.root, n)))
}

// inBrackets tells whether a value below another one stands between brackets, where texts have one line.
func inBrackets(in, n *node) bool {
	return in.flow && in.at < n.at && n.at < in.end ||
		slices.ContainsFunc(in.children, func(c node) bool { return inBrackets(&c, n) })
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

// insert adds to a node what another one of its kind has.
func (e *Editor) insert(n *node, more node) error {
	last := len(n.children) - 1
	if n.flow {
		added := more.yaml(0, true)
		added = added[1 : len(added)-1]
		if last < 0 {
			return e.replace(n.end-1, n.end-1, added)
		}
		at := e.source.endOf(&n.children[last])
		return e.replace(at, at, ", "+added)
	}
	column := 0
	if last >= 0 {
		first := n.children[0].start()
		column = first - strings.LastIndexByte(e.source.text[:first], '\n') - 1
	}
	if n.kind == kindList {
		column -= len("- ")
	}
	more.flow = false
	added, at := more.yaml(column, false), e.source.lineEnd(n)
	if at == 0 || e.source.text[at-1] == '\n' {
		added = added[1:]
	}
	if at == len(e.source.text) {
		added += "\n"
	}
	return e.replace(at, at, added)
}

// yaml writes a value: one without brackets as lines of a column, each with the break before it.
func (n *node) yaml(column int, flow bool) string {
	flow = flow || n.flow
	switch {
	case n.kind < kindList && n.style == stylePlain && !strings.ContainsAny(n.text, "\n,[]{}"):
		return n.text // which may be no text, such as true
	case n.kind < kindList:
		return scalar(n.text, column-2, flow)
	}
	var parts []string
	for _, c := range n.children {
		part := c.yaml(column+2, flow)
		if n.kind == kindKeys {
			part = strings.Replace(c.key+": "+part, ": \n", ":\n", 1)
		} else if !flow {
			part = "- " + strings.TrimLeft(part, "\n ")
		}
		parts = append(parts, part)
	}
	switch line := "\n" + strings.Repeat(" ", column); {
	case !flow:
		return line + strings.Join(parts, line)
	case n.kind == kindList:
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// endOf returns where the last sign of a value is.
func (s *source) endOf(n *node) int {
	switch {
	case !n.flow && len(n.children) > 0:
		return s.endOf(&n.children[len(n.children)-1])
	case n.end > n.at:
		return n.at + len(strings.TrimRight(s.text[n.at:n.end], "\n"))
	}
	return max(n.at, n.keyAt)
}

// lineEnd returns the end of the last line of a value.
func (s *source) lineEnd(n *node) int {
	end := s.endOf(n)
	return end + len(s.restOfLine(end))
}

// A text that needs no quotes, wherever it stands.
var plainText = regexp.MustCompile(`^\pL[^:#\[\]{},"'\\\x00-\x1f\x{2028}\x{2029}]*$`)

// scalar writes a text as YAML, in the place of a key in a column.
func scalar(words string, column int, oneLine bool) string {
	switch strings.ToLower(words) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return `"` + words + `"`
	}
	body, signs := strings.TrimSuffix(words, "\n"), words
	if !oneLine {
		signs = strings.ReplaceAll(words, ",", "") // which ends nothing outside of brackets
	}
	switch {
	case plainText.MatchString(signs) && strings.TrimSpace(words) == words:
		return words
	case !oneLine && strings.Contains(body, "\n") && !strings.HasSuffix(body, "\n") &&
		!strings.ContainsAny(body[:1], " \t\n"):
		sign := "|"
		if body == words {
			sign = "|-"
		}
		for line := range strings.SplitSeq(body, "\n") {
			if line != "" {
				line = strings.Repeat(" ", column+2) + line
			}
			sign += "\n" + line
		}
		return sign
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(words) + `"`
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

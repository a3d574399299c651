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
func NewEditor(file string, data, original []byte) (*Editor, error) {
	e := &Editor{original: &source{file: file}, lineEnd: "\n"}
	if strings.Contains(string(data), "\r\n") {
		e.lineEnd = "\r\n"
	}
	if problem := e.original.read(original); problem != nil {
		return nil, errors.New(problem.Message)
	}
	return e, e.read(file, string(data))
}

func (e *Editor) read(file, text string) error {
	s := &source{file: file}
	if problem := s.read([]byte(text)); problem != nil && problem.Code != "empty-file" {
		return fmt.Errorf("%w: %s", ErrNotEdited, problem.Message)
	}
	if s.root == nil {
		s.root = &node{kind: kindKeys, at: len(s.text), end: len(s.text)}
	}
	e.source = s
	return nil
}

// Bytes returns the file as it is now.
func (e *Editor) Bytes() []byte { return []byte(strings.ReplaceAll(e.source.text, "\n", e.lineEnd)) }

// replace writes other bytes in the place of some, and reads the file again.
func (e *Editor) replace(from, to int, with string) error {
	return e.read(e.source.file, e.source.text[:from]+with+e.source.text[to:])
}

// Remove takes a key of the file out, with its lines.
func (e *Editor) Remove(key string) error {
	n, whole := e.source.find(key)
	if !whole {
		return nil
	}
	from := strings.LastIndexByte(e.source.text[:n.keyAt], '\n') + 1
	return e.replace(from, min(e.source.lineEnd(n)+1, len(e.source.text)), "")
}

// Set puts a text at a path, which the original has. On an error the file is as it was.
func (e *Editor) Set(path, words string) (err error) {
	before := e.source
	defer func() {
		if err != nil {
			e.source = before
		}
	}()
	for range maxDepth {
		n, rest := e.source.root, path
		o, inOriginal := e.original.root, path
		for rest != "" {
			i, after := n.step(rest)
			if i < 0 {
				break
			}
			n, rest = &n.children[i], strings.TrimPrefix(after, ".")
			if j, after := o.step(inOriginal); j >= 0 {
				o, inOriginal = &o.children[j], strings.TrimPrefix(after, ".")
			}
		}
		if rest == "" || n.kind == kindText && !strings.ContainsAny(rest, ".[") { // a text may stand for its keys
			return e.write(n, words)
		}
		if err := e.insert(n, o, rest, words); err != nil {
			return err
		}
	}
	return ErrNotEdited
}

func (e *Editor) write(n *node, words string) error {
	switch {
	case n.kind != kindText:
		return ErrNotEdited
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

// insert adds to a node the next step of a path, and what the original has below it.
func (e *Editor) insert(n, original *node, path, words string) error {
	i, after := original.step(path)
	if i < 0 || n.kind != kindKeys && n.kind != kindList {
		return ErrNotEdited
	}
	child, rest := &original.children[i], strings.TrimPrefix(after, ".")
	added := ""
	column := 0
	if len(n.children) > 0 {
		first := n.children[0].start()
		column = first - strings.LastIndexByte(e.source.text[:first], '\n') - 1
	}
	if n.kind == kindList {
		key, is := keyedItem(path)
		if !is {
			return ErrNotEdited
		}
		added, column = key, column-2
		if !n.flow {
			added = "- " + added
		}
	} else {
		value, err := e.render(child, rest, words, column, n.flow, n == e.source.root)
		if err != nil {
			return err
		}
		added = child.key + ":" + value
	}
	if n.flow {
		at := n.end - 1
		if len(n.children) > 0 {
			at, added = e.source.endOf(&n.children[len(n.children)-1]), ", "+added
		}
		return e.replace(at, at, added)
	}
	at := e.source.lineEnd(n)
	before := "\n"
	if at == 0 || e.source.text[at-1] == '\n' {
		before = ""
	}
	if at == len(e.source.text) {
		added += "\n"
	}
	return e.replace(at, at, before+strings.Repeat(" ", max(column, 0))+added)
}

// keyedItem returns an item as it is begun, of a step such as [name=day].
func keyedItem(path string) (item string, is bool) {
	inside, _, _ := strings.Cut(strings.TrimPrefix(path, "["), "]")
	by, key, is := strings.Cut(inside, "=")
	return "{" + by + ": " + scalar(key, 0, true) + "}", is
}

// render returns what stands behind the colon of a key: the words, or the first of what leads to them.
func (e *Editor) render(o *node, path, words string, column int, flow, entry bool) (string, error) {
	textsAlone := !slices.ContainsFunc(o.children, func(c node) bool { return c.kind == kindKeys })
	switch {
	case path == "" || o.kind == kindText:
		return " " + scalar(words, column, flow), nil
	case entry && e.WholeEntries, o.kind == kindList && (e.WholeLists || textsAlone):
		return e.copied(o, column, flow)
	case o.kind == kindList:
		items := slices.Repeat([]string{"{}"}, len(o.children))
		if item, is := keyedItem(path); is {
			items = []string{item}
		}
		if flow {
			return " [" + strings.Join(items, ", ") + "]", nil
		}
		below := "\n" + strings.Repeat(" ", column+2) + "- "
		return below + strings.Join(items, below), nil
	}
	i, after := o.step(path)
	if i < 0 {
		return "", ErrNotEdited
	}
	child := &o.children[i]
	value, err := e.render(child, strings.TrimPrefix(after, "."), words, column+2, flow, false)
	if flow {
		return " {" + child.key + ":" + value + "}", err
	}
	return "\n" + strings.Repeat(" ", column+2) + child.key + ":" + value, err
}

// copied returns a value as the original writes it, on lines below a key in a column.
func (e *Editor) copied(o *node, column int, flow bool) (string, error) {
	text := e.original.text
	if o.flow {
		return " " + strings.Join(strings.Fields(text[o.at:o.end]), " "), nil
	}
	if flow {
		return "", ErrNotEdited
	}
	below := o.keyAt + len(e.original.restOfLine(o.keyAt)) // with the comments below the key
	from := o.at - strings.LastIndexByte(text[:o.at], '\n') - 1
	return shifted(text[below:e.original.lineEnd(o)], from, column+2), nil
}

// shifted returns lines that begin in one column as they are when they begin in another one.
func shifted(text string, from, to int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line = line[min(from, indent(line)):]; line != "" {
			line = strings.Repeat(" ", to) + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
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
		return sign + shifted("\n"+body, 0, column+2)
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(words) + `"`
}

package yamldoc

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// writer writes values as YAML, into the file of a source.
type writer struct {
	*source
	// Whether all texts are in double quotes, where another way of writing did not read back.
	quotes bool
}

// value writes a value whose keys or items stand in a column, and whose lines of a text do: first what begins on the
// line that is there already. What a neighbour has in its place tells whether a number is written in quotes.
func (w writer) value(n *node, column, textColumn int, flow bool, like *node) string {
	flow = flow || n.flow
	opening, closing := "[", "]"
	if n.kind == kindKeys {
		opening, closing = "{", "}"
	}
	switch {
	case n.kind == kindEmpty && flow:
		return "null"
	case n.kind == kindEmpty:
		return ""
	case n.kind == kindText:
		return w.scalar(n.text, textColumn, flow, like)
	case len(n.children) == 0:
		return opening + closing
	}
	parts := make([]string, len(n.children))
	for i := range n.children {
		parts[i] = w.child(n, i, column, -1, flow, like)
	}
	if flow {
		return opening + strings.Join(parts, ", ") + closing
	}
	return strings.Join(parts, "\n"+strings.Repeat(" ", column))
}

// child writes an item with its hyphen, or a key, with its value. The keys or items in that stand in the column inside,
// or, where it is less than 0, as deep as in the file.
func (w writer) child(parent *node, i, column, inside int, flow bool, like *node) string {
	n := &parent.children[i]
	begin, between := "-", " "
	switch isList := parent.kind == kindList; {
	case isList && flow:
		begin, between = "", ""
	case isList && inside < 0:
		inside = column + 2
	case isList:
		between = strings.Repeat(" ", max(inside-column-1, 1))
	default:
		if inside < 0 {
			inside = column + w.step(n.kind)
		}
		if begin = w.key(n.key, flow) + ":"; n.kind >= kindList && len(n.children) > 0 && !flow && !n.flow {
			between = "\n" + strings.Repeat(" ", inside)
		}
	}
	value := w.value(n, inside, w.textColumn(parent, column), flow, like.neighbour(n))
	return strings.TrimRight(begin+between+value, " ")
}

// textColumn returns where the lines of a text stand that belongs to a key or a hyphen in a column.
func (w writer) textColumn(parent *node, column int) int {
	if parent.kind == kindList {
		return column + 2
	}
	return column + w.step(kindKeys)
}

// neighbour returns what is written like a new child: the value of the same key, else the last child.
func (n *node) neighbour(child *node) *node {
	if n == nil || len(n.children) == 0 {
		return nil
	}
	if i := n.keyIndex(child.key); n.kind == kindKeys && i >= 0 {
		return &n.children[i]
	}
	return &n.children[len(n.children)-1]
}

func (w writer) key(key string, flow bool) string {
	s := &source{}
	line := key + ": x"
	if flow {
		line = "{" + line + "}"
	}
	plain := startsPlain.MatchString(key) && s.read([]byte(line)) == nil &&
		s.root.kind == kindKeys && s.root.children[0].key == key
	if plain {
		return key
	}
	return quote(key)
}

var (
	// Texts that need no quotes if they read back without: of other signs at their begin, some need them.
	startsPlain = regexp.MustCompile(`^[\pL\pN/_]`)
	// What other programs take for numbers or flags, and what is a number, a flag or a day here as well.
	numberLike = regexp.MustCompile(`^([0-9][^ ]*|true|false)$`)
	number     = regexp.MustCompile(`^(0|[1-9][0-9]*|[0-9]{4}-[0-9]{2}-[0-9]{2}|true|false)$`)
)

// scalar writes a text in the way that suits it.
func (w writer) scalar(words string, column int, flow bool, like *node) string {
	several := strings.Contains(strings.TrimSuffix(words, "\n"), "\n")
	switch {
	case w.quotes:
	case several && !flow && !strings.HasSuffix(words, "\n\n") && words[0] > ' ' && isBlock(words):
		sign := "|-"
		if strings.HasSuffix(words, "\n") {
			sign = "|"
		}
		return sign + indented(strings.Split(strings.TrimSuffix(words, "\n"), "\n"), column)
	case numberLike.MatchString(words) && (!number.MatchString(words) || like != nil && like.style == styleQuoted):
	case startsPlain.MatchString(words) && isPlain(words, flow):
		return words
	}
	return quote(words)
}

// indented returns lines with a break and spaces before each of them.
func indented(lines []string, column int) string {
	var out strings.Builder
	for _, line := range lines {
		out.WriteByte('\n')
		if line != "" {
			out.WriteString(strings.Repeat(" ", column) + line)
		}
	}
	return out.String()
}

// isBlock tells whether a text reads back from the lines of a block. Lines of blanks do not.
func isBlock(words string) bool {
	return !blankLine.MatchString(words) && !strings.Contains(words, manyLines)
}

// isPlain tells whether a text reads back without quotes.
func isPlain(words string, flow bool) bool {
	switch strings.ToLower(words) {
	case "yes", "no", "on", "off", "y", "n": // flags, to others
		return false
	}
	return readsBack(words, words, flow)
}

func readsBack(written, words string, flow bool) bool {
	line := "- " + written
	if flow {
		line = "[" + written + "]"
	}
	s := &source{}
	return s.read([]byte(line)) == nil && s.root.kind == kindList && len(s.root.children) == 1 &&
		s.root.children[0].kind == kindText && s.root.children[0].text == words
}

func quote(words string) string { return `"` + escaper.Replace(words) + `"` }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\u2028", `\L`, "\u2029", `\P`)

// keep writes a text in the place of another one, in the same way of writing.
func (w writer) keep(n *node, words string, column int, flow bool) (written string, kept bool) {
	raw := w.text[n.at:w.endOf(n)]
	several := strings.Contains(words, "\n")
	lines := strings.Split(raw, "\n")
	switch {
	case w.quotes:
		return "", false
	case n.style == styleBlock:
		return w.keepBlock(n, words)
	case n.style == styleQuoted && raw[0] == '\'':
		written = "'" + strings.ReplaceAll(words, "'", "''") + "'"
		return written, !several && readsBack(written, words, flow)
	case n.style == styleQuoted:
		// Quotes for the blank before the next word, or for a line of blanks, were for somebody who was typing.
		typing := strings.TrimSpace(n.text) != n.text && !strings.HasSuffix(n.text, "\n") || blankLine.MatchString(n.text)
		return quote(words), !typing && (!several || strings.Contains(n.text, "\n") && len(lines) == 1)
	case len(lines) > 1 && !flow:
		for i, line := range lines[1:] {
			if line != "" {
				column = indent(line)
			}
			lines[i+1] = strings.TrimLeft(line, " ")
		}
		lines = fold(words, n.text, lines)
		return strings.TrimLeft(indented(lines, column), "\n "), readsBack(strings.Join(lines, "\n  "), words, false)
	}
	return words, readsBack(words, words, flow)
}

// keepBlock writes a text as a block with the sign, the indentation and, as far as they are the same, the lines of
// another one.
func (w writer) keepBlock(n *node, words string) (written string, kept bool) {
	header := blockHeader.FindString(w.text[n.at:])
	digit, had := strings.Trim(header[1:], "+-"), strings.Trim(header[1:], "123456789")
	body, old := strings.TrimRight(words, "\n"), strings.TrimRight(n.text, "\n")
	if body == "" || old == "" || !isBlock(words) {
		return "", false
	}
	lines := strings.Split(strings.Trim(w.text[w.eol(n.at):w.endOf(n)], "\n"), "\n")
	column := indent(lines[0]) - indent(strings.TrimLeft(old, "\n"))
	for i := range lines {
		lines[i] = lines[i][min(column, len(lines[i])):]
	}

	breaks := len(words) - len(body)
	chomping := []string{"-", "", "+"}[min(breaks, 2)]
	if had == "+" && breaks > 0 || had == "" && breaks == 0 && old == n.text { // at the end of a file without a last break
		chomping = had
	}
	if chomping != had && !strings.Contains(body, "\n") {
		return "", false
	}
	if digit == "" && strings.HasPrefix(strings.TrimLeft(body, "\n"), " ") {
		digit = strconv.Itoa(column - w.column(n.begin()))
	}
	if header[0] == '>' {
		lines = fold(body, old, lines)
	} else {
		lines = strings.Split(body, "\n")
	}
	if chomping != had || !strings.Contains(header, digit) {
		header = header[:1] + digit + chomping
	}
	return header + indented(slices.Concat(lines, make([]string, max(breaks-1, 0))), column), true
}

// blockHeader is the sign of a block, how deep it is where that is written, and what becomes of its last line breaks.
var blockHeader = regexp.MustCompile(`^[|>][-+1-9]*`)

// fold returns the lines of a text whose line breaks are blanks. Those that an old text has as well stay as they are.
func fold(words, old string, lines []string) (folded []string) {
	wrapped := map[string][]string{} // by the paragraph
	var paragraphs []string
	for paragraph := range strings.SplitSeq(old, "\n") {
		for len(lines) > 0 && lines[0] == "" {
			lines = lines[1:]
		}
		if paragraph == "" || len(lines) == 0 {
			continue
		}
		end := 1
		for end < len(lines) && strings.Join(lines[:end], " ") != paragraph {
			end++
		}
		paragraphs, wrapped[paragraph], lines = append(paragraphs, paragraph), lines[:end], lines[end:]
	}

	count, before := 0, "" // of paragraphs, and the last of them
	for paragraph := range strings.SplitSeq(words, "\n") {
		if paragraph == "" {
			folded = append(folded, "")
			continue
		}
		if before != "" && before[0] != ' ' && paragraph[0] != ' ' {
			folded = append(folded, "")
		}
		was := wrapped[paragraph]
		if was == nil && count < len(paragraphs) {
			was = wrapped[paragraphs[count]]
		}
		folded = append(folded, rewrap(paragraph, was)...)
		before, count = paragraph, count+1
	}
	return folded
}

// rewrap wraps a paragraph into the first and the last lines that it had before, and one for what is new.
func rewrap(paragraph string, was []string) (lines []string) {
	if strings.Join(was, " ") == paragraph {
		return was
	}
	if paragraph[0] == ' ' {
		return []string{paragraph}
	}
	for len(was) > 0 && strings.HasPrefix(paragraph, was[0]+" ") {
		lines, paragraph, was = append(lines, was[0]), paragraph[len(was[0])+1:], was[1:]
	}
	var last []string
	for len(was) > 0 && strings.HasSuffix(paragraph, " "+was[len(was)-1]) {
		end := len(was) - 1
		last, paragraph, was = append(last, was[end]), paragraph[:len(paragraph)-len(was[end])-1], was[:end]
	}
	slices.Reverse(last)
	return append(append(lines, paragraph), last...)
}

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
	try
}

// try is a way of writing. What does not read back is written in the next one.
type try int

const (
	asItWas try = iota // in quotes and blocks with the signs that were there
	alike              // as a block in the place of one, where a text needs other signs
	quoted             // all texts in double quotes
	tries
)

// value writes a value whose keys, items or lines stand in a column. What comes first goes on the line that is there
// already.
func (w writer) value(n *node, column int, flow bool) string {
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
		return w.scalar(n.text, column, flow)
	case len(n.children) == 0:
		return opening + closing
	}
	parts := make([]string, len(n.children))
	for i := range n.children {
		child := &n.children[i]
		parts[i] = w.child(n.kind, child, column, w.inside(child, n.kind == kindList, column), flow)
	}
	if flow {
		return opening + strings.Join(parts, ", ") + closing
	}
	return strings.Join(parts, "\n"+strings.Repeat(" ", column))
}

// inside returns where the keys, items or lines of a value stand whose key or hyphen is in a column.
func (w writer) inside(n *node, isItem bool, column int) int {
	if isItem {
		return column + 2
	}
	return column + w.step(n.kind)
}

// child writes an item with its hyphen, or a key, with its value.
func (w writer) child(of kind, n *node, column, inside int, flow bool) string {
	sign := "-"
	switch {
	case of == kindKeys:
		sign = w.key(n.key) + ":"
	case flow:
		sign = ""
	}
	return sign + w.behind(n, of == kindList, column, inside, flow)
}

// behind writes what stands behind the hyphen of an item, or the colon of a key, that is in a column.
func (w writer) behind(n *node, isItem bool, column, inside int, flow bool) string {
	between := " "
	switch {
	case isItem && flow:
		between = ""
	case isItem:
		between = strings.Repeat(" ", max(inside-column-1, 1))
	case len(n.children) > 0 && !flow && !n.flow:
		between = "\n" + strings.Repeat(" ", inside)
	}
	return strings.TrimRight(between+w.value(n, inside, flow), " ")
}

func (w writer) key(key string) string {
	if startsPlain.MatchString(key) && readsBack(key, true) {
		return key
	}
	return quote(key)
}

var (
	// Texts that need no quotes if they read back without: of other signs at their begin, some need them.
	startsPlain = regexp.MustCompile(`^[\pL\pN/_]`)
	// What other programs take for a flag, and what they may take for a number. What is a number, a flag or a day here as
	// well is written without quotes.
	otherFlag  = regexp.MustCompile(`(?i)^(yes|no|on|off|y|n)$`)
	numberLike = regexp.MustCompile(`^([0-9][^ ]*|true|false)$`)
	number     = regexp.MustCompile(`^(0|[1-9][0-9]*|[0-9]{4}-[0-9]{2}-[0-9]{2}|true|false)$`)
)

// scalar writes a text in the way that suits it.
func (w writer) scalar(words string, column int, flow bool) string {
	several := strings.Contains(strings.TrimSuffix(words, "\n"), "\n")
	switch {
	case w.try == quoted:
	case several && !flow && !strings.HasSuffix(words, "\n\n") && words[0] > ' ':
		sign := "|-"
		if strings.HasSuffix(words, "\n") {
			sign = "|"
		}
		return sign + indented(strings.Split(strings.TrimSuffix(words, "\n"), "\n"), column)
	case isPlain(words, flow):
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

// isPlain tells whether a text needs no quotes, here and for others.
func isPlain(words string, flow bool) bool {
	isOther := otherFlag.MatchString(words) || numberLike.MatchString(words) && !number.MatchString(words)
	return startsPlain.MatchString(words) && !isOther && readsBack(words, flow)
}

func readsBack(words string, flow bool) bool {
	line := "- " + words
	if flow {
		line = "[" + words + "]"
	}
	s := &source{}
	want := node{kind: kindList, children: []node{{kind: kindText, text: words}}}
	return s.read([]byte(line)) == nil && s.root.equal(&want)
}

func quote(words string) string { return `"` + escaper.Replace(words) + `"` }

var escaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\u2028", `\L`, "\u2029", `\P`)

// keep writes a text in the place of another one, in the same way of writing where that is tried.
func (w writer) keep(n *node, words string) (written string, kept bool) {
	raw, isLine := w.text[n.at:w.endOf(n)], !strings.Contains(words, "\n")
	switch isPlain := n.style == stylePlain; {
	case w.try == quoted || w.try == alike && n.style != styleBlock:
		return "", false
	case n.style == styleQuoted && raw[0] == '\'':
		return "'" + strings.ReplaceAll(words, "'", "''") + "'", isLine
	case n.style == styleQuoted:
		// A text that ended in a blank, or had a line of blanks, got its quotes while somebody typed: they may go again.
		typing := strings.TrimSpace(n.text) != n.text && !strings.HasSuffix(n.text, "\n") || blankLine.MatchString(n.text)
		return quote(words), !typing && (isLine || !n.isLine() && !strings.Contains(raw, "\n"))
	case isPlain && !strings.Contains(raw, "\n"):
		return words, isLine
	case isPlain:
		lines := strings.Split(raw, "\n")
		column := indent(lines[len(lines)-1])
		for i, line := range lines {
			lines[i] = strings.TrimLeft(line, " ")
		}
		return strings.TrimLeft(indented(fold(words, n.text, lines), column), "\n "), true
	}
	return w.keepBlock(n, words)
}

// blockHeader is the sign of a block, how deep it is where that is written, and what becomes of its last line breaks.
var blockHeader = regexp.MustCompile(`^[|>][-+1-9]*`)

// keepBlock writes a text as a block with the sign, the indentation and, as far as they are the same, the lines of
// another one.
func (w writer) keepBlock(n *node, words string) (written string, kept bool) {
	header := blockHeader.FindString(w.text[n.at:])
	body, old := strings.TrimRight(words, "\n"), strings.TrimRight(n.text, "\n")
	if body == "" || old == "" || w.try == alike && !strings.Contains(body, "\n") {
		return "", false
	}
	was := strings.Split(strings.Trim(w.text[w.eol(n.at):w.endOf(n)], "\n"), "\n")
	column := indent(was[0]) - indent(strings.TrimLeft(old, "\n"))
	lines, breaks, lead := strings.Split(body, "\n"), len(words)-len(body), leadingBreaks(body)
	switch {
	case w.try == alike:
		digit := strings.Trim(header[1:], "+-")
		if strings.HasPrefix(body[lead:], " ") {
			digit = strconv.Itoa(column - w.column(n.begin()))
		}
		header = "|" + digit + []string{"-", "", "+"}[min(breaks, 2)]
	case header[0] == '>':
		for i := range was {
			was[i] = was[i][min(column, len(was[i])):]
		}
		lines = append(lines[:lead], fold(body[lead:], strings.TrimLeft(old, "\n"), was)...)
	}
	return header + indented(slices.Concat(lines, make([]string, max(breaks-1, 0))), column), true
}

var breaks = regexp.MustCompile(`\n+`)

// fold returns the lines of a text whose line breaks are blanks. Of those of the old text, the first and the last ones
// stay as far as the text is the same.
func fold(words, old string, lines []string) []string {
	type begin struct{ line, at int }
	var begins []begin
	at := 0
	for i, line := range lines {
		if line == "" {
			continue
		}
		at = len(old) - len(strings.TrimLeft(old[at:], " \n"))
		begins = append(begins, begin{i, at})
		at = min(at+len(strings.Trim(line, " ")), len(old))
	}
	begins[0].at = 0
	begins = append(begins, begin{len(lines), len(old)})
	first := 0
	for first < len(begins)-1 && strings.HasPrefix(words, old[:begins[first+1].at]) {
		first++
	}
	from := begins[first]
	for _, to := range begins[first:] {
		if rest := old[to.at:]; strings.HasSuffix(words[from.at:], rest) {
			made := strings.TrimSuffix(words[from.at:], rest)
			made = strings.TrimSuffix(breaks.ReplaceAllString(strings.TrimSuffix(made, " "), "$0\n"), "\n")
			middle := strings.Split(made, "\n")
			if made == "" {
				middle = nil
			}
			return slices.Concat(lines[:from.line], middle, lines[to.line:])
		}
	}
	return lines
}

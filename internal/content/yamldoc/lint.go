package yamldoc

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// Limits of a file's structure. No page comes near them; the parser's cost
// grows with the square of the keys beside each other, and with the depth.
const (
	maxDepth   = 64
	maxEntries = 10_000 // keys and items of a file
	maxKeys    = 2_000  // keys beside each other
	maxEmpty   = 1_000  // keys and items without a value
)

// linter reads the tokens of a file before the parser sees them, and stops at
// the first fault of layout: the parser words faults for programmers, accepts
// some of them, and dies of others. It follows the block structure (which lines
// belong to which key) and the brackets, and builds nothing.
type linter struct {
	*source
	tokens   []lexeme
	comments []int
	i        int // index of the current token
	problem  *Problem

	levels   []level
	brackets []bracket
	closed   int // where the brackets began that were closed last
	entries  int
	empty    int
	began    bool // a document has begun
	ended    bool // ... and was ended by a line of three points
}

// level is a list or a set of keys that further lines may be added to.
type level struct {
	column int // of its hyphens or keys, from 0
	list   bool
	keys   int
	last   lastValue
}

// lastValue is what the last key or hyphen of a level has for a value.
type lastValue uint8

const (
	valueOpen  lastValue = iota // nothing yet: deeper lines may bring it
	valueDone                   // a value that is complete
	valueBlock                  // a text below its key, with | or >
)

// lint returns the first fault of layout, or nil.
func (s *source) lint(tokens []lexeme, comments []int) *Problem {
	l := linter{source: s, tokens: tokens, comments: comments}
	l.conflicts()
	for ; l.i < len(tokens) && l.problem == nil; l.i++ {
		tk := tokens[l.i]
		l.checkTabsBefore(tk)
		switch {
		case l.problem != nil:
		case len(l.brackets) > 0:
			l.flowToken(tk)
		default:
			l.blockToken(tk)
		}
	}
	if l.problem == nil && len(l.brackets) > 0 {
		l.unclosedBracket()
	}
	return l.problem
}

func (l *linter) fail(at int, code, message, hint string) {
	if l.problem == nil {
		p := l.source.problem(at, code, message, hint)
		l.problem = &p
	}
}

// conflicts reports the marks that a version control system leaves in a file.
func (l *linter) conflicts() {
	for at, line := range lines(l.text) {
		switch {
		case strings.HasPrefix(line, "<<<<<<< "), line == "<<<<<<<":
			l.fail(at, "merge-conflict", "Two versions of this file were merged, and nobody decided between them here.",
				"Keep one of the two parts, and delete the lines of <<<<<<<, ======= and >>>>>>>.")
		case strings.HasPrefix(line, ">>>>>>> "), line == ">>>>>>>":
			l.fail(at, "merge-conflict", "A mark of a merge of two versions was left here.", "Delete this line, and check the lines above it.")
		}
	}
}

// previous returns the token before the current one, if that is on the same line.
func (l *linter) previous() (tk lexeme, sameLine bool) {
	if l.i == 0 || l.tokens[l.i-1].end <= l.tokens[l.i].line {
		return lexeme{}, false
	}
	return l.tokens[l.i-1], true
}

// next returns the token after the current one, if that begins on the line where the current one ends.
func (l *linter) next() (tk lexeme, sameLine bool) {
	if l.i+1 == len(l.tokens) || l.tokens[l.i+1].line >= l.tokens[l.i].end {
		return lexeme{}, false
	}
	return l.tokens[l.i+1], true
}

func (tk lexeme) is(types ...token.Type) bool {
	for _, t := range types {
		if tk.Token != nil && tk.Type == t {
			return true
		}
	}
	return false
}

func (tk lexeme) isQuoted() bool { return tk.is(token.DoubleQuoteType, token.SingleQuoteType) }

func (tk lexeme) column() int { return tk.at - tk.line }

func (l *linter) raw(tk lexeme) string { return l.text[tk.at:tk.end] }

func (l *linter) top() *level {
	if len(l.levels) == 0 {
		return nil
	}
	return &l.levels[len(l.levels)-1]
}

// parentColumn is the column that lines of a value must be deeper than.
func (l *linter) parentColumn() int {
	if top := l.top(); top != nil {
		return top.column
	}
	return -1
}

func (l *linter) checkTabsBefore(tk lexeme) {
	begin, previous := tk.line, lexeme{}
	if before, sameLine := l.previous(); sameLine {
		begin, previous = before.end, before
	}
	tab := strings.IndexByte(l.text[begin:tk.at], '\t')
	switch {
	case tab < 0:
	case previous.Token == nil:
		l.fail(begin+tab, "tab", "The line begins with a tab.", l.tabHint())
	case previous.is(token.MappingValueType) && len(l.brackets) == 0:
		l.fail(begin+tab, "tab", "There is a tab after the colon.", "Use a space.")
	case previous.is(token.SequenceEntryType):
		l.fail(begin+tab, "tab", "There is a tab after the hyphen.", "Use a space.")
	case tk.is(token.MappingValueType):
		l.fail(begin+tab, "tab", "There is a tab in the key.", "Delete it.")
	default:
		l.fail(begin+tab, "tab", "There is a tab here.", "Use spaces.")
	}
}

func (l *linter) tabHint() string {
	hint, count := "Use spaces: two for each step.", 0
	for _, line := range lines(l.text) {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "\t") {
			count++
		}
	}
	if count > 1 {
		hint += fmt.Sprintf(" %d lines of this file begin with a tab.", count)
	}
	return hint
}

// add enters a hyphen or key into the level of its column.
func (l *linter) add(tk lexeme, list bool) {
	top := l.top()
	if top == nil || top.column < tk.column() || top.list != list {
		if top != nil {
			top.last = valueDone
		}
		l.levels = append(l.levels, level{column: tk.column(), list: list})
		l.checkDepth(tk)
		top = l.top()
	} else {
		l.countEmpty()
	}
	top.last = valueOpen
	if !list {
		top.keys++
	}
	l.count(tk, top.keys)
}

func (l *linter) checkDepth(tk lexeme) {
	if len(l.brackets)+len(l.levels) > maxDepth {
		l.fail(tk.at, "too-deep", fmt.Sprintf("The file is nested more than %d levels deep.", maxDepth),
			"Pages need about ten: look for brackets or hyphens that were repeated by mistake.")
	}
}

func (l *linter) count(tk lexeme, keys int) {
	l.entries++
	switch {
	case keys > maxKeys:
		l.fail(tk.at, "too-many", fmt.Sprintf("There are more than %d keys beside each other.", maxKeys), "Split the file into several.")
	case l.entries > maxEntries:
		l.fail(tk.at, "too-many", fmt.Sprintf("The file has more than %d keys and items.", maxEntries), "Split it into several files.")
	case l.empty > maxEmpty:
		l.fail(tk.at, "too-many", fmt.Sprintf("More than %d keys and items have no value.", maxEmpty), "Give them values, or remove them.")
	}
}

// countEmpty counts the last entry of the current level if no line brought its value.
func (l *linter) countEmpty() {
	if l.top().last == valueOpen {
		l.empty++
	}
}

// plainText returns the rest of the line from a place, without comment and spaces at its end.
func (l *linter) plainText(at int) string {
	text := l.restOfLine(at)
	for i := 1; i < len(text); i++ {
		if text[i] == '#' && (text[i-1] == ' ' || text[i-1] == '\t') {
			text = text[:i]
		}
	}
	return strings.TrimRight(text, " \t")
}

// putInQuotes shows a text in quotes, if that is short enough.
func putInQuotes(text string) string {
	switch {
	case utf8.RuneCountInString(text) > 60 || text == "":
		return "Put the whole text in quotes."
	case !strings.ContainsAny(text, "\"\\"):
		return fmt.Sprintf(`Put it in quotes: "%s".`, text)
	}
	return fmt.Sprintf("Put it in quotes: '%s'.", strings.ReplaceAll(text, "'", "''"))
}

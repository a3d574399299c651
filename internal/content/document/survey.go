package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of a file's structure. No page comes near them; the parser's cost
// grows with the square of the keys beside each other, and with the depth.
const (
	maxDepth   = 64
	maxEntries = 10_000 // keys and items of a file
	maxKeys    = 2_000  // keys beside each other
	maxEmpty   = 1_000  // keys and items without a value
	maxRun     = 500    // signs < in a row, after each of which the parser looks at all others
)

// survey reads the layout of a file line by line and reports what keeps it
// from being read, before the parser sees it: the parser stops at the first
// fault, words it for programmers, lets some faults pass and dies of others.
//
// It knows the block structure (which lines belong to which key), quotes,
// brackets and block texts, but builds nothing.
func survey(d *reading) []Problem {
	d.lines = strings.Split(d.source, "\n")
	s := surveyor{doc: d, lines: d.lines}
	s.conflicts()
	if i := strings.Index(d.source, strings.Repeat("<", maxRun)); i >= 0 {
		at := placeAfter(d.source[:i])
		return []Problem{d.problem(at, "too-many", fmt.Sprintf("There are more than %d signs < in a row.", maxRun-1), "Remove them.")}
	}
	if len(s.problems) > 0 {
		return s.problems
	}
	for s.line = 0; s.line < len(s.lines) && !s.lost; s.line++ {
		s.blockLine()
	}
	if s.tabbedLines > 1 {
		s.problems[s.firstTab].Hint += fmt.Sprintf(" %d lines of this file begin with a tab.", s.tabbedLines)
	}
	return s.problems
}

type surveyor struct {
	doc      *reading
	lines    []string
	line     int // index of the current line
	problems []Problem
	// Whether what follows cannot be told apart any more; the survey ends.
	lost bool

	levels      []level
	entries     int
	empty       int
	began       bool // a document has begun
	ended       bool // ... and was ended by a line of three points
	tabbedLines int
	firstTab    int
}

// level is a list or a set of keys that lines still may be added to.
type level struct {
	column int // byte offset of its hyphens or keys
	list   bool
	keys   int
	last   lastValue
}

// lastValue is what the last key or hyphen of a level has for a value.
type lastValue uint8

const (
	valueOpen   lastValue = iota // nothing yet: deeper lines may bring it
	valueText                    // plain text: deeper lines go on with it
	valueClosed                  // a value that is complete
)

func (s *surveyor) report(line, offset int, code, message, hint string) {
	text := s.lines[line]
	column := utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
	if len(s.problems) >= maxProblems {
		s.lost = true
		return
	}
	s.problems = append(s.problems, s.doc.problem(place{int32(line + 1), int32(column)}, code, message, hint))
}

// give up reports a problem after which the survey would only guess.
func (s *surveyor) giveUp(line, offset int, code, message, hint string) {
	s.report(line, offset, code, message, hint)
	s.lost = true
}

func (s *surveyor) top() *level {
	if len(s.levels) == 0 {
		return nil
	}
	return &s.levels[len(s.levels)-1]
}

// parentColumn is the column that lines of a value must be deeper than.
func (s *surveyor) parentColumn() int {
	if top := s.top(); top != nil {
		return top.column
	}
	return -1
}

// conflicts names the marks that a version control system leaves in a file.
func (s *surveyor) conflicts() {
	open := false
	for i, line := range s.lines {
		switch {
		case strings.HasPrefix(line, "<<<<<<< "), line == "<<<<<<<":
			open = true
			s.report(i, 0, "merge-conflict", "Two versions of this file were merged, and nobody decided between them here.",
				"Keep one of the two parts, and delete the lines of <<<<<<<, ======= and >>>>>>>.")
		case strings.HasPrefix(line, ">>>>>>> "), line == ">>>>>>>":
			if !open {
				s.report(i, 0, "merge-conflict", "A mark of a merge of two versions was left here.", "Delete this line, and check the lines above it.")
			}
			open = false
		}
	}
}

// blockLine reads the current line, and the further lines of a value that begins on it.
func (s *surveyor) blockLine() {
	line := s.lines[s.line]
	indent := len(line) - len(strings.TrimLeft(line, " "))
	rest := line[indent:]
	blank := strings.TrimLeft(rest, " \t")
	switch {
	case blank == "":
		return
	case rest[0] == '\t':
		s.tabIndent(indent)
		return
	case rest[0] == '#':
		if top := s.top(); top != nil && top.last == valueText {
			top.last = valueClosed // a comment ends a plain text
		}
		return
	case s.marker(line):
		return
	case s.strangeSpace(rest, indent):
		return
	case s.ended:
		s.giveUp(s.line, indent, "second-document", "There is more text after the end of the file's content (the line ...).", "Remove the line of three points.")
		return
	}
	s.began = true
	if top := s.top(); top != nil && top.last == valueText && indent > top.column {
		s.continuation(line, indent)
		return
	}
	if s.place(line, indent) {
		s.entry(line, indent)
	}
}

func (s *surveyor) tabIndent(indent int) {
	s.tabbedLines++
	if s.tabbedLines == 1 {
		s.firstTab = len(s.problems)
		s.report(s.line, indent, "tab", "The line begins with a tab.", "Use spaces: two for each step.")
	}
}

// marker handles the signs that begin and end documents.
func (s *surveyor) marker(line string) bool {
	switch {
	case line[0] == '%':
		hint := "Put the text in quotes."
		if strings.HasPrefix(line, "%YAML") || strings.HasPrefix(line, "%TAG") {
			hint = "Delete this line."
		}
		s.giveUp(s.line, 0, "needs-quotes", "A line cannot begin with %.", hint)
	case isMarker(line, "---"):
		if s.began {
			s.giveUp(s.line, 0, "second-document", "A second document begins here.", "A file holds one document: remove the line ---.")
		} else if after := strings.TrimSpace(line[3:]); after != "" && after[0] != '#' {
			s.giveUp(s.line, 3, "second-document", "The line --- must stand alone.", "Remove the --- at its begin.")
		}
		s.began = true
	case isMarker(line, "..."):
		s.ended = true
	default:
		return false
	}
	return true
}

func isMarker(line, sign string) bool {
	after, found := strings.CutPrefix(line, sign)
	return found && (after == "" || after[0] == ' ' || after[0] == '\t')
}

// strangeSpace finds spaces of word processors where YAML counts only plain ones.
func (s *surveyor) strangeSpace(rest string, indent int) bool {
	if r, _ := utf8.DecodeRuneInString(rest); !isStrangeSpace(r) {
		return false
	}
	s.report(s.line, indent, "strange-space", "The line begins with a special space, as word processors make it.",
		"Delete the spaces at its begin and type them again.")
	return true
}

// continuation reads a further line of a plain text.
func (s *surveyor) continuation(line string, indent int) {
	end, comment := plainEnd(line, indent)
	text := line[indent:end]
	switch {
	case text == "-" || strings.HasPrefix(text, "- "):
		s.giveUp(s.line, indent, "bad-indentation", "A list item stands here, but the line above already has text.",
			"Move the text of the line above into an item, or put this line further left.")
	case findKey(line, indent) >= 0:
		hint := "Put as many spaces before it as before the keys beside it; text with a colon needs quotes."
		if word := s.keyAbove(); word != "" {
			hint = fmt.Sprintf("If the line above is a key, write a colon behind it: `%s:`.", word)
		}
		s.giveUp(s.line, indent, "bad-indentation", "This line stands deeper than the one above, which already has text.", hint)
	default:
		s.tabInside(s.line, indent, end)
	}
	if comment {
		s.top().last = valueClosed
	}
}

func (s *surveyor) tooDeep(line, offset int) {
	s.giveUp(line, offset, "too-deep", fmt.Sprintf("The file is nested more than %d levels deep.", maxDepth), "Pages need about ten: look for brackets or hyphens that were repeated by mistake.")
}

func (s *surveyor) count(line, offset, keys int) bool {
	s.entries++
	switch {
	case keys > maxKeys:
		s.giveUp(line, offset, "too-many", fmt.Sprintf("There are more than %d keys beside each other.", maxKeys), "Split the file into several.")
	case s.entries > maxEntries:
		s.giveUp(line, offset, "too-many", fmt.Sprintf("The file has more than %d keys and items.", maxEntries), "Split it into several files.")
	case s.empty > maxEmpty:
		s.giveUp(line, offset, "too-many", fmt.Sprintf("More than %d keys and items have no value.", maxEmpty), "Give them values, or remove them.")
	}
	return !s.lost
}

// countEmpty counts the last entry of the current level if no line brought its value.
func (s *surveyor) countEmpty() {
	if s.top().last == valueOpen {
		s.empty++
	}
}

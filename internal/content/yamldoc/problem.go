package yamldoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Severity says whether a problem keeps a revision from going live.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // the content cannot be used
	Warning Severity = "warning" // the content can be used, and somebody should look at it
)

// Problem is one thing that is wrong with a file, in words for the person who edits it.
type Problem struct {
	Severity Severity `json:"severity"`
	// Path of the file below the content folder, with slashes.
	File string `json:"file"`
	// Line and column count from 1; 0 means the file as a whole. A column counts characters.
	Line   int `json:"line"`
	Column int `json:"column"`
	// Stable name of the kind of problem, such as unknown-key.
	Code string `json:"code"`
	// One plain sentence.
	Message string `json:"message"`
	// What to do about it; may be empty.
	Hint string `json:"hint,omitempty"`
	// The line of the file; empty where there is none.
	Source string `json:"source,omitempty"`
	// What the file refers to and is not there, where that may be of another site:
	// an address, or SITE/ID. It helps to tell who caused the problem.
	Refers string `json:"-"`
}

// Excerpts are cut to this many screen columns around the caret, and a tab is shown as this many spaces.
const (
	excerptWidth = 100
	tabWidth     = 4
)

// String writes the problem as file:line:column: message hint, and below it
// the line of the file with a caret under the column.
func (p Problem) String() string {
	var out strings.Builder
	out.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&out, ":%d:%d", p.Line, p.Column)
	}
	out.WriteString(": ")
	if p.Severity == Warning {
		out.WriteString("warning: ")
	}
	out.WriteString(p.Message)
	if p.Hint != "" {
		out.WriteString(" " + p.Hint)
	}
	if p.Line == 0 || p.Source == "" {
		return out.String()
	}
	excerpt, caret := cutExcerpt(p.Source, p.Column)
	fmt.Fprintf(&out, "\n%6d | %s\n       | %s^", p.Line, excerpt, strings.Repeat(" ", caret))
	return out.String()
}

// Sort orders problems by file, line and column, and keeps the order of those at the same place.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
}

// cutExcerpt formats a source line for a terminal and returns on which screen
// column, counted from 0, the character of the given column stands.
func cutExcerpt(source string, column int) (excerpt string, caret int) {
	runes := []rune(strings.TrimRight(source, " \t"))
	at := min(max(column-1, 0), len(runes))

	// Walk outwards from the column until the window is full, so that the
	// cost does not depend on the length of the line.
	first, last, used := at, at, 0
	for used < excerptWidth && (first > 0 || last < len(runes)) {
		if first > 0 {
			first--
			used += runeWidth(runes[first])
		}
		if last < len(runes) {
			used += runeWidth(runes[last])
			last++
		}
	}
	var out strings.Builder
	if first > 0 {
		out.WriteString("…")
		caret++
	}
	for i, r := range runes[first:last] {
		if first+i < at {
			caret += runeWidth(r)
		}
		switch {
		case r == '\t':
			out.WriteString(strings.Repeat(" ", tabWidth))
		case r < ' ' || r == 0x7f || r == unicode.ReplacementChar:
			out.WriteRune(unicode.ReplacementChar)
		default:
			out.WriteRune(r)
		}
	}
	if last < len(runes) {
		out.WriteString("…")
	}
	return out.String(), caret
}

func runeWidth(r rune) int {
	switch {
	case r == '\t':
		return tabWidth
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

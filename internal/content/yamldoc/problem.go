package yamldoc

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"github.com/evenlight/marquee/internal/content/text"
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
	// Name of the kind of problem, such as unknown-key.
	Code string `json:"code"`
	// One plain sentence.
	Message string `json:"message"`
	// What to do about it; may be empty.
	Hint string `json:"hint,omitempty"`
	// The line of the file; empty where there is none.
	Source string `json:"source,omitempty"`
	// What the file refers to and is not there, where that may be of another site: an address, or SITE/ID. It helps to
	// tell who caused the problem.
	Refers string `json:"-"`
	// Whether it is about a whole set of keys or a list, or about a value that is not there.
	Whole bool `json:"-"`
}

// ProblemAt returns an error at a byte of the text of a file.
func ProblemAt(file, text string, at int, code, message, hint string) Problem {
	before := text[:min(at, len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return Problem{
		Severity: Error, File: file,
		Line: strings.Count(before, "\n") + 1, Column: utf8.RuneCountInString(before[start:]) + 1,
		Code: code, Message: message, Hint: hint,
		// A clone, or a problem would keep the whole file in memory.
		Source: strings.Clone(strings.TrimRight(line, "\r")),
	}
}

// Excerpts are cut to this many characters around the caret, and a tab is shown as this many spaces.
const (
	excerptLength = 100
	tabWidth      = 4
)

// String writes the problem as file:line:column: message hint, and below it the line of the file with a caret under the
// column.
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

// Error makes an error of a problem that keeps a file from being read.
func (p *Problem) Error() string { return p.String() }

// Sort orders problems by file, line and column, and keeps the order of those at the same place.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
}

// cutExcerpt formats a source line for a terminal and returns on which screen column, counted from 0, the character of
// the given column stands. Tabs become spaces, and control characters a sign that they are there.
func cutExcerpt(source string, column int) (excerpt string, caret int) {
	runes := []rune(strings.TrimRight(source, " \t"))
	at := min(max(column-1, 0), len(runes))
	first := max(min(at-excerptLength/2, len(runes)-excerptLength), 0)
	last := min(first+excerptLength, len(runes))

	var out strings.Builder
	if first > 0 {
		out.WriteString("…")
		caret++
	}
	for i, r := range runes[first:last] {
		shown, size := string(r), 1
		switch kind := width.LookupRune(r).Kind(); {
		case r == '\t':
			shown, size = strings.Repeat(" ", tabWidth), tabWidth
		case isControl(r):
			shown = string(unicode.ReplacementChar)
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			size = 0
		case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
			size = 2
		}
		if out.WriteString(shown); first+i < at {
			caret += size
		}
	}
	if last < len(runes) {
		out.WriteString("…")
	}
	return out.String(), caret
}

func noun(t reflect.Type) string {
	others := map[string]string{"Legal": "document", "ImageNote": "picture", "Section": "block"}
	return cmp.Or(others[t.Name()], strings.ToLower(t.Name()))
}

// quoteShort quotes what was typed, so that it can stand in a sentence.
func quoteShort(typed string) string { return strconv.Quote(text.Shortened(typed)) }

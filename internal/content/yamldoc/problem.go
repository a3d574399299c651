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

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/slug"
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
	// What the file refers to and is not there, where that may be of another site: an address, or SITE/ID. It helps to
	// tell who caused the problem.
	Refers string `json:"-"`
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

// Sort orders problems by file, line and column, and keeps the order of those at the same place.
func Sort(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
}

// cutExcerpt formats a source line for a terminal and returns on which screen column, counted from 0, the character of
// the given column stands.
func cutExcerpt(source string, column int) (excerpt string, caret int) {
	runes := []rune(strings.TrimRight(source, " \t"))
	at := min(max(column-1, 0), len(runes))
	first := max(min(at-excerptLength/2, len(runes)-excerptLength), 0)
	last := min(first+excerptLength, len(runes))

	before, after := printable(runes[first:at]), printable(runes[at:last])
	if first > 0 {
		before = "…" + before
	}
	if last < len(runes) {
		after += "…"
	}
	for _, r := range before {
		caret += runeWidth(r)
	}
	return before + after, caret
}

// printable writes tabs as spaces, and shows that there are control characters.
func printable(runes []rune) string {
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ReplaceAll(string(runes), "\t", strings.Repeat(" ", tabWidth)))
}

func runeWidth(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// scope is where in the file the decoder is, to name things in sentences.
type scope struct {
	name     string // of a key, or of the list of an item; else all there is to say, as The page
	key      bool
	item     int  // counted from 1; 0 for what is no item
	required bool // of a key that must be there
}

// subject begins a sentence about the value.
func (s scope) subject() string {
	switch {
	case s.item > 0:
		return fmt.Sprintf("Item %d of `%s`", s.item, shorten(s.name, 40))
	case s.key:
		return "`" + shorten(s.name, 40) + "`"
	}
	return s.name
}

// noun names what a file or an entry of a collection is.
func noun(t reflect.Type) string {
	others := map[string]string{"Legal": "document", "ImageNote": "picture", "Section": "block"}
	return cmp.Or(others[t.Name()], strings.ToLower(t.Name()))
}

func didYouMean(word string) string { return fmt.Sprintf("Did you mean %q?", word) }

// nearHint proposes the choice that comes near to what was typed, where there is one.
func nearHint(typed string, choices []string, otherwise string) string {
	if near, found := site.Nearest(typed, choices); found {
		return didYouMean(near)
	}
	return otherwise
}

// oneOf lists choices: a, b or c.
func oneOf(choices []string) string {
	if len(choices) == 1 {
		return choices[0]
	}
	return strings.Join(choices[:len(choices)-1], ", ") + " or " + choices[len(choices)-1]
}

// noSpaceAfterColon explains a text that was meant as a key and its value; empty for others.
func noSpaceAfterColon(text string) (message, hint string) {
	key, after, colon := strings.Cut(text, ":")
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case !colon || key == "" || next == ' ', strings.HasPrefix(after, "//"): // an address
		return "", ""
	case isStrangeSpace(next):
		return "After the colon stands a special space, as word processors make it.", "Delete it and type a space."
	}
	return "There is no space after the colon.", fmt.Sprintf("Write `%s: …`.", shorten(key, 30))
}

// quoteShort quotes what was typed, so that it can stand in a sentence.
func quoteShort(text string) string { return strconv.Quote(shorten(text, 40)) }

func shorten(text string, limit int) string {
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}

// slugExample turns what was typed into a name that would do.
func slugExample(text string) string { return cmp.Or(slug.Make(shorten(text, 40)), "book-a-call") }

// kindWords names what is at a place, as in "but a list stands here".
var kindWords = map[kind]string{kindEmpty: "text", kindText: "text", kindList: "a list", kindKeys: "a set of keys"}

package text

import (
	"fmt"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Problem is something wrong with a text.
type Problem struct {
	At      int // bytes of the text before it
	Code    string
	Message string
	Hint    string
	Refers  string // the name that a reference gives, where that is what is wrong
	Warning bool
}

// Wrong returns a problem with a message as [fmt.Sprintf] makes it.
func Wrong(code, hint, format string, args ...any) Problem {
	return Problem{Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}
}

// maxProblems is how many problems of one text are told: most of more have one cause.
const maxProblems = 200

type problems struct {
	whole string
	found []Problem
}

// add adds a problem at a byte of the text. What is all zero is none.
func (p *problems) add(at int, problem Problem) {
	if problem.Message != "" && len(p.found) < maxProblems {
		problem.At = min(max(at, 0), len(p.whole))
		p.found = append(p.found, problem)
	}
}

// DidYouMean returns a hint with the nearest of some names, or the other hint.
func DidYouMean(word string, among []string, otherwise string) string {
	if near, found := site.Nearest(word, among); found {
		return fmt.Sprintf("Did you mean %q?", near)
	}
	return otherwise
}

// KnownAre returns a hint that lists all there is.
func KnownAre(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return "The only one is " + words[0] + "."
	}
	return "Known are " + Listed(words) + "."
}

// Meant proposes the known word that was meant, or else names all of them.
func Meant(typed string, known []string) string { return DidYouMean(typed, known, KnownAre(known)) }

// Listed writes words as a list: a, b and c.
func Listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Shortened cuts long words for a message.
func Shortened(words string) string {
	if runes := []rune(words); len(runes) > 40 {
		return string(runes[:39]) + "…"
	}
	return words
}

// Counted returns a number with its noun, such as 3 items.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Rows reads a table with tabs between its columns. Lines that begin with # and a space are comments.
func Rows(table string) (rows [][]string) {
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "# ") {
			rows = append(rows, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return rows
}

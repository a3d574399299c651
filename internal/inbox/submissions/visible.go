package submissions

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// visible returns a text as one line that can be shown to people: whatever would
// drive a terminal, reorder a line or hide is written as an escape, such as \x1b.
// A terminal obeys what it is sent; without this a visitor could type a message
// that moves the cursor, rewrites the table above it or fills the clipboard.
func visible(text string) string { return escape(text, false) }

// visibleLines is visible for text of several lines.
func visibleLines(text string) []string {
	return strings.Split(escape(strings.ReplaceAll(text, "\r\n", "\n"), true), "\n")
}

func escape(text string, keepNewlines bool) string {
	if strings.IndexFunc(text, hostile) < 0 && utf8.ValidString(text) {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&out, `\x%02x`, text[0])
		case r == '\n' && keepNewlines, !hostile(r):
			out.WriteRune(r)
		case r < utf8.RuneSelf && !unicode.IsSpace(r):
			fmt.Fprintf(&out, `\x%02x`, r)
		default:
			out.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
		text = text[size:]
	}
	return out.String()
}

// The two joiners make emoji of several persons and are part of Persian and
// Indic spelling. They neither move nor reorder anything.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// hostile are control characters of both kinds (C0, C1), marks of direction, invisible
// characters, the separators of lines and paragraphs, and what has no agreed meaning.
func hostile(r rune) bool {
	if r == zeroWidthNonJoiner || r == zeroWidthJoiner {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs)
}

// cells is how many columns of a terminal a text takes.
func cells(text string) int {
	n := 0
	for _, r := range text {
		n += cellsOf(r)
	}
	return n
}

func cellsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cut shortens a text to so many columns, and ends it with an ellipsis where it does.
func cut(text string, columns int) string {
	if cells(text) <= columns {
		return text
	}
	if columns < 1 {
		return ""
	}
	taken := 0
	for at, r := range text {
		if taken += cellsOf(r); taken > columns-1 {
			return text[:at] + "…"
		}
	}
	return text
}

// wrap breaks a line after so many columns: at a space where there is one, else anywhere.
func wrap(line string, columns int) []string {
	var lines []string
	start, space, taken := 0, -1, 0
	for at, r := range line {
		if r == ' ' {
			space = at
		}
		taken += cellsOf(r)
		if taken <= columns || at == start {
			continue
		}
		end, next := at, at
		if space > start {
			end, next = space, space+1
		}
		lines = append(lines, line[start:end])
		start, space = next, -1
		taken = cells(line[start : at+utf8.RuneLen(r)])
	}
	if start == len(line) && start > 0 {
		return lines
	}
	return append(lines, line[start:])
}

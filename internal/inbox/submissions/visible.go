package submissions

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
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

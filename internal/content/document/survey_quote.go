package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// quoteEnd returns the offset after the closing quote, or -1; from is the
// offset after the opening one. bad is the offset of the first backslash that
// begins no known code, or -1.
func quoteEnd(line string, from int, quote byte) (end, bad int) {
	bad = -1
	for i := from; i < len(line); i++ {
		switch {
		case line[i] == quote && quote == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		case line[i] == quote:
			return i + 1, bad
		case line[i] == '\\' && quote == '"':
			length := escapeBytes(line[i:])
			if length == 0 {
				if bad < 0 {
					bad = i
				}
				length = 2
			}
			i += length - 1
		}
	}
	return -1, bad
}

// escapeBytes returns the length of the code that a backslash begins, 0 for an unknown one.
func escapeBytes(text string) int {
	if len(text) < 2 {
		return 1 // a backslash at the end of a line joins it with the next
	}
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[text[1]]
	if digits == 0 {
		if strings.IndexByte("0abtnvfre \"/\\N_LP\t", text[1]) < 0 {
			return 0
		}
		return 2
	}
	code, err := strconv.ParseUint(text[2:min(2+digits, len(text))], 16, 32)
	if err != nil || len(text) < 2+digits || code > unicode.MaxRune {
		return 0
	}
	if !utf16.IsSurrogate(rune(code)) {
		return 2 + digits
	}
	// Half a pair makes a character only with its other half.
	if digits != 4 || len(text) < 12 || text[6:8] != `\u` {
		return 0
	}
	low, err := strconv.ParseUint(text[8:12], 16, 32)
	if err != nil || utf16.DecodeRune(rune(code), rune(low)) == utf8.RuneError {
		return 0
	}
	return 12
}

// quoted reads a text in quotes up to the end of its last line, and what must not follow it.
func (s *surveyor) quoted(at int) {
	opening := s.line
	end, ok := s.quote(at, s.parentColumn())
	if !ok {
		return
	}
	rest := strings.TrimSpace(s.lines[s.line][end:])
	if rest == "" || rest[0] == '#' && s.lines[s.line][end] != '#' {
		return
	}
	if s.line > opening {
		s.unclosedQuote(opening, at)
		return
	}
	s.report(s.line, end, "needs-quotes", "There is more text after the closing quote.",
		"Put the whole text in quotes; for a quotation mark inside it, write the outer ones as "+otherQuotes(s.lines[opening][at])+".")
}

func otherQuotes(quote byte) string {
	if quote == '"' {
		return "'single quotes'"
	}
	return `"double quotes"`
}

// quote reads a text in quotes, over several lines if need be. The further
// lines must be deeper than the parent, or a forgotten quote would swallow
// everything up to the next one.
func (s *surveyor) quote(at, parent int) (end int, ok bool) {
	opening, sign := s.line, s.lines[s.line][at]
	from := at + 1
	for {
		line := s.lines[s.line]
		end, bad := quoteEnd(line, from, sign)
		if bad >= 0 {
			s.report(s.line, bad, "bad-escape", `In double quotes, a backslash begins a code, and this is none.`,
				`Write \\ for a backslash, or use 'single quotes'.`)
		}
		until := end
		if end < 0 {
			until = len(strings.TrimRight(line, " \t"))
		}
		s.tabInside(s.line, min(from, until), until)
		if end >= 0 {
			return end, true
		}
		for s.line++; s.line < len(s.lines) && strings.TrimSpace(s.lines[s.line]) == ""; s.line++ {
		}
		if s.line == len(s.lines) {
			s.unclosedQuote(opening, at)
			return 0, false
		}
		next := s.lines[s.line]
		from = len(next) - len(strings.TrimLeft(next, " "))
		if from <= parent || isMarker(next, "---") || isMarker(next, "...") {
			s.unclosedQuote(opening, at)
			return 0, false
		}
	}
}

func (s *surveyor) unclosedQuote(line, at int) {
	sign := s.lines[line][at]
	hint := fmt.Sprintf("Write %c at the end of the text.", sign)
	if sign == '\'' {
		hint += " An apostrophe inside single quotes is written twice: ''."
	}
	s.giveUp(line, at, "unclosed-quote", "The quote that opens here is not closed.", hint)
}

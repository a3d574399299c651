package document

import (
	"strings"
	"unicode/utf8"
)

// placeInText finds where in the file the offset-th character of a text
// stands, by reading the text's lines as YAML does: without their indentation,
// and with one or more line breaks as a space or as line breaks. A line break
// itself stands where the next line begins.
func (d *reading) placeInText(n *node, offset int) (at place, ok bool) {
	length := utf8.RuneCountInString(n.text)
	if offset < 0 || offset >= length || n.at.line < 1 {
		return place{}, false
	}
	l := locator{text: []rune(n.text), style: n.style, offset: offset}
	rest := d.from(n.at.line)
	for number := n.at.line; l.next < length; number++ {
		line, after, more := strings.Cut(rest, "\n")
		begin := 1
		switch {
		case number > n.at.line:
			begin = l.indentation(line) + 1
		case n.style == styleBlock: // its first line has the sign alone
			begin = utf8.RuneCountInString(line) + 1
		default:
			begin = int(n.at.column)
			if n.style != stylePlain {
				begin++
			}
		}
		if column, found := l.line(fromColumn(line, begin)); found {
			return place{number, int32(begin + column)}, true
		}
		if l.lost || !more {
			break
		}
		rest = after
	}
	return place{}, false
}

// from returns the file from a line on, counted from 1.
func (d *reading) from(number int32) string {
	rest := d.source
	for ; number > 1; number-- {
		_, after, found := strings.Cut(rest, "\n")
		if !found {
			return ""
		}
		rest = after
	}
	return rest
}

// locator follows a text through the lines of the file that make it.
type locator struct {
	text   []rune
	style  style
	next   int // the character of the text that is looked for next
	offset int // the one that is wanted
	indent int // of a block text: spaces before each line; known after the first
	known  bool
	lost   bool // the lines are not those of the text
}

// indentation returns how many characters of a further line do not belong to the text.
func (l *locator) indentation(line string) int {
	spaces := len(line) - len(strings.TrimLeft(line, " "))
	if l.style != styleBlock {
		return len(line) - len(strings.TrimLeft(line, " \t"))
	}
	if !l.known && strings.TrimSpace(line) != "" {
		// The first line with words may stand deeper than the text as a whole.
		words := strings.TrimLeft(string(l.text[:min(len(l.text), 1<<10)]), "\n")
		l.indent = max(0, spaces-(len(words)-len(strings.TrimLeft(words, " "))))
		l.known = true
	}
	return min(l.indent, spaces)
}

// line follows the text through one line and returns how many characters of
// the line stand before the wanted one.
func (l *locator) line(line string) (column int, found bool) {
	if strings.TrimSpace(line) == "" {
		return 0, false
	}
	if l.style != styleBlock {
		line = strings.TrimRight(line, " \t")
	}
	runes := []rune(line)
	// What stands between two lines is no character of either.
	for l.next < len(l.text) && l.text[l.next] != runes[0] && (l.text[l.next] == ' ' || l.text[l.next] == '\n') {
		l.next++
	}
	for i := 0; i < len(runes) && l.next < len(l.text); l.next++ {
		if l.next >= l.offset {
			return i, true
		}
		length := 1
		switch l.style {
		case styleSingle:
			length = escapeLength(runes[i:], '\'')
		case styleDouble:
			if runes[i] == '\\' && i+1 == len(runes) { // the line goes on without a space
				return 0, false
			}
			length = escapeLength(runes[i:], '"')
		}
		if length == 1 && runes[i] != l.text[l.next] {
			l.lost = true
			return 0, false
		}
		i += length
	}
	return 0, false
}

// escapeLength tells how many characters of a quoted text make its next character.
func escapeLength(runes []rune, quote rune) int {
	if len(runes) < 2 {
		return 1
	}
	if quote == '\'' {
		if runes[0] == '\'' && runes[1] == '\'' {
			return 2
		}
		return 1
	}
	if runes[0] != '\\' {
		return 1
	}
	switch runes[1] {
	case 'x':
		return 4
	case 'u':
		if len(runes) > 7 && runes[2] == 'd' || len(runes) > 7 && runes[2] == 'D' {
			if strings.ContainsRune("89abAB", runes[3]) {
				return 12 // a pair of surrogates makes one character
			}
		}
		return 6
	case 'U':
		return 10
	}
	return 2
}

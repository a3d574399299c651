package document

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// plainEnd returns where a plain text that begins at an offset ends on its
// line, without spaces, and whether a comment follows it.
func plainEnd(line string, from int) (end int, comment bool) {
	end = len(line)
	for i := from; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			end, comment = i, true
			break
		}
	}
	return from + len(strings.TrimRight(line[from:end], " \t")), comment
}

// findKey returns the offset of the colon after the key that begins at an
// offset, or -1 where there is no key.
func findKey(line string, from int) int {
	i := from
	switch line[from] {
	case '[', '{':
		return -1
	case '"', '\'':
		end, _ := quoteEnd(line, from+1, line[from])
		if end < 0 {
			return -1
		}
		i = end
		for i < len(line) && line[i] == ' ' {
			i++
		}
		if i == len(line) || line[i] != ':' {
			return -1
		}
	}
	end, _ := plainEnd(line, from)
	for ; i < end; i++ {
		if line[i] == ':' && (i+1 == len(line) || line[i+1] == ' ' || line[i+1] == '\t') {
			return i
		}
	}
	return -1
}

// isReserved reports signs that have a meaning for YAML where a text begins.
func isReserved(sign byte) bool { return strings.IndexByte("&*!@`%,]}", sign) >= 0 }

// reserved reports a text that begins with such a sign.
func (s *surveyor) reserved(line string, at, end int) {
	s.closeValue()
	code, more := "needs-quotes", ""
	if strings.IndexByte("&*!", line[at]) >= 0 {
		code, more = "not-supported", " Names for parts that are used again (&, *) and types (!) are not supported here."
	}
	s.report(s.line, at, code, fmt.Sprintf("Text cannot begin with %c.", line[at]), putInQuotes(line[at:end])+more)
}

// closeValue marks the value of the current level as complete.
func (s *surveyor) closeValue() {
	if top := s.top(); top != nil {
		top.last = valueClosed
	}
}

// putInQuotes shows how a text is written in quotes.
func putInQuotes(text string) string {
	text = strings.TrimRight(text, " \t")
	switch {
	case utf8.RuneCountInString(text) > 60 || text == "":
		return "Put the whole text in quotes."
	case !strings.ContainsAny(text, "\"\\"):
		return fmt.Sprintf(`Put it in quotes: "%s".`, text)
	}
	return fmt.Sprintf("Put it in quotes: '%s'.", strings.ReplaceAll(text, "'", "''"))
}

// value reads what stands after a key's colon or a hyphen.
func (s *surveyor) value(line string, at int) {
	if at >= len(line) || line[at] == '#' || strings.TrimSpace(line[at:]) == "" {
		return
	}
	end, comment := plainEnd(line, at)
	switch sign := line[at]; {
	case sign == '"' || sign == '\'':
		s.closeValue()
		s.quoted(at)
	case sign == '[' || sign == '{':
		s.closeValue()
		s.flow(at)
	case sign == '|' || sign == '>':
		s.closeValue()
		s.block(line, at)
	case isReserved(sign):
		s.reserved(line, at, end)
	case isDash(line, at):
		s.closeValue()
		s.report(s.line, at, "bad-indentation", "A list cannot begin on the line of its key.", "Write each item on a line of its own, below the key.")
	case sign == '?' && (at+1 == len(line) || line[at+1] == ' '):
		s.closeValue()
		s.report(s.line, at, "needs-quotes", "Text cannot begin with a question mark and a space.", putInQuotes(line[at:end]))
	default:
		s.plain(line, at, end, comment)
	}
}

// plain reads text without quotes.
func (s *surveyor) plain(line string, at, end int, comment bool) {
	top := s.top()
	if top != nil {
		top.last = valueText
		if comment {
			top.last = valueClosed
		}
	}
	text := line[at:end]
	colon := strings.Index(text, ": ")
	if colon < 0 && strings.HasSuffix(text, ":") {
		colon = len(text) - 1
	}
	if colon >= 0 && top != nil {
		top.last = valueClosed
		if lacksOpening(text) {
			s.report(s.line, end-1, "unclosed-bracket", "This } closes nothing: there is no { before it.", "Write { before the first key of the line.")
			return
		}
		s.report(s.line, at+colon, "needs-quotes", "Text with a colon and a space in it needs quotes.", putInQuotes(text))
		return
	}
	s.tabInside(s.line, at, end)
}

func (s *surveyor) tabInside(line, from, to int) {
	if i := strings.IndexByte(s.lines[line][from:to], '\t'); i >= 0 {
		s.report(line, from+i, "tab", "There is a tab inside the text.", "Use a space.")
	}
}

var blockHeader = regexp.MustCompile(`^[|>](?:[+-]?([1-9])?|([1-9])[+-]?)[ \t]*(?:[ \t]#.*)?$`)

// block skips the lines of a text that is written below its key with | or >.
func (s *surveyor) block(line string, at int) {
	header := blockHeader.FindStringSubmatch(line[at:])
	if header == nil {
		end, _ := plainEnd(line, at)
		s.report(s.line, at, "needs-quotes", fmt.Sprintf("Text cannot begin with %c.", line[at]),
			putInQuotes(line[at:end])+" For text over several lines, the sign stands alone on its line.")
		return
	}
	parent, depth := s.parentColumn(), -1
	if digit := header[1] + header[2]; digit != "" {
		depth = max(parent, 0) + int(digit[0]-'0')
	} else {
		end := at + 1
		if end < len(line) && (line[end] == '+' || line[end] == '-') {
			end++
		}
		s.doc.blocks = append(s.doc.blocks, blockSign{s.line, end})
	}
	for s.line+1 < len(s.lines) {
		next := s.lines[s.line+1]
		text := strings.TrimLeft(next, " ")
		indent := len(next) - len(text)
		switch {
		case strings.TrimSpace(text) == "":
		case indent <= parent && text[0] != '\t', isMarker(next, "---"), isMarker(next, "..."):
			return
		case text[0] == '\t' && (depth < 0 || indent < depth):
			s.line++
			s.tabIndent(indent)
			continue
		case depth < 0:
			depth = indent
		case indent < depth && text[0] == '#':
			return
		case indent < depth:
			s.giveUp(s.line+1, indent, "bad-indentation", "This line has fewer spaces than the first line of the text that it belongs to.",
				"Give all lines of the text the same number of spaces.")
			return
		}
		s.line++
	}
}

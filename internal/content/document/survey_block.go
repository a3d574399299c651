package document

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// place finds the level that a line belongs to, by its indentation.
func (s *surveyor) place(line string, indent int) bool {
	deepest, left := s.top(), -1
	for len(s.levels) > 0 && s.top().column > indent {
		s.countEmpty()
		if s.top().list {
			left = s.top().column
		}
		s.levels = s.levels[:len(s.levels)-1]
	}
	top := s.top()
	dash := isDash(line, indent)
	switch {
	case deepest == nil:
		return true
	case top == nil, top.column < indent && top != deepest:
		s.giveUp(s.line, indent, "bad-indentation", "The line does not line up with any line above it.",
			"Give it exactly as many spaces as the lines that it belongs with.")
		return false
	case top.column < indent && top.last == valueClosed:
		s.giveUp(s.line, indent, "bad-indentation", "This line stands deeper than the one above, which already has a value.",
			"Give it exactly as many spaces as the lines that it belongs with.")
		return false
	case top.column < indent:
		return true
	case top.list && !dash && len(s.levels) > 1 && s.levels[len(s.levels)-2].column == indent:
		s.levels = s.levels[:len(s.levels)-1] // the list stood right below its key
		return true
	case top.list && !dash && bullet(line[indent:]) != 0:
		s.giveUp(s.line, indent, "bad-indentation", fmt.Sprintf("The lines beside this one begin with a hyphen, but this one begins with %c.", bullet(line[indent:])),
			"Write a hyphen and a space instead.")
		return false
	case top.list && !dash:
		s.giveUp(s.line, indent, "bad-indentation", "The lines beside this one begin with a hyphen, but this one does not.",
			"Begin it with a hyphen and a space, or give it as many spaces as the lines that it belongs with.")
		return false
	case !top.list && dash && top.last != valueOpen && left >= 0:
		s.giveUp(s.line, indent, "bad-indentation", "This list item stands further left than the items above it.",
			fmt.Sprintf("Put %s before it and before all lines that belong to it: %d in all before its hyphen.", spaces(left-indent), left))
		return false
	case !top.list && dash && top.last != valueOpen:
		s.giveUp(s.line, indent, "bad-indentation", "A list item stands here, but the lines beside it are keys.",
			"Write the key of the list on a line above it, with nothing after its colon.")
		return false
	}
	return true
}

// spaces says how many more spaces a line needs.
func spaces(number int) string {
	if number == 1 {
		return "one more space"
	}
	return fmt.Sprintf("%d more spaces", number)
}

func isDash(line string, at int) bool {
	return line[at] == '-' && (at+1 == len(line) || line[at+1] == ' ' || line[at+1] == '\t')
}

// entry reads hyphens, key and value of a line.
func (s *surveyor) entry(line string, at int) {
	for isDash(line, at) {
		if !s.add(at, true) {
			return
		}
		next := at + 1
		for next < len(line) && line[next] == ' ' {
			next++
		}
		if next < len(line) && line[next] == '\t' && strings.TrimSpace(line[next:]) != "" {
			s.report(s.line, next, "tab", "There is a tab after the hyphen.", "Use a space.")
			s.top().last = valueClosed
			return
		}
		if next == len(line) || line[next] == '#' || line[next] == '\t' {
			return
		}
		at = next
	}
	colon := findKey(line, at)
	if colon < 0 {
		s.loneText(line, at)
		return
	}
	if !s.key(line, at, colon) || !s.add(at, false) {
		return
	}
	next := colon + 1
	for next < len(line) && line[next] == ' ' {
		next++
	}
	if next < len(line) && line[next] == '\t' && strings.TrimSpace(line[next:]) != "" {
		s.report(s.line, next, "tab", "There is a tab after the colon.", "Use a space.")
		s.top().last = valueClosed
		return
	}
	s.value(line, next)
}

// key checks a key and reports whether the line can be read on.
func (s *surveyor) key(line string, at, colon int) bool {
	key := line[at:colon]
	switch {
	case key == "<<":
		s.report(s.line, at, "not-supported", "Merging keys with << is not supported here.", "Write the keys themselves.")
		return false
	case len(key) > 1 && key[0] == '-' && key[1] != '-':
		s.giveUp(s.line, at, "missing-space", "There is no space after the hyphen.", "Write a space between the hyphen and the text.")
		return false
	case key == "?" || strings.HasPrefix(key, "? "):
		s.giveUp(s.line, at, "not-supported", "A line cannot begin with a question mark and a space.", "Put the text in quotes.")
		return false
	case key == "":
		s.giveUp(s.line, at, "no-key", "There is no key before the colon.", "Write the key, or put the text in quotes.")
		return false
	case isReserved(key[0]):
		s.reserved(line, at, colon)
		return false
	case strings.Contains(key, "\t"):
		s.report(s.line, at+strings.IndexByte(key, '\t'), "tab", "There is a tab in the key.", "Delete it.")
	}
	return true
}

// loneText reads a line, or the rest of one after a hyphen, that has no key.
func (s *surveyor) loneText(line string, at int) {
	top := s.top()
	text := strings.TrimRight(line[at:], " \t")
	switch {
	case top == nil && strings.IndexByte("[{\"'", text[0]) < 0,
		top != nil && !top.list && (top.last != valueOpen || top.column == at):
		message, hint := "This line has no key.", "Write a key, a colon, a space and then the text; text that goes on from the line above needs more spaces before it."
		if i := strings.IndexByte(text, ':'); i > 0 {
			message, hint = "There is no space after the colon.", fmt.Sprintf("Write `%s: …`.", shorten(text[:i], 30))
			if next, _ := utf8.DecodeRuneInString(text[i+1:]); isStrangeSpace(next) {
				message, hint = "After the colon stands a special space, as word processors make it.", "Delete it and type a space."
			}
		} else if len(text) > 1 && text[0] == '-' {
			message, hint = "There is no space after the hyphen.", "Write a space between the hyphen and the text."
		}
		s.giveUp(s.line, at, "no-key", message, hint)
	default:
		s.value(line, at)
	}
}

// add enters a hyphen or key into the level of its column.
func (s *surveyor) add(column int, list bool) bool {
	top := s.top()
	if top == nil || top.column < column || top.list != list {
		if top != nil {
			top.last = valueClosed
		}
		s.levels = append(s.levels, level{column: column, list: list})
		if len(s.levels) > maxDepth {
			s.tooDeep(s.line, column)
			return false
		}
		top = s.top()
	} else {
		s.countEmpty()
	}
	top.last = valueOpen
	if !list {
		top.keys++
	}
	return s.count(s.line, column, top.keys)
}

package document

import (
	"fmt"
	"strings"
)

// bracket is an opened [ or {.
type bracket struct {
	sign       byte
	line, at   int
	keys       int
	afterValue bool // a value or key was read since the last comma or colon
	inValue    bool // a colon was read since the last comma
}

// flowReader reads what stands in [ ] and { }.
type flowReader struct {
	*surveyor
	brackets []bracket
	maps     int // how many of the brackets are {
}

// flow reads lists in [ ] and keys in { } up to the end of their last line.
func (s *surveyor) flow(at int) {
	opening := s.line
	f := flowReader{surveyor: s}
	if strings.HasPrefix(s.lines[s.line][at:], "{{") {
		f.braces(s.lines[s.line], at)
		return
	}
	end := f.read(at)
	if s.lost || end < 0 {
		return
	}
	line := s.lines[s.line]
	rest := strings.TrimSpace(line[end:])
	if rest == "" || rest[0] == '#' && line[end] != '#' {
		return
	}
	hint := "Remove it, or check the brackets before it."
	if opening == s.line {
		text, _ := plainEnd(line, at)
		hint = "Text that begins with a bracket needs quotes. " + putInQuotes(line[at:text])
	}
	s.report(s.line, end, "needs-quotes", "There is more text after the closing bracket.", hint)
}

// read returns the offset after the last closing bracket, or -1 after a problem.
func (f *flowReader) read(at int) int {
	parent := f.parentColumn()
	f.push(at)
	for at++; !f.lost; {
		line := f.lines[f.line]
		for at < len(line) && line[at] == ' ' {
			at++
		}
		if at < len(line) && line[at] == '\t' {
			if !endsAfter(line[at:]) {
				f.report(f.line, at, "tab", "There is a tab here.", "Use spaces.")
				return f.skip()
			}
			at = len(line)
		}
		if at >= len(line) || line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			if at = f.nextLine(parent); at < 0 {
				return -1
			}
			continue
		}
		at = f.sign(line, at)
		if at < 0 {
			return f.skip()
		}
		if len(f.brackets) == 0 {
			return at
		}
	}
	return -1
}

// endsAfter reports whether spaces and tabs are followed by nothing, or by a comment.
func endsAfter(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || rest[0] == '#'
}

// skip ends the survey: where the brackets end is not known after a problem in them.
func (f *flowReader) skip() int {
	f.lost = true
	return -1
}

// nextLine moves to the next line with something on it and returns where that begins.
func (f *flowReader) nextLine(parent int) int {
	for f.line++; f.line < len(f.lines); f.line++ {
		line := f.lines[f.line]
		rest := strings.TrimLeft(line, " ")
		at := len(line) - len(rest)
		if strings.TrimSpace(rest) == "" || rest[0] == '#' {
			continue
		}
		if rest[0] == '\t' {
			f.tabIndent(at)
			f.lost = true
			return -1
		}
		// A line that stands no deeper than the key of the brackets does not
		// belong to them, unless it closes them.
		if at <= parent && rest[0] != ']' && rest[0] != '}' || isMarker(line, "---") || isMarker(line, "...") {
			break
		}
		return at
	}
	last := f.brackets[len(f.brackets)-1]
	if at, text := commentInside(f.lines[last.line], last.at); at >= 0 {
		f.giveUp(last.line, at, "needs-quotes", fmt.Sprintf("The sign # begins a comment here, so that the %c before it is not closed.", last.sign), putInQuotes(text))
		return -1
	}
	f.giveUp(last.line, last.at, "unclosed-bracket", fmt.Sprintf("The %c that opens here is not closed.", last.sign),
		fmt.Sprintf("Write %c at the end, or put the text in quotes if it begins with a bracket.", closing(last.sign)))
	return -1
}

func closing(sign byte) byte {
	if sign == '[' {
		return ']'
	}
	return '}'
}

func (f *flowReader) push(at int) {
	f.brackets = append(f.brackets, bracket{sign: f.lines[f.line][at], line: f.line, at: at})
	if f.lines[f.line][at] == '{' {
		f.maps++
	}
	if len(f.brackets)+len(f.levels) > maxDepth {
		f.tooDeep(f.line, at)
	}
	f.count(f.line, at, 0)
}

// sign reads one sign or one text and returns the offset after it, or -1 after a problem.
func (f *flowReader) sign(line string, at int) int {
	top := &f.brackets[len(f.brackets)-1]
	sign := line[at]
	switch {
	case sign == ']' || sign == '}':
		return f.pop(line, at)
	case sign == ',':
		if !top.afterValue && !top.inValue {
			f.report(f.line, at, "stray-comma", "There is nothing before this comma.", "Remove it.")
			return -1
		}
		if top.sign == '{' && !(top.inValue && top.afterValue) {
			f.empty++
		}
		top.afterValue, top.inValue = false, false
		if top.sign == '{' {
			top.keys++
		}
		if !f.count(f.line, at, top.keys) {
			return -1
		}
		return at + 1
	case sign == ':' && (at+1 == len(line) || strings.IndexByte(" \t,]}", line[at+1]) >= 0 || top.afterValue):
		if top.inValue || !top.afterValue {
			f.report(f.line, at, "needs-quotes", "There is a colon too many here.", "Text with a colon in it needs quotes; between two keys stands a comma.")
			return -1
		}
		top.afterValue, top.inValue = false, true
		return at + 1
	case top.afterValue && at > 0 && (line[at-1] == '"' || line[at-1] == '\''):
		f.report(f.line, at, "needs-quotes", "There is more text after the closing quote.", quotesInside(line[at-1]))
		return -1
	case top.afterValue:
		f.report(f.line, at, "missing-comma", "There is no comma before this.", "Write a comma between two items; text with brackets or quotes in it needs quotes around it.")
		return -1
	case sign == '[' || sign == '{':
		return f.open(line, at)
	case sign == '"' || sign == '\'':
		top.afterValue = true
		end, ok := f.quote(at, f.parentColumn())
		if !ok {
			return -1
		}
		return end
	case isReserved(sign) || strings.IndexByte("|>#", sign) >= 0 || standsAlone(line, at):
		code := "needs-quotes"
		if strings.IndexByte("&*!", sign) >= 0 {
			code = "not-supported"
		}
		f.report(f.line, at, code, fmt.Sprintf("Text cannot begin with %c.", sign), "Put the text in quotes.")
		return -1
	}
	top.afterValue = true
	return f.text(line, at, top)
}

// standsAlone finds a hyphen or question mark that would begin an item or a key.
func standsAlone(line string, at int) bool {
	return (line[at] == '-' || line[at] == '?') && (at+1 == len(line) || strings.IndexByte(" \t,]}", line[at+1]) >= 0)
}

func (f *flowReader) pop(line string, at int) int {
	top := f.brackets[len(f.brackets)-1]
	if line[at] != closing(top.sign) {
		f.report(f.line, at, "unclosed-bracket", fmt.Sprintf("This %c closes nothing: the %c of line %d is still open.", line[at], top.sign, top.line+1),
			fmt.Sprintf("Write %c before it.", closing(top.sign)))
		return -1
	}
	f.brackets = f.brackets[:len(f.brackets)-1]
	if top.sign == '{' {
		f.maps--
	}
	if len(f.brackets) > 0 {
		f.brackets[len(f.brackets)-1].afterValue = true
	}
	return at + 1
}

func (f *flowReader) open(line string, at int) int {
	if strings.HasPrefix(line[at:], "{{") {
		f.braces(line, at)
		return -1
	}
	f.push(at)
	return at + 1
}

// braces reports a reference to a fact that YAML would take for brackets.
func (f *flowReader) braces(line string, at int) {
	end, _ := plainEnd(line, at)
	hint := "Put the text in quotes."
	if len(f.brackets) == 0 {
		hint = putInQuotes(line[at:end])
	}
	f.giveUp(f.line, at, "needs-quotes", "Text that begins with {{ needs quotes.", hint)
}

// text reads a text without quotes between brackets and commas.
func (f *flowReader) text(line string, at int, top *bracket) int {
	for i := at; i < len(line); i++ {
		switch line[i] {
		case ',', ']', '}':
			return i
		case '[', '{':
			f.report(f.line, at, "needs-quotes", "Between brackets, text with [ ] { } in it needs quotes.", "Put this text in quotes.")
			return -1
		case '#':
			if line[i-1] == ' ' {
				return i
			}
		case '\t':
			if !endsAfter(line[i:]) {
				f.report(f.line, i, "tab", "There is a tab inside the text.", "Use a space.")
				return -1
			}
			return len(line)
		case ':':
			if i+1 == len(line) || strings.IndexByte(" \t,]}", line[i+1]) >= 0 {
				return i
			}
			// The library would take this colon for the end of a key.
			if f.maps > 0 && !top.inValue && line[i+1] != '/' {
				f.report(f.line, i, "missing-space", "There is no space after the colon.", "Write a space after the colon of a key; text with a colon in it needs quotes.")
				return -1
			}
		}
	}
	return len(line)
}

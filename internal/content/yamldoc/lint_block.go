package yamldoc

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// blockToken reads a token outside of brackets.
func (l *linter) blockToken(tk lexeme) {
	before, sameLine := l.previous()
	switch {
	case tk.at == tk.end && tk.is(token.StringType): // an empty block text
		return
	case tk.is(token.DirectiveType) && tk.column() == 0:
		l.directive(tk)
		return
	case tk.is(token.DocumentHeaderType):
		l.documentBegin(tk)
		return
	case tk.is(token.DocumentEndType):
		l.ended = true
		return
	case l.ended:
		l.fail(tk.at, "second-document", "There is more text after the end of the file's content (the line ...).", "Remove the line of three points.")
		return
	case sameLine && before.is(token.SequenceEndType, token.MappingEndType):
		l.textAfterBracket(before)
		return
	case sameLine && before.isQuoted() && !tk.is(token.MappingValueType):
		l.textAfterQuote(before)
		return
	}
	l.began = true
	if !sameLine {
		l.checkSpaceBefore(tk.at)
		if tk.is(token.InvalidType) {
			l.invalid(tk)
		}
		l.place(tk)
		if isReserved(l.text[tk.at]) {
			l.reserved(tk)
		}
	}
	switch tk.Type {
	case token.SequenceEntryType:
		if before.is(token.MappingValueType) {
			l.fail(tk.at, "bad-indentation", "A list cannot begin on the line of its key.", "Write each item on a line of its own, below the key.")
			return
		}
		l.add(tk, true)
	case token.MappingValueType:
		l.colon(tk, before)
	case token.MappingKeyType:
		if before.is(token.MappingValueType) {
			l.fail(tk.at, "needs-quotes", "Text cannot begin with a question mark and a space.", putInQuotes(l.plainText(tk.at)))
			return
		}
		l.noKey(tk)
	case token.MergeKeyType:
		l.fail(tk.at, "not-supported", "Merging keys with << is not supported here.", "Write the keys themselves.")
	case token.InvalidType:
		l.invalid(tk)
	case token.LiteralType, token.FoldedType:
		l.value(tk)
		if top := l.top(); top != nil {
			top.last = valueBlock
		}
		if l.i+1 < len(l.tokens) && l.tokens[l.i+1].is(token.StringType) {
			l.i++ // its text
		}
	case token.MappingStartType, token.SequenceStartType:
		l.value(tk)
		l.open(tk)
	default:
		if after, found := l.next(); found && after.is(token.MappingValueType) {
			l.key(tk, after, before)
			return
		}
		l.value(tk)
		l.checkText(tk)
	}
}

func (l *linter) directive(tk lexeme) {
	hint := "Put the text in quotes."
	if rest := l.restOfLine(tk.at); strings.HasPrefix(rest, "%YAML") || strings.HasPrefix(rest, "%TAG") {
		hint = "Delete this line."
	}
	l.fail(tk.at, "needs-quotes", "A line cannot begin with %.", hint)
}

func (l *linter) documentBegin(tk lexeme) {
	if l.began {
		l.fail(tk.at, "second-document", "A second document begins here.", "A file holds one document: remove the line ---.")
	} else if _, found := l.next(); found {
		l.fail(tk.end, "second-document", "The line --- must stand alone.", "Remove the --- at its begin.")
	}
	l.began = true
}

// place finds the level that a line belongs to, by its indentation.
func (l *linter) place(tk lexeme) {
	deepest, left, column := l.top(), -1, tk.column()
	for len(l.levels) > 0 && l.top().column > column {
		l.countEmpty()
		if l.top().list {
			left = l.top().column
		}
		l.levels = l.levels[:len(l.levels)-1]
	}
	top, dash := l.top(), tk.is(token.SequenceEntryType)
	var message, hint string
	switch {
	case deepest == nil:
	case top == nil, top.column < column && top != deepest:
		message, hint = "The line does not line up with any line above it.", "Give it exactly as many spaces as the lines that it belongs with."
	case top.column < column && top.last == valueBlock:
		message, hint = "This line has fewer spaces than the first line of the text that it belongs to.", "Give all lines of the text the same number of spaces."
	case top.column < column && top.last == valueDone:
		message, hint = "This line stands deeper than the one above, which already has a value.", "Give it exactly as many spaces as the lines that it belongs with."
	case top.column < column:
	case top.list && !dash && len(l.levels) > 1 && l.levels[len(l.levels)-2].column == column:
		l.levels = l.levels[:len(l.levels)-1] // the list was right below its key
	case top.list && !dash && bullet(l.text[tk.at:]) != 0:
		message, hint = fmt.Sprintf("The lines beside this one begin with a hyphen, but this one begins with %c.", bullet(l.text[tk.at:])), "Write a hyphen and a space instead."
	case top.list && !dash:
		message = "The lines beside this one begin with a hyphen, but this one does not."
		hint = "Begin it with a hyphen and a space, or give it as many spaces as the lines that it belongs with."
	case !top.list && dash && top.last != valueOpen && left >= 0:
		message = "This list item stands further left than the items above it."
		hint = fmt.Sprintf("Put %s before it and before all lines that belong to it: %d in all before its hyphen.", spaces(left-column), left)
	case !top.list && dash && top.last != valueOpen:
		message, hint = "A list item stands here, but the lines beside it are keys.", "Write the key of the list on a line above it, with nothing after its colon."
	}
	if message != "" {
		l.fail(tk.at, "bad-indentation", message, hint)
	}
}

// spaces says how many more spaces a line needs.
func spaces(number int) string {
	if number == 1 {
		return "one more space"
	}
	return fmt.Sprintf("%d more spaces", number)
}

// bullet returns the sign that a word processor puts before the items of a list, and 0 where there is none.
func bullet(text string) rune {
	r, size := utf8.DecodeRuneInString(text)
	next, _ := utf8.DecodeRuneInString(text[size:])
	if strings.ContainsRune("•◦‣·–—▪*+", r) && (next == ' ' || next == '\t' || isStrangeSpace(next)) {
		return r
	}
	return 0
}

// colon reads the sign after a key.
func (l *linter) colon(tk, before lexeme) {
	switch {
	case before.Token == nil || before.is(token.SequenceEntryType):
		l.fail(tk.at, "no-key", "There is no key before the colon.", "Write the key, or put the text in quotes.")
	case before.is(token.MappingValueType):
		l.fail(tk.at, "needs-quotes", "Text with a colon and a space in it needs quotes.", putInQuotes(l.plainText(tk.at)))
	}
}

// key reads a text before a colon.
func (l *linter) key(tk, colon, before lexeme) {
	text, top := l.raw(tk), l.top()
	isValue := before.Token != nil || top != nil && top.column < tk.column()
	lastLine := strings.LastIndexByte(text, '\n') + 1
	switch {
	case lastLine > 0 && tk.isQuoted():
		l.unclosedQuote(tk)
	case lastLine > 0 && isValue:
		l.checkFurtherLines(tk)
		hint := "Put as many spaces before it as before the keys beside it; text with a colon needs quotes."
		if word := l.keyAbove(tk.at + lastLine); word != "" {
			hint = fmt.Sprintf("If the line above is a key, write a colon behind it: `%s:`.", word)
		}
		at := tk.at + lastLine
		at += strings.IndexFunc(l.text[at:], func(r rune) bool { return r != ' ' })
		l.fail(at, "bad-indentation", "This line stands deeper than the one above, which already has text.", hint)
	case lastLine > 0:
		l.noKey(tk)
	case before.is(token.MappingValueType):
		whole := l.plainText(tk.at)
		if strings.HasSuffix(whole, "}") && strings.Count(whole, "{") < strings.Count(whole, "}") {
			l.fail(tk.at+len(whole)-1, "unclosed-bracket", "This } closes nothing: there is no { before it.", "Write { before the first key of the line.")
			return
		}
		l.fail(colon.at, "needs-quotes", "Text with a colon and a space in it needs quotes.", putInQuotes(whole))
	case len(text) > 1 && text[0] == '-' && text[1] != '-':
		l.fail(tk.at, "missing-space", "There is no space after the hyphen.", "Write a space between the hyphen and the text.")
	case isReserved(text[0]):
		l.reserved(tk)
	default:
		l.checkText(tk)
		l.add(tk, false)
	}
}

var wordAlone = regexp.MustCompile(`^ *(?:- +)*([A-Za-z][A-Za-z0-9-]*)$`)

// keyAbove returns the one word of the line before a place, which may be a key without its colon.
func (l *linter) keyAbove(at int) string {
	above := strings.TrimRight(l.text[:at], " \n")
	above = above[strings.LastIndexByte(above, '\n')+1:]
	if word := wordAlone.FindStringSubmatch(above); word != nil {
		return word[1]
	}
	return ""
}

// value reads where a value begins.
func (l *linter) value(tk lexeme) {
	top := l.top()
	_, sameLine := l.previous()
	isText := !tk.isQuoted() && !tk.is(token.MappingStartType, token.SequenceStartType)
	if top == nil && isText || top != nil && !sameLine && !top.list && (top.last != valueOpen || top.column == tk.column()) {
		l.noKey(tk)
	}
	if top != nil {
		top.last = valueDone
	}
}

// noKey reports a line that has no key.
func (l *linter) noKey(tk lexeme) {
	text := l.plainText(tk.at)
	message, hint := "This line has no key.", "Write a key, a colon, a space and then the text; text that goes on from the line above needs more spaces before it."
	if i := strings.IndexByte(text, ':'); i > 0 {
		message, hint = "There is no space after the colon.", fmt.Sprintf("Write `%s: …`.", shorten(text[:i], 30))
		if next, _ := utf8.DecodeRuneInString(text[i+1:]); isStrangeSpace(next) {
			message, hint = "After the colon stands a special space, as word processors make it.", "Delete it and type a space."
		}
	} else if len(text) > 1 && text[0] == '-' {
		message, hint = "There is no space after the hyphen.", "Write a space between the hyphen and the text."
	}
	l.fail(tk.at, "no-key", message, hint)
}

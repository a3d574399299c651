package yamldoc

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// bracket is an opened [ or {.
type bracket struct {
	at         int
	sign       byte
	keys       int
	afterValue bool // a value or key was read since the last comma or colon
	inValue    bool // a colon was read since the last comma
}

func (b bracket) closing() byte {
	if b.sign == '[' {
		return ']'
	}
	return '}'
}

// open enters a bracket.
func (l *linter) open(tk lexeme) {
	if strings.HasPrefix(l.text[tk.at:], "{{") {
		hint := "Put the text in quotes."
		if len(l.brackets) == 0 {
			hint = putInQuotes(l.plainText(tk.at))
		}
		l.fail(tk.at, "needs-quotes", "Text that begins with {{ needs quotes.", hint)
		return
	}
	if len(l.brackets) == 0 {
		l.closed = tk.at
	}
	l.brackets = append(l.brackets, bracket{at: tk.at, sign: l.text[tk.at]})
	l.checkDepth(tk)
	l.count(tk, 0)
}

// flowToken reads a token between brackets.
func (l *linter) flowToken(tk lexeme) {
	top := &l.brackets[len(l.brackets)-1]
	before, sameLine := l.previous()
	closes := tk.is(token.SequenceEndType, token.MappingEndType)
	switch {
	// A line that is no deeper than the key of the brackets does not belong to
	// them, unless it closes them.
	case !sameLine && !closes && tk.column() <= l.parentColumn(), tk.is(token.DocumentHeaderType, token.DocumentEndType):
		l.unclosedBracket()
	case closes:
		l.close(tk, top)
	case tk.is(token.CollectEntryType):
		l.comma(tk, top)
	case tk.is(token.MappingValueType):
		l.flowColon(tk, top, before)
	case top.afterValue && before.isQuoted() && before.end == tk.at:
		hint := "For a quotation mark inside the text, write the outer ones as 'single quotes'."
		if before.is(token.SingleQuoteType) {
			hint = "An apostrophe inside single quotes is written twice: ''. Or put the text in \"double quotes\"."
		}
		l.fail(tk.at, "needs-quotes", "There is more text after the closing quote.", hint)
	case top.afterValue && tk.is(token.SequenceStartType, token.MappingStartType) && before.is(token.StringType):
		l.fail(before.at, "needs-quotes", "Between brackets, text with [ ] { } in it needs quotes.", "Put this text in quotes.")
	case top.afterValue:
		l.fail(tk.at, "missing-comma", "There is no comma before this.", "Write a comma between two items; text with brackets or quotes in it needs quotes around it.")
	case tk.is(token.SequenceStartType, token.MappingStartType):
		l.open(tk)
	default:
		top.afterValue = true
		l.flowText(tk, top)
	}
}

func (l *linter) close(tk lexeme, top *bracket) {
	if l.text[tk.at] != top.closing() {
		l.closesNothing(tk.at)
		return
	}
	l.brackets = l.brackets[:len(l.brackets)-1]
	if len(l.brackets) > 0 {
		l.brackets[len(l.brackets)-1].afterValue = true
	}
}

func (l *linter) closesNothing(at int) {
	top := l.brackets[len(l.brackets)-1]
	l.fail(at, "unclosed-bracket", fmt.Sprintf("This %c closes nothing: the %c of line %d is still open.", l.text[at], top.sign, l.line(top.at)),
		fmt.Sprintf("Write %c before it.", top.closing()))
}

func (l *linter) comma(tk lexeme, top *bracket) {
	if !top.afterValue && !top.inValue {
		l.fail(tk.at, "stray-comma", "There is nothing before this comma.", "Remove it.")
	}
	if top.sign == '{' {
		top.keys++
		if !(top.inValue && top.afterValue) {
			l.empty++
		}
	}
	top.afterValue, top.inValue = false, false
	l.count(tk, top.keys)
}

func (l *linter) flowColon(tk lexeme, top *bracket, before lexeme) {
	rest := l.text[tk.end:]
	switch {
	case top.inValue || !top.afterValue:
		l.tooManyColons(tk.at)
	// The library takes this colon for the end of a key.
	case rest != "" && strings.IndexByte(" \t\n,]}", rest[0]) < 0 && !before.isQuoted():
		l.fail(tk.at, "missing-space", "There is no space after the colon.", "Write a space after the colon of a key; text with a colon in it needs quotes.")
	}
	top.afterValue, top.inValue = false, true
}

func (l *linter) tooManyColons(at int) {
	l.fail(at, "needs-quotes", "There is a colon too many here.", "Text with a colon in it needs quotes; between two keys stands a comma.")
}

// flowText reads a text between brackets and commas.
func (l *linter) flowText(tk lexeme, top *bracket) {
	if tk.isQuoted() {
		l.checkQuoted(tk)
		return
	}
	if tk.is(token.InvalidType) && tk.at < len(l.text) && strings.IndexByte(`"'`, l.text[tk.at]) >= 0 || tk.at == len(l.text) {
		l.invalid(tk)
		return
	}
	text := l.raw(tk)
	sign := l.text[tk.at]
	if tk.is(token.SequenceEntryType, token.MappingKeyType, token.InvalidType) || isReserved(sign) || sign == '|' || sign == '>' {
		code := "needs-quotes"
		if tk.is(token.AnchorType, token.AliasType, token.TagType) {
			code = "not-supported"
		}
		l.fail(tk.at, code, fmt.Sprintf("Text cannot begin with %c.", sign), "Put the text in quotes.")
		return
	}
	l.checkTabsInside(tk)
	if i := strings.IndexAny(text, "]}"); i >= 0 {
		l.closesNothing(tk.at + i)
	}
	if i := strings.Index(text+" ", ": "); i >= 0 {
		l.tooManyColons(tk.at + i)
	}
}

// textAfterBracket reports what follows a closing bracket.
func (l *linter) textAfterBracket(last lexeme) {
	hint := "Remove it, or check the brackets before it."
	if !strings.Contains(l.text[l.closed:last.at], "\n") {
		hint = "Text that begins with a bracket needs quotes. " + putInQuotes(l.plainText(l.closed))
	}
	l.fail(last.end, "needs-quotes", "There is more text after the closing bracket.", hint)
}

// unclosedBracket reports that the innermost bracket is not closed.
func (l *linter) unclosedBracket() {
	last := l.brackets[len(l.brackets)-1]
	end := last.at + len(l.restOfLine(last.at))
	for _, at := range l.comments {
		if at > last.at && at < end {
			text := l.text[at:end]
			if i := strings.IndexAny(text, ",]}"); i >= 0 {
				text = text[:i]
			}
			l.fail(at, "needs-quotes", fmt.Sprintf("The sign # begins a comment here, so that the %c before it is not closed.", last.sign),
				putInQuotes(strings.TrimSpace(text)))
		}
	}
	l.fail(last.at, "unclosed-bracket", fmt.Sprintf("The %c that opens here is not closed.", last.sign),
		fmt.Sprintf("Write %c at the end, or put the text in quotes if it begins with a bracket.", last.closing()))
}

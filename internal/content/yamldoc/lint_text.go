package yamldoc

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"
)

// isReserved reports signs that have a meaning for YAML where a text begins.
func isReserved(sign byte) bool { return strings.IndexByte("&*!@`%,]}#", sign) >= 0 }

// reserved reports a text that begins with such a sign.
func (l *linter) reserved(tk lexeme) {
	code, more := "needs-quotes", ""
	if tk.is(token.AnchorType, token.AliasType, token.TagType) {
		code, more = "not-supported", " Names for parts that are used again (&, *) and types (!) are not supported here."
	}
	l.fail(tk.at, code, fmt.Sprintf("Text cannot begin with %c.", l.text[tk.at]), putInQuotes(l.plainText(tk.at))+more)
}

// checkText checks a text outside of brackets.
func (l *linter) checkText(tk lexeme) {
	text := l.raw(tk)
	switch {
	case tk.isQuoted():
		l.checkQuoted(tk)
	case isReserved(text[0]):
		l.reserved(tk)
	default:
		l.checkFurtherLines(tk)
		l.checkTabsInside(tk)
	}
}

func (l *linter) checkSpaceBefore(at int) {
	if r, _ := utf8.DecodeRuneInString(l.text[at:]); isStrangeSpace(r) {
		l.fail(at, "strange-space", "The line begins with a special space, as word processors make it.",
			"Delete the spaces at its begin and type them again.")
	}
}

// checkFurtherLines checks the lines of a text without quotes after its first.
func (l *linter) checkFurtherLines(tk lexeme) {
	for offset, line := range lines(l.raw(tk)) {
		text := strings.TrimLeft(line, " ")
		at := tk.at + offset + len(line) - len(text)
		if offset == 0 || text == "" {
			continue
		}
		l.checkSpaceBefore(at)
		if text == "-" || strings.HasPrefix(text, "- ") {
			l.fail(at, "bad-indentation", "A list item stands here, but the line above already has text.",
				"Move the text of the line above into an item, or put this line further left.")
		}
	}
}

var tabLine = regexp.MustCompile(`(?m)^ *\t`)

var tabInside = regexp.MustCompile(`\t[ \t]*[^ \t\n]`)

func (l *linter) checkTabsInside(tk lexeme) {
	if i := tabInside.FindStringIndex(l.raw(tk)); i != nil {
		l.fail(tk.at+i[0], "tab", "There is a tab inside the text.", "Use a space.")
	}
}

// escape is all that a backslash may begin in double quotes. Half a pair of
// surrogates makes a character only with its other half.
var escape = regexp.MustCompile(`^\\(?:$|[0abtnvfre "/\\N_LP\t\n]|x[0-9A-Fa-f]{2}|U00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4}|` +
	`u(?:[0-9A-CE-Fa-ce-f][0-9A-Fa-f]|[Dd][0-7])[0-9A-Fa-f]{2}|u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2})`)

// checkQuoted checks a text in quotes. Its further lines must be deeper than
// the key, or a forgotten quote would swallow everything up to the next one.
func (l *linter) checkQuoted(tk lexeme) {
	raw := l.raw(tk)
	if raw[0] == '"' {
		l.checkEscapes(tk.at, raw)
	}
	for offset, line := range lines(raw) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if offset > 0 && line != "" && indent <= l.parentColumn() {
			l.unclosedQuote(tk)
		}
	}
	l.checkTabsInside(tk)
}

func (l *linter) checkEscapes(at int, raw string) {
	for i := 0; i < len(raw) && l.problem == nil; i++ {
		if raw[i] != '\\' {
			continue
		}
		known := escape.FindString(raw[i:])
		if known == "" {
			l.fail(at+i, "bad-escape", `In double quotes, a backslash begins a code, and this is none.`,
				`Write \\ for a backslash, or use 'single quotes'.`)
		}
		i += len(known) - 1
	}
}

// textAfterQuote reports what follows a closing quote.
func (l *linter) textAfterQuote(quoted lexeme) {
	if strings.Contains(l.raw(quoted), "\n") {
		l.unclosedQuote(quoted)
		return
	}
	other := `"double quotes"`
	if quoted.is(token.DoubleQuoteType) {
		other = "'single quotes'"
	}
	l.fail(quoted.end, "needs-quotes", "There is more text after the closing quote.",
		"Put the whole text in quotes; for a quotation mark inside it, write the outer ones as "+other+".")
}

func (l *linter) unclosedQuote(tk lexeme) {
	sign := l.text[tk.at]
	hint := fmt.Sprintf("Write %c at the end of the text.", sign)
	if sign == '\'' {
		hint += " An apostrophe inside single quotes is written twice: ''."
	}
	l.fail(tk.at, "unclosed-quote", "The quote that opens here is not closed.", hint)
}

// invalid words what the library's scanner does not take.
func (l *linter) invalid(tk lexeme) {
	if i := tabLine.FindStringIndex(l.text[tk.line:]); i != nil && (strings.Contains(tk.Error, "tab character") || strings.ContainsRune(tk.Error, '\t')) {
		l.fail(tk.line+i[1]-1, "tab", "The line begins with a tab.", l.tabHint())
	}
	if tk.at == len(l.text) {
		l.fail(tk.at, "syntax", syntaxMessage, syntaxHint)
		return
	}
	switch sign := l.text[tk.at]; {
	case sign == '"' || sign == '\'':
		if sign == '"' {
			l.checkEscapes(tk.at, l.text[tk.at:tk.at+quoteLength(l.text[tk.at:])])
		}
		l.unclosedQuote(tk)
	case sign == '|' || sign == '>':
		l.fail(tk.at, "needs-quotes", fmt.Sprintf("Text cannot begin with %c.", sign),
			putInQuotes(l.plainText(tk.at))+" For text over several lines, the sign stands alone on its line.")
	case isReserved(sign):
		l.reserved(tk)
	}
	l.fail(tk.at, "syntax", syntaxMessage, syntaxHint)
}

// The words for rare faults, for which the place must do.
const (
	syntaxMessage = "The file cannot be understood from here on."
	syntaxHint    = "Check quotes, brackets, colons and the spaces at the begin of this line and of the one above."
)

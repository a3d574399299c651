package yamldoc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// lexeme is a token of the library with its exact place; the library miscounts some texts over several lines.
type lexeme struct {
	*token.Token
	at, end int // in the file's text
	line    int // where the line begins that it is on
}

func (s *source) tokenize() []lexeme {
	all := lexer.Tokenize(s.yaml)
	lexemes := make([]lexeme, 0, len(all)+1)
	end, line := 0, 0
	for _, tk := range all {
		at := end
		if tk.Origin != "" { // an empty block text has none
			for at < len(s.yaml) && isWhite(s.yaml[at]) {
				if s.yaml[at] == '\n' {
					line = at + 1
				}
				at++
			}
		}
		end = s.tokenEnd(tk, at)

		// Without a space before it, the sign # begins no comment in YAML.
		if tk.Type != token.CommentType || at > 0 && !isWhite(s.yaml[at-1]) {
			lexemes = append(lexemes, lexeme{tk, at, end, line})
		} else {
			s.comments = append(s.comments, at)
		}
		if i := strings.LastIndexByte(s.yaml[at:end], '\n'); i >= 0 {
			line = at + i + 1
		}
	}
	end = len(s.yaml)
	return append(lexemes, lexeme{&token.Token{}, end, end, end})
}

func isWhite(sign byte) bool { return sign == ' ' || sign == '\t' || sign == '\n' }

func (s *source) tokenEnd(tk *token.Token, at int) int {
	switch {
	case at == len(s.yaml):
		return at
	case tk.Type == token.DoubleQuoteType || tk.Type == token.SingleQuoteType:
		return at + quoteLength(s.yaml[at:])
	}

	// The library leaves out some of the blanks inside of a token.
	for i := range len(tk.Origin) {
		sign := tk.Origin[i]
		if isWhite(sign) {
			continue
		}
		next := at
		for next < len(s.yaml) && isWhite(s.yaml[next]) {
			next++
		}
		if next == len(s.yaml) || s.yaml[next] != sign {
			break
		}
		at = next + 1
	}
	return at
}

// quoteLength returns the length of the text in quotes that a text begins with: all of it where they are not closed.
func quoteLength(text string) int {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

func (tk lexeme) is(types ...token.Type) bool { return slices.Contains(types, tk.Type) }

func (tk lexeme) isQuoted() bool { return tk.is(token.DoubleQuoteType, token.SingleQuoteType) }

func (tk lexeme) column() int { return tk.at - tk.line }

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func (s *source) raw(tk lexeme) string { return s.yaml[tk.at:tk.end] }

// All that a backslash may begin in double quotes. Half a pair of surrogates makes a character only with the other.
var escape = regexp.MustCompile(strings.ReplaceAll(`^\\(?:$|[0abtnvfre "/\\N_LP\t\n]|xHH|U00(?:0H|10)HHHH|`+
	`u(?:[0-9A-CE-Fa-ce-f]H|[Dd][0-7])HH|u[Dd][89ABab]HH\\u[Dd][C-Fc-f]HH)`, "H", "[0-9A-Fa-f]"))

func (s *source) failTab(at int) {
	s.fail(at, "tab", "There is a tab here.", "Use spaces: at the begin of a line two for each step, elsewhere one.")
}

// checkText checks a text that is not a block text: its first sign, and that its further lines belong to it, which are
// deeper than the column.
func (s *source) checkText(tk lexeme, column int) {
	raw := s.raw(tk)
	switch {
	case tk.is(token.InvalidType) || raw == "":
		s.invalid(tk)
	case s.isReserved(tk):
		s.failReserved(tk)
	case raw[0] == '"':
		s.checkEscapes(tk)
	}

	for offset, line := range lines(raw) {
		spaces := indent(line)
		switch text := line[spaces:]; {
		case offset == 0 || text == "":
		case tk.isQuoted() && spaces <= column:
			s.unclosedQuote(tk)
		case !tk.isQuoted() && (text == "-" || strings.HasPrefix(text, "- ")):
			s.deeper(tk.at + offset + spaces)
		}
	}
}

// deeper refuses a line that would go on with the text above, though it looks like a key or an item.
func (s *source) deeper(at int) {
	s.fail(at, "bad-indentation", "This line stands deeper than the one above, which already has text.",
		"Put as many spaces before it as before the lines beside it. "+
			"If the line above is a key, write a colon behind it; if both lines are one text, put it in quotes.")
}

func (s *source) checkEscapes(tk lexeme) {
	raw := s.yaml[tk.at : tk.at+quoteLength(s.yaml[tk.at:])]
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		known := escape.FindString(raw[i:])
		if known == "" {
			s.fail(tk.at+i, "bad-escape", `In double quotes, a backslash begins a code, and this is none.`,
				`Write \\ for a backslash, or use 'single quotes'.`)
		}
		i += len(known) - 1
	}
}

func (s *source) isReserved(tk lexeme) bool {
	return tk.is(token.MappingKeyType) || strings.IndexByte("&*!@`%,]}#", s.yaml[tk.at]) >= 0
}

func (s *source) failReserved(tk lexeme) {
	s.fail(tk.at, "needs-quotes", fmt.Sprintf("Text cannot begin with %c.", s.yaml[tk.at]), wholeInQuotes)
}

func (s *source) unclosedQuote(tk lexeme) {
	sign := s.yaml[tk.at]
	hint := fmt.Sprintf("Write %c at the end of the text.", sign)
	if sign == '\'' {
		hint += " An apostrophe inside single quotes is written twice: ''."
	}
	s.fail(tk.at, "unclosed-quote", "The quote that opens here is not closed.", hint)
}

var tabLine = regexp.MustCompile(`(?m)^ *\t`)

// invalid words what the library's scanner does not take.
func (s *source) invalid(tk lexeme) {
	ofTab := strings.Contains(tk.Error, "tab character") || strings.ContainsRune(tk.Error, '\t')
	if i := tabLine.FindStringIndex(s.yaml[tk.line:]); i != nil && ofTab {
		s.failTab(tk.line + i[1] - 1)
	}
	if tk.at < len(s.yaml) {
		switch sign := s.yaml[tk.at]; {
		case sign == '"':
			s.checkEscapes(tk)
			s.unclosedQuote(tk)
		case sign == '\'':
			s.unclosedQuote(tk)
		case s.isReserved(tk), sign == '|', sign == '>':
			s.failReserved(tk)
		}
	}
	s.notUnderstood(tk.at)
}

// notUnderstood reports a rare fault, for which the place must do.
func (s *source) notUnderstood(at int) {
	s.fail(at, "syntax", "The file cannot be understood from here on.",
		"Check quotes, brackets, colons and the spaces at the begin of this line and of the one above.")
}

package yamldoc

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// lexeme is a token of the library with its exact place; the library miscounts some texts over several lines.
type lexeme struct {
	*token.Token
	at, end int // in the file's text
	line    int // where the line begins that it is on
}

// tokenize splits the text into tokens. It returns those that are no comments, and the places of the comments.
func (s *source) tokenize() (lexemes []lexeme, comments []int) {
	all := lexer.Tokenize(s.yaml)
	lexemes = make([]lexeme, 0, len(all))
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
		if tk.Type == token.CommentType && (at == 0 || isWhite(s.yaml[at-1])) {
			comments = append(comments, at)
		} else {
			lexemes = append(lexemes, lexeme{tk, at, end, line})
		}
		if i := strings.LastIndexByte(s.yaml[at:end], '\n'); i >= 0 {
			line = at + i + 1
		}
	}
	return lexemes, comments
}

func isWhite(sign byte) bool { return sign == ' ' || sign == '\t' || sign == '\n' }

// tokenEnd returns where a token ends that begins at a place.
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

// raw returns a token as it stands in the file.
func (s *source) raw(tk lexeme) string { return s.yaml[tk.at:tk.end] }

// plainText returns the rest of the line from a place, without comment and spaces at its end.
func (s *source) plainText(at int) string {
	text := s.restOfLine(at)
	if comment := commentBehind.FindStringIndex(text); comment != nil {
		text = text[:comment[0]]
	}
	return strings.TrimRight(text, " \t")
}

var commentBehind = regexp.MustCompile(`[ \t]#`)

// putInQuotes shows a text in quotes, if that is short enough.
func putInQuotes(text string) string {
	switch {
	case utf8.RuneCountInString(text) > 60 || text == "":
		return "Put the whole text in quotes."
	case !strings.ContainsAny(text, "\"\\"):
		return fmt.Sprintf(`Put it in quotes: "%s".`, text)
	}
	return fmt.Sprintf("Put it in quotes: '%s'.", strings.ReplaceAll(text, "'", "''"))
}

var (
	// A tab before words; tabs at the end of a line do no harm.
	tabInside = regexp.MustCompile(`\t[ \t]*[^ \t\n]`)
	tabLine   = regexp.MustCompile(`(?m)^ *\t`)

	// All that a backslash may begin in double quotes. Half a pair of surrogates makes a character only with the other.
	escape = regexp.MustCompile(strings.ReplaceAll(`^\\(?:$|[0abtnvfre "/\\N_LP\t\n]|xHH|U00(?:0H|10)HHHH|`+
		`u(?:[0-9A-CE-Fa-ce-f]H|[Dd][0-7])HH|u[Dd][89ABab]HH\\u[Dd][C-Fc-f]HH)`, "H", "[0-9A-Fa-f]"))
)

// checkGap checks what stands before a token: the begin of its line, or what follows the token before.
func (s *source) checkGap(from int, tk lexeme) {
	begin := max(from, tk.line)
	if tab := strings.IndexByte(s.yaml[begin:tk.at], '\t'); tab >= 0 {
		s.failTab(begin+tab, begin == tk.line)
	}
	if begin == tk.line {
		s.checkLineBegin(tk.at)
	}
}

func (s *source) failTab(at int, first bool) {
	if first {
		s.fail(at, "tab", "The line begins with a tab.",
			"Use spaces, two for each step, on all lines that begin with a tab.")
	}
	s.fail(at, "tab", "There is a tab here.", "Use a space.")
}

// checkLineBegin refuses a special space at the first sign of a line.
func (s *source) checkLineBegin(at int) {
	if r, _ := utf8.DecodeRuneInString(s.yaml[at:]); isStrangeSpace(r) {
		s.fail(at, "strange-space", "The line begins with a special space, as word processors make it.",
			"Delete the spaces at its begin and type them again.")
	}
}

// checkText checks a text that is not a block text: its first sign, and that its further lines belong to it, which are
// deeper than the column.
func (s *source) checkText(tk lexeme, column int) {
	raw := s.raw(tk)
	if tk.is(token.InvalidType) || raw == "" {
		s.invalid(tk)
	}
	if !tk.isQuoted() && isReserved(raw[0]) {
		s.failReserved(tk, putInQuotes(s.plainText(tk.at)))
	}
	if raw[0] == '"' {
		s.checkEscapes(tk)
	}

	for offset, line := range lines(raw) {
		text := strings.TrimLeft(line, " ")
		at := tk.at + offset + len(line) - len(text)
		switch {
		case offset == 0 || text == "":
		case tk.isQuoted() && len(line)-len(text) <= column:
			s.unclosedQuote(tk)
		case tk.isQuoted():
		case text == "-" || strings.HasPrefix(text, "- "):
			s.fail(at, "bad-indentation", "A list item stands here, but the line above already has text.",
				"Move the text of the line above into an item, or put this line further left.")
		default:
			s.checkLineBegin(at)
		}
	}
	s.checkTabs(tk)
}

func (s *source) checkTabs(tk lexeme) {
	if i := tabInside.FindStringIndex(s.raw(tk)); i != nil {
		s.fail(tk.at+i[0], "tab", "There is a tab inside the text.", "Use a space.")
	}
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

// reserved are signs that have a meaning for YAML where a text begins.
const reserved = "&*!@`%,]}#"

func isReserved(sign byte) bool { return strings.IndexByte(reserved, sign) >= 0 }

// failReserved refuses a text for its first sign.
func (s *source) failReserved(tk lexeme, hint string) {
	code := "needs-quotes"
	if tk.is(token.AnchorType, token.AliasType, token.TagType) {
		code = "not-supported"
		hint += " Names for parts that are used again (&, *) and types (!) are not supported here."
	}
	s.fail(tk.at, code, fmt.Sprintf("Text cannot begin with %c.", s.yaml[tk.at]), hint)
}

func (s *source) unclosedQuote(tk lexeme) {
	sign := s.yaml[tk.at]
	hint := fmt.Sprintf("Write %c at the end of the text.", sign)
	if sign == '\'' {
		hint += " An apostrophe inside single quotes is written twice: ''."
	}
	s.fail(tk.at, "unclosed-quote", "The quote that opens here is not closed.", hint)
}

// invalid words what the library's scanner does not take.
func (s *source) invalid(tk lexeme) {
	ofTab := strings.Contains(tk.Error, "tab character") || strings.ContainsRune(tk.Error, '\t')
	if i := tabLine.FindStringIndex(s.yaml[tk.line:]); i != nil && ofTab {
		s.failTab(tk.line+i[1]-1, true)
	}

	switch rest := s.yaml[tk.at:]; {
	case rest == "":
	case rest[0] == '"':
		s.checkEscapes(tk)
		s.unclosedQuote(tk)
	case rest[0] == '\'':
		s.unclosedQuote(tk)
	case rest[0] == '|', rest[0] == '>':
		s.failReserved(tk, putInQuotes(s.plainText(tk.at))+
			" For text over several lines, the sign stands alone on its line.")
	case isReserved(rest[0]):
		s.failReserved(tk, putInQuotes(s.plainText(tk.at)))
	}
	s.notUnderstood(tk.at)
}

// notUnderstood reports a rare fault, for which the place must do.
func (s *source) notUnderstood(at int) {
	s.fail(at, "syntax", "The file cannot be understood from here on.",
		"Check quotes, brackets, colons and the spaces at the begin of this line and of the one above.")
}

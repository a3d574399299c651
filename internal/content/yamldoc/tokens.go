package yamldoc

import (
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// lexeme is a token of the library with its exact place; the library
// miscounts some texts over several lines.
type lexeme struct {
	*token.Token
	at, end int // in the file's text
	line    int // where the line begins that it is on
}

// tokenize splits the text into tokens, and notes the place of each in its
// Position.Offset, for the tree. It returns those that are no comments, and
// the places of the comments.
func (s *source) tokenize() (all token.Tokens, lexemes []lexeme, comments []int) {
	all = lexer.Tokenize(s.text)
	lexemes = make([]lexeme, 0, len(all))
	end, line := 0, 0
	for _, tk := range all {
		at := end
		if tk.Origin != "" { // an empty block text has none
			for at < len(s.text) && isWhite(s.text[at]) {
				if s.text[at] == '\n' {
					line = at + 1
				}
				at++
			}
		}
		end = s.tokenEnd(tk, at)
		tk.Position.Offset = at
		// Without a space before it, the sign # begins no comment in YAML.
		if tk.Type == token.CommentType && (at == 0 || isWhite(s.text[at-1])) {
			comments = append(comments, at)
		} else {
			lexemes = append(lexemes, lexeme{tk, at, end, line})
		}
		if i := strings.LastIndexByte(s.text[at:end], '\n'); i >= 0 {
			line = at + i + 1
		}
	}
	return all, lexemes, comments
}

func isWhite(sign byte) bool { return sign == ' ' || sign == '\t' || sign == '\n' }

// tokenEnd returns where a token ends that begins at a place.
func (s *source) tokenEnd(tk *token.Token, at int) int {
	switch {
	case at == len(s.text):
		return at
	case tk.Type == token.DoubleQuoteType || tk.Type == token.SingleQuoteType:
		return at + quoteLength(s.text[at:])
	}
	// The library leaves out some of the blanks inside of a token.
	for i := range len(tk.Origin) {
		sign := tk.Origin[i]
		if isWhite(sign) {
			continue
		}
		next := at
		for next < len(s.text) && isWhite(s.text[next]) {
			next++
		}
		if next == len(s.text) || s.text[next] != sign {
			break
		}
		at = next + 1
	}
	return at
}

// quoteLength returns the length of the text in quotes that a text begins
// with, and all of it where they are not closed.
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

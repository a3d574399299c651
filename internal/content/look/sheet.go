// Package look reads the style sheets of a site's own look: plain CSS, with the addresses in it, the slots and sections
// that it names, and what is wrong with it.
package look

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/css"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Limit is how many bytes all style sheets of a look together may have.
const Limit = 64 << 10

// Sheet is a style sheet. It is never changed.
type Sheet struct {
	Problems  []yamldoc.Problem
	Addresses []Address // in url(), in their order
	Words     []string  // values of data-look: what pages may say at look
	parts     []string  // the CSS, cut where the addresses are
}

// Address is what stands in url().
type Address struct {
	URL   string
	Place yamldoc.Problem // that says nothing but where it stands
}

// CSS returns the sheet without comments and with the addresses that resolve gives for those that stand in it.
func (s *Sheet) CSS(resolve func(url string) string) string {
	var out strings.Builder
	for i, part := range s.parts {
		out.WriteString(part)
		if i < len(s.Addresses) {
			fmt.Fprintf(&out, "url(%q)", resolve(s.Addresses[i].URL))
		}
	}
	return out.String()
}

// Parse reads a style sheet. The name of its file is for problems.
func Parse(file string, data []byte) *Sheet {
	p := parser{file: file, text: string(data), sheet: &Sheet{}}
	lexer := css.NewLexer(parse.NewInputString(p.text))
	inURL := false
	for {
		kind, token := lexer.Next()
		if kind == css.ErrorToken {
			break
		}
		switch kind {
		case css.CommentToken:
			p.comment = p.offset > 0
			if !bytes.HasSuffix(token, []byte("*/")) || len(token) < 4 {
				p.fault(p.offset, "bad-css", "End it with */.", "This comment does not end.")
			}
		case css.WhitespaceToken:
			p.space = true
		case css.URLToken:
			p.write([]byte("url("))
			p.address(token)
		case css.BadURLToken, css.BadStringToken:
			p.fault(p.offset, "bad-css", "Look for a missing quote or bracket.", "This text has no end.")
		case css.StringToken:
			if inURL {
				p.address(token)
				break
			}
			if p.isLoading() {
				p.loads()
			}
			p.value(string(token))
			p.write(p.unquoted(token))
		case css.NumberToken, css.PercentageToken, css.DimensionToken:
			if bytes.HasPrefix(token, []byte("0.")) {
				p.write(token[1:])
			} else {
				p.write(token)
			}
		default:
			inURL = kind == css.FunctionToken && strings.EqualFold(string(token), "url(")
			p.token(kind, token)
			p.write(token)
		}
		if kind != css.CommentToken && kind != css.WhitespaceToken {
			p.begin(kind)
		}
		p.dot = kind == css.DelimToken && string(token) == "."
		p.offset += len(token)
	}
	if len(p.open) > 0 {
		last := p.open[len(p.open)-1]
		p.fault(last.offset, "bad-css", "", "The bracket %s is never closed.", last.sign)
	} else {
		p.finish()
	}
	p.sheet.parts = append(p.sheet.parts, p.out.String())
	return p.sheet
}

// statement is a declaration, a rule or an at-rule that is being read.
type statement struct {
	start    int
	at       bool // whether it begins with @
	colon    bool // whether it has a colon, as declarations have
	nonEmpty bool
	imports  bool // whether it is @import, which is reported as such
}

type parser struct {
	file      string
	text      string
	sheet     *Sheet
	out       strings.Builder
	space     bool     // whether white space came before the token
	comment   bool     // whether a comment did
	open      []opened // brackets
	statement statement
	offset    int
	// The attribute that a selector asks for, once its bracket, name and sign were read.
	attribute string
	dot       bool // whether the token before is the . of a class
}

type opened struct {
	closes css.TokenType
	offset int
	sign   string
}

var closing = map[css.TokenType]css.TokenType{
	css.LeftBraceToken: css.RightBraceToken, css.LeftBracketToken: css.RightBracketToken,
	css.LeftParenthesisToken: css.RightParenthesisToken, css.FunctionToken: css.RightParenthesisToken,
}

var plainWord = regexp.MustCompile(`^"[a-z][a-z-]*"\]`)

// unquoted returns the value of an attribute as the engine's sheets have it, so that what both say compresses well.
func (p *parser) unquoted(token []byte) []byte {
	last := len(p.open) - 1
	inBrackets := last >= 0 && p.open[last].closes == css.RightBracketToken
	if inBrackets && plainWord.MatchString(p.text[p.offset:]) {
		return token[1 : len(token)-1]
	}
	return token
}

// write leaves out the white space and the comments that mean nothing.
func (p *parser) write(token []byte) {
	written := p.out.String()
	last := written[max(0, len(written)-1):]
	matters := !strings.ContainsAny(last, "{};,:") && !bytes.ContainsAny(token[:1], "{};,")
	switch {
	case matters && p.space:
		p.out.WriteByte(' ')
	case matters && p.comment: // without it, what stands beside it would be one word
		p.out.WriteString("/**/")
	}
	p.space, p.comment = false, false
	p.out.Write(token)
}

// begin notes that the statement has a token.
func (p *parser) begin(kind css.TokenType) {
	switch kind {
	case css.LeftBraceToken, css.RightBraceToken, css.SemicolonToken:
		return
	case css.ColonToken:
		p.statement.colon = true
	}
	if !p.statement.nonEmpty {
		p.statement.nonEmpty, p.statement.start = true, p.offset
		p.statement.at = kind == css.AtKeywordToken
	}
}

// loading are functions that take an address as a text, beside url().
var loading = []string{"src(", "image(", "image-set(", "-webkit-image-set(", "cross-fade(", "-webkit-cross-fade("}

// isLoading reports whether a text would be an address here: below such a function, where it is no url() or type().
func (p *parser) isLoading() bool {
	below := false
	for _, bracket := range p.open {
		sign := strings.ToLower(bracket.sign)
		below = sign != "url(" && sign != "type(" && (below || slices.Contains(loading, sign))
	}
	return below
}

func (p *parser) loads() {
	p.fault(p.offset, "bad-css", `Write url("…").`, "A look loads files by url() alone.")
}

func (p *parser) token(kind css.TokenType, token []byte) {
	if (kind == css.AtKeywordToken || kind == css.FunctionToken) && bytes.ContainsRune(token, '\\') {
		p.fault(p.offset, "bad-css", `Write it without \.`, "The name %s is written with an escape.", token)
	} else if name := strings.ToLower(string(token)); name == "src(" ||
		(kind == css.CustomPropertyNameToken || name == "attr(" || name == "env(") && p.isLoading() {
		p.loads()
	}
	switch kind {
	case css.AtKeywordToken:
		if strings.EqualFold(string(token), "@import") {
			p.statement.imports = true
			p.fault(p.offset, "import", "Copy its rules into look.css; site.yaml names fonts.",
				"A look loads no other style sheet.")
		}
	case css.LeftBraceToken:
		if !p.statement.nonEmpty {
			p.fault(p.offset, "bad-css", "Write what the rule is for before it.", "This bracket belongs to no rule.")
		}
		p.statement = statement{}
	case css.SemicolonToken:
		p.finish()
	case css.RightBraceToken:
		p.finish()
	case css.IdentToken:
		p.class(string(token))
		p.value(string(token))
	}
	if closes, opens := closing[kind]; opens {
		p.open = append(p.open, opened{closes, p.offset, string(token)})
	}
	switch kind {
	case css.RightBraceToken, css.RightBracketToken, css.RightParenthesisToken:
		p.attribute = ""
		last := len(p.open) - 1
		if last < 0 || p.open[last].closes != kind {
			p.fault(p.offset, "bad-css", "Look for one that is missing or stands twice.",
				"The bracket %s closes nothing that is open here.", token)
			return
		}
		p.open = p.open[:last]
	}
}

// finish ends a statement that has no block: a declaration, or an at-rule such as @layer.
func (p *parser) finish() {
	s := p.statement
	p.statement = statement{}
	if s.nonEmpty && !s.at && (!s.colon || len(p.open) == 0) {
		p.fault(s.start, "bad-css", "A rule is written such as .card { color: var(--text); }.", "This is no CSS.")
	}
}

// class warns of what is nearly a class of the contract. Others may be those of integrations.
func (p *parser) class(name string) {
	if !p.dot || slices.Contains(site.LookClasses, name) {
		return
	}
	if hint := text.DidYouMean(name, site.LookClasses, ""); hint != "" {
		p.fault(p.offset, "unknown-class", hint, "No page is sure to have the class %q.", name)
		p.sheet.Problems[len(p.sheet.Problems)-1].Severity = yamldoc.Warning
	}
}

// value takes the name of an attribute between brackets, and then its value.
func (p *parser) value(word string) {
	last := len(p.open) - 1
	if last < 0 || p.open[last].closes != css.RightBracketToken {
		return
	}
	if p.attribute == "" {
		p.attribute = word
		return
	}
	word = strings.Trim(word, `"'`)
	var known []string
	switch p.attribute {
	case "data-look":
		p.sheet.Words = append(p.sheet.Words, word)
		return
	case "data-slot":
		known = site.Slots
	case "data-section":
		known = Sections()
	default:
		return
	}
	if !slices.Contains(known, word) {
		what := strings.TrimPrefix(p.attribute, "data-")
		p.fault(p.offset, "unknown-"+what, text.Meant(word, known), "There is no %s %q.", what, word)
	}
}

// Sections returns the values of data-section, sorted.
func Sections() []string {
	return slices.Sorted(slices.Values(slices.Concat(site.SectionTypes(), site.LookSections)))
}

func (p *parser) address(token []byte) {
	if p.statement.imports {
		return
	}
	url := string(token)
	if inner, is := strings.CutPrefix(strings.ToLower(url[:min(4, len(url))]), "url("); is {
		url = strings.TrimSuffix(url[4:], ")") + inner
	}
	url = strings.Trim(strings.TrimSpace(url), `"'`)
	p.sheet.Addresses = append(p.sheet.Addresses, Address{url, yamldoc.ProblemAt(p.file, p.text, p.offset, "", "", "")})
	cut := strings.TrimSuffix(p.out.String(), "url(")
	p.sheet.parts = append(p.sheet.parts, cut)
	p.out.Reset()
}

func (p *parser) fault(offset int, code, hint, format string, args ...any) {
	p.sheet.Problems = append(p.sheet.Problems,
		yamldoc.ProblemAt(p.file, p.text, offset, code, fmt.Sprintf(format, args...), hint))
}

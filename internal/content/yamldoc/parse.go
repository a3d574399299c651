package yamldoc

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"

	"github.com/evenlight/marquee/internal/content/text"
)

// Limits of a file's structure. No page comes near them.
const (
	maxDepth   = 64
	maxEntries = 10_000 // keys, items and brackets of a file
)

// parser reads the tokens of a file into nodes, by recursive descent. Outside of brackets, a set of keys or a list is
// the lines that begin in its column, and deeper lines belong to the last of them. It fails at the first fault, and
// points at the line that somebody has to change.
type parser struct {
	*source
	tokens  []lexeme // and one for the end of the file
	i       int      // index of the token that is read next
	depth   int
	entries int
}

func (s *source) parse() {
	p := parser{source: s, tokens: s.tokenize()}
	p.checkTabs(p.now().end)
	if p.now().is(token.DocumentHeaderType) {
		p.next()
	}
	first := p.now()
	if !p.more() {
		p.fail(wholeFile, "empty-file", "The file is empty.",
			"If it was not meant to be, its last save was cut short: restore it, or delete the file.")
	}

	root := p.value(-1)
	if root.kind == kindEmpty || root.kind == kindText {
		p.noKey(first)
	}
	if p.more() {
		p.outOfLine(p.now().at)
	}
	s.root = &root
}

func (p *parser) now() lexeme { return p.tokens[p.i] }

// next moves on by a token, and checks the one that follows.
func (p *parser) next() {
	p.i++
	p.checkTabs(p.now().end)
}

// checkTabs refuses tabs from the begin of the token's line, or from the end of the token before, up to a place.
func (p *parser) checkTabs(end int) {
	begin := p.now().line
	if p.i > 0 {
		begin = max(begin, p.tokens[p.i-1].end)
	}
	if strings.IndexByte(p.yaml[begin:end], '\t') < 0 {
		return
	}
	if tab := tabInside.FindStringIndex(p.yaml[begin:end]); tab != nil {
		p.failTab(begin + tab[0])
	}
}

// A tab before words; tabs at the end of a line do no harm.
var tabInside = regexp.MustCompile(`\t[ \t]*[^ \t\n]`)

func (p *parser) atLineBegin() bool { return p.i == 0 || p.tokens[p.i-1].end <= p.now().line }

func (p *parser) more() bool {
	tk, last := p.now(), len(p.tokens)-1
	if tk.is(token.DocumentHeaderType) || tk.is(token.DocumentEndType) && p.i+1 < last {
		p.fail(tk.at, "second-document", "A second document begins here.",
			"A file holds one document: remove this line.")
	}
	return p.i < last && !tk.is(token.DocumentEndType)
}

func (p *parser) isKey() bool {
	tk := p.now()
	return p.more() && p.tokens[p.i+1].is(token.MappingValueType) && p.tokens[p.i+1].line < tk.end &&
		!tk.is(token.MappingValueType, token.MappingKeyType, token.MappingStartType, token.SequenceStartType)
}

func (p *parser) count(at int) {
	_, most := Limits(p.file)
	if p.entries++; p.entries > most {
		p.fail(at, "too-many", fmt.Sprintf("The file has more than %d keys and items.", most),
			"Split it into several files.")
	}
	if p.depth > maxDepth {
		p.fail(at, "too-deep", fmt.Sprintf("The file is nested more than %d levels deep.", maxDepth),
			"Pages need about ten: look for brackets or hyphens that were repeated by mistake.")
	}
}

// nothing is the value of a key or item that has none.
var nothing = node{kind: kindEmpty, at: wholeFile, keyAt: wholeFile}

// value reads what belongs to a key or hyphen of a column: behind it, or on deeper lines.
func (p *parser) value(column int) node {
	if !p.more() {
		return nothing
	}
	tk, below := p.now(), p.atLineBegin()
	hyphen, afterKey := tk.is(token.SequenceEntryType), p.i > 0 && p.tokens[p.i-1].is(token.MappingValueType)
	switch {
	case below && tk.column() < column, below && tk.column() == column && !(hyphen && afterKey):
		return nothing
	case hyphen && afterKey && !below:
		p.fail(tk.at, "bad-indentation", "A list cannot begin on the line of its key.",
			"Write each item on a line of its own, below the key.")
	case hyphen, p.isKey() && (below || !afterKey):
		return p.block(tk.column() == column)
	}
	return p.single(column)
}

// block reads keys with their values, or items with hyphens. Items that are not deeper than their key end where the
// next key begins.
func (p *parser) block(besideKey bool) node {
	n := node{kind: kindKeys, at: p.now().at, keyAt: wholeFile}
	if p.now().is(token.SequenceEntryType) {
		n.kind = kindList
	}
	column := p.now().column()
	p.depth++
	for begin := true; begin || p.goesOn(column, &n, besideKey); begin = false {
		tk := p.now()
		p.count(tk.at)
		if n.kind == kindKeys {
			p.key()
			sign := p.tokens[p.i-1].end
			child := p.value(column).of(tk.Value, tk.at)
			child.sign = sign
			n.children = append(n.children, child)
			continue
		}
		p.next()
		child := p.value(column)
		child.sign = tk.end
		if child.at == wholeFile {
			child.at = tk.at
		}
		n.children = append(n.children, child)
	}
	p.depth--
	return n
}

func (p *parser) goesOn(column int, n *node, besideKey bool) bool {
	tk := p.now()
	if !p.more() || tk.column() < column {
		return false
	}
	if tk.is(token.InvalidType) {
		p.invalid(tk)
	}

	hyphen := tk.is(token.SequenceEntryType)
	switch {
	case tk.column() > column:
		p.outOfLine(tk.at)
	case n.kind == kindList && !hyphen && besideKey:
		return false
	case n.kind == kindList && !hyphen:
		p.fail(tk.at, "bad-indentation", "The lines beside this one begin with a hyphen, but this one does not.",
			"Begin it with a hyphen and a space, or give it as many spaces as the lines that it belongs with.")
	case n.kind == kindKeys && hyphen:
		p.fail(tk.at, "bad-indentation", "A list item stands here, but the lines beside it are keys.",
			"Give it as many spaces as the items that it belongs with, or write the key of its list above it.")
	}
	return true
}

func (p *parser) outOfLine(at int) {
	p.fail(at, "bad-indentation", "The line does not line up with any line above it.",
		"Give it exactly as many spaces as the lines that it belongs with.")
}

func (p *parser) key() {
	tk := p.now()
	raw := p.raw(tk)
	lastLine := raw[strings.LastIndexByte(raw, '\n')+1:]
	switch {
	case tk.is(token.InvalidType):
		p.invalid(tk)
	case !p.isKey(), lastLine != raw && indent(lastLine) <= tk.column():
		p.noKey(tk)
	}

	p.checkText(tk, tk.column())
	if lastLine != raw {
		p.colonInText(tk)
	}
	p.next()
	p.next()
}

func (p *parser) noKey(tk lexeme) {
	if key, after, colon := strings.Cut(p.restOfLine(tk.at), ":"); colon && key != "" && !strings.HasPrefix(after, "//") {
		p.fail(tk.at, "no-key", "There is no space after the colon.", fmt.Sprintf("Write `%s: …`.", text.Shortened(key)))
	}
	p.fail(tk.at, "no-key", "This line has no key.", "Write a key, a colon, a space and then the text; "+
		"text that goes on from the line above needs more spaces before it.")
}

func (p *parser) single(column int) node {
	tk := p.now()
	switch {
	case tk.is(token.LiteralType, token.FoldedType):
		return p.blockText()
	case strings.HasPrefix(p.yaml[tk.at:], "{{"):
		p.braces(tk.at)
	case tk.is(token.MappingStartType, token.SequenceStartType):
		n := p.brackets(column)
		if p.more() && !p.atLineBegin() {
			p.fail(p.tokens[p.i-1].end, "needs-quotes", "There is more text after the closing bracket.",
				"Text that begins with a bracket needs quotes.")
		}
		return n
	case tk.is(token.MappingValueType):
		p.key()
	}

	p.checkText(tk, column)
	p.next()
	switch {
	case !p.more(), p.atLineBegin():
		return asTyped(tk)
	case p.now().is(token.MappingValueType):
		p.colonInText(tk)
	case tk.isQuoted() && strings.Contains(p.raw(tk), "\n"):
		p.unclosedQuote(tk)
	case tk.isQuoted():
		p.fail(tk.end, "needs-quotes", "There is more text after the closing quote.",
			`Put the whole text in "double quotes" or 'single quotes', whichever are not inside it.`)
	}
	p.notUnderstood(p.now().at)
	return nothing
}

func (p *parser) braces(at int) {
	p.fail(at, "needs-quotes", "Text that begins with {{ needs quotes.", wholeInQuotes)
}

// colonInText refuses a text with a colon behind it where no key can stand.
func (p *parser) colonInText(tk lexeme) {
	raw := p.raw(tk)
	switch last := strings.LastIndexByte(raw, '\n') + 1; {
	case last > 0 && tk.isQuoted():
		p.unclosedQuote(tk)
	case last > 0:
		p.deeper(tk.at + last + indent(raw[last:]))
	}
	p.fail(p.now().at, "needs-quotes", "Text with a colon and a space in it needs quotes.", wholeInQuotes)
}

const wholeInQuotes = "Put the whole text in quotes."

func (p *parser) blockText() node {
	n := node{kind: kindText, style: styleBlock, at: p.now().at, end: p.now().end, keyAt: wholeFile}
	p.i++
	if tk := p.now(); tk.is(token.StringType) { // in which every blank may stand
		n.text, n.end = tk.Value, tk.end
		p.i++
	}
	p.checkTabs(p.now().end)
	return n
}

func asTyped(tk lexeme) node {
	n := node{kind: kindText, text: tk.Value, at: tk.at, end: tk.end, keyAt: wholeFile}
	switch tk.Type {
	case token.SingleQuoteType, token.DoubleQuoteType:
		n.style = styleQuoted
	case token.NullType:
		n.kind = kindEmpty
	}
	return n
}

// brackets reads a list or a set of keys in brackets, whose lines are deeper than the column.
func (p *parser) brackets(column int) node {
	open := p.now()
	n := node{kind: kindList, flow: true, at: open.at, keyAt: wholeFile}
	if p.yaml[open.at] == '{' {
		n.kind = kindKeys
	}

	p.depth++
	p.count(open.at)
	p.next()
	for !p.closes(column, open) {
		n.children = append(n.children, p.part(column, open))
		if p.closes(column, open) {
			break
		}
		if !p.now().is(token.CollectEntryType) {
			p.failInside(p.now().at)
		}
		p.next()
	}
	p.depth--
	n.end = p.now().end
	p.next()
	return n
}

func (p *parser) closes(column int, open lexeme) bool {
	tk := p.now()
	closes := tk.is(token.SequenceEndType, token.MappingEndType)
	ends := tk.is(token.DocumentHeaderType, token.DocumentEndType) || p.i == len(p.tokens)-1
	switch {
	case ends, !closes && p.atLineBegin() && tk.column() <= column:
		p.fail(open.at, "unclosed-bracket", fmt.Sprintf("The %c that opens here is not closed.", p.yaml[open.at]),
			fmt.Sprintf("Write %c at the end; text that begins with a bracket or with # needs quotes.",
				p.closing(open)))
	case closes && p.yaml[tk.at] != p.closing(open):
		p.failInside(tk.at)
	}
	return closes
}

func (p *parser) part(column int, open lexeme) node {
	key := p.now()
	n := p.flowValue(column)
	p.count(key.at)

	colon, inBraces := p.now(), p.yaml[open.at] == '{'
	switch {
	case !colon.is(token.MappingValueType) && !inBraces:
		return n
	case n.kind != kindText && n.text == "": // brackets for a key
		p.failInside(key.at)
	case !colon.is(token.MappingValueType):
		n = nothing.of(key.Value, key.at)
		n.sign = key.end
		return n
	case p.atLineBegin(), !inBraces && strings.Contains(p.raw(key), "\n"),
		!key.isQuoted() && colon.end < len(p.yaml) && strings.IndexByte(" \t\n,]}", p.yaml[colon.end]) < 0:
		p.failInside(colon.at)
	}

	p.next()
	child := nothing
	if !p.closes(column, open) && !p.now().is(token.CollectEntryType) {
		child = p.flowValue(column)
	}
	child = child.of(key.Value, key.at)
	child.sign = colon.end
	if inBraces {
		return child
	}
	return node{kind: kindKeys, at: key.at, keyAt: wholeFile, children: []node{child}}
}

// flowValue reads a text or brackets between brackets.
func (p *parser) flowValue(column int) node {
	tk := p.now()
	sign := p.yaml[tk.at]
	switch {
	case strings.HasPrefix(p.yaml[tk.at:], "{{"):
		p.braces(tk.at)
	case tk.is(token.SequenceStartType, token.MappingStartType):
		return p.brackets(column)
	case tk.isQuoted(), tk.is(token.InvalidType) && (sign == '"' || sign == '\''):
		p.checkText(tk, column)
	case tk.is(token.CollectEntryType, token.MappingValueType):
		p.failInside(tk.at)
	case tk.is(token.SequenceEntryType, token.InvalidType), p.isReserved(tk), sign == '|', sign == '>':
		p.failReserved(tk)
	default:
		if at := strings.IndexAny(p.raw(tk), "]}"); at >= 0 {
			p.failInside(tk.at + at)
		}
		if at := strings.Index(p.raw(tk)+" ", ": "); at >= 0 {
			p.failInside(tk.at + at)
		}
	}
	p.next()
	return asTyped(tk)
}

func (p *parser) closing(open lexeme) byte {
	if p.yaml[open.at] == '[' {
		return ']'
	}
	return '}'
}

// failInside refuses what cannot stand between brackets.
func (p *parser) failInside(at int) {
	p.fail(at, "bad-brackets", "What stands between these brackets cannot be understood from here on.",
		"A comma stands between two items, and a space behind the colon of a key; "+
			"text with a colon, a comma, brackets or quotes in it needs quotes around it.")
}

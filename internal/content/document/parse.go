package document

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// read turns bytes into the document's tree. Each step only runs when the one
// before it found nothing: the parser sees no file that could harm it.
func (d *reading) read(data []byte) []Problem {
	if problems := d.readBytes(data); len(problems) > 0 {
		return problems
	}
	if problems := survey(d); len(problems) > 0 {
		return problems
	}
	root, problem := d.parse()
	if problem != nil {
		return []Problem{*problem}
	}
	if root.kind == kindEmpty {
		return []Problem{d.problem(place{}, "empty-file", "The file is empty.",
			"If it was not meant to be, its last save was cut short: restore it, or delete the file.")}
	}
	d.root = root
	return nil
}

// maxBlank is how many lines in a row may be empty. At the end of a block
// text the parser copies the whole text once for each of them.
const maxBlank = 50

// parse runs the library. A panic in it is a problem of the file like any other.
func (d *reading) parse() (root *node, problem *Problem) {
	defer func() {
		if recover() != nil {
			p := d.problem(place{}, "syntax", "The file cannot be understood.", "Compare its layout with a file that works.")
			root, problem = nil, &p
		}
	}()
	text := d.readable()
	if i := strings.Index(text, strings.Repeat("\n", maxBlank+1)); i >= 0 {
		p := d.problem(placeAfter(text[:i+1]), "too-many", fmt.Sprintf("There are more than %d empty lines in a row.", maxBlank-1), "Remove them.")
		return nil, &p
	}
	file, err := parser.Parse(lexer.Tokenize(text), 0, parser.AllowDuplicateMapKey())
	if err != nil {
		p := d.syntaxProblem(err)
		return nil, &p
	}
	b := builder{lines: d.lines}
	root = &node{}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if root.kind != kindEmpty {
			p := d.problem(b.settle(doc.Body.GetToken(), ""), "second-document", "A second document begins here.", "A file holds one document: remove the line ---.")
			return nil, &p
		}
		*root = b.node(doc.Body)
	}
	if b.refused != nil {
		p := d.problem(*b.refused, "not-supported", "This part of YAML is not supported here.", "Write the text itself, in quotes if need be.")
		return nil, &p
	}
	return root, nil
}

// blockSign is where a text begins that is written below its key with | or >,
// without the number of its spaces: the line, from 0, and the offset after the sign.
type blockSign struct{ line, end int }

// readable is the file as the parser takes it: with lines of spaces and tabs
// emptied, in which it sees indentation. A block text without a number of
// spaces gets the number 00, which is as good as none: without any, the parser
// makes an error of the missing number at every character and throws it away,
// which is a sixth of all memory that it takes.
func (d *reading) readable() string {
	blank := strings.Contains(d.source, " \n") || strings.Contains(d.source, "\t\n") || strings.HasSuffix(d.source, " ") || strings.HasSuffix(d.source, "\t")
	if !blank && len(d.blocks) == 0 {
		return d.source
	}
	var text strings.Builder
	text.Grow(len(d.source) + 2*len(d.blocks))
	blocks := d.blocks
	for i, line := range d.lines {
		if i > 0 {
			text.WriteByte('\n')
		}
		switch {
		case len(blocks) > 0 && blocks[0].line == i:
			text.WriteString(line[:blocks[0].end] + "00" + line[blocks[0].end:])
			blocks = blocks[1:]
		case !blank || strings.Trim(line, " \t") != "":
			text.WriteString(line)
		}
	}
	return text.String()
}

// syntaxProblem words what the parser complained about. The survey names the
// mistakes that people make, with what to do; what remains are rare ones, for
// which the place must do.
func (d *reading) syntaxProblem(err error) Problem {
	var at place
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) && syntax.Token != nil && syntax.Token.Position != nil {
		b := builder{lines: d.lines}
		at = b.settle(syntax.Token, "")
	}
	return d.problem(at, "syntax", "The file cannot be understood from here on.",
		"Check quotes, brackets, colons and the spaces at the begin of this line and of the one above.")
}

// builder turns the library's tree into nodes.
type builder struct {
	lines   []string
	refused *place // the first part that has no meaning here
	// Where the last place was found: places mostly follow each other, and
	// counting a long line's characters from its begin each time adds up.
	seen struct{ line, column, offset int }
}

func (b *builder) node(n ast.Node) node {
	switch n := n.(type) {
	case *ast.MappingNode:
		return b.keys(n, n.Values)
	case *ast.MappingValueNode:
		return b.keys(n, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		return b.list(n)
	case *ast.LiteralNode:
		return node{kind: kindText, style: styleBlock, text: n.Value.GetToken().Value, at: b.settle(n.Start, "")}
	case *ast.NullNode:
		if n.Token.Type == token.ImplicitNullType {
			return node{kind: kindEmpty}
		}
		return node{kind: kindEmpty, text: n.Token.Value, at: b.settle(n.Token, n.Token.Value)}
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return b.text(n.GetToken())
	case nil:
		return node{kind: kindEmpty}
	}
	b.refuse(n.GetToken())
	return node{kind: kindEmpty}
}

func (b *builder) refuse(tk *token.Token) {
	if b.refused == nil {
		at := b.settle(tk, "")
		b.refused = &at
	}
}

func (b *builder) text(tk *token.Token) node {
	n := node{kind: kindText, text: tk.Value}
	switch tk.Type {
	case token.SingleQuoteType:
		n.style, n.at = styleSingle, b.settle(tk, "'")
	case token.DoubleQuoteType:
		n.style, n.at = styleDouble, b.settle(tk, `"`)
	default:
		first, _, _ := strings.Cut(tk.Value, "\n")
		word, _, _ := strings.Cut(first, " ")
		n.at = b.settle(tk, word)
	}
	return n
}

func (b *builder) keys(n ast.Node, values []*ast.MappingValueNode) node {
	out := node{kind: kindKeys, children: make([]node, 0, len(values))}
	if m, ok := n.(*ast.MappingNode); ok && m.IsFlowStyle {
		out.flow, out.at = true, b.settle(m.Start, "{")
	}
	for _, value := range values {
		tk := value.Key.GetToken()
		switch value.Key.(type) {
		case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		default:
			b.refuse(tk)
		}
		key := b.text(tk)
		child := b.node(value.Value)
		child.key, child.keyAt = key.text, key.at
		if child.at.line == 0 {
			child.at = child.keyAt
		}
		out.children = append(out.children, child)
	}
	if !out.flow && len(out.children) > 0 {
		out.at = out.children[0].keyAt
	}
	return out
}

func (b *builder) list(n *ast.SequenceNode) node {
	out := node{kind: kindList, flow: n.IsFlowStyle, children: make([]node, 0, len(n.Values)), at: b.settle(n.Start, "")}
	for i, value := range n.Values {
		child := b.node(value)
		if child.at.line == 0 {
			child.at = out.at
			if i < len(n.Entries) && n.Entries[i].Start != nil {
				child.at = b.settle(n.Entries[i].Start, "")
			}
		}
		out.children = append(out.children, child)
	}
	return out
}

// settle returns the place of a token. Where the text that should stand there
// does not (the library miscounts some texts over several lines), the nearest
// place before it is taken where it does.
func (b *builder) settle(tk *token.Token, text string) place {
	if tk == nil || tk.Position == nil {
		return place{}
	}
	line, column := tk.Position.Line, tk.Position.Column
	line = min(max(line, 1), len(b.lines))
	if text == "" || strings.HasPrefix(b.from(line, column), text) {
		return place{int32(line), int32(max(column, 1))}
	}
	for up := line; up > 0 && up > line-50; up-- {
		if i := strings.Index(b.lines[up-1], text); i >= 0 {
			return place{int32(up), int32(utf8.RuneCountInString(b.lines[up-1][:i]) + 1)}
		}
	}
	return place{int32(line), int32(max(column, 1))}
}

// from is fromColumn for a line of the file, counted from where the last call ended.
func (b *builder) from(line, column int) string {
	text, start := b.lines[line-1], 1
	if b.seen.line == line && b.seen.column <= column {
		text, start = text[b.seen.offset:], b.seen.column
	}
	rest := fromColumn(text, column-start+1)
	if rest != "" && column > 0 {
		b.seen.line, b.seen.column, b.seen.offset = line, column, len(b.lines[line-1])-len(rest)
	}
	return rest
}

// fromColumn cuts off what stands before a column.
func fromColumn(line string, column int) string {
	for i := range line {
		if column--; column <= 0 {
			return line[i:]
		}
	}
	return ""
}

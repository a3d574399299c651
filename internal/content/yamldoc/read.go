package yamldoc

import (
	"errors"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// read turns bytes into the tree. Each step runs only when the one before it
// found nothing: the parser sees no file that could harm it. A panic in the
// library is a problem of the file like any other.
func (s *source) read(data []byte) (problem *Problem) {
	defer func() {
		if recover() != nil {
			p := s.problem(wholeFile, "syntax", "The file cannot be understood.", "Compare its layout with a file that works.")
			s.root, problem = nil, &p
		}
	}()
	if problem := s.checkBytes(data); problem != nil {
		return problem
	}
	var body frontMatterBody
	if strings.HasSuffix(s.file, ".md") {
		if body, problem = s.cutFrontMatter(); problem != nil {
			return problem
		}
		defer func() { s.addBody(body, problem) }()
	}
	tokens, lexemes, comments := s.tokenize()
	if problem := s.lint(lexemes, comments); problem != nil {
		return problem
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		p := s.syntaxProblem(err)
		return &p
	}
	return s.build(file)
}

// syntaxProblem reports what the parser does not take, at the place that it names.
func (s *source) syntaxProblem(err error) Problem {
	at := wholeFile
	var syntax *yaml.SyntaxError
	if errors.As(err, &syntax) && syntax.Token != nil {
		at = place(syntax.Token)
	}
	return s.problem(at, "syntax", syntaxMessage, syntaxHint)
}

// place returns where a token is in the text; tokenize has noted it.
func place(tk *token.Token) int {
	if tk == nil || tk.Position == nil {
		return wholeFile
	}
	return tk.Position.Offset
}

// build turns the library's tree into the nodes of the file.
func (s *source) build(file *ast.File) *Problem {
	var b builder
	for _, doc := range file.Docs {
		if doc.Body != nil {
			root := b.node(doc.Body)
			root.keyAt = wholeFile
			s.root = &root
		}
	}
	var p Problem
	switch {
	case b.refused != nil:
		p = s.problem(place(b.refused), "not-supported", "This part of YAML is not supported here.", "Write the text itself, in quotes if need be.")
	case s.root == nil || s.root.kind == kindEmpty:
		p = s.problem(wholeFile, "empty-file", "The file is empty.",
			"If it was not meant to be, its last save was cut short: restore it, or delete the file.")
	default:
		return nil
	}
	s.root = nil
	return &p
}

// builder turns the library's tree into nodes.
type builder struct {
	refused *token.Token // the first part that has no meaning here
}

func (b *builder) node(n ast.Node) node {
	empty := node{kind: kindEmpty, at: wholeFile, keyAt: wholeFile}
	switch n := n.(type) {
	case *ast.MappingNode:
		return b.keys(n.Start, n.IsFlowStyle, n.Values)
	case *ast.MappingValueNode:
		return b.keys(nil, false, []*ast.MappingValueNode{n})
	case *ast.SequenceNode:
		return b.list(n)
	case *ast.LiteralNode:
		return node{kind: kindText, style: styleBlock, text: n.Value.GetToken().Value, at: place(n.Start), keyAt: wholeFile}
	case *ast.NullNode:
		if n.Token.Type != token.ImplicitNullType {
			empty.text, empty.at = n.Token.Value, place(n.Token)
		}
		return empty
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return text(n.GetToken())
	case nil:
		return empty
	}
	b.refuse(n.GetToken())
	return empty
}

func (b *builder) refuse(tk *token.Token) {
	if b.refused == nil {
		b.refused = tk
	}
}

func text(tk *token.Token) node {
	n := node{kind: kindText, text: tk.Value, at: place(tk), keyAt: wholeFile}
	switch tk.Type {
	case token.SingleQuoteType:
		n.style = styleSingle
	case token.DoubleQuoteType:
		n.style = styleDouble
	}
	return n
}

func (b *builder) keys(start *token.Token, flow bool, values []*ast.MappingValueNode) node {
	out := node{kind: kindKeys, flow: flow, at: place(start), keyAt: wholeFile, children: make([]node, 0, len(values))}
	for _, value := range values {
		switch value.Key.(type) {
		case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NullNode, *ast.InfinityNode, *ast.NanNode:
		default:
			b.refuse(value.Key.GetToken())
		}
		child, key := b.node(value.Value), value.Key.GetToken()
		child.key, child.keyAt = key.Value, place(key)
		if child.at == wholeFile {
			child.at = child.keyAt
		}
		out.children = append(out.children, child)
	}
	if !flow && len(out.children) > 0 {
		out.at = out.children[0].keyAt
	}
	return out
}

func (b *builder) list(n *ast.SequenceNode) node {
	out := node{kind: kindList, flow: n.IsFlowStyle, at: place(n.Start), keyAt: wholeFile, children: make([]node, 0, len(n.Values))}
	for i, value := range n.Values {
		child := b.node(value)
		if child.at == wholeFile {
			child.at = out.at
			if i < len(n.Entries) && n.Entries[i].Start != nil {
				child.at = place(n.Entries[i].Start)
			}
		}
		out.children = append(out.children, child)
	}
	return out
}

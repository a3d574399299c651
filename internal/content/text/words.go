package text

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/evenlight/marquee/internal/site"
)

// unescape resolves Markdown's escapes: \* is a star, &copy; is ©.
func unescape(words string) string {
	if !strings.ContainsAny(words, `\&`) {
		return words
	}
	var out strings.Builder
	for i := 0; i < len(words); i++ {
		switch c := words[i]; {
		case c == '\\' && i+1 < len(words) && util.IsPunct(words[i+1]):
			i++
			out.WriteByte(words[i])
		case c == '&':
			end := strings.IndexByte(words[i:], ';')
			if end < 0 || end > 32 {
				out.WriteByte(c)
				continue
			}
			out.WriteString(html.UnescapeString(words[i : i+end+1]))
			i += end
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// PlainWords returns the words of nodes without their formatting.
func PlainWords(nodes []site.Node) string {
	var out strings.Builder
	for _, node := range nodes {
		out.WriteString(node.Text)
		out.WriteString(PlainWords(node.Children))
		if node.Kind == "break" {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// start returns where an element begins in the source, as near as the parser tells.
func start(n ast.Node) int {
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	if words, ok := n.(*ast.Text); ok {
		return words.Segment.Start
	}
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if at := start(child); at > 0 {
			return at
		}
	}
	if before := n.PreviousSibling(); before != nil {
		if words, ok := before.(*ast.Text); ok {
			return words.Segment.Stop
		}
	}
	if parent := n.Parent(); parent != nil && parent.Type() == ast.TypeBlock && parent.Lines() != nil && parent.Lines().Len() > 0 {
		return parent.Lines().At(0).Start
	}
	return 0
}

// HasBlank reports whether an address has a space or a control character.
func HasBlank(address string) bool {
	return strings.ContainsFunc(address, func(c rune) bool {
		return c <= ' ' || c == 0x7f || c == '\u00a0' || c == '\u2028' || c == '\u2029'
	})
}

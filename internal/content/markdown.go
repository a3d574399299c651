package content

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/evenlight/marquee/internal/site"
)

// markdownParser knows tables and struck words only to refuse them in words,
// where they would otherwise show as rows of signs.
var markdownParser parser.Parser = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()

// markdownReader turns a Markdown text into nodes.
type markdownReader struct {
	*scope
	source []byte
	whole  string // the source again
	place  *place
	depth  int
	html   bool // whether some HTML has been refused

	lastByte, lastCharacter int
}

// Limits of one text. The parser looks for the end of a link up to the end of
// the text, so [a]([a]([a](… would take time by the square of the length.
const (
	maxMarkdown = 32 << 10 // bytes: some 5,000 words
	maxLinks    = 500
)

// maxNesting is how deeply elements may stand in each other. No person nests
// that deeply, and templates draw them by recursion.
const maxNesting = 32

// markdown parses a text as it was typed and resolves references in the words
// of the result: a fact with a * in it stays words.
func (s *scope) markdown(markdown *site.Markdown, at *place) {
	r := markdownReader{scope: s, source: []byte(markdown.Source), whole: string(markdown.Source), place: at}
	markdown.Nodes = []site.Node{}
	if len(r.source) > maxMarkdown {
		r.refuse(0, "long-text", fmt.Sprintf("This text is too long: more than %d thousand characters.", maxMarkdown>>10), "Split it into several sections.")
		return
	}
	if mayRefer(r.whole) {
		r.singleBraces(r.whole, at)
	}
	if links := strings.Count(r.whole, "]("); links > maxLinks {
		r.refuse(0, "many-links", fmt.Sprintf("This text has %d links: more than %d.", links, maxLinks), "Split it into several sections.")
		return
	}
	root := markdownParser.Parse(text.NewReader(r.source))
	if nodes := r.children(root); nodes != nil {
		markdown.Nodes = nodes
	}
}

func (r *markdownReader) children(parent ast.Node) []site.Node {
	if r.depth == maxNesting {
		r.refuse(start(parent), "markdown-nesting", fmt.Sprintf("Lists, quotes and formatting are nested too deeply in this text: more than %d levels.", maxNesting), "")
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	var nodes []site.Node
	var words strings.Builder // of neighbouring texts, which become one
	flush := func() {
		if words.Len() > 0 {
			nodes = append(nodes, site.Node{Kind: "text", Text: words.String()})
			words.Reset()
		}
	}
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		for _, node := range r.node(child) {
			if node.Kind == "text" {
				words.WriteString(node.Text)
				continue
			}
			flush()
			nodes = append(nodes, node)
		}
	}
	flush()
	return nodes
}

// node returns what an element becomes; usually one node.
func (r *markdownReader) node(n ast.Node) []site.Node {
	one := func(node site.Node) []site.Node { return []site.Node{node} }
	switch n := n.(type) {
	case *ast.Paragraph:
		return one(site.Node{Kind: "paragraph", Children: r.children(n)})
	case *ast.TextBlock:
		return r.children(n)
	case *ast.Heading:
		return one(r.heading(n))
	case *ast.List:
		return one(site.Node{Kind: "list", Ordered: n.IsOrdered(), Children: r.children(n)})
	case *ast.ListItem:
		return one(site.Node{Kind: "item", Children: r.children(n)})
	case *ast.Blockquote:
		return one(site.Node{Kind: "quote", Children: r.children(n)})
	case *ast.ThematicBreak:
		return one(site.Node{Kind: "rule"})
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		return one(site.Node{Kind: "codeblock", Text: r.lines(n)})
	case *ast.Text:
		return r.words(n)
	case *ast.String:
		return one(site.Node{Kind: "text", Text: string(n.Value)})
	case *ast.CodeSpan:
		return one(site.Node{Kind: "code", Text: r.code(n)})
	case *ast.Emphasis:
		kind := "emphasis"
		if n.Level == 2 {
			kind = "strong"
		}
		return one(site.Node{Kind: kind, Children: r.children(n)})
	case *ast.Link:
		return one(r.link(n, string(n.Destination), string(n.Title), r.children(n)))
	case *ast.AutoLink:
		label := string(n.Label(r.source))
		target := string(n.URL(r.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
			target = "mailto:" + target
		}
		return one(r.link(n, target, "", []site.Node{{Kind: "text", Text: label}}))
	}
	r.refuseNode(n)
	return nil
}

func (r *markdownReader) heading(n *ast.Heading) site.Node {
	node := site.Node{Kind: "heading", Level: n.Level, Children: r.children(n)}
	if n.Level == 1 {
		r.refuse(start(n), "markdown-heading", fmt.Sprintf("The heading %q cannot have a single #: that is the title of the page.", r.quoted(plainWords(node.Children))), "Begin with ##.")
	}
	if r.page != nil {
		node.ID = r.page.anchors.unique(plainWords(node.Children))
	}
	return node
}

func (r *markdownReader) link(n ast.Node, target, title string, children []site.Node) site.Node {
	offset := start(n)
	// A target has its references escaped by nobody, but it may hold Markdown's own escapes.
	r.gap = false
	to := r.expand(unescape(target), r.place, min(offset, len(r.source)), r.whole, func(words string) string { return words })
	link := &site.Link{Label: site.Text(plainWords(children)), To: site.Text(to), Hint: site.Text(unescape(title)), Kind: site.LinkPlaceholder}
	switch {
	case r.gap: // then the reference has been told about, and the target is not known
	case to == "":
		r.refuse(offset, "bad-link", fmt.Sprintf("The link %q has no target.", plainWords(children)), "Write it as [words](/address).")
	default:
		r.keep(link, r.file, r.place, r.characters(offset))
	}
	return site.Node{Kind: "link", Link: link, Children: children}
}

// words are text with what follows it: a line break, or the end of a line, which is a space.
func (r *markdownReader) words(n *ast.Text) []site.Node {
	segment := n.Segment
	raw := string(segment.Value(r.source))
	if at := strings.Index(raw, "]("); at >= 0 {
		r.refuse(segment.Start+at, "bad-link", fmt.Sprintf("This looks like a link, but its address is not complete: %q.", r.quoted(raw[at:])), "Write it as [words](/address), without spaces in the address.")
	}
	words := r.expand(raw, r.place, segment.Start, r.whole, unescape)
	switch {
	case n.HardLineBreak():
		return []site.Node{{Kind: "text", Text: words}, {Kind: "break"}}
	case n.SoftLineBreak():
		words += " "
	}
	return []site.Node{{Kind: "text", Text: words}}
}

// lines are the lines of a block as they are, with references resolved.
func (r *markdownReader) lines(n ast.Node) string {
	var out strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		out.WriteString(r.expand(string(segment.Value(r.source)), r.place, segment.Start, r.whole, func(words string) string { return words }))
	}
	return strings.TrimRight(out.String(), "\n")
}

func (r *markdownReader) code(n *ast.CodeSpan) string {
	var out strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if words, ok := child.(*ast.Text); ok {
			raw := strings.ReplaceAll(string(words.Segment.Value(r.source)), "\n", " ")
			out.WriteString(r.expand(raw, r.place, words.Segment.Start, r.whole, func(words string) string { return words }))
		}
	}
	return out.String()
}

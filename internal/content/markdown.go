package content

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/evenlight/marquee/internal/site"
)

// markdownParser knows tables and struck words only to refuse them in words,
// where they would otherwise show as rows of signs.
var markdownParser parser.Parser = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()

// markdownReader turns a Markdown text into nodes.
type markdownReader struct {
	*scope
	source []byte
	place  *place
	depth  int
}

// maxNesting is how deeply elements may stand in each other. No person nests
// that deeply, and templates draw them by recursion.
const maxNesting = 32

// markdown parses a text as it was typed and resolves references in the words
// of the result: a fact with a * in it stays words.
func (s *scope) markdown(markdown *site.Markdown, at *place) {
	r := markdownReader{scope: s, source: []byte(markdown.Source), place: at}
	root := markdownParser.Parse(text.NewReader(r.source))
	markdown.Nodes = r.children(root)
	if markdown.Nodes == nil {
		markdown.Nodes = []site.Node{}
	}
}

// refuse reports something that is not allowed in Markdown.
func (r *markdownReader) refuse(offset int, code, message, hint string) {
	offset = min(max(offset, 0), len(r.source))
	r.uses.add(r.file.doc.AtOffset(r.place.String(), utf8.RuneCount(r.source[:offset]), code, message, hint))
}

func (r *markdownReader) children(parent ast.Node) []site.Node {
	if r.depth == maxNesting {
		r.refuse(start(parent), "markdown-nesting", fmt.Sprintf("Lists, quotes and formatting are nested too deeply in this text: more than %d levels.", maxNesting), "")
		return nil
	}
	r.depth++
	defer func() { r.depth-- }()
	var nodes []site.Node
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		for _, node := range r.node(child) {
			if last := len(nodes) - 1; node.Kind == "text" && last >= 0 && nodes[last].Kind == "text" {
				nodes[last].Text += node.Text
				continue
			}
			nodes = append(nodes, node)
		}
	}
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

const useMarkdown = `Write Markdown, and \< for the sign itself.`

// quoted is the first line of some words, for a sentence.
func (r *markdownReader) quoted(words string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(words), "\n")
	return shortened(first)
}

// inner are all words inside of an element that is refused itself. Table rows
// and cells are taken apart here, as nothing else knows them.
func (r *markdownReader) inner(n ast.Node) string {
	var parts []string
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child.(type) {
		case *extast.TableHeader, *extast.TableRow, *extast.TableCell:
			parts = append(parts, r.inner(child))
		default:
			return strings.TrimSpace(plainWords(r.children(n)))
		}
	}
	return strings.Join(parts, " | ")
}

// refuseNode says in plain words what cannot stand in a text.
func (r *markdownReader) refuseNode(n ast.Node) {
	at := start(n)
	switch n := n.(type) {
	case *ast.HTMLBlock:
		if strings.HasPrefix(strings.TrimSpace(r.lines(n)), "<!--") {
			r.refuse(at, "markdown-html", fmt.Sprintf("Comments such as %q are not allowed in texts.", r.quoted(r.lines(n))), "Write the comment in YAML, behind a #.")
			return
		}
		r.refuse(at, "markdown-html", fmt.Sprintf("HTML such as %q is not allowed in texts.", r.quoted(r.lines(n))), useMarkdown)
	case *ast.RawHTML:
		segment := n.Segments.At(0)
		r.refuse(segment.Start, "markdown-html", fmt.Sprintf("HTML such as %q is not allowed in texts.", r.quoted(string(segment.Value(r.source)))), useMarkdown)
	case *ast.Image:
		r.refuse(at, "markdown-image", fmt.Sprintf("Pictures such as %q are not allowed in texts.", n.Destination), "Show it in a section that has an image.")
	case *extast.Table:
		r.refuse(at, "markdown-table", fmt.Sprintf("Tables are not allowed in texts: %q.", r.quoted(r.inner(n))), "Write a list, or use a section such as cards.")
	case *extast.Strikethrough:
		r.refuse(at, "markdown-strike", fmt.Sprintf("Struck words such as %q are not allowed in texts.", "~~"+r.quoted(r.inner(n))+"~~"), "Remove the signs ~~.")
	default:
		r.refuse(at, "markdown-unknown", "This kind of formatting is not allowed in texts.", "Use headings, lists, links, quotes, code, bold and italic words.")
	}
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
	to := r.expand(unescape(target), r.place, min(offset, len(r.source)), string(r.source), func(words string) string { return words })
	link := &site.Link{Label: site.Text(plainWords(children)), To: site.Text(to), Hint: site.Text(unescape(title)), Kind: site.LinkPlaceholder}
	if to == "" {
		r.refuse(offset, "bad-link", fmt.Sprintf("The link %q has no target.", plainWords(children)), "Write it as [words](/address).")
	} else {
		r.keep(link, r.file, r.place.String(), utf8.RuneCount(r.source[:offset]))
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
	words := r.expand(raw, r.place, segment.Start, string(r.source), unescape)
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
		out.WriteString(r.expand(string(segment.Value(r.source)), r.place, segment.Start, string(r.source), func(words string) string { return words }))
	}
	return strings.TrimRight(out.String(), "\n")
}

func (r *markdownReader) code(n *ast.CodeSpan) string {
	var out strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if words, ok := child.(*ast.Text); ok {
			raw := strings.ReplaceAll(string(words.Segment.Value(r.source)), "\n", " ")
			out.WriteString(r.expand(raw, r.place, words.Segment.Start, string(r.source), func(words string) string { return words }))
		}
	}
	return out.String()
}

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

// plainWords are the words of nodes without their formatting.
func plainWords(nodes []site.Node) string {
	var out strings.Builder
	for _, node := range nodes {
		out.WriteString(node.Text)
		out.WriteString(plainWords(node.Children))
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
	return 0
}

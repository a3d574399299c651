package content

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/evenlight/marquee/internal/site"
)

// markdownParser knows struck words only to refuse them in words, where they would
// otherwise show as rows of signs.
var markdownParser parser.Parser = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough,
	extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"})))).Parser()

// markdownReader turns a Markdown text into nodes.
type markdownReader struct {
	*scope
	source []byte
	whole  string // the source again
	place  *place
	depth  int
	html   bool // whether some HTML has been refused
	bare   int  // addresses that became links
	images int

	nodes     []site.Node // of the elements that are open, the innermost last
	openWords []string    // of texts that are no nodes yet
	ownWords  int         // where those of the innermost element begin

	lastByte, lastCharacter int
}

// Limits of one text. The parser looks for the end of a link up to the end of
// the text, so [a]([a]([a](… would take time by the square of the length.
const (
	maxMarkdown = 32 << 10 // bytes: some 5,000 words
	maxLinks    = 500
)

// maxNesting is how deeply elements may stand in each other. No person nests
// that deeply, and templates render them by recursion.
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
	if at := wideTable(r.whole); at >= 0 {
		r.refuse(at, "wide-table", fmt.Sprintf("This table has more than %d columns.", maxColumns), "Split it into several, or take a picture or a file.")
		return
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

// children returns what the elements inside of another one become.
func (r *markdownReader) children(parent ast.Node) []site.Node {
	if r.depth == maxNesting {
		r.refuse(start(parent), "markdown-nesting", fmt.Sprintf("Lists, quotes and formatting are nested too deeply in this text: more than %d levels.", maxNesting), "")
		return nil
	}
	r.depth++
	nodes, words := len(r.nodes), r.ownWords
	r.ownWords = len(r.openWords)
	r.inside(parent)
	r.flush()
	made := slices.Clone(r.nodes[nodes:])
	clear(r.nodes[nodes:])
	r.nodes, r.ownWords = r.nodes[:nodes], words
	r.depth--
	if len(made) == 0 {
		return nil
	}
	return made
}

func (r *markdownReader) inside(parent ast.Node) {
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		r.node(child)
	}
}

// say adds words to those that stand before them; neighbouring texts become one.
func (r *markdownReader) say(words string) {
	if words != "" {
		r.openWords = append(r.openWords, words)
	}
}

// flush makes a node of the words.
func (r *markdownReader) flush() {
	switch words := r.openWords[r.ownWords:]; len(words) {
	case 0:
		return
	case 1: // mostly a part of the source, and shared with it
		r.nodes = append(r.nodes, site.Node{Kind: "text", Text: words[0]})
	default:
		r.nodes = append(r.nodes, site.Node{Kind: "text", Text: strings.Join(words, "")})
	}
	r.openWords = r.openWords[:r.ownWords]
}

func (r *markdownReader) put(node site.Node) {
	r.flush()
	r.nodes = append(r.nodes, node)
}

// node adds what an element becomes; usually one node.
func (r *markdownReader) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		if pictures := picturesAlone(n); pictures != nil {
			for _, picture := range pictures {
				r.put(r.picture(picture, "figure"))
			}
			return
		}
		r.noTable(n)
		r.put(site.Node{Kind: "paragraph", Children: r.children(n)})
	case *ast.Image:
		r.put(r.picture(n, "image"))
	case *extast.Table:
		r.put(site.Node{Kind: "table", Children: r.children(n)})
	case *extast.TableHeader:
		r.put(site.Node{Kind: "titles", Children: r.children(n)})
	case *extast.TableRow:
		r.put(site.Node{Kind: "row", Children: r.children(n)})
	case *extast.TableCell:
		r.put(site.Node{Kind: "cell", Align: alignments[n.Alignment], Children: r.children(n)})
	case *ast.TextBlock:
		r.inside(n)
	case *ast.Heading:
		r.put(r.heading(n))
	case *ast.List:
		r.put(site.Node{Kind: "list", Ordered: n.IsOrdered(), Children: r.children(n)})
	case *ast.ListItem:
		r.put(site.Node{Kind: "item", Children: r.children(n)})
	case *ast.Blockquote:
		r.put(site.Node{Kind: "quote", Children: r.children(n)})
	case *ast.ThematicBreak:
		r.put(site.Node{Kind: "rule"})
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		r.put(site.Node{Kind: "codeblock", Text: r.lines(n)})
	case *ast.Text:
		r.words(n)
	case *ast.String:
		r.say(string(n.Value))
	case *ast.CodeSpan:
		r.put(site.Node{Kind: "code", Text: r.code(n)})
	case *ast.Emphasis:
		kind := "emphasis"
		if n.Level == 2 {
			kind = "strong"
		}
		r.put(site.Node{Kind: kind, Children: r.children(n)})
	case *ast.Link:
		r.put(r.link(n, string(n.Destination), string(n.Title), r.children(n)))
	case *ast.AutoLink:
		if r.bareLink(n) {
			return
		}
		label := string(n.Label(r.source))
		target := string(n.URL(r.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
			target = "mailto:" + target
		}
		r.put(r.link(n, target, "", []site.Node{{Kind: "text", Text: label}}))
	default:
		r.refuseNode(n)
	}
}

// part returns a part of the source, without a copy where the source has it as it is.
func (r *markdownReader) part(segment text.Segment) string {
	if segment.Padding == 0 && !segment.ForceNewline {
		return r.whole[segment.Start:segment.Stop]
	}
	return string(segment.Value(r.source))
}

func (r *markdownReader) heading(n *ast.Heading) site.Node {
	node := site.Node{Kind: "heading", Level: n.Level, Children: r.children(n)}
	if n.Level == 1 {
		r.refuse(start(n), "markdown-heading", fmt.Sprintf("The heading %q cannot have a single #: that is the title of the page.", r.quoted(plainWords(node.Children))), "Begin with ##.")
	}
	if r.page != nil {
		node.ID = r.page.anchors.unique(plainWords(node.Children), r.window)
	}
	return node
}

func (r *markdownReader) link(n ast.Node, target, title string, children []site.Node) site.Node {
	offset := start(n)
	// A target has its references escaped by nobody, but it may hold Markdown's own escapes.
	r.scope.missing = false
	to := r.expand(unescape(target), r.place, min(offset, len(r.source)), r.whole, func(words string) string { return words })
	link := &site.Link{Label: site.Text(plainWords(children)), To: site.Text(to), Hint: site.Text(unescape(title)), Kind: site.LinkPlaceholder}
	switch {
	case r.scope.missing: // then the reference has been reported, and the target is not known
	case to == "":
		r.refuse(offset, "bad-link", fmt.Sprintf("The link %q has no target.", plainWords(children)), "Write it as [words](/address).")
	default:
		r.addLink(link, r.file, r.place, r.characters(offset))
	}
	return site.Node{Kind: "link", Link: link, Children: children}
}

// words are text with what follows it: a line break, or the end of a line, which is a space.
func (r *markdownReader) words(n *ast.Text) {
	raw := r.part(n.Segment)
	if at := strings.Index(raw, "]("); at >= 0 {
		r.refuse(n.Segment.Start+at, "bad-link", fmt.Sprintf("This looks like a link, but its address is not complete: %q.", r.quoted(raw[at:])), "Write it as [words](/address), without spaces in the address.")
	}
	r.say(r.expand(raw, r.place, n.Segment.Start, r.whole, unescape))
	switch {
	case n.HardLineBreak():
		r.put(site.Node{Kind: "break"})
	case n.SoftLineBreak():
		r.say(" ")
	}
}

// lines are the lines of a block as they are, with references resolved.
func (r *markdownReader) lines(n ast.Node) string {
	var out strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		segment := lines.At(i)
		out.WriteString(r.expand(r.part(segment), r.place, segment.Start, r.whole, func(words string) string { return words }))
	}
	return strings.TrimRight(out.String(), "\n")
}

func (r *markdownReader) code(n *ast.CodeSpan) string {
	var out strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if words, ok := child.(*ast.Text); ok {
			raw := strings.ReplaceAll(r.part(words.Segment), "\n", " ")
			out.WriteString(r.expand(raw, r.place, words.Segment.Start, r.whole, func(words string) string { return words }))
		}
	}
	return out.String()
}

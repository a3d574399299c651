package text

import (
	"bytes"
	"html"
	"net/url"
	"regexp"
	"slices"
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

// Document is a parsed Markdown text. Its links and pictures are those of its nodes: who has
// the document gives them their addresses.
type Document struct {
	Nodes    []site.Node
	Links    []Link
	Pictures []Picture
	Problems []Problem
}

// Link is a link of a document, which stands behind so many bytes of the text.
type Link struct {
	*site.Link
	At int
	// Whether it is an address without brackets: nobody said that it is a link.
	Bare bool
}

// Picture is a picture of a document, which stands behind so many bytes of the text.
type Picture struct {
	*site.Image
	At int
}

// Limits of one text. The parser looks for the end of a link up to the end of the text, so
// [a]([a]([a](… would take time by the square of the length. A table gets the columns of its
// first row in each row, however short that is, so that a small text could make millions of
// them. Templates render nested elements by recursion, and nobody nests that deeply.
const (
	maxMarkdown = 64_000 // characters: some 10,000 words
	maxLinks    = 500
	maxColumns  = 20
	maxFigures  = 50
	maxNesting  = 32
)

var markdownParser = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList,
	extension.Footnote, extension.NewLinkify(extension.WithLinkifyAllowedProtocols([]string{"http:", "https:"}))),
	goldmark.WithParserOptions(parser.WithASTTransformers(util.Prioritized(unusedNotes{}, 998)))).Parser()

// Markdown parses a text as it was typed.
func (c Context) Markdown(source string) Document {
	r := reader{expander: expander{Context: c, problems: problems{whole: source}}, source: []byte(source)}
	if r.withinLimits() {
		r.left = bytes.Repeat([]byte(" "), len(source))
		for i := range r.left {
			if source[i] == '\n' {
				r.left[i] = '\n'
			}
		}
		r.notes = map[int][2]string{}
		root := markdownParser.Parse(text.NewReader(r.source))
		r.warnOfUnused(root)
		r.made.Nodes = r.children(root)
		r.whole = string(r.left) // no code
		r.singleBraces()
		r.signs(false)
	}
	if r.made.Nodes == nil {
		r.made.Nodes = []site.Node{}
	}
	r.made.Problems = r.found
	return r.made
}

func (r *reader) withinLimits() bool {
	const split = "Split it: a page takes several sections, a collection several entries."
	links, table := strings.Count(r.whole, "](")+strings.Count(r.whole, "]["), wideTable(r.whole)
	switch length := utf8.RuneCountInString(r.whole); {
	case length > maxMarkdown:
		r.refuse(0, "long-text", split, "This text has %d characters: more than %d.", length, maxMarkdown)
	case table >= 0:
		r.refuse(table, "wide-table", "Split it into several, or take a picture or a file.",
			"This table has more than %d columns.", maxColumns)
	case links > maxLinks:
		r.refuse(0, "many-links", split, "This text has %d links: more than %d.", links, maxLinks)
	default:
		return true
	}
	return false
}

// wideTable returns where a table with too many columns begins: at the line below its first
// row, which is made of hyphens and bars. It returns -1 where there is none.
func wideTable(text string) int {
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Count(line, "|") > maxColumns+1 && strings.Trim(line, "|-: \t>*+") == "" {
			return at
		}
		at += len(line) + 1
	}
	return -1
}

type reader struct {
	expander
	made   Document
	source []byte            // the text again
	left   []byte            // the words that are no Markdown, each at its place, and spaces around them
	notes  map[int][2]string // the anchors of footnotes, and of where they are first referred to
	depth  int
	html   bool // whether some HTML has been refused
	bare   int  // addresses that became links
	images int

	// What is in the element that is read now: nodes, and words behind them that are no node yet.
	nodes     []site.Node
	openWords []string
}

func (r *reader) children(parent ast.Node) []site.Node {
	if r.depth == maxNesting {
		r.refuse(parent.Pos(), "markdown-nesting", "",
			"Lists, quotes and formatting are nested too deeply in this text: more than %d levels.", maxNesting)
		return nil
	}
	r.depth++
	nodes, words := r.nodes, r.openWords
	r.nodes, r.openWords = nil, nil
	r.inside(parent)
	r.flush()
	made := slices.Clone(r.nodes) // as long as it is
	r.nodes, r.openWords = nodes, words
	r.depth--
	return made
}

func (r *reader) inside(parent ast.Node) {
	for child := parent.FirstChild(); child != nil; child = child.NextSibling() {
		// The parser ends a text where a sign might begin something, which may be inside of a reference.
		for words, ok := child.(*ast.Text); ok && words.Merge(child.NextSibling(), r.source); {
			parent.RemoveChild(parent, child.NextSibling())
		}
		r.node(child)
	}
}

func (r *reader) say(words string) {
	if words != "" {
		r.openWords = append(r.openWords, words)
	}
}

func (r *reader) flush() {
	if len(r.openWords) > 0 {
		r.nodes = append(r.nodes, site.Node{Kind: "text", Text: strings.Join(r.openWords, "")})
		r.openWords = nil
	}
}

func (r *reader) put(node site.Node) {
	r.flush()
	r.nodes = append(r.nodes, node)
}

func (r *reader) within(n ast.Node, made site.Node) {
	made.Children = r.children(n)
	r.put(made)
}

func (r *reader) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		if pictures := picturesAlone(n); pictures != nil {
			for _, picture := range pictures {
				r.put(r.picture(picture, "figure"))
			}
			return
		}
		r.within(n, site.Node{Kind: "paragraph"})
	case *ast.Image:
		r.put(r.picture(n, "image"))
	case *extast.Table:
		r.within(n, site.Node{Kind: "table"})
	case *extast.TableHeader:
		r.within(n, site.Node{Kind: "titles"})
	case *extast.TableRow:
		r.checkCells(n)
		r.within(n, site.Node{Kind: "row"})
	case *extast.TableCell:
		r.within(n, site.Node{Kind: "cell", Align: alignments[n.Alignment]})
	case *ast.TextBlock:
		r.inside(n)
	case *ast.Heading:
		r.put(r.heading(n))
	case *ast.List:
		made := site.Node{Kind: "list", Ordered: n.IsOrdered()}
		if n.Start > 1 {
			made.Start = n.Start
		}
		r.within(n, made)
	case *ast.ListItem:
		r.within(n, site.Node{Kind: "item", Task: taskOf(n)})
	case *extast.Strikethrough:
		r.struck(n)
	case *extast.FootnoteLink:
		r.put(r.note(n.Index, "note"))
	case *extast.FootnoteList:
		r.within(n, site.Node{Kind: "notes"})
	case *extast.Footnote:
		r.within(n, r.note(n.Index, "item"))
	case *extast.TaskCheckBox, *extast.FootnoteBacklink, *ast.LinkReferenceDefinition: // what they belong to says it
	case *ast.Blockquote:
		r.within(n, site.Node{Kind: "quote"})
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
		r.within(n, site.Node{Kind: kind})
	case *ast.Link:
		r.put(r.link(n, string(n.Destination), string(n.Title), r.children(n)))
	case *ast.AutoLink:
		r.autoLink(n)
	default:
		r.refuseNode(n)
	}
}

// alignments are where the words of a cell stand, in the words of CSS.
var alignments = map[extast.Alignment]string{extast.AlignCenter: "center", extast.AlignRight: "end"}

func (r *reader) heading(n *ast.Heading) site.Node {
	node := site.Node{Kind: "heading", Level: max(2, n.Level), Children: r.children(n)}
	words := PlainWords(node.Children)
	if n.Level == 1 {
		found := Wrong("markdown-heading", "Begin with ##: it is shown as one.",
			"The heading %q has a single #: that is the title of the page.", firstLine(words))
		found.Warning = true
		r.add(n.Pos(), found)
	}
	if r.Anchor != nil {
		node.ID = r.Anchor(words)
	}
	return node
}

func (r *reader) link(n ast.Node, target, title string, children []site.Node) site.Node {
	at := n.Pos()
	// A target has its references escaped by nobody, but it may hold Markdown's own escapes.
	r.missing = false
	to := r.expand(unescape(target), at, asTyped)
	link := &site.Link{
		Label: site.Text(PlainWords(children)), To: site.Text(to), Hint: site.Text(unescape(title)),
		Kind: site.LinkPlaceholder,
	}
	switch {
	case r.missing: // then the reference has been reported, and the target is not known
	case to == "":
		r.refuse(at, "bad-link", "Write it as [words](/address).", "The link %q has no target.", link.Label)
	case len(r.made.Links) == maxLinks:
		r.refuse(at, "many-links", "Split it.", "This text has more than %d links.", maxLinks)
	default:
		r.made.Links = append(r.made.Links, Link{Link: link, At: max(at, 0)})
	}
	return site.Node{Kind: "link", Link: link, Children: children}
}

// autoLink makes a link of an address that stands in the text by itself. Without brackets,
// what is no address after all stays words.
func (r *reader) autoLink(n *ast.AutoLink) {
	label := n.Label(r.source)
	at := cap(r.source) - cap(label) // a label is a part of the source
	if at > 0 && at <= len(r.source) && r.source[at-1] == '<' {
		target := string(n.URL(r.source))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(target), "mailto:") {
			target = "mailto:" + target
		}
		r.put(r.link(n, target, "", []site.Node{{Kind: "text", Text: string(label)}}))
		return
	}

	words := r.expand(string(label), at, asTyped)
	to := words
	switch {
	case n.AutoLinkType == ast.AutoLinkEmail:
		to = "mailto:" + words
	case strings.HasPrefix(words, "www."):
		to = "https://" + words
	}
	if r.bare++; r.bare > maxLinks || n.AutoLinkType != ast.AutoLinkEmail && !isWebAddress(to) {
		r.say(words)
		return
	}
	link := &site.Link{Label: site.Text(words), To: site.Text(to), Kind: site.LinkPlaceholder}
	r.made.Links = append(r.made.Links, Link{link, max(at, 0), true})
	r.put(site.Node{Kind: "link", Link: link, Children: []site.Node{{Kind: "text", Text: words}}})
}

func isWebAddress(to string) bool {
	u, err := url.Parse(to)
	return err == nil && strings.Contains(u.Hostname(), ".") && u.User == nil && !HasBlank(to)
}

// picturesAlone returns the pictures of a paragraph that holds nothing else, or nil.
func picturesAlone(paragraph ast.Node) (pictures []*ast.Image) {
	for child := paragraph.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.Image:
			pictures = append(pictures, child)
		case *ast.Text:
			if child.Segment.Len() > 0 {
				return nil
			}
		default:
			return nil
		}
	}
	return pictures
}

func (r *reader) picture(n *ast.Image, kind string) site.Node {
	at := n.Pos()
	image := &site.Image{Src: unescape(string(n.Destination)), Alt: site.Text(PlainWords(r.children(n)))}
	node := site.Node{Kind: kind, Image: image}
	if kind == "figure" {
		node.Text = r.expand(unescape(string(n.Title)), at, asTyped)
	}
	switch r.images++; {
	case r.images == maxFigures+1:
		r.refuse(at, "many-pictures", "Show some of them in a gallery section.",
			"This text has more than %d pictures.", maxFigures)
	case r.images > maxFigures:
	case image.Src == "":
		r.refuse(at, "bad-image-path", "Write it as ![what it shows](images/name.jpg).", "This picture has no file.")
	default:
		r.made.Pictures = append(r.made.Pictures, Picture{image, max(at, 0)})
	}
	return node
}

func (r *reader) words(n *ast.Text) {
	raw := string(n.Segment.Value(r.source))
	if at := strings.Index(raw, "]("); at >= 0 {
		r.refuse(n.Segment.Start+at, "bad-link", "Write it as [words](/address), without spaces in the address.",
			"This looks like a link, but its address is not complete: %q.", firstLine(raw[at:]))
	}
	r.leave(n.Segment)
	r.say(r.expand(raw, n.Segment.Start, unescape))
	switch {
	case n.HardLineBreak():
		r.put(site.Node{Kind: "break"})
	case n.SoftLineBreak():
		r.say(" ")
	}
}

// lines are the lines of a block as they are.
func (r *reader) lines(n ast.Node) string {
	return strings.TrimRight(string(n.Lines().Value(r.source)), "\n")
}

func (r *reader) code(n *ast.CodeSpan) string {
	var out strings.Builder
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if words, ok := child.(*ast.Text); ok {
			out.WriteString(strings.ReplaceAll(string(words.Segment.Value(r.source)), "\n", " "))
		}
	}
	return out.String()
}

// leave notes words that are no Markdown. What an escape takes the meaning from is meant to be read.
func (r *reader) leave(words text.Segment) {
	for i := words.Start; i < words.Stop; i++ {
		if r.source[i] == '\\' && i+1 < words.Stop && util.IsPunct(r.source[i+1]) {
			i++
			continue
		}
		r.left[i] = r.source[i]
	}
}

func (r *reader) refuse(at int, code, hint, format string, args ...any) {
	r.add(at, Wrong(code, hint, format, args...))
}

// refuseNode says in plain words what cannot stand in a text.
func (r *reader) refuseNode(n ast.Node) {
	html := ""
	switch n := n.(type) {
	case *ast.HTMLBlock:
		html = r.lines(n)
		if n.HasClosure() {
			html += string(n.ClosureLine.Value(r.source))
		}
	case *ast.RawHTML:
		html = string(n.Segments.Value(r.source))
		if r.html && strings.HasPrefix(html, "</") {
			return // the end of what has been reported
		}
		r.html = true
	default:
		r.refuse(n.Pos(), "markdown-unknown",
			"Use headings, lists, tables, links, pictures, quotes, code, bold and italic words.",
			"This kind of formatting is not allowed in texts.")
		return
	}
	switch name := strings.TrimSpace(html); {
	case strings.HasPrefix(name, "<!--") && strings.HasSuffix(name, "-->") && strings.Count(name, "<!--") == 1:
		return // nobody is shown a comment
	case lineBreak.MatchString(name):
		r.put(site.Node{Kind: "break"})
		return
	}
	r.refuse(n.Pos(), "markdown-html", insteadOf(html), "HTML such as %q is not allowed in texts.", firstLine(html))
}

// inMarkdown says how to write what people know as an element of HTML.
var inMarkdown = map[string]string{
	"b": "Write **words**", "strong": "Write **words**", "i": "Write *words*", "em": "Write *words*",
	"a": "Write [words](/address)", "img": "Write ![what it shows](images/name.jpg)", "br": "End the line with a \\",
	"p": "Leave an empty line between paragraphs", "ul": "Begin each line with a -", "ol": "Begin the lines with 1. and 2",
	"li": "Begin the line with a -", "h1": "Write ## before the title", "h2": "Write ## before the title",
	"h3": "Write ### before the title", "table": "Draw the table with | between its cells",
	"iframe": "Use the section embed, with the address behind src= at url", "video": "Use the section video",
	"script": "Remove it",
	"!--":    "Leave the comment alone on its line",
}

var lineBreak = regexp.MustCompile(`^(?i)<br\s*/?>$`)

var elementName = regexp.MustCompile(`^\s*</?(!--|[A-Za-z][A-Za-z0-9]*)`)

// insteadOf returns the way out for somebody who wrote HTML.
func insteadOf(html string) string {
	name := elementName.FindStringSubmatch(html)
	written := "Write Markdown, or use a section for what it does not have"
	if name != nil && inMarkdown[strings.ToLower(name[1])] != "" {
		written = inMarkdown[strings.ToLower(name[1])]
	}
	return written + `. The sign < itself is written \<.`
}

func firstLine(words string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(words), "\n")
	return Shortened(first)
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

// HasBlank reports whether an address has a space or a control character.
func HasBlank(address string) bool {
	return strings.ContainsFunc(address, func(c rune) bool {
		return c <= ' ' || c == 0x7f || c == '\u00a0' || c == '\u2028' || c == '\u2029'
	})
}

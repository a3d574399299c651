// Package markdown writes a page as Markdown, for programs that read words rather than documents.
//
// It reads the page as visitors get it: the <main> of its HTML. No section has code here, so a new one needs nothing.
// What is not read as words is left out by what the HTML says: controls, drawings, navigation, what is hidden from
// assistive technology, and what is there for it alone where other words stand beside it. Where that does not do,
// templates say so: what has data-words="none" is left out, what has data-words="page" is no part of an entry in a
// feed.
//
// Links and pictures are whole addresses, because the text is read away from its page. No word is added.
package markdown

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/evenlight/marquee/internal/site"
)

// Page writes a page, of its document in HTML. It begins with the title.
func Page(page *site.Page, document []byte) ([]byte, error) {
	title := "<h1>" + html.EscapeString(string(page.Title)) + "</h1>"
	if page.Description != "" {
		title += "<blockquote>" + html.EscapeString(string(page.Description)) + "</blockquote>"
	}
	if bytes.Contains(document, []byte("<h1")) {
		title = ""
	}
	return write(page, title, document, "none")
}

// Entry writes what an entry of a collection says below its title: its picture, its text and its sections, but for
// those that show other entries.
func Entry(page *site.Page, document []byte) ([]byte, error) {
	return write(page, "", document, "none", "page")
}

// write leaves out what has one of the values as data-words.
func write(page *site.Page, title string, document []byte, without ...string) ([]byte, error) {
	// The data beside the <main> may be as long. No words hold these tags, because they are escaped.
	start, end := bytes.Index(document, []byte("<main")), bytes.LastIndex(document, []byte("</main>"))
	if start < 0 || end < start {
		return nil, errors.New("the document has no <main>")
	}
	root, err := html.Parse(io.MultiReader(strings.NewReader(title), bytes.NewReader(document[start:end])))
	if err != nil {
		return nil, err
	}
	tidy(root, without, false)
	lift(root, func(n *html.Node) bool { return n.DataAtom == atom.H1 })
	words, err := toMarkdown.ConvertNode(root, converter.WithDomain(page.Head.Canonical))
	if err != nil {
		return nil, err
	}
	return append(blank.ReplaceAll(words, nil), '\n'), nil
}

// blank are lines without words, which the converter indents like all of a list.
var blank = regexp.MustCompile(`(?m)^ +$`)

var toMarkdown = newConverter()

func newConverter() *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(
			commonmark.WithHorizontalRule("---"),
			commonmark.WithListEndComment(false),
			commonmark.WithLinkEmptyContentBehavior(commonmark.LinkBehaviorSkip),
		),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
	))
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, writeQuote, converter.PriorityEarly)
	c.Register.RendererFor("li", converter.TagTypeBlock, writeTask, converter.PriorityEarly)
	c.Register.RendererFor("sup", converter.TagTypeInline, writeNote, converter.PriorityEarly)
	c.Register.RendererFor("ol", converter.TagTypeBlock, writeNotes, converter.PriorityEarly)
	c.Register.TextTransformer(func(_ converter.Context, words string) string {
		return entity.ReplaceAllString(words, "&amp;$1")
	}, converter.PriorityEarly)
	return c
}

// entity is what a reader would take for a character reference, and the converter leaves as it is.
var entity = regexp.MustCompile(`&(#?\w+;)`)

func writeQuote(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	fmt.Fprintf(w, "\n\n> %s\n\n", within(ctx, n, "> "))
	return converter.RenderSuccess
}

func writeTask(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	box := map[string]string{"open": "[ ] ", "done": "[x] "}[attribute(n, "data-task")]
	if box == "" {
		return converter.RenderTryNext
	}
	fmt.Fprintf(w, "%s%s", box, within(ctx, n, ""))
	return converter.RenderSuccess
}

// writeNote writes what refers to a footnote: a link to it, or its number.
func writeNote(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	_, id, linked := strings.Cut(attribute(n.FirstChild, "href"), "#")
	if !linked {
		id = textOf(n)
	}
	fmt.Fprintf(w, "[^%s]", id)
	return converter.RenderSuccess
}

func writeNotes(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	if !hasClass(n, "notes") {
		return converter.RenderTryNext
	}
	fmt.Fprint(w, "\n\n")
	for item := range n.ChildNodes() {
		fmt.Fprintf(w, "[^%s]: %s\n", attribute(item, "id"), within(ctx, item, "    "))
	}
	fmt.Fprint(w, "\n\n")
	return converter.RenderSuccess
}

var gaps = regexp.MustCompile(`\n{3,}`)

// within writes what an element holds, with a sign before each of its lines but the first. The converter does not
// escape what begins a line of a quote, and takes code out of it.
func within(ctx converter.Context, n *html.Node, sign string) []byte {
	var words bytes.Buffer
	ctx.RenderChildNodes(ctx, &words, n)
	lines := gaps.ReplaceAll(ctx.UnEscapeContent(bytes.TrimSpace(words.Bytes())), []byte("\n\n"))
	for _, end := range [][]byte{[]byte("\n"), marker.BytesMarkerCodeBlockNewline} {
		lines = bytes.ReplaceAll(lines, end, append(slices.Clone(end), sign...))
	}
	return lines
}

// tidy makes a text of a document: it removes what is not read, and what Markdown lacks becomes what it has. In prose
// inline elements are parts of a sentence, elsewhere boxes beside each other.
func tidy(n *html.Node, without []string, prose bool) {
	for _, child := range children(n) {
		if isLeftOut(child, without) {
			n.RemoveChild(child)
		}
	}
	switch {
	case n.DataAtom == atom.Dl:
		rename(n, atom.Ul)
		for group := range n.ChildNodes() {
			rename(group, atom.Li)
		}
	case n.DataAtom == atom.Li && !prose && find(n, isBlock) == nil: // one line
		for part := range n.Descendants() {
			switch part.DataAtom {
			case atom.Dt:
				rename(part, atom.Strong)
			case atom.Div, atom.P, atom.Dd:
				rename(part, atom.Span)
			}
		}
	case slices.Contains([]atom.Atom{atom.Ul, atom.Ol}, n.DataAtom) && find(n, isHeading) != nil: // chapters
		rename(n, atom.Div)
		for _, item := range children(n) {
			rename(item, atom.Div)
			lift(item, isHeading)
		}
	case n.DataAtom == atom.Section && attribute(n, "aria-labelledby") != "":
		lift(n, func(title *html.Node) bool { return attribute(title, "id") == attribute(n, "aria-labelledby") })
	}
	prose = prose || hasClass(n, "prose") || isHeading(n)
	for _, child := range children(n) {
		tidy(child, without, prose)
		before := child.PrevSibling
		if hasClass(child, "sr-only") && (hasWords(n) || hasClass(before, "sr-only")) {
			n.RemoveChild(child)
		} else if !prose && isBox(child) && isBeside(before, child) {
			n.InsertBefore(&html.Node{Type: html.TextNode, Data: " · "}, child)
		}
	}
}

func isLeftOut(n *html.Node, without []string) bool {
	words := attribute(n, "data-words")
	switch {
	case n.Type == html.CommentNode, slices.Contains(without, words):
		return true
	case n.DataAtom == atom.Nav:
		return words == ""
	case n.DataAtom == atom.Img:
		return attribute(n, "alt") == ""
	case n.Parent.DataAtom == atom.Form:
		return n.DataAtom != atom.P // which says what it is about; the rest are its fields
	}
	return slices.Contains([]atom.Atom{atom.Button, atom.Input, atom.Svg}, n.DataAtom) ||
		attribute(n, "aria-hidden") == "true" || attribute(n, "role") == "tooltip"
}

// hasWords reports whether an element has words or a picture for those who see it.
func hasWords(n *html.Node) bool {
	return slices.ContainsFunc(children(n), func(n *html.Node) bool {
		return n.DataAtom == atom.Img || strings.TrimSpace(n.Data) != "" && n.Type == html.TextNode ||
			!hasClass(n, "sr-only") && hasWords(n)
	})
}

// lift moves what something is called by to its beginning: pages have small words and pictures above titles.
func lift(n *html.Node, isTitle func(*html.Node) bool) {
	if title := find(n, isTitle); title != nil {
		title.Parent.RemoveChild(title)
		n.InsertBefore(title, n.FirstChild)
	}
}

// isBeside reports whether there are words before a box, without space between them.
func isBeside(before, box *html.Node) bool {
	if before == nil || before.Type != html.TextNode && !isBox(before) {
		return false
	}
	left, right := before.Data, textOf(box)
	if before.Type != html.TextNode {
		left = textOf(before)
	}
	const spaces = " \n"
	return left != "" && !strings.ContainsAny(left[len(left)-1:], spaces) && strings.TrimLeft(right, spaces) == right
}

func isBox(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.A, atom.Bdi, atom.Span, atom.Strong, atom.Time}, n.DataAtom)
}

func isHeading(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}, n.DataAtom)
}

func isBlock(n *html.Node) bool {
	blocks := []atom.Atom{atom.Blockquote, atom.Dl, atom.Figure, atom.Img, atom.Ol, atom.Pre, atom.Table, atom.Ul}
	return isHeading(n) || slices.Contains(blocks, n.DataAtom) || hasClass(n, "prose")
}

// find returns the first node within n that fits, or nil.
func find(n *html.Node, fits func(*html.Node) bool) *html.Node {
	for part := range n.Descendants() {
		if fits(part) {
			return part
		}
	}
	return nil
}

// children returns the nodes of an element, which may be removed meanwhile.
func children(n *html.Node) []*html.Node { return slices.Collect(n.ChildNodes()) }

func textOf(n *html.Node) string {
	var words strings.Builder
	for part := range n.Descendants() {
		if part.Type == html.TextNode {
			words.WriteString(part.Data)
		}
	}
	return words.String()
}

func rename(n *html.Node, kind atom.Atom) { n.DataAtom, n.Data = kind, kind.String() }

func attribute(n *html.Node, name string) string {
	if n == nil {
		return ""
	}
	at := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	if at < 0 {
		return ""
	}
	return n.Attr[at].Val
}

func hasClass(n *html.Node, class string) bool {
	return slices.Contains(strings.Fields(attribute(n, "class")), class)
}

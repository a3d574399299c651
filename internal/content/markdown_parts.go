package content

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Limits of what one text holds. A table gets the columns of its first row in each
// row, however short that is, so that a small text could make millions of them.
const (
	maxColumns = 20
	maxFigures = 50
)

// wideTable returns where a table with too many columns begins: at the line below
// its first row, which is made of hyphens and bars. It is -1 where there is none.
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

// noTable warns of a paragraph that was meant as a table: its lines begin and end with a
// bar, but the line of hyphens below the first one is missing or has too few.
func (r *markdownReader) noTable(paragraph ast.Node) {
	lines := paragraph.Lines()
	if lines.Len() < 2 {
		return
	}
	for i := range 2 {
		segment := lines.At(i)
		line := bytes.TrimSpace(segment.Value(r.source))
		if len(line) < 2 || line[0] != '|' || line[len(line)-1] != '|' {
			return
		}
	}
	r.found(start(paragraph), yamldoc.Problem{
		Severity: yamldoc.Warning, Code: "no-table", Message: "These lines look like a table and are shown as text.",
		Hint: "Below the line of titles write one of hyphens, with as many columns: |---|---|.",
	})
}

// alignments are where the words of a cell stand, in the words of CSS.
var alignments = map[extast.Alignment]string{extast.AlignCenter: "center", extast.AlignRight: "end"}

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

// picture makes a node of ![what it shows](images/name.jpg "a caption").
func (r *markdownReader) picture(n *ast.Image, kind string) site.Node {
	offset := start(n)
	if r.images++; r.images > maxFigures {
		if r.images == maxFigures+1 {
			r.refuse(offset, "many-pictures", fmt.Sprintf("This text has more than %d pictures.", maxFigures), "Show some of them in a gallery section.")
		}
	}
	made := &site.Image{Src: unescape(string(n.Destination)), Alt: site.Text(plainWords(r.children(n)))}
	node := site.Node{Kind: kind, Image: made}
	if kind == "figure" {
		node.Text = r.expand(unescape(string(n.Title)), r.place, offset, r.whole, func(words string) string { return words })
	}
	if r.images > maxFigures {
		return node
	}
	if made.Src == "" {
		r.refuse(offset, "bad-image-path", "This picture has no file.", "Write it as ![what it shows](images/name.jpg).")
		return node
	}
	deps := *r.deps
	deps.findings = findings{}
	inner := *r.scope
	inner.deps = &deps
	inner.image(made, r.place.in(site.SlotProse))
	found := deps.problems
	deps.findings = r.deps.findings
	*r.deps = deps
	for _, problem := range found { // which points at all of the text
		if problem.Code == "no-alt" {
			problem.Hint = "Write it between the brackets, as in ![Our oven in the morning](images/oven.jpg), or once in images.yaml."
		}
		r.found(offset, problem)
	}
	return node
}

// found reports at a place of the text what was found about it.
func (r *markdownReader) found(offset int, problem yamldoc.Problem) {
	if r.deps.full() {
		return
	}
	placed := r.file.doc.AtOffset(r.place.String(), r.characters(offset), problem.Code, problem.Message, problem.Hint)
	placed.Severity, placed.Refers = problem.Severity, problem.Refers
	r.deps.add(placed)
}

// bareLink makes a link of an address that stands in the text without brackets. What
// is no address after all stays words: nobody said that it is one.
func (r *markdownReader) bareLink(n *ast.AutoLink) bool {
	label := n.Label(r.source)
	offset := cap(r.source) - cap(label) // a label is a part of the source
	if offset > 0 && offset <= len(r.source) && r.source[offset-1] == '<' {
		return false
	}
	words := r.expand(string(label), r.place, offset, r.whole, func(words string) string { return words })
	to := words
	switch {
	case n.AutoLinkType == ast.AutoLinkEmail:
		to = "mailto:" + words
	case strings.HasPrefix(words, "www."):
		to = "https://" + words
	}
	if r.bare++; r.bare > maxLinks || n.AutoLinkType != ast.AutoLinkEmail && !isWebAddress(to) {
		r.say(words)
		return true
	}
	link := &site.Link{Label: site.Text(words), To: site.Text(to), Kind: site.LinkPlaceholder}
	r.addLink(link, r.file, r.place, r.characters(offset))
	r.deps.links[len(r.deps.links)-1].quiet = true
	r.put(site.Node{Kind: "link", Link: link, Children: []site.Node{{Kind: "text", Text: words}}})
	return true
}

func isWebAddress(to string) bool {
	u, err := url.Parse(to)
	return err == nil && strings.Contains(u.Hostname(), ".") && u.User == nil && !hasBlank(to)
}

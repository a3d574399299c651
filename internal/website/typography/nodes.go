package typography

import (
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// nodes returns Markdown with its words set. A quotation may begin in one node of a
// paragraph and end in another, where some of its words are emphasised.
func (m marks) nodes(typed []site.Node) []site.Node {
	set := slices.Clone(typed)
	for at := 0; at < len(set); at++ {
		node := &set[at]
		if !isInline(*node) {
			node.Children = m.nodes(node.Children)
			if node.Kind == "figure" {
				node.Text = m.text(node.Text)
			}
			continue
		}
		end := at + 1
		for end < len(set) && isInline(set[end]) {
			end++
		}
		copy(set[at:], m.line(typed[at:end]))
		at = end - 1
	}
	return set
}

func isInline(n site.Node) bool {
	switch n.Kind {
	case "text", "strong", "emphasis", "code", "link", "break", "image":
		return true
	}
	return false
}

// line sets nodes that stand in one line, or one paragraph.
func (m marks) line(typed []site.Node) []site.Node {
	var words strings.Builder
	read(&words, typed)
	at := 0
	return written(typed, &at, m.edits(words.String()))
}

// read writes the words of nodes; signs stand for what is none.
func read(out *strings.Builder, nodes []site.Node) {
	for _, n := range nodes {
		switch n.Kind {
		case "text":
			out.WriteString(n.Text)
		case "code", "image":
			out.WriteByte('x')
		case "break":
			out.WriteByte('\n')
		default:
			read(out, n.Children)
		}
	}
}

// written returns the nodes with edits in what read wrote of them, from a place on.
func written(nodes []site.Node, at *int, edits []edit) []site.Node {
	made := slices.Clone(nodes)
	for i := range made {
		n := &made[i]
		switch n.Kind {
		case "text":
			n.Text = replaced(n.Text, *at, edits)
			*at += len(nodes[i].Text)
		case "code", "image", "break":
			*at++
		default:
			n.Children = written(n.Children, at, edits)
		}
	}
	return made
}

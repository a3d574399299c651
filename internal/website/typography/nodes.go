package typography

import (
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// nodes returns Markdown with its words set. A quotation may begin in one node of a
// paragraph and end in another, where some of its words are emphasised.
func (m marks) nodes(typed []site.Node) (set []site.Node, changed bool) {
	set = typed
	put := func(from int, made ...site.Node) {
		if !changed {
			set, changed = slices.Clone(typed), true
		}
		copy(set[from:], made)
	}
	for at := 0; at < len(typed); at++ {
		node := typed[at]
		if isInline(node) {
			end := at + 1
			for end < len(typed) && isInline(typed[end]) {
				end++
			}
			if made, differs := m.line(typed[at:end]); differs {
				put(at, made...)
			}
			at = end - 1
			continue
		}
		children, differs := m.nodes(node.Children)
		caption := node.Text
		if node.Kind == "figure" {
			caption = m.text(node.Text)
		}
		if differs || caption != node.Text {
			node.Children, node.Text = children, caption
			put(at, node)
		}
	}
	return set, changed
}

func isInline(n site.Node) bool {
	switch n.Kind {
	case "text", "strong", "emphasis", "code", "link", "break", "image":
		return true
	}
	return false
}

// line sets nodes that stand in one line, or one paragraph.
func (m marks) line(typed []site.Node) (set []site.Node, changed bool) {
	var words strings.Builder
	read(&words, typed)
	edits := m.edits(words.String())
	if len(edits) == 0 {
		return typed, false
	}
	at := 0
	return written(typed, &at, edits), true
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

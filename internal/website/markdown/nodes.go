package markdown

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// nodes writes the blocks of a text.
func (w *writer) nodes(nodes []site.Node) {
	for _, node := range nodes {
		w.block(w.node(node))
	}
}

// node writes an element of a text, with all that is inside.
func (w *writer) node(n site.Node) string {
	switch n.Kind {
	case "text":
		return inline(n.Text)
	case "strong":
		return "**" + w.inside(n) + "**"
	case "emphasis":
		return "*" + w.inside(n) + "*"
	case "code":
		marks, space := fence(n.Text, 1), ""
		if strings.HasPrefix(n.Text, "`") || strings.HasSuffix(n.Text, "`") {
			space = " "
		}
		return marks + space + n.Text + space + marks
	case "codeblock":
		marks := fence(n.Text, 3)
		return marks + "\n" + strings.TrimRight(n.Text, "\n") + "\n" + marks
	case "heading":
		return strings.Repeat("#", min(max(n.Level, 2), 6)) + " " + w.inside(n)
	case "quote":
		return setIn("> ", w.apart(n), "> ")
	case "list":
		return w.points(n)
	case "item":
		return w.apart(n)
	case "link":
		return w.linkNode(n)
	case "break":
		return "\\\n"
	case "rule":
		return "---"
	case "image":
		return w.pictureNode(n)
	case "figure":
		if n.Text == "" {
			return w.pictureNode(n)
		}
		return strings.TrimPrefix(w.pictureNode(n)+"\n\n"+inline(n.Text), "\n\n")
	case "table":
		return w.tableNode(n)
	}
	if n.Text != "" && len(n.Children) == 0 {
		return inline(n.Text)
	}
	return w.inside(n)
}

// fence returns at least so many backticks, and more than the text has in a row: what is
// code stays code.
func fence(text string, least int) string {
	longest, run := least-1, 0
	for _, c := range text {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// inside writes what is inside of a node in one line.
func (w *writer) inside(n site.Node) string {
	var out strings.Builder
	for _, child := range n.Children {
		out.WriteString(w.node(child))
	}
	return out.String()
}

// apart writes what is inside of a node: blocks with an empty line between them.
func (w *writer) apart(n site.Node) string {
	var out strings.Builder
	for i, child := range n.Children {
		if i > 0 && isBlock(child) {
			out.WriteString("\n\n")
		}
		out.WriteString(w.node(child))
	}
	return out.String()
}

func isBlock(n site.Node) bool {
	switch n.Kind {
	case "paragraph", "heading", "list", "quote", "codeblock", "rule", "table", "figure":
		return true
	}
	return false
}

func (w *writer) points(list site.Node) string {
	var lines []string
	for i, item := range list.Children {
		mark := "- "
		if list.Ordered {
			mark = strconv.Itoa(i+1) + ". "
		}
		lines = append(lines, setIn(mark, w.apart(item), strings.Repeat(" ", len(mark))))
	}
	return strings.Join(lines, "\n")
}

// setIn writes a sign before the first line of a text, and another before the others.
func setIn(first, text, others string) string {
	lines := strings.Split(text, "\n")
	for i := range lines[1:] {
		lines[i+1] = strings.TrimRight(others+lines[i+1], " ")
	}
	return first + strings.Join(lines, "\n")
}

func (w *writer) linkNode(n site.Node) string {
	if n.Link == nil || n.Link.Href == "" {
		return w.inside(n)
	}
	return "[" + w.inside(n) + "](" + w.address(n.Link.Href) + ")"
}

func (w *writer) pictureNode(n site.Node) string {
	if n.Image == nil {
		return ""
	}
	return w.picture(*n.Image)
}

func (w *writer) tableNode(n site.Node) string {
	var rows [][]string
	for _, row := range n.Children {
		var cells []string
		for _, cell := range row.Children {
			cells = append(cells, w.inside(cell))
		}
		rows = append(rows, cells)
	}
	return table(rows)
}

// link writes a link; the words alone where it leads nowhere.
func (w *writer) link(l site.Link) string {
	if l.Href == "" {
		return inline(string(l.Label))
	}
	return "[" + inline(string(l.Label)) + "](" + w.address(l.Href) + ")"
}

func (w *writer) image(image *site.Image) {
	if image != nil {
		w.block(w.picture(*image))
	}
}

// picture writes a picture; nothing where it is pure decoration.
func (w *writer) picture(image site.Image) string {
	if image.URL == "" || image.Alt == "" {
		return ""
	}
	return "![" + inline(string(image.Alt)) + "](" + w.address(image.URL) + ")"
}

// address returns the whole address of a target.
func (w *writer) address(href string) string {
	switch {
	case strings.HasPrefix(href, "#"):
		href = w.url + href
	case strings.HasPrefix(href, "/"):
		href = w.base + href
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\n", "").Replace(href)
}

var signs = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`)

var spaces = regexp.MustCompile(`\s+`)

// inline writes words in one line so that none of them is read as Markdown.
func inline(text string) string {
	text = signs.Replace(spaces.ReplaceAllString(text, " "))
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	switch {
	case text != "" && strings.IndexByte("#>+-=~|", text[0]) >= 0:
		return `\` + text
	case digits > 0 && digits < len(text) && (text[digits] == '.' || text[digits] == ')'):
		return text[:digits] + `\` + text[digits:]
	}
	return text
}

// words writes words of visitors, each of their lines on one.
func words(text site.Text) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(string(text))) {
		lines = append(lines, inline(strings.TrimSpace(line)))
	}
	return strings.Join(lines, "\\\n")
}

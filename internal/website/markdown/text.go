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
		var lines []string
		for i, item := range n.Children {
			mark := "- "
			if n.Ordered {
				mark = strconv.Itoa(i+1) + ". "
			}
			lines = append(lines, setIn(mark, w.apart(item), strings.Repeat(" ", len(mark))))
		}
		return strings.Join(lines, "\n")
	case "link":
		if n.Link == nil {
			return w.inside(n)
		}
		return w.anchor(w.inside(n), n.Link.Href)
	case "break":
		return "\\\n"
	case "rule":
		return "---"
	case "image":
		return w.picture(n.Image)
	case "figure":
		return strings.TrimSpace(w.picture(n.Image) + "\n\n" + inline(n.Text))
	case "table":
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
	return inline(n.Text) + w.inside(n)
}

// fence returns at least so many backticks, and more than the text has in a row: what is
// code stays code.
func fence(text string, least int) string {
	for strings.Contains(text, strings.Repeat("`", least)) {
		least++
	}
	return strings.Repeat("`", least)
}

// inside writes what is inside of a node in one line.
func (w *writer) inside(n site.Node) string {
	var out strings.Builder
	for _, child := range n.Children {
		out.WriteString(w.node(child))
	}
	return out.String()
}

var isBlock = map[string]bool{
	"paragraph": true, "heading": true, "list": true, "quote": true, "codeblock": true, "rule": true, "table": true,
	"figure": true,
}

// apart writes what is inside of a node: blocks with an empty line between them.
func (w *writer) apart(n site.Node) string {
	var out strings.Builder
	for i, child := range n.Children {
		if i > 0 && isBlock[child.Kind] {
			out.WriteString("\n\n")
		}
		out.WriteString(w.node(child))
	}
	return out.String()
}

// setIn writes a sign before the first line of a text, and another before the others.
func setIn(first, text, others string) string {
	lines := strings.Split(text, "\n")
	for i := range lines[1:] {
		lines[i+1] = strings.TrimRight(others+lines[i+1], " ")
	}
	return first + strings.Join(lines, "\n")
}

func (w *writer) link(l site.Link) string { return w.anchor(inline(string(l.Label)), l.Href) }

// anchor writes a link; the words alone where it leads nowhere.
func (w *writer) anchor(words, href string) string {
	if href == "" {
		return words
	}
	return "[" + words + "](" + w.address(href) + ")"
}

// picture writes a picture; nothing where it is pure decoration.
func (w *writer) picture(image *site.Image) string {
	if image == nil || image.URL == "" || image.Alt == "" {
		return ""
	}
	return "!" + w.anchor(inline(string(image.Alt)), image.URL)
}

// escaped are the signs that would end the target of a link.
var escaped = strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\n", "")

// address returns the whole address of a target.
func (w *writer) address(href string) string {
	switch {
	case strings.HasPrefix(href, "#"):
		href = w.url + href
	case strings.HasPrefix(href, "/"):
		href = w.base + href
	}
	return escaped.Replace(href)
}

// table writes rows of which the first one has the titles.
func table(rows [][]string) string {
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	var out strings.Builder
	for i, row := range rows {
		out.WriteString("|")
		for _, text := range row {
			out.WriteString(" " + cell.Replace(text) + " |")
		}
		out.WriteString("\n")
		if i == 0 {
			out.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	return out.String()
}

var (
	signs  = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`)
	spaces = regexp.MustCompile(`\s+`)
	// What would begin a heading, a quote, a list or a table.
	opening = regexp.MustCompile(`^(?:(\d+)([.)])|([#>+=~|-]))`)
)

// inline writes words in one line so that none of them is read as Markdown.
func inline(text string) string {
	return opening.ReplaceAllString(signs.Replace(spaces.ReplaceAllString(text, " ")), `$1\$2$3`)
}

// words writes words of visitors, each of their lines on one.
func words(text site.Text) string {
	var lines []string
	for line := range strings.Lines(strings.TrimSpace(string(text))) {
		lines = append(lines, inline(strings.TrimSpace(line)))
	}
	return strings.Join(lines, "\\\n")
}

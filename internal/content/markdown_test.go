//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// inOneLine writes nodes on one line: what they are, their words, and where they lead.
func inOneLine(nodes []site.Node) string {
	var out []string
	for _, node := range nodes {
		line := node.Kind
		if node.Text != "" {
			line += fmt.Sprintf(" %q", node.Text)
		}
		if node.Align != "" {
			line += " " + node.Align
		}
		if node.Image != nil {
			line += fmt.Sprintf(" %s (%s)", node.Image.Src, node.Image.Alt)
		}
		if node.Link != nil {
			line += fmt.Sprintf(" to %s", node.Link.Href)
		}
		if len(node.Children) > 0 {
			line += "[" + inOneLine(node.Children) + "]"
		}
		out = append(out, line)
	}
	return strings.Join(out, " ")
}

func TestMarkdownHoldsTablesPicturesAndBareLinks(t *testing.T) {
	for _, c := range []struct{ markdown, want string }{
		{"| A | B |\n|---|--:|\n| {{site.name}} | [x](/about) |", `table[titles[cell[text "A"] cell end[text "B"]] row[cell[text "Evenlight"] cell end[link to /about[text "x"]]]]`},
		{"| A |\n|:-:|\n| *b* |\n|", `table[titles[cell center[text "A"]] row[cell center[emphasis[text "b"]]] row[cell]]`},
		{"![The mark](images/mark.svg)", `figure images/mark.svg (The mark)`},
		{`![A {{site.name}}](images/mark.svg "By *us*, {{site.name}}")`, `figure "By *us*, Evenlight" images/mark.svg (A Evenlight)`},
		{"Words ![sign](images/mark.svg) and words", `paragraph[text "Words " image images/mark.svg (sign) text " and words"]`},
		{"[![Home](images/mark.svg)](/about)", `paragraph[link to /about[image images/mark.svg (Home)]]`},
		{"See https://example.org/a_b?c=1. Or", `paragraph[text "See " link to https://example.org/a_b?c=1[text "https://example.org/a_b?c=1"] text ". Or"]`},
		{"(www.example.org)", `paragraph[text "(" link to https://www.example.org[text "www.example.org"] text ")"]`},
		{"Write to a@example.org!", `paragraph[text "Write to " link to mailto:a@example.org[text "a@example.org"] text "!"]`},
		{"<https://example.org>", `paragraph[link to https://example.org[text "https://example.org"]]`},
		{"https://user:pass@example.org/x and http://localhost and ftp://example.org", `paragraph[text "https://user:pass@example.org/x and http://localhost and ftp://example.org"]`},
		{"`https://example.org`", `paragraph[code "https://example.org"]`},
	} {
		t.Run(c.markdown, func(t *testing.T) {
			files := baseTree(t)
			var indented strings.Builder
			for line := range strings.SplitSeq(c.markdown, "\n") {
				indented.WriteString("        " + line + "\n")
			}
			files["main/pages/text.yaml"] = "title: Text\ndescription: D.\nsections:\n  - hero: {title: Text}\n  - prose:\n      markdown: |\n" + indented.String()
			revision := good(t, files, sampleOptions(), testNow)
			if got := inOneLine(body[site.Prose](t, page(t, revision, "/text"), 1).Markdown.Nodes); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make
// test runs this file without it.

package main

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestEveryWordOfTheSpecificationIsServed reads testdata/spec.txt: a path at
// the beginning of a line, and below it, indented, what its page must say in
// HTML read without JavaScript. "404 /path" names the status where it is not
// 200. Lines that begin with # are comments.
//
// A line is looked for in the page's visible text with white space folded; one
// that begins with < is looked for in the HTML itself.
func TestEveryWordOfTheSpecificationIsServed(t *testing.T) {
	t.Parallel()
	w := boot(t, shipped)
	file, err := os.Open("testdata/spec.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var path, text string
	var page reply
	checked := 0
	for number, scanner := 1, bufio.NewScanner(file); scanner.Scan(); number++ {
		line := scanner.Text()
		words := strings.TrimSpace(line)
		switch {
		case words == "" || words[0] == '#':
		case line[0] != ' ':
			status := 200
			path = words
			if rest, unknown := strings.CutPrefix(words, "404 "); unknown {
				status, path = 404, rest
			}
			page = w.get(path)
			text = visibleText(t, page.body)
			if page.status != status {
				t.Errorf("spec.txt:%d: %s answers %d, want %d", number, path, page.status, status)
			}
		default:
			checked++
			in := text
			if words[0] == '<' {
				in = html.UnescapeString(page.body)
				words = words[1:]
			}
			if !strings.Contains(straight.Replace(in), straight.Replace(words)) {
				t.Errorf("spec.txt:%d: %s does not say %q", number, path, words)
			}
		}
	}
	if checked < 200 {
		t.Errorf("only %d phrases were looked for", checked)
	}
}

// straight undoes what typography makes of the words that were typed.
var straight = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`)

// visibleText returns the text of a document without scripts, white space folded.
func visibleText(t *testing.T, document string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			out.WriteString(n.Data)
		case n.Type == html.ElementNode && (n.Data == "script" || n.Data == "head"):
			return
		}
		for child := n.FirstChild; child != nil; child = child.NextSibling {
			walk(child)
		}
		if n.Type == html.ElementNode && !inline[n.Data] {
			out.WriteByte(' ')
		}
	}
	walk(root)
	return strings.Join(strings.Fields(out.String()), " ")
}

// inline elements do not end a word.
var inline = map[string]bool{"b": true, "strong": true, "em": true, "i": true, "mark": true, "wbr": true, "abbr": true}

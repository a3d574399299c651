//go:build !race

// Every page is rendered here, which the race detector makes slow and finds nothing in: make test runs this file
// without it.

package main

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestEveryPageIsThereAsMarkdown, with all that its headings say and all that it links to. A new section needs nothing.
func TestEveryPageIsThereAsMarkdown(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{shipped, "../../examples"} {
		w := boot(t, folder)
		pages := 0
		for _, address := range regexp.MustCompile(`(?m)^- \[.*?\]\((\S+\.md)\)`).FindAllStringSubmatch(w.get("/llms.txt").body, -1) {
			at, err := url.Parse(address[1])
			if err != nil {
				t.Fatal(err)
			}
			path := strings.TrimSuffix(strings.TrimSuffix(at.Path, ".md"), "index")
			made := w.get(at.Path)
			if made.status != 200 || !strings.HasPrefix(made.body, "# ") {
				t.Errorf("%s answers %d: %s", at.Path, made.status, made.body)
			}
			words := strings.NewReplacer(`\`, "", "&lt;", "<", "&gt;", ">").Replace(made.body)
			for _, want := range headingsAndLinks(t, w.get(path).body) {
				if !strings.Contains(words, want) {
					t.Errorf("%s lacks %q", at.Path, want)
				}
			}
			if strings.Contains(words, "](/") || strings.Contains(words, "](#") {
				t.Errorf("%s has addresses without a host", at.Path)
			}
			pages++
		}
		if pages < 20 {
			t.Errorf("%s: only %d pages are there as Markdown", folder, pages)
		}
	}
}

// headingsAndLinks returns what the <main> of a document calls its parts, and where it leads.
func headingsAndLinks(t *testing.T, document string) (found []string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *html.Node, inside bool)
	walk = func(n *html.Node, inside bool) {
		for _, attribute := range n.Attr {
			switch {
			case attribute.Key == "data-words" && attribute.Val == "none":
				return
			case inside && n.Data == "a" && attribute.Key == "href" && strings.HasPrefix(attribute.Val, "/"):
				found = append(found, attribute.Val)
			}
		}
		switch n.Data {
		case "main":
			inside = true
		case "nav", "form":
			return
		case "h1", "h2", "h3", "h4":
			if inside {
				found = append(found, strings.Join(strings.Fields(textWithin(n)), " "))
			}
		}
		for child := range n.ChildNodes() {
			walk(child, inside)
		}
	}
	walk(root, false)
	return found
}

func textWithin(n *html.Node) string {
	var out strings.Builder
	for part := range n.Descendants() {
		if part.Type == html.TextNode {
			out.WriteString(part.Data)
		}
	}
	return out.String()
}

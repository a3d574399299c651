package content

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// characters counts the characters before an offset in bytes, from the last one that was asked for.
func (r *markdownReader) characters(offset int) int {
	offset = min(max(offset, 0), len(r.source))
	if offset < r.lastByte {
		r.lastByte, r.lastCharacter = 0, 0
	}
	r.lastCharacter += utf8.RuneCount(r.source[r.lastByte:offset])
	r.lastByte = offset
	return r.lastCharacter
}

// refuse reports something that is not allowed in Markdown.
func (r *markdownReader) refuse(offset int, code, message, hint string) {
	if !r.deps.full() {
		r.deps.add(r.file.doc.AtOffset(r.place.String(), r.characters(offset), code, message, hint))
	}
}

const useMarkdown = `Write Markdown, and \< for the sign itself.`

// quoted is the first line of some words, for a sentence.
func (r *markdownReader) quoted(words string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(words), "\n")
	return shortened(first)
}

// refuseNode says in plain words what cannot stand in a text.
func (r *markdownReader) refuseNode(n ast.Node) {
	at := start(n)
	switch n := n.(type) {
	case *ast.HTMLBlock:
		if strings.HasPrefix(strings.TrimSpace(r.lines(n)), "<!--") {
			r.refuse(at, "markdown-html", fmt.Sprintf("Comments such as %q are not allowed in texts.", r.quoted(r.lines(n))), "Write the comment in YAML, behind a #.")
			return
		}
		r.refuse(at, "markdown-html", fmt.Sprintf("HTML such as %q is not allowed in texts.", r.quoted(r.lines(n))), useMarkdown)
	case *ast.RawHTML:
		if r.html && bytes.HasPrefix(n.Segments.Value(r.source), []byte("</")) {
			return // the end of what has been reported
		}
		r.html = true
		segment := n.Segments.At(0)
		r.refuse(segment.Start, "markdown-html", fmt.Sprintf("HTML such as %q is not allowed in texts.", r.quoted(string(segment.Value(r.source)))), useMarkdown)
	case *extast.Strikethrough:
		r.refuse(at, "markdown-strike", fmt.Sprintf("Struck words such as %q are not allowed in texts.", "~~"+r.quoted(plainWords(r.children(n)))+"~~"), "Remove the signs ~~.")
	default:
		r.refuse(at, "markdown-unknown", "This kind of formatting is not allowed in texts.", "Use headings, lists, tables, links, pictures, quotes, code, bold and italic words.")
	}
}

package text

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/util"

	"github.com/evenlight/marquee/internal/site"
)

// unescape resolves Markdown's escapes: \* is a star, &copy; is ©.
func unescape(words string) string {
	if !strings.ContainsAny(words, `\&`) {
		return words
	}
	var out strings.Builder
	for i := 0; i < len(words); i++ {
		switch c := words[i]; {
		case c == '\\' && i+1 < len(words) && util.IsPunct(words[i+1]):
			i++
			out.WriteByte(words[i])
		case c == '&':
			end := strings.IndexByte(words[i:], ';')
			if end < 0 || end > 32 {
				out.WriteByte(c)
				continue
			}
			out.WriteString(html.UnescapeString(words[i : i+end+1]))
			i += end
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// PlainWords returns the words of nodes without their formatting.
func PlainWords(nodes []site.Node) string {
	var out strings.Builder
	for _, node := range nodes {
		out.WriteString(node.Text)
		out.WriteString(PlainWords(node.Children))
		if node.Kind == "break" {
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// HasBlank reports whether an address has a space or a control character.
func HasBlank(address string) bool {
	return strings.ContainsFunc(address, func(c rune) bool {
		return c <= ' ' || c == 0x7f || c == '\u00a0' || c == '\u2028' || c == '\u2029'
	})
}

package yamldoc

import (
	"strings"
	"testing"
)

// Each text holds one sign § for every place that is looked for: it must be
// found where it stands in the file, however the text is written.
func TestPlacesInsideOfTexts(t *testing.T) {
	for name, text := range map[string]string{
		"plain":                    "one § two §",
		"plain over lines":         "one\n        § two\n\n        three §\n",
		"plain, deeper lines":      "one §\n            two\n          § three",
		"single quotes":            "'it''s § and ''§'''",
		"single quotes over lines": "'it''s\n        § and\n\n\n        ''§'''",
		"double quotes":            `"a \"b\" \u00e9 \U0001F600 \x41 § \ud83d\ude00 §"`,
		"double quotes over lines": "\"a \\\"b\\\"  \n        § c\\\n        d § e\n\n        §\"",
		"literal":                  "|\n        one\n        日本 § two\n\n          deeper §\n        §",
		"literal, deeper first":    "|2\n          § one\n        two §\n",
		"literal, empty first":     "|\n\n\n        one §\n\n        §\n\n",
		"literal, lines of spaces": "|-\n        one\n   \n        two §\n            \n        §",
		"literal, comment behind":  "| # words\n        one §\n        # § no comment\n",
		"folded":                   ">\n        one\n        two §\n        three\n\n        four §\n",
		"folded, deeper lines":     ">-\n        one §\n          - two\n          - three §\n        four\n        §",
		"windows line ends":        "|\r\n        one\r\n        two §\r\n\r\n        §\r\n",
	} {
		source := "title: Home\nsections:\n  - quote:\n      text: " + text + "\n  - quote: {text: last §}\n"
		_, doc, problems := decodePage(t, source)
		if len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
			continue
		}
		n, _ := doc.places().find("sections[0].quote.text")
		found := 0
		for offset, r := range n.text {
			if r != '§' {
				continue
			}
			found++
			problem := doc.AtOffset("sections[0].quote.text", offset, "c", "M.", "")
			line := []rune(strings.TrimSuffix(strings.Split(source, "\n")[problem.Line-1], "\r"))
			if problem.Column > len(line) || line[problem.Column-1] != '§' {
				t.Errorf("%s: sign %d of %q is found at %d:%d\n%s", name, found, n.text, problem.Line, problem.Column, problem)
			}
		}
		if want := strings.Count(text, "§"); found != want {
			t.Errorf("%s: the text %q has %d signs, want %d", name, n.text, found, want)
		}
	}
}

// A line break belongs to no line: what is wrong with it is shown where the next line begins.
func TestPlaceOfALineBreak(t *testing.T) {
	_, doc, problems := decodePage(t, "title: >\n  one\n  two\nsections: []\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if p := doc.AtOffset("title", 3, "c", "M.", ""); p.Line != 3 || p.Column != 3 {
		t.Errorf("the break is at %d:%d", p.Line, p.Column)
	}
	// The last break has no line behind it.
	if p := doc.AtOffset("title", 7, "c", "M.", ""); p.Line != 1 || p.Column != 8 {
		t.Errorf("the last break is at %d:%d", p.Line, p.Column)
	}
}

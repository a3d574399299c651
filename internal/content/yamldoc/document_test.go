package yamldoc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

const placed = `title: Home
back: {label: Back, to: /a}
sections:
  - hero:
      title: Hi {{a}} and {{b}}
      actions:
        - label: "Say \"hi\" to {{a}}"
          to: '/it''s/{{b}}'
        - {label: 日本語 {-{a}}, to: "😀 {{a}}"}
      points:
      - one
      -   two
      text: |
        Block {{a}}
  - quote:
      text: first {{a}}
        second {{b}}
`

func TestDocumentFindsPlaces(t *testing.T) {
	source := strings.Replace(placed, "日本語 {-{a}}", `"日本語 {{a}}"`, 1)
	_, doc, problems := decodePage(t, source)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	at := func(path string) Problem { return doc.At(path, "c", "M.", "H") }
	key := func(path string) Problem { return doc.AtKey(path, "c", "M.", "H") }
	offset := func(path string, n int) Problem { return doc.AtOffset(path, n, "c", "M.", "H") }
	tests := []struct {
		name string
		got  Problem
		want string
	}{
		{"value", at("title"), "1:8"},
		{"key", key("title"), "1:1"},
		{"set of keys in braces", at("back"), "2:7"},
		{"value in braces", at("back.to"), "2:25"},
		{"list", at("sections"), "4:3"},
		{"key of a list", key("sections"), "3:1"},
		{"item", at("sections[0]"), "4:5"},
		{"body", at("sections[0].hero"), "5:7"},
		{"value of an item", at("sections[0].hero.actions[1].to"), "9:36"},
		{"key of an item", key("sections[0].hero.actions[0].to"), "8:11"},
		{"item of a list in line with its key", at("sections[0].hero.points[1]"), "12:11"},
		{"block text", at("sections[0].hero.text"), "13:13"},
		{"missing key", at("sections[0].hero.size"), "4:5"},
		{"missing key of the file", at("description"), "1:1"},
		{"missing item", at("sections[7].hero.title"), "3:1"},
		{"missing everything", at("a.b[3].c"), "1:1"},
		{"below a text", at("title.more"), "1:8"},
		{"the file", at(""), "1:1"},
		{"no path", at("sections[x"), "3:1"},
		{"missing key, at key", key("back.style"), "2:1"},
		{"offset in plain text", offset("sections[0].hero.title", 3), "5:17"},
		{"later offset", offset("sections[0].hero.title", 13), "5:27"},
		{"offset in double quotes", offset("sections[0].hero.actions[0].label", 12), "7:33"},
		{"offset in single quotes", offset("sections[0].hero.actions[0].to", 6), "8:23"},
		{"offset after wide characters", offset("sections[0].hero.actions[1].label", len("日本語 ")), "9:24"},
		{"offset in a block text", offset("sections[0].hero.text", 6), "14:15"},
		{"offset in two lines", offset("sections[1].quote.text", 20), "17:17"},
		{"offset too large", offset("title", 99), "1:8"},
		{"offset of a missing key", offset("description", 1), "1:1"},
		{"offset of a list", offset("sections", 1), "4:3"},
	}
	lines := strings.Split(source, "\n")
	for _, tt := range tests {
		if got := fmt.Sprintf("%d:%d", tt.got.Line, tt.got.Column); got != tt.want {
			t.Errorf("%s is at %s, want %s\n%s", tt.name, got, tt.want, tt.got)
		}
		if tt.got.Source != lines[tt.got.Line-1] || tt.got.Severity != Error || tt.got.Code != "c" || tt.got.Hint != "H" {
			t.Errorf("%s: %+v", tt.name, tt.got)
		}
	}
	if warning := doc.Warn("back.to", "c", "M.", ""); warning.Severity != Warning || warning.Column != 25 {
		t.Errorf("warning is %+v", warning)
	}
}

func TestDocumentOfBrokenFileKnowsOnlyTheFile(t *testing.T) {
	_, doc, problems := decodePage(t, "title: [\n")
	if len(problems) != 1 {
		t.Fatal(problems)
	}
	if p := doc.At("title", "c", "M.", ""); p.Line != 0 || p.Column != 0 || p.String() != "main/pages/index.yaml: M." {
		t.Errorf("got %q", p)
	}
}

func TestSortOrdersByPlace(t *testing.T) {
	problems := []Problem{
		{File: "b", Line: 1, Column: 1},
		{File: "a", Line: 10, Column: 1},
		{File: "a", Line: 2, Column: 3, Code: "first"},
		{File: "a", Line: 2, Column: 3, Code: "second"},
		{File: "a", Line: 2, Column: 1},
		{File: "a"},
	}
	Sort(problems)
	var order []string
	for _, p := range problems {
		order = append(order, fmt.Sprintf("%s%d:%d%s", p.File, p.Line, p.Column, p.Code))
	}
	want := []string{"a0:0", "a2:1", "a2:3first", "a2:3second", "a10:1", "b1:1"}
	if !slices.Equal(order, want) {
		t.Errorf("got %v", order)
	}
}

func TestProblemDrawsTheCaretUnderTheColumn(t *testing.T) {
	tests := []struct {
		source string
		column int
		want   string
	}{
		{"title: x", 8, "title: x\n       |        ^"},
		{"title: x   ", 8, "title: x\n       |        ^"},
		{"title:", 7, "title:\n       |       ^"},
		{"\tx", 2, "    x\n       |     ^"},
		{"日本: x", 5, "日本: x\n       |       ^"},
		{"e\u0301e\u0301: x", 7, "e\u0301e\u0301: x\n       |     ^"},
		{"x", 99, "x\n       |  ^"},
		{strings.Repeat("a", 120) + "B" + strings.Repeat("c", 120), 121, "…" + strings.Repeat("a", 50) + "B" + strings.Repeat("c", 49) + "…\n       | " + strings.Repeat(" ", 51) + "^"},
	}
	for _, tt := range tests {
		p := Problem{File: "f", Line: 12, Column: tt.column, Message: "M.", Hint: "H.", Source: tt.source}
		want := fmt.Sprintf("f:12:%d: M. H.\n    12 | %s", tt.column, tt.want)
		if p.String() != want {
			t.Errorf("got\n%s\nwant\n%s", p, want)
		}
	}
	p := Problem{Severity: Warning, File: "f", Message: "M."}
	if p.String() != "f: warning: M." {
		t.Errorf("got %q", p)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"title", "text", "eyebrow", "actions", "id", "hero", "cards", "oklch", "drawing", "head"}
	for typed, want := range map[string]string{
		"titel": "title", "Title": "title", "tilte": "title", "titles": "title", "tite": "title", "txt": "text", "heros": "hero",
		"action": "actions", "eyebrwo": "eyebrow", "card": "cards", "ids": "id", "text": "text", "heading": "head",
		"": "", "keywords": "", "zz": "", "x": "", "description": "", strings.Repeat("title", 1000): "",
	} {
		if got, ok := site.Nearest(typed, words); got != want || ok != (want != "") {
			t.Errorf("Nearest(%q) is %q, %v, want %q", typed, got, ok, want)
		}
	}
}

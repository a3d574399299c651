package text

import (
	"reflect"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// set returns a text as it is set in a language.
func set(language, typed string) string { return TypographyOf(language).Set(typed) }

func TestMarksOfTexts(t *testing.T) {
	for typed, want := range map[string]string{
		`Let's Talk About Your Business`:            `Let’s Talk About Your Business`,
		`Intelligence isn't artificial.`:            `Intelligence isn’t artificial.`,
		`He said "yes".`:                            `He said “yes”.`,
		`"Yes," she said, "and 'maybe' too."`:       `“Yes,” she said, “and ‘maybe’ too.”`,
		`"'Tis nice"`:                               `“’Tis nice”`,
		`the bakers' oven, the '90s, rock 'n' roll`: `the bakers’ oven, the ’90s, rock ’n’ roll`,
		`the '90s and the dogs' bowl`:               `the ’90s and the dogs’ bowl`,
		`open since "1990"`:                         `open since “1990”`,
		`("in brackets")`:                           `(“in brackets”)`,
		`well-"known"—"both"`:                       `well-“known”—“both”`,
		`the 1990's best`:                           `the 1990’s best`,
		// What stays.
		`a table of 6' 2" or 15"`:               `a table of 6' 2" or 15"`,
		`6'2"`:                                  `6'2"`,
		`a lone " mark and a half "open one`:    `a lone " mark and a half "open one`,
		`Monday’s “set” already`:                `Monday’s “set” already`,
		`https://a.example/it's?q="x"&y='z'&w.`: `https://a.example/it's?q="x"&y='z'&w.`,
		`o'neill@example.com`:                   `o'neill@example.com`,
		`10'000 francs`:                         `10'000 francs`,
		`<a href="x">`:                          `<a href="x">`,
		`"`:                                     `"`,
		`'`:                                     `'`,
		`""`:                                    `""`,
		``:                                      ``,
		"\xff\"\xff\"":                          "\xff\"\xff\"",
		// Addresses in marks.
		`"https://a.example/b"`: `“https://a.example/b”`,
	} {
		if got := set("en", typed); got != want {
			t.Errorf("%s\nis set %s\n  wanted %s", typed, got, want)
		}
	}
}

func TestMarksOfLanguages(t *testing.T) {
	for language, want := range map[string]string{
		"en-GB": `“It’s ‘in’ here”`, "de": `„It’s ‚in‘ here“`, "de-AT": `„It’s ‚in‘ here“`, "sv": `”It’s ’in’ here”`,
		"fr": "«\u00a0It’s “in” here\u00a0»", "pl": `„It’s ‚in’ here”`,
		"ja": `"It's 'in' here"`, "": `"It's 'in' here"`,
	} {
		if got := set(language, `"It's 'in' here"`); got != want {
			t.Errorf("%s: %s, wanted %s", language, got, want)
		}
	}
}

func TestMarkdownIsSetByTheParagraph(t *testing.T) {
	text := func(words string) site.Node { return site.Node{Kind: "text", Text: words} }
	node := func(kind string, children ...site.Node) site.Node { return site.Node{Kind: kind, Children: children} }
	prose := func(end, inner, open, shut, its, days string) []site.Node {
		return []site.Node{
			node("paragraph", text("We say "+open), node("strong", text("yes"), node("emphasis", text(inner))), text(end+shut+", and "), site.Node{Kind: "code", Text: `it's "x" 7 days`}, text(its+days)),
			{Kind: "codeblock", Text: `say "x"`},
			node("list", node("item", text("It"+its), node("list", node("item", node("paragraph", text(open+"a"+shut)))))),
			{Kind: "figure", Text: open + "b" + shut, Image: &site.Image{Alt: site.Text("It" + its)}},
		}
	}
	nodes := prose("!", " '90s", `"`, `"`, "'s", " 7 days")
	TypographyOf("en").SetNodes(nodes)
	want := prose("!", " ’90s", "“", "”", "’s", " 7 days")
	want[3].Image.Alt = "It's" // it is set with the picture
	if !reflect.DeepEqual(nodes, want) {
		t.Errorf("got  %+v\nwant %+v", nodes, want)
	}
}

// Spaces where no line breaks are written as _, places where none breaks as |.
func BenchmarkSet(b *testing.B) {
	words := strings.Repeat("Plain words of a usual length, and it's one of 12 sentences. ", 4)
	set := TypographyOf("en")
	b.SetBytes(int64(len(words)))
	for b.Loop() {
		set.Set(words)
	}
}

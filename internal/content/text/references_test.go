package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

func TestReferencesBecomeWhatTheyStandFor(t *testing.T) {
	value := func(name string) (string, Problem) { return "<" + name + ">", Problem{} }
	for text, want := range map[string]struct{ expanded, wrong string }{
		"":                        {"", ""},
		"plain":                   {"plain", ""},
		"{{a}}":                   {"<a>", ""},
		"x {{ a.b }} y":           {"x <a.b> y", ""},
		"{{a}}{{b}}":              {"<a><b>", ""},
		"{{a {{b}}":               {"<b>", `The reference "{{a" never ends.`},
		"{{":                      {"", `The reference "{{" never ends.`},
		"a }} b":                  {"a }} b", ""},
		"{{}} a":                  {" a", "There is nothing between {{ and }}."},
		"{ {a} } {{{a}}}":         {"{ {a} } <{a>}", ""},
		"b {{a":                   {"b ", `The reference "{{a" never ends.`},
		"über {{main/x}} straße…": {"über <main/x> straße…", ""},
	} {
		expanded, complete, problems := Context{Value: value}.Expand(text)
		wrong := ""
		for _, problem := range problems {
			wrong += problem.Message
		}
		if expanded != want.expanded || wrong != want.wrong || complete != (wrong == "") {
			t.Errorf("%q: got %q, %v, %s", text, expanded, complete, wrong)
		}
	}
}

func TestReferencesInMarkdownMayHaveSpaces(t *testing.T) {
	value := func(name string) (string, Problem) { return "<" + name + ">", Problem{} }
	for _, source := range []string{"{{ facts.address }}", "a {{ a }}\n{{ b }}", "*{{ a_b }}* ~~{{ c~d }}~~"} {
		made := Context{Value: value}.Markdown(source)
		want, _, _ := Context{Value: value}.Expand(strings.NewReplacer("*", "", "~~", "", "\n", " ").Replace(source))
		if got := PlainWords(made.Nodes); got != want || len(made.Problems) > 0 {
			t.Errorf("%q: got %q, want %q: %v", source, got, want, made.Problems)
		}
	}
}

// facts know some names.
func facts(name string) (string, Problem) {
	switch name {
	case "site.name":
		return "Evenlight *&* Söhne", Problem{}
	case "site.path":
		return "/about", Problem{}
	case "broken":
		return "", Problem{}
	}
	return "", Problem{Code: "unknown-reference", Message: "There is nothing called " + name + "."}
}

func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"", "{{site.name}}", "{{", "}}", "{{ facts.answer }} {{x", "{{business/plans.website.price}}", "{{/}}{{.}}{{..}}", "{{plans.}}", "\x00{{\xff}}", "{{today}}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, complete, wrong := Context{Value: facts}.Expand(text)
		if !strings.Contains(text, "{{") && got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q became invalid %q", text, got)
		}
		if complete && len(wrong) == 0 && strings.Contains(text, "{{") && strings.Contains(got, "{{") {
			t.Fatalf("%q became %q without a word", text, got)
		}
		for _, problem := range wrong {
			if problem.At < 0 || problem.At > len(text) {
				t.Fatalf("%q has a problem behind its end: %+v", text, problem)
			}
		}
		if set := TypographyOf("en").Set(text); utf8.ValidString(text) && !utf8.ValidString(set) {
			t.Fatalf("%q is set %q", text, set)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"", "# A", "**{{site.name}}** [x](/about) <b>", "| a |\n|---|\n| {{x}} |", "[a][b]\n\n[b]: {{site.path}}", "1. a\n   - b\n\n> c\n\n```\n{{year}}\n```", "![x](y) ~~z~~ <!-- -->", "a\\\nb  \nc &amp; &#0; \\{{", "<x@y.z> <https://a>", "https://a.b/{{year}} www.c.d x@y.z", "a[^1] 5~6 ~~b~~ H~2~O\n\n[^1]: c[^1]\n\n    - [x] d\n3. e", "![](images/a.png \"{{x}}\")\n\n| ![a](b) |\n|:-:|\n|"} {
		f.Add(seed)
	}
	anchor := func(string) string { return "anchor" }
	f.Fuzz(func(t *testing.T, text string) {
		made := Context{Value: facts, Anchor: anchor}.Markdown(text)
		TypographyOf("en").SetNodes(made.Nodes)
		var check func([]site.Node)
		check = func(nodes []site.Node) {
			for _, node := range nodes {
				switch node.Kind {
				case "paragraph", "list", "item", "text", "strong", "emphasis", "deleted", "note", "notes", "code", "codeblock", "quote", "break", "rule", "table", "titles", "row", "cell":
				case "image", "figure":
					if node.Image == nil {
						t.Fatalf("%q: a picture without a file", text)
					}
				case "heading":
					if node.ID == "" {
						t.Fatalf("%q: a heading without an anchor", text)
					}
				case "link":
					if node.Link == nil {
						t.Fatalf("%q: a link without a target", text)
					}
				default:
					t.Fatalf("%q: unknown kind %q", text, node.Kind)
				}
				check(node.Children)
			}
		}
		check(made.Nodes)
	})
}

func TestProblemsSayWhereTheyStand(t *testing.T) {
	_, _, wrong := Context{Value: facts}.Expand("Söhne {{nobody}} and {site.name}")
	if len(wrong) != 2 || wrong[0].Code != "single-brace" || wrong[0].At != 22 || wrong[1].Code != "unknown-reference" || wrong[1].At != 7 {
		t.Errorf("got %+v", wrong)
	}
	many := strings.Repeat("{{x}} ", 1000)
	if _, _, wrong := (Context{Value: facts}).Expand(many); len(wrong) != maxProblems {
		t.Errorf("%d problems of one text", len(wrong))
	}
}

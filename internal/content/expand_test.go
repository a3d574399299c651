package content

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

func TestTokensAreTheWholeText(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"plain":                   "plain",
		"{{a}}":                   "<a>",
		"x {{ a.b }} y":           "x |<a.b>| y",
		"{{a}}{{b}}":              "<a>|<b>",
		"{{a {{b}}":               "<!{{a>|<b>",
		"{{":                      "<!{{>",
		"a }} b":                  "a }} b",
		"{{}}":                    "<>",
		"{ {a} } {{{a}}}":         "{ {a} } |<{a>|}",
		"{{a":                     "<!{{a>",
		"über {{main/x}} straße…": "über |<main/x>| straße…",
	} {
		var parts []string
		tokens(text, func(part token) {
			switch {
			case part.open:
				parts = append(parts, "<!"+part.raw+">")
			case part.reference:
				parts = append(parts, "<"+part.name+">")
			default:
				parts = append(parts, text[part.start:part.end])
			}
		})
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// fuzzRun is a run over the base tree in which texts can be resolved.
func fuzzRun(f *testing.F) (*resolver, *scope) {
	f.Helper()
	l := NewLoader(sampleOptions())
	parsed, err := l.read(f.Context(), baseTree(f).fs(), nil, nil)
	if err != nil || len(parsed.problems) > 0 {
		f.Fatal(err, parsed)
	}
	r, err := resolve(f.Context(), l.options, parsed, testNow)
	if err != nil {
		f.Fatal(err)
	}
	about := r.routes["/about"]
	return r, &scope{resolver: r, owner: about.site, shown: about.site, file: about.file, page: about, deps: &dependencies{}}
}

func FuzzExpand(f *testing.F) {
	for _, seed := range []string{"", "{{site.name}}", "{{", "}}", "{{ facts.answer }} {{x", "{{business/plans.website.price}}", "{{/}}{{.}}{{..}}", "{{plans.}}", "\x00{{\xff}}", "{{today}}"} {
		f.Add(seed)
	}
	_, s := fuzzRun(f)
	f.Fuzz(func(t *testing.T, text string) {
		s.deps.problems = nil
		got := string(s.text(site.Text(text), &place{key: "title"}))
		rest := 0
		tokens(text, func(part token) {
			if part.start != rest || part.end <= part.start {
				t.Fatalf("tokens of %q leave a gap at %d", text, rest)
			}
			rest = part.end
		})
		if rest != len(text) {
			t.Fatalf("tokens of %q end at %d of %d", text, rest, len(text))
		}
		if !strings.Contains(text, "{{") && got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Fatalf("%q became invalid %q", text, got)
		}
		if strings.Contains(text, "{{") && len(s.deps.problems) == 0 && strings.Contains(got, "{{") {
			t.Fatalf("%q became %q without a word", text, got)
		}
	})
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"", "# A", "**{{site.name}}** [x](/about) <b>", "| a |\n|---|\n| {{x}} |", "[a][b]\n\n[b]: {{site.path}}", "1. a\n   - b\n\n> c\n\n```\n{{year}}\n```", "![x](y) ~~z~~ <!-- -->", "a\\\nb  \nc &amp; &#0; \\{{", "<x@y.z> <https://a>", "https://a.b/{{year}} www.c.d x@y.z", "![](images/a.png \"{{x}}\")\n\n| ![a](b) |\n|:-:|\n|"} {
		f.Add(seed)
	}
	_, s := fuzzRun(f)
	f.Fuzz(func(t *testing.T, text string) {
		s.deps, s.page.anchors = &dependencies{}, anchors{}
		markdown := site.Markdown{Source: site.Text(text)}
		s.markdown(&markdown, &place{key: "title"})
		var check func([]site.Node)
		check = func(nodes []site.Node) {
			for _, node := range nodes {
				switch node.Kind {
				case "paragraph", "list", "item", "text", "strong", "emphasis", "code", "codeblock", "quote", "break", "rule", "table", "titles", "row", "cell":
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
		check(markdown.Nodes)
		s.resolver.validateLinks(s.deps)
	})
}

package markdown_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/markdown"
)

var owner = &site.Site{Name: "Crust & Crumb", Path: "/", Labels: site.Labels{Updated: "Last updated"}}

func text(words string) site.Node { return site.Node{Kind: "text", Text: words} }

func node(kind string, children ...site.Node) site.Node {
	return site.Node{Kind: kind, Children: children}
}

func at(path string, sections ...site.Section) *site.Page {
	return &site.Page{Title: "Bread", Description: "What we bake.", Path: path, Head: site.Head{Canonical: "https://crust.example" + path}, Sections: sections}
}

func TestAPageIsWrittenFromTopToBottom(t *testing.T) {
	page := at(
		"/bread",
		site.Section{Type: "hero", Body: &site.Hero{Title: "Four Loaves", Text: "Every *day*.", Actions: []site.Link{{Label: "Order", Href: "/order"}, {Label: "Soon"}}}},
		site.Section{Type: "cards", Body: &site.Cards{Heading: site.Heading{Title: "Kinds", Eyebrow: "not read"}, Items: []site.Card{
			{Title: "Rye", Text: "Dark.", Icon: "wheat"}, {Title: "Spelt", Text: "Light.", Link: &site.Link{Label: "More", Href: "#spelt"}},
		}}},
		site.Section{Type: "prose", Body: &site.Prose{Markdown: site.Markdown{Nodes: []site.Node{
			{Kind: "heading", Level: 2, Children: []site.Node{text("Our Flour")}},
			node("paragraph", text("We mill "), node("strong", text("twice")), text(" a week: 1. early"), node("break"), text("2. late")),
			{Kind: "list", Ordered: true, Children: []site.Node{node("item", node("paragraph", text("Mix"))), node("item", node("paragraph", text("Bake")), node("list", node("item", text("hot"))))}},
			node("quote", node("paragraph", text("Time")), node("paragraph", text("and salt"))),
			{Kind: "codeblock", Text: "oven on\n"},
			{Kind: "figure", Text: "In 1974", Image: &site.Image{URL: "/images/main/oven.jpg", Alt: "The oven"}},
			node("table", node("titles", node("cell", text("Day")), node("cell", text("Bread"))), node("row", node("cell", text("Monday")), node("cell", node("strong", text("none"))))),
		}}}},
		site.Section{Type: "plan", Body: &site.SinglePlan{Plan: &site.Plan{Name: "Weekly Box", Text: "For two.", Price: site.Price{Text: "€24", PeriodText: "per month"}, Includes: []site.Text{"A loaf", "Six rolls"}}}},
		site.Section{Type: "comparison", Body: &site.Comparison{Columns: []site.Text{"Basic", "Pro"}, Rows: []site.ComparisonRow{
			{Label: "Loaves", Values: []site.Text{"1", "2"}}, {Label: "Cake | pie", Values: []site.Text{"false", "true"}},
		}}},
		site.Section{Type: "forms", Body: &site.Forms{Items: []*site.Form{{Title: "Write to Us", Fields: []site.Field{{Label: "Name"}}}}, Contact: &site.FormsContact{Title: "Or Call", Items: []site.ContactItem{{Title: "Hours", Text: "7 to 13"}}}}},
		site.Section{Type: "split", Body: &site.Split{Heading: site.Heading{Title: "Who We Are"}, Image: &site.Image{URL: "/images/main/team.jpg", Alt: "Our team"}}},
	)
	const want = `# Four Loaves

Every \*day\*.

[Order](https://crust.example/order) · Soon

## Kinds

- **Rye**: Dark.
- **Spelt**: Light. · [More](https://crust.example/bread#spelt)

## Our Flour

We mill **twice** a week: 1. early\
2\. late

1. Mix
2. Bake

   - hot

> Time
>
> and salt

` + "```\noven on\n```" + `

![The oven](https://crust.example/images/main/oven.jpg)

In 1974

| Day | Bread |
| --- | --- |
| Monday | **none** |

## Weekly Box

€24 per month

For two.

- A loaf
- Six rolls

|  | Basic | Pro |
| --- | --- | --- |
| Loaves | 1 | 2 |
| Cake \| pie | – | ✓ |

## Write to Us

## Or Call

- **Hours**: 7 to 13

## Who We Are

![Our team](https://crust.example/images/main/team.jpg)
`
	if got := string(markdown.Page(owner, page)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnEntryHasItsDatesAndFacts(t *testing.T) {
	page := at("/blog/rye")
	page.Facts = []site.EntryFact{{Label: "Flour", Value: "Rye"}}
	page.Markdown = &site.Markdown{Nodes: []site.Node{node("paragraph", text("Rye is back."))}}
	page.Entry = &site.EntryDetail{
		Kind: site.KindArticle, EntryDates: site.EntryDates{DateText: "November 1, 2026"}, TagNames: []string{"Rye"}, Author: &site.Person{Name: "Ada Baker"},
	}
	const want = "# Bread\n\n> What we bake.\n\nNovember 1, 2026 · Ada Baker · Rye\n\n- **Flour**: Rye\n\nRye is back.\n"
	if got := string(markdown.Page(owner, page)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestALegalDocumentHasItsSections(t *testing.T) {
	page := at("/privacy")
	page.Description = ""
	page.Legal = &site.Legal{Updated: "May 1, 2026", Sections: []site.LegalSection{
		{Title: "Data", Markdown: site.Markdown{Nodes: []site.Node{node("paragraph", text("None."))}}},
	}}
	const want = "# Bread\n\nLast updated: May 1, 2026\n\n## Data\n\nNone.\n"
	if got := string(markdown.Page(owner, page)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A new section needs no code here: whatever it is made of, its words are written.
func TestTheWordsOfEverySectionAreWritten(t *testing.T) {
	for _, name := range site.SectionTypes() {
		body := site.NewSectionBody(name)
		title := reflect.ValueOf(body).Elem().FieldByName("Title")
		if !title.IsValid() {
			title = reflect.ValueOf(body).Elem().FieldByName("Text")
		}
		if !title.IsValid() || title.Type() != reflect.TypeFor[site.Text]() {
			t.Errorf("%s has neither title nor text", name)
			continue
		}
		title.SetString("Some words")
		got := string(markdown.Page(owner, at("/", site.Section{Type: name, Body: body})))
		if !strings.Contains(got, "Some words") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestPathsOfMarkdown(t *testing.T) {
	for page, path := range map[string]string{"/": "/index.md", "/about": "/about.md", "/a/b": "/a/b.md"} {
		if got := site.MarkdownPath(page); got != path {
			t.Errorf("%s: %s", page, got)
		}
		if got := site.PageOfMarkdown(path); got != page {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, path := range []string{"/about", "/.md", ".md", "/", "", "/a.md/b"} {
		if got := site.PageOfMarkdown(path); got != "" {
			t.Errorf("%s is that of %s", path, got)
		}
	}
}

// TestWhatGFMHasIsWritten, and what looks like it stays words.
func TestWhatGFMHasIsWritten(t *testing.T) {
	item := func(task string, words string) site.Node {
		return site.Node{Kind: "item", Task: task, Children: []site.Node{text(words)}}
	}
	note := site.Node{Kind: "note", ID: "fnref-1", Note: 1, Link: &site.Link{Href: "#fn-1", Kind: site.LinkAnchor}}
	page := at("/gfm",
		site.Section{Type: "hero", Body: &site.Hero{Title: "~~€49~~ and [^1]"}},
		site.Section{Type: "prose", Body: &site.Prose{Markdown: site.Markdown{Nodes: []site.Node{
			node("paragraph", text("Bread"), note, text(" "), node("deleted", text("€49")), text(" €39")),
			node("list", item("done", "mixed"), item("open", "baked")),
			{Kind: "list", Ordered: true, Start: 3, Children: []site.Node{item("", "three"), item("", "four")}},
			node("paragraph", text("[x] no box"), site.Node{Kind: "note", Note: 2}),
			node("notes", site.Node{Kind: "item", ID: "fn-1", Note: 1, Children: []site.Node{
				node("paragraph", text("Really good.")), node("paragraph", text("Indeed.")),
			}}),
		}}}})
	const want = "# \\~\\~€49\\~\\~ and \\[^1\\]\n\nBread[^fn-1] ~~€49~~ €39\n\n- [x] mixed\n- [ ] baked\n\n3. three\n4. four\n\n" +
		"\\[x\\] no box[^2]\n\n[^fn-1]: Really good.\n\n    Indeed."
	if got := string(markdown.Page(owner, page)); !strings.Contains(got, want) {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
}

func TestCodeStaysCode(t *testing.T) {
	page := at("/code", site.Section{Type: "prose", Body: &site.Prose{Markdown: site.Markdown{Nodes: []site.Node{
		{Kind: "codeblock", Text: "```\n<script>\n````\n"},
		node("paragraph", site.Node{Kind: "code", Text: "a`<b>``c"}, text(" "), site.Node{Kind: "code", Text: "`"}),
	}}}})
	got := string(markdown.Page(owner, page))
	for _, want := range []string{"`````\n```\n<script>\n````\n`````", "```a`<b>``c``` `` ` ``"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
}

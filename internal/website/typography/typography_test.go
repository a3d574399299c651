package typography_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/typography"
)

// set returns a text as it is set in a language.
func set(language, typed string) string {
	card := typography.Set(language, &site.Card{Title: site.Text(typed)})
	return string(card.Title)
}

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
	prose := func(end, inner, open, shut, its string) *site.Prose {
		return &site.Prose{Markdown: site.Markdown{Source: `"typed"`, Nodes: []site.Node{
			node("paragraph", text("We say "+open), node("strong", text("yes"), node("emphasis", text(inner))), text(end+shut+", and "), site.Node{Kind: "code", Text: `it's "x"`}, text(its)),
			{Kind: "codeblock", Text: `say "x"`},
			node("list", node("item", text("It"+its), node("list", node("item", node("paragraph", text(open+"a"+shut)))))),
			{Kind: "figure", Text: open + "b" + shut, Image: &site.Image{Alt: site.Text("It" + its)}},
		}}}
	}
	typed := prose("!", " '90s", `"`, `"`, "'s")
	before, err := json.Marshal(typed)
	if err != nil {
		t.Fatal(err)
	}
	got := typography.Set("en", typed)
	want := prose("!", " ’90s", "“", "”", "’s")
	want.Markdown.Nodes[3].Image.Alt = "It's" // no words on the page
	if !reflect.DeepEqual(got.Markdown.Nodes, want.Markdown.Nodes) {
		t.Errorf("got  %+v\nwant %+v", got.Markdown.Nodes, want.Markdown.Nodes)
	}
	after, err := json.Marshal(typed)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) != string(before) {
		t.Errorf("what was typed became %s", after)
	}
}

func TestWhatIsSentBackStays(t *testing.T) {
	form := &site.Form{ID: "it's", Fields: []site.Field{
		{Type: "consent", Name: "ok", Label: "I've read it.", Hint: "It's short."},
		{Type: "select", Name: "kind", Label: "What's it?", Options: []site.Option{{Value: "it's", Label: "It's"}}},
	}}
	page := &site.Page{Path: "/it's", Sections: []site.Section{{Type: "forms", Body: &site.Forms{Items: []*site.Form{form}}}}}
	set := typography.Set("en", page).Sections[0].Body.(*site.Forms).Items[0]
	want := &site.Form{ID: "it's", Fields: []site.Field{
		{Type: "consent", Name: "ok", Label: "I've read it.", Hint: "It’s short."},
		{Type: "select", Name: "kind", Label: "What’s it?", Options: []site.Option{{Value: "it's", Label: "It’s"}}},
	}}
	if !reflect.DeepEqual(set, want) {
		t.Errorf("got %+v", set)
	}
	if form.Fields[1].Label != "What's it?" {
		t.Error("what was typed has changed")
	}
}

func TestWhatIsNotThereOrHasNoLanguageStays(t *testing.T) {
	page := &site.Page{Title: `"About"`}
	if typography.Set("", page) != page {
		t.Error("it was copied")
	}
	var none *site.Page
	if typography.Set("en", none) != nil {
		t.Error("something came of nothing")
	}
}

func TestErrorsOfAFormAreSetAndWhatWasTypedIsNot(t *testing.T) {
	state := &site.FormState{Values: map[string]string{"name": "O'Neill"}, Errors: map[string]site.Text{"name": "It's short.", "email": "None."}}
	set := typography.Set("en", state)
	if set.Values["name"] != "O'Neill" || set.Errors["name"] != "It’s short." || set.Errors["email"] != "None." || state.Errors["name"] != "It's short." {
		t.Errorf("got %+v of %+v", set, state)
	}
}

//go:build !race

package content

import (
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestWordsOfARevisionAreSet(t *testing.T) {
	files := baseTree(t)
	files["main/forms.yaml"] = string(files["main/forms.yaml"]) + `
ask:
  kind: message
  title: "It's a form"
  fields:
    - {name: email, type: email, label: "What's yours?", required: true}
    - {name: size, type: select, label: Size, options: [{value: "it's 5 m"}, {value: "b's", label: "It's b"}]}
    - {name: ok, type: consent, label: "I've read 2 pages.", hint: "It's short."}
  submit: {label: "Let's go", sending: Sending}
  success: {title: "That's it. Thanks.", text: "It's 5 days."}
  failure: {title: "Oops"}
`
	files["main/pages/text.yaml"] = `title: "The baker's 3 tips. Really."
description: "It's 3 tips."
sections:
  - hero: {title: "It's 7-14 days. Really.", text: "{{site.name}}'s \"5 years\"", actions: [{label: "Let's talk", to: "#it-s", hint: "It's below"}]}
  - prose: {markdown: "## It's 3 tips\n\nSay \"*{{site.name}}*\", 'tis ` + "`it's`" + `."}
  - forms: {id: it-s, refs: [ask]}
`
	l := NewLoader(sampleOptions())
	for range 2 { // what is parsed is not changed
		revision, problems := load(t, l, files.fs(), testNow)
		if revision == nil {
			t.Fatal(told(problems))
		}
		made := page(t, revision, "/text")
		hero, prose := body[site.Hero](t, made, 0), body[site.Prose](t, made, 1)
		form := revision.Sites[0].Forms.Get("ask")
		for got, want := range map[string]string{
			string(made.Title):              "The baker’s 3 tips. Really.",
			made.Head.Description:           "It’s 3 tips.",
			string(hero.Title):              "It’s 7-14 days. Really.",
			string(hero.Text):               "Evenlight’s “5 years”",
			string(hero.Actions[0].Label):   "Let’s talk",
			string(hero.Actions[0].Hint):    "It’s below",
			hero.Actions[0].Href:            "#it-s",
			inOneLine(prose.Markdown.Nodes): `heading[text "It’s 3 tips"] paragraph[text "Say “" emphasis[text "Evenlight"] text "”, ’tis " code "it's" text "."]`,
			prose.Markdown.Nodes[0].ID:      "its-3-tips",
			string(form.Title):              "It’s a form",
			string(form.Submit.Label):       "Let’s go",
			string(form.Success.Title):      "That’s it. Thanks.",
			string(form.Success.Text):       "It’s 5 days.",
			form.Fields[1].Options[0].Value: "it's 5 m",
			// What is agreed to is compared with what comes back.
			string(form.Fields[2].Label): "I've read 2 pages.",
			string(form.Fields[2].Hint):  "It’s short.",
		} {
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		if options := form.Fields[1].Options; options[0].Label != "it’s 5 m" || options[1].Label != "It’s b" {
			t.Errorf("the choices are %+v", options)
		}
	}

	files.replace(t, "main/site.yaml", "name: Evenlight", "language: de\nname: Evenlight")
	revision, problems := load(t, l, files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	if got := body[site.Hero](t, page(t, revision, "/text"), 0).Text; got != "Evenlight’s „5 years“" {
		t.Errorf("in German it is %q", got)
	}
}

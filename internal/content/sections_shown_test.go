//go:build !race

package content

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

// withSections makes a page of the given sections, below a hero.
func withSections(t *testing.T, sections string) folder {
	t.Helper()
	files := withPeople(t)
	files["main/images/face.svg"] = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>`
	var opaque bytes.Buffer
	if err := png.Encode(&opaque, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	files["main/images/opaque.png"] = opaque.String()
	files["main/pages/shown.yaml"] = "title: Shown\ndescription: What is shown.\nsections:\n  - hero: {title: Shown}\n" + sections
	return files
}

func TestSectionsShowPeopleAndTestimonials(t *testing.T) {
	files := withSections(t, `  - team: {refs: [founder]}
  - team:
  - team: {items: [{name: Guest, image: images/face.svg}]}
  - testimonials: {refs: [first-client]}
  - testimonials: {items: [{text: Good., name: A}, {text: Fast., name: B, image: images/face.svg}]}
`)
	shown := page(t, good(t, files, sampleOptions(), testNow), "/shown")
	for index, want := range map[int]string{1: "Ada Example", 2: "Ada Example", 3: "Guest"} {
		if team := body[site.Team](t, shown, index); len(team.Items) != 1 || string(team.Items[0].Name) != want {
			t.Errorf("section %d shows %+v", index, team.Items)
		}
	}
	if links := body[site.Team](t, shown, 1).Items[0].Links; len(links) != 1 || links[0].Href != "mailto:ada@example.com" || links[0].Kind != site.LinkContact {
		t.Errorf("the links are %+v", links)
	}
	if guest := body[site.Team](t, shown, 3).Items[0]; guest.Image.URL == "" {
		t.Errorf("the guest's portrait is %+v", guest.Image)
	}
	if one := body[site.Testimonials](t, shown, 4); one.Layout != "single" || one.Items[0].Source.Label != "A letter" {
		t.Errorf("one testimonial is shown as %q: %+v", one.Layout, one.Items)
	}
	if two := body[site.Testimonials](t, shown, 5); two.Layout != "wall" || len(two.Items) != 2 {
		t.Errorf("two testimonials are shown as %q: %+v", two.Layout, two.Items)
	}
}

// A page that shows an entry is made again when the entry changes, also where another page's file stays.
func TestPeopleOfAnotherSite(t *testing.T) {
	files := withSections(t, "  - prose: {markdown: Nothing.}\n")
	files.replace(t, "main/people.yaml", "  role: Founder\n", "  role: Founder\n  image: images/face.svg\n")
	files["business/pages/team.yaml"] = "title: Team\ndescription: Who we are.\nsections:\n  - hero: {title: Team}\n  - team: {refs: [main/founder]}\n"
	revision := good(t, files, sampleOptions(), testNow)
	team := body[site.Team](t, page(t, revision, "/websites/business/team"), 1)
	if len(team.Items) != 1 || team.Items[0].ID != "founder" {
		t.Fatalf("the team is %+v", team.Items)
	}
	if _, served := revision.ByID("business").Files[team.Items[0].Image.URL]; !served {
		t.Error("the site that shows the portrait does not serve it")
	}
}

func TestQuestionsHaveAnchors(t *testing.T) {
	files := withSections(t, `  - faq:
      items:
        - {question: Can I cancel?, answer: "Any *month*. [More](#price)"}
        - {question: Can I cancel?, answer: Yes.}
        - {id: price, question: What does it cost?, answer: "{{plans.pro.price}}"}
`)
	files["main/pages/linking.yaml"] = "title: Linking\ndescription: Links.\nsections:\n  - hero: {title: L, actions: [{label: Cancel, to: /shown#can-i-cancel}, {label: Price, to: /shown#price}]}\n"
	revision := good(t, files, sampleOptions(), testNow)
	var ids []string
	for _, question := range body[site.FAQ](t, page(t, revision, "/shown"), 1).Items {
		ids = append(ids, question.ID)
	}
	if got := strings.Join(ids, " "); got != "can-i-cancel can-i-cancel-2 price" {
		t.Errorf("the anchors are %s", got)
	}
	if href := body[site.Hero](t, page(t, revision, "/linking"), 0).Actions[0].Href; href != "/shown#can-i-cancel" {
		t.Errorf("the link leads to %q", href)
	}
}

func TestContactBesideForms(t *testing.T) {
	files := withSections(t, `  - forms: {refs: [message], contact: {id: hours, items: [{icon: clock, title: Hours, text: "{{plans.pro.price}}", link: {label: Write, to: "mailto:a@crust.example"}}]}}
`)
	files["main/pages/linking.yaml"] = "title: Linking\ndescription: Links.\nsections:\n  - hero: {title: L, actions: [{label: Hours, to: /shown#hours}]}\n"
	revision := good(t, files, sampleOptions(), testNow)
	item := body[site.Forms](t, page(t, revision, "/shown"), 1).Contact.Items[0]
	if item.Text == "" || strings.Contains(string(item.Text), "{{") || item.Link.Href != "mailto:a@crust.example" {
		t.Errorf("the item is %+v", item)
	}
	if href := body[site.Hero](t, page(t, revision, "/linking"), 0).Actions[0].Href; href != "/shown#hours" {
		t.Errorf("the link leads to %q", href)
	}
}

func TestLogosLeadSomewhere(t *testing.T) {
	files := withSections(t, `  - logos: {items: [{image: images/face.svg, name: Acme, to: "https://acme.example"}, {image: images/face.svg, name: Plain}]}
`)
	logos := body[site.Logos](t, page(t, good(t, files, sampleOptions(), testNow), "/shown"), 1).Items
	if link := logos[0].Link; link == nil || link.Kind != site.LinkExternal || link.Label != "Acme" {
		t.Errorf("the first logo leads to %+v", link)
	}
	if logos[1].Link != nil {
		t.Errorf("the second logo leads to %+v", logos[1].Link)
	}
}

func TestSignsOfTablesAreWrittenInOneWay(t *testing.T) {
	files := withSections(t, "  - comparison: {columns: [A, B, C], rows: [{label: X, values: [True, false, 5]}]}\n")
	folder, loader := files.fs(), NewLoader(sampleOptions())
	for range 2 { // what is parsed stays as it was typed
		revision, _ := load(t, loader, folder, testNow)
		values := body[site.Comparison](t, page(t, revision, "/shown"), 1).Rows[0].Values
		if got := fmt.Sprint(values); got != "[true false 5]" {
			t.Errorf("the values are %s", got)
		}
	}
}

func TestProblemsOfSections(t *testing.T) {
	const comparison = "  - comparison: {columns: [Basic, Pro], highlight: Pro, rows: [{label: Pages, values: [\"5\", \"20\"]}]}\n"
	for name, test := range map[string]struct {
		sections string
		want     []string
	}{
		"unknown person":         {"  - team: {refs: [fonder]}\n", []string{`5:19: There is no person "fonder". Did you mean "founder"?`}},
		"unknown testimonial":    {"  - testimonials: {refs: [last-client]}\n", []string{`There is no testimonial "last-client".`, "first-client"}},
		"person twice":           {"  - team: {refs: [founder, founder]}\n", []string{`"founder" is listed twice.`}},
		"refs and items":         {"  - team: {refs: [founder], items: [{name: A}]}\n", []string{"The team section has both `refs` and `items`, but only one may be there."}},
		"no refs":                {"  - team: {refs: []}\n", []string{"`refs`"}},
		"unknown layout":         {"  - testimonials: {layout: wal}\n", []string{`it is wall or single. Did you mean "wall"?`}},
		"split without picture":  {"  - split: {title: A, markdown: B}\n", []string{"The split section needs an `image`."}},
		"split without words":    {"  - split: {image: {src: images/face.svg, alt: A}}\n", []string{"This split has a picture and no words to stand beside it."}},
		"opaque logo":            {"  - logos: {items: [{image: images/opaque.png, name: A}]}\n", []string{"The logo images/opaque.png has no transparent background, so it shows as a plain box."}},
		"split's side":           {"  - split: {image: {src: images/face.svg, alt: A}, side: lft}\n", []string{`Did you mean "left"?`}},
		"missing portrait":       {"  - team: {items: [{name: A, image: images/fase.svg}]}\n", []string{"There is no picture main/images/fase.svg."}},
		"logo without name":      {"  - logos: {items: [{image: images/face.svg}]}\n", []string{"Item 1 of `items` needs a `name`."}},
		"logo's target":          {"  - logos: {items: [{image: images/face.svg, name: A, to: /nowhere}]}\n", []string{"There is no page /nowhere."}},
		"question without words": {"  - faq: {items: [{question: Why?}]}\n", []string{"needs an `answer`."}},
		"anchors twice":          {"  - faq: {items: [{id: a, question: Why?, answer: So.}, {id: a, question: How?, answer: So.}]}\n", []string{`The anchor "a" is on this page already.`}},
		"contact without items":  {"  - forms: {refs: [message], contact: {title: A, items: []}}\n", []string{"`items`"}},
		"contact's unknown key":  {"  - forms: {refs: [message], contact: {titel: A, items: [{title: Hours}]}}\n", []string{`Did you mean "title"?`}},
		"contact's anchor twice": {"  - forms: {id: a, refs: [message], contact: {id: a, items: [{title: Hours}]}}\n", []string{`The anchor "a" is on this page already.`}},
		"markdown in an answer":  {"  - faq: {items: [{question: Why?, answer: \"# Big\"}]}\n", []string{"has a single #"}},
		"too few values":         {strings.Replace(comparison, `, "20"`, "", 1), []string{`The row "Pages" has 1 value, but the table has 2 columns. Give it one value for each of Basic and Pro, in this order; "" leaves a cell empty.`}},
		"unknown highlight":      {strings.Replace(comparison, "highlight: Pro", "highlight: Prow", 1), []string{`There is no column "Prow" to stand out. Did you mean "Pro"?`}},
		"seven columns":          {"  - comparison: {columns: [A, B, C, D, E, F, G], rows: [{label: X, values: [a, b, c, d, e, f, g]}]}\n", []string{"`columns` takes at most 6 items. Remove some of them."}},
		"an address for a link":  {"  - testimonials: {items: [{text: A, name: B, source: https://example.com}]}\n", []string{"`source` takes a set of keys, but text stands here."}},
		"a list for its items":   {"  - testimonials:\n      - {text: A, name: B}\n", []string{"The testimonials section takes a set of keys, but a list stands here. Write its keys below"}},
		"timeline without items": {"  - timeline: {title: A}\n", []string{"The timeline section needs `items`."}},
		"tab without label":      {"  - tabs: {items: [{markdown: A}]}\n", []string{"needs a `label`."}},
		"a word for a list":      {"  - tabs: {items: One}\n", []string{"`items`"}},
	} {
		t.Run(name, func(t *testing.T) {
			files := withSections(t, test.sections)
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			for _, want := range test.want {
				if got := told(problems); !strings.Contains(got, want) {
					t.Errorf("told:\n%s\nwanted: %s", got, want)
				}
			}
		})
	}
	files := withSections(t, strings.Replace(comparison, `"20"`, "true", 1))
	good(t, files, sampleOptions(), testNow)
}

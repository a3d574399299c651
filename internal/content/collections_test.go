package content

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/resolve"
	"github.com/evenlight/marquee/internal/site"
)

// blogTree is the base tree with a collection of articles and one of events.
func blogTree(t testing.TB) folder {
	t.Helper()
	files := baseTree(t)
	files["main/people.yaml"] = "ada: {name: Ada Example, role: Writer}\n"
	files["main/pages/blog/index.yaml"] = `
title: Journal
description: What we learn.
collection: {kind: article, perPage: 2, feed: true, tags: true}
`
	entry := func(name, date, rest string) {
		files["main/pages/blog/"+name+".yaml"] = fmt.Sprintf("title: About %s\nsummary: All about %[1]s.\ndate: %[2]s\nmarkdown: Some words.\n%[3]s", name, date, rest)
	}
	entry("one", "2026-11-01", "tags: [Speed]\nauthor: ada\n")
	entry("two", "2026-11-02", "tags: [Speed, Forms]\n")
	entry("three", "2026-11-03", "tags: [speed]\n")
	entry("four", "2026-11-04", "")
	files["main/pages/events/index.yaml"] = "title: Events\ndescription: Where to meet us.\ncollection: {kind: event}\n"
	event := func(name, times string) {
		files["main/pages/events/"+name+".yaml"] = fmt.Sprintf("title: The %s\ndescription: A %[1]s.\nmarkdown: Come.\n%[2]s", name, times)
	}
	event("fair", "starts: 2026-11-21 10:00\nends: 2026-11-21 13:00\n") // it is 12:00 there
	event("feast", "starts: 2026-12-24\nends: 2026-12-26\n")
	event("talk", "starts: 2026-11-20 19:00\n")
	return files
}

func titles(cards []*site.EntryCard) (all []string) {
	for _, card := range cards {
		all = append(all, string(card.Link.Label))
	}
	return all
}

func wantTitles(t *testing.T, what string, got []*site.EntryCard, want ...string) {
	t.Helper()
	if !slices.Equal(titles(got), want) {
		t.Errorf("%s are %q, want %q", what, titles(got), want)
	}
}

func TestACollectionListsItsEntries(t *testing.T) {
	made := good(t, blogTree(t), sampleOptions(), testNow)
	first, second := page(t, made, "/blog"), page(t, made, "/blog/page/2")
	wantTitles(t, "entries of the first page", first.List.Items, "About four", "About three")
	wantTitles(t, "entries of the second page", second.List.Items, "About two", "About one")
	if first.List.Title != "Journal" || first.List.Number != 1 || first.List.Count != 2 || first.List.Newer != nil || first.List.Older.Href != "/blog/page/2" {
		t.Errorf("the first page is %+v", first.List)
	}
	if second.List.Newer.Href != "/blog" || second.List.Older != nil || second.List.Whole.Href != "/blog" {
		t.Errorf("the second page is %+v", second.List)
	}
	if got, want := second.Head.Canonical, "https://www.evenlight.example/blog/page/2"; got != want || second.Head.NoIndex {
		t.Errorf("the second page says %q", got)
	}
	if got := made.Main().Aliases["/blog/page/1"]; got != "/blog" {
		t.Errorf("/blog/page/1 leads to %q", got)
	}
	if !slices.IsSortedFunc(made.Main().Pages, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) }) {
		t.Error("pages are not in the order of their paths")
	}
}

func TestTagsHaveLists(t *testing.T) {
	made := good(t, blogTree(t), sampleOptions(), testNow)
	speed := page(t, made, "/blog/tags/speed")
	wantTitles(t, "entries", speed.List.Items, "About three", "About two")
	if !speed.Head.NoIndex || speed.List.Title != "Speed" || speed.List.Count != 2 || !strings.Contains(speed.Head.Title, "Speed – Journal") {
		t.Errorf("the list is %+v with the head %+v", speed.List, speed.Head)
	}
	wantTitles(t, "entries of the second page", page(t, made, "/blog/tags/speed/page/2").List.Items, "About one")
	if got := made.Main().Aliases["/blog/tags/speed/page/1"]; got != "/blog/tags/speed" {
		t.Errorf("its page 1 leads to %q", got)
	}
	var all []string
	for _, tag := range speed.List.Tags {
		all = append(all, fmt.Sprintf("%s %s", tag.Label, tag.Href))
	}
	if want := []string{"Speed /blog/tags/speed", "Forms /blog/tags/forms"}; !slices.Equal(all, want) {
		t.Errorf("tags are %q, want %q", all, want)
	}
}

func TestAnEntryKnowsItsNeighbours(t *testing.T) {
	made := good(t, blogTree(t), sampleOptions(), testNow)
	two := page(t, made, "/blog/two").Entry
	if two.Newer.Href != "/blog/three" || two.Older.Href != "/blog/one" || two.List.Href != "/blog" || two.List.Label != "Journal" {
		t.Errorf("two has %+v and %+v in %+v", two.Newer, two.Older, two.List)
	}
	wantTitles(t, "related entries", two.Related, "About three", "About one")
	one := page(t, made, "/blog/one")
	if one.Entry.Author == nil || one.Entry.Author.Name != "Ada Example" || one.Entry.ReadingTime != "1 min read" || one.Entry.DateText != "November 1, 2026" {
		t.Errorf("one is %+v", one.Entry)
	}
	if one.Description != "All about one." || one.Modified != "2026-11-01" {
		t.Errorf("one is described as %q, of %q", one.Description, one.Modified)
	}
	if four := page(t, made, "/blog/four").Entry; four.Newer != nil || len(four.Related) > 0 {
		t.Errorf("the newest one has %+v and %q", four.Newer, titles(four.Related))
	}
}

func TestEventsLeaveWhatIsToComeByThemselves(t *testing.T) {
	l := NewLoader(sampleOptions())
	files := blogTree(t)
	files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {title: Soon, from: /events, limit: 1}")
	show := func(now time.Time) (*site.Revision, *site.EntryList) {
		t.Helper()
		made, problems := load(t, l, files.fs(), now)
		if made == nil {
			t.Fatal(told(problems))
		}
		return made, page(t, made, "/events").List
	}
	before, list := show(testNow)
	wantTitles(t, "events to come", list.Items, "The fair", "The feast")
	wantTitles(t, "past events", list.Past, "The talk")
	wantTitles(t, "events elsewhere", body[site.Entries](t, page(t, before, "/about"), 0).Items, "The fair")
	end := time.Date(2026, time.November, 21, 18, 0, 0, 0, time.UTC)
	if !before.ValidUntil.Equal(end) {
		t.Errorf("it is valid until %v, want %v", before.ValidUntil, end)
	}
	if talk := page(t, before, "/events/talk").Entry; !talk.Past || talk.When != "November 20, 2026, 19:00" {
		t.Errorf("the talk is %+v", talk)
	}
	after, list := show(end)
	wantTitles(t, "events to come", list.Items, "The feast")
	wantTitles(t, "past events", list.Past, "The fair", "The talk")
	wantTitles(t, "events elsewhere", body[site.Entries](t, page(t, after, "/about"), 0).Items, "The feast")
	if !page(t, after, "/events/fair").Entry.Past || before.ID == after.ID {
		t.Errorf("the fair is %+v in revision %s after %s", page(t, after, "/events/fair").Entry, after.ID, before.ID)
	}
	if page(t, before, "/events").List.Past == nil || page(t, before, "/events/fair").Entry.Past {
		t.Error("what was served has changed")
	}
	feast := page(t, after, "/events/feast").Entry
	if feast.Starts != "2026-12-24" || feast.Ends != "2026-12-26" || feast.When != "December 24, 2026 – December 26, 2026" {
		t.Errorf("the feast is %+v", feast)
	}
	_, list = show(time.Date(2026, time.December, 27, 5, 0, 0, 0, time.UTC)) // midnight in New York
	wantTitles(t, "past events", list.Past, "The feast", "The fair", "The talk")
}

func TestAnEntryIsNotThereBeforeItsDay(t *testing.T) {
	files := blogTree(t)
	files["main/pages/blog/five.yaml"] = "title: Five\nsummary: Five.\ndate: 2026-11-22\nmarkdown: Words.\n"
	files["main/pages/blog/six.yaml"] = "title: Six\nsummary: Six.\ndate: 2026-11-03\npublishAt: 2026-11-21 12:30\nmarkdown: Words.\n"
	l := NewLoader(sampleOptions())
	made, _ := load(t, l, files.fs(), testNow)
	wantTitles(t, "entries", page(t, made, "/blog").List.Items, "About four", "About three")
	if want := testNow.Add(30 * time.Minute); !made.ValidUntil.Equal(want) {
		t.Errorf("it is valid until %v, want %v", made.ValidUntil, want)
	}
	made, _ = load(t, l, files.fs(), made.ValidUntil)
	wantTitles(t, "entries", page(t, made, "/blog").List.Items, "About four", "Six")
	made, _ = load(t, l, files.fs(), time.Date(2026, time.November, 22, 5, 0, 0, 0, time.UTC))
	wantTitles(t, "entries", page(t, made, "/blog").List.Items, "Five", "About four")
	options := sampleOptions()
	options.Drafts = true
	made, _ = load(t, NewLoader(options), files.fs(), testNow)
	wantTitles(t, "entries with drafts", page(t, made, "/blog").List.Items, "Five", "About four")
}

func TestEntriesStandOnOtherPages(t *testing.T) {
	files := blogTree(t)
	files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {from: /blog, limit: 1, tag: SPEED}\n  - prose: {markdown: 'See [fast things](/blog/tags/speed) and [the feed](/blog/feed.xml).'}")
	files.replace(t, "business/pages/index.yaml", "sections:", "sections:\n  - entries: {from: 'main:/blog'}")
	l := NewLoader(sampleOptions())
	made, problems := load(t, l, files.fs(), testNow)
	if made == nil {
		t.Fatal(told(problems))
	}
	about := page(t, made, "/about")
	wantTitles(t, "entries", body[site.Entries](t, about, 0).Items, "About three")
	if got := body[site.Entries](t, page(t, made, "/websites/business"), 0).Items; len(got) != 3 || got[0].Link.Kind != site.LinkSite {
		t.Errorf("another site shows %q", titles(got))
	}

	files.replace(t, "main/pages/blog/three.yaml", "About three", "Three, said better")
	after, _ := load(t, l, files.fs(), testNow)
	resolve.Reuse(made, after)
	if got := page(t, after, "/about"); got == about {
		t.Error("a page that shows the entry is the same as before")
	} else {
		wantTitles(t, "entries", body[site.Entries](t, got, 0).Items, "Three, said better")
	}
	wantTitles(t, "entries before", body[site.Entries](t, about, 0).Items, "About three")
	if page(t, made, "/events/fair") != page(t, after, "/events/fair") {
		t.Error("an entry that shows nothing of it was made anew")
	}
	if page(t, made, "/blog/tags/forms") != page(t, after, "/blog/tags/forms") {
		t.Error("the list of another tag was made anew")
	}

	delete(files, "main/pages/blog/two.yaml")
	last, _ := load(t, l, files.fs(), testNow)
	if slices.ContainsFunc(last.Main().Pages, func(p *site.Page) bool { return p.Path == "/blog/tags/forms" }) {
		t.Error("a tag without entries has a list")
	}
}

func TestEntriesAreWrittenInMarkdown(t *testing.T) {
	files := blogTree(t)
	files["main/pages/blog/five.md"] = `---
title: Five
summary: All about five.
date: 2026-11-05
tags: [Speed]
---

Some words, and [a link](/blog/one).

---

## More

After a line.
`
	made := good(t, files, sampleOptions(), testNow)
	five := page(t, made, "/blog/five")
	var kinds []string
	for _, node := range five.Markdown.Nodes {
		kinds = append(kinds, node.Kind)
	}
	if want := []string{"paragraph", "rule", "heading", "paragraph"}; !slices.Equal(kinds, want) {
		t.Errorf("the text is made of %q, want %q", kinds, want)
	}
	files.replace(t, "main/pages/blog/five.md", "/blog/one", "/blog/ones")
	files.replace(t, "main/pages/blog/five.md", "After a", "After {{site.nam}} a")
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	want := `main/pages/blog/five.md:8:17: There is no page /blog/ones. Did you mean "/blog/one"?
main/pages/blog/five.md:14:7: A site has nothing called "nam" to refer to. Did you mean "name"?
`
	if got := told(problems); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	files = blogTree(t)
	files["main/pages/notes.md"] = "---\ntitle: Notes\n---\nWords.\n"
	_, problems = load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	want = "main/pages/notes.md: Only entries of a collection are written in Markdown, and no index.yaml above this file has the key collection. Move it into the folder of a collection, or write the page as .yaml with sections.\n"
	if got := told(problems); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
}

func TestEntriesOnTheIndexOfACollectionAreItsOwn(t *testing.T) {
	files := blogTree(t)
	files["main/pages/blog/index.yaml"] += "sections:\n  - entries: {limit: 2}\n"
	made, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if made == nil {
		t.Fatal(told(problems))
	}
	if got := body[site.Entries](t, page(t, made, "/blog"), 0).Items; len(got) != 2 {
		t.Errorf("it shows %q", titles(got))
	}
	files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {limit: 2}")
	if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), "Nothing says which entries are shown here.") {
		t.Errorf("told\n%s", told(problems))
	}
}

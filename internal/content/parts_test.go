//go:build !race

package content

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func clock(t *testing.T, moment string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestSectionsComeAndGo moves the clock over the times of sections: by a loader that
// goes on, and by one that begins anew.
func TestSectionsComeAndGo(t *testing.T) {
	files := baseTree(t)
	files["main/blocks.yaml"] = "call:\n  cta: {id: call, title: Talk, actions: [{label: Shop, to: /shop}]}\n  expireAt: 2026-11-27\n"
	files["main/pages/shop.yaml"] = `title: Shop
description: Sells.
sections:
  - hero: {title: Shop, actions: [{label: Sale, to: "#sale"}]}
  - block: call
  - quote: {id: sale, text: Sale, publishAt: 2026-11-21 09:00, expireAt: 2026-11-27 18:00}
  - quote: {id: after, text: Thank you}
    publishAt: 2026-11-27 18:00
`
	files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - cta: {title: Sale, actions: [{label: Sale, to: /shop#sale}]}\n")
	going := NewLoader(sampleOptions())
	for _, c := range []struct {
		now   string
		types []string
		link  site.LinkKind
		other string
	}{
		{"2026-11-21T17:00:00Z", []string{"hero", "cta", "quote"}, site.LinkAnchor, "/shop#sale"},
		{"2026-11-27T22:59:59Z", []string{"hero", "cta", "quote"}, site.LinkAnchor, "/shop#sale"},
		{"2026-11-27T23:00:00Z", []string{"hero", "cta", "quote"}, site.LinkPlaceholder, "/shop"},
		{"2026-11-28T05:00:00Z", []string{"hero", "quote"}, site.LinkPlaceholder, "/shop"},
	} {
		for _, l := range []*Loader{going, NewLoader(sampleOptions())} {
			revision, problems := load(t, l, files.fs(), clock(t, c.now))
			if revision == nil {
				t.Fatal(told(problems))
			}
			shop := page(t, revision, "/shop")
			var types []string
			for _, section := range shop.Sections {
				types = append(types, section.Type)
			}
			if len(types) != len(c.types) || types[len(types)-1] != c.types[len(types)-1] {
				t.Errorf("%s: sections %v, want %v", c.now, types, c.types)
			}
			if got := body[site.Hero](t, shop, 0).Actions[0].Kind; got != c.link {
				t.Errorf("%s: the link is %q, want %q", c.now, got, c.link)
			}
			if got := body[site.CallToAction](t, page(t, revision, "/about"), 0).Actions[0].Href; got != c.other {
				t.Errorf("%s: the link of another page leads to %q, want %q", c.now, got, c.other)
			}
		}
	}
	revision, _ := load(t, going, files.fs(), clock(t, "2026-11-27T22:59:59Z"))
	if want := clock(t, "2026-11-27T23:00:00Z"); !revision.ValidUntil.Equal(want) {
		t.Errorf("valid until %s, want %s", revision.ValidUntil, want)
	}
}

// TestDraftsShowAllSections looks at a page as its author previews it.
func TestDraftsShowAllSections(t *testing.T) {
	files := baseTree(t)
	files["main/pages/shop.yaml"] = "title: Shop\ndescription: Sells.\nsections:\n  - hero: {title: Shop}\n  - quote: {text: Later, publishAt: 2027-01-01}\n"
	options := sampleOptions()
	options.Drafts = true
	if got := len(page(t, good(t, files, options, testNow), "/shop").Sections); got != 2 {
		t.Errorf("%d sections, want 2", got)
	}
}

// TestABlockIsOneSectionOfManyPages changes it in one place, and shows one of another site.
func TestABlockIsOneSectionOfManyPages(t *testing.T) {
	files := baseTree(t)
	files["main/blocks.yaml"] = "call:\n  cta: {id: call, title: \"Talk to {{site.name}}\", actions: [{label: Up, to: \"#call\"}]}\n"
	files["main/pages/one.yaml"] = "title: One\ndescription: One.\nsections:\n  - hero: {title: One, actions: [{label: Call, to: \"#call\"}]}\n  - block: call\n"
	files["business/pages/two.yaml"] = "title: Two\ndescription: Two.\nsections:\n  - hero: {title: Two}\n  - block: main/call\n"
	l := NewLoader(sampleOptions())
	for _, words := range []string{"Talk to Evenlight", "Write to Evenlight"} {
		revision, problems := load(t, l, files.fs(), testNow)
		if len(problems) > 0 {
			t.Fatal(told(problems))
		}
		for _, path := range []string{"/one", "/websites/business/two"} {
			if got := body[site.CallToAction](t, page(t, revision, path), 1); string(got.Title) != words || got.Actions[0].Href != "#call" {
				t.Errorf("%s shows %q with a link to %q, want %q", path, got.Title, got.Actions[0].Href, words)
			}
		}
		files["main/blocks.yaml"] = strings.Replace(files["main/blocks.yaml"], "Talk to", "Write to", 1)
	}
}

// TestAnAnnouncementComesAndGoes moves the clock over its times: from a moment, until the end of a day.
func TestAnAnnouncementComesAndGoes(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "navigation:", "announcement: {text: \"Closed, {{site.name}}\", to: /about, from: 2026-11-21 13:00, until: 2026-11-27}\nnavigation:")
	going := NewLoader(sampleOptions())
	for _, c := range []struct{ now, want, until string }{
		{"2026-11-21T17:00:00Z", "", "2026-11-21T18:00:00Z"},
		{"2026-11-21T18:00:00Z", "Closed, Evenlight to /about", "2026-11-28T05:00:00Z"},
		{"2026-11-28T04:59:59Z", "Closed, Evenlight to /about", "2026-11-28T05:00:00Z"},
		{"2026-11-28T05:00:00Z", "", ""},
	} {
		for _, l := range []*Loader{going, NewLoader(sampleOptions())} {
			revision, problems := load(t, l, files.fs(), clock(t, c.now))
			if revision == nil {
				t.Fatal(told(problems))
			}
			got := ""
			if made := revision.Main().Site.Announcement; made != nil {
				got = string(made.Text) + " to " + made.Link.Href
			}
			if got != c.want {
				t.Errorf("%s: %q, want %q", c.now, got, c.want)
			}
			if c.until != "" && revision.ValidUntil.After(clock(t, c.until)) {
				t.Errorf("%s: valid until %s, want %s at most", c.now, revision.ValidUntil, c.until)
			}
		}
	}
}

// TestPlansWithSeveralPrices looks at what templates and texts get.
func TestPlansWithSeveralPrices(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/plans.yaml", "pro:", "both: {name: Both, prices: [{amount: 490, currency: USD, period: year}, {amount: 49, currency: USD, period: month}]}\npro:")
	files["main/pages/shop.yaml"] = "title: Shop\ndescription: Sells.\nsections:\n  - hero: {title: \"{{plans.both.price}} {{plans.both.period}}, {{plans.both.price.month}}\"}\n  - plans: {toggle: period, refs: [both, pro]}\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	shop := page(t, revision, "/shop")
	if got := body[site.Hero](t, shop, 0).Title; got != "$490 per year, $49" {
		t.Errorf("the title is %q", got)
	}
	plans := body[site.Plans](t, shop, 1)
	if len(plans.Periods) != 2 || plans.Periods[0] != (site.Period{Name: "month", Label: "per month"}) || plans.Periods[1].Name != "year" {
		t.Errorf("to choose: %+v", plans.Periods)
	}
	if got := plans.Items[0]; got.Price.Text != "$490" || got.Prices[1].PeriodText != "per month" {
		t.Errorf("prices: %+v, %+v", got.Price, got.Prices)
	}
}

// TestASectionToComeIsCheckedAndNotServed looks at a picture, a form and an icon of a section before its time.
func TestASectionToComeIsCheckedAndNotServed(t *testing.T) {
	files := baseTree(t)
	files["main/images/soon.svg"] = strings.Replace(files["main/images/mark.svg"], "<svg", "<svg id='soon'", 1)
	files["main/pages/shop.yaml"] = `title: Shop
description: Sells.
sections:
  - hero: {title: Shop, actions: [{label: Write, to: /shop?form=message}]}
  - forms: {id: write, refs: [message], expireAt: 2026-11-27}
  - prose: {markdown: "![Soon](images/soon.svg)", publishAt: 2026-11-28}
`
	served := func(now string) (pictures int, link site.LinkKind) {
		revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), clock(t, now))
		if revision == nil {
			t.Fatal(told(problems))
		}
		for address := range revision.Main().Files {
			if strings.Contains(address, "soon") {
				pictures++
			}
		}
		return pictures, body[site.Hero](t, page(t, revision, "/shop"), 0).Actions[0].Kind
	}
	if pictures, link := served("2026-11-21T17:00:00Z"); pictures != 0 || link != site.LinkPage {
		t.Errorf("before: %d pictures, link %s", pictures, link)
	}
	if pictures, link := served("2026-11-29T17:00:00Z"); pictures == 0 || link != site.LinkPage {
		t.Errorf("after: %d pictures, link %s", pictures, link)
	}
	files.replace(t, "main/pages/shop.yaml", "images/soon.svg", "images/never.svg")
	if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), "never.svg") {
		t.Error("a missing picture of a section to come is not reported")
	}
}

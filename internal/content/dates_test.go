//go:build !race

package content

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// TestDatesFollowTheZone moves the clock over the midnights of two sites. The day of an appointment is none that is
// over, whether its form says so or not.
func TestDatesFollowTheZone(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "business/forms.yaml", ", notBefore: today", "")
	l := NewLoader(sampleOptions())
	at := func(moment string) (*site.Revision, time.Time) {
		t.Helper()
		now, err := time.Parse(time.RFC3339, moment)
		if err != nil {
			t.Fatal(err)
		}
		revision, problems := load(t, l, files.fs(), now)
		if revision == nil {
			t.Fatal(told(problems))
		}
		return revision, now
	}
	for _, c := range []struct {
		now, updated, copyright, minDate, until string
	}{
		// New York is at -05:00; Santiago at -03:00.
		{"2026-12-31T23:59:59Z", "December 31, 2026", "© 2026 Evenlight", "2026-12-31", "2027-01-01T03:00:00Z"},
		{"2027-01-01T02:59:59Z", "December 31, 2026", "© 2026 Evenlight", "2026-12-31", "2027-01-01T03:00:00Z"},
		{"2027-01-01T03:00:00Z", "December 31, 2026", "© 2026 Evenlight", "2027-01-01", "2027-01-01T05:00:00Z"},
		{"2027-01-01T05:00:00Z", "January 1, 2027", "© 2027 Evenlight", "2027-01-01", "2027-01-02T03:00:00Z"},
		// Santiago's September 6 begins at 01:00, which is 04:00 UTC; New York is at -04:00.
		{"2026-09-06T03:59:59Z", "September 5, 2026", "© 2026 Evenlight", "2026-09-05", "2026-09-06T04:00:00Z"},
		{"2026-09-06T04:00:00Z", "September 6, 2026", "© 2026 Evenlight", "2026-09-06", "2026-09-07T03:00:00Z"},
	} {
		revision, _ := at(c.now)
		main, business := revision.Sites[0], revision.Sites[1]
		form := business.Forms.Get("booking")
		got := []string{string(main.Privacy.Updated), string(main.Site.Footer.Copyright), form.Fields[1].MinDate, revision.ValidUntil.Format(time.RFC3339)}
		for i, want := range []string{c.updated, c.copyright, c.minDate, c.until} {
			if got[i] != want {
				t.Errorf("at %s: got %q, want %q", c.now, got[i], want)
			}
		}
	}
	one, now := at("2026-09-06T03:59:59Z")
	if two, _ := at("2026-09-06T03:00:00Z"); one.ID != two.ID {
		t.Error("the id changed within a day")
	}
	if two, _ := at(one.ValidUntil.Format(time.RFC3339)); one.ID == two.ID {
		t.Error("the id did not change with the day", now)
	}
}

func TestRevisionWithoutDatesIsValidForEver(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/privacy.yaml", "{{today}}", "yesterday")
	files.replace(t, "main/site.yaml", "{{year}} ", "")
	files.replace(t, "business/site.yaml", "{{today}}", "today")
	files.replace(t, "business/forms.yaml", "kind: booking", "kind: message")
	files.replace(t, "business/forms.yaml", ", notBefore: today", "")
	one := good(t, files, sampleOptions(), testNow)
	if !one.ValidUntil.IsZero() {
		t.Errorf("valid until %s", one.ValidUntil)
	}
	if later := good(t, files, sampleOptions(), testNow.AddDate(3, 0, 0)); later.ID != one.ID {
		t.Error("the id changed with the clock, though nothing shows it")
	}
}

func TestOnlyWhatAuthorsSayIsTheDayOfAPage(t *testing.T) {
	for updated, want := range map[string]string{
		"{{today}}": "", "September 13, 2025": "2025-09-13", "2025-09-13": "2025-09-13", "13 September 2025": "2025-09-13", "last summer": "",
	} {
		files := baseTree(t)
		files.replace(t, "main/privacy.yaml", "{{today}}", updated)
		files["main/pages/offer.yaml"] = "title: Offer\ndescription: Now.\ndate: 2026-11-01\nsections: [{hero: {title: Offer}}]\n"
		for _, page := range good(t, files, sampleOptions(), testNow).Sites[0].Pages {
			expected := map[string]string{"/privacy-policy": want, "/offer": "2026-11-01"}[page.Path]
			if page.Modified != expected {
				t.Errorf("updated %q: %s has the day %q, want %q", updated, page.Path, page.Modified, expected)
			}
		}
	}
}

// TestADayToComeIsNoChangeBeforeIt has a page of a day that search engines are told of when it is there.
func TestADayToComeIsNoChangeBeforeIt(t *testing.T) {
	files := baseTree(t)
	files["main/pages/offer.yaml"] = "title: Offer\ndescription: Now.\ndate: 2026-11-23\nsections: [{hero: {title: Offer}}]\n"
	files.replace(t, "main/privacy.yaml", "{{today}}", "yesterday")
	files.replace(t, "main/site.yaml", "{{year}} ", "")
	files.replace(t, "business/site.yaml", "{{today}}", "today")
	files.replace(t, "business/forms.yaml", ", notBefore: today", "")
	files.replace(t, "business/forms.yaml", "kind: booking", "kind: message")
	begins := clock(t, "2026-11-23T00:00:00-05:00")
	before, after := good(t, files, sampleOptions(), testNow), good(t, files, sampleOptions(), begins)
	if !before.ValidUntil.Equal(begins) || !after.ValidUntil.IsZero() || before.ID == after.ID {
		t.Errorf("valid until %s, and then %s; ids %s and %s", before.ValidUntil, after.ValidUntil, before.ID, after.ID)
	}
	if day, then := page(t, before, "/offer").Modified, page(t, after, "/offer").Modified; day != "" || then != "2026-11-23" {
		t.Errorf("it was changed on %q, and from that day on, on %q", day, then)
	}
}

// TestPagesComeAndGo moves the clock over the moments at which a page appears and goes.
func TestPagesComeAndGo(t *testing.T) {
	files := baseTree(t)
	files["main/pages/offer.yaml"] = "title: Offer\ndescription: For a while.\naliases: [/sale]\npublishAt: 2026-11-21T20:00:00-05:00\n" +
		"expireAt: 2026-11-21T21:00:00-05:00\nsections: [{hero: {title: Offer, image: {src: images/mark.svg, alt: x}}}]\n"
	files["main/pages/draft.yaml"] = "title: Draft\ndescription: Not yet.\ndraft: true\nsections: [{hero: {title: Draft}}]\n"
	appears, goes := time.Date(2026, 11, 22, 1, 0, 0, 0, time.UTC), time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC)
	ids := map[string]bool{}
	for _, c := range []struct {
		now   time.Time
		there bool
		until time.Time
	}{
		{testNow, false, appears},
		{appears.Add(-time.Nanosecond), false, appears},
		{appears, true, goes},
		{goes.Add(-time.Nanosecond), true, goes},
		{goes, false, time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)}, // midnight in Santiago
	} {
		revision := good(t, files, sampleOptions(), c.now)
		there := false
		for _, page := range revision.Sites[0].Pages {
			there = there || page.Path == "/offer"
			if page.Path == "/draft" {
				t.Error("a draft exists")
			}
		}
		if there != c.there || (revision.Sites[0].Aliases["/sale"] != "") != c.there {
			t.Errorf("at %s: page there %t, alias %q, want %t", c.now, there, revision.Sites[0].Aliases["/sale"], c.there)
		}
		if !revision.ValidUntil.Equal(c.until) {
			t.Errorf("at %s: valid until %s, want %s", c.now, revision.ValidUntil, c.until)
		}
		ids[revision.ID] = true
	}
	if len(ids) != 2 { // with and without the page; the day is the same
		t.Errorf("%d ids, want 2", len(ids))
	}
	options := sampleOptions()
	options.Drafts = true
	revision := good(t, files, options, testNow)
	for _, path := range []string{"/offer", "/draft"} {
		if !page(t, revision, path).Head.NoIndex {
			t.Errorf("%s is shown to search engines, though it is hidden", path)
		}
	}
}

// TestTimeAloneBreaksNothing loads a tree with all kinds of windows at many moments: a
// tree that was good once stays good.
func TestTimeAloneBreaksNothing(t *testing.T) {
	files := baseTree(t)
	put := func(name, head, links string) {
		files["main/pages/"+name+".yaml"] = "title: T\ndescription: D.\n" + head + "sections: [{hero: {title: T, actions: [" + links + "]}}]\n"
	}
	put("spring", "publishAt: 2027-03-01T00:00:00Z\nexpireAt: 2027-06-01T00:00:00Z\n", "{label: Later, to: /winter}, {label: Home, to: /}")
	put("winter", "publishAt: 2026-12-01T00:00:00Z\nexpireAt: 2027-07-01T00:00:00Z\n", "{label: Home, to: /}, {label: Offer, to: /offer}")
	put("offer", "expireAt: 2026-12-24T00:00:00Z\n", "{label: Home, to: /}")
	put("fan", "", "{label: Offer, to: /offer}")
	l := NewLoader(sampleOptions())
	for day := range 250 {
		now := testNow.AddDate(0, 0, day)
		revision, problems := load(t, l, files.fs(), now)
		if revision == nil {
			t.Fatalf("on %s:\n%s", now, told(problems))
		}
		link := body[site.Hero](t, page(t, revision, "/fan"), 0).Actions[0]
		if gone := !now.Before(time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)); gone != (link.Kind == site.LinkPlaceholder) || gone != (link.Href == "") {
			t.Fatalf("on %s the link to the offer is %s %q", now, link.Kind, link.Href)
		}
	}
}

func TestDraftSiteCanBePrepared(t *testing.T) {
	files := baseTree(t)
	for _, name := range []string{"business/pages/index.yaml", "business/pages/services/index.yaml"} {
		files[name] = "draft: true\n" + files[name]
	}
	files["business/terms.yaml"] = "title: Terms\ndescription: Terms.\nupdated: Today\nsections: [{title: One, markdown: One}]\n"
	files.replace(t, "main/site.yaml", "to: /websites/business", "to: /about")
	revision := good(t, files, sampleOptions(), testNow)
	if pages := revision.Sites[1].Pages; len(pages) != 0 {
		t.Errorf("%d pages of a draft site exist", len(pages))
	}
}

// TestADayWithoutATimeIsIncluded moves the clock over the first and the last day of a page, a section and an
// announcement, in a year in which clocks go back on the last day.
func TestADayWithoutATimeIsIncluded(t *testing.T) {
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "timeZone: America/New_York", "timeZone: Europe/Berlin")
	const times = "2026-10-24, %s: 2026-10-25"
	files.replace(t, "main/site.yaml", "navigation:", "announcement: {text: Closed, from: "+fmt.Sprintf(times, "until")+"}\nnavigation:")
	files["main/pages/offer.yaml"] = "title: Offer\ndescription: Now.\npublishAt: 2026-10-24\nexpireAt: 2026-10-25\nsections: [{hero: {title: Offer}}]\n"
	files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - quote: {text: Now, publishAt: "+fmt.Sprintf(times, "expireAt")+"}")
	for now, want := range map[string]bool{
		"2026-10-23T23:59:59+02:00": false, "2026-10-24T00:00:00+02:00": true,
		"2026-10-25T00:00:00+02:00": true, "2026-10-25T23:59:59+01:00": true, "2026-10-26T00:00:00+01:00": false,
	} {
		revision := good(t, files, sampleOptions(), clock(t, now))
		main := revision.Main()
		there := slices.ContainsFunc(main.Pages, func(p *site.Page) bool { return p.Path == "/offer" })
		section := len(page(t, revision, "/about").Sections) == 4
		if banner := main.Site.Announcement != nil; there != want || section != want || banner != want {
			t.Errorf("%s: the page is there %t, the section %t, the announcement %t, want %t", now, there, section, banner, want)
		}
		if there && !page(t, revision, "/offer").ExpireAt.Equal(clock(t, "2026-10-26T00:00:00+01:00")) {
			t.Errorf("programs read that the page goes at %s", page(t, revision, "/offer").ExpireAt)
		}
	}
}

// TestOneDayIsATime looks at what begins and ends with the same day.
func TestOneDayIsATime(t *testing.T) {
	files := baseTree(t)
	files["main/pages/offer.yaml"] = "title: Offer\ndescription: Now.\npublishAt: 2026-12-24\nexpireAt: 2026-12-24\nsections: [{hero: {title: Offer}}]\n"
	page(t, good(t, files, sampleOptions(), clock(t, "2026-12-24T12:00:00Z")), "/offer")
}

//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// berlin is a site with two locations in a zone that changes its clocks.
func berlin(t *testing.T) folder {
	t.Helper()
	files := baseTree(t)
	files.replace(t, "main/site.yaml", "timeZone: America/New_York", "timeZone: Europe/Berlin")
	files.replace(t, "main/privacy.yaml", "{{today}}", "yesterday")
	files.replace(t, "main/site.yaml", "{{year}} ", "")
	files.replace(t, "business/site.yaml", "{{today}}", "today")
	files.replace(t, "business/forms.yaml", "kind: booking", "kind: message")
	files.replace(t, "business/forms.yaml", ", notBefore: today", "")
	files["main/locations.yaml"] = `practice:
  name: The practice
  address: {street: Lindenweg 3, city: Berlin, postalCode: '10969', country: DE}
  phone: +49 30 901820
  email: practice@example.com
  map: https://maps.example/practice
  hours: ['Mo-Fr 07:30-12:00, 13:30-19:00', Sa by appointment]
  exceptions:
    - {date: 2026-12-24, hours: '08:00-10:00', reason: Christmas Eve}
    - {date: 2026-12-25, until: 2026-12-26, reason: Christmas}
    - {date: 2020-01-01, reason: Long ago}
bar:
  name: The bar
  address: {street: 1 Main St, city: Springfield, region: IL, postalCode: '62701', country: US}
  hours: [Fr-Sa 18:00-02:00, Su 00:00-24:00]
`
	files["main/pages/find.yaml"] = "title: Find us\nsections:\n  - hero: {title: Find us}\n  - locations: {title: Here}\n" +
		"  - cta: {title: 'Open {{locations.practice.hours}}', text: '{{locations.practice.name}}, " +
		"{{locations.practice.address}}, {{locations.practice.phone}}, {{locations.bar.hours}}', actions: [{label: Home, to: /}]}\n"
	return files
}

func shownLocations(t *testing.T, files folder, options outline.Options, now time.Time) (*site.Revision, *site.Locations) {
	t.Helper()
	revision := good(t, files, options, now)
	return revision, body[site.Locations](t, page(t, revision, "/find"), 1)
}

func TestALocationSaysWhetherItIsOpen(t *testing.T) {
	files := berlin(t)
	for _, c := range []struct{ now, practice, bar, until string }{
		{"2026-11-23T07:29:00+01:00", "Closed, opens at 07:30", "Closed, opens Friday at 18:00", "2026-11-23T07:30:00+01:00"},
		{"2026-11-23T07:30:00+01:00", "Open now, until 12:00", "Closed, opens Friday at 18:00", "2026-11-23T12:00:00+01:00"},
		{"2026-11-23T12:00:00+01:00", "Closed, opens at 13:30", "Closed, opens Friday at 18:00", "2026-11-23T13:30:00+01:00"},
		{"2026-11-23T20:00:00+01:00", "Closed, opens Tuesday at 07:30", "Closed, opens Friday at 18:00", "2026-11-24T00:00:00+01:00"},
		// The bar of Friday is open until two.
		{"2026-11-28T01:00:00+01:00", "Closed, opens Monday at 07:30", "Open now, until 02:00", "2026-11-28T02:00:00+01:00"},
		// Saturday night, all of Sunday: one opening until Monday.
		{"2026-11-28T23:00:00+01:00", "Closed, opens Monday at 07:30", "Open now", "2026-11-29T00:00:00+01:00"},
		{"2026-11-29T12:00:00+01:00", "Closed, opens Monday at 07:30", "Open now, until 00:00", "2026-11-30T00:00:00+01:00"},
		// Holidays.
		{"2026-12-24T10:30:00+01:00", "Closed, opens Monday at 07:30", "Closed, opens Friday at 18:00", "2026-12-25T00:00:00+01:00"},
		{"2026-12-25T09:00:00+01:00", "Closed on Friday, December 25, 2026: Christmas", "Closed, opens at 18:00", "2026-12-25T18:00:00+01:00"},
		// The night in which clocks go forward, and that in which they go back.
		{"2026-03-29T00:30:00+01:00", "Closed, opens Monday at 07:30", "Open now, until 00:00", "2026-03-30T00:00:00+02:00"},
		{"2026-10-25T00:30:00+02:00", "Closed, opens Monday at 07:30", "Open now, until 00:00", "2026-10-26T00:00:00+01:00"},
	} {
		revision, shown := shownLocations(t, files, sampleOptions(), clock(t, c.now))
		if got := string(shown.Items[0].State); got != c.practice {
			t.Errorf("%s: the practice says %q, want %q", c.now, got, c.practice)
		}
		if got := string(shown.Items[1].State); got != c.bar {
			t.Errorf("%s: the bar says %q, want %q", c.now, got, c.bar)
		}
		if !revision.ValidUntil.Equal(clock(t, c.until)) {
			t.Errorf("%s: valid until %s, want %s", c.now, revision.ValidUntil, c.until)
		}
		before, _ := shownLocations(t, files, sampleOptions(), revision.ValidUntil.Add(-time.Second))
		after, _ := shownLocations(t, files, sampleOptions(), revision.ValidUntil)
		if before.ID != revision.ID || after.ID == revision.ID {
			t.Errorf("%s: ids %s, %s before the turn, %s after it", c.now, revision.ID, before.ID, after.ID)
		}
	}
}

// TestDistantOpeningsAreToldInTime has openings whose words change at other moments than those at which it opens.
func TestDistantOpeningsAreToldInTime(t *testing.T) {
	files := baseTree(t)
	files["main/pages/find.yaml"] = "title: Find us\nsections:\n  - hero: {title: Find us}\n  - locations: {}\n"
	for _, c := range []struct{ more, now, want, later, then string }{
		{
			"", "2026-11-28T13:00:00-05:00", "Closed, opens December 4, 2026 at 18:00",
			"2026-11-28T18:00:00-05:00", "Closed, opens Friday at 18:00",
		},
		{
			"exceptions: [{date: 2026-11-20, until: 2029-01-31, reason: Works}]", "2026-11-28T13:00:00-05:00", "",
			"2028-11-28T13:00:00-05:00", "Closed on Tuesday, November 28, 2028: Works",
		},
	} {
		files["main/locations.yaml"] = "bar:\n  name: Bar\n  address: {street: A, city: B, country: DE}\n" +
			"  hours: [Fr 18:00-19:00]\n  " + c.more + "\n"
		revision, now := shownLocations(t, files, sampleOptions(), clock(t, c.now))
		_, later := shownLocations(t, files, sampleOptions(), clock(t, c.later))
		if now, then := string(now.Items[0].State), string(later.Items[0].State); now != c.want || then != c.then {
			t.Errorf("it says %q and %q, want %q and %q", now, then, c.want, c.then)
		}
		if revision.ValidUntil.After(clock(t, c.later)) {
			t.Errorf("what it says at %s is valid until %s", c.now, revision.ValidUntil)
		}
	}
}

// TestTheNightBelongsToTheDayOnWhichItBegan has a bar with usual hours and one exception, whatever its day.
func TestTheNightBelongsToTheDayOnWhichItBegan(t *testing.T) {
	files := baseTree(t)
	files["main/pages/find.yaml"] = "title: Find us\nsections:\n  - hero: {title: Find us}\n  - locations: {}\n"
	for _, c := range []struct{ zone, hours, exception, now, want, until string }{
		{"New_York", "Mo-Su 10:00-20:00", "date: 2026-11-26, hours: '18:00-05:00'", "2026-11-27T00:54:00-05:00", "Open now, until 05:00", "2026-11-27T05:00:00-05:00"},
		{"New_York", "Mo-Su 10:00-20:00", "date: 2026-11-26, hours: '18:00-05:00'", "2026-11-27T05:00:00-05:00", "Closed, opens at 10:00", "2026-11-27T10:00:00-05:00"},
		{"New_York", "Mo-Su 18:00-05:00", "date: 2026-11-26", "2026-11-27T00:54:00-05:00", "Closed, opens at 18:00", "2026-11-27T18:00:00-05:00"},
		{"New_York", "Mo-Su 18:00-05:00", "date: 2026-11-20, until: 2026-11-26", "2026-11-27T00:54:00-05:00", "Closed, opens at 18:00", "2026-11-27T18:00:00-05:00"},
		{"New_York", "Mo-Su 18:00-05:00", "date: 2026-11-27", "2026-11-27T00:54:00-05:00", "Open now, until 05:00", "2026-11-27T05:00:00-05:00"},
		{"New_York", "Mo-Su 18:00-05:00", "date: 2026-11-27, hours: '05:00-08:00'", "2026-11-27T00:54:00-05:00", "Open now, until 08:00", "2026-11-27T08:00:00-05:00"},
		// Clocks that skip midnight, from 24:00 to 01:00.
		{"Santiago", "Mo-Su 18:00-24:00", "date: 2026-12-25", "2026-09-05T23:30:00-04:00", "Open now, until 01:00", "2026-09-06T01:00:00-03:00"},
	} {
		files["main/site.yaml"] = strings.Replace(baseTree(t)["main/site.yaml"], "America/New_York", "America/"+c.zone, 1)
		files["main/locations.yaml"] = "bar:\n  name: Bar\n  address: {street: A, city: B, country: DE}\n  hours: ['" + c.hours +
			"']\n  exceptions: [{" + c.exception + "}]\n"
		revision, shown := shownLocations(t, files, sampleOptions(), clock(t, c.now))
		if got := string(shown.Items[0].State); got != c.want || revision.ValidUntil.After(clock(t, c.until)) {
			t.Errorf("%s, exception %s: at %s it says %q until %s, want %q until %s",
				c.hours, c.exception, c.now, got, revision.ValidUntil, c.want, c.until)
		}
	}
}

func TestALocationIsShownWithItsHours(t *testing.T) {
	_, shown := shownLocations(t, berlin(t), sampleOptions(), clock(t, "2026-12-01T09:00:00+01:00"))
	one := shown.Items[0]
	got := fmt.Sprintf("%s|%v|%v|%s|%v", one.Where, one.Lines, one.Special, one.Directions.Href, one.Contacts[0].Href)
	want := "Lindenweg 3\n10969 Berlin|[{Monday – Friday 07:30–12:00, 13:30–19:00 } {Saturday By appointment } {Sunday Closed }]|" +
		"[{Thursday, December 24, 2026 08:00–10:00 Christmas Eve} {Friday, December 25, 2026 – Saturday, December 26, 2026 Closed Christmas}]|" +
		"https://maps.example/practice|tel:+4930901820"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if one.Anchor != "practice" {
		t.Errorf("the anchor of the practice is %q", one.Anchor)
	}
	if bar := shown.Items[1]; bar.Where != "1 Main St\nSpringfield, IL 62701" || bar.Directions != nil || len(bar.Contacts) > 0 {
		t.Errorf("the bar is shown as %+v", bar)
	}
}

func TestTextsReferToLocations(t *testing.T) {
	revision, _ := shownLocations(t, berlin(t), sampleOptions(), testNow)
	cta := body[site.CallToAction](t, page(t, revision, "/find"), 2)
	got, want := string(cta.Title+"|"+cta.Text), "Open Monday – Friday 07:30–12:00, 13:30–19:00; Saturday by appointment; Sunday Closed|"+
		"The practice, Lindenweg 3, 10969 Berlin, +49 30 901820, Friday – Saturday 18:00–02:00; Sunday 24 hours"
	want = strings.Replace(want, "; Sunday Closed", "", 1)
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for reference, message := range map[string]string{
		"locations.shop.hours":     `There is no location "shop".`,
		"locations.practice.where": `Nothing called "where" of a location can be referred to.`,
		"locations.bar.phone":      `The location "bar" has no phone.`,
	} {
		files := berlin(t)
		files.replace(t, "main/pages/find.yaml", "locations.practice.hours", reference)
		if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), message) {
			t.Errorf("%s: %s", reference, told(problems))
		}
	}
}

func TestAnExportSaysNothingOfNow(t *testing.T) {
	options := sampleOptions()
	options.Static = true
	revision, shown := shownLocations(t, berlin(t), options, clock(t, "2026-11-23T09:00:00+01:00"))
	if shown.Items[0].State != "" || len(shown.Items[0].Lines) == 0 {
		t.Errorf("it shows %+v", shown.Items[0])
	}
	if want := clock(t, "2026-12-25T00:00:00+01:00"); !revision.ValidUntil.Equal(want) {
		t.Errorf("valid until %s, want %s: when the first exception is over", revision.ValidUntil, want)
	}
}

func TestLocationsSpeakTheLanguageOfTheirPage(t *testing.T) {
	files := berlin(t)
	files["main/de/locations.yaml"] = "practice:\n  name: Die Praxis\n  exceptions: [{date: 2026-12-25, reason: Weihnachten}]\n"
	files["main/de/pages/index.yaml"] = "title: Start\nsections:\n  - hero: {title: Start}\n  - locations: {title: Hier}\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), clock(t, "2026-12-25T09:00:00+01:00"))
	if revision == nil {
		t.Fatal(told(problems))
	}
	one := body[site.Locations](t, page(t, revision, "/de"), 1).Items[0]
	got := fmt.Sprint(one.Name, one.State, one.Lines, one.Special, one.Phone)
	want := "Die PraxisGeschlossen am Freitag, 25. Dezember 2026: Weihnachten[{Montag – Freitag 07:30–12:00, 13:30–19:00 } " +
		"{Samstag Nach Vereinbarung } {Sonntag Geschlossen }] [{Freitag, 25. Dezember 2026 – Samstag, 26. Dezember 2026 Geschlossen Weihnachten}]+49 30 901820"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	files["main/de/locations.yaml"] = "practice:\n  phone: '1'\n  hours: [Mo 08:00-12:00]\n"
	_, problems = load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if !strings.Contains(told(problems), "`phone` is the same in every language") ||
		!strings.Contains(told(problems), "`hours` is the same in every language") {
		t.Error(told(problems))
	}
}

func TestProblemsOfLocations(t *testing.T) {
	const before = "one:\n  name: One\n  address: {street: A, city: B, country: DE}\n  "
	for _, c := range []struct{ written, want string }{
		{"hours: [Mo-Fr 07:30-12:00, 13:30-19:00]\n", "main/locations.yaml:4:30: Item 2 of `hours` cannot be read as opening hours: \"13:30-19:00\"."},
		{"exceptions: [{date: 2026-12-25, hours: Mo 08:00-12:00}]\n", "`hours` cannot be read as hours of a day: \"Mo 08:00-12:00\"."},
		{"exceptions: [{date: 2026-12-25, hours: '08:00-12:00, 11:00-15:00'}]\n", "14:00-16:00, that do not overlap;"},
		{"exceptions: [{date: 2026-02-30}]\n", "`date` is no day of the calendar: \"2026-02-30\"."},
		{"exceptions: [{reason: Never}]\n", "needs a `date`."},
		{"exceptions: [{date: 2026-12-25, until: 2026-12-24}]\n", "The exception ends before it begins, or has a day that another one has."},
		{"exceptions: [{date: 2026-12-24, until: 2026-12-26}, {date: 2026-12-25}]\n", "or has a day that another one has."},
		{"exceptions: [{date: 2026-12-24 09:00}]\n", "Write 2026-12-24 here, and the time at hours."},
		{"hours: [Mo-Fr 09:00-17:00, We closed]\n", "\"Mo-Fr 09:00-17:00\" and \"We closed\" both say when it is open on Wednesday."},
		{"hours: [We closed, Mo-Fr 09:00-17:00]\n", "both say when it is open on Wednesday."},
		{"hours: [Mo-Fr 09:00-17:00, We-Th 16:00-18:00]\n", "both say when it is open on Wednesday."},
		{"hours: [Sa by appointment, Fr-Sa by appointment]\n", "both say when it is open on Saturday."},
		{"hours: [Mo-Fr 19:00-09:00]\n", "warning: From 19:00 to 09:00 it is open for 14 hours, through the night. If the times changed places, write 09:00-19:00; if it is open all night, leave it."},
		{"exceptions: [{date: 2026-12-25, hours: '20:00-08:00'}]\n", "warning: From 20:00 to 08:00 it is open for 12 hours"},
		{"phone: call us\n", "main/locations.yaml:4:10: \"call us\" is no phone number."},
		{"map: javascript:alert(1)\n", "`map` is not a web address"},
	} {
		files := baseTree(t)
		files["main/locations.yaml"] = before + c.written
		files["main/pages/find.yaml"] = "title: Find us\nsections:\n  - hero: {title: Find us}\n  - locations: {}\n"
		if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), c.want) {
			t.Errorf("%s: got %s\nwant %s", c.written, told(problems), c.want)
		}
	}
	for _, right := range []string{
		"Mo-Su 18:00-05:00", "Mo-Su 22:00-06:00", "Mo 08:00-12:00, Mo 13:00-17:00", "Sa 09:00-12:00, Sa by appointment",
		"Mo 19:00-24:00, Tu 00:00-09:00", "Fr-Sa 18:00-02:00, Su 00:00-24:00",
	} {
		files := baseTree(t)
		files["main/locations.yaml"] = before + "hours: [" + right + "]\n"
		files["main/pages/find.yaml"] = "title: Find us\nsections:\n  - hero: {title: Find us}\n  - locations: {}\n"
		if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); strings.Contains(told(problems), "locations.yaml") {
			t.Errorf("%s: got %s", right, told(problems))
		}
	}
	files := berlin(t)
	files.replace(t, "main/site.yaml", "path: /", "path: /\nbusiness: {type: Dentist, hours: ['Mo 08:00-12:00', 'Mo 11:00-20:00']}")
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if told := told(problems); !strings.Contains(told, "and so does locations.yaml") || strings.Contains(told, "without its address") ||
		!strings.Contains(told, "main/site.yaml:3:53: \"Mo 08:00-12:00\" and \"Mo 11:00-20:00\" both say") {
		t.Error(told)
	}
}

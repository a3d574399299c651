//go:build !race

package content

import (
	"strings"
	"testing"
)

// Each mistake is said once, where it is, with what to do.
func TestMistakesInCollections(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(files folder)
		want string
	}{
		"an entry without a date": {
			func(files folder) {
				files["main/pages/blog/five.yaml"] = "title: Five\nsummary: Five.\nmarkdown: Words.\n"
			},
			"main/pages/blog/five.yaml:1:1: An entry of this collection needs a date. Add a line such as date: 2026-11-01.",
		},
		"an event without a beginning": {
			func(files folder) {
				files["main/pages/events/five.yaml"] = "title: Five\nsummary: Five.\nmarkdown: Words.\n"
			},
			"main/pages/events/five.yaml:1:1: An event needs a moment at which it begins. Add a line such as starts: 2026-12-01 09:00.",
		},
		"a day that is none": {
			func(files folder) { files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-31") },
			`main/pages/blog/one.yaml:3:7: ` + "`date`" + ` is no day of the calendar: "2026-11-31". Write year, month and day, such as 2026-11-01.`,
		},
		"a day with a time": {
			func(files folder) { files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01 09:00") },
			"main/pages/blog/one.yaml:3:7: `date` takes a day without a time, not \"2026-11-01 09:00\". Write 2026-11-01 here, and the time at publishAt (or starts of an event).",
		},
		"a day as other programs write it": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01\nupdated: 2026-11-02T03:02:20-05:00")
			},
			"main/pages/blog/one.yaml:4:10: `updated` takes a day without a time, not \"2026-11-02T03:02:20-05:00\". Write 2026-11-02.",
		},
		"a moment of no day": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01\npublishAt: 2026-02-30 09:00")
			},
			"main/pages/blog/one.yaml:4:12: `publishAt` cannot be \"2026-02-30 09:00\": there is no day 2026-02-30. Months have 28 to 31 days; a day begins at 00:00, and its last minute is 23:59.",
		},
		"a moment of no clock": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01\nexpireAt: 2026-12-24 24:00")
			},
			"main/pages/blog/one.yaml:4:11: `expireAt` cannot be \"2026-12-24 24:00\": no clock shows 24:00. Months have 28 to 31 days; a day begins at 00:00, and its last minute is 23:59.",
		},
		"a time that clocks skip": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01\npublishAt: 2026-03-08 02:30")
			},
			"main/pages/blog/one.yaml:4:12: There is no 2026-03-08 02:30: clocks in America/New_York go forward. Write 2026-03-08 03:00 or later.",
		},
		"a time that clocks skip, at the end of a page": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "2026-11-01", "2026-11-01\nexpireAt: 2027-03-14 02:00")
			},
			"main/pages/blog/one.yaml:4:11: There is no 2027-03-14 02:00: clocks in America/New_York go forward. Write 2027-03-14 03:00 or later.",
		},
		"an event that ends before it begins": {
			func(files folder) {
				files.replace(t, "main/pages/events/feast.yaml", "ends: 2026-12-26", "ends: 2026-12-23")
			},
			"main/pages/events/feast.yaml:5:7: The event would end before it begins. Give ends a later moment than starts.",
		},
		"an unknown author": {
			func(files folder) { files.replace(t, "main/pages/blog/one.yaml", "author: ada", "author: adda") },
			`main/pages/blog/one.yaml:6:9: There is no person "adda". Did you mean "ada"?`,
		},
		"keys of entries on a page": {
			func(files folder) { files.replace(t, "main/pages/about.yaml", "sections:", "tags: [One]\nsections:") },
			"main/pages/about.yaml:6:1: Only an entry of a collection has the key tags. Add collection to the index.yaml of the folder, or remove it.",
		},
		"a collection in another file": {
			func(files folder) {
				files.replace(t, "main/pages/about.yaml", "sections:", "collection: {kind: job}\nsections:")
			},
			"main/pages/about.yaml:6:1: Only the index.yaml of a folder makes it a collection, and not that of the first page. Move these lines to the index.yaml of a folder below pages, with the entries.",
		},
		"the first page of a site": {
			func(files folder) {
				files.replace(t, "main/pages/index.yaml", "sections:", "collection: {kind: job}\nsections:")
			},
			"main/pages/index.yaml:2:1: Only the index.yaml of a folder makes it a collection, and not that of the first page. Move these lines to the index.yaml of a folder below pages, with the entries.",
		},
		"an unknown kind": {
			func(files folder) { files.replace(t, "main/pages/blog/index.yaml", "kind: article", "kind: artikel") },
			"main/pages/blog/index.yaml:4:20: `kind` cannot be \"artikel\": it is article, case-study, changelog, event or job. Did you mean \"article\"?",
		},
		"no kind": {
			func(files folder) { files.replace(t, "main/pages/events/index.yaml", "{kind: event}", "{perPage: 3}") },
			"main/pages/events/index.yaml:3:1: `collection` needs a `kind`. Write it between the brackets, as in {kind: …}.",
		},
		"too many on a page": {
			func(files folder) { files.replace(t, "main/pages/blog/index.yaml", "perPage: 2", "perPage: 1000") },
			"main/pages/blog/index.yaml:4:38: `perPage` must be at most 100.",
		},
		"a page where the list has its own": {
			func(files folder) { files["main/pages/blog/page/2.yaml"] = files["main/pages/blog/one.yaml"] },
			"main/pages/blog/page/2.yaml:1:1: The address /blog/page/2 lies where the list /blog has its own pages. Give the file or its folder another name than page.",
		},
		"tags with one address": {
			func(files folder) {
				files.replace(t, "main/pages/blog/one.yaml", "[Speed]", "[C++]")
				files.replace(t, "main/pages/blog/two.yaml", "[Speed, Forms]", "[Forms, C#]")
			},
			`main/pages/blog/two.yaml:5:15: The tags "C++" and "C#" would have the same address: c. Write one of them in other words.`,
		},
		"a tag listed twice": {
			func(files folder) { files.replace(t, "main/pages/blog/one.yaml", "[Speed]", "[Speed, speed]") },
			`main/pages/blog/one.yaml:5:15: warning: The tag "speed" is listed twice. Remove one of both.`,
		},
		"a hero in an entry": {
			func(files folder) { files["main/pages/blog/one.yaml"] += "sections:\n  - hero: {title: Hi}\n" },
			"main/pages/blog/one.yaml:8:11: An entry shows its own title at the top: a hero would be a second one. Use another section, such as cta or cards.",
		},
		"entries of no collection": {
			func(files folder) {
				files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {from: /blogg}")
			},
			`main/pages/about.yaml:7:21: There is no collection /blogg. Did you mean "/blog"?`,
		},
		"entries of a page": {
			func(files folder) {
				files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {from: /blog/one}")
			},
			"main/pages/about.yaml:7:21: The page /blog/one is no collection, so it has no entries. Add collection to main/pages/blog/one.yaml, such as collection: {kind: article}.",
		},
		"entries of an unknown site": {
			func(files folder) {
				files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {from: 'busness:/blog'}")
			},
			`main/pages/about.yaml:7:21: There is no site "busness". Did you mean "business"?`,
		},
		"entries with an unknown tag": {
			func(files folder) {
				files.replace(t, "main/pages/about.yaml", "sections:", "sections:\n  - entries: {from: /blog, tag: sped}")
			},
			`main/pages/about.yaml:7:33: No entry of /blog has the tag "sped". Did you mean "Speed"?`,
		},
		"a link to a page of the list": {
			func(files folder) {
				files.replace(t, "main/site.yaml", "to: /about", "to: /blog/page/2")
			},
			"main/site.yaml:27:26: There is no page /blog/page/2.",
		},
		"a link to an unknown tag": {
			func(files folder) {
				files.replace(t, "main/site.yaml", "to: /about", "to: /blog/tags/sped")
			},
			`main/site.yaml:27:26: No entry of /blog has a tag "sped". Did you mean "speed"?`,
		},
		"a link to a feed that is off": {
			func(files folder) {
				files.replace(t, "main/site.yaml", "to: /about", "to: /events/feed.xml")
			},
			"main/site.yaml:27:26: The collection /events has no feed. Add feed: true to collection in main/pages/events/index.yaml.",
		},
		"a time format with a day": {
			func(files folder) {
				files.replace(t, "main/site.yaml", "timeZone:", "timeFormat: 2 Jan 15:04\ntimeZone:")
			},
			"main/site.yaml:4:13: A time format shows how 3:04 PM is to be written, without the day. Write 15:04 or 3:04 PM.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := blogTree(t)
			test.edit(files)
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			if got := strings.TrimSpace(told(problems)); got != test.want {
				t.Errorf("it says\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

//go:build !race

package content

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// What the editor does to files beside pages, to languages, and to the clock.

// addKinds adds to a tree what only some sites have: places with hours, a look, files for programs, plans that no page
// shows, former addresses.
func addKinds(base folder) {
	base["main/locations.yaml"] = "office:\n  name: Office\n" +
		"  address: {street: 1 Main St, city: Springfield, country: US}\n  phone: +1 555 010 0100\n" +
		"  hours: ['Mo-Fr 09:00-12:00, 13:00-17:00', Sa by appointment]\n"
	base["main/de/locations.yaml"] = "office: {name: Büro}\n"
	base["main/pages/find.yaml"] = "title: Find us\nsections: [{hero: {title: Find us}}, {locations: {}}]\n"
	base["business/pages/find.yaml"] = "title: Find us\n" +
		"sections: [{hero: {title: \"{{main/locations.office.hours}}\"}}, {locations: {refs: [main/office]}}]\n"
	base["main/plans.yaml"] += "spare:\n  name: Spare\n  price: {amount: \"7.99\", currency: USD, period: month}\n"
	base["business/plans.yaml"] += "team:\n  name: Team\n  price: {amount: \"8.99\", currency: USD, period: month}\n" +
		"  public: true\n"
	base["main/look/look.css"] = ".card { border: 0 }\n"
	base["main/well-known/security.txt"] = "Contact: mailto:a@example.com\nExpires: 2999-01-01T00:00:00Z\n"
	base["main/redirects.yaml"] = "\"/was/*\": \"/deep/*\"\n\"/?id=5\": \"/about\"\n\"/former\": \"/p1\"\n"
}

// kind edits a file of some kind, and says which.
func (e *editor) kind() string {
	write := func(name, text string) string {
		if _, there := e.files[name]; there && e.chance(10) {
			delete(e.files, name)
			return "remove " + name
		}
		e.files[name] = text
		return "write " + name
	}
	switch e.random.IntN(10) {
	case 0:
		siteID := e.one("main", "main", "business", "main/de")
		return write(siteID+"/redirects.yaml", e.redirects(siteID))
	case 1:
		return write("main/locations.yaml", e.locations())
	case 2:
		return write("main/de/locations.yaml", "office: {name: "+e.one("Büro", "Laden")+", note: "+
			e.one("''", "Hinten", "Links")+"}\n")
	case 3:
		return e.announce(e.one("main/site.yaml", "main/site.yaml", "business/site.yaml", "main/de/site.yaml"))
	case 4:
		return write("main/de/site.yaml", e.germanSettings())
	case 5:
		sheet := e.one("look.css", "look.css", "sections/hero.css", "sections/prose.css")
		return write(e.one("main", "business")+"/look/"+sheet, e.one(".card { border: 0 }\n", ".card { border: 1px solid }\n",
			"/* Nothing. */\n", "[data-slot=\"title\"] { order: 1 }\n"))
	case 6:
		file := e.one("main", "main", "business") + "/well-known/" + e.one("security.txt", "proof", "matrix/client")
		return write(file, fmt.Sprintf(
			"{\"a\": %d}\n", e.random.IntN(3)))
	case 7:
		return e.language()
	case 8:
		return write("main/blocks.yaml", "call:\n  cta: {title: Call, actions: [{label: Us, to: \"tel:+1 555 010 0199\"}]}\n"+
			e.when("  "))
	}
	return e.germanEntries(write)
}

// when gives up to two lines that say when something is there.
func (e *editor) when(indent string) string {
	text := ""
	if e.chance(70) {
		text += indent + "publishAt: " + e.moment() + "\n"
	}
	if e.chance(40) {
		text += indent + "expireAt: " + e.moment() + "\n"
	}
	return text
}

func (e *editor) redirects(siteID string) string {
	home := map[string]string{"business": "/websites/business", "main/de": "/de"}[siteID]
	text := ""
	for range 1 + e.random.IntN(4) {
		from := home + e.one("/former", "/was/*", "/was/2019/*", "/about/*", "/?id=5", "/?id=5&lang=de", "/list?a=1",
			"/p3?ref=x", "/über", "/p9", "/p3", "/old-3/*")
		to := e.target()
		if strings.HasSuffix(from, "*") && e.chance(60) {
			to = e.one("/deep/*", "/websites/business/*", "/*", "https://shop.example/*", "/former", "/was/*")
		}
		if !strings.Contains(text, fmt.Sprintf("%q:", from)) {
			text += fmt.Sprintf("%q: %q\n", from, to)
		}
	}
	return text
}

func (e *editor) locations() string {
	day := func(days int) string { return e.now.AddDate(0, 0, days).Format(time.DateOnly) }
	text := "office:\n  name: " + e.one("Office", "\"{{site.name}}\"", "Shop") +
		"\n  address: {street: 1 Main St, city: Springfield, country: US}\n  phone: +1 555 010 0100\n  hours: [" +
		e.one("'Mo-Fr 09:00-12:00, 13:00-17:00', Sa by appointment", "'Mo-Su 10:00-02:00'", "'Mo-Su 00:00-24:00'",
			"'Tu,Th 08:15-19:45'", "'Sa,Su 18:00-24:00'") + "]\n"
	if e.chance(60) {
		first, long := e.random.IntN(4)-2, e.random.IntN(3)
		text += fmt.Sprintf("  exceptions:\n    - {date: %s, until: %s, reason: Away%s}\n", day(first), day(first+long+1),
			e.one("", ", hours: '11:00-12:00'", ", hours: '20:00-01:00'"))
		if e.chance(50) {
			text += fmt.Sprintf("    - {date: %s, reason: Later}\n", day(first+long+2))
		}
	}
	return text
}

// announce gives a site another announcement, or none.
func (e *editor) announce(file string) string {
	var lines []string
	for line := range strings.Lines(e.files[file]) {
		if !strings.HasPrefix(line, "announcement:") {
			lines = append(lines, line)
		}
	}
	if e.chance(80) {
		line := fmt.Sprintf("announcement: {text: %q", e.words())
		if e.chance(60) {
			line += fmt.Sprintf(", to: %q", e.target())
		}
		if e.chance(60) {
			line += fmt.Sprintf(", from: %q", e.moment())
		}
		if e.chance(60) {
			line += fmt.Sprintf(", until: %q", e.moment())
		}
		lines = append(lines, line+"}\n")
	}
	e.files[file] = strings.Join(lines, "")
	return "announce in " + file
}

// germanSettings are those of a translation, in which what is empty is something else than what is left out.
func (e *editor) germanSettings() string {
	text := "name: Deutsch\n"
	for _, lines := range [][]string{
		{"footer: {copyright: \"© {{year}} {{site.name}}\"}\n", "footer: {copyright: ''}\n", "footer: {links: []}\n"},
		{"facts: {hours: Täglich}\n", "facts: {hours: ''}\n", "facts: {hours: \"{{today}}\"}\n"},
		{"tagline: ''\n", "tagline: Neu\n"},
		{"email: ''\n", "email: de@evenlight.example\n"},
		{"phone: ''\n"},
		{"navigation: {links: []}\n", "navigation: {links: [{label: Über, to: /about}]}\n"},
		{"dateFormat: ''\n", "dateFormat: 2.1.2006\n"},
		{"labels: {perMonth: ''}\n", "labels: {perMonth: monatlich}\n"},
		{"seo: {description: ''}\n", "seo: {description: Alles., titleTemplate: ''}\n"},
		{"brand: ''\n", "brand: Ebenlicht\n"},
	} {
		if e.chance(40) {
			text += e.one(lines...)
		}
	}
	return text
}

// germanEntries writes words of entries, some of them empty.
func (e *editor) germanEntries(write func(name, text string) string) string {
	switch e.random.IntN(4) {
	case 0:
		return write("main/de/products.yaml", "promptify: {"+e.one("name: Prompt, tagline: ''", "tagline: Besser",
			"features: [{title: Schnell}]", "features: []", "text: ''")+"}\n")
	case 1:
		return write("main/de/forms.yaml", "message: {"+e.one("title: Schreiben", "title: ''",
			"fields: [{name: name, label: Name}, {name: email, label: ''}]", "fields: []", "success: {title: ''}")+"}\n")
	}
	return write("main/de/plans.yaml", "pro: {name: Profi, "+e.one("text: Alles", "text: ''", "badge: ''", "badge: Neu",
		"includes: []", "featured: false", "action: {label: ''}", "note: \"{{plans.pro.price}}\"")+"}\n")
}

// language adds a language, takes one away, or calls it otherwise.
func (e *editor) language() string {
	move := func(from, to string) {
		for _, name := range slices.Sorted(maps.Keys(e.files)) {
			if rest, below := strings.CutPrefix(name, from); below {
				if to != "" {
					e.files[to+rest] = e.files[name]
				}
				delete(e.files, name)
			}
		}
	}
	switch e.random.IntN(6) {
	case 0:
		move("main/de/", "")
		return "remove a language"
	case 1:
		move("main/de/", "main/fr/")
		return "rename German to French"
	case 2:
		move("main/fr/", "main/de/")
		return "rename French to German"
	case 3:
		e.files["business/de/pages/index.yaml"] = e.one("", "draft: true\n") + e.page("business")
		return "add a language"
	case 4:
		move("business/de/", "")
		return "remove the language of another site"
	}
	var lines []string
	for line := range strings.Lines(e.files["main/site.yaml"]) {
		if !strings.HasPrefix(line, "languages:") {
			lines = append(lines, line)
		}
	}
	line := "languages: " + e.one("bar", "footer", "both", "none") + "\n"
	e.files["main/site.yaml"] = strings.Join(lines, "") + line
	return line
}

// zones are those of the sites of the tree.
var zones = []*time.Location{zone("America/New_York"), zone("America/Santiago")}

func zone(name string) *time.Location {
	found, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return found
}

// moveClock moves the clock to a moment at which something may change, just before it, or past it. Until is when what
// is served says that it changes next; zero for never.
func (e *editor) moveClock(until time.Time) string {
	to := until
	in := zones[e.random.IntN(len(zones))]
	switch n := e.random.IntN(10); {
	case n < 2 || to.IsZero():
		to = time.Date(e.now.In(in).Year(), e.now.In(in).Month(), e.now.In(in).Day()+1, 0, 0, 0, 0, in)
	case n < 3:
		to = time.Date(e.now.In(in).Year()+1, time.January, 1, 0, 0, 0, 0, in)
	}
	switch e.random.IntN(4) {
	case 0:
		to = to.Add(-time.Second)
	case 1:
		to = to.Add(time.Duration(e.random.IntN(200)) * time.Minute)
	}
	if to.After(e.now) {
		e.now = to.UTC()
	}
	return "wait until " + e.now.String()
}

//go:build !race

// One goroutine renders page after page: make test runs this file without the race detector.

package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestARunningServerServesWhatAFreshStartServes edits every kind of file at random, and moves the clock. After each
// step all that a running server answers is compared, byte for byte and with its headers, with what one answers that
// starts on the same folder at the same time; where the folder has errors, the same good files must stay live. What
// /readyz and the publish hook say is compared with the answers before and after the step.
func TestARunningServerServesWhatAFreshStartServes(t *testing.T) {
	seeds, steps := []uint64{6}, 16
	if os.Getenv("MARQUEE_AUDIT") != "" {
		seeds, steps = []uint64{1, 2, 3, 4, 5, 6}, 500
	}
	for _, seed := range seeds {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { editAtRandom(t, seed, steps) })
	}
}

func editAtRandom(t *testing.T, seed uint64, steps int) {
	e := newContentEditor(t, seed)
	running := e.start(nil)
	defer running.close()
	running.toldOf()
	clear(e.touched)
	equal, held, moves := 0, 0, 0
	var done []string
	before, hadBefore := running.all(), running.readyz()
	for n := range steps {
		fail := func(name, format string, values ...any) {
			t.Errorf("%s, at step %d, after %s: %s", name, n, last(done), fmt.Sprintf(format, values...))
		}
		if e.random.IntN(3) == 0 {
			done = append(done, e.moveClock(running.store.Revision().ValidUntil))
			moves++
		} else {
			done = append(done, e.edit())
		}
		running.styles = os.Getenv("MARQUEE_AUDIT") != "" && strings.Contains(done[len(done)-1], "look")
		running.source.Reload(t.Context())
		running.source.Refresh(t.Context())
		got, has := running.all(), running.readyz()
		running.judge(fail, before, got, hadBefore, has, causeOf(done, e.touched))
		clear(e.touched)
		if status := running.source.Status(); status.Stale() {
			held++
			for _, one := range status.Sites {
				if one.State != "held" || moved(done) {
					continue
				}
				// Nothing of a site that is held back changes, but the name of the main site that it refers to.
				name := "/api/sites/" + one.ID
				old, new := namedAlike(before[name].body), namedAlike(got[name].body)
				if old != "" && old != new {
					fail("held", "%s is held back and changed:\n%s\nbefore\n%s", one.ID, excerpt(new, old), excerpt(old, new))
				}
			}
			before, hadBefore = got, has
			if e.random.IntN(2) == 0 {
				e.mend()
				done = append(done, "mend")
			}
			continue
		}
		fresh := e.start(&n)
		fresh.styles = running.styles
		want, wants := fresh.all(), fresh.readyz()
		fresh.close()
		if !maps.Equal(has, wants) {
			fail("readyz", "/readyz says %v, and %v of a fresh start", has, wants)
		}
		for name := range want {
			if got[name] != want[name] {
				fail("answer", "%s is\n%s\nand of a fresh start\n%s", name,
					excerpt(got[name].String(), want[name].String()), excerpt(want[name].String(), got[name].String()))
			}
		}
		if len(got) != len(want) {
			fail("answer", "there are %d answers, and %d of a fresh start", len(got), len(want))
		}
		if t.Failed() {
			return
		}
		equal++
		before, hadBefore = got, has
	}
	if equal < steps/3 || held < steps/20 || moves < steps/6 {
		t.Errorf("of %d steps, %d were compared, %d held something back, and %d moved the clock", steps, equal, held, moves)
	}
}

// causeOf returns a function that says why a site may have become another one: the clock was moved; where it was not,
// files of its own alone are other ones, or those of another site or language too.
func causeOf(done []string, touched map[string]bool) func(id string) string {
	return func(id string) string {
		switch {
		case moved(done):
			return "time"
		case touched[id] && len(touched) == 1:
			return "edited"
		}
		return "another"
	}
}

func moved(done []string) bool { return strings.HasPrefix(done[len(done)-1], "wait") }

// namedAlike takes back what the edit of the main site's name does to an answer.
func namedAlike(answer string) string {
	return strings.ReplaceAll(answer, "The Evenlight", "Evenlight")
}

func last(done []string) string { return strings.Join(done[max(0, len(done)-4):], ", then ") }

// excerpt returns the part of a text at which it begins to differ from another.
func excerpt(text, other string) string {
	at := 0
	for at < len(text) && at < len(other) && text[at] == other[at] {
		at++
	}
	return text[max(0, at-80):min(len(text), at+120)]
}

// contentEditor edits a content folder at random. The same seed makes the same edits.
type contentEditor struct {
	t       *testing.T
	dir     string
	now     time.Time
	random  *rand.Rand
	shared  *parts            // whose renderer and cache all servers have
	kept    map[string][]byte // what was broken, as it was
	touched map[string]bool   // sites in whose folders something was written since the last step
	serving sync.WaitGroup    // what servers run
	edits   int
}

func newContentEditor(t *testing.T, seed uint64) *contentEditor {
	e := &contentEditor{
		t: t, dir: copyOfContent(t), now: time.Date(2026, time.November, 21, 17, 0, 0, 0, time.UTC),
		random: rand.New(rand.NewPCG(seed, 7)), kept: map[string][]byte{}, touched: map[string]bool{},
	}
	e.prepare()
	config := partsConfig{
		contentConfig: contentConfig{Dir: e.dir}, OnDemand: true,
		Cache: filepath.Join(shared, "cache", "pages"), CacheSize: 1 << 30,
	}
	made, err := newParts(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		_, stdout, _ := run(t, nil, "check", "--content", e.dir)
		t.Fatal(err, stdout)
	}
	e.shared = made
	t.Cleanup(func() {
		e.serving.Wait()
		if err := made.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func (e *contentEditor) prepare() {
	e.write("main/pages/blog/index.yaml", "title: Journal\ndescription: What is new.\n"+
		"collection: {kind: article, tags: true, feed: true, perPage: 2}\nsections: [{hero: {title: Journal}}]\n")
	for n := range 4 {
		e.write(fmt.Sprintf("main/pages/blog/entry-%d.yaml", n), fmt.Sprintf(
			"title: Entry %d\ndate: 2026-01-0%d\nauthor: ada\ntags: [Speed]\n"+
				"markdown: Some words and {{facts.promise}}.\n", n, n+1))
	}
	e.write("main/people.yaml", "ada: {name: Ada Example, role: Writer}\n")
	e.write("main/blocks.yaml", "offer: {cta: {title: An offer, actions: [{label: About, to: /about}]}}\n")
	e.write("main/pages/offers.yaml", "title: Offers\ndescription: All of them.\n"+
		"sections: [{hero: {title: Offers}}, {block: offer}, {entries: {from: /blog}}]\n")
	e.change("main/site.yaml", "facts:\n", "facts:\n  promise: our word\n")
	// What only some sites have.
	e.write("main/locations.yaml", e.locations())
	e.write("main/pages/find.yaml", "title: Find us\ndescription: Here.\n"+
		"sections: [{hero: {title: Find us}}, {locations: {}}]\n")
	e.write("business/pages/find.yaml", "title: Find us\ndescription: Here.\nsections: "+
		"[{hero: {title: \"{{main/plans.promptify-pro.price}}\"}}, {locations: {refs: [main/office]}}]\n")
	e.write("main/pages/timed.yaml", e.timed())
	e.write("main/redirects.yaml", e.redirects())
	e.write("main/well-known/security.txt", "Contact: mailto:a@example.com\nExpires: 2999-01-01T00:00:00Z\n")
	e.write("business/plans.yaml", string(e.read("business/plans.yaml"))+
		"spare:\n  name: Spare\n  price: {amount: \"7.99\", currency: USD, period: month}\n  public: true\n")
	e.write("main/de/site.yaml", e.germanSettings())
	e.write("main/de/pages/index.yaml", "title: Start\ndescription: Alles.\nsections: "+
		"[{hero: {title: \"{{plans.promptify-pro.price}} {{plans.promptify-pro.name}}\"}}, {plans: {}}]\n")
	e.write("cafe/site.yaml", "name: Cafe\npath: /\nhosts: [cafe.example]\ntimeZone: Europe/Berlin\nlanguage: de\n"+
		"theme: {scheme: light, colors: {from: \"#0b57d0\"}, fonts: {display: Sora, text: Sora}}\n"+
		"footer: {copyright: \"{{today}}\"}\n")
	e.write("cafe/pages/index.yaml", "title: Cafe\nsections: [{hero: {title: \"{{main/site.name}}\"}}]\n")
	e.write("main/de/pages/finden.yaml", "title: Finden\ndescription: Hier.\ntranslates: /find\n"+
		"sections: [{hero: {title: Finden}}, {locations: {}}]\n")
}

func (e *contentEditor) path(name string) string {
	return filepath.Join(e.dir, filepath.FromSlash(name))
}

func (e *contentEditor) read(name string) []byte {
	data, err := os.ReadFile(e.path(name))
	if err != nil && !os.IsNotExist(err) {
		e.t.Fatal(err)
	}
	return data
}

func (e *contentEditor) write(name, text string) {
	e.t.Helper()
	e.touch(name)
	if err := os.MkdirAll(filepath.Dir(e.path(name)), 0o755); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(e.path(name), []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

// touch notes that a file of a site, or of a language of it, is another one.
func (e *contentEditor) touch(name string) {
	id, rest, _ := strings.Cut(name, "/")
	if in, _, _ := strings.Cut(rest, "/"); len(in) == len("de") {
		id += "." + in
	}
	e.touched[id] = true
}

func (e *contentEditor) change(name, old, now string) {
	if text := string(e.read(name)); text != "" {
		e.write(name, strings.Replace(text, old, now, 1))
	}
}

func (e *contentEditor) remove(name string) {
	e.touch(name)
	if err := os.RemoveAll(e.path(name)); err != nil {
		e.t.Fatal(err)
	}
}

// writeOrRemove writes a file, or removes it now and then.
func (e *contentEditor) writeOrRemove(name, text string) {
	if e.random.IntN(5) == 0 {
		e.remove(name)
	} else {
		e.write(name, text)
	}
}

// toggle replaces one text by the other, whichever is there. The other one may contain the one.
func (e *contentEditor) toggle(name, one, other string) {
	if bytes.Contains(e.read(name), []byte(other)) {
		e.change(name, other, one)
	} else {
		e.change(name, one, other)
	}
}

// line replaces the line of a file that begins with a key, or adds one; an empty line removes it.
func (e *contentEditor) line(name, key, line string) {
	var kept []string
	for text := range strings.Lines(string(e.read(name))) {
		if !strings.HasPrefix(text, key+":") {
			kept = append(kept, text)
		}
	}
	e.write(name, strings.Join(kept, "")+line)
}

// breakFile makes a file unreadable until mend.
func (e *contentEditor) breakFile(name string) {
	if text := e.read(name); text != nil && e.kept[name] == nil {
		e.kept[name] = text
		e.write(name, string(text)+"\noops: [\n")
	}
}

// mend puts back all that is broken.
func (e *contentEditor) mend() {
	for name, text := range e.kept {
		e.write(name, string(text))
	}
	clear(e.kept)
	e.write("main/pages/blog/entry-0.yaml",
		"title: Entry 0\ndate: 2026-01-01\nauthor: ada\ntags: [Speed]\nmarkdown: Some words.\n")
	e.change("main/pages/offers.yaml", "/no-such-place", "/about")
	e.change("main/blocks.yaml", "/no-such-place", "/about")
	e.change("creative/site.yaml", "\nhosts: [creative.example]", "")
}

func (e *contentEditor) one(of ...string) string { return of[e.random.IntN(len(of))] }

// moment is one around now, as content writes it.
func (e *contentEditor) moment() string {
	at := e.now.Add(time.Duration(e.random.IntN(300)-60) * time.Minute)
	return at.UTC().Truncate(time.Second).Format(time.RFC3339)
}

func (e *contentEditor) day(ahead int) string {
	return e.now.AddDate(0, 0, ahead).Format(time.DateOnly)
}

// moveClock moves the clock to where something may change, just before it, or past it. Until is when what is served
// says that it changes next.
func (e *contentEditor) moveClock(until time.Time) string {
	to := until
	zone := e.shared.source.Revision().Main().Site.Location
	year, month, day := e.now.In(zone).Date()
	switch n := e.random.IntN(10); {
	case n < 2 || to.IsZero():
		to = time.Date(year, month, day+1, 0, 0, 0, 0, zone)
	case n < 3:
		to = time.Date(year+1, time.January, 1, 0, 0, 0, 0, zone)
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

func (e *contentEditor) redirects() string {
	return fmt.Sprintf("/was/*: %s\n/former: %s\n\"/?id=5\": %s\n\"/about?ref=x\": /find\n",
		e.one("/blog/*", "/websites/business/*", "https://shop.example/*", "/about"),
		e.one("/about", "/find", "/websites/business"), e.one("/about", "/privacy-policy"))
}

func (e *contentEditor) locations() string {
	text := "office:\n  name: " + e.one("Office", "Shop") +
		"\n  address: {street: 1 Main St, city: Springfield, country: US}\n  hours: [" +
		e.one("'Mo-Fr 09:00-12:00, 13:00-17:00', Sa by appointment", "'Mo-Su 10:00-02:00'", "'Mo-Su 00:00-24:00'") + "]\n"
	if e.random.IntN(2) == 0 {
		first := e.random.IntN(4) - 2
		text += fmt.Sprintf("  exceptions: [{date: %s, until: %s, reason: Away%s}]\n", e.day(first), e.day(first+1),
			e.one("", ", hours: '11:00-12:00'"))
	}
	return text
}

// timed is a page of which parts come and go.
func (e *contentEditor) timed() string {
	page := "title: Timed\ndescription: Parts of it.\n"
	if e.random.IntN(4) == 0 {
		page += e.one("publishAt: ", "expireAt: ") + e.moment() + "\n"
	}
	return page + "sections:\n  - hero: {title: Timed}\n" +
		"  - prose: {markdown: One}\n    publishAt: " + e.moment() + "\n" +
		"  - prose: {markdown: Two}\n    expireAt: " + e.moment() + "\n"
}

// germanSettings are those of a translation, in which what is empty is something else than what is left out.
func (e *contentEditor) germanSettings() string {
	text := ""
	for _, lines := range [][]string{
		{"tagline: ''\n", "tagline: Neu\n"},
		{"email: ''\n"},
		{"brand: ''\n", "brand: Abendlicht\n"},
		{"navigation: {links: []}\n", "navigation: {links: [{label: Finden, to: /find}]}\n"},
		{"footer: {text: ''}\n", "footer: {columns: []}\n", "footer: {sites: []}\n"},
		{"labels: {perMonth: monatlich}\n", "labels: {perMonth: ''}\n"},
		{"facts: {promise: Wort}\n"},
		{"dateFormat: ''\n", "dateFormat: 2.1.2006\n"},
	} {
		if e.random.IntN(2) == 0 {
			text += e.one(lines...)
		}
	}
	return text + "name: Deutsch\n"
}

// edit makes one edit and says which.
func (e *contentEditor) edit() string {
	e.edits++
	entry := fmt.Sprintf("main/pages/blog/entry-%d.yaml", e.random.IntN(4))
	words := fmt.Sprintf("Words %d", e.edits)
	index := "main/pages/blog/index.yaml"
	edits := []struct {
		name string
		do   func()
	}{
		{"feed", func() { e.toggle(index, "feed: true", "feed: false") }},
		{"lists of tags", func() { e.toggle(index, "tags: true", "tags: false") }},
		{"title of the collection", func() { e.toggle(index, "title: Journal\n", "title: Diary\n") }},
		{"entries a page", func() { e.toggle(index, "perPage: 2", "perPage: 3") }},
		{"spelling of a tag", func() { e.toggle(entry, "tags: [Speed]", "tags: [SPEED]") }},
		{"another tag", func() { e.toggle(entry, "tags: [Speed]", "tags: [Forms, Speed]") }},
		{"title of an entry", func() { e.change(entry, "title: Entry", "title: "+words+" Entry") }},
		{"date of an entry", func() { e.toggle(entry, "date: 2026-01", "date: 2026-02") }},
		{"draft of an entry", func() { e.toggle(entry, "date:", "draft: true\ndate:") }},
		{"an entry without a date", func() { e.change("main/pages/blog/entry-0.yaml", "date: 2026", "# date: 2026") }},
		{"an entry more or less", func() {
			if e.read("main/pages/blog/more.md") == nil {
				e.write("main/pages/blog/more.md", "---\ntitle: More\ndate: 2026-03-01\n---\nSome *words*.\n")
			} else {
				e.remove("main/pages/blog/more.md")
			}
		}},
		{"a block", func() { e.toggle("main/blocks.yaml", "title: An offer", "title: Another offer") }},
		{"a link of a block", func() { e.toggle("main/blocks.yaml", "to: /about", "to: /no-such-place") }},
		{"a person", func() { e.toggle("main/people.yaml", "Ada Example", "Ada Sample") }},
		{"a fact", func() { e.toggle("main/site.yaml", "promise: our word", "promise: our promise") }},
		{"a price", func() { e.toggle("main/plans.yaml", `amount: "`, `amount: "1`) }},
		{"the name of a site", func() { e.toggle("main/site.yaml", "\nname: ", "\nname: The ") }},
		{"the radius of a theme", func() { e.toggle("business/site.yaml", "radius: ", "radius: none # ") }},
		{"hosts", func() { e.toggle("cafe/site.yaml", "[cafe.example]", "[cafe.example, www.cafe.example]") }},
		{"hosts of a site that others link to", func() {
			e.toggle("creative/site.yaml", "\npath: ", "\nhosts: [creative.example]\npath: ")
		}},
		{"a page that moves", func() {
			from, to := "main/pages/offers.yaml", "main/pages/deals.yaml"
			if e.read(from) == nil {
				from, to = to, from
			}
			if text := e.read(from); text != nil {
				e.write(to, string(text))
				e.remove(from)
			}
		}},
		{"redirects", func() { e.writeOrRemove("main/redirects.yaml", e.redirects()) }},
		{"redirects of another site", func() {
			e.writeOrRemove("business/redirects.yaml",
				"/websites/business/was/*: "+e.one("/websites/business/services/*", "/about")+"\n")
		}},
		{"hours", func() { e.write("main/locations.yaml", e.locations()) }},
		{"hours in words", func() {
			e.toggle("main/pages/about.yaml", "title: About Us", "title: \"{{locations.office.hours}}\"")
		}},
		{"an announcement", func() {
			line := ""
			if e.random.IntN(4) > 0 {
				line = fmt.Sprintf("announcement: {text: %s, from: %q, until: %q}\n", words, e.day(-1), e.moment())
			}
			e.line(e.one("main", "business", "cafe")+"/site.yaml", "announcement", line)
		}},
		{"parts that come and go", func() { e.write("main/pages/timed.yaml", e.timed()) }},
		{"a block that comes and goes", func() {
			e.line("main/blocks.yaml", "offer", fmt.Sprintf(
				"offer: {cta: {title: An offer, actions: [{label: About, to: /about}]}, publishAt: %q}\n", e.moment()))
		}},
		{"German words", func() {
			file, text := "main/de/site.yaml", e.germanSettings()
			switch e.random.IntN(3) {
			case 0:
				file = "main/de/plans.yaml"
				text = "promptify-pro: {" + e.one("name: Profi", "badge: ''", "text: ''", "includes: []") + "}\n"
			case 1:
				file = "main/de/locations.yaml"
				text = "office: {" + e.one("name: Büro", "note: ''", "note: Hinten") + "}\n"
			}
			if e.read("main/de/pages/index.yaml") != nil {
				e.writeOrRemove(file, text)
			}
		}},
		{"no German", func() { e.remove("main/de") }},
		{"German again", func() {
			e.write("main/de/site.yaml", e.germanSettings())
			e.write("main/de/pages/index.yaml",
				"title: Start\ndescription: Alles.\nsections: [{hero: {title: "+words+"}}]\n")
		}},
		{"another language", func() {
			e.writeOrRemove("main/fr/pages/index.yaml",
				"title: Accueil\ndescription: Tout.\nsections: [{hero: {title: "+words+"}}]\n")
		}},
		{"the choice of a language", func() {
			e.line("main/site.yaml", "languages", e.one("languages: bar\n", "languages: footer\n", "languages: none\n", ""))
		}},
		{"a look", func() { e.toggle("main/look/look.css", "\n", "\n.card { border: 0 }\n") }},
		{"a look that comes and goes", func() {
			e.writeOrRemove("business/look/look.css", fmt.Sprintf(".card { order: %d }\n", e.edits))
		}},
		{"a look of a section", func() {
			e.writeOrRemove("main/look/sections/prose.css", fmt.Sprintf(".card { order: %d }\n", e.edits))
		}},
		{"the look of a colour", func() { e.toggle("main/site.yaml", "oklch(0.8 0.1 277)", "oklch(0.81 0.1 277)") }},
		{"security.txt", func() {
			e.writeOrRemove("main/well-known/security.txt",
				"Contact: mailto:"+e.one("a", "b", "c")+"@example.com\nExpires: 2999-01-01T00:00:00Z\n")
		}},
		{"a file for programs", func() {
			e.writeOrRemove("main/well-known/"+e.one("assetlinks.json", "proof"), fmt.Sprintf("[%d]", e.edits))
		}},
		{"a plan that is public", func() { e.toggle("business/plans.yaml", "7.99", "8.99") }},
		{"whether a plan is public", func() { e.toggle("business/plans.yaml", "public: true", "public: false") }},
		{"the price that another site shows", func() { e.toggle("main/plans.yaml", `"2.99"`, `"3.99"`) }},
		{"a comment", func() {
			file := e.one("main/pages/about.yaml", "creative/plans.yaml", "cafe/site.yaml")
			e.write(file, string(e.read(file))+"# A note.\n")
		}},
		{"no year and no day", func() {
			for _, id := range []string{"main", "business", "creative"} {
				e.toggle(id+"/site.yaml", "© {{year}} {{", "© 2026 {{")
				e.toggle(id+"/privacy.yaml", "updated: \"{{today}}\"", "updated: 2026-01-01")
				e.toggle(id+"/terms.yaml", "updated: \"{{today}}\"", "updated: 2026-01-01")
			}
		}},
		{"a day that is to come", func() { e.line("main/pages/contact.yaml", "date", e.one("", "date: "+e.day(1)+"\n")) }},
		{"a broken index", func() { e.breakFile(index) }},
		{"broken settings", func() { e.breakFile("business/site.yaml") }},
		{"two broken sites", func() { e.breakFile("creative/plans.yaml"); e.breakFile("main/people.yaml") }},
		{"mend the index alone", func() {
			if text := e.kept[index]; text != nil {
				e.write(index, string(text))
				delete(e.kept, index)
			}
		}},
		{"mend", e.mend},
	}
	chosen := edits[e.random.IntN(len(edits))]
	if len(e.kept) > 2 {
		chosen = edits[len(edits)-1]
	}
	chosen.do()
	return chosen.name
}

//go:build !race

// One goroutine renders page after page: make test runs this file without the race detector.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/pages"
)

// TestARunningServerServesWhatAFreshStartServes edits every kind of file at random. After each
// step every page, its data, the feeds, the sitemap and the collections are compared, byte for
// byte, with those of a program that starts on the same folder. Where the folder has errors,
// the same good files must stay live.
func TestARunningServerServesWhatAFreshStartServes(t *testing.T) {
	steps := 16
	if os.Getenv("MARQUEE_AUDIT") != "" {
		steps = 2000
	}
	e := &contentEditor{t: t, dir: copyOfContent(t), random: rand.New(rand.NewPCG(1, 7)), kept: map[string][]byte{}}
	e.prepare()
	running := e.start()
	defer running.close(t)

	equal, held := 0, 0
	var done []string
	before := map[string][]byte{}
	for range steps {
		done = append(done, e.edit())
		running.source.Reload(t.Context())
		got := answersOf(t, running.store)
		if status := running.source.Status(); status.Stale() {
			held++
			for _, one := range status.Sites {
				if one.State != "held" {
					continue
				}
				// Nothing of a site that is held back changes, but the name of the main site that it refers to.
				name := "collections " + one.ID
				old, new := namedAlike(before[name]), namedAlike(got[name])
				if old != nil && !bytes.Equal(old, new) {
					t.Errorf("%s is held back and changed after %s:\n%s\nbefore\n%s", one.ID, last(done), excerpt(new, old), excerpt(old, new))
				}
			}
			before = got
			if e.random.IntN(2) == 0 {
				e.mend()
				done = append(done, "mend")
			}
			continue
		}
		fresh := e.start()
		want := answersOf(t, fresh.store)
		if id := fresh.source.Status().Revision; id != running.source.Status().Revision {
			t.Errorf("after %s the revision is %s, and %s of a fresh start", last(done), running.source.Status().Revision, id)
		}
		fresh.close(t)
		for name := range want {
			if !bytes.Equal(got[name], want[name]) {
				t.Errorf("after %s, %s is\n%s\nand of a fresh start\n%s", last(done), name, excerpt(got[name], want[name]), excerpt(want[name], got[name]))
			}
		}
		if len(got) != len(want) {
			t.Errorf("after %s there are %d answers, and %d of a fresh start", last(done), len(got), len(want))
		}
		if t.Failed() {
			return
		}
		equal++
		before = got
	}
	if equal < steps/4 || held < steps/10 {
		t.Errorf("of %d steps, %d were compared and %d held something back", steps, equal, held)
	}
}

// namedAlike takes back what the edit of the main site's name does to an answer.
func namedAlike(answer []byte) []byte {
	return bytes.ReplaceAll(answer, []byte("The Evenlight"), []byte("Evenlight"))
}

func last(done []string) string { return strings.Join(done[max(0, len(done)-4):], ", then ") }

// excerpt returns the part of a text at which it begins to differ from another.
func excerpt(text, other []byte) string {
	at := 0
	for at < len(text) && at < len(other) && text[at] == other[at] {
		at++
	}
	return string(text[max(0, at-80):min(len(text), at+120)])
}

// answersOf returns everything that a store answers.
func answersOf(t *testing.T, store *pages.Store) map[string][]byte {
	t.Helper()
	answers := map[string][]byte{}
	put := func(name string, r *site.Representation) {
		if r != nil {
			answers[name] = fmt.Appendf(nil, "%d %s %s", r.Status, r.Location, r.Body)
		}
	}
	rev := store.Revision()
	for space, bundles := range rev.Spaces() {
		for _, bundle := range bundles {
			for _, page := range bundle.Pages {
				put("page "+space+page.Path, store.Page(t.Context(), space+page.Path))
				put("data "+space+page.Path, store.PageData(t.Context(), space+page.Path))
				if page.Feed != nil {
					put("feed "+space+page.Path, store.Document(space+page.Feed.AtomPath()))
				}
			}
			put("unknown "+space+bundle.Site.Path, store.Page(t.Context(), space+strings.TrimSuffix(bundle.Site.Path, "/")+"/no-such-page"))
			collections, err := json.Marshal([]any{bundle.Site, bundle.Products, bundle.Plans, bundle.Industries, bundle.Forms, bundle.People, bundle.Aliases, bundle.Icons})
			if err != nil {
				t.Fatal(err)
			}
			answers["collections "+bundle.Site.ID] = collections
		}
		for _, name := range []string{"sitemap.xml", "robots.txt", "llms.txt"} {
			put(name+" of "+space, store.Document(space+"/"+name))
		}
	}
	return answers
}

// contentEditor edits a content folder at random. The same seed makes the same edits.
type contentEditor struct {
	t      *testing.T
	dir    string
	random *rand.Rand
	kept   map[string][]byte // what was broken, as it was
	edits  int
}

// runningParts are parts that a test closes.
type runningParts struct{ *parts }

func (r runningParts) close(t *testing.T) {
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// start loads the folder as a new program does.
func (e *contentEditor) start() runningParts {
	e.t.Helper()
	config := partsConfig{contentConfig: contentConfig{Dir: e.dir}, OnDemand: true, Cache: filepath.Join(shared, "cache", "pages"), CacheSize: 1 << 30}
	made, err := newParts(e.t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		_, stdout, _ := run(e.t, nil, "check", "--content", e.dir)
		e.t.Fatal(err, stdout)
	}
	return runningParts{made}
}

func (e *contentEditor) prepare() {
	e.write("main/pages/blog/index.yaml", "title: Journal\ndescription: What is new.\ncollection: {kind: article, tags: true, feed: true, perPage: 2}\nsections: [{hero: {title: Journal}}]\n")
	for n := range 4 {
		e.write(fmt.Sprintf("main/pages/blog/entry-%d.yaml", n), fmt.Sprintf(
			"title: Entry %d\ndate: 2026-01-0%d\nauthor: ada\ntags: [Speed]\nmarkdown: Some words and {{facts.promise}}.\n", n, n+1))
	}
	e.write("main/people.yaml", "ada: {name: Ada Example, role: Writer}\n")
	e.write("main/blocks.yaml", "offer: {cta: {title: An offer, actions: [{label: About, to: /about}]}}\n")
	e.write("main/pages/offers.yaml", "title: Offers\ndescription: All of them.\nsections: [{hero: {title: Offers}}, {block: offer}, {entries: {from: /blog}}]\n")
	e.change("main/site.yaml", "facts:\n", "facts:\n  promise: our word\n")
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
	if err := os.MkdirAll(filepath.Dir(e.path(name)), 0o755); err != nil {
		e.t.Fatal(err)
	}
	if err := os.WriteFile(e.path(name), []byte(text), 0o644); err != nil {
		e.t.Fatal(err)
	}
}

func (e *contentEditor) change(name, old, now string) {
	if text := string(e.read(name)); text != "" {
		e.write(name, strings.Replace(text, old, now, 1))
	}
}

func (e *contentEditor) remove(name string) {
	if err := os.Remove(e.path(name)); err != nil && !os.IsNotExist(err) {
		e.t.Fatal(err)
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
	e.write("main/pages/blog/entry-0.yaml", "title: Entry 0\ndate: 2026-01-01\nauthor: ada\ntags: [Speed]\nmarkdown: Some words.\n")
	e.change("main/pages/offers.yaml", "/no-such-place", "/about")
	e.change("main/blocks.yaml", "/no-such-place", "/about")
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
		{"hosts", func() { e.toggle("creative/site.yaml", "\npath: ", "\nhosts: [creative.example]\npath: ") }},
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
	if names := slices.Collect(func(yield func(string) bool) {
		for name := range e.kept {
			if !yield(name) {
				return
			}
		}
	}); len(names) > 2 {
		chosen = edits[len(edits)-1]
	}
	chosen.do()
	return chosen.name
}

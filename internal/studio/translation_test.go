package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/studio/people"
)

// spanish is a page of the shop in another language, half of it done, and what the shop sells.
var spanish = map[string]string{
	"shop/site.yaml":           strings.Replace(shop["shop/site.yaml"], "tagline:", "theme: {scheme: light, colors: {from: '#24408e'}, fonts: {display: Inter, text: Inter}}\nmail: {from: a@shop.example, recipients: [a@shop.example]}\ntagline:", 1),
	"shop/plans.yaml":          "box:\n  name: The box\n  text: All in it.\n  price: {amount: 5, currency: USD}\n  includes: [Bread]\n",
	"shop/pages/about.yaml":    "title: About\ndescription: Who we are.\nsections:\n  - hero: {title: Who we are, text: We sell things.}\n",
	"shop/es/site.yaml":        "tagline: Cosas\n",
	"shop/es/pages/index.yaml": "title: Tienda\ndescription: Cosas que vendemos.\nsections:\n  - hero: {title: Kosas}\n",
}

type sideBySide struct {
	File, Translation string
	There             bool
	Placeholder       string
	Units             []struct {
		Path, State, Source, At string
		Begin                   map[string]any
	}
}

func (b browser) units(file string) (s sideBySide) {
	b.t.Helper()
	must(b.t, json.Unmarshal([]byte(b.get("/studio/api/translation?site=shop.es&file="+file).is(200).body), &s))
	return s
}

// state is that of a text.
func (s sideBySide) state(path string) string {
	for _, unit := range s.Units {
		if unit.Path == path {
			return unit.State
		}
	}
	return "none"
}

func newSpanish(t *testing.T) (*rig, browser) {
	t.Helper()
	r := newRig(t)
	for name, text := range spanish {
		r.save(name, text)
	}
	if status := r.source.Reload(t.Context()); status.Stale() {
		t.Fatalf("%+v", status.Problems)
	}
	return r, r.joined("cy@x.example", people.RoleWriter)
}

func TestATextIsTranslatedBesideItsOriginal(t *testing.T) {
	t.Parallel()
	r, b := newSpanish(t)
	b.get("/studio/api/translation").is(200, `"shop.es"`, `"shop/es/pages/index.yaml"`, `"missing"`)
	const page, title = "shop/es/pages/index.yaml", "sections[0].hero.title"
	if got := b.units(page).state(title); got != "not recorded" {
		t.Errorf("the title is %s", got)
	}
	// The page may be named by its original, too.
	if a, b := b.units("shop/pages/index.yaml"), b.units(page); a.Translation != b.Translation || a.File != "shop/pages/index.yaml" || !a.There {
		t.Errorf("%+v and %+v", a, b)
	}
	b.post("/studio/api/changes", operations(page, set1(title, "Cosas"))).is(200)
	b.post("/studio/api/translation", `{"file":"`+page+`","at":"`+title+`"}`).is(200)
	if got := b.units(page).state(title); got != "current" {
		t.Errorf("marked as translated, the title is %s", got)
	}
	b.post("/studio/api/changes", operations("shop/pages/index.yaml", set1(title, "All things"))).is(200)
	if got := b.units(page).state(title); got != "stale" {
		t.Errorf("older than its original, the title is %s", got)
	}
	b.post("/studio/api/translation", `{"file":"`+page+`","take":"all"}`).is(200)
	for _, unit := range b.units(page).Units {
		if unit.State != "current" {
			t.Errorf("all are marked, and %s is %s", unit.Path, unit.State)
		}
	}
	owner := r.joined("ada@x.example", people.RoleOwner)
	owner.post("/studio/api/publish", `{}`).is(200)
	if got := r.onDisk(page); !strings.Contains(got, "hero: {title: Cosas}") {
		t.Error(got)
	}
	if got := r.onDisk("shop/es/translated.yaml"); !strings.Contains(got, "pages/index.yaml:\n") || !strings.Contains(got, "\n  "+title+": ") {
		t.Error(got)
	}
}

func TestATextThatIsMissingKnowsItsPlace(t *testing.T) {
	t.Parallel()
	_, b := newSpanish(t)
	const file = "shop/es/plans.yaml"
	b.post("/studio/api/translation", `{"file":"`+file+`"}`).is(200, file)
	s := b.units(file)
	if len(s.Units) != 3 || s.Units[0].At != "box.name" || s.state("box.text") != "missing" {
		t.Fatalf("%+v", s)
	}
	for _, unit := range s.Units {
		if unit.Path != "box.includes[0]" {
			continue
		}
		if unit.State != "missing" || unit.Begin == nil || unit.At == "" {
			t.Fatalf("%+v", unit)
		}
		made, err := json.Marshal(unit.Begin)
		must(t, err)
		var change map[string]any
		must(t, json.Unmarshal([]byte(strings.ReplaceAll(string(made), s.Placeholder, "La caja")), &change))
		b.post("/studio/api/changes", operations(file, change)).is(200)
		b.get("/studio/api/file?file="+file).is(200, "La caja")
		s = b.units(file)
	}
	if s.state("box.includes[0]") == "missing" || s.state("box.text") != "missing" {
		t.Errorf("%+v", s)
	}
}

// An entry begins with its list, without which it would be a mistake.
func TestAnEntryOfALanguageBeginsWithItsList(t *testing.T) {
	t.Parallel()
	r, b := newSpanish(t)
	r.save("shop/pages/blog/index.yaml", "title: Blog\ndescription: What is new.\ncollection: {kind: article}\nsections:\n  - hero: {title: Blog}\n")
	r.save("shop/pages/blog/one.md", "---\ntitle: One\ndate: 2026-01-01\nsummary: The first.\n---\n\nWords.\n")
	r.save("shop/pages/blog/two.md", "---\ntitle: Two\ndate: 2026-01-02\nsummary: The next.\n---\n\nWords.\n")
	b.post("/studio/api/translation", `{"file":"shop/es/pages/blog/one.md"}`).is(200, "shop/es/pages/blog/index.yaml").lacks("error")
	b.post("/studio/api/changes", operations("shop/es/pages/blog/index.yaml", set1("title", "Novedades"))).is(200)
	b.post("/studio/api/translation", `{"file":"shop/es/pages/blog/two.md"}`).is(200).lacks("index.yaml")
	b.get("/studio/api/translation").is(200, "shop/es/pages/blog/two.md")
	r.joined("ada@x.example", people.RoleOwner).post("/studio/api/publish", `{}`).is(200)
	if got := r.onDisk("shop/es/pages/blog/index.yaml"); !strings.Contains(got, "Novedades") {
		t.Error(got)
	}
}

// Begun again, a translation stays as it is.
func TestWhatIsTranslatedDoesNotBeginAgain(t *testing.T) {
	t.Parallel()
	r, b := newSpanish(t)
	for file, at := range map[string]string{"shop/es/plans.yaml": "box.name", "shop/es/pages/about.yaml": "title"} {
		begin := `{"file":"` + file + `"}`
		b.post("/studio/api/translation", begin).is(200)
		b.post("/studio/api/changes", operations(file, set1(at, "Typed"))).is(200)
		before := r.draft(file)
		b.post("/studio/api/translation", begin).is(200, file)
		b.post("/studio/api/translation", `{"file":"`+file+`","take":"some"}`).is(400)
		if after := r.draft(file); after != before {
			t.Errorf("%s is\n%s\nand was\n%s", file, after, before)
		}
	}
}

func TestAPageOfALanguageBeginsAsADraft(t *testing.T) {
	t.Parallel()
	r, b := newSpanish(t)
	const page = "shop/es/pages/about.yaml"
	if s := b.units(page); s.There || s.state("title") != "missing" || s.Units[0].At != "" {
		t.Errorf("%+v", s)
	}
	b.post("/studio/api/translation", `{"file":"`+page+`"}`).is(200, page)
	s := b.units(page)
	if !s.There || s.state("title") != "missing" || s.Units[0].At != "title" {
		t.Errorf("%+v", s)
	}
	b.get("/studio/api/file?file="+page).is(200, `"draft":"true"`, "We sell things.")
	for body, status := range map[string]int{
		`{"file":"shop/es/pages/none.yaml"}`:                     404,
		`{"file":"shop/pages/about.yaml"}`:                       404, // it is an original
		`{"file":"` + page + `","at":"sections[7].hero"}`:        404,
		`{"file":"business/site.yaml","at":"tagline"}`:           404,
		`{"file":"` + page + `","at":"title","words":"unknown"}`: 400,
	} {
		b.post("/studio/api/translation", body).is(status)
	}
	inbox := r.joined("ina@x.example", people.RoleInbox)
	inbox.post("/studio/api/translation", `{"file":"`+page+`"}`).is(403)
	r.joined("eve@x.example", people.RoleWriter, "business").get("/studio/api/translation?site=shop.es&file=" + page).is(404)
	// With a mistake anywhere, nobody knows.
	b.post("/studio/api/changes", operations("shop/pages/about.yaml", set1("sections[0].hero.text", map[string]any{"a": "b"}))).is(200)
	b.get("/studio/api/translation?site=shop.es&file="+page).is(422, "mistakes", "shop/pages/about.yaml")
	// The other languages are listed all the same.
	for name, text := range map[string]string{"site.yaml": "name: Deutsch\n", "pages/index.yaml": r.onDisk("business/pages/index.yaml")} {
		r.save("business/de/"+name, text)
	}
	b.get("/studio/api/translation").is(200, `{"files":[],"problems":[{`, "shop/pages/about.yaml", `"business/de/pages/index.yaml"`)
}

// What is done to a holiday is done in every language, in one step, and undone there, too.
func TestHolidaysOfLanguagesFollow(t *testing.T) {
	t.Parallel()
	r, b := newSpanish(t)
	const file, es = "shop/locations.yaml", "shop/es/locations.yaml"
	const eve, fest = "    - {date: 2026-12-24, reason: Eve}\n", "    - {date: 2026-12-25, reason: Christmas}\n"
	const head, noche, navidad = "shop:\n  exceptions:\n", "    - {date: 2026-12-24, reason: Nochebuena}\n", "    - {date: 2026-12-25, reason: Navidad}\n"
	r.save(file, "shop:\n  name: Shop\n  address: {street: 1 Lane, city: Wendle, country: US}\n  exceptions:\n"+eve+fest)
	r.save(es, head+noche+navidad)
	if status := r.source.Reload(t.Context()); status.Stale() {
		t.Fatalf("%+v", status.Problems)
	}
	change := func(id, op, at string, value any) string {
		made, err := json.Marshal(map[string]any{"changes": []any{map[string]any{"id": id, "file": file, "op": op, "at": at, "value": value}}})
		must(t, err)
		return string(made)
	}
	is := func(want string) {
		t.Helper()
		if got := r.draft(es); got != want {
			t.Errorf("the translation is\n%s\nwant\n%s", got, want)
		}
	}
	const first = "shop.exceptions[0]"
	for range 2 { // what is sent again is done once
		b.post("/studio/api/changes", change("1", "remove", first, nil)).is(200).lacks("no-original")
		is(head + navidad)
	}
	b.post("/studio/api/changes", change("2", "set", first+".date", "2026-12-26")).is(200).lacks("no-original")
	is(head + strings.Replace(navidad, "25", "26", 1))
	b.get("/studio/api/changes").is(200, `"file":"`+es+`","op":"remove"`, `"by":"cy@x.example"`)
	b.post("/studio/api/changes", change("3", "set", first+".date", "2026-12-25")).is(200)
	b.post("/studio/api/changes", change("4", "insert", first, map[string]any{"date": "2026-12-24", "reason": "Eve"})).is(200)
	b.get("/studio/api/changes").is(200).hasBody("[]\n")

	b.post("/studio/api/changes", change("5", "unset", "shop.exceptions", nil)).is(200).lacks("no-original")
	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"`+file+`","at":"shop.exceptions"}`)).is(200)
	b.get("/studio/api/changes").is(200).hasBody("[]\n")

	whole := r.onDisk(file)
	text := func(id, old, now string) {
		t.Helper()
		body := `{"changes":[{"id":"` + id + `","file":"` + file + `","op":"set","at":"","old":` + quote(old) + `,"value":` + quote(now) + `}]}`
		b.post("/studio/api/changes", body).is(200)
	}
	text("text 1", whole, whole+"  - [")
	text("text 2", whole+"  - [", strings.Replace(whole, eve, "", 1))
	is(head + navidad)
	text("text 3", strings.Replace(whole, eve, "", 1), whole)
	b.post("/studio/api/changes", change("6", "remove", first, nil)).is(200)
	b.post("/studio/api/changes", `{"changes":[{"file":"`+file+`","op":"set","at":"`+first+`.date","value":"2027-01-01"},{"file":"none/x.yaml","op":"set","at":"a","value":"b"}]}`).is(422)
	is(head + navidad) // all or nothing
	r.joined("ed@x.example", people.RoleEditor).post("/studio/api/publish", `{}`).is(200)
	if got := r.onDisk(es); got != head+navidad {
		t.Error(got)
	}
}

package studio_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/tools/scaffold"
)

// blog is a collection, which the test content has none of.
func (r *rig) blog() {
	r.save("main/pages/blog/index.yaml", "title: Blog\ndescription: What is new.\ncollection: {kind: article}\nsections:\n  - hero: {title: Blog}\n")
}

func (a answer) into(value any) {
	a.t.Helper()
	must(a.t, json.Unmarshal([]byte(a.body), value))
}

type made struct {
	File, At, Site, Path string
	Files                []struct {
		Problems []struct{ Severity, Message, At string }
	}
}

func (r *rig) draft(file string) string {
	r.t.Helper()
	all, err := r.drafts.Files(r.t.Context())
	must(r.t, err)
	data, drafted := all[file]
	if !drafted {
		r.t.Fatalf("%s is no draft of %v", file, slices.Sorted(maps.Keys(all)))
	}
	return string(data)
}

func TestStudioBeginsWhatTheCommandBegins(t *testing.T) {
	r := newRig(t)
	r.blog()
	b := r.joined("anna@example.com", people.RoleWriter)
	for body, command := range map[string]func(root string) ([]string, error){
		`{"site":"main","kind":"page","title":"Cakes To Go","address":"/cakes-to-go"}`: func(root string) ([]string, error) {
			return scaffold.NewPage(root, "main", "/cakes-to-go")
		},
		`{"site":"main","kind":"/blog","title":"New oven","address":"oven"}`: func(root string) ([]string, error) {
			options := scaffold.EntryOptions{Slug: "oven", YAML: true, Now: r.clock.Now()}
			return scaffold.NewEntry(root, "main", "/blog", "New oven", options)
		},
		`{"site":"main","kind":"/blog","title":"Über uns"}`: func(root string) ([]string, error) {
			options := scaffold.EntryOptions{YAML: true, Now: r.clock.Now()}
			return scaffold.NewEntry(root, "main", "/blog", "Über uns", options)
		},
	} {
		var got made
		b.post("/studio/api/make", body).is(200).into(&got)
		root := t.TempDir()
		must(t, os.CopyFS(root, os.DirFS(r.dir)))
		files, err := command(root)
		must(t, err)
		want, err := os.ReadFile(root + "/" + files[0])
		must(t, err)
		if text := r.draft(got.File); got.File != files[0] || text != string(want) {
			t.Errorf("%s makes %s:\n%s\nthe command %s:\n%s", body, got.File, text, files[0], want)
		}
		if got.Path == "" || got.Site != "main" {
			t.Errorf("%s is at %q of %q", body, got.Path, got.Site)
		}
		b.post("/studio/api/make", body).is(422, "taken") // by the draft alone
	}
}

func TestWhatCannotBegin(t *testing.T) {
	r := newRig(t)
	r.blog()
	b := r.joined("anna@example.com", people.RoleWriter)
	long := strings.Repeat("a", 3000)
	for body, status := range map[string]int{
		`{}`: 404,
		`{"site":"none","kind":"page","title":"x","address":"/x"}`:                          404,
		`{"site":"main","kind":"none","title":"x","address":"/x"}`:                          404,
		`{"site":"main","kind":"images","title":"x","address":"x"}`:                         404,
		`{"site":"main","kind":"/none","title":"x","address":"x"}`:                          422,
		`{"site":"main","kind":"page","title":"","address":"/x"}`:                           422,
		`{"site":"main","kind":"page","title":"x","address":""}`:                            422,
		`{"site":"main","kind":"page","title":"x","address":"/../../etc"}`:                  422,
		`{"site":"main","kind":"page","title":"x","address":"/A B"}`:                        422,
		`{"site":"main","kind":"page","title":"x","address":"/about"}`:                      422,
		`{"site":"main","kind":"page","title":"x\n- y","address":"/x"}`:                     422,
		`{"site":"main","kind":"page","title":"{{site.name}}","address":"/x"}`:              422,
		`{"site":"main","kind":"page","title":"` + long + `","address":"/x"}`:               422,
		`{"site":"main","kind":"page","title":"x","address":"/` + long + `"}`:               422,
		`{"site":"main","kind":"/blog","title":"日本","address":""}`:                          422,
		`{"site":"main","kind":"/blog","title":"x","address":"../x"}`:                       422,
		`{"site":"main","kind":"people","title":"","address":""}`:                           422,
		`{"site":"main","kind":"people","title":"x","address":"a.b"}`:                       422,
		`{"site":"main","kind":"redirects","address":"x","to":"/about"}`:                    422,
		`{"site":"main","kind":"redirects","address":"/x","to":" "}`:                        422,
		`{"site":"main","kind":"page","title":7,"address":"/x"}`:                            400,
		`{"site":"main","kind":"page","title":"x","address":"/x","file":"main/site.yaml2"}`: 200,
	} {
		b.post("/studio/api/make", body).is(status)
	}
	for _, body := range []string{
		`{"file":"main/site.yaml","title":"x","address":"/x2"}`, `{"file":"none","title":"x","address":"/x2"}`,
	} {
		b.post("/studio/api/duplicate", body).is(404)
	}
	for _, body := range []string{
		`{"file":"` + about + `","title":"","address":"/x2"}`, `{"file":"` + about + `","title":"x","address":"/about"}`,
		`{"file":"` + about + `","title":"x","address":"/"}`, `{"file":"` + about + `","title":"x","address":"/..//"}`,
	} {
		b.post("/studio/api/duplicate", body).is(422)
	}
	b.post("/studio/api/remove", `{"file":"main/site.yaml","try":true}`).is(422)
	b.post("/studio/api/remove", `{"file":"main/plans.yaml","at":"none","try":true}`).is(404)
	b.post("/studio/api/remove", `{"file":"main/none.yaml"}`).is(404)
}

// What could never be published does not begin.
func TestNoPageBeginsWhereSomethingElseAnswers(t *testing.T) {
	r, b := newSpanish(t)
	r.blog()
	for _, address := range []string{"/studio", "/api/x", "/es/foo", "/es"} {
		b.post("/studio/api/make", `{"site":"shop","kind":"page","title":"x","address":"`+address+`"}`).is(422, "choose another address")
		b.post("/studio/api/duplicate", `{"file":"shop/pages/about.yaml","title":"x","address":"`+address+`"}`).is(422, "choose another address")
	}
	b.post("/studio/api/make", `{"site":"main","kind":"page","title":"x","address":"/websites/business/x"}`).is(422, "choose another address")
	b.post("/studio/api/make", `{"site":"shop.es","kind":"page","title":"x","address":"/es/foo"}`).is(200, `"path":"/es/foo"`)
	b.post("/studio/api/make", `{"site":"main","kind":"/blog","title":"日本","address":""}`).is(422, "write one").lacks("--slug")
	for _, file := range []string{"shop/pages/404.yaml", "main/pages/blog/index.yaml"} {
		b.post("/studio/api/duplicate", `{"file":"`+file+`","title":"x","address":"/copy"}`).is(422, "no copies")
	}
}

// What a new entry has to have is there; what is wrong with it is what its words ask for.
func TestEveryKindOfContentBegins(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleWriter)
	var kinds []struct {
		Kind  string
		Leads bool
	}
	b.get("/studio/api/make?site=main").is(200).into(&kinds)
	names := map[string]bool{}
	for _, k := range kinds {
		names[k.Kind] = true
		body := `{"site":"main","kind":"` + k.Kind + `","title":"Something New","address":""}`
		if k.Leads {
			body = `{"site":"main","kind":"` + k.Kind + `","address":"/our-bread.html","to":"/about"}`
		}
		var got made
		b.post("/studio/api/make", body).is(200).into(&got)
		if got.At == "" || !strings.Contains(r.draft(got.File), got.At) {
			t.Errorf("%s is at %q of %s", k.Kind, got.At, got.File)
		}
		for _, file := range got.Files {
			for _, p := range file.Problems {
				if p.Severity == "error" && !strings.HasPrefix(p.At, got.At) {
					t.Errorf("%s: %s at %s\n%s", k.Kind, p.Message, p.At, r.draft(got.File))
				}
			}
		}
		b.post("/studio/api/make", body).is(422, "taken")
	}
	for _, k := range site.Kinds {
		if k.Noun != "" && !names[k.Name] {
			t.Errorf("nobody can begin %s", k.Name)
		}
	}
}

func TestACopyIsADraftOfItsOwn(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleWriter)
	r.save("main/pages/cakes.md", "---\n# By hand\ntitle: Cakes\ndate: 2026-01-01\naliases: [/tarts]\n---\n\nWords.\n")
	b.post("/studio/api/duplicate", `{"file":"main/pages/cakes.md","title":"More: cakes","address":"/more-cakes"}`).is(200, `"path":"/more-cakes"`)
	want := "---\n# By hand\ntitle: \"More: cakes\"\ndraft: true\ndate: 2026-01-01\n---\n\nWords.\n"
	if text := r.draft("main/pages/more-cakes.md"); text != want {
		t.Errorf("the copy is\n%s\nwant\n%s", text, want)
	}
	b.post("/studio/api/duplicate", `{"file":"main/pages/cakes.md","title":"More","address":"/more-cakes"}`).is(422, "taken")
}

func TestWhatIsRemovedSaysWhatUsedIt(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	var tried struct {
		Uses []struct{ File, At, Message string }
	}
	b.post("/studio/api/remove", `{"file":"`+about+`","try":true}`).is(200).into(&tried)
	inBar := slices.ContainsFunc(tried.Uses, func(u struct{ File, At, Message string }) bool {
		return u.File == "main/site.yaml" && strings.HasPrefix(u.At, "navigation.links[")
	})
	if !inBar {
		t.Errorf("the bar is not among %+v", tried.Uses)
	}
	b.get("/studio/api/changes").is(200).hasBody("[]\n")
	b.get("/studio/api/page?path=/about&site=main").is(200)

	b.post("/studio/api/remove", `{"file":"`+about+`","to":"/contact"}`).is(200)
	b.get("/studio/api/changes").is(200, `"file":"`+about+`"`, `"file":"main/redirects.yaml"`)
	b.get("/studio/api/page?path=/about&site=main").is(404)
	if text := r.draft("main/redirects.yaml"); text != "/about: /contact\n" {
		t.Errorf("the redirects are %q", text)
	}
	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"`+about+`"}`)).is(200)
	b.get("/studio/api/page?path=/about&site=main").is(200)

	id, _, _ := strings.Cut(r.onDisk("creative/plans.yaml"), ":\n")
	id = id[strings.LastIndex(id, "\n")+1:]
	b.post("/studio/api/remove", `{"file":"creative/plans.yaml","at":"`+id+`","try":true}`).is(200, `"uses":[{`)
}

// A page goes as it is edited; one that was never published leaves nothing behind.
func TestAPageWithChangesIsRemoved(t *testing.T) {
	r := newRig(t)
	anna, bert := r.joined("anna@example.com", people.RoleEditor), r.joined("bert@example.com", people.RoleWriter)
	const fresh = "main/pages/fresh.yaml"
	bert.post("/studio/api/make", `{"site":"main","kind":"page","title":"Fresh","address":"/fresh"}`).is(200)
	bert.post("/studio/api/changes", set("1", fresh, "title", "Fresher")).is(200)
	anna.post("/studio/api/remove", `{"file":"`+fresh+`"}`).is(200)
	anna.get("/studio/api/changes").is(200).hasBody("[]\n")

	r.save("main/pages/thanks.yaml", "title: Thanks\ndescription: For all.\n")
	bert.post("/studio/api/changes", set("2", "main/pages/thanks.yaml", "title", "Thank you")).is(200)
	anna.post("/studio/api/remove", `{"file":"main/pages/thanks.yaml"}`).is(200)
	anna.get("/studio/api/page?path=/thanks&site=main").is(404)
	anna.post("/studio/api/publish", `{"files":["main/pages/thanks.yaml"]}`).is(200)
	if _, err := os.Stat(r.dir + "/main/pages/thanks.yaml"); err == nil {
		t.Error("it is there")
	}
}

func TestFormerAddressesLeadOnWithTheirPage(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	for i, want := range []string{
		"/oldies: /about\n/one: /about\n/two: /about\n", "/was: /about\n/oldies: /about\n/one: /about\n/two: /about\n",
	} {
		if i > 0 {
			r.save("main/redirects.yaml", "/was: /about\n")
		}
		r.save("main/pages/oldies.yaml", "title: Old\ndescription: Things.\naliases: [/one, /two]\nsections:\n  - hero: {title: Old}\n")
		b.post("/studio/api/remove", `{"file":"main/pages/oldies.yaml","to":"/about","try":true}`).is(200, `"uses":[]`)
		b.post("/studio/api/remove", `{"file":"main/pages/oldies.yaml","to":"/about"}`).is(200)
		if text := r.draft("main/redirects.yaml"); text != want {
			t.Errorf("the redirects are %q, want %q", text, want)
		}
		b.over(b.request("DELETE", "/studio/api/changes", `{"file":"main/redirects.yaml"}`)).is(200)
		b.over(b.request("DELETE", "/studio/api/changes", `{"file":"main/pages/oldies.yaml"}`)).is(200)
	}
}

// A plan is in lists of pages: it goes from these with it, and from nothing else.
func TestAnEntryGoesFromTheListsThatNameIt(t *testing.T) {
	r := newRig(t)
	must(t, os.RemoveAll(r.dir+"/shop")) // which has mistakes
	b := r.joined("anna@example.com", people.RoleWriter)
	const page = "main/pages/team.yaml"
	r.save("main/people.yaml", "ada: {name: Ada, role: Baker}\ndora: {name: Dora, role: Shop}\ncurt: {name: Curt, role: Oven}\n")
	r.save(page, "title: Team\ndescription: Who we are.\nsections:\n"+
		"  - team: {title: All, refs: [dora, ada]} # us\n  - team: {title: Shop, refs: [curt, dora]}\n")
	r.source.Reload(t.Context())
	var tried struct{ Uses, Also []struct{ File, At string } }
	b.post("/studio/api/remove", `{"file":"main/people.yaml","at":"dora","try":true}`).is(200).into(&tried)
	if len(tried.Also) < 2 || len(tried.Uses) > 0 {
		t.Errorf("tried is %+v", tried)
	}
	b.post("/studio/api/remove", `{"file":"main/people.yaml","at":"dora"}`).is(200)
	text := r.draft(page)
	if strings.Contains(text, "dora") || !strings.Contains(text, "refs: [ada]} # us") || !strings.Contains(text, "refs: [curt]") {
		t.Errorf("the page is\n%s", text)
	}
}

// What is wrong without an entry is told by places as they are without it.
func TestWhatIsWrongWithoutAnEntryIsPlaced(t *testing.T) {
	r := newRig(t)
	must(t, os.RemoveAll(r.dir+"/shop")) // which has mistakes
	b := r.joined("anna@example.com", people.RoleWriter)
	r.save("main/people.yaml", "ada: {name: Ada, role: Baker}\ndora: {name: Dora, role: Shop}\n")
	r.save("main/pages/team.yaml", "title: Team\ndescription: Who we are.\nsections:\n"+
		"  - team:\n      title: All\n      refs:\n        - ada\n        - dora\n"+
		"  - prose:\n      text: Words.\n  - team:\n      title: Shop\n      refs:\n        - dora\n")
	r.source.Reload(t.Context())
	var tried struct {
		Uses, Also []struct{ File, At, Message string }
	}
	b.post("/studio/api/remove", `{"file":"main/people.yaml","at":"dora","try":true}`).is(200).into(&tried)
	for _, use := range tried.Uses {
		if use.File == "main/pages/team.yaml" && use.At != "sections[2].team.refs" {
			t.Errorf("%s is at %s", use.Message, use.At)
		}
	}
	if len(tried.Uses) == 0 {
		t.Errorf("an empty list is right: %+v", tried)
	}
}

func TestTheGalleryHasEverySection(t *testing.T) {
	r := newRig(t)
	must(t, os.RemoveAll(r.dir+"/shop")) // which has mistakes
	b := r.joined("anna@example.com", people.RoleWriter)
	var all []struct {
		Type, Words, Preview string
		Sample               map[string]any
	}
	b.get("/studio/api/gallery?site=main").is(200).into(&all)
	shown := 0
	for _, s := range all {
		if s.Words == "" || s.Sample[s.Type] == nil && s.Type != "plans" {
			t.Errorf("%+v", s)
		}
		if s.Preview != "" {
			shown++
		} else {
			t.Log("no picture of", s.Type)
		}
	}
	if len(all) != len(site.SectionTypes()) || shown < len(all)*2/3 {
		t.Errorf("%d sections of %d, %d with pictures", len(all), len(site.SectionTypes()), shown)
	}
	b.get("/studio/preview/studio-sample-x?site=main&sample=x").is(404)
	b.get("/studio/api/changes").is(200).hasBody("[]\n")
}

func TestWhoPublishesMakesPreviewLinks(t *testing.T) {
	r := newRig(t)
	writer, editor := r.joined("w@example.com", people.RoleWriter), r.joined("e@example.com", people.RoleEditor)
	some := r.joined("s@example.com", people.RoleEditor, "main")
	writer.post("/studio/api/preview-link", `{"file":"shop/pages/index.yaml","days":7}`).is(403)
	editor.post("/studio/api/preview-link", `{"file":"shop/pages/index.yaml","days":0}`).is(422)
	editor.post("/studio/api/preview-link", `{"file":"shop/pages/index.yaml","days":91}`).is(422)
	editor.post("/studio/api/preview-link", `{"file":"shop/pages/index.yaml","days":7}`).
		is(200, "https://shop.example/?preview=shop-token", r.clock.Now().AddDate(0, 0, 7).UTC().Format(time.DateOnly))
	writer.post("/studio/api/make", `{"site":"shop","kind":"page","title":"New","address":"/new"}`).is(200)
	editor.post("/studio/api/preview-link", `{"file":"shop/pages/new.yaml","days":7}`).is(200, "https://shop.example/new?preview=")
	end := func(b browser) answer { return b.over(b.request("DELETE", "/studio/api/preview-link", "{}")) }
	end(writer).is(403)
	end(some).is(403)
	end(editor).is(200)
	if r.links.ended != 1 {
		t.Errorf("links were ended %d times", r.links.ended)
	}
}

// Who may write may begin everything, and publishes nothing.
func TestRolesBeginWhatTheyMayChange(t *testing.T) {
	r := newRig(t)
	inbox, some := r.joined("i@example.com", people.RoleInbox), r.joined("c@example.com", people.RoleWriter, "creative")
	page := `{"site":"main","kind":"page","title":"New","address":"/new"}`
	inbox.post("/studio/api/make", page).is(403)
	inbox.get("/studio/api/gallery?site=main").is(403)
	some.post("/studio/api/make", page).is(404)
	some.post("/studio/api/duplicate", `{"file":"`+about+`","title":"x","address":"/x"}`).is(403)
	some.post("/studio/api/remove", `{"file":"`+about+`","try":true}`).is(403)
	some.post("/studio/api/make", strings.Replace(page, "main", "creative", 1)).is(200)
	some.post("/studio/api/publish", `{"files":["creative/pages/new.yaml"]}`).is(403)
}

func TestTenThousandPagesAreListed(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 10,000 files")
	}
	r := newRig(t)
	for i := range 10_000 {
		r.save(fmt.Sprintf("main/pages/many/p%d.yaml", i), fmt.Sprintf("title: Page %d\ndescription: Words.\nsections:\n  - hero: {title: Page %d}\n", i, i))
	}
	b := r.joined("anna@example.com", people.RoleWriter)
	began := time.Now()
	b.get("/studio/api/pages").is(200)
	first := time.Since(began)
	began = time.Now()
	a := b.get("/studio/api/pages").is(200, "/many/p9999")
	t.Logf("the first list took %v, the next %v, %d KB", first, time.Since(began), len(a.body)>>10)
}

// What the gallery or a new entry says is nobody's words: it is not published, and all else is.
func TestSamplesAreNotPublished(t *testing.T) {
	r := newRig(t)
	must(t, os.RemoveAll(r.dir+"/shop")) // which has mistakes
	b := r.joined("ed@example.com", people.RoleEditor)
	const page, bar = "main/pages/cakes.yaml", "main/people.yaml"
	r.save(page, "title: About\ndescription: Who we are.\nsections:\n  - hero: {title: Bread Worth Getting Up For}\n  - cta: {title: Ours, actions: [{label: Write, to: /contact, style: primary}]}\n")
	r.save(bar, "ada: {name: Ada, role: Baker}\n")
	if status := r.source.Reload(t.Context()); status.Stale() {
		t.Fatalf("%+v", status.Problems)
	}
	insert := func(at, section string) string {
		return `{"changes":[{"file":"` + page + `","op":"insert","at":"` + at + `","value":` + section + `}]}`
	}
	const words = `"message":"` + "`text`" + ` is still a sample: \"A loaf that is not fresh costs nothing.\"."`
	const at = `"at":"sections[1].guarantee.text"`
	b.post("/studio/api/changes", insert("sections[1]", `{"guarantee":{"title":"Ours","text":"A loaf that is not fresh costs nothing."}}`)).is(200, words, at)
	b.get("/studio/api/page?path=/cakes&site=main").is(200, words, at, `"held":null`)
	b.get("/studio/api/file?file="+page).is(200, words, at)
	b.post("/studio/api/changes", set("", bar, "ada.role", "Head of it all")).is(200)
	b.post("/studio/api/publish", `{}`).is(422, words, at).lacks("Getting Up")
	b.post("/studio/api/publish", `{"files":["`+bar+`"]}`).is(200)

	b.post("/studio/api/changes", set("", page, "draft", "true")).is(200).lacks("still a sample")
	b.post("/studio/api/publish", `{}`).is(200) // visitors do not see it
	b.over(b.request("POST", "/studio/api/changes", `{"changes":[{"file":"`+page+`","op":"unset","at":"draft"}]}`)).is(200, words, "Getting Up")
	b.post("/studio/api/publish", `{}`).is(422, words)
	b.post("/studio/api/changes", set("", page, "sections[1].guarantee.text", "Ours is fresh.")).is(200).lacks(words)
	b.post("/studio/api/changes", set("", page, "sections[0].hero.title", "Ours is good")).is(200).lacks("still a sample")
	b.post("/studio/api/publish", `{}`).is(200)

	for kind, words := range map[string]string{
		"locations": "`street` is still a sample", "testimonials": "`text` is still a sample", "blocks": "`text` is still a sample",
		"products": "`title` is still a sample",
	} {
		var got made
		b.post("/studio/api/make", `{"site":"main","kind":"`+kind+`","title":"Something New"}`).is(200, words).into(&got)
		b.post("/studio/api/publish", `{"files":["`+got.File+`"]}`).is(422, words, `"at":"`+got.At+".").lacks("wellness")
	}
	b.post("/studio/api/make", `{"site":"main","kind":"plans","title":"Something New"}`).is(200)
	if text := r.draft("main/plans.yaml"); !strings.Contains(text, "currency: USD\n") || strings.Contains(text, "EUR") {
		t.Errorf("the plan has another currency:\n%s", text)
	}
	r.save("main/site.yaml", strings.Replace(r.onDisk("main/site.yaml"), "timeZone: ", "timeZone: Nowhere/", 1)) // a mistake elsewhere
	b.get("/studio/api/file?file=main/locations.yaml").is(200, "`street` is still a sample")
}

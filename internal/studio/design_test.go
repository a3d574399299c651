package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/studio/people"
)

// operations is the body of changes of one file.
func operations(file string, all ...map[string]any) string {
	for i := range all {
		all[i]["file"] = file
	}
	body, err := json.Marshal(map[string]any{"changes": all})
	if err != nil {
		panic(err)
	}
	return string(body)
}

// asText is a change of a whole file.
func asText(old, text string) map[string]any {
	return map[string]any{"op": "set", "at": "", "old": old, "value": text}
}

func set1(at string, value any) map[string]any {
	return map[string]any{"op": "set", "at": at, "value": value}
}

const refused = "only owners can change "

func TestOnlyOwnersChangeTheDesignWhateverTheWay(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.save("business/redirects.yaml", "/was: /\n")
	owner, editor := r.joined("ada@x.example", people.RoleOwner), r.joined("bea@x.example", people.RoleEditor)
	writer := r.joined("cy@x.example", people.RoleWriter)
	const file = "business/site.yaml"
	text := r.onDisk(file)
	with := func(old, now string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%s does not have %q", file, old)
		}
		return strings.Replace(text, old, now, 1)
	}
	forms := r.onDisk("business/forms.yaml")
	form, _, _ := strings.Cut(forms[strings.Index(forms, "\n\n")+2:], ":")
	for name, body := range map[string]string{
		"a colour":                  operations(file, set1("theme.colors.primary", "#ff0000")),
		"a font":                    operations(file, set1("theme.fonts.text", "Sora")),
		"the character":             operations(file, set1("theme.character", "bold")),
		"all of the look":           operations(file, map[string]any{"op": "unset", "at": "theme"}),
		"an address":                operations(file, set1("path", "/elsewhere")),
		"a host":                    operations(file, map[string]any{"op": "insert", "at": "hosts[0]", "value": "evil.example"}),
		"hosts as one":              operations(file, set1("hosts", []string{"evil.example"})),
		"a program of others":       operations(file, set1("integrations", map[string]any{"plausible": map[string]any{"domain": "x"}})),
		"who gets mail":             operations(file, set1("mail.recipients", []string{"me@x.example"})),
		"a colour, in the text":     operations(file, asText(text, with("\ntheme:\n", "\ntheme:\n  character: bold\n"))),
		"a quoted key, in the text": operations(file, asText(text, with("\ntheme:\n", "\n\"theme\":\n  character: bold\n"))),
		"another text":              operations(file, asText(text, "name: Mine\npath: /\n")),
		"no file":                   operations(file, map[string]any{"op": "unset", "at": "", "old": text}),
		"words, and a colour":       operations(file, set1("tagline", "New"), set1("theme.colors.primary", "#ff0000")),
		"who gets a form":           operations("business/forms.yaml", set1(form+".recipients", []string{"me@x.example"})),
		"a form for oneself": operations("business/forms.yaml",
			set1("mine", map[string]any{"kind": "message", "recipients": []string{"me@x.example"}})),
		"a whole website": operations("business/redirects.yaml", set1("/*", "https://evil.example")),
	} {
		for _, b := range []browser{editor, writer} {
			if a := b.post("/studio/api/changes", body); a.StatusCode != 422 || !strings.Contains(a.body, refused) {
				t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
			}
		}
		owner.get("/studio/api/changes").hasBody("[]\n")
	}
	// The rest is theirs, as values and as text.
	writer.post("/studio/api/changes", operations(file, set1("tagline", "New"), set1("navigation.links[0].label", "First"))).is(200)
	editor.post("/studio/api/changes", operations("business/redirects.yaml", set1("/old", "/"))).is(200)
	editor.over(editor.request("DELETE", "/studio/api/changes", `{"file":"`+file+`"}`)).is(200)
	editor.post("/studio/api/changes", operations(file, asText(text, with("\ntheme:\n", "\n# Ours.\ntheme:\n")))).is(200)
	editor.over(editor.request("DELETE", "/studio/api/changes", `{"file":"`+file+`"}`)).is(200)

	// What an owner changed and did not publish stays, and anybody who publishes may.
	owner.post("/studio/api/changes", operations(file, set1("theme.character", "warm"))).is(200)
	editor.post("/studio/api/changes", operations(file, set1("tagline", "New"))).is(200)
	for _, body := range []string{
		`{"file":"` + file + `"}`, `{"file":"` + file + `","at":"theme.character"}`,
	} {
		editor.over(editor.request("DELETE", "/studio/api/changes", body)).is(422, refused)
	}
	editor.over(editor.request("DELETE", "/studio/api/changes", `{"file":"`+file+`","at":"tagline"}`)).is(200)
	editor.post("/studio/api/publish", `{}`).is(200)
	if !strings.Contains(r.onDisk(file), "character: warm") {
		t.Error("it is not published")
	}
}

func TestTheDesignIsNotBroughtBackOrSettledByOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	owner, editor := r.joined("ada@x.example", people.RoleOwner), r.joined("bea@x.example", people.RoleEditor)
	const file = "business/site.yaml"
	text := r.onDisk(file)
	owner.post("/studio/api/changes", operations(file, set1("theme.character", "warm"))).is(200)
	owner.post("/studio/api/publish", `{}`).is(200)
	var all []struct{ Revision string }
	must(t, json.Unmarshal([]byte(owner.get("/studio/api/history").is(200).body), &all))
	restore := `{"revision":` + quote(all[len(all)-1].Revision) + `,"file":"` + file + `"}`
	editor.post("/studio/api/restore", restore).is(422, refused)
	owner.post("/studio/api/restore", restore).is(200)
	owner.over(owner.request("DELETE", "/studio/api/changes", `{"file":"`+file+`"}`)).is(200)

	// Somebody saves another one meanwhile.
	owner.post("/studio/api/changes", operations(file, set1("theme.character", "bold"))).is(200)
	r.save(file, strings.Replace(text, "\ntheme:\n", "\ntheme:\n  character: quiet\n", 1))
	r.source.Reload(t.Context())
	for _, take := range []string{"mine", "theirs"} {
		editor.post("/studio/api/changes/settle", `{"file":"`+file+`","at":"theme.character","take":"`+take+`"}`).is(422, refused)
	}
	owner.post("/studio/api/changes/settle", `{"file":"`+file+`","at":"theme.character","take":"mine"}`).is(200)
}

// The bytes of a logo are the logo.
func TestOnlyOwnersChangeThePicturesOfTheDesign(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	owner, editor := r.joined("ada@x.example", people.RoleOwner), r.joined("bea@x.example", people.RoleEditor)
	const mark = "business/images/mark.svg"
	r.save("creative/site.yaml", strings.Replace(r.onDisk("creative/site.yaml"), "src: images/mark.svg", "src: business:images/other.svg", 1))
	r.save("business/images/other.svg", r.onDisk(mark))
	r.save("business/images/photo.svg", r.onDisk(mark))
	r.source.Reload(t.Context())
	drawing := []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>`)
	replace := func(b browser, file string) answer {
		b.post("/studio/api/uploads", begin(file, "x.svg", drawing))
		return b.post(chunk(file, "x.svg", drawing, 0), string(drawing))
	}
	replace(editor, "business/images/photo.svg").is(200)
	for _, file := range []string{mark, "business/images/favicon.svg", "business/images/other.svg"} {
		editor.post("/studio/api/uploads", begin(file, "x.svg", drawing)).is(422, "only owners can change")
		editor.post("/studio/api/changes", operations(file, map[string]any{"op": "unset", "at": ""})).is(422, "only owners can change")
	}
	// What is still published stays, too.
	owner.post("/studio/api/changes", operations("business/site.yaml", set1("mark.src", "images/photo.svg"))).is(200)
	editor.post("/studio/api/uploads", begin(mark, "x.svg", drawing)).is(422, "only owners can change")
	owner.post("/studio/api/uploads", begin(mark, "x.svg", drawing)).is(200, mark)
	editor.over(editor.request("DELETE", "/studio/api/changes", `{"file":"`+mark+`"}`)).is(422, "only owners can change")
	editor.post("/studio/api/publish", `{}`).is(200)
	if r.onDisk(mark) != string(drawing) {
		t.Error("it is not published")
	}
}

func TestAFileThatCannotBeReadHidesNoDesign(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	owner, editor := r.joined("ada@x.example", people.RoleOwner), r.joined("bea@x.example", people.RoleEditor)
	const file = "business/site.yaml"
	text := r.onDisk(file)
	broken, bold := text+"oops: [\n", strings.Replace(text, "\ntheme:\n", "\ntheme:\n  character: bold\n", 1)
	// While somebody types, the text may be anything; what comes of it may not.
	editor.post("/studio/api/changes", operations(file, asText(text, broken))).is(200)
	editor.post("/studio/api/changes", operations(file, asText(broken, bold))).is(422, refused)
	editor.post("/studio/api/changes", operations(file, asText(broken, text))).is(200)
	// What an owner did is not lost in it.
	owner.post("/studio/api/changes", operations(file, asText(text, bold))).is(200)
	editor.post("/studio/api/changes", operations(file, asText(bold, broken))).is(422, refused)
	owner.over(owner.request("DELETE", "/studio/api/changes", `{"file":"`+file+`"}`)).is(200)
	// On disk it is mended by who may change all of it.
	r.save(file, broken)
	r.source.Reload(t.Context())
	editor.post("/studio/api/changes", operations(file, asText(broken, text))).is(422, refused)
	owner.post("/studio/api/changes", operations(file, asText(broken, text))).is(200)
}

func TestContrastsAreToldOfASite(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	b := r.joined("ada@x.example", people.RoleOwner, "business")
	var look map[string][]struct {
		Key          string
		Ratio, Least float64
	}
	must(t, json.Unmarshal([]byte(b.get("/studio/api/look?site=business").is(200).body), &look))
	if len(look) != 2 || len(look["dark"]) != 7 || len(look["light"]) != 7 {
		t.Errorf("%+v", look)
	}
	for _, pairs := range look {
		for _, pair := range pairs {
			if pair.Ratio < 1 || pair.Ratio > 21 || pair.Least < 4.5 {
				t.Errorf("%+v", pair)
			}
		}
	}
	b.get("/studio/api/look?site=creative").is(404)
}

package studio_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

const about = "main/pages/about.yaml"

func TestEveryReadingCallHasItsShape(t *testing.T) {
	b := newRig(t).joined("anna@example.com", people.RoleOwner)
	me := b.get("/studio/api/me").is(200, `"email":"anna@example.com"`, `"role":"owner"`, `"readOnly":""`, `"current":true`)
	me.keys("", "email", "role", "sites", "readOnly", "sessions")
	me.keys("sites", "id", "name", "lang", "of", "path")
	me.keys("sessions", "id", "agent", "since", "seen", "current")
	b.get("/studio/api/pages").is(200, `"path":"/about"`, `"site":"shop"`).keys("", "site", "path", "title", "file", "draft", "changed")
	page := b.get("/studio/api/page?path=/about&site=main").is(200, `"preview":"/studio/preview/about?site=main"`)
	page.keys("", "file", "title", "sections", "around", "problems", "held", "preview", "shown")
	page.keys("shown", "draft", "hidden", "from", "until", "zone")
	page.keys("sections", "type", "file", "at", "leaves")
	page.keys("around", "text", "file", "at")
	b.get("/studio/api/page?path=/about").is(200, `"file":"`+about+`"`)
	b.get("/studio/api/page?path=&site=main").is(200, `"preview":"/studio/preview/404?site=main"`)
	b.get("/studio/api/file?file="+about).is(200, `"schema":"page"`, `"changes":[]`).
		keys("", "file", "version", "schema", "values", "source", "changes", "problems")
	choices := b.get("/studio/api/choices?site=main").is(200)
	choices.keys("", "icons", "pictures", "links", "references", "facts", "zone")
	choices.keys("icons", "name")
	choices.keys("links", "to", "title")
	choices.keys("references plans", "id", "title")
	b.get("/studio/api/changes").is(200).hasBody("[]\n")
	b.get("/studio/api/people").is(200, "anna@example.com").keys("", "email", "role", "sites", "since", "seen")
	picture := b.get("/studio/api/picture?file="+about+"&src=images/mark.svg").is(200, "<svg")
	if !strings.Contains(picture.Header.Get("Content-Security-Policy"), "sandbox") || picture.Header.Get("Content-Type") != "image/svg+xml" {
		t.Error(picture.Header)
	}
	b.get("/studio/api/picture?file=" + about + "&src=../../secret").is(404)
	b.get("/studio/api/picture?file=main/no.yaml&src=images/mark.svg").is(404)
	if kind := b.get("/studio/api/schemas/page").is(200, "object").Header.Get("Content-Type"); kind != "application/schema+json" {
		t.Error(kind)
	}
	if kind := b.get("/studio/api/icons/star.svg").is(200, "<svg", `d="M1 1"`).Header.Get("Content-Type"); kind != "image/svg+xml" {
		t.Error(kind)
	}
	if control := b.get("/studio/api/me").Header.Get("Cache-Control"); control != "private, no-store" {
		t.Error(control)
	}
}

func (a answer) hasBody(want string) answer {
	a.t.Helper()
	if a.body != want {
		a.t.Errorf("%q, want %q", a.body, want)
	}
	return a
}

func TestWhatIsNotThereIs404(t *testing.T) {
	b := newRig(t).joined("anna@example.com", people.RoleOwner)
	for _, path := range []string{
		"/studio/api", "/studio/api/", "/studio/api/nothing", "/studio/api/page?path=/nothing&site=main", "/studio/api/page?path=/about&site=no",
		"/studio/api/page?path=/about&site=shop", "/studio/api/file", "/studio/api/file?file=main/no.yaml", "/studio/api/choices",
		"/studio/api/choices?site=no", "/studio/api/schemas/no", "/studio/api/icons/no.svg", "/studio/api/icons/star", "/studio/assets/no.js",
		"/studio/assets/", "/studio/preview/about?site=no", "/studio/preview/assets/no.css", "/studio/api/people/invite", "/studio/api/publish",
	} {
		if path == "/studio/api" {
			continue // a route of the app
		}
		b.get(path).is(404, "not_found")
	}
	b.post("/studio/api/me", "{}").is(404)
	b.post("/studio", "").is(405, "method_not_allowed")
	b.over(b.request("DELETE", "/studio/api/people", "")).is(404)
	b.over(b.request("PUT", "/studio/api/changes", "{}")).is(404)
}

func TestAChangeIsADraftUntilItIsPublished(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	before := r.onDisk(about)
	b.post("/studio/api/changes", set("1", about, "title", "About them")).is(200, `"file":"`+about+`"`).
		keys("files", "file", "version", "problems")
	b.post("/studio/api/changes", set("1", about, "title", "About them")).is(200) // the same change
	if r.onDisk(about) != before {
		t.Error("the file was written before it was published")
	}
	listed := b.get("/studio/api/changes").is(200, `"value":"About them"`, `"by":"anna@example.com"`, `"conflict":null`)
	listed.keys("", "file", "op", "at", "old", "value", "by", "when", "conflict")
	b.get("/studio/api/pages").is(200, `"title":"About them","file":"`+about+`","draft":false,"changed":true`)
	b.get("/studio/api/file?file="+about).is(200, "About them")

	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"`+about+`","at":"title"}`)).is(200)
	b.get("/studio/api/changes").hasBody("[]\n")

	b.post("/studio/api/changes", set("2", about, "title", "About her")).is(200)
	first := r.source.Status().Revision
	r.clock.Add(time.Minute)
	b.post("/studio/api/publish", `{}`).is(200, `"held":[]`).keys("", "revision", "live", "held")
	if now := r.onDisk(about); !strings.Contains(now, "About her") || strings.Count(now, "\n") != strings.Count(before, "\n") {
		t.Errorf("published:\n%s", now)
	}
	past := b.get("/studio/api/history?file="+about).is(200, `"by":"anna@example.com"`, `"value":"About her"`)
	past.keys("", "revision", "when", "by", "files")
	b.get("/studio/api/history?file=main/site.yaml").is(200).hasBody("[]\n")
	b.post("/studio/api/restore", `{"revision":"`+first+`","file":"`+about+`"}`).is(200)
	b.get("/studio/api/changes").is(200, `"old":"About her"`)
	b.post("/studio/api/restore", `{"revision":"no such","file":"`+about+`"}`).is(422, "no such")
}

func TestWhatCannotBeChangedSaysWhy(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	for body, want := range map[string]int{
		``: 400, `x`: 400, `[]`: 400, `{"changes":[]} {}`: 400, `{"chagnes":[]}`: 400, `{"changes":3}`: 400,
		`{"changes":[]}`: 200, `{}`: 200,
		set("1", about, "sections[99].hero.title", "x"):                                                        422,
		set("2", "main/site.yaml", "", "{{{"):                                                                  409, // without what was there: somebody made it meanwhile
		`{"changes":[{"id":"3","file":"` + about + `","op":"explode","at":"title"}]}`:                          422,
		`{"changes":[{"id":"4","file":"` + about + `","op":"set","at":"title","old":"Other","value":"New"}]}`:  409,
		`{"changes":[{"id":"5","file":"` + about + `","op":"set","at":"title","old":null,"value":"New"}]}`:     409,
		`{"changes":[{"id":"6","file":"` + about + `","op":"set","at":"title","value":` + deep(5000) + `}]}`:   400,
		`{"changes":[{"id":"7","file":"` + about + `","op":"set","at":"` + strings.Repeat("a.", 9000) + `"}]}`: 422,
		`{"` + strings.Repeat("k", 100_000) + `":1}`:                                                           400,
	} {
		if got := b.post("/studio/api/changes", body); got.StatusCode != want {
			t.Errorf("%.120q: %d, want %d: %.300s", body, got.StatusCode, want, got.body)
		}
	}
	b.get("/studio/api/changes").hasBody("[]\n")
	b.post("/studio/api/publish", `{}`).is(422, "nothing to publish")
	b.post("/studio/api/changes/settle", `{"file":"`+about+`","at":"title","take":"both"}`).is(400)
	b.post("/studio/api/changes/settle", `{"file":"`+about+`","at":"title","take":"mine"}`).is(200)

	b.post("/studio/api/changes", set("8", about, "title", "\x00")).is(422, "cannot be shown")
	b.post("/studio/api/changes", set("8", about, "title", "")).is(200, `"severity":"error"`)
	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"`+about+`","changes":[]}`)).is(200, `"severity":"error"`)
	b.get("/studio/api/page?path=/&site=main").is(200, `"held":[{"severity":"error"`, `{"severity":"error","file":"`+about+`"`, `"at":"title"`)
	b.post("/studio/api/changes", set("9", about, "sections", "x")).is(200, `"severity":"error"`)
	b.post("/studio/api/publish", `{}`).is(422, `"code":"problems"`, `"at":"sections"`)
	b.get("/studio/api/page?path=/about&site=main") // whatever it is: no panic
	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"`+about+`"}`)).is(200)
	b.post("/studio/api/changes", `{"changes":[{"id":"10","file":"main/site.yaml","op":"unset","at":"path"}]}`)
	b.get("/studio/api/file?file=main/site.yaml").is(200)
	b.get("/studio/api/me").is(200)
	b.get("/studio/api/pages").is(200)
	b.over(b.request("DELETE", "/studio/api/changes", `{"file":"main/site.yaml"}`)).is(200)
}

func deep(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

func TestTwoPeopleInOnePlaceAreAConflict(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	b.post("/studio/api/changes", set("1", about, "title", "Mine")).is(200)
	r.save(about, strings.Replace(r.onDisk(about), "title: ", "title: Theirs ", 1))
	b.get("/studio/api/changes").is(200, `"theirs":"Theirs `, `"by":"disk"`).keys(" ", "file", "op", "at", "old", "value", "by", "when", "conflict")
	b.post("/studio/api/publish", `{}`).is(409, `"yours":"Mine"`, `"theirs":"Theirs `, `"at":"title"`)
	b.post("/studio/api/changes/settle", `{"file":"`+about+`","at":"title","take":"mine"}`).is(200)
	b.post("/studio/api/publish", `{"files":["`+about+`"]}`).is(200)
	if now := r.onDisk(about); !strings.Contains(now, "title: Mine") {
		t.Errorf("published:\n%.100s", now)
	}
}

func TestAFolderThatCannotBeWrittenIsReadOnly(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	b.post("/studio/api/changes", set("1", about, "title", "Mine")).is(200)
	moved := filepath.Join(filepath.Dir(r.dir), "moved")
	must(t, os.Rename(r.dir, moved))
	must(t, os.Symlink(moved, r.dir))
	b.get("/studio/api/me").is(200, `"readOnly":"the content folder is a symbolic link"`)
	b.post("/studio/api/changes", set("2", about, "title", "Other")).is(423, "read_only")
	b.post("/studio/api/publish", `{}`).is(423, "read_only")
	b.get("/studio/api/changes").is(200, `"value":"Mine"`)
}

func TestPreviewsRunNothingAndLeadBelowThemselves(t *testing.T) {
	b := newRig(t).joined("anna@example.com", people.RoleWriter)
	a := b.get("/studio/preview/about?site=main").is(200, `href="/studio/preview/assets/site.0123.css"`, `<a href="/">`).lacks("<script")
	for _, word := range []string{"script-src 'none'", "form-action 'none'", "frame-ancestors 'self'", "default-src 'none'"} {
		if policy := a.Header.Get("Content-Security-Policy"); !strings.Contains(policy, word) {
			t.Errorf("%s is not in %s", word, policy)
		}
	}
	if a.Header.Get("X-Frame-Options") != "SAMEORIGIN" || a.Header.Get("Cache-Control") != "private, no-store" {
		t.Error(a.Header)
	}
	b.get("/studio/preview/assets/site.0123.css").is(200, "url(/studio/preview/assets/font.woff2)")
	b.get("/studio/preview/images/a.0123.png").is(200, "picture")
	b.get("/studio/preview/nothing?site=main").is(200, "no page at /nothing")
	b.get("/studio/preview/?site=shop").is(200, "<p>shop</p>")
}

func TestTheAppIsServedAtAllItsAddresses(t *testing.T) {
	b := browser{newRig(t), ""}
	for _, path := range []string{"/studio", "/studio/", "/studio/edit/main/about", "/studio/sign-in?code=012345"} {
		a := b.get(path).is(200, "/studio/assets/a.js")
		policy := a.Header.Get("Content-Security-Policy")
		for _, word := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types studio"} {
			if !strings.Contains(policy, word) {
				t.Errorf("%s: %s is not in %s", path, word, policy)
			}
		}
	}
	r := b.request("GET", "/studio/assets/a.0123.js", "")
	plain := b.over(r).is(200, "plain")
	r.Header.Set("Accept-Encoding", "gzip, br")
	small := b.over(r).is(200, "brotli")
	if small.Header.Get("Content-Encoding") != "br" || plain.Header.Get("Content-Encoding") != "" || plain.Header.Get("Vary") != "Accept-Encoding" ||
		plain.Header.Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(plain.Header.Get("Cache-Control"), "immutable") {
		t.Error(plain.Header, small.Header)
	}
}

func TestOwnersInviteAndRemove(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	var made struct{ Link string }
	a := b.post("/studio/api/people/invite", `{"email":"Ben@example.com","role":"editor","sites":["creative"]}`).is(200).keys("", "link")
	must(t, json.Unmarshal([]byte(a.body), &made))
	link, err := url.Parse(made.Link)
	if err != nil || link.Scheme != "https" || link.Host != "www.example" || !strings.HasPrefix(link.Path, site.JoinPath) {
		t.Fatal(made.Link, err)
	}
	guest := browser{r, ""}
	guest.get(link.Path).is(200, `<form method="post"><button>`)
	guest.over(guest.request("HEAD", link.Path, "")).is(200)
	in := guest.post(link.Path, "").is(303)
	token := in.cookie("__Secure-marquee-studio")
	if in.Header.Get("Location") != "/studio" || token.Path != "/studio" || !token.HttpOnly || !token.Secure || token.SameSite != http.SameSiteLaxMode {
		t.Errorf("%v", in.Header)
	}
	ben := browser{r, token.Value}
	ben.get("/studio/api/me").is(200, `"email":"ben@example.com"`, `"role":"editor"`)
	guest.post(link.Path, "").is(404)
	guest.get(link.Path).is(404, "too old")

	for body, want := range map[string]int{
		`{"email":"no address","role":"editor"}`:                        422,
		`{"email":"` + strings.Repeat("x", 9999) + `","role":"editor"}`: 422,
		`{"email":"c@example.com","role":"king"}`:                       422,
		`{"email":"c@example.com","role":"editor","sites":["no"]}`:      422,
		`{"email":"anna@example.com","role":"editor"}`:                  422, // the last owner
		`{}`: 422,
	} {
		b.post("/studio/api/people/invite", body).is(want)
	}
	b.post("/studio/api/people/remove", `{"email":"nobody@example.com"}`).is(422)
	b.post("/studio/api/people/remove", `{"email":"anna@example.com"}`).is(422)
	b.post("/studio/api/people/remove", `{"email":"ben@example.com"}`).is(204).hasBody("")
	ben.get("/studio/api/me").is(401, "signed_out")
}

func TestSessionsEndByTheirOwn(t *testing.T) {
	r := newRig(t)
	ben := r.joined("ben@example.com", people.RoleOwner)
	b, other := r.joined("anna@example.com", people.RoleEditor), r.joined("anna@example.com", people.RoleEditor)
	idOf := func(b browser) (id string) {
		var me struct {
			Sessions []struct {
				ID      string
				Current bool
			}
		}
		must(t, json.Unmarshal([]byte(b.get("/studio/api/me").is(200).body), &me))
		for _, one := range me.Sessions {
			if one.Current {
				id = one.ID
			}
		}
		return id
	}
	b.post("/studio/api/sign-out", `{"session":"`+idOf(ben)+`"}`).is(204)
	ben.get("/studio/api/me").is(200)
	b.post("/studio/api/sign-out", `{"session":"`+idOf(other)+`"}`).is(204)
	other.get("/studio/api/me").is(401)
	if gone := b.post("/studio/api/sign-out", "").is(204).cookie("__Secure-marquee-studio"); gone.MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", gone)
	}
	b.get("/studio/api/me").is(401)
}

func TestEveryCallNeedsASession(t *testing.T) {
	r := newRig(t)
	r.joined("anna@example.com", people.RoleOwner)
	for _, token := range []string{"", "x", strings.Repeat("A", 26), "' OR 1=1 --"} {
		b := browser{r, token}
		for _, path := range []string{
			"/me", "/pages", "/page?path=/about", "/file?file=" + about, "/choices?site=main", "/schemas/page", "/icons/star.svg", "/changes",
			"/history", "/people", "/picture?file=" + about, "/make?site=main", "/gallery?site=main",
		} {
			b.get("/studio/api"+path).is(401, "signed_out")
		}
		for _, path := range []string{"/sign-out", "/changes", "/changes/settle", "/publish", "/restore", "/people/invite", "/people/remove", "/make", "/duplicate", "/remove", "/preview-link"} {
			b.post("/studio/api"+path, "{}").is(401, "signed_out")
		}
		b.over(b.request("DELETE", "/studio/api/changes", "{}")).is(401)
		b.get("/studio/preview/about?site=main").is(401)
		b.get("/studio/preview/assets/site.0123.css").is(401)
	}
}

func TestHeadIsAnsweredAsGet(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	for _, path := range []string{"/studio", "/studio/api/me", "/studio/preview/about?site=main", "/studio/assets/a.0123.js", "/studio/api/no"} {
		got, head := b.get(path), b.over(b.request("HEAD", path, ""))
		if got.StatusCode != head.StatusCode || got.Header.Get("Content-Type") != head.Header.Get("Content-Type") {
			t.Errorf("%s: %d %v, by HEAD %d %v", path, got.StatusCode, got.Header, head.StatusCode, head.Header)
		}
	}
}

func TestWhoSeesNoContentSeesNoPartOfIt(t *testing.T) {
	b := newRig(t).joined("ira@example.com", people.RoleInbox)
	for _, path := range []string{"api/schemas/page", "api/icons/star.svg", "preview/assets/site.0123.css", "preview/about?site=main"} {
		b.get("/studio/"+path).is(403, "forbidden")
	}
}

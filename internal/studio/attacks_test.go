package studio_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

func TestOnlyAPageOfThisHostChangesSomething(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	token, err := r.people.Invite(t.Context(), people.Person{Email: "ben@example.com", Role: people.RoleEditor}, "")
	must(t, err)
	for name, headers := range map[string]map[string]string{
		"nothing said":        {},
		"a foreign origin":    {"Origin": "https://attack.example"},
		"no origin to name":   {"Origin": "null"},
		"a longer host":       {"Origin": "https://www.example.attack.example"},
		"another port":        {"Origin": "https://www.example:8443"},
		"not encrypted":       {"Origin": "http://www.example"},
		"cross-site":          {"Sec-Fetch-Site": "cross-site"},
		"a host beside it":    {"Sec-Fetch-Site": "same-site", "Origin": "https://www.example"},
		"typed":               {"Sec-Fetch-Site": "none", "Origin": "https://www.example"},
		"a form of elsewhere": {"Sec-Fetch-Site": "cross-site", "Origin": "https://www.example"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, call := range []struct{ method, path, body string }{
				{"POST", "/studio/api/changes", set("1", about, "title", "Attack")},
				{"DELETE", "/studio/api/changes", `{"file":"` + about + `"}`},
				{"POST", "/studio/api/publish", `{}`},
				{"POST", "/studio/api/people/invite", `{"email":"attack@example.com","role":"owner"}`},
				{"POST", "/studio/api/sign-in", `{"email":"anna@example.com"}`},
				{"POST", "/studio/api/sign-in/code", `{"code":"012345"}`},
				{"POST", "/studio/api/sign-out", ""},
				{"POST", site.JoinPath + token, ""},
				{"PUT", "/studio", ""},
			} {
				sent := b.request(call.method, call.path, call.body)
				sent.Header.Del("Sec-Fetch-Site")
				for header, value := range headers {
					sent.Header.Set(header, value)
				}
				if a := b.over(sent).is(403, `"foreign"`); a.cookie("__Secure-marquee-studio").Value != "" {
					t.Error("a cookie is set")
				}
			}
		})
	}
	b.get("/studio/api/me").is(200)
	b.get("/studio/api/changes").hasBody("[]\n")
	b.get("/studio/api/people").lacks("attack")
	if sent := r.letters(); len(sent) > 0 {
		t.Errorf("mails: %+v", sent)
	}
	if ok, err := r.people.Joinable(t.Context(), token); !ok || err != nil {
		t.Error("the invitation was used up", err)
	}
	sent := b.request("POST", "/studio/api/changes", set("1", about, "title", "Mine"))
	sent.Header.Del("Sec-Fetch-Site") // of a browser from before 2023
	sent.Header.Set("Origin", "https://www.example")
	b.over(sent).is(200)
}

func TestACodeIsOfTheBrowserThatAskedAlone(t *testing.T) {
	r := newRig(t)
	_, err := r.people.Invite(t.Context(), people.Person{Email: "anna@example.com", Role: people.RoleEditor}, "")
	must(t, err)
	guest := browser{r, ""}
	fixed := strings.Repeat("A", 26)
	sent := guest.request("POST", "/studio/api/sign-in", `{"email":"Anna@Example.com"}`)
	sent.AddCookie(&http.Cookie{Name: "__Secure-marquee-studio-attempt", Value: fixed}) // that somebody else has set
	attempt := guest.over(sent).is(202).hasBody("{}\n").cookie("__Secure-marquee-studio-attempt")
	if attempt.Value == fixed || len(attempt.Value) < 26 || !attempt.HttpOnly || !attempt.Secure || attempt.Path != "/studio" {
		t.Errorf("%+v", attempt)
	}
	letters := r.letters()
	if len(letters) != 1 || letters[0].To != "anna@example.com" {
		t.Fatalf("mails: %+v", letters)
	}
	code := `{"code":"` + sixDigits.FindString(letters[0].Title) + `"}`
	for _, value := range []string{"", fixed, "other"} {
		sent := guest.request("POST", "/studio/api/sign-in/code", code)
		sent.AddCookie(&http.Cookie{Name: "__Secure-marquee-studio-attempt", Value: value})
		guest.over(sent).is(403, "wrong_code")
	}
	sent = guest.request("POST", "/studio/api/sign-in/code", code)
	sent.AddCookie(attempt)
	sent.AddCookie(&http.Cookie{Name: "__Secure-marquee-studio", Value: fixed}) // a session that somebody else has set
	in := guest.over(sent).is(200)
	session := in.cookie("__Secure-marquee-studio")
	if session.Value == fixed || session.Value == attempt.Value || in.cookie("__Secure-marquee-studio-attempt").MaxAge >= 0 {
		t.Errorf("%v", in.Header)
	}
	browser{r, session.Value}.get("/studio/api/me").is(200, "anna@example.com")
	browser{r, fixed}.get("/studio/api/me").is(401)
	again := guest.request("POST", "/studio/api/sign-in/code", code)
	again.AddCookie(attempt)
	guest.over(again).is(403)
}

func TestACodeCannotBeGuessed(t *testing.T) {
	r := newRig(t)
	_, err := r.people.Invite(t.Context(), people.Person{Email: "anna@example.com", Role: people.RoleEditor}, "")
	must(t, err)
	guest := browser{r, ""}
	attempt := guest.post("/studio/api/sign-in", `{"email":"anna@example.com"}`).is(202).cookie("__Secure-marquee-studio-attempt")
	right := sixDigits.FindString(r.letters()[0].Title)
	wrong := strings.Map(func(d rune) rune { return '0' + (d-'0'+1)%10 }, right)
	var last answer
	for _, code := range []string{wrong, wrong, wrong, wrong, wrong, right} {
		sent := guest.request("POST", "/studio/api/sign-in/code", `{"code":"`+code+`"}`)
		sent.AddCookie(attempt)
		if last = guest.over(sent); last.StatusCode == 200 {
			t.Fatal("signed in after five tries")
		}
	}
	last.is(429, "too_many")
}

func TestWhoWasNotInvitedGetsTheSameAnswer(t *testing.T) {
	r := newRig(t)
	_, err := r.people.Invite(t.Context(), people.Person{Email: "anna@example.com", Role: people.RoleEditor}, "")
	must(t, err)
	guest := browser{r, ""}
	want := guest.post("/studio/api/sign-in", `{"email":"anna@example.com"}`).is(202)
	for _, email := range []string{"nobody@example.com", "", "no address", strings.Repeat("x", 10_000), "anna@example.com\\r\\nBcc: a@b.example"} {
		got := guest.post("/studio/api/sign-in", `{"email":"`+email+`"}`)
		if got.StatusCode != want.StatusCode || got.body != want.body || len(got.Header) != len(want.Header) ||
			len(got.cookie("__Secure-marquee-studio-attempt").Value) != len(want.cookie("__Secure-marquee-studio-attempt").Value) {
			t.Errorf("%.50q: %d %v %q", email, got.StatusCode, got.Header, got.body)
		}
	}
	if letters := r.letters(); len(letters) != 1 {
		t.Errorf("%d mails", len(letters))
	}
}

func TestManyCodesAtOnceAreBoundedAndWaitedFor(t *testing.T) {
	const atOnce = 16
	r := newRig(t)
	started, release := make(chan struct{}), make(chan struct{})
	r.send = func(ctx context.Context) error {
		if _, limited := ctx.Deadline(); !limited {
			t.Error("a mail may take for ever")
		}
		started <- struct{}{}
		<-release
		return errors.New("the mail server is away")
	}
	guest := browser{r, ""}
	for i := range atOnce + 1 {
		email := fmt.Sprintf("anna%d@example.com", i)
		_, err := r.people.Invite(t.Context(), people.Person{Email: email, Role: people.RoleEditor}, "")
		must(t, err)
		a := guest.post("/studio/api/sign-in", `{"email":"`+email+`"}`).is(202).hasBody("{}\n")
		if a.cookie("__Secure-marquee-studio-attempt").Value == "" {
			t.Error("the answer differs")
		}
		if i < atOnce {
			<-started
		}
	}
	if log := r.log.String(); !strings.Contains(log, "was not sent") {
		t.Errorf("one too many is not logged:\n%s", log)
	}
	closed := make(chan struct{})
	go func() { r.Close(); close(closed) }()
	select {
	case <-closed:
		t.Error("a mail on its way is not waited for")
	default:
	}
	close(release)
	<-closed
	if log := r.log.String(); strings.Count(log, "the mail server is away") != atOnce || strings.Contains(log, "@") {
		t.Errorf("the log:\n%s", log)
	}
	if letters := r.letters(); len(letters) != atOnce {
		t.Errorf("%d mails", len(letters))
	}
}

func TestNoNameLeavesTheFolder(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	outside := filepath.Join(filepath.Dir(r.dir), "secret.yaml")
	must(t, os.WriteFile(outside, []byte("secret: canary\n"), 0o644))
	must(t, os.Symlink(outside, filepath.Join(r.dir, "main/pages/link.yaml")))
	looked := r.onDisk("main/look/look.css")
	for _, name := range []string{
		"../secret.yaml", "main/../../secret.yaml", "main/pages/../../../secret.yaml", "/etc/passwd", outside, "main//site.yaml", "./main/site.yaml",
		"main/pages/about.yaml/", `main\site.yaml`, "main/site.yaml\x00", "", ".", "..", "main", "main/.hidden.yaml", ".git/config.yaml", "main/pages/link.yaml",
		"main/look/look.css", "main/look/sections/hero.yaml", "main/LOOK/x.yaml", "main/images/a.exe", "nosite/site.yaml", "C:/main/site.yaml",
		"main/pages/" + strings.Repeat("a", 5000) + ".yaml",
	} {
		quoted := quote(name)
		b.get("/studio/api/file?file="+urlQuery(name)).lacks("canary", "root:")
		if a := b.get("/studio/api/file?file=" + urlQuery(name)); a.StatusCode == 200 || a.StatusCode >= 500 {
			t.Errorf("read %.60q: %d %.200s", name, a.StatusCode, a.body)
		}
		for _, change := range []string{
			`{"op":"set","at":"","value":"a: b\n"`, `{"op":"set","at":"title","value":"x"`, `{"op":"unset","at":""`, `{"op":"remove","at":"a[0]"`,
		} {
			if a := b.post("/studio/api/changes", `{"changes":[`+change+`,"id":"`+change[7:10]+`","file":`+quoted+`}]}`); a.StatusCode != 422 {
				t.Errorf("%s in %.60q: %d %.200s", change, name, a.StatusCode, a.body)
			}
		}
		for _, call := range []struct{ method, path, body string }{
			{"DELETE", "/studio/api/changes", `{"file":` + quoted + `}`},
			{"POST", "/studio/api/changes/settle", `{"file":` + quoted + `,"at":"","take":"mine"}`},
			{"POST", "/studio/api/publish", `{"files":[` + quoted + `]}`},
			{"POST", "/studio/api/restore", `{"revision":` + quote(r.source.Status().Revision) + `,"file":` + quoted + `}`},
		} {
			if a := b.over(b.request(call.method, call.path, call.body)); a.StatusCode != 422 {
				t.Errorf("%s %s %.60q: %d %.200s", call.method, call.path, name, a.StatusCode, a.body)
			}
		}
		b.get("/studio/api/history?file=" + urlQuery(name)).is(200).lacks("canary")
	}
	for _, path := range []string{
		"/studio/preview/../../secret.yaml", "/studio/assets/../../secret.yaml", "/studio/assets/%2e%2e/%2e%2e/secret.yaml", "/studio/api/schemas/..%2fpage",
		"/studio/api/icons/..%2f..%2fx.svg", "/studio/preview/assets/..%2f..%2fsecret.yaml",
	} {
		b.get(path).lacks("canary")
	}
	b.get("/studio/api/changes").hasBody("[]\n")
	if r.onDisk("main/look/look.css") != looked {
		t.Error("the look has changed")
	}
	if log := r.log.String(); log != "" {
		t.Errorf("names of people are logged as faults:\n%.2000s", log)
	}
}

// calls are all that name a file or a site, with what they answer to somebody who may not.
var calls = []struct {
	action             people.Action
	method, path, body string
	refused            int
}{
	{people.View, "GET", "/studio/api/file?file=FILE", "", 404},
	{people.View, "GET", "/studio/api/page?path=PATH&site=SITE", "", 404},
	{people.View, "GET", "/studio/preview/PATH?site=SITE", "", 404},
	{people.View, "GET", "/studio/api/choices?site=SITE", "", 404},
	{people.Edit, "POST", "/studio/api/changes", `{"changes":[{"id":"ID","file":"FILE","op":"set","at":"title","value":"ID"}]}`, 403},
	{people.Edit, "POST", "/studio/api/changes", `{"changes":[{"id":"newID","file":"FOLDER/pages/ID.yaml","op":"set","at":"","value":"title: ID\n"}]}`, 403},
	{people.Edit, "POST", "/studio/api/changes/settle", `{"file":"FILE","at":"title","take":"mine"}`, 403},
	{people.Edit, "POST", "/studio/api/restore", `{"revision":"REVISION","file":"FILE"}`, 403},
	{people.Edit, "GET", "/studio/api/make?site=SITE", "", 404},
	{people.Edit, "GET", "/studio/api/gallery?site=SITE", "", 404},
	{people.Edit, "POST", "/studio/api/make", `{"site":"SITE","kind":"page","title":"New","address":"/new"}`, 404},
	{people.Edit, "POST", "/studio/api/remove", `{"file":"FILE","try":true}`, 403},
	{people.Publish, "POST", "/studio/api/preview-link", `{"file":"FILE","days":7}`, 403},
	{people.Publish, "POST", "/studio/api/publish", `{"files":["FILE"]}`, 403},
	{people.Edit, "DELETE", "/studio/api/changes", `{"file":"FILE"}`, 403},
}

func TestARoleIsAskedForEachFile(t *testing.T) {
	places := []struct{ site, folder, file, path string }{
		{"main", "main", about, "/about"},
		{"creative", "creative", "creative/pages/index.yaml", "/websites/creative"},
		{"business", "business", "business/pages/index.yaml", "/websites/business"},
		{"shop", "shop", "shop/pages/index.yaml", "/"},
	}
	for _, who := range []people.Person{
		{Email: "owner@example.com", Role: people.RoleOwner},
		{Email: "editor@example.com", Role: people.RoleEditor},
		{Email: "writer@example.com", Role: people.RoleWriter},
		{Email: "inbox@example.com", Role: people.RoleInbox},
		{Email: "creative@example.com", Role: people.RoleOwner, Sites: []string{"creative"}},
		{Email: "two@example.com", Role: people.RoleWriter, Sites: []string{"creative", "shop"}},
		{Email: "german@example.com", Role: people.RoleEditor, Sites: []string{"creative.de"}},
	} {
		t.Run(who.Email, func(t *testing.T) {
			r := newRig(t)
			r.joined("first@example.com", people.RoleOwner)
			b := r.joined(who.Email, who.Role, who.Sites...)
			revision := r.source.Status().Revision
			for i, place := range places {
				for j, call := range calls {
					id := string(rune('a'+i)) + string(rune('a'+j))
					fill := strings.NewReplacer("FILE", place.file, "SITE", place.site, "FOLDER", place.folder, "REVISION", revision, "ID", id, "/PATH", place.path, "PATH", place.path)
					a := b.over(b.request(call.method, fill.Replace(call.path), fill.Replace(call.body)))
					if who.May(call.action, place.site) {
						// The title that was set before is in the way of a file that was not there yet.
						inTheWay := call.path == "/studio/api/restore" && place.site == "shop" && a.StatusCode == 409
						if a.StatusCode != 200 && !inTheWay {
							t.Errorf("%s %s in %s: %d %.300s", call.method, call.path, place.site, a.StatusCode, a.body)
						}
					} else if a.StatusCode != call.refused && a.StatusCode != 403 {
						t.Errorf("%s %s in %s is not refused: %d %.300s", call.method, call.path, place.site, a.StatusCode, a.body)
					}
				}
			}
			managing := map[bool]int{true: 200, false: 403}[who.Role == people.RoleOwner]
			b.get("/studio/api/people").is(managing)
			if managing != 200 {
				b.post("/studio/api/people/invite", `{"email":"x@example.com","role":"inbox"}`).is(403)
				b.post("/studio/api/people/remove", `{"email":"first@example.com"}`).is(403)
			}
		})
	}
}

func TestAPreviewOfASiteShowsNoPageBesideIt(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleWriter, "creative")
	b.get("/studio/preview/websites/creative?site=creative").is(200, "<p>creative</p>")
	for _, path := range []string{"/about", "/websites/business", "/", "/websites/creativeX", "/websites/creative/../../about"} {
		b.get("/studio/preview"+path+"?site=creative").lacks("stylesheet", "<p>").lacks("no page at")
	}
}

func TestAnOwnerOfSomeSitesSeesAndPublishesTheirsAlone(t *testing.T) {
	r := newRig(t)
	all := r.joined("anna@example.com", people.RoleOwner)
	r.joined("business@example.com", people.RoleEditor, "business")
	r.joined("writer@example.com", people.RoleWriter, "creative")
	b := r.joined("creative@example.com", people.RoleOwner, "creative")
	all.post("/studio/api/changes", set("1", about, "title", "Not hers")).is(200)

	b.get("/studio/api/me").is(200, `"id":"creative"`).lacks(`"id":"main"`, `"id":"business"`)
	b.get("/studio/api/pages").is(200, `"site":"creative"`).lacks(`"site":"main"`)
	b.get("/studio/api/changes").hasBody("[]\n")
	b.get("/studio/api/people").is(200, "writer@", "anna@", "creative@").lacks("business@")
	for _, body := range []string{``, `{}`, `{"files":[]}`, `{"files":null}`} {
		if a := b.post("/studio/api/publish", body); a.StatusCode < 400 {
			t.Errorf("publish %s: %d", body, a.StatusCode)
		}
	}
	b.post("/studio/api/publish", `{"files":["creative/pages/index.yaml","`+about+`"]}`).is(403)
	if strings.Contains(r.onDisk(about), "Not hers") {
		t.Fatal("the draft of another site was published")
	}
	b.post("/studio/api/changes", set("2", "creative/pages/index.yaml", "title", "Hers")).is(200)
	b.post("/studio/api/publish", `{}`).is(200)
	if strings.Contains(r.onDisk(about), "Not hers") || !strings.Contains(r.onDisk("creative/pages/index.yaml"), "title: Hers") {
		t.Error("published is not what is hers")
	}
	b.get("/studio/api/history").is(200, "creative/pages/index.yaml").lacks(about)

	b.post("/studio/api/people/invite", `{"email":"n@example.com","role":"writer","sites":["creative"]}`).is(200)
	b.post("/studio/api/people/invite", `{"email":"n@example.com","role":"writer","sites":["main"]}`).is(422)
	b.post("/studio/api/people/invite", `{"email":"n@example.com","role":"writer"}`).is(422)
	b.post("/studio/api/people/remove", `{"email":"anna@example.com"}`).is(422)
	b.post("/studio/api/people/remove", `{"email":"business@example.com"}`).is(422)
}

func TestOnTheHostOfASiteOnlyThatSiteIsSeen(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	b.post("/studio/api/changes", set("1", about, "title", "Of main")).is(200)
	r.host, r.space = "shop.example", "shop.example"
	b.get("/studio/api/me").is(200, `"id":"shop"`).lacks(`"id":"main"`, `"id":"creative"`)
	b.get("/studio/api/pages").is(200, `"site":"shop"`).lacks(`"site":"main"`)
	b.get("/studio/api/changes").hasBody("[]\n")
	b.get("/studio/api/history").lacks(about)
	b.get("/studio/api/page?path=/").is(200, `"file":"shop/pages/index.yaml"`)
	b.get("/studio/preview/").is(200, "<p>shop</p>")
	for _, call := range calls {
		fill := strings.NewReplacer("FILE", about, "SITE", "main", "FOLDER", "main", "REVISION", r.source.Status().Revision, "ID", "x", "/PATH", "/about", "PATH", "/about")
		if a := b.over(b.request(call.method, fill.Replace(call.path), fill.Replace(call.body))); a.StatusCode != call.refused {
			t.Errorf("%s %s of main: %d %.300s", call.method, call.path, a.StatusCode, a.body)
		}
	}
	b.post("/studio/api/publish", `{}`).is(422, "nothing to publish")
	b.post("/studio/api/changes", set("2", "shop/pages/index.yaml", "title", "Of shop")).is(200)
	b.post("/studio/api/publish", `{}`).is(200)
	if strings.Contains(r.onDisk(about), "Of main") || !strings.Contains(r.onDisk("shop/pages/index.yaml"), "Of shop") {
		t.Error("published is not what is of this host")
	}
}

func TestWithoutHTTPSNobodySignsInButOnThisMachine(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleOwner)
	for _, path := range []string{"/studio", "/studio/api/me", "/studio/preview/about?site=main", "/studio/join/x"} {
		r.visited(b.request("GET", path, ""), site.Visit{}).is(403, "insecure", "https")
	}
	sent := b.request("GET", "/studio/api/me", "")
	r.visited(sent, site.Visit{Local: true}).is(401) // the cookie of https is not read
	sent.AddCookie(&http.Cookie{Name: "marquee-studio", Value: b.token})
	r.visited(sent, site.Visit{Local: true}).is(200)
	sent = browser{r, ""}.request("GET", "/studio/api/me", "")
	sent.AddCookie(&http.Cookie{Name: "marquee-studio", Value: b.token})
	r.over(sent).is(401) // nor one that a page without it may have set
}

func TestWordsOfAnInvitationAreOurOwn(t *testing.T) {
	r := newRig(t)
	token, err := r.people.Invite(t.Context(), people.Person{Email: "anna@example.com", Role: people.RoleOwner}, "")
	must(t, err)
	guest := browser{r, ""}
	for language, title := range map[string]string{"de-CH,de;q=0.9": "Willkommen", "es": "Bienvenido", "fr, en": "Welcome", `"><script>alert(1)</script>`: "Welcome"} {
		for _, path := range []string{token, "no", "%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E"} {
			sent := guest.request("GET", site.JoinPath+path, "")
			sent.Header.Set("Accept-Language", language)
			a := guest.over(sent).is(map[bool]int{true: 200, false: 404}[path == token], title).lacks("<script", "alert", "anna@")
			if policy := a.Header.Get("Referrer-Policy"); policy != "strict-origin" {
				t.Errorf("a referrer names the invitation: %s", policy)
			}
			if !strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") || a.Header.Get("Cache-Control") != "private, no-store" {
				t.Error(a.Header)
			}
		}
	}
}

func TestNoLogHasAnInvitation(t *testing.T) {
	r := newRig(t)
	token, err := r.people.Invite(t.Context(), people.Person{Email: "anna@example.com", Role: people.RoleOwner}, "")
	must(t, err)
	must(t, r.drafts.DB.Close()) // the disk is gone
	guest := browser{r, ""}
	guest.get(site.JoinPath+token).is(500, "our side").lacks(token)
	guest.post(site.JoinPath+token, "").is(500).lacks(token)
	if log := r.log.String(); !strings.Contains(log, "/studio/join/{token}") || strings.Contains(log, token) {
		t.Errorf("the log:\n%s", log)
	}
	if r.Open() {
		t.Error("Studio is open without its database")
	}
}

func TestACallThatTheEndOfTheServerCutsOffIsNotDone(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.over(b.request("POST", "/studio/api/changes", set("1", about, "title", "Typed")).WithContext(ctx)).is(503, "stopping")
	b.get("/studio/api/changes").hasBody("[]\n")
}

func TestABodyThatIsTooLargeIs413(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	sent := b.request("POST", "/studio/api/changes", `{"changes":[{"id":"`+strings.Repeat("x", 1000)+`"}]}`)
	sent.Body = http.MaxBytesReader(nil, sent.Body, 100) // as the server has it
	b.over(sent).is(413, "too_large")
}

func TestAFileThatIsTooLargeIsNotRead(t *testing.T) {
	r := newRig(t)
	b := r.joined("anna@example.com", people.RoleEditor)
	b.get("/studio/api/file?file=" + about).is(200)
	r.save(about, r.onDisk(about)+"#"+strings.Repeat("x", 2<<20))
	a := b.get("/studio/api/file?file=" + about)
	if a.StatusCode == 200 || a.StatusCode >= 500 || len(a.body) > 4000 {
		t.Errorf("%d, %d bytes: %.200s", a.StatusCode, len(a.body), a.body)
	}
}

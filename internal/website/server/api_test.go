package server

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// askAPI asks a server for the website of a revision.
func askAPI(t *testing.T, revision *site.Revision, method, uri string, headers ...string) *fasthttp.Response {
	t.Helper()
	website := newFakeWebsite()
	website.revision.Store(revision)
	s := New(Config{
		Logger:   slog.New(slog.DiscardHandler),
		Describe: func() ([]byte, error) { return []byte(`{"openapi":"3.1.1"}`), nil },
	}, website, &fakeHealth{})
	var ctx fasthttp.RequestCtx
	ctx.Request.Header.SetMethod(method)
	ctx.Request.SetRequestURI(uri)
	ctx.Request.Header.SetHost("example.test")
	for i := 0; i < len(headers); i += 2 {
		ctx.Request.Header.Set(headers[i], headers[i+1])
	}
	s.fast.Handler(&ctx)
	return &ctx.Response
}

func TestTheAPISaysWhatThereIs(t *testing.T) {
	for path, want := range map[string]string{
		"/api":              `{"path":"/api/sites/{site}/plans/{id}","summary":"One of them."}`,
		"/api/openapi.json": `{"openapi":"3.1.1"}`,
	} {
		r := askAPI(t, fakeRevision("r1"), "GET", path)
		if r.StatusCode() != 200 || !strings.Contains(string(r.Body()), want) || len(r.Header.Peek("ETag")) == 0 {
			t.Errorf("%s: %d %s", path, r.StatusCode(), r.Body())
		}
	}
}

func TestErrorsOfTheAPISayWhatIsWrong(t *testing.T) {
	revision := fakeRevision("r1")
	for path, want := range map[string]string{
		"/api/sites/mian":                    `There is no address /api/sites/mian. GET /api lists what there is.`,
		"/api/sites/main/plans/a/b":          `There is no address /api/sites/main/plans/a/b. GET /api lists what there is.`,
		"/api/things":                        `There is no address /api/things. GET /api lists what there is.`,
		"/api/pages?path=/abuot":             `There is no page /abuot. GET /api lists what there is.`,
		"/api/pages":                         `Name one page by its path, such as /api/pages?path=/about.`,
		"/api/pages?path=/about&path=/":      `Name one page by its path`,
		"/api/" + strings.Repeat("x", 3_000): `xxx…. GET`,
	} {
		if r := askAPI(t, revision, "GET", path); r.StatusCode()/100 != 4 || !strings.Contains(string(r.Body()), want) {
			t.Errorf("%.60s: %d %.300s, want %s", path, r.StatusCode(), r.Body(), want)
		}
	}
}

func TestAFormerPathLeadsToTheData(t *testing.T) {
	revision := fakeRevision("r1")
	revision.Sites[0].Aliases = map[string]string{"/former": "/about"}
	r := askAPI(t, revision, "GET", "/api/pages?path=/former")
	if got := string(r.Header.Peek("Location")); r.StatusCode() != 301 || got != "/api/pages?path=%2Fabout" {
		t.Errorf("%d to %q", r.StatusCode(), got)
	}
}

func TestWhatNoPageShowsIsNotInTheAPI(t *testing.T) {
	revision := fakeRevision("r1")
	for _, plan := range []*site.Plan{{ID: "shown"}, {ID: "secret"}, {ID: "open", Public: true}} {
		revision.Sites[0].Plans.Put(plan.ID, plan)
	}
	revision.Shown = map[string]bool{"main/plans/shown": true, "shop/plans/secret": true}
	for id, want := range map[string]int{"shown": 200, "secret": 404, "open": 200} {
		if got := askAPI(t, revision, "GET", "/api/sites/main/plans/"+id).StatusCode(); got != want {
			t.Errorf("%s: %d, want %d", id, got, want)
		}
	}
	for path, want := range map[string]bool{"/api/sites/main/plans": false, "/api/sites/main/plans/secrets": false} {
		if body := string(askAPI(t, revision, "GET", path).Body()); strings.Contains(body, `"secret"`) != want {
			t.Errorf("%s tells of it: %s", path, body)
		}
	}
}

func TestOtherWebsitesReadTheAPIWhereTheyMay(t *testing.T) {
	const friend = "https://app.example"
	revision := func(origins ...string) *site.Revision {
		r := fakeRevision("r1")
		r.Sites[1].Site.API.Origins = origins
		return r
	}
	for _, test := range []struct {
		origins         []string
		path, origin    string
		allowed, varies string
	}{
		{nil, "/api/sites", friend, "", ""},
		{[]string{friend}, "/api/sites", friend, friend, "Origin"},
		{[]string{friend}, "/api/sites", "https://evil.example", "", "Origin"},
		{[]string{friend}, "/api/sites", "", "", "Origin"},
		{[]string{friend}, "/api/pages?path=/about", friend, friend, "Origin"},
		{[]string{friend}, "/api/nothing", friend, friend, "Origin"},
		{[]string{friend}, "/about", friend, "", "Accept"},
		{[]string{"*"}, "/api/sites", "https://anybody.example", "*", ""},
	} {
		r := askAPI(t, revision(test.origins...), "GET", test.path, "Origin", test.origin)
		allowed, varies := string(r.Header.Peek("Access-Control-Allow-Origin")), string(r.Header.Peek("Vary"))
		if allowed != test.allowed || !strings.Contains(varies, test.varies) {
			t.Errorf("%v %s from %s: allowed %q, Vary %q", test.origins, test.path, test.origin, allowed, varies)
		}
	}
	ask := func(method, path string, r *site.Revision) *fasthttp.Response {
		return askAPI(t, r, "OPTIONS", path, "Origin", friend, "Access-Control-Request-Method", method, "Access-Control-Request-Headers", "if-none-match")
	}
	if r := ask("GET", "/api/sites", revision(friend)); r.StatusCode() != 204 || string(r.Header.Peek("Access-Control-Allow-Methods")) != "GET, HEAD" {
		t.Errorf("a friend is answered %d", r.StatusCode())
	}
	for _, r := range []*fasthttp.Response{
		ask("GET", "/api/sites", revision()), ask("POST", "/api/sites", revision(friend)), ask("POST", "/api/send-contact-email", revision("*")), ask("GET", "/about", revision("*")),
	} {
		if r.StatusCode() == 204 || len(r.Header.Peek("Access-Control-Allow-Methods")) > 0 {
			t.Errorf("what is not open is answered %d", r.StatusCode())
		}
	}
}

package studio_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/history"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio"
	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/studio/drafts"
	"github.com/evenlight/marquee/internal/studio/people"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/tools/schema"
)

func TestMain(m *testing.M) {
	remove, err := testkit.UseMemory()
	if err != nil {
		panic(err)
	}
	code := testkit.RunServerTests(m)
	if err := remove(); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// shop is a site with a host of its own, beside those of the test content.
var shop = map[string]string{
	"shop/site.yaml":        "name: Shop\npath: /\nhosts: [shop.example]\nbaseURL: https://shop.example\nlanguage: en-US\ntimeZone: America/New_York\ntagline: Things\n",
	"shop/pages/index.yaml": "title: Shop\ndescription: Things that we sell.\nsections:\n  - hero: {title: Things}\n",
	"shop/pages/404.yaml":   "title: Not found\nnotFound: {code: '404', title: Not here, actions: [{label: Home, to: /}]}\n",
}

// rig is Studio over a real folder, with real people and drafts.
type rig struct {
	*studio.Studio
	t       *testing.T
	dir     string
	source  *content.Source
	people  *people.Store
	clock   *testkit.Clock
	log     *testkit.Log
	shown   *preview
	drafts  *drafts.Store
	links   *links
	host    string // that requests are of
	space   string // of that host
	machine any    // what is told of it
	counted any    // the same with what was sent; nil for that

	mu   sync.Mutex
	sent []site.Letter
	send func(context.Context) error
}

// preview shows a page by its address alone.
type preview struct {
	*content.Editions
	html map[string]string
}

func (p *preview) Page(_ context.Context, address string) *site.Representation {
	html, known := p.html[address]
	if !known {
		return &site.Representation{Status: http.StatusNotFound, ContentType: "text/html", Body: []byte("no page at " + address)}
	}
	return &site.Representation{Status: http.StatusOK, ContentType: "text/html; charset=utf-8", Body: []byte(html)}
}

func (p *preview) Asset(address string) *site.Representation {
	switch address {
	case "/assets/site.0123.css":
		return &site.Representation{ContentType: "text/css; charset=utf-8", Body: []byte("a{src:url(/assets/font.woff2)}")}
	case "/images/a.0123.png":
		return &site.Representation{ContentType: "image/png", Body: []byte("picture")}
	}
	return nil
}

type links struct{ ended int }

func (l *links) Sign(link site.PreviewLink) (string, error) { return link.Site + "-token", nil }
func (l *links) End() error                                 { l.ended++; return nil }

func (p *preview) Small(address string, file site.File) *site.Representation {
	return &site.Representation{ContentType: file.ContentType, Body: file.Data}
}

type icons struct{}

func (icons) Symbol(name site.Icon) (string, bool)     { return `<path d="M1 1"/>`, name == "star" }
func (icons) Names() []string                          { return []string{"star"} }
func (icons) Former(site.Icon) (name string, was bool) { return "", false }

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, dir: filepath.Join(t.TempDir(), "content"), clock: testkit.NewClock(testkit.Noon), log: &testkit.Log{}, links: &links{}, host: "www.example"}
	r.send = func(context.Context) error { return nil }
	must(t, os.CopyFS(r.dir, os.DirFS("../testkit/content")))
	for name, text := range shop {
		r.save(name, text)
	}
	data, quiet := t.TempDir(), slog.New(slog.DiscardHandler)
	kept := history.Open(history.Config{Dir: filepath.Join(data, "content"), Content: r.dir, Logger: quiet})
	t.Cleanup(kept.Close)
	r.source = content.NewSource(r.dir, content.NewLoader(outline.Options{History: kept}), quiet, r.clock.Now, func(*site.Revision) {})
	db, err := database.Open(t.Context(), data)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	r.people, err = people.Open(t.Context(), db, r.clock.Now)
	must(t, err)
	r.drafts, err = drafts.Open(t.Context(), drafts.Config{DB: db, Folder: r.source, History: kept, Order: content.OrderOf, Now: r.clock.Now})
	must(t, err)
	if status := r.source.Reload(t.Context()); status.Revision == "" {
		t.Fatalf("nothing is live: %v", status.Problems)
	}
	// What is published before anything is kept, or at the same moment, has no place in the history.
	testkit.Eventually(t, "the first revision is kept", func() bool { return len(kept.List()) > 0 })
	r.clock.Add(time.Second)
	r.shown = &preview{content.NewEditions(r.source, nil), map[string]string{
		"/about":             `<html><head><link rel="stylesheet" href="/assets/site.0123.css"><script src="/assets/a.js">1</script></head><a href="/">home</a></html>`,
		"/websites/business": "<p>business</p>",
		"/websites/creative": "<p>creative</p>",
		"shop.example/":      "<p>shop</p>",
	}}
	r.Studio = studio.New(studio.Config{
		People: r.people, Drafts: r.drafts, Preview: r.shown, Trial: &preview{content.NewEditions(r.source, nil), nil},
		Samples: schema.Embedded().Samples(), Links: r.links, Icons: icons{}, Logger: r.log.Logger(),
		App: fstest.MapFS{
			"index.html":          {Data: []byte(`<!doctype html><link rel="stylesheet" href="/studio/assets/a.css"><script src="/studio/assets/a.js"></script>`)},
			"assets/a.0123.js":    {Data: []byte("plain")},
			"assets/a.0123.js.br": {Data: []byte("brotli")},
		},
		Schemas: schema.Embedded().JSONSchemas(),
		Send: func(ctx context.Context, _ string, l site.Letter) error {
			r.mu.Lock()
			r.sent = append(r.sent, l)
			r.mu.Unlock()
			return r.send(ctx)
		},
		Condition: func(_ context.Context, counted bool) studio.Condition {
			if counted && r.counted != nil {
				return studio.Condition{Content: r.source.Status(), Machine: r.counted}
			}
			return studio.Condition{Content: r.source.Status(), Machine: r.machine}
		},
	})
	return r
}

func (r *rig) save(name, text string) {
	r.t.Helper()
	full := filepath.Join(r.dir, filepath.FromSlash(name))
	must(r.t, os.MkdirAll(filepath.Dir(full), 0o755))
	must(r.t, os.WriteFile(full, []byte(text), 0o644))
}

func (r *rig) onDisk(name string) string {
	r.t.Helper()
	data, err := fs.ReadFile(os.DirFS(r.dir), name)
	must(r.t, err)
	return string(data)
}

// joined returns the token of a session of somebody with a role.
func (r *rig) joined(email string, role people.Role, sites ...string) browser {
	r.t.Helper()
	token, err := r.people.Invite(r.t.Context(), people.Person{Email: email, Role: role, Sites: sites}, "")
	must(r.t, err)
	session, err := r.people.Join(r.t.Context(), token, "Firefox")
	must(r.t, err)
	return browser{r, session.Token}
}

// browser asks as the page of the editor does, over https; without a token as who is not signed in.
type browser struct {
	*rig
	token string
}

// answer is what came back.
type answer struct {
	t *testing.T
	*http.Response
	body string
}

// request returns one of a page of this host.
func (b browser) request(method, path, body string) *http.Request {
	b.t.Helper()
	var sent io.Reader
	if body != "" {
		sent = strings.NewReader(body)
	}
	r := httptest.NewRequestWithContext(b.t.Context(), method, "https://"+b.host+path, sent)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("User-Agent", "Firefox")
	if b.token != "" {
		r.AddCookie(&http.Cookie{Name: "__Secure-marquee-studio", Value: b.token})
	}
	return r
}

// over answers a request that came by https.
func (r *rig) over(sent *http.Request) answer {
	r.t.Helper()
	return r.visited(sent, site.Visit{Space: r.space, TLS: true, Address: netip.MustParseAddr("203.0.113.7")})
}

func (r *rig) visited(sent *http.Request, visit site.Visit) answer {
	r.t.Helper()
	w := httptest.NewRecorder()
	r.ServeHTTP(w, sent.WithContext(context.WithValue(sent.Context(), site.VisitKey{}, visit)))
	a := answer{r.t, w.Result(), w.Body.String()}
	if a.StatusCode >= 400 && strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") {
		var failed struct {
			Error     site.Failure
			Conflicts []any
		}
		if err := json.Unmarshal([]byte(a.body), &failed); err != nil || failed.Conflicts == nil && (failed.Error.Code == "" || failed.Error.Message == "") {
			r.t.Errorf("%s %s: %d %s is no error (%v)", sent.Method, sent.URL.Path, a.StatusCode, a.body, err)
		}
		if len(failed.Error.Message) > 2000 {
			r.t.Errorf("%s %s: the error has %d bytes", sent.Method, sent.URL.Path, len(failed.Error.Message))
		}
	}
	return a
}

func (b browser) get(path string) answer { b.t.Helper(); return b.over(b.request("GET", path, "")) }

func (b browser) post(path, body string) answer {
	b.t.Helper()
	return b.over(b.request("POST", path, body))
}

// is expects a status, and words in the body.
func (a answer) is(status int, words ...string) answer {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Errorf("%d, want %d: %.300s", a.StatusCode, status, a.body)
	}
	for _, word := range words {
		if !strings.Contains(a.body, word) {
			a.t.Errorf("%q is not in %.600s", word, a.body)
		}
	}
	return a
}

// lacks expects that words are not in the body.
func (a answer) lacks(words ...string) answer {
	a.t.Helper()
	for _, word := range words {
		if strings.Contains(a.body, word) {
			a.t.Errorf("%q is in %.600s", word, a.body)
		}
	}
	return a
}

// keys expects a JSON object, or a list of such, with exactly these keys, in this order.
func (a answer) keys(path string, want ...string) answer {
	a.t.Helper()
	var value any
	must(a.t, json.Unmarshal([]byte(a.body), &value))
	for _, step := range strings.Fields(path) {
		object, is := value.(map[string]any)
		if !is {
			a.t.Fatalf("%s: no object to take %s from: %s", path, step, a.body)
		}
		value = object[step]
	}
	if list, is := value.([]any); is {
		if len(list) == 0 {
			a.t.Fatalf("%s is empty: %s", path, a.body)
		}
		value = list[0]
	}
	object, is := value.(map[string]any)
	for _, key := range want {
		if _, has := object[key]; !has {
			a.t.Errorf("%q has no %s: %.600s", path, key, a.body)
		}
	}
	if !is || len(object) != len(want) {
		a.t.Errorf("%q has %d keys, want %v: %.600s", path, len(object), want, a.body)
	}
	return a
}

func (a answer) cookie(name string) *http.Cookie {
	for _, c := range a.Cookies() {
		if c.Name == name {
			return c
		}
	}
	return &http.Cookie{}
}

// set is the body of a change that sets a value.
func set(id, file, at, value string) string {
	body, err := json.Marshal(map[string]any{"changes": []any{map[string]any{"id": id, "file": file, "op": "set", "at": at, "value": value}}})
	if err != nil {
		panic(err)
	}
	return string(body)
}

// letters waits for all codes that were asked for.
func (r *rig) letters() []site.Letter {
	r.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sent
}

var sixDigits = regexp.MustCompile(`\d{6}`)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func quote(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func urlQuery(text string) string { return url.QueryEscape(text) }

//go:build !race

package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/server"
)

// secret stands in everything that is not published, and in nothing else.
const secret = "zanzibar"

// previewed is a website with things that are not published, and who looks at it.
type previewed struct {
	*website
	data   string
	cookie string
}

// bootPreview serves the fixture with a draft, a page of the year 2090, a language in preparation, and a draft of another
// site on the same host.
func bootPreview(t *testing.T, arguments ...string) *previewed {
	t.Helper()
	dir := copyOfContent(t)
	page := func(more string) string {
		return "title: " + secret + "\ndescription: " + secret + ".\n" + more +
			"sections:\n  - hero: {title: " + secret + "}\n  - forms: {refs: [contact]}\n"
	}
	for file, text := range map[string]string{
		"main/pages/hidden.yaml":    page("draft: true\naliases: [/former-hidden]\n"),
		"main/pages/later.yaml":     page("publishAt: 2090-12-24 09:00\n"),
		"main/de/site.yaml":         "name: Evenlight\nlanguage: de\n",
		"main/de/pages/index.yaml":  page("draft: true\n"),
		"business/pages/other.yaml": strings.Replace(page("draft: true\n"), "  - forms: {refs: [contact]}\n", "", 1),
		"business/pages/soon.yaml":  strings.Replace(page("publishAt: 2090-12-20\n"), "  - forms: {refs: [contact]}\n", "", 1),
	} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data := newData(t)
	return &previewed{website: boot(t, dir, append(arguments, "--data", data)...), data: data}
}

// link runs the command and returns path and query of what it prints.
func (p *previewed) link(arguments ...string) string {
	p.t.Helper()
	code, stdout, stderr := run(p.t.(*testing.T), nil, append([]string{"preview-link", "--content", p.content, "--data", p.data}, arguments...)...)
	made, err := url.Parse(strings.TrimSpace(stdout))
	if code != exitOK || err != nil || made.Host != "evenlight.example" || made.Scheme != "https" {
		p.t.Fatalf("preview-link %v: exit code %d\n%s%s", arguments, code, stdout, stderr)
	}
	return made.RequestURI()
}

// ask asks for a path with the cookie, if there is one.
func (p *previewed) ask(path string, headers ...string) reply {
	p.t.Helper()
	return p.send(http.MethodGet, path, "", headers...)
}

func (p *previewed) send(method, path, body string, headers ...string) reply {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	if p.cookie != "" {
		request.Header.Set("Cookie", p.cookie)
	}
	for pair := range slices.Chunk(headers, 2) {
		if request.Header.Set(pair[0], pair[1]); pair[0] == "Host" {
			request.Host = pair[1]
		}
	}
	return p.do(request)
}

// open follows a link as a browser does, and returns the cookie that it sets.
func (p *previewed) open(link string) *http.Cookie {
	p.t.Helper()
	r := p.ask(link)
	cookies := (&http.Response{Header: r.header}).Cookies()
	path, _, _ := strings.Cut(link, "?")
	if r.status != http.StatusSeeOther || len(cookies) != 1 || r.header.Get("Location") != path ||
		r.header.Get("Cache-Control") != "no-store" || r.header.Get("Referrer-Policy") != "no-referrer" {
		p.t.Fatalf("%s: %d %v", link, r.status, r.header)
	}
	p.cookie = cookies[0].Name + "=" + cookies[0].Value
	return cookies[0]
}

// everywhere is where what is not published could be seen.
var everywhere = []string{
	"/hidden", "/later", "/de", "/former-hidden", "/hidden.md", "/later.md", "/api/pages?path=/hidden", "/api/pages?path=/later",
	"/api/pages?path=/de", "/api/sites", "/api/sites/main", "/sitemap.xml", "/robots.txt", "/llms.txt", "/", "/api/sites/main/forms",
}

func TestAPreviewLinkShowsWhatIsNotPublished(t *testing.T) {
	p := bootPreview(t)
	public := p.ask("/")
	cookie := p.open(p.link("/hidden", "--for", "36h"))
	if r := p.ask(p.link("/hidden") + "&utm_source=mail&q=a%26b+c&preview=x"); r.header.Get("Location") != "/hidden?utm_source=mail&q=a%26b+c" {
		t.Errorf("other parameters of a link: %q", r.header.Get("Location"))
	}
	left := time.Duration(cookie.MaxAge) * time.Second
	if !cookie.HttpOnly || cookie.Secure || cookie.Path != "/" || cookie.Domain != "" || cookie.SameSite != http.SameSiteLaxMode ||
		left > 36*time.Hour || left < 35*time.Hour {
		t.Errorf("the cookie is %+v", cookie)
	}
	for _, path := range []string{"/hidden", "/later", "/de", "/api/pages?path=/hidden"} {
		r := p.ask(path, "If-None-Match", "*", "Accept-Encoding", "br")
		if r.status != http.StatusOK || !strings.Contains(r.body, secret) {
			t.Errorf("%s: %d", path, r.status)
		}
		if r.header.Get("Cache-Control") != "private, no-store" || r.header.Get("Etag") != "" || r.header.Get("Cdn-Cache-Control") != "" ||
			r.header.Get("X-Robots-Tag") != "noindex, nofollow" || r.header.Get("Referrer-Policy") != "same-origin" {
			t.Errorf("%s: %v", path, r.header)
		}
	}
	for path, words := range map[string][]string{
		"/hidden": {"scheduled pages are shown", "Leave the preview", `content="noindex"`, "preview-bar"},
		"/de":     {"Vorschau verlassen", `content="noindex"`},
		"/":       {"Leave the preview", `content="noindex"`},
	} {
		body := p.ask(path).body
		for _, word := range words {
			if strings.Count(body, word) != 1 || !strings.HasSuffix(body, "</body></html>") {
				t.Errorf("%s says %q %d times", path, word, strings.Count(body, word))
			}
		}
	}
	if r := p.ask("/former-hidden"); r.status != http.StatusMovedPermanently || r.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("a former path: %d %v", r.status, r.header)
	}
	if r := p.ask("/nowhere"); r.status != http.StatusNotFound || !strings.Contains(r.body, "Leave the preview") {
		t.Errorf("an unknown path: %d", r.status)
	}
	sheet := p.ask(stylesheetOf(t, p.ask("/hidden").body))
	if sheet.status != http.StatusOK || !strings.Contains(sheet.body, ".preview-bar") || sheet.header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("the stylesheet: %d %v", sheet.status, sheet.header)
	}
	if r := p.ask(stylesheetOf(t, public.body)); r.status != http.StatusOK || !strings.Contains(r.header.Get("Cache-Control"), "immutable") {
		t.Errorf("a public file: %d %v", r.status, r.header)
	}

	// Another site of the same host has secrets of its own.
	for _, path := range []string{"/websites/business/other", "/websites/business/soon", "/api/pages?path=/websites/business/other"} {
		if r := p.ask(path); r.status != http.StatusNotFound || strings.Contains(r.body, secret) {
			t.Errorf("%s: %d", path, r.status)
		}
	}

	// What was saved meanwhile is there, too.
	p.save("main/pages/hidden.yaml", strings.ReplaceAll(p.read("main/pages/hidden.yaml"), "title: "+secret, "title: Saved "+secret))
	p.until("/hidden", "is what was saved", func(reply) bool { return strings.Contains(p.ask("/hidden").body, "Saved "+secret) })

	// Nobody else saw any of it, before or after.
	viewer := p.cookie
	p.cookie = ""
	p.seesNothing(t, "without the link")
	p.cookie = viewer
	etag := public.header.Get("Etag")
	if r := p.ask("/", "If-None-Match", etag); r.status != http.StatusOK {
		t.Errorf("the first page, of which the browser has the public one: %d", r.status)
	}
	r := p.ask("/hidden?preview=off")
	if r.status != http.StatusSeeOther || r.header.Get("Location") != "/hidden" || !strings.Contains(r.header.Get("Set-Cookie"), "; Max-Age=0;") {
		t.Errorf("leaving: %d %v", r.status, r.header)
	}
	p.cookie = ""
	if r := p.ask("/", "If-None-Match", etag); r.status != http.StatusNotModified {
		t.Errorf("the public page after leaving: %d", r.status)
	}
}

func TestAPreviewAnswersLikeTheWebsite(t *testing.T) {
	p := bootPreview(t)
	confirm := "/api/confirm?site=main&form=contact&token=unknown"
	p.until(confirm, "is answered by the outbox", func(r reply) bool { return r.status == http.StatusNotFound })
	public := p.ask(confirm)
	p.open(p.link("/hidden"))
	isPublic(t, "the link of an opt-in", p.ask(confirm), public)
	for path, status := range map[string]int{"/hidden": 200, "/nowhere": 404, "/assets/nothing.js": 404, "/api/nothing": 404, "/%00": 404} {
		got, head := p.ask(path), p.send(http.MethodHead, path, "")
		got.header.Del("Date")
		head.header.Del("Date")
		if got.status != status || head.status != status || head.body != "" || !maps.EqualFunc(got.header, head.header, slices.Equal) {
			t.Errorf("%s: GET %d %v, HEAD %d %v", path, got.status, got.header, head.status, head.header)
		}
		if cached := got.header.Get("Cache-Control"); cached != "private, no-store" {
			t.Errorf("%s: %s", path, cached)
		}
		if strings.HasPrefix(got.header.Get("Content-Type"), "text/html") != strings.Contains(got.body, "Leave the preview") {
			t.Errorf("%s: a bar belongs on pages alone", path)
		}
	}
	// What has an error is not shown until it is mended.
	text := p.read("main/pages/hidden.yaml")
	p.save("main/pages/hidden.yaml", text+"nonsense: true\n")
	p.eventually("the error is told", func() bool { return strings.Contains(p.log.String(), "a site is held back") })
	if r := p.ask("/hidden"); r.status != http.StatusOK || !strings.Contains(r.body, secret) || !strings.Contains(r.body, "Leave the preview") {
		t.Errorf("a draft with an error: %d", r.status)
	}
}

func TestAPreviewShowsOtherSitesAsVisitorsSeeThem(t *testing.T) {
	p := bootPreview(t)
	for file, text := range map[string]string{
		"business/fr/site.yaml":          "name: Affaires " + secret + "\nlanguage: fr\n",
		"business/fr/pages/index.yaml":   "title: Affaires\ndescription: En préparation.\ndraft: true\nsections:\n  - hero: {title: Affaires}\n",
		"business/pages/news/index.yaml": "title: News\ndescription: News.\ncollection: {kind: article}\nsections:\n  - hero: {title: News}\n",
		"business/pages/news/own.yaml":   "title: " + secret + "\ndescription: Hidden.\ndate: 2026-01-01\ndraft: true\nsections:\n  - prose: {markdown: Hidden}\n",
	} {
		if err := os.MkdirAll(filepath.Join(p.content, filepath.Dir(file)), 0o755); err != nil {
			t.Fatal(err)
		}
		p.save(file, text)
	}
	p.save("main/pages/links.yaml", "title: Links\ndescription: Links.\ndraft: true\nsections:\n"+
		"  - hero: {title: Links, actions: [{label: Other, to: business:/other}, {label: Soon, to: business:/soon}, {label: Own, to: /hidden}]}\n"+
		"  - entries: {title: News, from: business:/news}\n")
	p.open(p.link("/links"))
	p.until("/links", "is there", func(reply) bool { return p.ask("/links").status == http.StatusOK })
	body := p.ask("/links").body
	if !strings.Contains(body, `href="/hidden"`) {
		t.Errorf("no link to a draft of its own: %s", body)
	}
	for _, path := range []string{"/links", "/websites/business", "/websites/business/news", "/sitemap.xml", "/llms.txt", "/api/sites", "/api/pages?path=/links"} {
		r := p.ask(path)
		for _, hidden := range []string{"business/other", "business/soon", "business/fr", "Affaires", "news/own"} {
			if r.status != http.StatusOK || strings.Contains(r.body, hidden) {
				t.Errorf("%s: %d, and tells of %s", path, r.status, hidden)
			}
		}
	}
	if r := p.ask("/websites/business/fr"); r.status != http.StatusNotFound {
		t.Errorf("a language in preparation of another site: %d", r.status)
	}
}

func TestPreviewsAreHeldForALittleWhile(t *testing.T) {
	dir, data := copyOfContent(t), t.TempDir()
	joined, err := newParts(t.Context(), partsConfig{contentConfig: contentConfig{Dir: dir}, OnDemand: true}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer joined.Close()
	front := server.Config{Logger: slog.New(slog.DiscardHandler)}
	one, two := newPreviews(data, joined, &editing{}, front, health{}), newPreviews(data, joined, &editing{}, front, health{})
	held := func() int {
		one.mu.Lock()
		defer one.mu.Unlock()
		return one.held.Len()
	}

	link := site.PreviewLink{Site: "main", Until: time.Now().Add(time.Hour)}
	var got [6]*server.Server
	var asking sync.WaitGroup
	for i := range got {
		asking.Go(func() { got[i], _ = one.Open(t.Context(), link) })
	}
	asking.Wait()
	for _, shown := range got {
		if shown == nil || shown != got[0] {
			t.Error("several who ask at once get one each")
		}
	}
	// One that is looked at between others is not made again, however many the others are.
	today := time.Now()
	for day := range 2 * mostPreviews {
		as := link
		as.AsOf = today.AddDate(0, 0, day)
		if _, err := one.Open(t.Context(), as); err != nil || held() > mostPreviews {
			t.Fatalf("%d previews are held, %v", held(), err)
		}
		if shown, err := one.Open(t.Context(), link); err != nil || shown != got[0] {
			t.Errorf("after %d others, a preview in use is made again, %v", day+1, err)
		}
	}
	one.idle.Reset(0)
	testkit.Eventually(t, "unused previews are dropped", func() bool { return held() == 0 })

	// Servers that share a data folder have the same links, and the same end of them.
	if err := writePreviewKey(data, osfile.Create); err != nil {
		t.Fatal(err)
	}
	key, err := readPreviewKey(data)
	if err != nil {
		t.Fatal(err)
	}
	read := func(p *previews) bool { _, ok := p.Read(link.Token(key)); return ok }
	if !read(one) || !read(two) {
		t.Error("a link counts for one server alone")
	}
	none := filepath.Join(dir, "none")
	if code, _, stderr := run(t, nil, "preview-link", "--revoke", "--data", none); code != exitFailed || !strings.Contains(stderr, "--data") {
		t.Errorf("where no link was made: %d %s", code, stderr)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a wrong data folder was made")
	}
	// Who ends all links may have no content at hand.
	if code, _, stderr := run(t, nil, "preview-link", "--revoke", "--content", filepath.Join(dir, "none"), "--data", data); code != exitOK {
		t.Fatal(stderr)
	}
	if read(one) || read(two) {
		t.Error("a revoked link still shows something")
	}
}

func TestALanguageOnAHostOfItsOwnIsPreviewed(t *testing.T) {
	p := bootPreview(t)
	if code, _, stderr := run(t, nil, "new", "site", "bakery", "--host", "bakery.example.com", "--content", p.content); code != exitOK {
		t.Fatal(stderr)
	}
	const host = "bakery.example.de"
	page := "title: Laden\ndescription: Ein Laden.\nsections:\n  - hero: {title: Laden, id: work}\n" +
		"  - prose: {id: prices, markdown: Preise}\n  - prose: {id: visit, markdown: Adresse}\n"
	if err := os.MkdirAll(filepath.Join(p.content, "bakery/de/pages"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.save("bakery/de/site.yaml", "name: Laden\nlanguage: de\nhosts: ["+host+"]\n")
	p.save("bakery/de/pages/index.yaml", page)
	p.save("bakery/de/pages/neu.yaml", "draft: true\n"+page)
	p.eventually("the language is there", func() bool { return p.ask("/", "Host", host).status == http.StatusOK })
	code, stdout, stderr := run(t, nil, "preview-link", "bakery.de:/neu", "--content", p.content, "--data", p.data)
	token, found := strings.CutPrefix(strings.TrimSpace(stdout), "https://"+host+"/neu?preview=")
	if code != exitOK || !found {
		t.Fatalf("%d %s%s", code, stdout, stderr)
	}
	p.cookie = "marquee-preview=" + token
	// The site and its first page may have been noticed before the page that was saved last.
	p.eventually("the draft is shown", func() bool {
		r := p.ask("/neu", "Host", host)
		return r.status == http.StatusOK && strings.Contains(r.body, "Vorschau verlassen")
	})
}

func stylesheetOf(t *testing.T, body string) string {
	t.Helper()
	_, rest, found := strings.Cut(body, `<link rel="stylesheet" href="`)
	address, _, _ := strings.Cut(rest, `"`)
	if !found {
		t.Fatal("the page has no stylesheet")
	}
	return address
}

// seesNothing asks with what p has for all that is not published.
func (p *previewed) seesNothing(t *testing.T, who string) {
	t.Helper()
	for _, path := range everywhere {
		got := p.ask(path)
		had := p.cookie
		p.cookie = ""
		public := p.ask(path)
		p.cookie = had
		isPublic(t, who+": "+path, got, public)
	}
}

// isPublic expects an answer that is the public one, byte by byte.
func isPublic(t *testing.T, what string, got, public reply) {
	t.Helper()
	got.header.Del("Date")
	public.header.Del("Date")
	if strings.Contains(got.body, secret) || got.status != public.status || got.body != public.body || !maps.EqualFunc(got.header, public.header, slices.Equal) {
		t.Errorf("%s is %d %v, and for others %d %v", what, got.status, got.header, public.status, public.header)
	}
}

func TestNobodyElseSeesAPreview(t *testing.T) {
	p := bootPreview(t)
	good := p.link()
	_, token, _ := strings.Cut(good, "preview=")
	key, err := readPreviewKey(p.data)
	if err != nil {
		t.Fatal(err)
	}
	p.open(good) // so that it is held
	if r := p.ask("/hidden"); r.status != http.StatusOK {
		t.Fatalf("the link shows %d", r.status)
	}
	p.cookie = ""

	tomorrow := time.Now().Add(24 * time.Hour)
	ended := site.PreviewLink{Site: "main", Until: time.Now().Add(-time.Second)}.Token(key)
	for who, token := range map[string]string{
		"forged": token[:len(token)-4] + "AAAA", "truncated": token[:len(token)/2], "huge": strings.Repeat("A", 6000),
		"another key": site.PreviewLink{Site: "main", Until: tomorrow}.Token([]byte("another")), "ended": ended,
		"unknown site": site.PreviewLink{Site: "bakery", Until: tomorrow}.Token(key), "not decoded": "%00%ff;=",
	} {
		p.cookie = "marquee-preview=" + token
		p.seesNothing(t, who)
		p.cookie = ""
		if who == "ended" {
			continue
		}
		for _, path := range everywhere {
			glue := "?"
			if strings.Contains(path, "?") {
				glue = "&"
			}
			isPublic(t, who+": "+path, p.ask(path+glue+"preview="+url.QueryEscape(token)), p.ask(path+glue+"other=1"))
		}
	}

	// A link that has ended says so, and the same wherever it leads.
	said := p.ask("/?preview=" + ended)
	for _, path := range []string{"/hidden", "/later", "/nowhere", "/about"} {
		r := p.ask(path + "?preview=" + ended)
		if r.status != http.StatusGone || !strings.Contains(r.body, "This preview link has ended.") || r.body != said.body ||
			r.header.Get("Cache-Control") != "no-store" || r.header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v\n%s", path, r.status, r.header, r.body)
		}
	}

	// Revoked, a link that was opened shows nothing any more either.
	p.open(good)
	if code, stdout, stderr := run(t, nil, "preview-link", "--revoke", "--content", p.content, "--data", p.data); code != exitOK || !strings.Contains(stdout, "ended") {
		t.Fatalf("revoke: %d %s%s", code, stdout, stderr)
	}
	p.seesNothing(t, "revoked")
	if r := p.ask(good); r.header.Get("Set-Cookie") != "" {
		t.Errorf("a revoked link: %d %v", r.status, r.header)
	}
}

func TestAPreviewAsOfADayShowsThatDay(t *testing.T) {
	p := bootPreview(t)
	p.open(p.link("--as-of", "2090-12-24"))
	if r := p.ask("/later"); r.status != http.StatusOK || !strings.Contains(r.body, "December 24, 2090") {
		t.Errorf("the page of that day: %d", r.status)
	}
	for _, path := range []string{"/hidden", "/de", "/websites/business/soon"} { // the last one belongs to another site
		if r := p.ask(path); r.status != http.StatusNotFound || strings.Contains(r.body, secret) {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	p.cookie = ""
	p.open(p.link("--as-of", "2090-12-23"))
	if r := p.ask("/later"); r.status != http.StatusNotFound {
		t.Errorf("the day before: %d", r.status)
	}
	code, _, stderr := run(t, nil, "preview-link", "/later", "--as-of", "2090-12-23", "--content", p.content, "--data", p.data)
	if code != exitUsage || !strings.Contains(stderr, "no page with the address /later") {
		t.Errorf("a link to a page that is not there on that day: %d %s", code, stderr)
	}
}

func TestAPreviewIsReadOnly(t *testing.T) {
	p := bootPreview(t)
	p.open(p.link("/hidden"))
	values := url.Values{"site": {"main"}, "form": {"contact"}, "name": {"Ada"}, "email": {"ada@example.com"}, "message": {"A kept message."}}
	const sentence = "This is a preview: nothing was sent and nothing was stored."
	r := p.send(http.MethodPost, "/api/send-contact-email", values.Encode(), "Content-Type", "application/x-www-form-urlencoded", "Referer", p.url+"/hidden")
	if r.status != http.StatusLocked || !strings.Contains(r.body, sentence) || !strings.Contains(r.body, "A kept message.") || !strings.Contains(r.body, "Leave the preview") {
		t.Errorf("a native form: %d\n%s", r.status, r.body)
	}
	r = p.send(http.MethodPost, "/api/send-contact-email", `{"site":"main","form":"contact","name":"Ada","email":"ada@example.com","message":"A kept message."}`,
		"Content-Type", "application/json")
	if r.status != http.StatusLocked || !strings.Contains(r.body, sentence) || !strings.Contains(r.body, `"code":"preview_only"`) {
		t.Errorf("a form with a script: %d %s", r.status, r.body)
	}
	if code, stdout, stderr := run(t, nil, "submissions", "list", "--json", "--data", p.data); code != exitOK || strings.Contains(stdout, "contact") {
		t.Errorf("submissions: %d %s%s", code, stdout, stderr)
	}
	if mails, err := os.ReadDir(filepath.Join(p.data, "mail")); err == nil && len(mails) > 0 {
		t.Errorf("mails: %v", mails)
	}
}

func TestPreviewsBehindAProxyAndOnHosts(t *testing.T) {
	p := bootPreview(t, "--trusted-proxies", "127.0.0.1")
	link := p.link()
	r := p.ask(link, "X-Forwarded-Proto", "https", "X-Forwarded-For", "203.0.113.9")
	set := r.header.Get("Set-Cookie")
	if !strings.HasPrefix(set, "__Host-marquee-preview=") || !strings.Contains(set, "; Secure") || !strings.Contains(set, "; Path=/;") || strings.Contains(set, "Domain") {
		t.Fatalf("over TLS: %s", set)
	}
	p.cookie, _, _ = strings.Cut(set, ";")
	if r := p.ask("/hidden", "X-Forwarded-Proto", "https"); r.status != http.StatusOK {
		t.Errorf("over TLS: %d", r.status)
	}
	if r := p.ask("/hidden"); r.status != http.StatusNotFound {
		t.Errorf("without TLS: %d", r.status)
	}

	// On a host of its own, the link of another site shows nothing, nor the other way round.
	if code, _, stderr := run(t, nil, "new", "site", "bakery", "--host", "bakery.example.com", "--content", p.content); code != exitOK {
		t.Fatal(stderr)
	}
	p.save("bakery/pages/own.yaml", "title: "+secret+"\ndescription: Hidden.\ndraft: true\nsections:\n  - hero: {title: Hidden}\n")
	code, stdout, stderr := run(t, nil, "preview-link", "bakery:/own", "--content", p.content, "--data", p.data)
	bakery, found := strings.CutPrefix(strings.TrimSpace(stdout), "https://bakery.example.com/own?preview=")
	if code != exitOK || !found {
		t.Fatalf("%d %s%s", code, stdout, stderr)
	}
	const host = "bakery.example.com"
	p.cookie = "marquee-preview=" + bakery
	p.eventually("the bakery is there", func() bool { return p.ask("/own", "Host", host).status == http.StatusOK })
	if r := p.ask("/hidden"); r.status != http.StatusNotFound {
		t.Errorf("the main site by the link of the bakery: %d", r.status)
	}
	_, main, _ := strings.Cut(link, "preview=")
	p.cookie = "marquee-preview=" + main
	if r := p.ask("/hidden"); r.status != http.StatusOK {
		t.Errorf("the main site by its own link: %d", r.status)
	}
	for _, path := range []string{"/own", "/hidden", "/own?preview=" + main} {
		if r := p.ask(path, "Host", host); r.status != http.StatusNotFound || r.header.Get("Set-Cookie") != "" {
			t.Errorf("%s of the bakery by the link of the main site: %d", path, r.status)
		}
	}
}

func TestPreviewLinkRefusesWhatMakesNoSense(t *testing.T) {
	dir, data := copyOfContent(t), t.TempDir()
	for _, c := range []struct {
		arguments []string
		says      string
	}{
		{[]string{"--for", "14"}, "14d or 36h"},
		{[]string{"--for", "3 weeks"}, "14d or 36h"},
		{[]string{"--for", "0d"}, "14d or 36h"},
		{[]string{"--for=-1d"}, "14d or 36h"},
		{[]string{"--for", "91d"}, "at most 90d"},
		{[]string{"--for", "2161h"}, "at most 90d"},
		{[]string{"--for", "99999999999999999999d"}, "at most 90d"},
		{[]string{"/abot"}, "did you mean /about?"},
		{[]string{"/abot", "--as-of", "2090-01-01"}, "did you mean /about?"},
		{[]string{"bakery:/about"}, `no site "bakery"`},
		{[]string{"business:/conect"}, "did you mean /websites/business/connect?"},
		{[]string{"--as-of", "Christmas"}, "2026-12-24"},
		{[]string{"--as-of", "2026-02-30"}, "2026-12-24"},
	} {
		code, stdout, stderr := run(t, nil, append([]string{"preview-link", "--content", dir, "--data", data}, c.arguments...)...)
		if code != exitUsage || !strings.Contains(stderr, c.says) || stdout != "" {
			t.Errorf("%v: exit code %d, %q, %s", c.arguments, code, stdout, stderr)
		}
	}
	if _, err := os.Stat(filepath.Join(data, previewKeyFile)); err == nil {
		t.Error("what was refused left a key")
	}
}

func TestAPreviewLinkNamesPagesAsLinksDo(t *testing.T) {
	dir, data := copyOfContent(t), t.TempDir()
	for page, path := range map[string]string{
		"business:/": "/websites/business", "business:": "/websites/business", "business:/connect": "/websites/business/connect",
		"/websites/business/connect": "/websites/business/connect", "main:/about": "/about", "": "/",
	} {
		code, stdout, stderr := run(t, nil, "preview-link", "--content", dir, "--data", data, page)
		if code != exitOK || !strings.HasPrefix(stdout, "https://evenlight.example"+path+"?preview=") {
			t.Errorf("%q: exit code %d, %q, %s", page, code, stdout, stderr)
		}
	}
}

func TestDraftsAreNotFoundBySearchEngines(t *testing.T) {
	dir := copyOfContent(t)
	name := filepath.Join(dir, "main", "site.yaml")
	settings := strings.Replace(readFile(t, name), "baseURL: https://evenlight.example\n", "hosts: [evenlight.example]\n", 1)
	if err := os.WriteFile(name, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	ask := func(w *website, host, path string) reply {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		return w.do(request)
	}
	w := boot(t, dir, "--drafts")
	for _, host := range []string{"staging.example.net", "evenlight.example", "10.1.2.3:8080"} {
		r := ask(w, host, "/about")
		if r.status != http.StatusOK || !strings.Contains(r.body, `<meta name="robots" content="noindex">`) || r.header.Get("X-Robots-Tag") != "noindex, nofollow" {
			t.Errorf("%s: %d %v", host, r.status, r.header)
		}
		if r := ask(w, host, "/robots.txt"); r.body != "User-agent: *\nDisallow: /\n" {
			t.Errorf("%s: robots.txt is %q", host, r.body)
		}
		if r := ask(w, host, "/sitemap.xml"); strings.Contains(r.body, "<loc>") || r.header.Get("X-Robots-Tag") == "" {
			t.Errorf("%s: the sitemap is %s", host, r.body)
		}
	}
	if r := ask(w, "business.staging.example.net", "/"); r.status != http.StatusSeeOther || r.header.Get("Location") != "/websites/business" {
		t.Errorf("a site by its id: %d %v", r.status, r.header)
	}

	w = boot(t, dir)
	if r := ask(w, "staging.example.net", "/about"); r.status != http.StatusMisdirectedRequest {
		t.Errorf("without --drafts: %d", r.status)
	}
	if r := ask(w, "evenlight.example", "/about"); r.header.Get("X-Robots-Tag") != "" || strings.Contains(r.body, "noindex") {
		t.Errorf("without --drafts: %v", r.header)
	}
}

func TestTheKeyOfPreviewLinksIsMadeOnceAndReplaced(t *testing.T) {
	dir, data := copyOfContent(t), filepath.Join(t.TempDir(), "var")
	var tokens [4]string
	var making sync.WaitGroup
	for i := range tokens {
		making.Go(func() { _, tokens[i], _ = run(t, nil, "preview-link", "--content", dir, "--data", data) })
	}
	making.Wait()
	key, err := readPreviewKey(data)
	if err != nil {
		t.Fatal(err)
	}
	for i := range tokens {
		_, printed, _ := run(t, nil, "preview-link", "--content", dir, "--data", data)
		_, token, _ := strings.Cut(strings.TrimSpace(printed), "?preview=")
		if link, ok := site.ReadPreviewLink(key, token); !ok || link.Site != "main" {
			t.Errorf("link %d is %+v, %v", i, link, ok)
		}
	}
	file := filepath.Join(data, previewKeyFile)
	for range 2 {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the key is %v, %v", info, err)
		}
		if code, _, stderr := run(t, nil, "preview-link", "--revoke", "--content", dir, "--data", data); code != exitOK {
			t.Fatal(stderr)
		}
	}
	if other, err := readPreviewKey(data); err != nil || string(other) == string(key) {
		t.Errorf("after --revoke: %v", err)
	}
	for _, damaged := range []string{"", "short", strings.Repeat("!", 2000)} {
		if err := os.WriteFile(file, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, stdout, stderr := run(t, nil, "preview-link", "--content", dir, "--data", data); code != exitFailed || stdout != "" || stderr == "" {
			t.Errorf("a damaged key: %d %q %q", code, stdout, stderr)
		}
	}
	if code, stdout, stderr := run(t, nil, "preview-link", "--content", dir, "--data", filepath.Join(file, "var")); code != exitFailed || stdout != "" || !strings.Contains(stderr, file) {
		t.Errorf("a data folder that cannot be: %d %q %q", code, stdout, stderr)
	}
}

// What is changed in Studio of one site is there by a link that is made in Studio, and nowhere else.
func TestALinkOfStudioShowsWhatIsChangedThere(t *testing.T) {
	p := bootPreview(t)
	code, invitation, stderr := run(t, nil, "studio", "invite", "anna@example.com", "--content", p.content, "--data", p.data)
	_, token, is := strings.Cut(strings.TrimSpace(invitation), "/studio/join/")
	if code != exitOK || !is {
		t.Fatalf("%d %s", code, stderr)
	}
	joined := p.send(http.MethodPost, "/studio/join/"+token, "", "Sec-Fetch-Site", "same-origin")
	var anna string
	for _, c := range (&http.Response{Header: joined.header}).Cookies() {
		if c.Name == "marquee-studio" {
			anna = c.Name + "=" + c.Value
		}
	}
	call := func(path, body string) reply {
		t.Helper()
		r := p.send(http.MethodPost, "/studio/api/"+path, body, "Sec-Fetch-Site", "same-origin", "Cookie", anna)
		if r.status != http.StatusOK {
			t.Fatalf("%s %s: %d %s", path, body, r.status, r.body)
		}
		return r
	}
	call("make", `{"site":"main","kind":"page","title":"Fresh rolls","address":"/rolls"}`)
	call("make", `{"site":"business","kind":"page","title":"Fresh beans","address":"/beans"}`)
	hide := `{"changes":[{"file":"main/pages/hidden.yaml","op":"set","at":"title","value":%q,"old":%q}]}`
	call("changes", fmt.Sprintf(hide, "Changed since", secret))
	var made struct{ Address string }
	if err := json.Unmarshal([]byte(call("preview-link", `{"file":"main/pages/rolls.yaml","days":7}`).body), &made); err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(made.Address)
	if err != nil {
		t.Fatal(err)
	}
	shows := func(path, words string, want bool) {
		t.Helper()
		if r := p.ask(path); strings.Contains(r.body, words) != want {
			t.Errorf("%s says %q: %v. %d", path, words, !want, r.status)
		}
	}
	shows("/rolls", "Fresh rolls", false)
	command := p.link("/hidden")
	p.open(address.RequestURI())
	shows("/rolls", "Fresh rolls", true)
	shows("/hidden", "Changed since", true)
	shows("/websites/business/beans", "Fresh beans", false)
	call("changes", fmt.Sprintf(hide, "Changed again", "Changed since"))
	shows("/hidden", "Changed again", true)
	// Where something is wrong, the link shows what is in the folder.
	call("changes", fmt.Sprintf(hide, "{{plans.none.price}}", "Changed again"))
	shows("/hidden", secret, true)
	p.cookie = ""
	p.open(command)
	shows("/hidden", secret, true)
	shows("/rolls", "Fresh rolls", false)
}

//go:build !race

package main

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// twoHosts adds two sites to a content folder, each with a domain of its own and
// with the same paths, and returns the folder.
func twoHosts(t testing.TB, dir string) string {
	t.Helper()
	for _, id := range []string{"bakery", "lawyer"} {
		program := Program{Stdout: io.Discard, Stderr: io.Discard}
		if code := program.Run(t.Context(), []string{"new", "site", id, "--host", id + ".example", "--content", dir}); code != exitOK {
			t.Fatalf("new site %s ended with %d", id, code)
		}
	}
	for file, links := range map[string]string{
		"main/pages/elsewhere.yaml":   `[{label: Bread, to: "bakery:/contact"}, {label: Law, to: "https://lawyer.example/"}]`,
		"lawyer/pages/elsewhere.yaml": `[{label: Home, to: /}]`,
		"bakery/pages/elsewhere.yaml": `[{label: Home, to: "main:/"}, {label: Law, to: "lawyer:/privacy"}, {label: Own, to: /contact}]`,
	} {
		text := "title: Elsewhere\ndescription: Elsewhere.\nsections:\n  - hero: {title: Elsewhere, actions: " + links + "}\n"
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// on asks for a path of a host, or posts a body there.
func (w *website) on(host, path string, post url.Values, headers ...string) reply {
	w.t.Helper()
	method, body := http.MethodGet, ""
	if post != nil {
		method, body = http.MethodPost, post.Encode()
	}
	request, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	request.Host = host
	if post != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
	}
	return w.do(request)
}

func TestEveryHostIsAWebsite(t *testing.T) {
	t.Parallel()
	w := boot(t, twoHosts(t, copyOfContent(t)))
	for _, host := range []string{"bakery.example", "lawyer.example"} {
		id, _, _ := strings.Cut(host, ".")
		ask := func(path string, status int, wants ...string) reply {
			t.Helper()
			got := w.on(host, path, nil)
			if got.status != status {
				t.Errorf("%s%s answers %d", host, path, got.status)
			}
			for _, want := range wants {
				if !strings.Contains(got.body, want) {
					t.Errorf("%s%s lacks %s", host, path, want)
				}
			}
			return got
		}
		home := ask("/", 200, `<link rel="canonical" href="https://`+host+`/">`, `data-site="`+id+`"`, `content="https://`+host+`/og/`+id+`/index-`)
		ask("/privacy", 200, `<link rel="canonical" href="https://`+host+`/privacy">`)
		ask("/nothing", 404, `data-site="`+id+`"`, `href="/"`)
		ask("/products", 404)
		ask("/privacy/", 301)
		ask("/api/pages?path=/contact", 200, `"id":"`+id+`"`)
		ask("/api/sites", 200, `[{"id":"`+id+`","path":"/",`)
		ask("/api/sites/main", 404)
		ask("/robots.txt", 200, "Sitemap: https://"+host+"/sitemap.xml")
		ask("/favicon.ico", 200)
		ask("/llms.txt", 200, "https://"+host+"/elsewhere")
		if sitemap := ask("/sitemap.xml", 200, "<loc>https://"+host+"/elsewhere</loc>"); strings.Count(sitemap.body, "<loc>") != strings.Count(sitemap.body, "<loc>https://"+host+"/") {
			t.Errorf("the sitemap of %s names pages of others", host)
		}
		for _, address := range regexp.MustCompile(`(?:href|src|content)="(?:https://[a-z.]+)?(/(?:assets|images|og)/[^"]+)"`).FindAllStringSubmatch(home.body, -1) {
			ask(address[1], 200)
		}
	}
	if got := w.get("/sitemap.xml"); strings.Contains(got.body, "bakery.example") || strings.Contains(got.body, "lawyer.example") {
		t.Error("the main site's sitemap names pages of other hosts")
	}
	if got := w.get("/elsewhere"); !strings.Contains(got.body, `href="https://bakery.example/contact"`) || !strings.Contains(got.body, `href="https://lawyer.example/"`) {
		t.Error("links of the main site do not lead to the other hosts")
	}
	if got := w.on("bakery.example", "/elsewhere", nil); !strings.Contains(got.body, `href="https://evenlight.example/"`) ||
		!strings.Contains(got.body, `href="https://lawyer.example/privacy"`) || !strings.Contains(got.body, `href="/contact"`) {
		t.Error("links of a site with a host do not lead where they should")
	}
}

// TestNoAnswerIsForAnotherHost asks two hosts for one path, as a cache between them would.
func TestNoAnswerIsForAnotherHost(t *testing.T) {
	t.Parallel()
	w := boot(t, twoHosts(t, copyOfContent(t)))
	for _, path := range []string{"/", "/contact", "/nothing", "/sitemap.xml", "/robots.txt", "/api/pages?path=/", "/api/sites", "/contact?sent=message&ref=K7M3-9QX3"} {
		tags := map[string]string{}
		for range 2 { // made, and from memory
			for _, host := range []string{"bakery.example", "lawyer.example", "evil.example"} {
				got := w.on(host, path, nil)
				if strings.Contains(got.body, "evil.example") || strings.Contains(got.header.Get("Location"), "evil") {
					t.Errorf("%s of %s repeats the host", path, host)
				}
				for _, other := range []string{"bakery", "lawyer"} {
					if strings.HasPrefix(host, other) {
						continue
					}
					if strings.Contains(got.body, other+".example") || strings.Contains(got.body, `"id":"`+other+`"`) {
						t.Errorf("%s of %s is %s's", path, host, other)
					}
				}
				if tag := got.header.Get("Etag"); tag != "" {
					if owner := tags[tag]; owner != "" && owner != host {
						t.Errorf("%s has one entity tag on %s and %s", path, owner, host)
					}
					tags[tag] = host
					if again := w.on("lawyer.example", path, nil, "If-None-Match: "+tag); host == "bakery.example" && again.status == http.StatusNotModified {
						t.Errorf("%s of lawyer.example is answered from bakery.example", path)
					}
				}
			}
		}
	}
}

func TestFormsOfAHost(t *testing.T) {
	t.Parallel()
	h := openReady(t, opening{content: twoHosts(t, copyOfContent(t))})
	fields := url.Values{"site": {"bakery"}, "form": {"message"}, "type": {"message"}, "name": {"Ada of the host"}, "email": {"ada@example.com"}, "message": {"Bread for ten, please."}}
	got := h.on("bakery.example", inquiries, fields, "Origin: https://bakery.example", "Referer: https://bakery.example/contact")
	target := got.header.Get("Location")
	if got.status != http.StatusSeeOther || !strings.HasPrefix(target, "/contact?sent=message&ref=") {
		t.Fatalf("%d leads to %q: %s", got.status, target, got.body)
	}
	path, _, _ := strings.Cut(target, "#")
	if sent := h.on("bakery.example", path, nil); sent.status != http.StatusOK || !strings.Contains(sent.body, `data-site="bakery"`) || !strings.Contains(sent.body, "Your message has arrived") {
		t.Errorf("the confirmation is %d", sent.status)
	}
	reference, _, _ := strings.Cut(strings.TrimPrefix(target, "/contact?sent=message&ref="), "#")
	record := h.find(reference)
	if record.SiteID != "bakery" || record.Page != "/contact" {
		t.Errorf("stored is %s %s", record.SiteID, record.Page)
	}
	mails, err := filepath.Glob(filepath.Join(h.data, "mail", "*.eml"))
	h.eventually("the mail is written", func() bool {
		mails, err = filepath.Glob(filepath.Join(h.data, "mail", "*.eml"))
		return err == nil && len(mails) > 0
	})
	for _, name := range mails {
		mail, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(mail), "https://evenlight.example/contact") || !strings.Contains(string(mail), "https://bakery.example") {
			t.Errorf("%s does not lead to its host, %v", name, err)
		}
	}
	if got := h.on("bakery.example", inquiries, fields, "Origin: https://lawyer.example"); got.status != http.StatusForbidden {
		t.Errorf("sent from another host: %d", got.status)
	}
	// A form that is not filled in is shown again, on its host.
	fields.Set("email", "nobody")
	got = h.on("bakery.example", inquiries, fields, "Origin: https://bakery.example", "Referer: https://bakery.example/contact")
	if got.status != http.StatusUnprocessableEntity || !strings.Contains(got.body, `data-site="bakery"`) || !strings.Contains(got.body, "Bread for ten, please.") {
		t.Errorf("a form with a mistake answers %d", got.status)
	}
}

// TestTheHostsOfTheMainSite checks what is left for others once the main site has hosts.
func TestTheHostsOfTheMainSite(t *testing.T) {
	t.Parallel()
	dir := twoHosts(t, smallContent(t)) // exporting pages takes long
	edit(t, filepath.Join(dir, "main/site.yaml"), "baseURL: https://www.evenlight.example", "baseURL: https://evenlight.example")
	w := boot(t, dir)
	if got := w.on("else.example", "/", nil); got.status != http.StatusOK {
		t.Errorf("a host that nobody claims answers %d", got.status)
	}
	if got := w.operate("/tls?domain=evenlight.example"); got.status != http.StatusNotFound {
		t.Errorf("a host that nobody claims gets a certificate: %d", got.status)
	}
	w.save("main/site.yaml", strings.Replace(w.read("main/site.yaml"), "path: /\n", "path: /\nhosts: [evenlight.example, www.evenlight.example]\n", 1))
	w.eventually("the hosts are claimed", func() bool { return w.on("else.example", "/", nil).status == http.StatusMisdirectedRequest })
	for host, want := range map[string]int{"www.evenlight.example": 200, "bakery.example": 200, "localhost:80": 200, "192.0.2.1": 421, "": 200} {
		if got := w.on(host, "/", nil); got.status != want {
			t.Errorf("%q answers %d, want %d", host, got.status, want)
		}
	}
	if got := w.on("www.evenlight.example", "/websites/business", nil); got.status != http.StatusOK || !strings.Contains(got.body, `href="https://evenlight.example/websites/business"`) {
		t.Errorf("a site without hosts answers %d where the main site lives", got.status)
	}
	if got := w.on("business.localhost", "/", nil); got.status != http.StatusSeeOther || got.header.Get("Location") != "/websites/business" {
		t.Errorf("business.localhost answers %d %s", got.status, got.header.Get("Location"))
	}
	if got := w.on("bakery.localhost:8080", "/", nil); got.status != http.StatusOK || !strings.Contains(got.body, `data-site="bakery"`) {
		t.Errorf("bakery.localhost answers %d", got.status)
	}
	for domain, want := range map[string]int{"www.evenlight.example": 200, "bakery.example": 200, "else.example": 404} {
		if got := w.operate("/tls?domain=" + domain); got.status != want {
			t.Errorf("/tls for %s answers %d, want %d", domain, got.status, want)
		}
	}
	to := t.TempDir()
	if code, _, stderr := run(t, nil, "export", to, "--content", dir); code != exitOK {
		t.Fatalf("export ended with %d:\n%s", code, stderr)
	}
	for name, want := range map[string]string{
		"index.html": "https://evenlight.example/", "_hosts/bakery.example/index.html": "https://bakery.example/", "_hosts/lawyer.example/contact.html": `data-site="lawyer"`,
		"_hosts/bakery.example/404.html": `data-site="bakery"`, "_hosts/lawyer.example/sitemap.xml": "https://lawyer.example/elsewhere", "_hosts/bakery.example/_headers": "/assets/*",
	} {
		if data, err := os.ReadFile(filepath.Join(to, name)); err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %s, %v", name, want, err)
		}
	}
}

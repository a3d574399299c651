//go:build !race

package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRedirectsLeadVisitorsOnAtOnce asks as browsers, search engines and attackers do.
func TestRedirectsLeadVisitorsOnAtOnce(t *testing.T) {
	t.Parallel()
	dir := copyOfContent(t)
	lines := `/old-page: /about
/über-uns/: /about#team
/blog/*: /about
/archive/*: /*
/shop/*: https://shop.example/of/*
/?id=5: /contact
/?p=123: /about
/2019/05/title/: /about
/2019/*: /contact
/category/*: /
/index.php: /
/index.php/*: /*
/About-Us.html: /about
/wp-content/uploads/2019/prices.csv: files/prices.csv
/wp-content/*: /contact
/feed/: /contact
/.well-known/change-password: /contact
/over: /contact
/booking: https://shop.example/?form=table&utm_source=site#now
`
	page := "title: Team\ndescription: Team.\nsections:\n  - hero: {title: Team}\n  - prose: {id: team, markdown: Us.}\n"
	for file, text := range map[string]string{
		"redirects.yaml": lines, "pages/about.yaml": page, "pages/blog/now.yaml": page, "files/prices.csv": "rolls,1\n",
		"pages/over.yaml": "expireAt: 2020-01-01\n" + page,
	} {
		path := filepath.Join(dir, "main", file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	h := openReady(t, opening{content: dir})
	ask := func(method, path string) (status int, location string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, h.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.URL.Opaque = path
		response, err := h.client.Do(request)
		if err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
		response.Body.Close()
		return response.StatusCode, response.Header.Get("Location")
	}
	for _, c := range []struct {
		path, want string
		status     int
	}{
		{"/old-page", "/about", 301},
		{"/old-page/", "/about", 301},
		{"/old-page?utm_source=a%20b", "/about?utm_source=a%20b", 301},
		{"/old-page/?x=1", "/about?x=1", 301},
		{
			"/booking?utm_source=ad&utm_medium=a%20b&&f%6Frm=x&%zz",
			"https://shop.example/?form=table&utm_source=site&utm_medium=a%20b&%zz#now", 301,
		},
		{"/%C3%BCber-uns", "/about#team", 301},
		{"/u%CC%88ber-uns/", "/about#team", 301},
		{"/%C3%BCber-uns?x=1", "/about?x=1#team", 301},
		{"/blog/2019/x", "/about", 301},
		{"/blog/now", "", 200},
		{"/?id=5", "/contact", 301},
		{"/?id=5&utm_source=x", "/contact?utm_source=x", 301},
		{"/?id=6", "", 200},
		{"/", "", 200},
		{"/shop/a%0D%0AX-Evil:%201", "", 404},
		{"/shop/a%20b/c", "https://shop.example/of/a%20b/c", 301},
		{"/archive//evil.example", "", 404},
		{"/archive/%2Fevil.example", "", 404},
		{"/archive/%5Cevil.example", "", 404},
		{"/archive/../x", "", 404},
		{"/archive/%2e%2e/x", "", 404},
		{"/archive/evil.example/", "/evil.example", 301},
		{"/shop/" + strings.Repeat("a/", 1500) + "b", "https://shop.example/of/" + strings.Repeat("a/", 1500) + "b", 301},
		{"/?p=123", "/about", 301},
		{"/?p=123&preview=true", "/about?preview=true", 301},
		{"/?p=124", "", 200},
		{"/index.php?p=123&x=1", "/about?x=1", 301},
		{"/index.php?p=124", "/?p=124", 301},
		{"/2019/05/title/", "/about", 301},
		{"/2019/05/title/feed/", "/contact", 301},
		{"/category/news/page/2/", "/", 301},
		{"/index.php", "/", 301},
		{"/index.php?p=123", "/about", 301},
		{"/index.php/about", "/about", 301},
		{"/About-Us.html", "/about", 301},
		{"/about-us.html", "", 404},
		{"/wp-content/themes/x/style.css", "/contact", 301},
		{"/wp-content/uploads/2019/prices.csv", "/files/main/prices.csv", 301},
		{"/files/main/prices.csv", "", 200},
		{"/files/main/prices-0123456789.csv", "/files/main/prices.csv", 301}, // as it was before its bytes changed
		{"/Files/Main/Prices.CSV", "/files/main/prices.csv", 301},
		{"/files/main/prices-0123456789.pdf", "", 404},
		{"/Contact?x=1", "/contact?x=1", 301},
		{"/CONTACT", "/contact", 301},
		{"/feed/", "/contact", 301},
		{"/feed", "/contact", 301},
		{"/.well-known/change-password", "/contact", 301},
		{"/.well-known/nothing", "", 404},
		{"/over?x=1", "/contact?x=1", 301},
		{"/api/pages?path=/old-page", "/api/pages?path=%2Fabout", 301},
		{"/api/pages?path=/shop/x", "", 404},
	} {
		if status, location := ask(http.MethodGet, c.path); status != c.status || location != c.want {
			t.Errorf("GET %.80s: %d %.80q, want %d %.80q", c.path, status, location, c.status, c.want)
		}
	}
	if status, location := ask(http.MethodHead, "/old-page"); status != 301 || location != "/about" {
		t.Errorf("HEAD: %d %q", status, location)
	}
	if status, location := ask(http.MethodPost, "/old-page"); status != 405 || location != "" {
		t.Errorf("POST: %d %q", status, location)
	}
}

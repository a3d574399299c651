package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/valyala/fasthttp"
)

// TestPanic checks that a panic costs one answer, and that the process lives on.
func TestPanic(t *testing.T) {
	r := start(t, func(_ *Config, f *fakeWebsite) {
		f.onPage = func(_ context.Context, path string) {
			if path == "/about" {
				panic("canary " + path)
			}
		}
	})
	w := r.dial()
	w.send("GET /about HTTP/1.1\r\nHost: a" + end)
	got := w.read("GET")
	if got.StatusCode != 500 || !strings.Contains(got.body, "500 /about") || strings.Contains(got.body, "canary") {
		t.Errorf("answer is %d %q, want the error page without the cause", got.StatusCode, got.body)
	}
	for _, problem := range insecure(got.Header) {
		t.Error(problem)
	}
	w.send("GET / HTTP/1.1\r\nHost: a" + end)
	if got := w.read("GET"); got.StatusCode != 200 {
		t.Errorf("the same connection answers %d afterwards", got.StatusCode)
	}
	if log := r.log.String(); !strings.Contains(log, "canary /about") || !strings.Contains(log, "behaviour_test.go") {
		t.Errorf("the log has neither cause nor stack:\n%s", log)
	}
	if _, metrics := r.ask("/metrics"); !strings.Contains(metrics, "marquee_http_panics_total 1") {
		t.Error("the panic is not counted")
	}
}

// TestPanicInErrorPage checks the last line: even the error page is broken.
func TestPanicInErrorPage(t *testing.T) {
	r := start(t, func(_ *Config, f *fakeWebsite) {
		f.brokenErrorPage = true
		f.onPage = func(context.Context, string) { panic("canary") }
	})
	got := r.get("/about")
	if got.StatusCode != 500 || got.body != "" {
		t.Errorf("answer is %d %q, want a bare 500", got.StatusCode, got.body)
	}
	for _, problem := range insecure(got.Header) {
		t.Error(problem)
	}
	// A framing error on a website that cannot draw pages must not end the process either.
	w := r.dial()
	w.send("POST /about HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999" + end)
	if got := w.read("POST"); got.StatusCode != 500 && got.StatusCode != 413 {
		t.Errorf("answer is %d", got.StatusCode)
	}
}

// TestStringsAreOurs checks that what a website keeps of a request stays as it
// was when the connection is used again: fasthttp reuses the memory.
func TestStringsAreOurs(t *testing.T) {
	r := start(t, nil)
	w := r.dial()
	paths := []string{"/first-visitor", "/about", "/second-person", "/caf%C3%A9", "/third-stranger", "/x"}
	for _, path := range paths {
		w.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Padding: " + strings.Repeat("z", 100) + end)
		w.read("GET")
	}
	want := []string{"/first-visitor", "/about", "/second-person", "/café", "/third-stranger", "/x"}
	if got := r.website.askedFor(); !slices.Equal(got, want) {
		t.Errorf("kept paths are %q, want %q", got, want)
	}
}

// TestEncodedAPI unpacks what the API compresses.
func TestEncodedAPI(t *testing.T) {
	r := start(t, nil)
	plain := r.get("/api/sites/main/plans").body
	zipped := r.get("/api/sites/main/plans", "Accept-Encoding: gzip").body
	reader, err := gzip.NewReader(strings.NewReader(zipped))
	if err != nil {
		t.Fatal(err)
	}
	unzipped, err := io.ReadAll(reader)
	if err != nil || string(unzipped) != plain {
		t.Errorf("gzip holds %q (%v), want %q", unzipped, err, plain)
	}
	brotli := r.get("/api/sites/main/plans", "Accept-Encoding: br").body
	unpacked, err := fasthttp.AppendUnbrotliBytes(nil, []byte(brotli))
	if err != nil || !bytes.Equal(unpacked, []byte(plain)) {
		t.Errorf("brotli holds %q (%v), want %q", unpacked, err, plain)
	}
}

// TestRevisionChange swaps the content under a running server.
func TestRevisionChange(t *testing.T) {
	r := start(t, nil)
	first := r.get("/api/sites")
	next := fakeRevision("r2")
	next.Sites[1].Site.Name = "Bakery"
	r.website.revision.Store(next)
	second := r.get("/api/sites", "If-None-Match: "+first.Header.Get("ETag"))
	if second.StatusCode != 200 || second.Header.Get("X-Content-Revision") != "r2" || !strings.Contains(second.body, "Bakery") {
		t.Errorf("after the change: %d %q %s", second.StatusCode, second.Header, second.body)
	}
}

// TestBeforeFirstLoad serves a website that has no good content yet.
func TestBeforeFirstLoad(t *testing.T) {
	r := start(t, func(_ *Config, f *fakeWebsite) { f.revision.Store(nil) })
	for _, path := range []string{"/api/sites", "/api/pages?path=/"} {
		got := r.get(path)
		if got.StatusCode != 503 || got.body != `{"error":{"code":"unavailable","message":""}}` {
			t.Errorf("%s answers %d %q", path, got.StatusCode, got.body)
		}
	}
	if got := r.get("/assets/none"); got.StatusCode != 404 {
		t.Errorf("unknown file answers %d", got.StatusCode)
	}
}

// TestAdmin looks at health and metrics; the public listener has neither.
func TestAdmin(t *testing.T) {
	r := start(t, nil)
	if status, body := r.ask("/livez"); status != 200 || !strings.Contains(body, `"ok": true`) {
		t.Errorf("livez: %d %s", status, body)
	}
	if status, body := r.ask("/readyz"); status != 200 || !strings.Contains(body, "plans.yaml:3:5") {
		t.Errorf("readyz: %d %s", status, body)
	}
	r.health.sick.Store(true)
	if status, body := r.ask("/readyz"); status != 503 || !strings.Contains(body, `"ok": false`) || !strings.Contains(body, "plans.yaml:3:5") {
		t.Errorf("readyz of a sick server: %d %s", status, body)
	}
	if status, _ := r.ask("/livez"); status != 200 {
		t.Errorf("livez of a sick server: %d", status)
	}
	r.get("/about")
	r.get("/api/none")
	_, metrics := r.ask("/metrics")
	for _, want := range []string{
		`marquee_http_requests_total{route="page",status="200"} 1`,
		`marquee_http_requests_total{route="api",status="404"} 1`,
		`marquee_http_request_duration_seconds_count{route="page"} 1`,
		`marquee_content_revision_info{revision="r1"} 1`,
		"go_goroutines ", "marquee_http_connections ",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("metrics lack %s", want)
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics", "/debug/pprof/"} {
		if got := r.get(path); got.StatusCode != 404 && got.StatusCode != 301 {
			t.Errorf("%s answers %d to the public", path, got.StatusCode)
		}
	}
	for _, path := range []string{"/", "/about", "/debug/pprof/"} {
		if status, _ := r.ask(path); status != 404 {
			t.Errorf("%s answers %d to operators", path, status)
		}
	}
}

// TestLogHoldsNoVisitor sends a canary in everything that could tell who asked.
func TestLogHoldsNoVisitor(t *testing.T) {
	r := start(t, nil)
	r.get("/about?email=canary@example.test", "User-Agent: canary", "Referer: http://canary", "Cookie: a=canary",
		"X-Forwarded-For: 203.0.113.77", "Authorization: canary")
	w := r.dial()
	w.send("POST /api/send-contact-email HTTP/1.1\r\nHost: canary\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 17" + end + `{"name":"canary"}`)
	w.read("POST")
	w = r.dial()
	w.send("GET canary HTTP/1.1\r\nHost: canary" + end)
	w.read("GET")
	log := r.log.String()
	if !strings.Contains(log, "path=/about status=200") || !strings.Contains(log, "path=/api/send-contact-email status=503") {
		t.Errorf("the log lacks the requests:\n%s", log)
	}
	for _, secret := range []string{"canary", "203.0.113.77", "127.0.0.1"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q:\n%s", secret, log)
		}
	}
}

// TestConcurrency asks for everything at once while the content changes.
func TestConcurrency(t *testing.T) {
	r := start(t, nil)
	targets := map[string]string{
		"/about": "<h1>/about</h1>", "/caf%C3%A9": "<h1>/café</h1>", "/nobody": "<h1>/nobody</h1>",
		"/api/pages?path=/about": `{"page":{"path":"/about"}}`, "/assets/site-1a2b.css": "body{}",
		"/api/sites": "", "/api/sites/main/plans": "",
	}
	var visitors sync.WaitGroup
	for range 4 {
		w := r.dial()
		visitors.Go(func() {
			for range 25 {
				for target, want := range targets {
					w.send("GET " + target + " HTTP/1.1\r\nHost: a" + end)
					if got := w.read("GET"); want != "" && got.body != want || got.StatusCode >= 500 {
						t.Errorf("%s answers %d %q, want %q", target, got.StatusCode, got.body, want)
					}
				}
			}
		})
	}
	for i := range 50 {
		r.website.revision.Store(fakeRevision(fmt.Sprintf("r%d", i)))
	}
	visitors.Wait()
}

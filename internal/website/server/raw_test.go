package server

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const end = "\r\n\r\n"

// TestMalformed sends what no client of good will sends. Each gets exactly one
// answer with a fixed status, repeats nothing of the request, and ends the connection.
func TestMalformed(t *testing.T) {
	r := start(t, nil)
	smuggled := "GET /about HTTP/1.1\r\nHost: a" + end
	for name, test := range map[string]struct {
		raw    string
		status int
	}{
		"length and chunked":            {"POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked" + end + "0" + end + smuggled, 400},
		"chunked and length":            {"POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\ncontent-length: 5" + end + "0" + end + smuggled, 400},
		"length and chunked on GET":     {"GET /about HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked" + end + "0" + end + smuggled, 400},
		"two lengths":                   {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6" + end + "aaaaaa", 400},
		"two equal lengths":             {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 5" + end + "aaaaa", 400},
		"two transfer encodings":        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked" + end + "0" + end, 400},
		"list of transfer encodings":    {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked" + end + "0" + end, 400},
		"unknown transfer encoding":     {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked" + end + "0" + end, 400},
		"chunked in HTTP/1.0":           {"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked" + end + "0" + end, 400},
		"bad chunk size":                {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked" + end + "zz\r\na\r\n0" + end, 400},
		"negative length":               {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1" + end, 400},
		"length with a sign":            {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5" + end + "aaaaa", 400},
		"huge length":                   {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999" + end, 413},
		"length beyond all numbers":     {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999" + end, 400},
		"body over the limit, in parts": {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked" + end + "20000\r\n" + strings.Repeat("a", 0x20000) + "\r\n0" + end, 413},
		"space before the colon":        {"GET / HTTP/1.1\r\nHost : canary" + end, 400},
		"two hosts":                     {"GET / HTTP/1.1\r\nHost: a\r\nHost: canary" + end, 400},
		"no host":                       {"GET / HTTP/1.1\r\nX-Canary: canary" + end, 400},
		"NUL in a header":               {"GET / HTTP/1.1\r\nHost: a\r\nX-A: can\x00ary" + end, 400},
		"header without colon":          {"GET / HTTP/1.1\r\nHost: a\r\ncanary" + end, 400},
		"control in the path":           {"GET /can\x01ary HTTP/1.1\r\nHost: a" + end, 400},
		"no path":                       {"GET  HTTP/1.1\r\nHost: canary" + end, 400},
		"relative path":                 {"GET canary HTTP/1.1\r\nHost: a" + end, 400},
		"HTTP/0.9":                      {"GET /canary\r\n\r\n", 400},
		"unknown version":               {"GET / HTTP/x.y\r\nHost: canary" + end, 400},
		"HTTP/2":                        {"GET /about HTTP/2.0\r\nHost: canary" + end, 505},
		"HTTP/1.2":                      {"GET /about HTTP/1.2\r\nHost: canary" + end, 505},
		"HTTP/3 with a body":            {"POST /about HTTP/3.0\r\nHost: canary\r\nContent-Length: 3" + end + "abc", 505},
		"method with a bracket":         {"GE(T / HTTP/1.1\r\nHost: canary" + end, 400},
		"HTTP/2 preface":                {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400},
		"TLS hello":                     {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03canary\r\n\r\n", 400},
		"header over the limit":         {"GET / HTTP/1.1\r\nHost: a\r\nX-Canary: " + strings.Repeat("canary", 5000) + end, 431},
		"path over the limit":           {"GET /" + strings.Repeat("canary", 5000) + " HTTP/1.1\r\nHost: a" + end, 431},
		"too many headers":              {"GET / HTTP/1.1\r\nHost: a\r\n" + strings.Repeat("X-Canary: canary\r\n", 3000) + "\r\n", 431},
		"length and identity":           {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\nContent-Length: 5" + end + "aaaaa" + smuggled, 400},
	} {
		t.Run(name, func(t *testing.T) {
			w := r.dial()
			w.t = t
			w.send(test.raw)
			got := w.read("GET")
			if got.StatusCode != test.status || !got.Close {
				t.Errorf("status %d, close %t; want %d and close", got.StatusCode, got.Close, test.status)
			}
			if strings.Contains(got.body, "canary") || strings.Contains(fmt.Sprint(got.Header), "canary") {
				t.Errorf("the answer repeats the request: %q", got.body)
			}
			if !strings.HasPrefix(got.body, "<h1>") && got.body != "cannot read this" && got.body != "too much" && !strings.Contains(got.body, `"error"`) {
				t.Errorf("body is %q, want words of the content", got.body)
			}
			for _, problem := range insecure(got.Header) {
				t.Error(problem)
			}
			if rest := w.ended(); rest != "" {
				t.Errorf("a second answer follows: %q", rest)
			}
		})
	}
	if got := r.get("/about"); got.StatusCode != 200 {
		t.Errorf("afterwards /about answers %d", got.StatusCode)
	}
}

// TestBodiesAreSkipped sends requests whose bodies look like requests.
func TestBodiesAreSkipped(t *testing.T) {
	r := start(t, nil)
	inner := "GET /nothing HTTP/1.1\r\nHost: a" + end
	for name, first := range map[string]string{
		"GET with a body":      fmt.Sprintf("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: %d%s%s", len(inner), end, inner),
		"HEAD-like POST":       fmt.Sprintf("POST /about HTTP/1.1\r\nHost: a\r\nContent-Length: %d%s%s", len(inner), end, inner),
		"POST in one chunk":    fmt.Sprintf("POST /about HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked%s%x\r\n%s\r\n0%s", end, len(inner), inner, end),
		"refused content type": fmt.Sprintf("POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nContent-Length: %d%s%s", len(inner), end, inner),
	} {
		t.Run(name, func(t *testing.T) {
			w := r.dial()
			w.t = t
			w.send(first + "GET /about HTTP/1.1\r\nHost: a\r\nConnection: close" + end)
			w.read("GET")
			if got := w.read("GET"); got.StatusCode != 200 || got.body != "<h1>/about</h1>" {
				t.Errorf("second answer is %d %q, want /about", got.StatusCode, got.body)
			}
			if rest := w.ended(); rest != "" {
				t.Errorf("a third answer follows: %q", rest)
			}
		})
	}
}

// TestSlowClients checks that nobody holds a connection longer than the limits allow.
func TestSlowClients(t *testing.T) {
	t.Parallel()
	// A second is long enough to send what begins a request, also on a busy machine.
	r := start(t, func(c *Config, _ *fakeWebsite) { c.ReadTimeout, c.IdleTimeout = time.Second, time.Second })
	for name, begin := range map[string]string{
		"silence":      "",
		"half a line":  "GET /ab",
		"half headers": "GET /about HTTP/1.1\r\nHost: a\r\n",
		"half a body":  "POST /api/send-contact-email HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10" + end + "{",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			w := r.dial()
			w.t = t
			w.send(begin)
			got := w.read("GET")
			if got.StatusCode != http.StatusRequestTimeout || !got.Close {
				t.Errorf("answer is %d, close %t; want 408 and close", got.StatusCode, got.Close)
			}
			for _, problem := range insecure(got.Header) {
				t.Error(problem)
			}
			w.Close()
			if took := time.Since(began); took < time.Second || took > patience/2 {
				t.Errorf("ended after %s, want about a second", took)
			}
		})
	}
	t.Run("idle", func(t *testing.T) {
		t.Parallel()
		w := r.dial()
		w.t = t
		w.send("GET /about HTTP/1.1\r\nHost: a" + end)
		if got := w.read("GET"); got.StatusCode != 200 || got.Close {
			t.Fatalf("answer is %d, close %t; want 200 and an open connection", got.StatusCode, got.Close)
		}
		if rest := w.ended(); rest != "" {
			t.Errorf("the idle connection ends with %q, want nothing", rest)
		}
	})
}

// TestConnectionLimit fills the server and checks that one more visitor is told so.
func TestConnectionLimit(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.MaxConnections = 2 })
	first, second := r.dial(), r.dial()
	for _, w := range []*client{first, second} {
		w.send("GET /about HTTP/1.1\r\nHost: a" + end)
		w.read("GET")
	}
	third := r.dial()
	third.send("GET /about HTTP/1.1\r\nHost: a" + end)
	got := third.read("GET")
	if got.StatusCode != 503 || got.body != "mail is closed" || got.Header.Get("Retry-After") == "" || !got.Close {
		t.Errorf("answer is %d %q %v, want 503 with Retry-After and close", got.StatusCode, got.body, got.Header)
	}
	for _, problem := range insecure(got.Header) {
		t.Error(problem)
	}
	third.ended()
	first.send("GET /about HTTP/1.1\r\nHost: a\r\nConnection: close" + end)
	first.read("GET")
	first.ended()
	if got := r.get("/about"); got.StatusCode != 200 {
		t.Errorf("with a free place the answer is %d", got.StatusCode)
	}
}

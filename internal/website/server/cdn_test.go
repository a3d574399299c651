package server

import (
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

var cdnHeaders = []string{"Cdn-Cache-Control", "Surrogate-Control"}

// askCDN answers a GET of /about with a representation, as a CDN sees it.
func askCDN(t *testing.T, ttl time.Duration, validUntil time.Time, change func(*site.Representation), headers string) *fasthttp.Response {
	t.Helper()
	website := &constantWebsite{fakeWebsite: newFakeWebsite()}
	revision := *website.revision.Load()
	website.revision.Store(&site.Revision{ID: revision.ID, Sites: revision.Sites, ValidUntil: validUntil})
	website.answer = website.page(200, "/about")
	if change != nil {
		change(website.answer)
	}
	s := New(Config{Logger: slog.New(slog.DiscardHandler), CDNTTL: ttl}, website, &fakeHealth{})
	var ctx fasthttp.RequestCtx
	ctx.Init(readRequest("GET", headers), nil, nil)
	s.fast.Handler(&ctx)
	var answer fasthttp.Response
	ctx.Response.CopyTo(&answer)
	return &answer
}

func TestACDNKeepsPagesUntilTheirDatesTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			ttl, valid time.Duration
			shared     string // what s-maxage is; empty for nothing
			directives string
		}{
			{10 * time.Minute, 0, "600", "max-age=600, stale-while-revalidate=60"},
			{10 * time.Minute, 24 * time.Hour, "600", "max-age=600, stale-while-revalidate=60"},
			{10 * time.Minute, 10*time.Minute + 20*time.Second, "600", "max-age=600, stale-while-revalidate=20"},
			{10 * time.Minute, 90 * time.Second, "90", "max-age=90"},
			{10 * time.Minute, 300 * time.Millisecond, "", ""},
			{10 * time.Minute, -time.Second, "", ""},
			{0, 0, "", ""},
		} {
			until := time.Time{}
			if c.valid != 0 {
				until = time.Now().Add(c.valid)
			}
			h := &askCDN(t, c.ttl, until, nil, "Accept-Encoding: br\r\n").Header
			want := site.Revalidated
			if c.shared != "" {
				want = "public, max-age=0, s-maxage=" + c.shared + ", must-revalidate"
			}
			if got := string(h.Peek("Cache-Control")); got != want {
				t.Errorf("%v, valid for %v: Cache-Control: %s", c.ttl, c.valid, got)
			}
			for _, name := range cdnHeaders {
				if got := string(h.Peek(name)); got != c.directives {
					t.Errorf("%v, valid for %v: %s: %q", c.ttl, c.valid, name, got)
				}
			}
		}
	})
}

func TestACDNKeepsNoErrorsAndNoAnswersToForms(t *testing.T) {
	for name, change := range map[string]func(*site.Representation){
		"not found":          func(r *site.Representation) { r.Status = 404 },
		"broken":             func(r *site.Representation) { r.Status = 500 },
		"redirect":           func(r *site.Representation) { r.Status, r.Location = 301, "/" },
		"answer to a form":   func(r *site.Representation) { r.CacheControl = "no-store" },
		"never changes":      func(r *site.Representation) { r.CacheControl = site.Immutable },
		"asked for any day":  func(r *site.Representation) { r.CacheControl = "public, max-age=86400" },
		"says nothing of it": func(r *site.Representation) { r.CacheControl = "" },
	} {
		h := &askCDN(t, time.Hour, time.Time{}, change, "").Header
		for _, header := range cdnHeaders {
			if got := string(h.Peek(header)); got != "" {
				t.Errorf("%s: %s: %s", name, header, got)
			}
		}
	}
}

func TestACDNIsToldTheSameWhenNothingHasChanged(t *testing.T) {
	answer := askCDN(t, time.Hour, time.Time{}, nil, "If-None-Match: \"page\"\r\n")
	if answer.StatusCode() != 304 || len(answer.Header.Peek("Cdn-Cache-Control")) == 0 {
		t.Errorf("%d\n%s", answer.StatusCode(), &answer.Header)
	}
}

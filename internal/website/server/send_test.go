package server

import (
	"strconv"
	"testing"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// TestNoAnswerHasAHeaderOfTheOneBefore sends many kinds of answers on one
// connection.
func TestNoAnswerHasAHeaderOfTheOneBefore(t *testing.T) {
	s := New(Config{}, newFakeWebsite(), &fakeHealth{})
	var ctx fasthttp.RequestCtx
	ctx.Init(&fasthttp.Request{}, nil, nil)
	for lap := range 2 {
		for n := range 16 {
			age := "max-age=" + strconv.Itoa(n)
			r := &site.Representation{Status: 200, ContentType: "text/plain", CacheControl: age, ETag: `"` + age + `"`, Body: []byte("body")}
			if n%2 == 0 {
				r.Link, r.Revision, r.Gzip = "</style.css>; rel=preload", "r1", []byte("gzip")
			}
			s.send(&ctx, r)
			h := &ctx.Response.Header
			for name, want := range map[string]string{
				"Cache-Control": age, "Etag": r.ETag, "Link": r.Link, "X-Content-Revision": r.Revision,
				"X-Frame-Options": "DENY", "Vary": map[bool]string{true: "Accept-Encoding"}[n%2 == 0],
			} {
				if got := string(h.Peek(name)); got != want {
					t.Fatalf("lap %d, answer %d: %s is %q, want %q", lap, n, name, got, want)
				}
			}
		}
	}
}

// TestAnswersKeepConnectionClose checks that an answer that ends its
// connection says so.
func TestAnswersKeepConnectionClose(t *testing.T) {
	s := New(Config{}, newFakeWebsite(), &fakeHealth{})
	var ctx fasthttp.RequestCtx
	ctx.Init(&fasthttp.Request{}, nil, nil)
	ctx.SetConnectionClose()
	s.send(&ctx, &site.Representation{Status: 200, Body: []byte("body")})
	if !ctx.Response.Header.ConnectionClose() {
		t.Error("the answer does not say that the connection ends")
	}
}

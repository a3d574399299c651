//go:build !race

// The race detector makes pools forget at random, so that what they hold is
// allocated anew: make test runs this file without it.

package server

import (
	"bytes"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// TestAPageRequestAllocatesNothing counts what a page takes from the heap,
// beside a Fiber handler that only sends bytes.
func TestAPageRequestAllocatesNothing(t *testing.T) {
	website := &constantWebsite{fakeWebsite: newFakeWebsite()}
	website.answer = website.page(200, "/about")
	website.answer.Site = "main"
	website.answer.Policy = site.PermitSource("media-src", "'self'").String()
	// With all that a CDN can be told, which is the longer way.
	revision := website.revision.Load()
	website.revision.Store(&site.Revision{ID: revision.ID, Sites: revision.Sites, ValidUntil: time.Now().Add(time.Hour)})
	s := New(Config{Logger: slog.New(slog.DiscardHandler), CDNTTL: time.Minute}, website, &fakeHealth{})
	bare := fiber.New()
	bare.Get("/about", func(c fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, website.answer.ContentType)
		return c.Send(website.answer.Body)
	})
	for name, asked := range pageRequests {
		t.Run(name, func(t *testing.T) {
			count := func(handler fasthttp.RequestHandler) float64 {
				var ctx fasthttp.RequestCtx
				ctx.Init(readRequest(asked.method, asked.headers), nil, nil)
				return testing.AllocsPerRun(1000, func() {
					ctx.Response.Reset()
					handler(&ctx)
				})
			}
			if ours, fibers := count(s.fast.Handler), count(bare.Handler()); ours > fibers {
				t.Errorf("%v allocations, a bare Fiber handler has %v", ours, fibers)
			}
		})
	}
}

// TestAPageOfAHostAllocatesNothing counts the same for sites that have hosts.
func TestAPageOfAHostAllocatesNothing(t *testing.T) {
	website := &constantWebsite{fakeWebsite: newFakeWebsite()}
	website.revision.Store(hostedRevision("main.example"))
	website.answer = website.page(200, "/")
	s := New(Config{Logger: slog.New(slog.DiscardHandler), TrustedProxies: prefixes("10.0.0.1/32")}, website, &fakeHealth{})
	for _, host := range []string{"bakery.example", "WWW.Bakery.example.:8080", "main.example"} {
		request := readRequest("GET", "Accept-Encoding: br\r\nHost: "+host+"\r\n")
		request.SetRequestURI("/")
		var ctx fasthttp.RequestCtx
		ctx.Init(request, nil, nil)
		allocated := testing.AllocsPerRun(1000, func() {
			ctx.Response.Reset()
			ctx.ResetUserValues()
			s.fast.Handler(&ctx)
		})
		if allocated > 0 || ctx.Response.StatusCode() != 200 {
			t.Errorf("%s: %v allocations, status %d", host, allocated, ctx.Response.StatusCode())
		}
	}
}

// TestAnAnswerAllocatesNothing counts what a request takes from the heap on its
// whole way, from the connection and back to it.
func TestAnAnswerAllocatesNothing(t *testing.T) {
	r := start(t, func(c *Config, _ *fakeWebsite) { c.Logger = slog.New(slog.DiscardHandler) })
	constant := &constantWebsite{fakeWebsite: r.website}
	constant.answer = r.website.page(200, "/about")
	r.server.website = constant
	for name, asked := range pageRequests {
		t.Run(name, func(t *testing.T) {
			w := r.dial()
			w.t = t
			request := []byte(asked.method + " /about HTTP/1.1\r\nHost: a\r\n" + asked.headers + "\r\n")
			w.send(string(request))
			var first bytes.Buffer
			w.in.Reset(io.TeeReader(w.Conn, &first))
			w.read(asked.method)
			answer := make([]byte, first.Len())
			allocated := testing.AllocsPerRun(1000, func() {
				if _, err := w.Conn.Write(request); err != nil {
					t.Fatal(err)
				}
				if _, err := io.ReadFull(w.Conn, answer); err != nil {
					t.Fatal(err)
				}
			})
			if allocated > 0 {
				t.Errorf("%v allocations for a request and its answer", allocated)
			}
		})
	}
}

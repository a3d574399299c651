package server

import (
	"io"
	"log/slog"
	"testing"

	"github.com/valyala/fasthttp"
)

// BenchmarkPage is the whole way of a page from the read request to the answer
// in memory, without the network.
func BenchmarkPage(b *testing.B) {
	for name, headers := range map[string][2]string{
		"brotli":       {"Accept-Encoding", "gzip, deflate, br, zstd"},
		"not modified": {"If-None-Match", `"page"`},
	} {
		b.Run(name, func(b *testing.B) {
			website := &constantWebsite{fakeWebsite: newFakeWebsite()}
			website.answer = website.page(200, "/about")
			s, err := New(Config{Logger: slog.New(slog.DiscardHandler)}, website, &fakeHealth{})
			if err != nil {
				b.Fatal(err)
			}
			var ctx fasthttp.RequestCtx
			var request fasthttp.Request
			request.Header.SetMethod("GET")
			request.SetRequestURI("/about")
			request.Header.SetHost("example.test")
			request.Header.Set(headers[0], headers[1])
			ctx.Init(&request, nil, nil)
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				s.fast.Handler(&ctx)
			}
			if got := ctx.Response.StatusCode(); got != 200 && got != 304 {
				b.Fatalf("status %d", got)
			}
			if _, err := ctx.Response.WriteTo(io.Discard); err != nil {
				b.Fatal(err)
			}
		})
	}
}

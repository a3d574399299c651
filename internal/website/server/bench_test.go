package server

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"github.com/valyala/fasthttp"
)

// pageRequests are the ways in which a page is asked for.
var pageRequests = map[string]struct{ method, headers string }{
	"identity":     {http.MethodGet, ""},
	"gzip":         {http.MethodGet, "Accept-Encoding: gzip\r\n"},
	"brotli":       {http.MethodGet, "Accept-Encoding: gzip, deflate, br, zstd\r\n"},
	"not modified": {http.MethodGet, "Accept-Encoding: gzip\r\nIf-None-Match: \"page-gzip\"\r\n"},
	"head":         {http.MethodHead, "Accept-Encoding: br\r\n"},
}

// BenchmarkPage is the whole way of a page from the read request to the answer
// in memory, without the network.
func BenchmarkPage(b *testing.B) {
	for name, asked := range pageRequests {
		b.Run(name, func(b *testing.B) {
			website := &constantWebsite{fakeWebsite: newFakeWebsite()}
			website.answer = website.page(200, "/about")
			s := New(Config{Logger: slog.New(slog.DiscardHandler)}, website, &fakeHealth{})
			var ctx fasthttp.RequestCtx
			ctx.Init(readRequest(asked.method, asked.headers), nil, nil)
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

// readRequest returns a request for a page as the handler gets it.
func readRequest(method, headers string) *fasthttp.Request {
	var request fasthttp.Request
	request.Header.SetMethod(method)
	request.SetRequestURI("/about")
	request.Header.SetHost("example.test")
	for line := range bytes.Lines([]byte(headers)) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		request.Header.SetBytesKV(name, value)
	}
	return &request
}

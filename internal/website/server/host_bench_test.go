package server

import (
	"fmt"
	"log/slog"
	"testing"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// BenchmarkAPageAmongAThousandSites asks for a page of one of a thousand sites that
// live at paths, and of one of a thousand that live on hosts.
func BenchmarkAPageAmongAThousandSites(b *testing.B) {
	for name, hosted := range map[string]bool{"by path": false, "by host": true} {
		b.Run(name, func(b *testing.B) {
			revision := fakeRevision("many")
			for n := range 1000 {
				made := &site.Site{ID: fmt.Sprintf("site-%d", n), Path: fmt.Sprintf("/websites/site-%d", n)}
				if hosted {
					made.Path, made.Space = "/", fmt.Sprintf("site-%d.example", n)
					made.Hosts = []string{made.Space}
				}
				revision.Sites = append(revision.Sites, &site.Bundle{Site: made, Pages: []*site.Page{{Path: made.Path}}})
			}
			asked := revision.ByID("site-500").Site
			website := &constantWebsite{fakeWebsite: newFakeWebsite()}
			website.revision.Store(revision)
			website.answer = website.page(200, asked.Path)
			s := New(Config{Logger: slog.New(slog.DiscardHandler)}, website, &fakeHealth{})
			request := readRequest("GET", "Accept-Encoding: br\r\nHost: site-500.example\r\n")
			request.SetRequestURI(asked.Path)
			var ctx fasthttp.RequestCtx
			ctx.Init(request, nil, nil)
			b.ReportAllocs()
			for b.Loop() {
				ctx.Response.Reset()
				ctx.ResetUserValues()
				s.fast.Handler(&ctx)
			}
			if ctx.Response.StatusCode() != 200 {
				b.Fatal(ctx.Response.StatusCode())
			}
		})
	}
}

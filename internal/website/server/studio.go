package server

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/valyala/fasthttp"
	"github.com/valyala/fasthttp/fasthttpadaptor"

	"github.com/evenlight/marquee/internal/site"
)

// Studio is the editor: it answers all that is asked below [site.StudioPath], with a [site.Visit] in the context. Of a
// request, it may keep no more than the URL once it has answered: headers and context belong to the next one then.
type Studio interface {
	http.Handler
	// Open reports whether anybody was invited; else there is nothing at its addresses.
	Open() bool
}

// studioCalls begins the addresses that the editor's programs ask.
const studioCalls = site.StudioPath + "/api/"

// studioBody is the most that the editor takes in a request: a file as text, or many changes.
const studioBody = 2 << 20

func isStudio(path []byte) bool {
	rest, is := bytes.CutPrefix(path, []byte(site.StudioPath))
	return is && (len(rest) == 0 || rest[0] == '/')
}

// studio answers who comes for the editor, and reports whether that is so. What it does not say of its answers is as on
// all others.
func (s *Server) studio(ctx *fasthttp.RequestCtx) bool {
	if s.config.Studio == nil || !isStudio(ctx.Path()) || !s.config.Studio.Open() {
		return false
	}
	ctx.SetUserValue(site.VisitKey{}, site.Visit{
		Space: s.spaceOf(ctx).name, Address: s.visitor(ctx), TLS: s.overTLS(ctx), Local: isLocal(ctx),
	})
	var panicked error
	answer := fasthttpadaptor.NewFastHTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if cause := recover(); cause != nil { // here it is logged with an address that may be an invitation
				panicked = fmt.Errorf("%v\n%s", cause, debug.Stack())
			}
		}()
		// Stores keep addresses of files, and the memory of a request is used again. It was parsed once without an error.
		r.URL, _ = url.ParseRequestURI(strings.Clone(r.RequestURI))
		s.config.Studio.ServeHTTP(w, r)
	}))
	// The list of 10,000 pages is 1.8 MB, and 0.1 on its way.
	fasthttp.CompressHandlerBrotliLevel(answer, fasthttp.CompressBrotliBestSpeed, fasthttp.CompressBestSpeed)(ctx)
	if panicked != nil {
		panic(panicked)
	}
	for name, value := range s.common.All() {
		if len(ctx.Response.Header.PeekBytes(name)) == 0 {
			ctx.Response.Header.SetCanonical(name, value)
		}
	}
	return true
}

// adminStudio is the editor on the address of operators.
func (s *Server) adminStudio(w http.ResponseWriter, r *http.Request) {
	if !s.config.AdminStudio.Open() {
		http.NotFound(w, r)
		return
	}
	for name, value := range s.common.All() {
		w.Header().Set(string(name), string(value))
	}
	visit := site.Visit{}
	if from, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		visit.Address = from.Addr().Unmap()
		visit.Local = visit.Address.IsLoopback()
	}
	r.Body = http.MaxBytesReader(w, r.Body, studioBody)
	s.config.AdminStudio.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), site.VisitKey{}, visit)))
}

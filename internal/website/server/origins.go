package server

import (
	"github.com/valyala/fasthttp"
)

// allow lets websites read the API of these hosts in a browser.
func (s *space) allow(origins []string) {
	for _, origin := range origins {
		if origin == "*" {
			s.anyOrigin = true
			continue
		}
		if s.origins == nil {
			s.origins = map[string]bool{}
		}
		s.origins[origin] = true
	}
}

// allowOrigin tells a browser that a script of another website may read the answer
// (fetch.spec.whatwg.org, CORS). It is public whoever asks, so no credentials matter.
func (s *Server) allowOrigin(ctx *fasthttp.RequestCtx) {
	in, h := s.spaceOf(ctx), &ctx.Response.Header
	switch {
	case in.anyOrigin:
		h.SetCanonical(headerAllowOrigin, valueAnyOrigin)
	case len(in.origins) == 0:
		return
	default:
		// Caches must not give one website what was answered to another.
		if vary := h.PeekCanonical(headerVary); len(vary) > 0 {
			h.SetCanonical(headerVary, append(append([]byte(nil), vary...), ", Origin"...))
		} else {
			h.SetCanonical(headerVary, headerOrigin)
		}
		origin := ctx.Request.Header.PeekCanonical(headerOrigin)
		if !in.origins[string(origin)] {
			return
		}
		h.SetCanonical(headerAllowOrigin, origin)
	}
	h.SetCanonical(headerExposeHeaders, valueExposed)
}

// preflight answers a browser that asks whether a script of another website may ask; it
// reports whether it may. Others are told that the method is not taken.
func (s *Server) preflight(ctx *fasthttp.RequestCtx) bool {
	in, request := s.spaceOf(ctx), &ctx.Request.Header
	origin, method := request.PeekCanonical(headerOrigin), string(request.PeekCanonical(headerRequestMethod))
	if !ctx.IsOptions() || classify(ctx.URI().PathOriginal()) != classAPI || !in.anyOrigin && !in.origins[string(origin)] ||
		method != fasthttp.MethodGet && method != fasthttp.MethodHead {
		return false
	}
	s.allowOrigin(ctx)
	h := &ctx.Response.Header
	h.SetCanonical(headerAllowMethods, []byte("GET, HEAD"))
	h.SetCanonical(headerAllowHeaders, headerIfNoneMatch)
	h.SetCanonical(headerMaxAge, []byte("86400"))
	ctx.SetStatusCode(fasthttp.StatusNoContent)
	return true
}

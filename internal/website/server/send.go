package server

import (
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// send answers with a prepared representation. The bytes go out as they are;
// headers are copied into the memory that the connection already has. Headers
// that were set before are gone, but for "Connection: close".
func (s *Server) send(ctx *fasthttp.RequestCtx, r *site.Representation) {
	ctx.SetUserValue(sentKey{}, r)
	request, h := &ctx.Request.Header, &ctx.Response.Header
	variant := negotiate(r, request.PeekCanonical(headerAcceptEncoding))
	fresh := r.Status == fasthttp.StatusOK && matches(request.PeekCanonical(headerIfNoneMatch), variant.etag)
	closing := h.ConnectionClose()
	s.headerFor(r.Policy).CopyTo(h)
	if closing {
		h.SetConnectionClose()
	}
	h.SetStatusCode(r.Status)
	switch {
	case fresh:
		h.SetStatusCode(fasthttp.StatusNotModified)
	case len(variant.body) > 0:
		ctx.Response.SetBodyRaw(variant.body)
		h.SetContentType(r.ContentType)
		if variant.coding != "" {
			h.SetContentEncoding(variant.coding)
		}
	}
	if len(r.Gzip) > 0 || len(r.Brotli) > 0 {
		h.SetCanonical(headerVary, valueAcceptEncoding)
	}
	if r.CacheControl != "" {
		h.SetBytesK(headerCacheControl, r.CacheControl)
	}
	if s.config.CDNTTL > 0 {
		s.letCDNKeep(h, r)
	}
	if variant.etag != "" {
		h.SetBytesK(headerETag, variant.etag)
	}
	if r.Revision != "" {
		h.SetBytesK(headerRevision, r.Revision)
	}
	if r.Link != "" && r.Status == fasthttp.StatusOK && !fresh {
		h.SetBytesK(headerLink, r.Link)
	}
	if r.Disposition != "" && !fresh {
		h.SetBytesK(headerDisposition, r.Disposition)
	}
	if r.Location != "" && !fresh {
		h.SetBytesK(headerLocation, r.Location)
	}
}

// sendText answers with one short sentence.
func (s *Server) sendText(ctx *fasthttp.RequestCtx, status int, text string) {
	ctx.SetStatusCode(status)
	ctx.Response.Header.SetContentType("text/plain; charset=utf-8")
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	ctx.SetBodyString(text)
}

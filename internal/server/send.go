package server

import (
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// send answers with a prepared representation. The bytes go out as they are;
// headers are copied into the memory that the connection already has.
func (s *Server) send(ctx *fasthttp.RequestCtx, r *site.Representation) {
	request, h := &ctx.Request.Header, &ctx.Response.Header
	variant := negotiate(r, request.PeekBytes(headerAcceptEncoding))
	if len(r.Gzip) > 0 || len(r.Brotli) > 0 {
		h.SetCanonical(headerVary, valueAcceptEncoding)
	}
	if variant.etag != "" {
		h.SetBytesK(headerETag, variant.etag)
	}
	if r.CacheControl != "" {
		h.SetBytesK(headerCacheControl, r.CacheControl)
	}
	if r.Revision != "" {
		h.SetBytesK(headerRevision, r.Revision)
	}
	if r.Status == fasthttp.StatusOK && matches(request.PeekBytes(headerIfNoneMatch), variant.etag) {
		ctx.SetStatusCode(fasthttp.StatusNotModified)
		return
	}
	if r.Link != "" && r.Status == fasthttp.StatusOK {
		h.SetBytesK(headerLink, r.Link)
	}
	if r.Location != "" {
		h.SetBytesK(headerLocation, r.Location)
	}
	ctx.SetStatusCode(r.Status)
	if len(variant.body) > 0 {
		h.SetContentType(r.ContentType)
		if variant.coding != "" {
			h.SetContentEncoding(variant.coding)
		}
		ctx.Response.SetBodyRaw(variant.body)
	}
}

// sendText answers with one short sentence.
func (s *Server) sendText(ctx *fasthttp.RequestCtx, status int, text string) {
	ctx.SetStatusCode(status)
	ctx.Response.Header.SetContentType("text/plain; charset=utf-8")
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	ctx.SetBodyString(text)
}

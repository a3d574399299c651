package server

import (
	"strconv"
	"time"

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
		h.Set(fasthttp.HeaderLocation, r.Location)
	}
}

// staleWhileRevalidate is how long a CDN may answer with an old page while it
// asks for the new one.
const staleWhileRevalidate = time.Minute

// Headers for CDNs. No two of them read the same: s-maxage is for CloudFront,
// Bunny and whatever follows RFC 9111; CDN-Cache-Control (RFC 9213) for
// Cloudflare and Akamai; Surrogate-Control for Fastly.
var (
	headerCDNCacheControl  = []byte("Cdn-Cache-Control")
	headerSurrogateControl = []byte("Surrogate-Control")
)

// letCDNKeep adds what CDNs are told, to answers that browsers revalidate: not
// to errors, redirects, answers to forms and what is made for one visitor. No
// answer is kept beyond the moment at which its dates turn. It allocates nothing.
func (s *Server) letCDNKeep(h *fasthttp.ResponseHeader, r *site.Representation) {
	if r.Status != fasthttp.StatusOK || r.CacheControl != site.Revalidated {
		return
	}
	ttl, stale := s.config.CDNTTL, staleWhileRevalidate
	if revision := s.website.Revision(); revision != nil && !revision.ValidUntil.IsZero() {
		left := time.Until(revision.ValidUntil)
		ttl = min(ttl, left)
		stale = min(stale, left-ttl)
	}
	if ttl < time.Second {
		return
	}
	var memory [128]byte
	line := append(memory[:0], "public, max-age=0, s-maxage="...)
	line = strconv.AppendInt(line, int64(ttl/time.Second), 10)
	line = append(line, ", must-revalidate"...)
	h.SetCanonical(headerCacheControl, line)
	line = append(line[:0], "max-age="...)
	line = strconv.AppendInt(line, int64(ttl/time.Second), 10)
	if stale >= time.Second {
		line = append(line, ", stale-while-revalidate="...)
		line = strconv.AppendInt(line, int64(stale/time.Second), 10)
	}
	h.SetCanonical(headerCDNCacheControl, line)
	h.SetCanonical(headerSurrogateControl, line)
}

package server

import (
	"bytes"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// staleWhileRevalidate is how long a CDN may answer with an old page while it
// asks for the new one.
const staleWhileRevalidate = time.Minute

// Headers for CDNs. No two of them read the same: s-maxage is for CloudFront,
// Bunny and whatever follows RFC 9111; CDN-Cache-Control (RFC 9213) for
// Cloudflare and Akamai; Surrogate-Control for Fastly. Cloudflare purges by
// Cache-Tag, Fastly by Surrogate-Key, Bunny by CDN-Tag.
var (
	headerCDNCacheControl  = []byte("Cdn-Cache-Control")
	headerSurrogateControl = []byte("Surrogate-Control")
	headerCacheTag         = []byte("Cache-Tag")
	headerCDNTag           = []byte("Cdn-Tag")
	headerSurrogateKey     = []byte("Surrogate-Key")
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
	if r.Tags == "" {
		return
	}
	h.SetBytesK(headerCacheTag, r.Tags)
	h.SetBytesK(headerCDNTag, r.Tags)
	var keys [1024]byte
	h.SetCanonical(headerSurrogateKey, spaced(append(keys[:0], r.Tags...)))
}

// spaced replaces commas by spaces.
func spaced(tags []byte) []byte {
	for at := bytes.IndexByte(tags, ','); at >= 0; at = bytes.IndexByte(tags, ',') {
		tags[at] = ' '
	}
	return tags
}

package server

import (
	"bytes"
	"iter"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// InlineSources are the hash sources ('sha256-…') of what libraries put into a
// document inline. The content security policy allows exactly that.
type InlineSources struct {
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
}

// SecurityHeaders yields name and value of every header that stands on all
// answers (OWASP ASVS 5.0 V3.4, OWASP Secure Headers), with what a page may do
// beyond that; also for hosts that serve the website's files without this server.
func SecurityHeaders(inline InlineSources, more site.Policy) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, h := range [...][2]string{
			{"Content-Security-Policy", contentSecurityPolicy(inline, more)},
			{"X-Content-Type-Options", "nosniff"},
			{"Referrer-Policy", "strict-origin-when-cross-origin"},
			{"Permissions-Policy", permissionsPolicy(more)},
			{"Cross-Origin-Opener-Policy", "same-origin"},
			{"Cross-Origin-Resource-Policy", "same-origin"},
			{"X-Frame-Options", "DENY"},
		} {
			if !yield(h[0], h[1]) {
				return
			}
		}
	}
}

// newCommonHeader returns the lines that all answers have which may do so much.
func newCommonHeader(inline InlineSources, more site.Policy) *fasthttp.ResponseHeader {
	h := new(fasthttp.ResponseHeader)
	h.SetNoDefaultContentType(true)
	for name, value := range SecurityHeaders(inline, more) {
		h.Set(name, value)
	}
	return h
}

// Names of headers, in canonical form.
var (
	headerAccept          = []byte("Accept")
	headerAcceptEncoding  = []byte("Accept-Encoding")
	headerAcceptLanguage  = []byte("Accept-Language")
	headerAcceptRanges    = []byte("Accept-Ranges")
	headerAllow           = []byte("Allow")
	headerAllowHeaders    = []byte("Access-Control-Allow-Headers")
	headerAllowMethods    = []byte("Access-Control-Allow-Methods")
	headerExposeHeaders   = []byte("Access-Control-Expose-Headers")
	headerMaxAge          = []byte("Access-Control-Max-Age")
	headerRequestMethod   = []byte("Access-Control-Request-Method")
	headerAllowOrigin     = []byte("Access-Control-Allow-Origin")
	headerCacheControl    = []byte("Cache-Control")
	headerContentEncoding = []byte("Content-Encoding")
	headerContentLocation = []byte("Content-Location")
	headerContentRange    = []byte("Content-Range")
	headerDisposition     = []byte("Content-Disposition")
	headerETag            = []byte("Etag")
	headerIfNoneMatch     = []byte("If-None-Match")
	headerIfRange         = []byte("If-Range")
	headerLink            = []byte("Link")
	headerLocation        = []byte("Location")
	headerOrigin          = []byte("Origin")
	headerRange           = []byte("Range")
	headerRetryAfter      = []byte("Retry-After")
	headerSecurityPolicy  = []byte("Content-Security-Policy")
	headerRevision        = []byte("X-Content-Revision")
	headerSecFetchSite    = []byte("Sec-Fetch-Site")
	headerStrictTransport = []byte("Strict-Transport-Security")
	headerTraceparent     = []byte(nameTraceparent)
	headerVary            = []byte("Vary")

	valueAcceptEncoding = []byte("Accept-Encoding")
	// What a page depends on, which may be asked for as Markdown.
	valueAcceptAndEncoding = []byte("Accept, Accept-Encoding")
	valueBytes             = []byte("bytes")
	valueExposed           = []byte("Etag, X-Content-Revision")
	valueNoStore           = []byte("no-store")
	valueAnyOrigin         = []byte("*")
	valueTwoYears          = []byte("max-age=63072000")
)

// Names of headers of which every line counts.
const (
	headerForwarded      = "Forwarded"
	headerForwardedFor   = "X-Forwarded-For"
	headerForwardedHost  = "X-Forwarded-Host"
	headerForwardedProto = "X-Forwarded-Proto"
	headerFormAge        = "Form-Age"
	headerFormCampaign   = "Form-Campaign"
	headerIdempotencyKey = "Idempotency-Key"
	nameTraceparent      = "Traceparent"
)

// secure puts the common lines on an answer that did not begin with them.
func (s *Server) secure(h *fasthttp.ResponseHeader) {
	if len(h.PeekCanonical(headerSecurityPolicy)) > 0 {
		return
	}
	for name, value := range s.common.All() {
		h.SetCanonical(name, value)
	}
}

// overTLS reports whether a trusted proxy says that the visitor came by https.
func (s *Server) overTLS(ctx *fasthttp.RequestCtx) bool {
	if len(s.proxies) == 0 {
		return false
	}
	proto := nearest(&ctx.Request.Header, headerForwardedProto)
	return bytes.EqualFold(proto, []byte("https")) && s.fromProxy(ctx)
}

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

// Names of headers that many answers have, in canonical form, and their values.
var (
	headerAccept         = []byte(fasthttp.HeaderAccept)
	headerAcceptEncoding = []byte(fasthttp.HeaderAcceptEncoding)
	headerCacheControl   = []byte(fasthttp.HeaderCacheControl)
	headerDisposition    = []byte(fasthttp.HeaderContentDisposition)
	headerETag           = []byte("Etag")
	headerIfNoneMatch    = []byte(fasthttp.HeaderIfNoneMatch)
	headerLink           = []byte(fasthttp.HeaderLink)
	headerSecurityPolicy = []byte(fasthttp.HeaderContentSecurityPolicy)
	headerRevision       = []byte("X-Content-Revision")
	headerVary           = []byte(fasthttp.HeaderVary)

	valueAcceptEncoding = []byte("Accept-Encoding")
	// What a page depends on, which may be asked for as Markdown.
	valueAcceptAndEncoding = []byte("Accept, Accept-Encoding")
	valueNoStore           = []byte(noStore)
)

// Names of headers that fasthttp has no name for.
const (
	headerForwardedProto = "X-Forwarded-Proto"
	headerFormAge        = "Form-Age"
	headerFormCampaign   = "Form-Campaign"
	headerIdempotencyKey = "Idempotency-Key"
	headerSecFetchSite   = "Sec-Fetch-Site"
	headerTraceparent    = "Traceparent"
	noStore              = "no-store"
	// What scripts of other websites may read of an answer.
	exposedHeaders = "Etag, X-Content-Revision"
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

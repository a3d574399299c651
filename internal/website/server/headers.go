package server

import (
	"bytes"

	"github.com/valyala/fasthttp"
)

// header is one header line in the form that fasthttp writes without converting it.
type header struct{ name, value []byte }

// contentSecurityPolicy allows what the site is made of and nothing else: no
// inline script or style, no framing, no plug-ins, no strings turned into HTML.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; " +
	"object-src 'none'; manifest-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

// permissionsPolicy denies every browser feature that asks for permission. It
// names only what Chromium knows: each unknown name is a warning on the
// console of every page.
const permissionsPolicy = "accelerometer=(), autoplay=(), camera=(), " +
	"display-capture=(), encrypted-media=(), fullscreen=(), gamepad=(), geolocation=(), gyroscope=(), hid=(), " +
	"idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), " +
	"publickey-credentials-create=(), publickey-credentials-get=(), screen-wake-lock=(), serial=(), " +
	"speaker-selection=(), storage-access=(), usb=(), window-management=(), xr-spatial-tracking=()"

// securityHeaders stand on every answer (OWASP ASVS 5.0 V3.4, OWASP Secure Headers).
var securityHeaders = []header{
	{[]byte("Content-Security-Policy"), []byte(contentSecurityPolicy)},
	{[]byte("X-Content-Type-Options"), []byte("nosniff")},
	{[]byte("Referrer-Policy"), []byte("strict-origin-when-cross-origin")},
	{[]byte("Permissions-Policy"), []byte(permissionsPolicy)},
	{[]byte("Cross-Origin-Opener-Policy"), []byte("same-origin")},
	{[]byte("Cross-Origin-Resource-Policy"), []byte("same-origin")},
	{[]byte("X-Frame-Options"), []byte("DENY")},
}

// strictTransport says two years. It is sent only where TLS is known to be
// there, so that a plain-http host is not locked out of its own name.
var strictTransport = header{[]byte("Strict-Transport-Security"), []byte("max-age=63072000")}

// Names of headers, in canonical form.
var (
	headerAccept          = []byte("Accept")
	headerAcceptEncoding  = []byte("Accept-Encoding")
	headerAllow           = []byte("Allow")
	headerCacheControl    = []byte("Cache-Control")
	headerContentEncoding = []byte("Content-Encoding")
	headerETag            = []byte("Etag")
	headerIfNoneMatch     = []byte("If-None-Match")
	headerLink            = []byte("Link")
	headerLocation        = []byte("Location")
	headerOrigin          = []byte("Origin")
	headerRetryAfter      = []byte("Retry-After")
	headerRevision        = []byte("X-Content-Revision")
	headerSecFetchSite    = []byte("Sec-Fetch-Site")
	headerVary            = []byte("Vary")

	valueAcceptEncoding = []byte("Accept-Encoding")
	valueNoStore        = []byte("no-store")
)

// Names of headers of which every line counts.
const (
	headerForwarded      = "Forwarded"
	headerForwardedFor   = "X-Forwarded-For"
	headerForwardedHost  = "X-Forwarded-Host"
	headerForwardedProto = "X-Forwarded-Proto"
	headerFormAge        = "Form-Age"
	headerIdempotencyKey = "Idempotency-Key"
)

// secure puts the security headers on an answer, where they are not there yet.
func secure(h *fasthttp.ResponseHeader) {
	if len(h.PeekCanonical(securityHeaders[0].name)) > 0 {
		return // all of them came with its envelope
	}
	for i := range securityHeaders {
		h.SetCanonical(securityHeaders[i].name, securityHeaders[i].value)
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

// Package server is the HTTP front of Marquee: the public listener for
// visitors, and the admin listener for operators.
//
// It is handed prepared answers ([site.Representation]) by a [Website] and
// sends them without copying, rendering or compressing anything. What it adds
// is the protocol: which path is meant, which encoding fits, whether the
// visitor already has the bytes, and the headers that keep a browser safe.
//
// # Public routes
//
//	GET  /api/sites…                 JSON of the current revision, see catalog
//	GET  /api/pages?path=/about      JSON of one page: {site, page}
//	POST /api/send-contact-email     what visitors write, see [Inquiries]
//	GET  /assets/… /images/… /og/…   files
//	GET  /sitemap.xml, /robots.txt, /llms.txt, /favicon.ico
//	GET  every other path            a page, a redirect, or the not-found page
//
// HEAD is answered like GET without the body. Every other method gets 405 with
// Allow. Paths are case-sensitive, are decoded once and only when they are
// plain (see resolve), and have no trailing slash: with one they redirect.
//
// # Errors
//
// An error below /api is {"error": {"code", "message"}}; elsewhere it is a
// page in the words of the nearest site, and for files a short text. Codes are
// fixed here; the sentences come from the content of the main site. What went
// wrong inside is logged, never shown.
//
// # Trust
//
// Nothing that a client sends is believed: limits on header, body, time and
// connections hold before a handler runs; framing that two parsers could read
// in two ways is refused (RFC 9112 section 6.1); forwarded headers count only
// from listed proxies; strings of a request are copied before they are kept,
// because fasthttp reuses their memory. Every answer, also one that fasthttp
// gives before routing, carries the security headers of headers.go. A panic
// costs one answer, not the process.
//
// # Admin routes
//
//	GET /livez    200 while the process runs
//	GET /readyz   200 or 503, with what [Health] says as JSON
//	GET /metrics  Prometheus text format
//
// # Life
//
// [Server.Serve] blocks until its context is done and then drains: it answers
// "Connection: close" for a moment so that clients and load balancers move on,
// takes no new connections, lets requests finish, and closes what is left when
// the time is up.
package server

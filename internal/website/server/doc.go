// Package server is the HTTP front of Marquee: the public listener for visitors, and the admin listener for operators.
//
// It is handed prepared answers ([site.Representation]) by a [Website] and sends them without copying, rendering or
// compressing anything. What it adds is the protocol: which path is meant, which encoding fits, whether the visitor
// already has the bytes, and the headers that keep a browser safe. A page request allocates nothing; budget_test.go
// holds that.
//
// # Public routes
//
//	GET  /api…                       JSON of the current revision, see [Endpoints]
//	POST /api/send-contact-email     what visitors write, see [Inquiries]
//	GET  /assets/… /images/… /files/… /og/…   files
//	GET  /sitemap.xml, /robots.txt, /llms.txt, /favicon.ico, /.well-known/…
//	GET  /about.md, or with Accept: text/markdown  a page as Markdown
//	GET  every other path            a page, a redirect, or the not-found page
//	GET  …?sent=<form>&ref=<ref>     the page that says that a form was stored
//
// HEAD is answered like GET without the body. Every other method gets 405 with Allow. Paths are case-sensitive, are
// decoded once and only when they are plain (see resolve), and have no trailing slash: with one they redirect.
//
// JSON gets JSON: 200 {"id", "reference"} when an inquiry is stored, else an error with "fields" where they are known,
// and Retry-After where waiting helps. A native form post gets a page, so that forms work without any script: when it
// is stored, 303 See Other to the page that says so, where loading again sends nothing again; when it is not, the page
// of the form with the status of the error and all that was typed. What another website sent (403) is not shown.
// Nobody keeps these answers (no-store).
//
// An error below /api is {"error": {"code", "message"}}, with "detail" for developers; elsewhere it is a page in the
// words of the nearest site, and for files a short text. What went wrong inside is logged, never shown.
//
// # Trust
//
// Nothing that a client sends is believed: limits on header, body, time and connections hold before a handler runs;
// framing that two parsers could read in two ways is refused; forwarded headers count only from listed proxies;
// strings of a request are copied before they are stored, because fasthttp reuses their memory. A panic costs one
// answer, not the process.
//
// # Admin routes
//
//	GET /livez    200 while the process runs
//	GET /readyz   200 or 503, with what [Health] says as JSON
//	GET /readyz/forms  the same for forms alone
//	GET /tls      200 or 404: whether ?domain= is served here
//	GET /metrics  Prometheus text format
//	GET /debug/pprof/  profiles, where they are asked for
//
// They answer to IP addresses, localhost and configured names only, 421 to others.
package server

package server

import (
	"bytes"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// InlineSources are the hash sources ('sha256-…') of what libraries put into a
// document inline. The content security policy allows exactly that.
type InlineSources struct {
	Scripts []string `json:"scripts"`
	Styles  []string `json:"styles"`
}

// SecurityHeaders returns name and value of every header that stands on all answers (OWASP ASVS 5.0 V3.4, OWASP Secure
// Headers), with what a page may do beyond that; also for hosts that serve the website's files without this server.
func SecurityHeaders(inline InlineSources, more site.Policy) [][2]string {
	return [][2]string{
		{"Content-Security-Policy", contentSecurityPolicy(inline, more)},
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "strict-origin-when-cross-origin"},
		{"Permissions-Policy", permissionsPolicy(more)},
		{"Cross-Origin-Opener-Policy", "same-origin"},
		{"Cross-Origin-Resource-Policy", "same-origin"},
		{"X-Frame-Options", "DENY"},
	}
}

func newCommonHeader(inline InlineSources, more site.Policy) *fasthttp.ResponseHeader {
	h := new(fasthttp.ResponseHeader)
	h.SetNoDefaultContentType(true)
	for _, header := range SecurityHeaders(inline, more) {
		h.Set(header[0], header[1])
	}
	return h
}

// Names of headers that many answers have, in canonical form, and their values.
var (
	headerAccept         = []byte(fasthttp.HeaderAccept)
	headerAcceptEncoding = []byte(fasthttp.HeaderAcceptEncoding)
	headerCacheControl   = []byte(fasthttp.HeaderCacheControl)
	headerDisposition    = []byte(fasthttp.HeaderContentDisposition)
	headerLanguage       = []byte(fasthttp.HeaderContentLanguage)
	headerETag           = []byte("Etag")
	headerIfNoneMatch    = []byte(fasthttp.HeaderIfNoneMatch)
	headerLink           = []byte(fasthttp.HeaderLink)
	headerLocation       = []byte(fasthttp.HeaderLocation)
	headerSecurityPolicy = []byte(fasthttp.HeaderContentSecurityPolicy)
	headerRevision       = []byte("X-Content-Revision")
	headerSpeculation    = []byte("Speculation-Rules")
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
	// Asks search engines to stay away, by the value after it.
	headerRobots = "X-Robots-Tag"
	nowhere      = "noindex, nofollow"
	noStore      = "no-store"
	// What scripts of other websites may read of an answer.
	exposedHeaders = "Etag, X-Content-Revision"
)

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
	if len(s.config.TrustedProxies) == 0 {
		return false
	}
	proto := nearest(&ctx.Request.Header, headerForwardedProto)
	return bytes.EqualFold(proto, []byte("https")) && s.fromProxy(ctx)
}

// contentSecurityPolicy allows what the site is made of and nothing else: no other inline script or style, no
// framing, no plug-ins, no strings turned into HTML but what the client's policy lets pass
// (web/src/start/trusted-types.ts). What a page needs more is added to the directives that it names.
func contentSecurityPolicy(inline InlineSources, more site.Policy) string {
	directives := [][]string{
		{"default-src", "'none'"},
		append([]string{"script-src", "'self'"}, inline.Scripts...),
		append([]string{"style-src", "'self'"}, inline.Styles...),
		{"img-src", "'self'", "data:"},
		{"font-src", "'self'"},
		{"connect-src", "'self'"},
		{"form-action", "'self'"},
		{"frame-ancestors", "'none'"},
		{"base-uri", "'none'"},
		{"object-src", "'none'"},
		{"manifest-src", "'self'"},
		{"require-trusted-types-for", "'script'"},
		{"trusted-types", "default"},
	}
	typed := func(directive []string) bool { return strings.Contains(directive[0], "trusted-types") }
	for _, entry := range more {
		if entry == site.UntypedScripts {
			directives = slices.DeleteFunc(directives, typed)
		} else if words := strings.Fields(entry); len(words) == 2 && words[0] != "feature" {
			directives = add(directives, words[0], words[1])
		}
	}
	lines := make([]string, len(directives))
	for i, words := range directives {
		if slices.Contains(words, "'unsafe-inline'") { // hashes would forbid all that they do not name
			words = slices.DeleteFunc(words, func(word string) bool { return strings.HasPrefix(word, "'sha") })
		}
		lines[i] = strings.Join(words, " ")
	}
	return strings.Join(lines, "; ")
}

// deniedFeatures are all browser features that ask for permission, of those that
// Chromium knows: each unknown name is a warning on the console of every page.
var deniedFeatures = strings.Fields(`
	accelerometer autoplay camera display-capture encrypted-media fullscreen gamepad geolocation
	gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture
	publickey-credentials-create publickey-credentials-get screen-wake-lock serial speaker-selection
	storage-access usb window-management xr-spatial-tracking`)

func permissionsPolicy(more site.Policy) string {
	var allowed [][]string
	for _, entry := range more {
		if words := strings.Fields(entry); len(words) >= 2 && words[0] == "feature" {
			// A frame has what its page has: so the page itself comes first.
			allowed = add(allowed, words[1], "self")
			for _, origin := range words[2:] {
				allowed = add(allowed, words[1], `"`+origin+`"`)
			}
		}
	}
	lines := make([]string, len(deniedFeatures))
	for i, name := range deniedFeatures {
		lines[i] = name + "=()"
		if at := find(allowed, name); at >= 0 {
			lines[i] = name + "=(" + strings.Join(allowed[at][1:], " ") + ")"
		}
	}
	return strings.Join(lines, ", ")
}

func find(lists [][]string, name string) int {
	return slices.IndexFunc(lists, func(words []string) bool { return words[0] == name })
}

func add(lists [][]string, name, value string) [][]string {
	at := find(lists, name)
	if at < 0 {
		return append(lists, []string{name, value})
	}
	if !slices.Contains(lists[at][1:], value) {
		lists[at] = append(lists[at], value)
	}
	return lists
}

// maxPermitted bounds what content that changes for a long time may leave there.
const maxPermitted = 256

// headerFor returns the common lines of an answer; nobody changes them. It allocates only for a policy that is new.
func (s *Server) headerFor(policy string) *fasthttp.ResponseHeader {
	if policy == "" {
		return s.common
	}
	h, known := s.permitted.Get(policy)
	if !known {
		h = newCommonHeader(s.config.Inline, site.ParsePolicy(policy))
		s.permitted.Add(strings.Clone(policy), h)
	}
	return h
}

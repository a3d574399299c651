package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/formbody"
)

const (
	inquiryPath = "/api/send-contact-email"
	// Media types of forms. Ours ask for the last one where they take files; where
	// none does it is refused, and what was typed is shown again.
	typeForm      = "application/x-www-form-urlencoded"
	typeInput     = "application/json"
	typeMultipart = "multipart/form-data"
)

// Inquiries decides what becomes of what visitors write, after the guards have
// let it pass: the body is within its limit and not encoded, it is JSON or a
// native form, and no foreign website sent it. What it is handed shares no
// memory with the connection.
type Inquiries interface {
	Accept(ctx context.Context, inquiry site.Inquiry) site.Receipt
}

// takeInquiry stands before Inquiries, and answers what they decide.
func (s *Server) takeInquiry(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	if s.isUpload(&ctx.Request.Header) {
		s.takeUpload(ctx)
		return nil
	}

	status, shown := s.refusal(ctx)
	var values map[string]site.FormValue
	readable := false
	if status == 0 || shown {
		values, readable = formValues(ctx)
	}
	if status != 0 {
		s.failForm(ctx, status, values)
		return nil
	}
	s.decide(ctx, s.inquiry(ctx, values, readable))
	return nil
}

// refusal returns the status of an inquiry that Inquiries do not get to see,
// else zero; shown says whether the answer may show what is in the body. What
// another website may have sent is not to be shown as ours.
func (s *Server) refusal(ctx *fasthttp.RequestCtx) (status int, shown bool) {
	h := &ctx.Request.Header
	switch {
	// A proxy may have believed the other line.
	case len(sentLines(h, "Content-Type")) > 1, len(sentLines(h, "Origin")) > 1, len(sentLines(h, "Sec-Fetch-Site")) > 1:
		return fasthttp.StatusBadRequest, false
	case s.foreign(ctx):
		return fasthttp.StatusForbidden, false
	// An encoded body could grow without limit while it is unpacked.
	case len(h.Peek(fasthttp.HeaderContentEncoding)) > 0:
		return fasthttp.StatusUnsupportedMediaType, false
	case mediaType(h) != typeInput && mediaType(h) != typeForm && !s.isUpload(h):
		return fasthttp.StatusUnsupportedMediaType, true
	// Two keys would name two fillings; no client of ours sends both.
	case len(h.PeekAll(headerIdempotencyKey)) > 1:
		return fasthttp.StatusBadRequest, true
	case mediaType(h) == typeForm && decodedSize(ctx.PostBody()) > s.config.BodyLimit:
		return fasthttp.StatusRequestEntityTooLarge, true
	}
	return 0, false
}

// accept hands the inquiry over. A panic is an internal error like any other:
// the visitor still gets back what was typed.
func (s *Server) accept(ctx *fasthttp.RequestCtx, inquiry site.Inquiry) (receipt site.Receipt) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		s.metrics.panics.Inc()
		// A cause may quote what was typed; those of the runtime do not.
		text := fmt.Sprintf("%T", cause)
		if known, ok := cause.(runtime.Error); ok {
			text = known.Error()
		}
		s.log(ctx).Error("panic while accepting an inquiry",
			"path", logPath(ctx), "cause", text, "stack", string(debug.Stack()))
		receipt = site.Receipt{Code: codeInternal}
	}()
	return s.config.Inquiries.Accept(s.life, inquiry)
}

const (
	// The longest Referer that is looked at, and the longest path and query that is stored.
	longestReferrer = 2048
	// The greatest age of a form that makes sense: a page that was left open.
	oldestForm = 365 * 24 * time.Hour
	// The age of a form where the request has none.
	unknownAge time.Duration = -1
)

// inquiry returns an inquiry with the values of its body and what the request says beside
// them, copied: fasthttp reuses the memory of the request.
func (s *Server) inquiry(ctx *fasthttp.RequestCtx, values map[string]site.FormValue, readable bool) site.Inquiry {
	h := &ctx.Request.Header
	inquiry := site.Inquiry{
		Values:      values,
		Unreadable:  !readable,
		Native:      isNativeForm(ctx),
		Key:         string(h.Peek(headerIdempotencyKey)),
		Address:     s.visitor(ctx),
		Space:       s.spaceOf(ctx).name,
		Referrer:    s.referrer(ctx),
		FromBrowser: len(h.Peek(headerSecFetchSite)) > 0 || len(h.Peek(fasthttp.HeaderOrigin)) > 0,
		Age:         formAge(h),
		Campaign:    only(h, headerFormCampaign, longestReferrer), // the query that the visit began with

		SaysLanguage: len(h.Peek(fasthttp.HeaderAcceptLanguage)) > 0,
	}
	if inquiry.Native {
		inquiry.Referrer = s.firstReferrer(ctx, values)
	}
	return inquiry
}

// formValues reads the body, whatever the way that it was sent in.
func formValues(ctx *fasthttp.RequestCtx) (values map[string]site.FormValue, ok bool) {
	switch mediaType(&ctx.Request.Header) {
	case typeForm:
		return formbody.URLEncoded(string(ctx.PostBody()))
	case typeInput:
		return formbody.JSON(ctx.PostBody())
	case typeMultipart:
		if form, err := ctx.MultipartForm(); err == nil {
			return formbody.URLEncoded(url.Values(form.Value).Encode())
		}
	}
	return nil, false
}

// mediaType returns the media type of a request in small letters, without its parameters.
func mediaType(h *fasthttp.RequestHeader) string {
	media, _, _ := bytes.Cut(h.ContentType(), []byte{';'})
	return string(bytes.ToLower(bytes.TrimSpace(media)))
}

// only returns the value of a header that a request has once, and of some length at most.
func only(h *fasthttp.RequestHeader, name string, longest int) string {
	if lines := h.PeekAll(name); len(lines) == 1 && len(lines[0]) <= longest {
		return string(lines[0])
	}
	return ""
}

// formAge reads for how many milliseconds the form was on the screen. Anything
// but one number that makes sense counts as nothing.
func formAge(h *fasthttp.RequestHeader) time.Duration {
	milliseconds, err := strconv.ParseUint(only(h, headerFormAge, len("31536000000")), 10, 63) // takes no sign
	if age := time.Duration(milliseconds) * time.Millisecond; err == nil && age <= oldestForm {
		return age
	}
	return unknownAge
}

// referrer returns the path and query of the page that the request names as
// the one it was sent from; empty where that is no plain address of this
// website, or the answer to an earlier attempt.
func (s *Server) referrer(ctx *fasthttp.RequestCtx) string {
	text := string(ctx.Request.Header.Referer())
	if text == "" || len(text) > longestReferrer {
		return ""
	}
	from, err := url.Parse(text)
	if err != nil || from.Scheme != "http" && from.Scheme != "https" || from.User != nil || from.Host == "" {
		return ""
	}
	if !s.ourOrigin(ctx, from.Scheme+"://"+from.Host) {
		return ""
	}
	return plainReferrer(cmp.Or(from.EscapedPath(), "/"), from.RawQuery)
}

// plainReferrer returns path and query as they are stored; empty where they
// cannot be those of a page.
func plainReferrer(raw, query string) string {
	path, ok := resolve([]byte(raw))
	if !ok || string(path) == inquiryPath {
		return ""
	}
	target := location(string(path), []byte(strings.ToValidUTF8(query, "")))
	if len(target) > longestReferrer { // escaping makes longer
		return ""
	}
	return target
}

// foreign reports whether another website made the browser send this. Browsers
// say so in Sec-Fetch-Site, which no script can change; older ones send Origin.
// A request with neither comes from no browser, and has nothing to ride on.
func (s *Server) foreign(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if fetchSite := h.Peek(headerSecFetchSite); len(fetchSite) > 0 {
		return string(fetchSite) != "same-origin" && string(fetchSite) != "none"
	}
	origin := h.Peek(fasthttp.HeaderOrigin)
	if len(origin) == 0 {
		return false
	}
	return !s.ourOrigin(ctx, string(origin))
}

// ourOrigin reports whether an origin (scheme, host and port) is that of this
// website: the host that was asked, the one that a trusted proxy was asked for, or
// one that the content names. A page that came without TLS is not the website
// where that has TLS: somebody on the way may have written it. Without a trusted
// proxy nobody knows about TLS, and either scheme is the website's.
func (s *Server) ourOrigin(ctx *fasthttp.RequestCtx, origin string) bool {
	scheme, host, _ := strings.Cut(strings.ToLower(origin), "://")
	if host == "" || scheme != "http" && scheme != "https" {
		return false
	}
	h := &ctx.Request.Header
	same := func(asked []byte) bool {
		return len(asked) > 0 && withoutPort(scheme, host) == withoutPort(scheme, strings.ToLower(string(asked)))
	}
	if scheme == "https" || !s.overTLS(ctx) {
		if same(h.Host()) || s.fromProxy(ctx) && same(nearest(h, fasthttp.HeaderXForwardedHost)) {
			return true
		}
	}
	return s.ownAddress(ctx, scheme+"://"+host)
}

// withoutPort leaves out the port that goes without saying for a scheme.
func withoutPort(scheme, host string) string {
	return strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[scheme])
}

// ownAddress reports whether the content names the origin as an address of the
// sites that share the host.
func (s *Server) ownAddress(ctx *fasthttp.RequestCtx, origin string) bool {
	revision := s.website.Revision()
	if revision == nil {
		return false
	}
	for _, bundle := range revision.In(s.spaceOf(ctx).name) {
		base, err := url.Parse(bundle.Site.BaseURL)
		if err == nil && base.Host != "" && strings.EqualFold(base.Scheme+"://"+base.Host, origin) {
			return true
		}
	}
	return false
}

package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
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

// Inquiries decides what becomes of what visitors write, after the guards have let it pass: the body is within its
// limit and not encoded, it is JSON or a native form, and no foreign website sent it. What it is handed shares no
// memory with the connection.
type Inquiries interface {
	Accept(ctx context.Context, inquiry site.Inquiry) site.Receipt
	// Confirm says what the link of an opt-in leads to; press says that its button was pressed.
	Confirm(ctx context.Context, token string, press bool) (site.Confirmation, error)
}

// serveConfirm answers the link of an opt-in with a page that has one button. Only pressing that changes anything. No
// origin is asked for: who knows the token read the mail.
func (s *Server) serveConfirm(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	query := ctx.QueryArgs()
	siteID, formID := string(query.Peek("site")), string(query.Peek("form"))
	found, err := s.config.Inquiries.Confirm(s.life, string(query.Peek("token")), ctx.IsPost())
	if err != nil {
		_, home := s.wordsOf(ctx, siteID)
		s.sendErrorPage(ctx, fasthttp.StatusServiceUnavailable, home)
	} else {
		s.send(ctx, s.website.ConfirmPage(s.spaceOf(ctx).name, siteID, formID, found.State))
	}
	// The address is a secret, which no other website is told.
	ctx.Response.Header.Set(fasthttp.HeaderReferrerPolicy, "no-referrer")
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	return nil
}

func init() {
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: inquiryPath, Method: fiber.MethodPost, Operation: "submitForm", Answer: reflect.TypeFor[site.Accepted](),
			Summary: "Send what a visitor wrote. It is stored before the answer.",
			Parameters: []site.Parameter{{
				In: "header", Name: "Idempotency-Key", Description: "Names one filling of a form: sent twice, it is stored once.",
			}},
			Body: inquirySchema,
			Statuses: map[int]string{
				http.StatusBadRequest:          "It cannot be read.",
				http.StatusConflict:            "The idempotency key was used for another message.",
				http.StatusUnprocessableEntity: "Fields do not fit: error.fields says which.",
				http.StatusTooManyRequests:     "Too many came from this address.",
				http.StatusServiceUnavailable:  "None are taken at the moment.",
			},
		},
		serve: (*Server).takeInquiry,
	})
}

const inquirySchema = `{
	"type": "object",
	"description": "The fields of the form by their names, beside site and form. GET /api/sites/{site}/forms/{id} lists them.",
	"required": ["site", "form"],
	"properties": {
		"site": {"type": "string", "description": "The id of the site."},
		"form": {"type": "string", "description": "The id of the form."},
		"type": {"type": "string", "description": "The kind of the form, where it is contact or booking."}
	},
	"additionalProperties": true
}`

func (s *Server) takeInquiry(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	if s.isUpload(&ctx.Request.Header) {
		s.takeUpload(ctx)
		return nil
	}

	status, shown := s.refusal(ctx)
	values, readable := map[string]site.FormValue(nil), false
	if status == 0 || shown {
		values, readable = formValues(ctx)
	}
	if status != 0 {
		s.failForm(ctx, status, values)
	} else {
		s.decide(ctx, s.inquiry(ctx, values, readable))
	}
	return nil
}

// refusal returns the status of an inquiry that Inquiries do not get to see, else zero; shown says whether the answer
// may show what is in the body. What another website may have sent is not to be shown as ours.
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
	if s.config.ReadOnly {
		return site.Receipt{Code: codes[fasthttp.StatusLocked], SiteID: inquiry.Values["site"].Text}
	}
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

// referrer returns the path and query of the page that the request names as the one it was sent from; empty where that
// is no plain address of this website, or the answer to an earlier attempt.
func (s *Server) referrer(ctx *fasthttp.RequestCtx) string {
	text := string(ctx.Request.Header.Referer())
	if text == "" || len(text) > longestReferrer {
		return ""
	}
	from, err := url.Parse(text)
	if err != nil || from.User != nil || !s.ourOrigin(ctx, from.Scheme+"://"+from.Host) { // nor any other scheme
		return ""
	}
	return plainReferrer(cmp.Or(from.EscapedPath(), "/"), from.RawQuery)
}

// plainReferrer returns path and query as they are stored; empty where they cannot be those of a page.
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

// foreign reports whether another website made the browser send this. Browsers say so in Sec-Fetch-Site, which no
// script can change; older ones send Origin. A request with neither comes from no browser, and has nothing to ride on.
func (s *Server) foreign(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if fetchSite := h.Peek(headerSecFetchSite); len(fetchSite) > 0 {
		return string(fetchSite) != "same-origin" && string(fetchSite) != "none"
	}
	origin := h.Peek(fasthttp.HeaderOrigin)
	return len(origin) > 0 && !s.ourOrigin(ctx, string(origin))
}

// ourOrigin reports whether an origin is that of this website: the host that was asked, the one that a trusted proxy
// was asked for, or one that the content names. Where the website has TLS, a page that came without it is not the
// website. Without a trusted proxy nobody knows about TLS.
func (s *Server) ourOrigin(ctx *fasthttp.RequestCtx, origin string) bool {
	scheme, host, _ := strings.Cut(strings.ToLower(origin), "://")
	if host == "" || scheme != "http" && scheme != "https" {
		return false
	}
	h := &ctx.Request.Header
	same := func(asked []byte) bool {
		return len(asked) > 0 && withoutPort(scheme, host) == withoutPort(scheme, strings.ToLower(string(asked)))
	}
	if (scheme == "https" || !s.overTLS(ctx)) &&
		(same(h.Host()) || s.fromProxy(ctx) && same(nearest(h, fasthttp.HeaderXForwardedHost))) {
		return true
	}
	revision := s.website.Revision()
	return revision != nil && slices.ContainsFunc(revision.In(s.spaceOf(ctx).name), func(bundle *site.Bundle) bool {
		base, err := url.Parse(bundle.Site.BaseURL)
		return err == nil && strings.EqualFold(base.Host, host) && base.Scheme == scheme
	})
}

// withoutPort leaves out the port that goes without saying for a scheme.
func withoutPort(scheme, host string) string {
	return strings.TrimSuffix(host, map[string]string{"http": ":80", "https": ":443"}[scheme])
}

// What the address of a page that says that a form was stored has besides its path.
const (
	querySent      = "sent"
	queryReference = "ref"
	// Before the form's id: where the templates say it (web/src/forms/ContactForm.tsx).
	anchorForm = "form-"
)

// decide hands an inquiry over, and answers what became of it: with JSON those who sent JSON, all others with a page.
func (s *Server) decide(ctx *fasthttp.RequestCtx, inquiry site.Inquiry) {
	receipt := s.accept(ctx, inquiry)
	switch {
	case !receipt.Stored():
		s.answerRefused(ctx, inquiry, receipt)
	case inquiry.Native:
		s.answerStored(ctx, inquiry, receipt)
	default:
		s.sendJSON(ctx, fasthttp.StatusOK, site.Accepted{ID: receipt.ID, Reference: receipt.Reference})
	}
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
}

// answerStored leads the browser on to the page that says so: loading that one again sends nothing again.
func (s *Server) answerStored(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
	if target := s.thanks(receipt); target != "" {
		s.seeOther(ctx, target)
		return
	}
	if path := s.website.FormPath(inquiry.Space+inquiry.Referrer, receipt.SiteID, receipt.FormID); path != "" {
		s.seeOther(ctx, location(path, nil)+"?"+querySent+"="+url.QueryEscape(receipt.FormID)+
			"&"+queryReference+"="+url.QueryEscape(receipt.Reference)+"#"+anchorForm+url.PathEscape(receipt.FormID))
		return
	}
	// No page shows the form, so there is none to lead to.
	state := site.FormState{SiteID: receipt.SiteID, FormID: receipt.FormID, Reference: receipt.Reference}
	if page := s.website.FormPage(s.life, inquiry.Space+inquiry.Referrer, state, fasthttp.StatusOK); page != nil {
		s.send(ctx, page)
		return
	}
	// The form is gone since it was sent. There are no words for that, but the site is there.
	_, home := s.wordsOf(ctx, receipt.SiteID)
	s.seeOther(ctx, location(home, nil))
}

// thanks returns the address that a form leads to once it is stored, which says so to what counts there
// (web/src/integrations/begin.ts); empty where visitors stay.
func (s *Server) thanks(receipt site.Receipt) string {
	bundle := s.website.Revision().ByID(receipt.SiteID)
	if bundle == nil {
		return "" // the form has gone meanwhile
	}
	form := bundle.Forms.Get(receipt.FormID)
	if form == nil || form.Thanks == nil || form.Thanks.Href == "" {
		return ""
	}
	target, err := url.Parse(form.Thanks.Href)
	if err != nil {
		return "" // the content would have said so
	}
	target.RawQuery = url.Values{querySent: {receipt.FormID}}.Encode()
	return target.String()
}

// seeOther leads the browser on to another page, by GET (RFC 9110 section 15.4.4).
func (s *Server) seeOther(ctx *fasthttp.RequestCtx, target string) {
	s.answer(ctx, site.Representation{Status: fasthttp.StatusSeeOther, Location: target, CacheControl: noStore})
}

// answerRefused tells why nothing is stored; the page of a native post keeps
// what was typed, also where it was refused before anybody read it.
func (s *Server) answerRefused(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
	status := statusOf(receipt.Code)
	if inquiry.Native && receipt.FormID == "" {
		s.readInto(&receipt, inquiry)
	}
	words, home := s.wordsOf(ctx, receipt.SiteID)
	receipt.Message = cmp.Or(receipt.Message, words.Sentence(status))
	if !inquiry.Native {
		s.sendProblem(ctx, status, words, site.Failure{Message: receipt.Message, Fields: receipt.Fields})
	} else if page := s.website.FormPage(s.life, inquiry.Space+inquiry.Referrer, site.FormState{
		SiteID: receipt.SiteID, FormID: receipt.FormID, Values: receipt.Values, Errors: receipt.Fields,
		Failure: receipt.Message, From: inquiry.Referrer,
	}, status); page != nil {
		s.send(ctx, page)
		ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	} else {
		s.sendErrorPage(ctx, status, home)
	}
	if wait := retryAfter(receipt.RetryAfter, status); wait != "" {
		ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, wait)
	}
}

// retryAfter writes the value of Retry-After: whole seconds, never too early; empty where there is nothing to say.
func retryAfter(wait time.Duration, status int) string {
	switch {
	case wait > 0:
		return strconv.Itoa(int(math.Ceil(wait.Seconds())))
	case status == fasthttp.StatusServiceUnavailable:
		return usualWait
	}
	return ""
}

// wordsOf returns the words of a site and its path; of the one at the root of the
// host where the id names none that lives there.
func (s *Server) wordsOf(ctx *fasthttp.RequestCtx, siteID string) (words *site.Errors, home string) {
	in := s.spaceOf(ctx)
	if revision := s.catalog().revision; revision != nil {
		if bundle := revision.ByID(siteID); bundle != nil && bundle.Site.Space == in.name {
			return &bundle.Site.Errors, bundle.Site.Path
		}
	}
	return &in.words, "/"
}

// sentPage returns the page that says that a form was stored, where the query asks for one and for nothing else; nil
// otherwise. What it shows of the query has the form of a reference, so nobody can make the website say anything else.
func (s *Server) sentPage(ctx *fasthttp.RequestCtx, address string) *site.Representation {
	if len(ctx.URI().QueryString()) == 0 {
		return nil
	}
	arguments := ctx.QueryArgs()
	reference := string(arguments.Peek(queryReference))
	if arguments.Len() != 2 || !arguments.Has(querySent) || !site.ValidReference(reference) {
		return nil
	}
	return s.website.SentPage(s.life, address, string(arguments.Peek(querySent)), reference)
}

// queryFrom is what a native form post sends again of the answer to the attempt before:
// path and query of the page that it was first sent from.
const queryFrom = "from"

// isNativeForm reports whether a browser posted a form without any script, so that a person will look at the answer.
func isNativeForm(ctx *fasthttp.RequestCtx) bool {
	switch mediaType(&ctx.Request.Header) {
	case typeMultipart:
		// The script sends files so, too, and asks for JSON.
		accept := ctx.Request.Header.PeekBytes(headerAccept)
		return !bytes.Contains(accept, []byte(typeInput)) || bytes.Contains(accept, []byte("text/html"))
	case typeForm, "text/plain":
		return true
	}
	return false
}

// firstReferrer returns the page that a native form post was first sent from: the one that Referer names, or, where
// that is the answer to an earlier attempt, the one that the form hands on.
func (s *Server) firstReferrer(ctx *fasthttp.RequestCtx, values map[string]site.FormValue) string {
	if referrer := s.referrer(ctx); referrer != "" {
		return referrer
	}
	from := values[queryFrom].Text
	if len(from) > longestReferrer {
		return ""
	}
	path, query, _ := strings.Cut(from, "?")
	if target := plainReferrer(path, query); s.isPage(ctx, target) {
		return target
	}
	return ""
}

func (s *Server) isPage(ctx *fasthttp.RequestCtx, referrer string) bool {
	from, err := url.Parse(referrer)
	if err != nil {
		return false
	}
	_, known := s.catalog().addresses[s.spaceOf(ctx).name+from.Path]
	return known
}

// readInto fills in what a native form post was meant for and what was typed, as far as it fits a form of the content.
func (s *Server) readInto(receipt *site.Receipt, inquiry site.Inquiry) {
	revision := s.website.Revision()
	if revision == nil || revision.Main() == nil {
		return
	}
	bundle, form := meant(revision, inquiry)
	receipt.SiteID = bundle.Site.ID
	if form == nil {
		return
	}
	receipt.SiteID, receipt.FormID = form.SiteID, form.ID
	receipt.Values = map[string]string{}
	for _, field := range form.Fields {
		if value, sent := inquiry.Values[field.Name]; sent {
			receipt.Values[field.Name] = value.Text
		}
	}
}

// meant returns the form that a native post names, else the first of the kind that it names (docs/specification.md
// section 7), else one that its page shows, else the first of its site; nil where that has none. What was typed is
// shown again in any of them.
func meant(revision *site.Revision, inquiry site.Inquiry) (*site.Bundle, *site.Form) {
	path, values := "", inquiry.Values
	if from, err := url.Parse(inquiry.Referrer); err == nil {
		path = from.Path
	}
	bundle := revision.Nearest(inquiry.Space + path)
	if named := revision.ByID(values["site"].Text); named != nil {
		bundle = named
	} else if len(values) > 0 {
		bundle = revision.Nearest(inquiry.Space + "/")
	}
	if len(values) > 0 {
		if form := bundle.Forms.Get(values["form"].Text); form != nil {
			return bundle, form
		}
		if form := bundle.FormOfKind(cmp.Or(values["type"].Text, "message")); form != nil {
			return bundle, form
		}
	}
	for _, page := range bundle.Pages {
		if forms := page.Forms(); page.Path == path && len(forms) > 0 {
			return bundle, forms[0]
		}
	}
	for _, form := range bundle.Forms.All() {
		return bundle, form
	}
	return bundle, nil
}

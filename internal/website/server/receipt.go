package server

import (
	"cmp"
	"math"
	"net/url"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// receiptStatus is the status of each code that a [site.Receipt] may have.
var receiptStatus = map[string]int{
	site.CodeBadRequest:  fasthttp.StatusBadRequest,
	site.CodeInvalidForm: fasthttp.StatusUnprocessableEntity,
	site.CodeConflict:    fasthttp.StatusConflict,
	site.CodeTooMany:     fasthttp.StatusTooManyRequests,
	site.CodeUnavailable: fasthttp.StatusServiceUnavailable,
	codeInternal:         fasthttp.StatusInternalServerError,
}

// What the address of a page that says that a form was stored has besides its path.
const (
	querySent      = "sent"
	queryReference = "ref"
	// Before the form's id: where the templates say it (web/src/forms/ContactForm.tsx).
	anchorForm = "form-"
)

// accepted is the answer to a form that is stored.
type accepted struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
}

// answerInquiry tells what became of an inquiry: JSON to those who sent JSON,
// to all others a page.
func (s *Server) answerInquiry(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
	switch {
	case !receipt.Stored():
		s.answerRefused(ctx, inquiry, receipt)
	case inquiry.Native:
		s.answerStored(ctx, inquiry, receipt)
	default:
		s.sendJSON(ctx, fasthttp.StatusOK, accepted{receipt.ID, receipt.Reference})
	}
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
}

// answerStored leads the browser on to the page that says so: loading that one
// again sends nothing again.
func (s *Server) answerStored(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
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

// seeOther leads the browser on to another page, by GET (RFC 9110 section 15.4.4).
func (s *Server) seeOther(ctx *fasthttp.RequestCtx, target string) {
	s.answer(ctx, site.Representation{Status: fasthttp.StatusSeeOther, Location: target, CacheControl: noStore})
}

// answerRefused tells why nothing is stored; the page of a native post keeps
// what was typed.
func (s *Server) answerRefused(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
	status, known := receiptStatus[receipt.Code]
	if !known {
		s.logger.Error("receipt with an unknown code", "code", receipt.Code)
		status = fasthttp.StatusInternalServerError
	}
	words, home := s.wordsOf(ctx, receipt.SiteID)
	receipt.Message = cmp.Or(receipt.Message, words.Sentence(status))
	switch {
	case !inquiry.Native:
		s.sendProblem(ctx, status, words, problem{Message: receipt.Message, Fields: receipt.Fields})
	case !s.sendForm(ctx, inquiry, receipt, status):
		s.sendErrorPage(ctx, status, home)
	}
	if wait := retryAfter(receipt.RetryAfter, status); wait != "" {
		ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, wait)
	}
}

// retryAfter writes the value of Retry-After: whole seconds, never too early;
// empty where there is nothing to say.
func retryAfter(wait time.Duration, status int) string {
	if wait <= 0 {
		if status == fasthttp.StatusServiceUnavailable {
			return usualWait
		}
		return ""
	}
	return strconv.Itoa(int(math.Ceil(wait.Seconds())))
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

// sentPage returns the page that says that a form was stored, where the query
// asks for one and for nothing else; nil otherwise. What it shows of the query
// has the form of a reference, so nobody can make the website say anything else.
func (s *Server) sentPage(ctx *fasthttp.RequestCtx, address string) *site.Representation {
	if len(ctx.URI().QueryString()) == 0 {
		return nil
	}
	arguments := ctx.QueryArgs()
	if arguments.Len() != 2 || !arguments.Has(querySent) {
		return nil
	}
	reference := string(arguments.Peek(queryReference))
	if !site.ValidReference(reference) {
		return nil
	}
	return s.website.SentPage(s.life, address, string(arguments.Peek(querySent)), reference)
}

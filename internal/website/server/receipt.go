package server

import (
	"bytes"
	"cmp"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// What the address of a page that says that a form was stored has besides its path.
const (
	querySent      = "sent"
	queryReference = "ref"
	// Before the form's id: where the templates say it (web/src/forms/ContactForm.tsx).
	anchorForm = "form-"
)

// decide hands an inquiry over, and answers what became of it: with JSON those who sent
// JSON, all others with a page.
func (s *Server) decide(ctx *fasthttp.RequestCtx, inquiry site.Inquiry) {
	receipt := s.accept(ctx, inquiry)
	switch {
	case !receipt.Stored():
		s.answerRefused(ctx, inquiry, receipt)
	case inquiry.Native:
		s.answerStored(ctx, inquiry, receipt)
	default:
		s.sendJSON(ctx, fasthttp.StatusOK, map[string]string{"id": receipt.ID, "reference": receipt.Reference})
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
// what was typed, also where it was refused before anybody read it.
func (s *Server) answerRefused(ctx *fasthttp.RequestCtx, inquiry site.Inquiry, receipt site.Receipt) {
	status := statusOf(receipt.Code)
	if inquiry.Native && receipt.FormID == "" {
		s.readInto(&receipt, inquiry)
	}
	words, home := s.wordsOf(ctx, receipt.SiteID)
	receipt.Message = cmp.Or(receipt.Message, words.Sentence(status))
	switch {
	case !inquiry.Native:
		s.sendProblem(ctx, status, words, problem{Message: receipt.Message, Fields: receipt.Fields})
	default:
		page := s.website.FormPage(s.life, inquiry.Space+inquiry.Referrer, site.FormState{
			SiteID: receipt.SiteID, FormID: receipt.FormID, Values: receipt.Values, Errors: receipt.Fields,
			Failure: receipt.Message, From: inquiry.Referrer,
		}, status)
		if page == nil {
			s.sendErrorPage(ctx, status, home)
			break
		}
		s.send(ctx, page)
		ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
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

// queryFrom is what a native form post sends again of the answer to the attempt before:
// path and query of the page that it was first sent from.
const queryFrom = "from"

// isNativeForm reports whether a browser posted a form without any script, so
// that a person will look at the answer.
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

// firstReferrer returns the page that a native form post was first sent from:
// the one that Referer names, or, where that is the answer to an earlier
// attempt, the one that the form hands on.
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

// isPage reports whether path and query lead to a page of the space that was asked.
func (s *Server) isPage(ctx *fasthttp.RequestCtx, referrer string) bool {
	from, err := url.Parse(referrer)
	if err != nil {
		return false
	}
	_, known := s.catalog().addresses[s.spaceOf(ctx).name+from.Path]
	return known
}

// readInto fills in what a native form post was meant for and what was typed,
// as far as it fits a form of the content.
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

// meant returns the form that a native post names, else the first of the kind
// that it names (docs/specification.md section 7), else one that its page shows, else
// the first of its site: what was typed is shown again in any of them. The form is nil
// where the site has no forms.
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

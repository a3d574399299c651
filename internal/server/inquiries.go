package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

const (
	inquiryPath = "/api/send-contact-email"
	typeForm    = "application/x-www-form-urlencoded"
	typeInput   = "application/json"
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
	h := &ctx.Request.Header
	if s.foreign(ctx) {
		return fiber.ErrForbidden
	}
	// An encoded body could grow without limit while it is unpacked.
	if len(h.PeekBytes(headerContentEncoding)) > 0 {
		return fiber.ErrUnsupportedMediaType
	}
	if media := string(bytes.ToLower(mediaType(ctx))); media != typeInput && media != typeForm {
		return fiber.ErrUnsupportedMediaType
	}
	// Two keys would name two fillings; no client of ours sends both.
	if len(h.PeekAll(headerIdempotencyKey)) > 1 {
		return fiber.ErrBadRequest
	}
	inquiry := s.inquiry(ctx)
	receipt := s.accept(ctx, inquiry)
	if inquiry.Native && !receipt.Stored() && receipt.FormID == "" {
		// It was refused before it was read; what was typed is shown again all the same.
		s.readInto(&receipt, inquiry)
	}
	s.answerInquiry(ctx, inquiry, receipt)
	return nil
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
		s.logger.Error("panic while accepting an inquiry", "path", logPath(ctx), "cause", text, "stack", string(debug.Stack()))
		receipt = site.Receipt{Code: codeInternal}
	}()
	return s.inquiries.Accept(s.life, inquiry)
}

// readInto fills in what a native form post was meant for and what was typed,
// as far as it fits a form of the content.
func (s *Server) readInto(receipt *site.Receipt, inquiry site.Inquiry) {
	// What cannot be read of it is left out; the rest is as good as it was.
	values, _ := url.ParseQuery(string(inquiry.Body))
	revision := s.website.Revision()
	if revision == nil {
		return
	}
	bundle := revision.Main()
	if values.Has("site") {
		bundle = revision.ByID(values.Get("site"))
	}
	if bundle == nil {
		return
	}
	receipt.SiteID = bundle.Site.ID
	form := meant(bundle, values)
	if form == nil {
		return
	}
	receipt.FormID = form.ID
	receipt.Values = make(map[string]string, len(form.Fields))
	for i := range form.Fields {
		if name := form.Fields[i].Name; values.Has(name) {
			receipt.Values[name] = values.Get(name)
		}
	}
}

// meant returns the form that a native post names, else the first of the kind
// that it names (SPEC section 7); nil where there is none.
func meant(bundle *site.Bundle, values url.Values) *site.Form {
	if values.Has("form") {
		return bundle.Forms.Get(values.Get("form"))
	}
	kind := cmp.Or(values.Get("type"), "message")
	for _, form := range bundle.Forms.All() {
		if form.Kind == kind {
			return form
		}
	}
	return nil
}

// closedInquiries answers while nothing takes messages: it says so honestly,
// in the words of the site that the visitor is on.
type closedInquiries struct{}

func (closedInquiries) Accept(_ context.Context, inquiry site.Inquiry) site.Receipt {
	receipt := site.Receipt{Code: codeUnavailable, RetryAfter: time.Minute}
	if inquiry.Native {
		return receipt
	}
	var body struct {
		Site string `json:"site"`
	}
	// Closed all the same; the content decides what a valid body is.
	if json.Unmarshal(inquiry.Body, &body) == nil {
		receipt.SiteID = body.Site
	}
	return receipt
}

package server

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
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
	if status == 0 {
		values, readable := formValues(ctx)
		s.decide(ctx, s.inquiry(ctx, values, readable))
		return nil
	}
	var values map[string]site.FormValue
	if shown && isNativeForm(ctx) {
		values, _ = formValues(ctx)
	}
	s.failForm(ctx, status, values)
	return nil
}

// decide hands an inquiry over, and answers what became of it.
func (s *Server) decide(ctx *fasthttp.RequestCtx, inquiry site.Inquiry) {
	receipt := s.accept(ctx, inquiry)
	if inquiry.Native && !receipt.Stored() && receipt.FormID == "" {
		// It was refused before it was read; what was typed is shown again all the same.
		s.readInto(&receipt, inquiry)
	}
	s.answerInquiry(ctx, inquiry, receipt)
}

// refusal returns the status of an inquiry that Inquiries do not get to see,
// else zero; shown says whether the answer may show what is in the body. What
// another website may have sent is not to be shown as ours.
func (s *Server) refusal(ctx *fasthttp.RequestCtx) (status int, shown bool) {
	h := &ctx.Request.Header
	switch {
	// A proxy may have believed the other line.
	case doubled(h, "Content-Type", "Origin", "Sec-Fetch-Site"):
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

// doubled reports whether a request has one of the headers in two lines.
func doubled(h *fasthttp.RequestHeader, names ...string) bool {
	count := map[string]int{}
	for line := range bytes.Lines(h.RawHeaders()) {
		name, _, _ := bytes.Cut(line, []byte{':'})
		count[string(bytes.ToLower(name))]++
	}
	return slices.ContainsFunc(names, func(name string) bool { return count[strings.ToLower(name)] > 1 })
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

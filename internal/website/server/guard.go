package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// guard is what every request passes first and every answer passes last.
func (s *Server) guard(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(ctx *fasthttp.RequestCtx) {
		defer s.finish(ctx, ctx.Time())
		if c, ok := ctx.Conn().(*conn); ok && c.refused {
			s.refuse(ctx, fasthttp.StatusServiceUnavailable)
			ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, "5")
			return
		}
		if err := s.readBody(ctx); err != nil {
			s.answerUnreadable(ctx, err)
			return
		}
		// Another request may be hidden in one with both (RFC 9112 section 6.1). fasthttp settles on one of them, so only
		// the raw header lines still show it.
		if h := &ctx.Request.Header; h.ContentLength() != noBody && sentLines(h, "Content-Length") != nil &&
			sentLines(h, "Transfer-Encoding") != nil {
			hangUp(ctx)
			s.fail(ctx, fasthttp.StatusBadRequest)
			return
		}
		if status := s.locate(ctx); status != 0 {
			s.fail(ctx, status)
			return
		}
		// fasthttp takes every version, and what follows may be framed in another way.
		if version := string(ctx.Request.Header.Protocol()); version != "HTTP/1.1" && version != "HTTP/1.0" {
			s.refuse(ctx, fasthttp.StatusHTTPVersionNotSupported)
			return
		}
		if s.studio(ctx) || s.preflight(ctx) {
			return
		}
		if !ctx.IsGet() && !ctx.IsHead() && !ctx.IsPost() { // Fiber has no routes for others
			s.methodNotAllowed(ctx)
			return
		}
		if !s.preview(ctx, next) {
			next(ctx)
		}
	}
}

// refuse answers with a sentence of the main site, and ends the connection.
func (s *Server) refuse(ctx *fasthttp.RequestCtx, status int) {
	hangUp(ctx)
	s.sendText(ctx, status, &s.catalog().main.words)
}

// noBody is what fasthttp says of the length where a request has no body.
const noBody = -2

func sentLines(h *fasthttp.RequestHeader, name string) (values [][]byte) {
	for line := range bytes.Lines(h.RawHeaders()) {
		if before, value, _ := bytes.Cut(line, []byte{':'}); bytes.EqualFold(before, []byte(name)) {
			values = append(values, bytes.TrimSpace(value))
		}
	}
	return values
}

// finish ends every request: it turns a panic into an answer, and puts on the answer what all answers carry. It must be
// deferred directly, or recover does nothing.
func (s *Server) finish(ctx *fasthttp.RequestCtx, started time.Time) {
	if cause := recover(); cause != nil {
		s.answerPanic(ctx, cause)
	}
	s.secure(&ctx.Response.Header)
	// Only where TLS is known to be there, so that a host without it is not locked out of its own name.
	if s.overTLS(ctx) {
		ctx.Response.Header.Set(fasthttp.HeaderStrictTransportSecurity, "max-age=63072000")
	}
	if revision := s.website.Revision(); revision != nil && revision.Drafts {
		ctx.Response.Header.Set(headerRobots, nowhere)
	}
	if s.draining.Load() {
		ctx.SetConnectionClose()
	}
	s.observe(ctx, started)
}

// answerPanic answers an internal error. The error page is rendered by the same
// website that may just have panicked; when it does so again, words alone must do.
func (s *Server) answerPanic(ctx *fasthttp.RequestCtx, cause any) {
	s.metrics.panics.Inc()
	s.log(ctx).Error("panic while answering",
		"path", logPath(ctx), "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
	defer func() {
		if again := recover(); again != nil {
			s.logger.Error("panic while rendering the error page", "cause", fmt.Sprint(again))
			resetResponse(ctx)
			ctx.SetStatusCode(fasthttp.StatusInternalServerError)
		}
	}()
	resetResponse(ctx)
	s.fail(ctx, fasthttp.StatusInternalServerError)
}

func resetResponse(ctx *fasthttp.RequestCtx) {
	ctx.Response.Reset()
	ctx.Response.Header.SetNoDefaultContentType(true)
}

// expect answers "Expect: 100-continue": a body that is over the limit is refused before it is sent.
func (s *Server) expect(ctx *fasthttp.RequestCtx) int {
	if !s.bodyTooLarge(&ctx.Request.Header) {
		return fasthttp.StatusContinue
	}
	defer s.finish(ctx, time.Now())
	s.locate(ctx)
	s.fail(ctx, fasthttp.StatusRequestEntityTooLarge)
	return fasthttp.StatusRequestEntityTooLarge
}

// usualWait is the value of Retry-After where nobody knows better, in seconds.
const usualWait = "60"

// codeInternal is the code of what went wrong on our side.
const codeInternal = "internal"

// codes are the codes of statuses. Others have the code of 400 or of 500.
var codes = map[int]string{
	fasthttp.StatusBadRequest:                  site.CodeBadRequest,
	fasthttp.StatusForbidden:                   "forbidden",
	fasthttp.StatusNotFound:                    "not_found",
	fasthttp.StatusMisdirectedRequest:          "unknown_host",
	fasthttp.StatusMethodNotAllowed:            "method_not_allowed",
	fasthttp.StatusRequestTimeout:              "request_timeout",
	fasthttp.StatusConflict:                    site.CodeConflict,
	fasthttp.StatusGone:                        "preview_ended",
	fasthttp.StatusLocked:                      "preview_only",
	fasthttp.StatusRequestEntityTooLarge:       "too_large",
	fasthttp.StatusUnsupportedMediaType:        "unsupported_media",
	fasthttp.StatusUnprocessableEntity:         site.CodeInvalidForm,
	fasthttp.StatusTooManyRequests:             site.CodeTooMany,
	fasthttp.StatusRequestHeaderFieldsTooLarge: "header_too_large",
	fasthttp.StatusHTTPVersionNotSupported:     "unknown_version",
	fasthttp.StatusInternalServerError:         codeInternal,
	fasthttp.StatusServiceUnavailable:          site.CodeUnavailable,
}

func statusOf(code string) int {
	for status, known := range codes {
		if known == code {
			return status
		}
	}
	return fasthttp.StatusInternalServerError
}

// sendProblem answers an error with its code, and with the words for it unless there is a message.
func (s *Server) sendProblem(ctx *fasthttp.RequestCtx, status int, words *site.Errors, p site.Failure) {
	p.Code = cmp.Or(codes[status], codes[status/100*100])
	p.Message = cmp.Or(p.Message, words.Sentence(status))
	s.sendJSON(ctx, status, site.ErrorAnswer{Error: p})
}

// handleError is Fiber's error handler: a [fiber.Error] names the status,
// everything else is logged and answered as an internal error.
func (s *Server) handleError(c fiber.Ctx, err error) error {
	ctx, status := c.RequestCtx(), fasthttp.StatusInternalServerError
	if known, ok := errors.AsType[*fiber.Error](err); ok {
		status = known.Code
	} else {
		s.log(ctx).Error("request failed", "path", logPath(ctx), "error", err)
	}
	s.fail(ctx, status)
	return nil
}

func (s *Server) fail(ctx *fasthttp.RequestCtx, status int) {
	s.failForm(ctx, status, nil)
}

// failForm is fail for a native form post, whose page shows what was typed.
func (s *Server) failForm(ctx *fasthttp.RequestCtx, status int, typed map[string]site.FormValue) {
	words := &s.spaceOf(ctx).words
	path := ctx.URI().PathOriginal()
	route := classify(path)
	switch {
	case route == classAPI, bytes.HasPrefix(path, []byte(studioCalls)), route == classForm && !isNativeForm(ctx):
		s.sendProblem(ctx, status, words, site.Failure{})
	// A host that no site claims has no page: its stylesheet could not be loaded either.
	case route == classAsset, route == classDocument, status == fasthttp.StatusMisdirectedRequest:
		s.sendText(ctx, status, words)
	// When something broke, rendering a page may break again.
	case route == classForm && status < fasthttp.StatusInternalServerError && ctx.IsPost():
		s.answerRefused(ctx, site.Inquiry{
			Values: typed, Native: true, Space: s.spaceOf(ctx).name, Referrer: s.firstReferrer(ctx, typed),
		}, site.Receipt{Code: codes[status]})
	default:
		s.sendErrorPage(ctx, status, "")
	}
	if status == fasthttp.StatusServiceUnavailable {
		ctx.Response.Header.Set(fasthttp.HeaderRetryAfter, usualWait)
	}
}

func (s *Server) sendJSON(ctx *fasthttp.RequestCtx, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		s.logger.Error("write JSON answer", "error", err)
	}
	s.answer(ctx, site.Representation{Status: status, ContentType: typeJSON, CacheControl: noStore, Body: body})
}

func (s *Server) sendText(ctx *fasthttp.RequestCtx, status int, words *site.Errors) {
	s.answer(ctx, site.Representation{
		Status: status, ContentType: "text/plain; charset=utf-8", CacheControl: noStore,
		Body: []byte(words.Sentence(status)),
	})
}

func (s *Server) answer(ctx *fasthttp.RequestCtx, r site.Representation) {
	if revision := s.website.Revision(); revision != nil {
		r.Revision = revision.ID
	}
	s.send(ctx, &r)
}

// sendErrorPage answers with the error page of the site that a path lies in; empty is the path of the request.
func (s *Server) sendErrorPage(ctx *fasthttp.RequestCtx, status int, path string) {
	if path == "" {
		path = "/"
		if clean, ok := resolve(ctx.URI().PathOriginal()); ok {
			path = string(clean)
		}
	}
	s.send(ctx, s.website.ErrorPage(status, s.spaceOf(ctx).name+path))
	ctx.SetStatusCode(status)
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
}

// methodNotAllowed answers a method that the address does not take; an unknown
// address of the API stays unknown whatever the method.
func (s *Server) methodNotAllowed(ctx *fasthttp.RequestCtx) {
	path := ctx.URI().PathOriginal()
	allow := "GET, HEAD"
	switch classify(path) {
	case classForm:
		allow = "POST"
		if s.leadBack(ctx) {
			return
		}
	case classAPI:
		clean, _ := resolve(path)
		asked := func(e endpoint) bool { return e.serve != nil && e.Path == string(clean) }
		if s.catalog().resources[s.spaceOf(ctx).name+string(clean)] == nil && !slices.ContainsFunc(endpoints, asked) {
			s.fail(ctx, fasthttp.StatusNotFound)
			return
		}
	}
	s.fail(ctx, fasthttp.StatusMethodNotAllowed)
	ctx.Response.Header.Set(fasthttp.HeaderAllow, allow)
}

// leadBack answers a browser that was sent to the address of forms without one, such as from a history: on to the page
// that it came from, or else home. It reports whether it is a browser.
func (s *Server) leadBack(ctx *fasthttp.RequestCtx) bool {
	accept := bytes.ToLower(ctx.Request.Header.PeekBytes(headerAccept))
	if !ctx.IsGet() && !ctx.IsHead() || !bytes.Contains(accept, []byte("text/html")) {
		return false
	}
	target := s.referrer(ctx)
	if !s.isPage(ctx, target) {
		target = "/"
	}
	s.seeOther(ctx, target)
	return true
}

func (s *Server) refuseUnreadable(ctx *fasthttp.RequestCtx, err error) {
	defer s.finish(ctx, time.Now())
	s.answerUnreadable(ctx, err)
}

// answerUnreadable repeats nothing of the request, and ends the connection: where the
// next request would begin is not known any more.
func (s *Server) answerUnreadable(ctx *fasthttp.RequestCtx, err error) {
	status := fasthttp.StatusBadRequest
	if errors.Is(err, fasthttp.ErrBodyTooLarge) {
		hangUp(ctx)
		s.locate(ctx) // the header was read, so the host and the shape are known
		s.fail(ctx, fasthttp.StatusRequestEntityTooLarge)
		return
	}
	if _, small := errors.AsType[*fasthttp.ErrSmallBuffer](err); small {
		status = fasthttp.StatusRequestHeaderFieldsTooLarge
	} else if errors.Is(err, os.ErrDeadlineExceeded) || strings.Contains(err.Error(), "timeout") {
		status = fasthttp.StatusRequestTimeout
	}
	ctx.Request.Reset()
	s.refuse(ctx, status)
}

package server

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/valyala/fasthttp"
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
		if ambiguousLength(&ctx.Request.Header) {
			lingerOn(ctx)
			ctx.SetConnectionClose()
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
		if s.preflight(ctx) {
			return
		}
		if !ctx.IsGet() && !ctx.IsHead() && !ctx.IsPost() { // Fiber has no routes for others
			s.methodNotAllowed(ctx)
			return
		}
		next(ctx)
	}
}

// refuse answers with a sentence of the main site, and ends the connection.
func (s *Server) refuse(ctx *fasthttp.RequestCtx, status int) {
	lingerOn(ctx)
	ctx.SetConnectionClose()
	s.sendText(ctx, status, &s.catalog().main.words)
}

// noBody is what fasthttp says of the length where a request has no body.
const noBody = -2

// ambiguousLength reports a request with both Content-Length and
// Transfer-Encoding: a proxy may have believed the other one, so what follows
// on the connection may be a smuggled request (RFC 9112 section 6.1). fasthttp
// settles on one of them while it reads the body, so only the raw header lines
// still show it.
func ambiguousLength(h *fasthttp.RequestHeader) bool {
	return h.ContentLength() != noBody && sentLines(h, "Content-Length") != nil && sentLines(h, "Transfer-Encoding") != nil
}

// sentLines returns the values of a header as they were sent, one for each of its lines.
func sentLines(h *fasthttp.RequestHeader, name string) (values [][]byte) {
	for line := range bytes.Lines(h.RawHeaders()) {
		if before, value, _ := bytes.Cut(line, []byte{':'}); bytes.EqualFold(before, []byte(name)) {
			values = append(values, bytes.TrimSpace(value))
		}
	}
	return values
}

// finish ends every request: it turns a panic into an answer, and puts on the
// answer what all answers carry. It must be deferred directly, or recover does
// nothing.
func (s *Server) finish(ctx *fasthttp.RequestCtx, started time.Time) {
	if cause := recover(); cause != nil {
		s.answerPanic(ctx, cause)
	}
	s.secure(&ctx.Response.Header)
	// Only where TLS is known to be there, so that a host without it is not locked out of its own name.
	if s.overTLS(ctx) {
		ctx.Response.Header.Set(fasthttp.HeaderStrictTransportSecurity, "max-age=63072000")
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

// resetResponse forgets what a handler had begun to answer.
func resetResponse(ctx *fasthttp.RequestCtx) {
	ctx.Response.Reset()
	ctx.Response.Header.SetNoDefaultContentType(true)
}

// expect answers "Expect: 100-continue": a body that is over the limit is
// refused before it is sent.
func (s *Server) expect(ctx *fasthttp.RequestCtx) int {
	if !s.bodyTooLarge(&ctx.Request.Header) {
		return fasthttp.StatusContinue
	}
	defer s.finish(ctx, time.Now())
	s.locate(ctx)
	s.fail(ctx, fasthttp.StatusRequestEntityTooLarge)
	return fasthttp.StatusRequestEntityTooLarge
}

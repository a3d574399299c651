package server

import (
	"bytes"
	"context"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// class is a kind of route: what metrics count by, and what shape errors take.
type class uint8

const (
	classPage class = iota
	classAPI
	classForm
	classAsset
	classDocument
	classCount
)

func (c class) String() string {
	return [classCount]string{"page", "api", "form", "asset", "document"}[c]
}

// classify names the kind of route that a path belongs to.
func classify(path []byte) class {
	if string(path) == inquiryPath {
		return classForm
	}
	if string(path) == "/api" || bytes.HasPrefix(path, []byte("/api/")) {
		return classAPI
	}
	under := func(prefix string) bool { return bytes.HasPrefix(path, []byte(prefix)) }
	named := func(name string) bool { return len(path) > 0 && string(path[1:]) == name }
	switch {
	case slices.ContainsFunc(assetPrefixes, under):
		return classAsset
	case under(wellKnownPrefix), slices.ContainsFunc(documents, named):
		return classDocument
	}
	return classPage
}

// slow is from when on an answer is worth a line in the log.
const slow = time.Second

// observe counts an answer, and logs it where it tells an operator something:
// a line per visitor would hide the lines about content. The log has no address,
// no query and no header of a visitor: nothing in it tells who asked.
func (s *Server) observe(ctx *fasthttp.RequestCtx, started time.Time) {
	took := time.Since(started)
	status := ctx.Response.StatusCode()
	route := classify(ctx.URI().PathOriginal())
	s.metrics.count(route, status, took)
	s.countSite(siteOf(ctx))
	if s.config.AccessLog != nil {
		s.logAccess(ctx, took)
	}

	level := slog.LevelDebug
	switch {
	case status == fasthttp.StatusServiceUnavailable, status == fasthttp.StatusRequestTimeout,
		status == fasthttp.StatusHTTPVersionNotSupported:
		// Counted; under attack there would be one line per connection.
	case status >= fasthttp.StatusInternalServerError:
		level = slog.LevelWarn
	case took >= slow && route != classForm && status < fasthttp.StatusBadRequest:
		// Forms wait for the disk, and for their turn to be rendered: a flood of posts
		// would be one of lines. How long they take is in the metrics. An address that
		// does not exist is somebody's words, which are not logged.
		level = slog.LevelWarn
	}
	if !s.logger.Enabled(context.Background(), level) {
		return
	}
	s.log(ctx).LogAttrs(context.Background(), level, "request",
		slog.String("method", logMethod(ctx)),
		slog.String("path", logPath(ctx)),
		slog.Int("status", status),
		slog.Duration("took", took))
}

// logAccess writes the line of an answer in the access log.
func (s *Server) logAccess(ctx *fasthttp.RequestCtx, took time.Duration) {
	response := &ctx.Response
	size := len(response.Body())
	if ctx.IsHead() {
		size = 0
	} else if response.IsBodyStream() {
		size = max(response.Header.ContentLength(), 0)
	}
	where := func(key, value string) slog.Attr {
		if value == "" {
			return slog.Attr{} // which handlers leave out
		}
		return slog.String(key, value)
	}
	s.config.AccessLog.LogAttrs(context.Background(), slog.LevelInfo, "access",
		slog.String("method", logMethod(ctx)),
		slog.String("path", logPath(ctx)),
		slog.Int("status", response.StatusCode()),
		slog.Int("bytes", size),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.String("host", readable(hostOf(ctx))),
		where("site", siteOf(ctx)),
		where("revision", string(response.Header.PeekCanonical(headerRevision))),
		where("trace", traceOf(&ctx.Request.Header)))
}

// sentKey is the user value of a request under which the representation is that
// answered it.
type sentKey struct{}

// siteOf returns the site of a page or of JSON that was answered, or "".
func siteOf(ctx *fasthttp.RequestCtx) string {
	if sent, ok := ctx.UserValue(sentKey{}).(*site.Representation); ok {
		return sent.Site
	}
	return ""
}

// log returns the logger for lines about a request: they name the trace that it
// is part of, so that they are found with those of other programs.
func (s *Server) log(ctx *fasthttp.RequestCtx) *slog.Logger {
	if id := traceOf(&ctx.Request.Header); id != "" {
		return s.logger.With("trace", id)
	}
	return s.logger
}

var traceparent = regexp.MustCompile(`^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}($|-)`)

// traceOf returns the id of the trace that a request is part of, as W3C Trace
// Context says it in traceparent; "" where there is none, or what stands there
// is not one.
func traceOf(h *fasthttp.RequestHeader) string {
	lines := h.PeekAll(headerTraceparent)
	if len(lines) != 1 {
		return ""
	}
	found := traceparent.FindSubmatch(lines[0])
	if found == nil {
		return ""
	}
	version, trace, parent, end := string(found[1]), string(found[2]), string(found[3]), found[4]
	if version == "ff" || version == "00" && len(end) > 0 ||
		strings.Trim(trace, "0") == "" || strings.Trim(parent, "0") == "" {
		return ""
	}
	return trace
}

// logPath returns the path of the request for the log.
func logPath(ctx *fasthttp.RequestCtx) string { return readable(ctx.URI().PathOriginal()) }

func logMethod(ctx *fasthttp.RequestCtx) string {
	method := ctx.Method()
	return string(method[:min(len(method), 16)])
}

// readable returns what a client wrote for the log: cut to a bound, and copied,
// because a log handler may keep it.
func readable(text []byte) string {
	return strings.ToValidUTF8(string(text[:min(len(text), 256)]), "\uFFFD")
}

package server

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
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
	for _, prefix := range assetPrefixes {
		if len(path) >= len(prefix) && string(path[:len(prefix)]) == prefix {
			return classAsset
		}
	}
	if bytes.HasPrefix(path, []byte(wellKnownPrefix)) {
		return classDocument
	}
	if len(path) > 0 {
		for _, name := range documents {
			if string(path[1:]) == name {
				return classDocument
			}
		}
	}
	return classPage
}

// slow is from when on an answer is worth a line in the log.
const slow = time.Second

// observe counts an answer, and logs it where it tells an operator something:
// a line per visitor would hide the lines about content and cost more than the
// answer. The log has no address, no query and no header of a visitor: nothing
// in it tells who asked.
func (s *Server) observe(ctx *fasthttp.RequestCtx, started time.Time) {
	took := time.Since(started)
	status := ctx.Response.StatusCode()
	route := classify(ctx.URI().PathOriginal())
	s.metrics.count(route, status, took)
	s.metrics.countSite(siteOf(ctx), s.website)
	if s.access != nil {
		s.access.add(ctx, started.Add(took), took)
	}

	level := slog.LevelDebug
	switch {
	case status == fasthttp.StatusServiceUnavailable, status == fasthttp.StatusRequestTimeout, status == fasthttp.StatusHTTPVersionNotSupported:
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
		slog.String("method", logMethod(ctx.Method())),
		slog.String("path", logPath(ctx)),
		slog.Int("status", status),
		slog.Duration("took", took))
}

// log returns the logger for lines about a request: they name the trace that it
// is part of, so that they are found with those of other programs.
func (s *Server) log(ctx *fasthttp.RequestCtx) *slog.Logger {
	if id := traceOf(&ctx.Request.Header); id != nil {
		return s.logger.With("trace", string(id))
	}
	return s.logger
}

// Bounds of what one request can write into the log.
const (
	loggedPath   = 256
	loggedMethod = 16
)

// logPath returns the path of the request for the log: cut to a bound, and
// copied, because a log handler may keep it.
func logPath(ctx *fasthttp.RequestCtx) string {
	path := ctx.URI().PathOriginal()
	if len(path) > loggedPath {
		path = path[:loggedPath]
	}
	return strings.ToValidUTF8(string(path), "\uFFFD")
}

func logMethod(method []byte) string { return string(method[:min(len(method), loggedMethod)]) }

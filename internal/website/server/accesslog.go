package server

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// accessLog writes a line for every answer, without addresses, queries and headers
// of visitors. A request only appends to a buffer, which is written elsewhere in
// larger pieces; where nobody takes them in time, lines are dropped and counted.
type accessLog struct {
	out     io.Writer
	json    bool
	dropped prometheus.Counter

	mu      sync.Mutex
	pending []byte
	// Signals that something is pending.
	filled chan struct{}
}

const (
	// How many bytes wait at most.
	accessRoom = 1 << 20
	// How long lines wait, so that they are written together.
	accessPause = 100 * time.Millisecond
	// How long the end waits for whoever reads the log.
	accessEnd = time.Second
)

func newAccessLog(out io.Writer, json bool) *accessLog {
	return &accessLog{out: out, json: json, filled: make(chan struct{}, 1), dropped: prometheus.NewCounter(prometheus.CounterOpts{
		Name: "marquee_access_log_dropped_total", Help: "Lines of the access log that were dropped, because nobody took them in time.",
	})}
}

// run writes what is pending until the context ends, and then the rest.
func (l *accessLog) run(ctx context.Context) {
	var writing []byte
	write := func() {
		l.mu.Lock()
		writing, l.pending = l.pending, writing[:0]
		l.mu.Unlock()
		// Who reads it is gone, or its disk is full: there is nobody to tell.
		_, _ = l.out.Write(writing)
	}
	pause := time.NewTicker(accessPause)
	defer pause.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-l.filled:
			write()
			select {
			case <-ctx.Done():
			case <-pause.C:
			}
		}
	}
	write()
}

// add notes an answer.
func (l *accessLog) add(ctx *fasthttp.RequestCtx, now time.Time, took time.Duration) {
	l.mu.Lock()
	if len(l.pending) > accessRoom {
		l.mu.Unlock()
		l.dropped.Inc()
		return
	}
	l.pending = l.appendLine(l.pending, ctx, now, took)
	l.mu.Unlock()
	select {
	case l.filled <- struct{}{}:
	default:
	}
}

// appendLine writes one line as slog's handlers would.
func (l *accessLog) appendLine(to []byte, ctx *fasthttp.RequestCtx, now time.Time, took time.Duration) []byte {
	const millis = "2006-01-02T15:04:05.000Z07:00"
	response := &ctx.Response
	if l.json {
		to = append(to, `{"time":"`...)
		to = now.AppendFormat(to, millis)
		to = append(to, `","level":"INFO","msg":"access"`...)
	} else {
		to = append(to, "time="...)
		to = now.AppendFormat(to, millis)
		to = append(to, " level=INFO msg=access"...)
	}
	method, path, host := ctx.Method(), ctx.URI().PathOriginal(), hostOf(ctx)
	to = l.appendText(to, "method", method[:min(len(method), loggedMethod)])
	to = l.appendText(to, "path", path[:min(len(path), loggedPath)])
	to = strconv.AppendInt(l.appendKey(to, "status"), int64(response.StatusCode()), 10)
	size := 0
	switch {
	case ctx.IsHead():
	case response.IsBodyStream(): // to read it would take the answer from the visitor
		size = max(response.Header.ContentLength(), 0)
	default:
		size = len(response.Body())
	}
	to = strconv.AppendInt(l.appendKey(to, "bytes"), int64(size), 10)
	to = strconv.AppendFloat(l.appendKey(to, "duration_ms"), float64(took.Microseconds())/1000, 'f', 3, 64)
	to = l.appendText(to, "host", host[:min(len(host), maxHost)])
	if id := siteOf(ctx); id != "" {
		to = appendQuoted(l.appendKey(to, "site"), id)
	}
	to = l.appendText(to, "revision", response.Header.PeekCanonical(headerRevision))
	to = l.appendText(to, "trace", traceOf(&ctx.Request.Header))
	if l.json {
		to = append(to, '}')
	}
	return append(to, '\n')
}

func (l *accessLog) appendKey(to []byte, key string) []byte {
	if l.json {
		to = append(to, ',', '"')
		to = append(to, key...)
		return append(to, '"', ':')
	}
	to = append(to, ' ')
	to = append(to, key...)
	return append(to, '=')
}

// appendText writes a value that is not empty.
func (l *accessLog) appendText(to []byte, key string, value []byte) []byte {
	if len(value) == 0 {
		return to
	}
	return appendQuoted(l.appendKey(to, key), value)
}

// appendQuoted writes a string of JSON, which logfmt reads as well.
func appendQuoted[T string | []byte](to []byte, value T) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	for at := 0; at < len(value); {
		c := value[at]
		switch {
		case c == '"' || c == '\\':
			to = append(to, '\\', c)
		case c < ' ' || c == 0x7f:
			to = append(to, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		case c < utf8.RuneSelf:
			to = append(to, c)
		default:
			r, size := decodeRune(value[at:])
			to = utf8.AppendRune(to, r)
			at += size
			continue
		}
		at++
	}
	return append(to, '"')
}

func decodeRune[T string | []byte](value T) (rune, int) {
	var first [utf8.UTFMax]byte
	return utf8.DecodeRune(first[:copy(first[:], value)])
}

// sentKey is the user value of a request under which the representation is that
// answered it.
type sentKey struct{}

// siteOf returns the site of a page or of JSON that was answered, or "".
func siteOf(ctx *fasthttp.RequestCtx) string {
	sent, ok := ctx.UserValue(sentKey{}).(*site.Representation)
	if !ok {
		return ""
	}
	return site.TaggedSite(sent.Tags)
}

// traceOf returns the id of the trace that a request is part of, as W3C Trace
// Context says it in traceparent; nil where there is none, or what stands there
// is not one.
func traceOf(h *fasthttp.RequestHeader) []byte {
	const (
		version = 2
		trace   = version + 1 + 32
		parent  = trace + 1 + 16
		whole   = parent + 1 + 2
	)
	value := h.PeekCanonical(headerTraceparent)
	if len(value) < whole || value[version] != '-' || value[trace] != '-' || value[parent] != '-' || len(h.PeekAll(nameTraceparent)) > 1 {
		return nil
	}
	id, by := value[version+1:trace], value[trace+1:parent]
	for _, part := range [][]byte{value[:version], id, by, value[parent+1 : whole]} {
		for _, c := range part {
			if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
				return nil
			}
		}
	}
	known := string(value[:version]) == "00"
	if string(value[:version]) == "ff" || known && len(value) != whole || !known && len(value) > whole && value[whole] != '-' ||
		len(bytes.Trim(id, "0")) == 0 || len(bytes.Trim(by, "0")) == 0 {
		return nil
	}
	return id
}

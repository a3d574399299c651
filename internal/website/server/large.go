package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// sendLarge answers with a body that is read from its file while it is sent.
func (s *Server) sendLarge(ctx *fasthttp.RequestCtx, r *site.Representation) error {
	body, err := r.Open()
	switch {
	case errors.Is(err, site.ErrFileChanged), errors.Is(err, fs.ErrNotExist):
		return fiber.ErrNotFound // what took its place has another address
	case err != nil:
		return fmt.Errorf("open a large file: %w", err)
	}
	s.send(ctx, r)
	h := &ctx.Response.Header
	h.Set(fasthttp.HeaderAcceptRanges, "bytes")
	if ctx.Response.StatusCode() != fasthttp.StatusOK {
		return body.Close()
	}
	part := byteRange{0, r.Size}
	asked, found := askedRange(&ctx.Request.Header, r)
	switch found = found && ctx.IsGet(); { // for HEAD there are no ranges (RFC 9110 section 14.2)
	case found && asked.length == 0:
		h.Set(fasthttp.HeaderContentRange, fmt.Sprintf("bytes */%d", r.Size))
		h.SetCanonical(headerCacheControl, valueNoStore)
		h.SetStatusCode(fasthttp.StatusRequestedRangeNotSatisfiable)
		return body.Close()
	case found:
		part = asked
		h.SetStatusCode(fasthttp.StatusPartialContent)
		h.Set(fasthttp.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", part.start, part.start+part.length-1, r.Size))
	}
	h.SetContentType(r.ContentType)
	if _, err := body.Seek(part.start, io.SeekStart); err != nil {
		return errors.Join(fmt.Errorf("read a large file: %w", err), body.Close())
	}
	ctx.Response.SetBodyStream(&download{
		Closer: body, part: io.LimitReader(body, part.length), conn: ctx.Conn(), limit: s.config.WriteTimeout,
	}, int(part.length))
	return nil
}

// byteRange is a part of a body.
type byteRange struct{ start, length int64 }

// askedRange returns the part that a request asks for, of length 0 where the body has
// no such part. Nothing is found where all of it is to be sent: what is no single range,
// or of another body, does not count (RFC 9110 sections 13.1.5 and 14.2).
func askedRange(h *fasthttp.RequestHeader, r *site.Representation) (part byteRange, found bool) {
	spec := h.Peek(fasthttp.HeaderRange)
	if condition := h.Peek(fasthttp.HeaderIfRange); len(condition) > 0 && string(condition) != r.ETag {
		return part, false
	}
	start, end, err := fasthttp.ParseByteRange(spec, int(r.Size))
	if err == nil {
		return byteRange{int64(start), int64(end - start + 1)}, true
	}
	first, _, _ := bytes.Cut(bytes.TrimPrefix(spec, []byte("bytes=")), []byte{'-'})
	start, err = fasthttp.ParseUint(first)
	return part, err == nil && int64(start) >= r.Size
}

// downloadStep is how many bytes a client must take within the time for an answer.
const downloadStep = 256 << 10

// download is a body on its way. The deadline of the connection moves on with it: it is
// for clients that take nothing, not for large files.
type download struct {
	io.Closer
	part  io.Reader
	conn  net.Conn
	limit time.Duration
	since int // bytes since the deadline was moved
}

// Read implements io.Reader.
func (d *download) Read(p []byte) (int, error) {
	n, err := d.part.Read(p)
	if d.since += n; d.since >= downloadStep && d.limit > 0 {
		d.since = 0
		if deadlineErr := d.conn.SetWriteDeadline(time.Now().Add(d.limit)); deadlineErr != nil && err == nil {
			err = deadlineErr
		}
	}
	return n, err
}

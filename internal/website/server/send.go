package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// send answers with a prepared representation. The bytes go out as they are;
// headers are copied into the memory that the connection already has. Headers
// that were set before are gone, but for "Connection: close".
func (s *Server) send(ctx *fasthttp.RequestCtx, r *site.Representation) {
	ctx.SetUserValue(sentKey{}, r)
	request, h := &ctx.Request.Header, &ctx.Response.Header
	variant := negotiate(r, request.PeekCanonical(headerAcceptEncoding))
	fresh := r.Status == fasthttp.StatusOK && matches(request.PeekCanonical(headerIfNoneMatch), variant.etag)
	closing := h.ConnectionClose()
	s.headerFor(r.Policy).CopyTo(h)
	if closing {
		h.SetConnectionClose()
	}
	h.SetStatusCode(r.Status)
	switch {
	case fresh:
		h.SetStatusCode(fasthttp.StatusNotModified)
	case len(variant.body) > 0:
		ctx.Response.SetBodyRaw(variant.body)
		h.SetContentType(r.ContentType)
		if variant.coding != "" {
			h.SetContentEncoding(variant.coding)
		}
	}
	if len(r.Gzip) > 0 || len(r.Brotli) > 0 {
		h.SetCanonical(headerVary, valueAcceptEncoding)
	}
	set := func(name []byte, value string) {
		if value != "" {
			h.SetBytesK(name, value)
		}
	}
	set(headerCacheControl, r.CacheControl)
	if s.config.CDNTTL > 0 {
		s.letCDNKeep(h, r)
	}
	set(headerETag, variant.etag)
	set(headerRevision, r.Revision)
	if fresh {
		return
	}
	set(headerDisposition, r.Disposition)
	set(headerLocation, r.Location)
	if r.Status == fasthttp.StatusOK {
		set(headerLink, r.Link)
	}
}

// staleWhileRevalidate is how long a CDN may answer with an old page while it
// asks for the new one.
const staleWhileRevalidate = time.Minute

// Headers for CDNs. No two of them read the same: s-maxage is for CloudFront,
// Bunny and whatever follows RFC 9111; CDN-Cache-Control (RFC 9213) for
// Cloudflare and Akamai; Surrogate-Control for Fastly.
var (
	headerCDNCacheControl  = []byte("Cdn-Cache-Control")
	headerSurrogateControl = []byte("Surrogate-Control")
)

// letCDNKeep adds what CDNs are told, to answers that browsers revalidate: not
// to errors, redirects, answers to forms and what is made for one visitor. No
// answer is kept beyond the moment at which its dates turn. It allocates nothing.
func (s *Server) letCDNKeep(h *fasthttp.ResponseHeader, r *site.Representation) {
	if r.Status != fasthttp.StatusOK || r.CacheControl != site.Revalidated {
		return
	}
	ttl, stale := s.config.CDNTTL, staleWhileRevalidate
	if revision := s.website.Revision(); revision != nil && !revision.ValidUntil.IsZero() {
		left := time.Until(revision.ValidUntil)
		ttl = min(ttl, left)
		stale = min(stale, left-ttl)
	}
	if ttl < time.Second {
		return
	}
	var memory [128]byte
	line := append(memory[:0], "public, max-age=0, s-maxage="...)
	line = strconv.AppendInt(line, int64(ttl/time.Second), 10)
	line = append(line, ", must-revalidate"...)
	h.SetCanonical(headerCacheControl, line)
	line = append(line[:0], "max-age="...)
	line = strconv.AppendInt(line, int64(ttl/time.Second), 10)
	if stale >= time.Second {
		line = append(line, ", stale-while-revalidate="...)
		line = strconv.AppendInt(line, int64(stale/time.Second), 10)
	}
	h.SetCanonical(headerCDNCacheControl, line)
	h.SetCanonical(headerSurrogateControl, line)
}

// sendLarge answers with a body that is read from its file while it is sent.
func (s *Server) sendLarge(c fiber.Ctx, r *site.Representation) error {
	ctx := c.RequestCtx()
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
	start, length := int64(0), r.Size
	// For HEAD there are no ranges, and a range of another body does not count (RFC 9110
	// sections 13.1.5 and 14.2).
	condition := ctx.Request.Header.Peek(fasthttp.HeaderIfRange)
	if ctx.IsGet() && (len(condition) == 0 || string(condition) == r.ETag) {
		switch asked, err := c.Range(r.Size); {
		case ctx.Response.StatusCode() == fasthttp.StatusRequestedRangeNotSatisfiable: // which Range sets
			h.SetCanonical(headerCacheControl, valueNoStore)
			return body.Close()
		case err == nil && len(asked.Ranges) == 1:
			start, length = asked.Ranges[0].Start, asked.Ranges[0].End-asked.Ranges[0].Start+1
			h.SetStatusCode(fasthttp.StatusPartialContent)
			h.Set(fasthttp.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", start, asked.Ranges[0].End, r.Size))
		}
	}
	h.SetContentType(r.ContentType)
	if _, err := body.Seek(start, io.SeekStart); err != nil {
		return errors.Join(fmt.Errorf("read a large file: %w", err), body.Close())
	}
	ctx.Response.SetBodyStream(&download{
		Closer: body, part: io.LimitReader(body, length), conn: ctx.Conn(), limit: s.config.WriteTimeout,
	}, int(length))
	return nil
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

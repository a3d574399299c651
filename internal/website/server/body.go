package server

import (
	"bytes"
	"io"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// Uploads takes files while they arrive.
type Uploads interface {
	// Receive reads a file to its end; it may be as large as the limit. Its error
	// means that it could not be written, or did not arrive.
	Receive(name string, limit int64, content io.Reader) (site.Upload, error)
	// Drop removes what was received and not kept.
	Drop(files []site.Upload) error
}

func (s *Server) fileBytes() int64 {
	if revision := s.website.Revision(); revision != nil && s.config.Uploads != nil {
		return revision.FileBytes()
	}
	return 0
}

func (s *Server) isUpload(h *fasthttp.RequestHeader) bool {
	path, _, _ := bytes.Cut(h.RequestURI(), []byte{'?'})
	return string(path) == inquiryPath && h.IsPost() && mediaType(h) == typeMultipart && s.fileBytes() > 0
}

// nativeGrowth is how many times as large as what it holds a native form may be on its way: each byte may be three
// there. Beyond that there is room for text that is too long, so that it is not lost.
const nativeGrowth = 4

func (s *Server) bodyLimit(h *fasthttp.RequestHeader) int {
	path, _, _ := bytes.Cut(h.RequestURI(), []byte{'?'})
	switch {
	case s.config.Studio != nil && isStudio(path) && s.config.Studio.Open():
		return studioBody
	case string(path) != inquiryPath:
	case mediaType(h) == typeForm:
		return nativeGrowth * s.config.BodyLimit
	case mediaType(h) == typeMultipart:
		if files := s.fileBytes(); files > 0 {
			// Headers and boundaries may take as much as the text, and some files are too large.
			return int(files) + int(files)/4 + 2*s.config.BodyLimit
		}
	}
	return s.config.BodyLimit
}

func (s *Server) limitBody(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	limits := fasthttp.RequestConfig{MaxRequestBodySize: s.bodyLimit(h)}
	if s.bodyTooLarge(h) {
		// fasthttp would wait for the beginning of what is refused; guard refuses it, and ends the connection.
		h.SetContentLength(0)
	}
	return limits
}

// bodyTooLarge reports whether a request announces a body over its limit. It reads
// what was sent: limitBody has fasthttp believe that there is no such body.
func (s *Server) bodyTooLarge(h *fasthttp.RequestHeader) bool {
	if h.ContentLength() == noBody {
		return false
	}
	lengths := sentLines(h, "Content-Length")
	if lengths == nil {
		return false
	}
	size, err := fasthttp.ParseUint(lengths[0])
	return err != nil || size > s.bodyLimit(h)
}

func decodedSize(body []byte) int { return len(body) - 2*bytes.Count(body, []byte{'%'}) }

// readBody reads the body of a request into memory, up to its limit: fasthttp leaves that to us, because files must
// not be there. What may bring files is read by takeUpload.
func (s *Server) readBody(ctx *fasthttp.RequestCtx) error {
	stream, h := ctx.RequestBodyStream(), &ctx.Request.Header
	if s.bodyTooLarge(h) {
		return fasthttp.ErrBodyTooLarge
	}
	if stream == nil || s.isUpload(h) {
		return nil
	}
	limit := s.bodyLimit(h)
	body, err := io.ReadAll(io.LimitReader(stream, int64(limit)+1))
	switch {
	case err == nil && len(body) > limit:
		err = fasthttp.ErrBodyTooLarge
	case err == nil && len(body) < h.ContentLength(): // fasthttp takes the end of the connection for that of the body
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	ctx.Request.SetBodyRaw(body)
	return nil
}

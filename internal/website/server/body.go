package server

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
	"mime"
	"net/http"
	"net/netip"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/formbody"
)

// Uploads takes files while they arrive.
type Uploads interface {
	// Receive reads a file to its end; it may be as large as the limit. Its error
	// means that it could not be written, or did not arrive.
	Receive(name string, limit int64, content io.Reader) (site.Upload, error)
	// Drop removes what was received and not kept.
	Drop(files []site.Upload) error
}

// uploadTime is the time in which a request with files must have arrived whole.
const uploadTime = 3 * time.Minute

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

// nativeGrowth is how many times as large as what it holds a native form may be on its
// way: each byte may be three there. Beyond that there is room for text that is too long,
// so that it is not lost.
const nativeGrowth = 4

func (s *Server) bodyLimit(h *fasthttp.RequestHeader) int {
	switch path, _, _ := bytes.Cut(h.RequestURI(), []byte{'?'}); {
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
		// fasthttp would wait for the beginning of what is refused; guard refuses it,
		// and ends the connection.
		h.SetContentLength(0)
	} else if s.isUpload(h) {
		limits.ReadTimeout = uploadTime
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
	if err == nil && len(body) > limit {
		err = fasthttp.ErrBodyTooLarge
	}
	if err != nil {
		return err
	}
	ctx.Request.SetBodyRaw(body)
	return nil
}

func (s *Server) takeUpload(ctx *fasthttp.RequestCtx) {
	ended := false
	defer func() {
		if !ended { // what is not read would be taken for the next request
			hangUp(ctx)
		}
	}()
	status, _ := s.refusal(ctx)
	if status == 0 {
		if leave, ok := s.uploading.enter(s.visitor(ctx), time.After(uploadWait)); ok {
			defer leave()
		} else {
			status = fasthttp.StatusServiceUnavailable
		}
	}
	if status != 0 {
		s.failForm(ctx, status, nil)
		return
	}
	ended = s.receive(ctx)
}

// receive reads the body, and answers. It reports whether the body was read to its end.
func (s *Server) receive(ctx *fasthttp.RequestCtx) (ended bool) {
	_, details, err := mime.ParseMediaType(string(ctx.Request.Header.ContentType()))
	if err != nil || details["boundary"] == "" {
		s.failForm(ctx, fasthttp.StatusBadRequest, nil)
		return false
	}
	stream := ctx.RequestBodyStream()
	if stream == nil {
		stream = bytes.NewReader(ctx.Request.Body())
	}
	body := http.MaxBytesReader(nil, io.NopCloser(stream), int64(s.bodyLimit(&ctx.Request.Header)))

	var all []site.Upload
	defer func() {
		if err := s.config.Uploads.Drop(all); err != nil {
			s.log(ctx).Error("files of a form are still there", "error", err)
		}
	}()
	files, limit := map[string][]site.Upload{}, s.fileBytes()
	take := func(field, name string, content io.Reader) error {
		if s.config.ReadOnly {
			return nil
		}
		up, err := s.config.Uploads.Receive(name, limit, content)
		if err == nil {
			all, files[field] = append(all, up), append(files[field], up)
		}
		return err
	}
	values, readable, err := formbody.Multipart(body, details["boundary"], int64(s.config.BodyLimit), take)
	_, broken := io.Copy(io.Discard, body) // what stands behind the last boundary, or was not taken

	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(broken, &tooLarge):
		s.failForm(ctx, fasthttp.StatusRequestEntityTooLarge, values)
	case broken != nil: // nobody is there any more, or too slow
		s.failForm(ctx, fasthttp.StatusRequestTimeout, values)
	case err != nil && !errors.Is(err, io.ErrUnexpectedEOF): // which is what a form is that was cut off
		s.log(ctx).Error("a file of a form cannot be kept", "error", err)
		s.failForm(ctx, fasthttp.StatusServiceUnavailable, values)
	default:
		inquiry := s.inquiry(ctx, values, readable && err == nil)
		inquiry.Files = files
		s.decide(ctx, inquiry)
	}
	return broken == nil
}

const (
	// How many requests with files are read at a time, and how many of one sender:
	// whoever sends slowly must not close the forms for all others. Others wait so
	// long, and are then told to come again.
	mostUploads     = 12
	mostUploadsEach = 4
	uploadWait      = 10 * time.Second
)

// uploadPlaces are the places for requests whose files are read. Few senders share
// the places of one: they have those of the hash of their address.
type uploadPlaces struct {
	all     chan struct{}
	senders [1 << 10]chan struct{}
	seed    maphash.Seed
}

func newUploadPlaces() *uploadPlaces {
	places := &uploadPlaces{all: make(chan struct{}, mostUploads), seed: maphash.MakeSeed()}
	for i := range places.senders {
		places.senders[i] = make(chan struct{}, mostUploadsEach)
	}
	return places
}

// enter waits for a place until somebody says that it takes too long. Where ok is true,
// leave must be called in the end.
func (u *uploadPlaces) enter(visitor netip.Addr, tooLong <-chan time.Time) (leave func(), ok bool) {
	if visitor.Is6() { // every address of a /64 belongs to one connection
		visitor = netip.PrefixFrom(visitor, 64).Masked().Addr()
	}
	own := u.senders[maphash.Comparable(u.seed, visitor)%uint64(len(u.senders))]
	select {
	case own <- struct{}{}:
	case <-tooLong:
		return nil, false
	}
	select {
	case u.all <- struct{}{}:
		return func() { <-u.all; <-own }, true
	case <-tooLong:
		<-own
		return nil, false
	}
}

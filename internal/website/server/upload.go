package server

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"time"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/formbody"
)

const (
	// How many requests with files are read at a time, and how many of one network: several as long as few places are
	// taken, and then one. Others wait for a place so long, and are then told to come again; what fits into memory needs
	// none.
	mostUploads     = 32
	fewUploads      = mostUploads / 4
	mostUploadsEach = 4
	uploadWait      = 10 * time.Second

	// A request with files must have arrived whole within uploadTime, and after the first seconds come as fast as this,
	// in bytes a second.
	uploadTime  = 3 * time.Minute
	uploadStart = 5 * time.Second
	uploadRate  = 8 << 10
)

func (s *Server) takeUpload(ctx *fasthttp.RequestCtx) {
	ended := false
	defer func() {
		if !ended { // what is not read would be taken for the next request
			hangUp(ctx)
		}
	}()
	if status, _ := s.refusal(ctx); status != 0 {
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
	up := &upload{
		stream: stream, left: ctx.Request.Header.ContentLength(), conn: ctx.Conn(),
		begun: time.Now(),
	}
	begin, err := io.ReadAll(io.LimitReader(up, int64(s.config.BodyLimit)))
	if err == nil && len(begin) == s.config.BodyLimit {
		network, began := networkOf(s.visitor(ctx)), time.Now()
		if !s.uploading.enter(network, time.After(uploadWait)) {
			s.failForm(ctx, fasthttp.StatusServiceUnavailable, nil)
			return false
		}
		defer s.uploading.leave(network)
		up.begun = up.begun.Add(time.Since(began)) // waiting does not count
	}
	arriving := io.NopCloser(io.MultiReader(bytes.NewReader(begin), up))
	body := http.MaxBytesReader(nil, arriving, int64(s.bodyLimit(&ctx.Request.Header)))

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
	case errors.Is(broken, os.ErrDeadlineExceeded):
		s.failForm(ctx, fasthttp.StatusRequestTimeout, values)
	case broken != nil: // cut off
		s.failForm(ctx, fasthttp.StatusBadRequest, values)
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

// upload is a request with files while it is read.
type upload struct {
	stream io.Reader
	left   int // bytes that are still announced; negative where none are
	conn   net.Conn
	begun  time.Time
	size   int64 // what was read, in bytes
}

// Read returns os.ErrDeadlineExceeded for what comes too slowly.
func (u *upload) Read(into []byte) (int, error) {
	allowed := uploadStart + time.Duration(u.size)*time.Second/uploadRate
	if err := u.conn.SetReadDeadline(u.begun.Add(min(allowed, uploadTime))); err != nil {
		return 0, err
	}
	n, err := u.stream.Read(into)
	u.left -= n
	if err == io.EOF && u.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	u.size += int64(n)
	return n, err
}

// networkOf returns the network that the addresses of one person, or one hoster's customer, are likely to be in.
func networkOf(visitor netip.Addr) netip.Prefix {
	if visitor = visitor.Unmap(); visitor.Is4() {
		return netip.PrefixFrom(visitor, 24).Masked()
	}
	return netip.PrefixFrom(visitor, 48).Masked()
}

// uploads counts the requests that are larger than what is read into memory, by their networks.
type uploads struct {
	mu   sync.Mutex
	all  int
	each map[netip.Prefix]int
}

// enter waits for a place until tooLong. Where ok is true, leave must be called in the end.
func (u *uploads) enter(network netip.Prefix, tooLong <-chan time.Time) (ok bool) {
	for !u.take(network) {
		select {
		case <-time.After(200 * time.Millisecond):
		case <-tooLong:
			return false
		}
	}
	return true
}

func (u *uploads) take(network netip.Prefix) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	each := mostUploadsEach
	if u.all >= fewUploads {
		each = 1
	}
	if u.all >= mostUploads || u.each[network] >= each {
		return false
	}
	u.all++
	u.each[network]++
	return true
}

func (u *uploads) leave(network netip.Prefix) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all--
	u.each[network]--
	if u.each[network] == 0 {
		delete(u.each, network)
	}
}

package server

import (
	"bytes"
	"cmp"
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
	// How many requests with files are read at a time, and how many of one network. Others wait for a place so long, and
	// are then told to come again; what fits into memory needs none.
	mostUploads     = 12
	mostUploadsEach = 4
	uploadWait      = 10 * time.Second

	// A request with files must have arrived whole within uploadTime, and after the first seconds come as fast as this,
	// in bytes a second. When others wait, the slowest one that is older than uploadStart is ended.
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
		network: networkOf(s.visitor(ctx)), begun: time.Now(),
	}
	begin, err := io.ReadAll(io.LimitReader(up, int64(s.config.BodyLimit)))
	if err == nil && len(begin) == s.config.BodyLimit {
		if !s.uploading.enter(up, time.After(uploadWait)) {
			s.failForm(ctx, fasthttp.StatusServiceUnavailable, nil)
			return false
		}
		defer s.uploading.leave(up)
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
	stream  io.Reader
	left    int // bytes that are still announced; negative where none are
	conn    net.Conn
	network netip.Prefix

	mu        sync.Mutex
	begun     time.Time
	size      int64 // what was read, in bytes
	displaced bool
}

// Read returns os.ErrDeadlineExceeded for what comes too slowly, and once the upload had to make room.
func (u *upload) Read(into []byte) (int, error) {
	if err := u.extend(); err != nil {
		return 0, err
	}
	n, err := u.stream.Read(into)
	if u.left -= n; err == io.EOF && u.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	u.mu.Lock()
	u.size += int64(n)
	u.mu.Unlock()
	return n, err
}

func (u *upload) extend() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.displaced {
		return os.ErrDeadlineExceeded
	}
	allowed := uploadStart + time.Duration(u.size)*time.Second/uploadRate
	return u.conn.SetReadDeadline(u.begun.Add(min(allowed, uploadTime)))
}

// rate returns how many bytes a second came; known is false in the first seconds.
func (u *upload) rate() (bytes float64, known bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	since := time.Since(u.begun)
	return float64(u.size) / since.Seconds(), since > uploadStart
}

func (u *upload) displace() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.displaced = true
	_ = u.conn.SetReadDeadline(time.Now()) // of a connection that is closed already
}

// networkOf returns the network that the addresses of one person, or one hoster's customer, are likely to be in.
func networkOf(visitor netip.Addr) netip.Prefix {
	if visitor = visitor.Unmap(); visitor.Is4() {
		return netip.PrefixFrom(visitor, 24).Masked()
	}
	return netip.PrefixFrom(visitor, 48).Masked()
}

// uploads are the places for requests that are larger than what is read into memory.
type uploads struct {
	mu sync.Mutex
	// Who has a place. One that makes room has its heir, who gets the place; itself once that one has given up.
	taken map[*upload]*upload
}

// enter waits for a place until tooLong. Where ok is true, leave must be called in the end.
func (u *uploads) enter(up *upload, tooLong <-chan time.Time) (ok bool) {
	began := time.Now()
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for !u.take(up, began) {
		select {
		case <-look.C:
		case <-tooLong:
			return u.giveUp(up) && u.take(up, began)
		}
	}
	return true
}

// take takes a place where there is one for the network, and does not count the time since began. Else an upload of a
// network that holds as many or more makes room: the slowest of the network that holds most. One that is younger than
// uploadStart does so only where its network holds two more.
func (u *uploads) take(up *upload, began time.Time) (entered bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	held := map[netip.Prefix]int{}
	for other, heir := range u.taken {
		if heir == up && other != up {
			return false
		}
		held[cmp.Or(heir, other).network]++
	}
	own := held[up.network]
	_, entered = u.taken[up]
	if !entered && own < mostUploadsEach && len(u.taken) < mostUploads {
		u.taken[up], entered = nil, true
	}
	if entered {
		up.mu.Lock()
		defer up.mu.Unlock()
		up.begun = up.begun.Add(time.Since(began))
		return true
	}
	var slowest *upload
	most, least := 0, 0.0
	for other, heir := range u.taken {
		n := held[other.network]
		if heir != nil || n < own || own >= mostUploadsEach && other.network != up.network {
			continue
		}
		rate, known := other.rate()
		if (known || n > own+1) && (n > most || n == most && rate < least) {
			slowest, most, least = other, n, rate
		}
	}
	if slowest != nil {
		u.taken[slowest] = up
		slowest.displace()
	}
	return false
}

// giveUp ends the waiting for a place, and reports whether there is one by now.
func (u *uploads) giveUp(up *upload) (entered bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for other, heir := range u.taken {
		if heir == up {
			u.taken[other] = other
		}
	}
	_, entered = u.taken[up]
	return entered
}

func (u *uploads) leave(up *upload) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if heir := u.taken[up]; heir != nil && heir != up {
		u.taken[heir] = nil
	}
	delete(u.taken, up)
}

package server

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// send answers with a prepared representation. The bytes go out as they are; headers are copied into the memory that
// the connection already has. Headers that were set before are gone, but for "Connection: close".
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
	set(headerLanguage, r.Language)
	set(headerDisposition, r.Disposition)
	set(headerLocation, r.Location)
	if r.Status == fasthttp.StatusOK {
		set(headerLink, r.Link)
		if strings.HasPrefix(r.ContentType, fiber.MIMETextHTML) {
			set(headerSpeculation, s.config.Speculation)
		}
	}
}

// staleWhileRevalidate is how long a CDN may answer with an old page while it asks for the new one.
const staleWhileRevalidate = time.Minute

// Headers for CDNs. No two of them read the same: s-maxage is for CloudFront, Bunny and whatever follows RFC 9111;
// CDN-Cache-Control (RFC 9213) for Cloudflare and Akamai; Surrogate-Control for Fastly.
var (
	headerCDNCacheControl  = []byte("Cdn-Cache-Control")
	headerSurrogateControl = []byte("Surrogate-Control")
)

// letCDNKeep adds what CDNs are told, to answers that browsers revalidate: not to errors, redirects, answers to forms
// and what is made for one visitor. No answer is kept beyond the moment at which its dates turn. It allocates nothing.
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
	// For HEAD there are no ranges, and a range of another body does not count (RFC 9110 sections 13.1.5 and 14.2).
	condition := ctx.Request.Header.Peek(fasthttp.HeaderIfRange)
	if ctx.IsGet() && (len(condition) == 0 || string(condition) == r.ETag) {
		asked, err := c.Range(r.Size)
		switch {
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
	d.since += n
	if d.since >= downloadStep && d.limit > 0 {
		d.since = 0
		err = cmp.Or(err, d.conn.SetWriteDeadline(time.Now().Add(d.limit)))
	}
	return n, err
}

func (s *Server) servePage(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	raw := ctx.URI().PathOriginal()
	clean, ok := resolve(raw)
	in, query := s.spaceOf(ctx), ctx.URI().QueryString()
	if !ok {
		if !s.leadMeant(ctx) {
			s.send(ctx, s.pageOfNothing(in, raw))
		}
		return nil
	}
	address := s.catalog().own(in, clean)
	path := address[len(in.name):]
	if in.home != "" && path == "/" {
		s.seeOther(ctx, in.home)
		return nil
	}
	if now := s.catalog(); len(path) > 1 && path[len(path)-1] == '/' {
		path, address = path[:len(path)-1], address[:len(address)-1]
		if now.addresses[address] != "" || !s.leadsOn(address) {
			s.redirect(ctx, location(path, query))
			return nil
		} // else a former address of a page is led on at once
	}
	if to := s.catalog().revision.Redirects().Asked(address, string(query)); to != "" {
		s.redirect(ctx, to)
		return nil
	}
	if sent := s.sentPage(ctx, address); sent != nil {
		s.send(ctx, sent)
		return nil
	}
	if s.sendMarkdown(c, in.name, path) {
		return nil
	}
	page := s.website.Page(s.life, address)
	if page.Status == fasthttp.StatusNotFound && s.leadMeant(ctx) {
		return nil
	}
	if page.Location != "" && len(query) > 0 {
		// There it would be led on again.
		asked := s.catalog().revision.Redirects().Asked(in.name+page.Location, string(query))
		s.redirect(ctx, cmp.Or(asked, site.WithQuery(page.Location, location("", query)[1:])))
		return nil
	}
	s.send(ctx, page)
	if page.Status == fasthttp.StatusOK {
		ctx.Response.Header.SetCanonical(headerVary, valueAcceptAndEncoding)
	}
	return nil
}

// pageOfNothing returns the not-found page for a path without meaning. No page
// has such a path; should a website answer it all the same, it is not shown.
func (s *Server) pageOfNothing(in *space, raw []byte) *site.Representation {
	path := string(raw)
	if !strings.HasPrefix(path, "/") { // it would begin with the name of a space
		path = "/" + path
	}
	page := s.website.Page(s.life, in.name+path)
	if page.Status < fasthttp.StatusBadRequest {
		return s.website.ErrorPage(fasthttp.StatusNotFound, in.name+"/")
	}
	return page
}

func (s *Server) redirect(ctx *fasthttp.RequestCtx, target string) {
	s.answer(ctx, site.Representation{
		Status: fasthttp.StatusMovedPermanently, Location: target, CacheControl: "no-cache",
	})
}

func (s *Server) serveAsset(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	var asset *site.Representation
	if path, ok := resolve(ctx.URI().PathOriginal()); ok {
		asset = s.website.Asset(string(path))
	}
	switch {
	case asset == nil && s.leadMeant(ctx):
		return nil
	case asset == nil:
		return fiber.ErrNotFound
	case asset.Open != nil:
		return s.sendLarge(c, asset)
	}
	s.send(ctx, asset)
	return nil
}

// wellKnownPrefix is where programs look for what they know by name (RFC 8615).
const wellKnownPrefix = "/.well-known/"

// serveDocument answers with a file for programs; those on other websites may read what is well known, too.
func (s *Server) serveDocument(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	path, ok := resolve(ctx.URI().PathOriginal())
	if !ok {
		return fiber.ErrNotFound
	}
	wellKnown := bytes.HasPrefix(path, []byte(wellKnownPrefix))
	document := s.website.Document(s.spaceOf(ctx).name + string(path))
	switch {
	case document == nil && wellKnown && !s.leadsOn(s.spaceOf(ctx).name+string(path)):
		return fiber.ErrNotFound
	case document == nil:
		return s.servePage(c)
	}
	s.send(ctx, document)
	if wellKnown {
		ctx.Response.Header.Set(fasthttp.HeaderAccessControlAllowOrigin, "*")
	}
	return nil
}

var slashes = regexp.MustCompile(`//+`)

// leadMeant leads from an address that somebody typed in capitals or with a slash twice, such as from paper, to what
// was meant: addresses of pages have small letters alone. It reports whether something is there.
func (s *Server) leadMeant(ctx *fasthttp.RequestCtx) bool {
	raw := ctx.URI().PathOriginal()
	path, ok := resolve(slashes.ReplaceAll(raw, []byte{'/'}))
	folded := cmp.Or(strings.TrimSuffix(strings.ToLower(string(path)), "/"), "/")
	now, at := s.catalog(), s.spaceOf(ctx).name+folded
	isFile := slices.ContainsFunc(site.FileFolders, func(of string) bool { return strings.HasPrefix(folded, of) })
	found := ok && folded != string(raw) && (now.addresses[at] != "" || s.website.Document(at) != nil ||
		isFile && s.website.Asset(folded) != nil || now.revision.Redirects().Has(at))
	if found {
		s.redirect(ctx, location(folded, ctx.URI().QueryString()))
	}
	return found
}

// leadsOn tells whether an address is a former one.
func (s *Server) leadsOn(address string) bool {
	return s.catalog().revision.Redirects().Lookup(address) != ""
}

// sendMarkdown answers with a page as Markdown where its path ends with .md, or where the
// client prefers that to HTML (RFC 9110 section 12.5.1). It reports whether there is such
// a page. It allocates nothing where nobody asks for Markdown.
func (s *Server) sendMarkdown(c fiber.Ctx, space, path string) bool {
	ctx := c.RequestCtx()
	asked := strings.HasSuffix(path, ".md")
	if !asked && (!bytes.Contains(ctx.Request.Header.PeekCanonical(headerAccept), []byte("markdown")) ||
		c.Accepts("text/html", "text/markdown") != "text/markdown") {
		return false
	}

	own := path
	if !asked {
		own = site.MarkdownPath(path)
	}
	document := s.website.Document(space + own)
	if document == nil {
		return false
	}
	if asked {
		s.send(ctx, document)
		return true
	}
	// A cache that does not know of Vary must not give it to browsers: the page has the same address.
	private := *document
	private.CacheControl = "private, no-cache"
	s.send(ctx, &private)
	ctx.Response.Header.SetCanonical(headerVary, valueAcceptAndEncoding)
	ctx.Response.Header.Set(fasthttp.HeaderContentLocation, location(own, nil))
	return true
}

package server

import (
	"bytes"
	"encoding/json"
	"net/url"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"
)

const (
	inquiryPath = "/api/send-contact-email"
	typeForm    = "application/x-www-form-urlencoded"
	typeInput   = "application/json"
)

// Inquiries answers what visitors write, after the guards have let it pass:
// the body is within its limit and not encoded, it is JSON or a native form,
// and no foreign website sent it.
//
// A returned [fiber.Error] is answered in the shape that fits; strings of c are
// reused after the call and must be cloned to be kept.
type Inquiries interface {
	ServeInquiry(c fiber.Ctx) error
}

// takeInquiry stands before Inquiries.
func (s *Server) takeInquiry(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	h := &ctx.Request.Header
	if s.foreign(ctx) {
		return fiber.ErrForbidden
	}
	// An encoded body could grow without limit while it is unpacked.
	if len(h.PeekBytes(headerContentEncoding)) > 0 {
		return fiber.ErrUnsupportedMediaType
	}
	if media := string(bytes.ToLower(mediaType(ctx))); media != typeInput && media != typeForm {
		return fiber.ErrUnsupportedMediaType
	}
	err := s.inquiries.ServeInquiry(c)
	ctx.Response.Header.SetCanonical(headerCacheControl, valueNoStore)
	return err
}

// mediaType returns the media type of the request without its parameters.
func mediaType(ctx *fasthttp.RequestCtx) []byte {
	media, _, _ := bytes.Cut(ctx.Request.Header.ContentType(), []byte{';'})
	return bytes.TrimSpace(media)
}

// foreign reports whether another website made the browser send this. Browsers
// say so in Sec-Fetch-Site, which no script can change; older ones send Origin.
// A request with neither comes from no browser, and has nothing to ride on.
func (s *Server) foreign(ctx *fasthttp.RequestCtx) bool {
	h := &ctx.Request.Header
	if fetchSite := h.PeekBytes(headerSecFetchSite); len(fetchSite) > 0 {
		return string(fetchSite) != "same-origin" && string(fetchSite) != "none"
	}
	origin := h.PeekBytes(headerOrigin)
	if len(origin) == 0 {
		return false
	}
	_, host, found := bytes.Cut(origin, []byte("://"))
	if !found || len(host) == 0 {
		return true
	}
	if bytes.EqualFold(host, h.Host()) {
		return false
	}
	if s.fromProxy(ctx) && bytes.EqualFold(host, lastElement(h.PeekBytes(headerForwardedHost))) {
		return false
	}
	return !s.ownAddress(string(origin))
}

// ownAddress reports whether the content names the origin as an address of the website.
func (s *Server) ownAddress(origin string) bool {
	revision := s.website.Revision()
	if revision == nil {
		return false
	}
	for _, bundle := range revision.Sites {
		base, err := url.Parse(bundle.Site.BaseURL)
		if err == nil && base.Host != "" && base.Scheme+"://"+base.Host == origin {
			return true
		}
	}
	return false
}

// closedInquiries answers while nothing takes messages: it says so honestly,
// in the words of the site that the visitor is on.
type closedInquiries struct{ s *Server }

func (closed closedInquiries) ServeInquiry(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	catalog := closed.s.catalog()
	words, path := catalog.main, "/"
	if id := siteOf(ctx); id != "" && catalog.revision != nil {
		if bundle := catalog.revision.ByID(id); bundle != nil {
			words, path = bundle.Site.Errors, bundle.Site.Path
		}
	}
	closed.s.failAs(ctx, fasthttp.StatusServiceUnavailable, words, path)
	return nil
}

// siteOf reads the id of the site from the body; empty where it names none.
func siteOf(ctx *fasthttp.RequestCtx) string {
	if isNativeForm(ctx) {
		return string(ctx.PostArgs().Peek("site"))
	}
	var body struct {
		Site string `json:"site"`
	}
	if err := json.Unmarshal(ctx.PostBody(), &body); err != nil {
		return "" // closed all the same; the content decides what a valid body is
	}
	return body.Site
}

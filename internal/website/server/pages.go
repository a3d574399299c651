package server

import (
	"bytes"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

// assetPrefixes are the folders of files. What is unknown below them is
// answered by a short text: it is programs that ask there, not visitors.
var assetPrefixes = []string{"/assets/", "/images/", "/files/", "/og/"}

// documents are the files for programs at the root of the website.
var documents = []string{"sitemap.xml", "robots.txt", "llms.txt", "favicon.ico"}

// servePage answers every path that no other route takes.
func (s *Server) servePage(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	raw := ctx.URI().PathOriginal()
	clean, ok := resolve(raw)
	if !ok {
		s.send(ctx, s.pageOfNothing(s.spaceOf(ctx), raw))
		return nil
	}
	in := s.spaceOf(ctx)
	address := s.catalog().own(in, clean)
	path := address[len(in.name):]
	if in.home != "" && path == "/" {
		s.seeOther(ctx, in.home)
		return nil
	}
	if len(path) > 1 && path[len(path)-1] == '/' {
		s.redirect(ctx, location(path[:len(path)-1], ctx.URI().QueryString()))
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
	if page.Location != "" && len(ctx.URI().QueryString()) > 0 && !strings.ContainsAny(page.Location, "?#") {
		s.redirect(ctx, page.Location+location("", ctx.URI().QueryString()))
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

// redirect answers that the address has changed for good.
func (s *Server) redirect(ctx *fasthttp.RequestCtx, target string) {
	s.answer(ctx, site.Representation{
		Status: fasthttp.StatusMovedPermanently, Location: target, CacheControl: "no-cache",
	})
}

func (s *Server) serveAsset(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	path, ok := resolve(ctx.URI().PathOriginal())
	if !ok {
		return fiber.ErrNotFound
	}
	asset := s.website.Asset(string(path))
	if asset == nil {
		return fiber.ErrNotFound
	}
	if asset.Open != nil {
		return s.sendLarge(c, asset)
	}
	s.send(ctx, asset)
	return nil
}

// wellKnownPrefix is where programs look for what they know by name (RFC 8615).
const wellKnownPrefix = "/.well-known/"

// serveDocument answers with a file for programs; those on other websites may read what
// is well known, too.
func (s *Server) serveDocument(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	path, ok := resolve(ctx.URI().PathOriginal())
	if !ok {
		return fiber.ErrNotFound
	}
	wellKnown := bytes.HasPrefix(path, []byte(wellKnownPrefix))
	document := s.website.Document(s.spaceOf(ctx).name + string(path))
	switch {
	case document == nil && wellKnown:
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
	// A cache that does not know of Vary must not give it to browsers: the page has
	// the same address.
	private := *document
	private.CacheControl = "private, no-cache"
	s.send(ctx, &private)
	ctx.Response.Header.SetCanonical(headerVary, valueAcceptAndEncoding)
	ctx.Response.Header.Set(fasthttp.HeaderContentLocation, location(own, nil))
	return true
}

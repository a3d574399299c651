package server

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

const typeJSON = "application/json; charset=utf-8"

// serveCatalog answers what catalog has for the path.
func (s *Server) serveCatalog(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	defer s.allowOrigin(ctx)
	catalog := s.catalog()
	if catalog.revision == nil {
		return fiber.ErrServiceUnavailable
	}
	path, ok := resolve(ctx.URI().PathOriginal())
	if !ok {
		return fiber.ErrNotFound
	}

	in := s.spaceOf(ctx)
	answer, err := catalog.represent(in.name + string(path))
	if err != nil {
		return err
	}
	if answer == nil {
		s.explain(ctx, fasthttp.StatusNotFound, catalog.missing(in, string(path)))
		return nil
	}
	s.send(ctx, answer)
	return nil
}

// servePageData answers all that the templates need for the page of ?path=; where the
// path is a former one, the address of the page's data.
func (s *Server) servePageData(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	defer s.allowOrigin(ctx)
	catalog := s.catalog()
	if catalog.revision == nil {
		return fiber.ErrServiceUnavailable
	}
	values := ctx.QueryArgs().PeekMulti("path")
	// The query was decoded already, so the value is judged as it is.
	if len(values) != 1 || len(values[0]) == 0 || values[0][0] != '/' || !plain(values[0]) {
		s.explain(ctx, fasthttp.StatusBadRequest, "Name one page by its path, such as /api/pages?path=/about.")
		return nil
	}

	in := s.spaceOf(ctx)
	address := catalog.own(in, values[0])
	answer := s.website.PageData(s.life, address)
	switch {
	case answer != nil:
		s.send(ctx, answer)
	case catalog.moved[address] != "":
		s.redirect(ctx, "/api/pages?path="+url.QueryEscape(catalog.moved[address]))
	default:
		s.explain(ctx, fasthttp.StatusNotFound, catalog.missingPage(in, string(values[0])))
	}
	return nil
}

// explain answers an error with a sentence for developers beside that for visitors.
func (s *Server) explain(ctx *fasthttp.RequestCtx, status int, detail string) {
	s.sendProblem(ctx, status, &s.spaceOf(ctx).words, problem{Detail: detail})
}

// missing says what of an address of the API is not there.
func (c *catalog) missing(in *space, path string) string {
	const all = " GET /api lists what there is."
	parts := strings.Split(strings.TrimPrefix(path, "/api/"), "/")
	if parts[0] != "sites" || len(parts) < 2 || len(parts) > 4 {
		return fmt.Sprintf("There is no address %s.%s", shortened(path), all)
	}

	base := in.name + "/api/sites/"
	if c.resources[base+parts[1]] == nil {
		return fmt.Sprintf("There is no site %q on this host.%s", shortened(parts[1]), near(parts[1], c.below(base)))
	}
	base += parts[1] + "/"
	if c.resources[base+parts[2]] == nil {
		known := near(parts[2], c.below(base))
		return fmt.Sprintf("The site %s has no %q.%s%s", parts[1], shortened(parts[2]), known, all)
	}
	return fmt.Sprintf("The site %s has no %q among its %s that pages show or that are public.%s",
		parts[1], shortened(parts[3]), parts[2], near(parts[3], c.below(base+parts[2]+"/")))
}

// below returns the names of the resources directly below an address, sorted.
func (c *catalog) below(base string) (names []string) {
	for address := range c.resources {
		if name, is := strings.CutPrefix(address, base); is && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// missingPage says that a page is not there.
func (c *catalog) missingPage(in *space, path string) string {
	const most = 2_000 // paths that are compared with what was asked for; more would take too long
	if strings.ContainsAny(path, "?#") {
		return "A path has neither a query nor a fragment."
	}
	var paths []string
	for _, bundle := range c.revision.In(in.name) {
		for _, page := range bundle.Pages[:min(len(bundle.Pages), most-len(paths))] {
			paths = append(paths, page.Path)
		}
	}
	return fmt.Sprintf("There is no page %s.%s", shortened(path), near(path, paths))
}

// near proposes what was meant, or lists what there is where that is little.
func near(word string, known []string) string {
	const few = 12
	if found, is := site.Nearest(word, known); is {
		return fmt.Sprintf(" Did you mean %q?", found)
	}
	if len(known) == 0 || len(known) > few {
		return ""
	}
	return " There is " + strings.Join(known, ", ") + "."
}

// shortened keeps a sentence readable, whatever was asked for.
func shortened(text string) string {
	const most = 80
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

// allow lets scripts of other websites read the API of these hosts in a browser.
func (s *space) allow(origins []string) {
	for _, origin := range origins {
		if origin == "*" {
			s.anyOrigin = true
			continue
		}
		if s.origins == nil {
			s.origins = map[string]bool{}
		}
		s.origins[origin] = true
	}
}

// allowOrigin tells a browser that a script of another website may read the answer
// (fetch.spec.whatwg.org, CORS). It is public whoever asks, so no credentials matter.
func (s *Server) allowOrigin(ctx *fasthttp.RequestCtx) {
	in, h := s.spaceOf(ctx), &ctx.Response.Header
	if in.anyOrigin {
		h.Set(fasthttp.HeaderAccessControlAllowOrigin, "*")
		h.Set(fasthttp.HeaderAccessControlExposeHeaders, exposedHeaders)
		return
	}
	if len(in.origins) == 0 {
		return
	}

	// Caches must not give one website what was answered to another.
	vary := "Origin"
	if known := h.PeekCanonical(headerVary); len(known) > 0 {
		vary = string(known) + ", Origin"
	}
	h.SetBytesK(headerVary, vary)
	if origin := ctx.Request.Header.Peek(fasthttp.HeaderOrigin); in.origins[string(origin)] {
		h.SetBytesV(fasthttp.HeaderAccessControlAllowOrigin, origin)
		h.Set(fasthttp.HeaderAccessControlExposeHeaders, exposedHeaders)
	}
}

// preflight answers a browser that asks whether a script of another website may ask, and
// reports whether it may. Others are told that the method is not taken.
func (s *Server) preflight(ctx *fasthttp.RequestCtx) bool {
	if !ctx.IsOptions() || classify(ctx.URI().PathOriginal()) != classAPI {
		return false
	}
	in, request := s.spaceOf(ctx), &ctx.Request.Header
	origin, method := request.Peek(fasthttp.HeaderOrigin), string(request.Peek(fasthttp.HeaderAccessControlRequestMethod))
	if !in.anyOrigin && !in.origins[string(origin)] || method != fasthttp.MethodGet && method != fasthttp.MethodHead {
		return false
	}

	s.allowOrigin(ctx)
	h := &ctx.Response.Header
	h.Set(fasthttp.HeaderAccessControlAllowMethods, "GET, HEAD")
	h.SetBytesV(fasthttp.HeaderAccessControlAllowHeaders, headerIfNoneMatch)
	h.Set(fasthttp.HeaderAccessControlMaxAge, "86400")
	ctx.SetStatusCode(fasthttp.StatusNoContent)
	return true
}

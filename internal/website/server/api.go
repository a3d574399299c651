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
	name, text := code(status, s.spaceOf(ctx).words)
	s.sendJSON(ctx, status, failure{problem{Code: name, Message: text, Detail: detail}})
}

// missing says what of an address of the API is not there.
func (c *catalog) missing(in *space, path string) string {
	const all = " GET /api lists what there is."
	parts := strings.Split(strings.TrimPrefix(path, "/api/"), "/")
	if parts[0] != "sites" || len(parts) < 2 {
		return fmt.Sprintf("There is no address %s.%s", shortened(path), all)
	}
	var ids []string
	for _, bundle := range c.revision.In(in.name) {
		ids = append(ids, bundle.Site.ID)
	}
	if !slices.Contains(ids, parts[1]) {
		return fmt.Sprintf("There is no site %q on this host.%s", shortened(parts[1]), near(parts[1], ids))
	}
	below := in.name + "/api/sites/" + parts[1] + "/"
	if len(parts) > 2 && c.resources[below+parts[2]] == nil {
		there := slices.DeleteFunc([]string{"products", "plans", "industries", "forms", "terms", "privacy"}, func(name string) bool { return c.resources[below+name] == nil })
		return fmt.Sprintf("The site %s has no %q.%s%s", parts[1], shortened(parts[2]), near(parts[2], there), all)
	}
	if len(parts) == 4 {
		var entries []string
		for address := range c.resources {
			if id, is := strings.CutPrefix(address, below+parts[2]+"/"); is {
				entries = append(entries, id)
			}
		}
		slices.Sort(entries)
		return fmt.Sprintf("The site %s has no %q among its %s that pages show or that are public.%s", parts[1], shortened(parts[3]), parts[2], near(parts[3], entries))
	}
	return fmt.Sprintf("There is no address %s.%s", shortened(path), all)
}

// missingPage says that a page is not there.
func (c *catalog) missingPage(in *space, path string) string {
	const far = 2_000 // pages that are compared; looking at more takes too long
	var paths []string
	for _, bundle := range c.revision.In(in.name) {
		for _, page := range bundle.Pages {
			if len(paths) < far {
				paths = append(paths, page.Path)
			}
		}
	}
	if strings.Contains(path, "?") || strings.Contains(path, "#") {
		return "A path has neither a query nor a fragment."
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

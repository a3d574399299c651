package server

import (
	"net/http"
	"net/url"
	"reflect"

	"github.com/gofiber/fiber/v3"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
)

func init() {
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: "/api/pages", Operation: "getPage", Answer: reflect.TypeFor[site.PageData](),
			Summary: "A page with its site: all that the templates need. A former path leads on to the page's path.",
			Parameters: []site.Parameter{
				{In: "query", Name: "path", Description: "Path of the page, such as /about.", Pattern: "^/", Required: true},
			},
			Statuses: map[int]string{
				http.StatusMovedPermanently: "The page has moved: Location is where it is asked for.",
				http.StatusBadRequest:       "No path is given.",
				http.StatusNotFound:         "There is no such thing.",
			},
		},
		serve: (*Server).servePageData,
	})
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
	if answer := s.website.PageData(s.life, address); answer != nil {
		s.send(ctx, answer)
		return nil
	}
	if to := catalog.revision.Redirects().Lookup(address); catalog.addresses[in.name+to] != "" {
		s.redirect(ctx, "/api/pages?path="+url.QueryEscape(to)) // anything else is no page with data
		return nil
	}
	s.explain(ctx, fasthttp.StatusNotFound, missing("page", string(values[0])))
	return nil
}

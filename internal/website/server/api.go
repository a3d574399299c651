package server

import (
	"github.com/gofiber/fiber/v3"
)

const typeJSON = "application/json; charset=utf-8"

// serveCatalog answers what catalog has for the path.
func (s *Server) serveCatalog(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	catalog := s.catalog()
	if catalog.revision == nil {
		return fiber.ErrServiceUnavailable
	}
	path, ok := resolve(ctx.URI().PathOriginal())
	if !ok {
		return fiber.ErrNotFound
	}
	answer, err := catalog.represent(s.spaceOf(ctx).name + string(path))
	if err != nil {
		return err
	}
	if answer == nil {
		return fiber.ErrNotFound
	}
	s.send(ctx, answer)
	return nil
}

// servePageData answers all that the templates need for the page of ?path=.
func (s *Server) servePageData(c fiber.Ctx) error {
	ctx := c.RequestCtx()
	catalog := s.catalog()
	if catalog.revision == nil {
		return fiber.ErrServiceUnavailable
	}
	values := ctx.QueryArgs().PeekMulti("path")
	// The query was decoded already, so the value is judged as it is.
	if len(values) != 1 || len(values[0]) == 0 || values[0][0] != '/' || !plain(values[0]) {
		return fiber.ErrBadRequest
	}
	answer := s.website.PageData(s.life, catalog.own(s.spaceOf(ctx), values[0]))
	if answer == nil {
		return fiber.ErrNotFound
	}
	s.send(ctx, answer)
	return nil
}

package server

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/gofiber/fiber/v3"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// catalog is what is known of one revision: its hosts, the addresses of its pages, and a resource of the API per
// address. An address is a path with the name of its space before it. Making a catalog only notes where the values are;
// a resource is written as JSON and compressed when it is first asked for.
type catalog struct {
	revision  *site.Revision         // nil before the first good load
	describe  func() ([]byte, error) // OpenAPI; nil where nobody does
	resources map[string]func() (*site.Representation, error)
	// The addresses of all pages, so that the path of a request can be exchanged
	// for a string that is ours without allocating one.
	addresses map[string]string
	// What is served where: by name, and by each host that some site claims.
	spaces, hosts map[string]*space
	main          *space
	// Whether the main site is shown on hosts that nobody claims: it claims none.
	open bool
	// The host of the main site's base URL, which is known although no site claims it.
	mainHost string
	// Counts the answers of each site.
	answers map[string]prometheus.Counter
}

// catalog returns the catalog of the current revision. It is made once per
// publication: requests that come meanwhile wait for it.
func (s *Server) catalog() *catalog {
	revision := s.website.Revision()
	if known := s.current.Load(); known != nil && known.revision == revision {
		return known
	}

	s.cataloguing.Lock()
	defer s.cataloguing.Unlock()
	known := s.current.Load()
	if known != nil && known.revision == revision {
		return known
	}

	made := newCatalog(revision, s.config.Describe)
	made.answers = s.metrics.publish(revision, known)
	s.current.Store(made)
	return made
}

func newCatalog(revision *site.Revision, describe func() ([]byte, error)) *catalog {
	c := &catalog{
		revision:  revision,
		describe:  describe,
		resources: map[string]func() (*site.Representation, error){},
		addresses: map[string]string{},
		spaces:    map[string]*space{}, hosts: map[string]*space{}, main: &space{}, open: true,
	}
	if revision == nil {
		return c
	}
	for name, sites := range revision.Spaces() {
		c.addSpace(name, sites)
	}
	return c
}

// addSpace adds the sites of some hosts. What lives on other hosts is not known
// there: the sites of a program need not have to do with each other.
func (c *catalog) addSpace(name string, sites []*site.Bundle) {
	root := c.revision.Nearest(name + "/").Site
	made := &space{name: name, words: root.Errors}
	c.spaces[name] = made
	hosts := sites[0].Site.Hosts
	for _, host := range hosts {
		c.hosts[host] = made
	}
	if name == "" {
		c.main, c.open = made, len(hosts) == 0
		if base, err := url.Parse(root.BaseURL); err == nil {
			c.mainHost = strings.ToLower(base.Hostname())
		}
	}

	var told []*site.Bundle
	for _, bundle := range sites {
		if bundle.Original != nil && len(bundle.Pages) == 0 { // a language in preparation
			continue
		}
		told = append(told, bundle)
		made.origins = append(made.origins, bundle.Site.API.Origins...)
		for _, page := range bundle.Pages {
			address := bundle.Site.Address(page.Path)
			c.addresses[address] = address
		}
	}
	c.addEndpoints(name, told)
}

// put adds a resource, unless it is nil.
func (c *catalog) put(siteID, address string, value any) {
	if value == nil {
		return
	}
	c.resources[address] = sync.OnceValues(func() (*site.Representation, error) {
		body, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("write JSON: %w", err)
		}
		sent := &site.Representation{
			Status: fasthttp.StatusOK, ContentType: typeJSON, CacheControl: site.Revalidated,
			Site: siteID, Revision: c.revision.ID, Body: body,
		}
		encoding.Prepare(sent, encoding.Fast)
		return sent, nil
	})
}

// own returns the address of a path as a string that nobody else writes to.
func (c *catalog) own(in *space, path []byte) string {
	if in.name != "" {
		var buffer [512]byte
		path = append(append(buffer[:0], in.name...), path...)
	}
	if owned, known := c.addresses[string(path)]; known {
		return owned
	}
	return string(path)
}

const typeJSON = "application/json; charset=utf-8"

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
	represent := catalog.resources[in.name+string(path)]
	if represent == nil {
		s.explain(ctx, fasthttp.StatusNotFound, missing("address", string(path)))
		return nil
	}
	answer, err := represent()
	if err == nil {
		s.send(ctx, answer)
	}
	return err
}

func (s *Server) explain(ctx *fasthttp.RequestCtx, status int, detail string) {
	s.sendProblem(ctx, status, &s.spaceOf(ctx).words, site.Failure{Detail: detail})
}

func missing(what, address string) string {
	const most = 80
	if letters := []rune(address); len(letters) > most {
		address = string(letters[:most]) + "…"
	}
	return fmt.Sprintf("There is no %s %s. GET /api lists what there is.", what, address)
}

// allowedOrigin returns which website may have a script read an answer of the API: "*"
// for all, the one that asks, or "".
func (s *Server) allowedOrigin(ctx *fasthttp.RequestCtx) string {
	origins := s.spaceOf(ctx).origins
	if slices.Contains(origins, "*") {
		return "*"
	}
	if origin := string(ctx.Request.Header.Peek(fasthttp.HeaderOrigin)); slices.Contains(origins, origin) {
		return origin
	}
	return ""
}

// allowOrigin tells a browser that a script of another website may read the answer
// (fetch.spec.whatwg.org, CORS). It is public whoever asks, so no credentials matter.
func (s *Server) allowOrigin(ctx *fasthttp.RequestCtx) {
	origin, h := s.allowedOrigin(ctx), &ctx.Response.Header
	if origin != "*" && len(s.spaceOf(ctx).origins) > 0 {
		// Caches must not give one website what was answered to another.
		vary := "Origin"
		if known := h.PeekCanonical(headerVary); len(known) > 0 {
			vary = string(known) + ", Origin"
		}
		h.SetBytesK(headerVary, vary)
	}
	if origin != "" {
		h.Set(fasthttp.HeaderAccessControlAllowOrigin, origin)
		h.Set(fasthttp.HeaderAccessControlExposeHeaders, exposedHeaders)
	}
}

// preflight answers a browser that asks whether a script of another website may ask, and
// reports whether it may. Others are told that the method is not taken.
func (s *Server) preflight(ctx *fasthttp.RequestCtx) bool {
	if !ctx.IsOptions() || classify(ctx.URI().PathOriginal()) != classAPI || s.allowedOrigin(ctx) == "" {
		return false
	}
	method := string(ctx.Request.Header.Peek(fasthttp.HeaderAccessControlRequestMethod))
	if method != fasthttp.MethodGet && method != fasthttp.MethodHead {
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

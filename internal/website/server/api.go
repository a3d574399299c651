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
	revision  *site.Revision // nil before the first good load
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

func newCatalog(revision *site.Revision, describe func() (description, index []byte, err error)) *catalog {
	c := &catalog{
		revision:  revision,
		resources: map[string]func() (*site.Representation, error){},
		addresses: map[string]string{},
		spaces:    map[string]*space{}, hosts: map[string]*space{}, main: &space{}, open: true,
	}
	if revision == nil {
		return c
	}
	for name, sites := range revision.Spaces() {
		c.addSpace(name, sites)
		if describe != nil {
			c.put("", name+"/api", written(func() ([]byte, error) {
				_, index, err := describe()
				return index, err
			}))
			c.put("", name+"/api/openapi.json", written(func() ([]byte, error) {
				description, _, err := describe()
				return description, err
			}))
		}
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

	summaries := make([]site.SiteSummary, 0, len(sites))
	for _, bundle := range sites {
		if bundle.Original != nil && len(bundle.Pages) == 0 { // a language in preparation
			continue
		}
		summaries = append(summaries, site.SiteSummary{ID: bundle.Site.ID, Path: bundle.Site.Path, Name: bundle.Site.Name})
		c.addSite(name+"/api/sites/"+bundle.Site.ID, bundle)
		made.origins = append(made.origins, bundle.Site.API.Origins...)
	}
	c.put("", name+"/api/sites", summaries)
}

func (c *catalog) addSite(base string, bundle *site.Bundle) {
	id := bundle.Site.ID
	c.put(id, base, bundle.Site)
	addCollection(c, id, base, "products", &bundle.Products, func(p *site.Product) bool { return p.Public })
	addCollection(c, id, base, "plans", &bundle.Plans, func(p *site.Plan) bool { return p.Public })
	addCollection(c, id, base, "industries", &bundle.Industries, func(i *site.Industry) bool { return i.Public })
	// A form is there to be sent, from wherever it is shown.
	addCollection(c, id, base, "forms", &bundle.Forms, func(*site.Form) bool { return true })
	if bundle.Terms != nil {
		c.put(id, base+"/terms", bundle.Terms)
	}
	if bundle.Privacy != nil {
		c.put(id, base+"/privacy", bundle.Privacy)
	}

	for _, page := range bundle.Pages {
		address := bundle.Site.Address(page.Path)
		c.addresses[address] = address
	}
}

// addCollection adds the entries of a collection that pages show, or that are public
// all the same: nobody is told what is not published yet, such as the price of next year.
func addCollection[T any](
	c *catalog, siteID, base, name string, entries *site.Collection[T], public func(*T) bool,
) {
	var all site.Collection[T]
	shown := c.revision.Shown
	for id, entry := range entries.All() {
		if shown == nil || shown[siteID+"/"+name+"/"+id] || public(entry) {
			all.Put(id, entry)
			c.put(siteID, base+"/"+name+"/"+id, entry)
		}
	}
	c.put(siteID, base+"/"+name, &all)
}

func (c *catalog) put(siteID, address string, value any) {
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

// written is JSON that is made when it is asked for.
type written func() ([]byte, error)

func (w written) MarshalJSON() ([]byte, error) { return w() }

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

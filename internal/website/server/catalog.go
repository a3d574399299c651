package server

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// catalog is what the API answers for one revision: a resource per address, which
// is a path with the name of its space before it.
// Making it only notes where the values are; a resource is written as JSON and
// compressed when it is first asked for, and stored as long as its revision.
type catalog struct {
	revision  *site.Revision // nil before the first good load
	resources map[string]*resource
	// The addresses of all pages, so that the path of a request can be exchanged
	// for a string that is ours without allocating one.
	addresses map[string]string
	// Former paths of pages, by address.
	moved map[string]string
	// The API in OpenAPI, and the list of what there is.
	described func() (description, index []byte)
	// What is served where: by name, and by each host that some site claims.
	spaces, hosts map[string]*space
	main          *space
	// Whether the main site is shown on hosts that nobody claims: it claims none.
	open bool
	// The host of the main site's base URL: nobody claims it, but it is not nobody's.
	mainHost string
}

// resource is one value of the API.
type resource struct {
	value any
	once  sync.Once
	sent  *site.Representation
	err   error
}

// summary is one element of /api/sites.
type summary struct {
	ID   string    `json:"id"`
	Path string    `json:"path"`
	Name site.Text `json:"name"`
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
	if known := s.current.Load(); known != nil && known.revision == revision {
		return known
	}
	made := newCatalog(revision, s.described)
	s.current.Store(made)
	return made
}

func newCatalog(revision *site.Revision, described func() (description, index []byte)) *catalog {
	c := &catalog{
		described: described, moved: map[string]string{},
		revision: revision, resources: map[string]*resource{}, addresses: map[string]string{},
		spaces: map[string]*space{}, hosts: map[string]*space{}, main: &space{}, open: true,
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
	made := &space{name: name, words: c.revision.Nearest(name + "/").Site.Errors}
	c.spaces[name] = made
	hosts := sites[0].Site.Hosts
	for _, host := range hosts {
		c.hosts[host] = made
	}
	if name == "" {
		c.main, c.open = made, len(hosts) == 0
		if base, err := url.Parse(c.revision.Nearest("/").Site.BaseURL); err == nil {
			c.mainHost = strings.ToLower(base.Hostname())
		}
	}
	summaries := make([]summary, 0, len(sites))
	for _, bundle := range sites {
		summaries = append(summaries, summary{bundle.Site.ID, bundle.Site.Path, bundle.Site.Name})
		base := name + "/api/sites/" + bundle.Site.ID
		c.put(base, bundle.Site)
		shown := shownOf(c.revision, bundle.Site.ID)
		addCollection(c, base, "products", &bundle.Products, shown, func(p *site.Product) bool { return p.Public })
		addCollection(c, base, "plans", &bundle.Plans, shown, func(p *site.Plan) bool { return p.Public })
		addCollection(c, base, "industries", &bundle.Industries, shown, func(i *site.Industry) bool { return i.Public })
		// A form is there to be sent, from wherever it is shown.
		addCollection(c, base, "forms", &bundle.Forms, shown, func(*site.Form) bool { return true })
		if bundle.Terms != nil {
			c.put(base+"/terms", bundle.Terms)
		}
		if bundle.Privacy != nil {
			c.put(base+"/privacy", bundle.Privacy)
		}
		for _, page := range bundle.Pages {
			address := bundle.Site.Address(page.Path)
			c.addresses[address] = address
		}
		for from, to := range bundle.Aliases {
			c.moved[bundle.Site.Address(from)] = to
		}
		made.allow(bundle.Site.API.Origins)
	}
	c.put(name+"/api/sites", summaries)
	if c.described != nil {
		c.put(name+"/api", written(func() []byte { _, index := c.described(); return index }))
		c.put(name+"/api/openapi.json", written(func() []byte { description, _ := c.described(); return description }))
	}
}

// written is JSON that is made when it is asked for.
type written func() []byte

// MarshalJSON implements [json.Marshaler].
func (w written) MarshalJSON() ([]byte, error) { return w(), nil }

// shownOf returns whether an entry of a collection of a site is on some page.
func shownOf(revision *site.Revision, siteID string) func(collection, id string) bool {
	return func(collection, id string) bool {
		return revision.Shown == nil || revision.Shown[siteID+"/"+collection+"/"+id]
	}
}

// addCollection adds the entries of a collection that pages show, or that are public
// all the same: what nobody published yet, such as the price of next year, is nobody's.
func addCollection[T any](c *catalog, base, name string, entries *site.Collection[T], shown func(collection, id string) bool, public func(*T) bool) {
	var all site.Collection[T]
	for id, entry := range entries.All() {
		if shown(name, id) || public(entry) {
			all.Put(id, entry)
			c.put(base+"/"+name+"/"+id, entry)
		}
	}
	c.put(base+"/"+name, &all)
}

func (c *catalog) put(address string, value any) { c.resources[address] = &resource{value: value} }

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

// represent returns the prepared answer of the resource at an address; nil when there is none.
func (c *catalog) represent(address string) (*site.Representation, error) {
	r := c.resources[address]
	if r == nil {
		return nil, nil
	}
	r.once.Do(func() { r.sent, r.err = represent(r.value, c.revision.ID, tagsOf(address)) })
	return r.sent, r.err
}

// represent writes a value as JSON in all encodings.
func represent(value any, revision, tags string) (*site.Representation, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	r := &site.Representation{
		Status:       fasthttp.StatusOK,
		ContentType:  typeJSON,
		CacheControl: site.Revalidated,
		Tags:         tags,
		Revision:     revision,
		Body:         body,
	}
	encoding.Prepare(r, encoding.Fast)
	return r, nil
}

// tagsOf returns what a CDN can purge a resource by: its site, and the API of it.
func tagsOf(address string) string {
	_, below, found := strings.Cut(address, "/api/sites/")
	if !found {
		return "api"
	}
	id, _, _ := strings.Cut(below, "/")
	return "site-" + id + ",api-" + id
}

package server

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/valyala/fasthttp"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/encoding"
)

// catalog is what the API answers for one revision: a resource per path.
// Making it only notes where the values are; a resource is written as JSON and
// compressed when it is first asked for, and stored as long as its revision.
type catalog struct {
	revision  *site.Revision // nil before the first good load
	main      site.Errors    // words of the main site
	resources map[string]*resource
	// The paths of all pages, so that the path of a request can be exchanged for
	// a string that is ours without allocating one.
	paths map[string]string
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
	made := newCatalog(revision)
	s.current.Store(made)
	return made
}

func newCatalog(revision *site.Revision) *catalog {
	c := &catalog{revision: revision, resources: map[string]*resource{}, paths: map[string]string{}}
	if revision == nil {
		return c
	}
	if main := revision.Main(); main != nil {
		c.main = main.Site.Errors
	}
	sites := make([]summary, 0, len(revision.Sites))
	for _, bundle := range revision.Sites {
		sites = append(sites, summary{bundle.Site.ID, bundle.Site.Path, bundle.Site.Name})
		base := "/api/sites/" + bundle.Site.ID
		c.put(base, bundle.Site)
		addCollection(c, base+"/products", &bundle.Products)
		addCollection(c, base+"/plans", &bundle.Plans)
		addCollection(c, base+"/industries", &bundle.Industries)
		addCollection(c, base+"/forms", &bundle.Forms)
		if bundle.Terms != nil {
			c.put(base+"/terms", bundle.Terms)
		}
		if bundle.Privacy != nil {
			c.put(base+"/privacy", bundle.Privacy)
		}
		for _, page := range bundle.Pages {
			c.paths[page.Path] = page.Path
		}
	}
	c.put("/api/sites", sites)
	return c
}

func addCollection[T any](c *catalog, base string, entries *site.Collection[T]) {
	c.put(base, entries)
	for id, entry := range entries.All() {
		c.put(base+"/"+id, entry)
	}
}

func (c *catalog) put(path string, value any) { c.resources[path] = &resource{value: value} }

// own returns the path as a string that nobody else writes to.
func (c *catalog) own(path []byte) string {
	if owned, known := c.paths[string(path)]; known {
		return owned
	}
	return string(path)
}

// represent returns the prepared answer of the resource at the path; nil when there is none.
func (c *catalog) represent(path []byte) (*site.Representation, error) {
	r := c.resources[string(path)]
	if r == nil {
		return nil, nil
	}
	r.once.Do(func() { r.sent, r.err = represent(r.value, c.revision.ID) })
	return r.sent, r.err
}

// represent writes a value as JSON in all encodings.
func represent(value any, revision string) (*site.Representation, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write JSON: %w", err)
	}
	r := &site.Representation{
		Status:       fasthttp.StatusOK,
		ContentType:  typeJSON,
		CacheControl: "public, max-age=0, must-revalidate",
		Revision:     revision,
		Body:         body,
	}
	encoding.Prepare(r, encoding.Fast)
	return r, nil
}

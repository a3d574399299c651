package server

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"

	"github.com/evenlight/marquee/internal/site"
)

// endpoint is an address of the API. Each is registered by the file that has it: routes, GET /api and OpenAPI are made
// of what is registered. One of the functions says how it is answered.
type endpoint struct {
	site.Endpoint

	// Returns what a revision answers for the sites of some hosts, or nil. It is written as JSON when somebody first asks.
	ofHost func(*catalog, []*site.Bundle) any
	// Returns what a revision answers for one site; the path has {site}.
	ofSite func(*catalog, *site.Bundle) any
	// Returns what a revision answers for each {id} of a site.
	ofEntries func(*catalog, *site.Bundle) map[string]any
	// Answers a request, where the answer depends on more than the path.
	serve func(*Server, fiber.Ctx) error
}

var endpoints []endpoint

// register adds an endpoint, from the init of its file.
func register(made endpoint) {
	endpoints = append(endpoints, made)
	slices.SortFunc(endpoints, func(a, b endpoint) int { return strings.Compare(a.Path, b.Path) })
}

// Endpoints returns what is told of the API, by path.
func Endpoints() []site.Endpoint {
	var all []site.Endpoint
	for _, known := range endpoints {
		all = append(all, known.Endpoint)
	}
	return all
}

// addEndpoints adds what the sites of a space answer.
func (c *catalog) addEndpoints(space string, sites []*site.Bundle) {
	for _, known := range endpoints {
		if known.ofHost != nil {
			c.put("", space+known.Path, known.ofHost(c, sites))
		}
		for _, bundle := range sites {
			id := bundle.Site.ID
			address := space + strings.Replace(known.Path, "{site}", id, 1)
			if known.ofSite != nil {
				c.put(id, address, known.ofSite(c, bundle))
			}
			if known.ofEntries != nil {
				for name, entry := range known.ofEntries(c, bundle) {
					c.put(id, strings.Replace(address, "{id}", name, 1), entry)
				}
			}
		}
	}
}

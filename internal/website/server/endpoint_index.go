package server

import (
	"reflect"
	"slices"

	"github.com/evenlight/marquee/internal/site"
)

func init() {
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: "/api", Operation: "listEndpoints", Summary: "What there is: this list.",
			Answer: reflect.TypeFor[site.APIIndex](),
		},
		ofHost: func(*catalog, []*site.Bundle) any {
			asked := slices.DeleteFunc(Endpoints(), func(e site.Endpoint) bool { return e.Method != "" })
			return site.APIIndex{Endpoints: asked, OpenAPI: "/api/openapi.json"}
		},
	})
	register(endpoint{
		Endpoint: site.Endpoint{Path: "/api/openapi.json", Operation: "describe", Summary: "The same as OpenAPI 3.1."},
		ofHost: func(c *catalog, _ []*site.Bundle) any {
			if c.describe == nil {
				return nil
			}
			return description(c.describe)
		},
	})
}

// description is OpenAPI, which is made when somebody asks for it.
type description func() ([]byte, error)

func (d description) MarshalJSON() ([]byte, error) { return d() }

package server

import (
	"maps"
	"reflect"

	"github.com/evenlight/marquee/internal/site"
)

const oneSite = "/api/sites/{site}"

func init() {
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: "/api/sites", Operation: "listSites", Summary: "The sites of this host.",
			Answer: reflect.TypeFor[[]site.SiteSummary](),
		},
		ofHost: func(_ *catalog, sites []*site.Bundle) any {
			summaries := make([]site.SiteSummary, 0, len(sites))
			for _, bundle := range sites {
				of := bundle.Site
				summaries = append(summaries, site.SiteSummary{ID: of.ID, Path: of.Path, Name: of.Name})
			}
			return summaries
		},
	})
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite, Operation: "getSite", Answer: reflect.TypeFor[site.Site](),
			Summary: "The settings of a site: brand, theme, navigation, footer, words of the interface.",
		},
		ofSite: func(_ *catalog, bundle *site.Bundle) any { return bundle.Site },
	})
	registerDocument("terms", "The terms of a site.", "getTerms", func(b *site.Bundle) *site.Legal { return b.Terms })
	registerDocument("privacy", "The privacy policy of a site.", "getPrivacy",
		func(b *site.Bundle) *site.Legal { return b.Privacy })

	for _, k := range site.Kinds {
		if k.API != "" {
			registerKind(k)
		}
	}
}

func registerDocument(name, summary, operation string, of func(*site.Bundle) *site.Legal) {
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite + "/" + name, Operation: operation, Summary: summary, Answer: reflect.TypeFor[site.Legal](),
		},
		ofSite: func(_ *catalog, bundle *site.Bundle) any {
			if of(bundle) == nil {
				return nil
			}
			return of(bundle)
		},
	})
}

// registerKind adds the entries of a kind of content that programs may read.
func registerKind(k *site.Kind) {
	entry := k.Entry()
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite + "/" + k.Name, Operation: "list" + entry.Name() + "s",
			Summary: "The " + k.Name + " of a site that its pages show, by id.",
			Answer:  reflect.MapOf(reflect.TypeFor[string](), entry),
		},
		ofSite: func(c *catalog, bundle *site.Bundle) any { return c.revision.Public(k, bundle) },
	})
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite + "/" + k.Name + "/{id}", Operation: "get" + entry.Name(), Summary: "One of them.", Answer: entry,
		},
		ofEntries: func(c *catalog, bundle *site.Bundle) map[string]any {
			return maps.Collect(c.revision.Public(k, bundle).AnyEntries())
		},
	})
}

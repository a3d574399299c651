package server

import (
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

	registerCollection("products", func(b *site.Bundle) *site.Collection[site.Product] { return &b.Products },
		func(p *site.Product) bool { return p.Public })
	registerCollection("plans", func(b *site.Bundle) *site.Collection[site.Plan] { return &b.Plans },
		func(p *site.Plan) bool { return p.Public })
	registerCollection("industries", func(b *site.Bundle) *site.Collection[site.Industry] { return &b.Industries },
		func(i *site.Industry) bool { return i.Public })
	// A form is there to be sent, from wherever it is shown.
	registerCollection("forms", func(b *site.Bundle) *site.Collection[site.Form] { return &b.Forms },
		func(*site.Form) bool { return true })
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

// registerCollection adds the entries of a collection that pages show, or that are public all the same: nobody is told
// what is not published yet, such as the price of next year.
func registerCollection[T any](
	name string, of func(*site.Bundle) *site.Collection[T], public func(*T) bool,
) {
	told := func(c *catalog, bundle *site.Bundle) (all site.Collection[T]) {
		shown := c.revision.Shown
		for id, entry := range of(bundle).All() {
			if shown == nil || shown[bundle.Site.ID+"/"+name+"/"+id] || public(entry) {
				all.Put(id, entry)
			}
		}
		return all
	}
	entry := reflect.TypeFor[T]()
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite + "/" + name, Operation: "list" + entry.Name() + "s",
			Summary: "The " + name + " of a site that its pages show, by id.",
			Answer:  reflect.MapOf(reflect.TypeFor[string](), entry),
		},
		ofSite: func(c *catalog, bundle *site.Bundle) any {
			all := told(c, bundle)
			return &all
		},
	})
	register(endpoint{
		Endpoint: site.Endpoint{
			Path: oneSite + "/" + name + "/{id}", Operation: "get" + entry.Name(), Summary: "One of them.", Answer: entry,
		},
		ofEntries: func(c *catalog, bundle *site.Bundle) map[string]any {
			entries, all := map[string]any{}, told(c, bundle)
			for id, entry := range all.All() {
				entries[id] = entry
			}
			return entries
		},
	})
}

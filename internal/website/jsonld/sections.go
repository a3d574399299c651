package jsonld

import "github.com/evenlight/marquee/internal/site"

// sections adds the things that stand on a page.
func (w *writer) sections(sections []site.Section) {
	for _, section := range sections {
		switch body := section.Body.(type) {
		case *site.ProductShowcase:
			for _, product := range body.Items {
				w.product(product)
			}
		case *site.Features:
			if body.Of != nil {
				w.product(body.Of)
			}
		case *site.SinglePlan:
			w.plan(body.Plan)
		case *site.Plans:
			w.plans(body.Items)
		case *site.Consultations:
			w.plans(body.Items)
		}
	}
}

func (w *writer) product(p *site.Product) {
	id := w.ofSite("product-" + p.ID)
	if !w.once(id) {
		return
	}
	made := application{
		Type: "SoftwareApplication", ID: id, Name: string(p.Name), Description: string(p.Text), Category: string(p.Category),
		Author: ref{w.ofSite("business")},
	}
	for _, feature := range p.Features {
		made.Features = append(made.Features, string(feature.Title))
	}
	w.add(made)
}

func (w *writer) plans(plans []*site.Plan) {
	for _, plan := range plans {
		w.plan(plan)
	}
}

func (w *writer) plan(p *site.Plan) {
	if p == nil || !w.once("plan-"+p.ID) {
		return
	}
	w.add(service{
		Type: "Service", ID: w.ofPage("plan-" + p.ID), Name: string(p.Name), Description: string(p.Text),
		Provider: ref{w.ofSite("business")}, Offers: []offer{w.offer(p.Price)},
	})
}

// unitCodes are the periods of payment in the codes of UN/CEFACT.
var unitCodes = map[string]string{"month": "MON", "year": "ANN"}

func (w *writer) offer(price site.Price) offer {
	made := offer{Type: "Offer", Price: price.Amount, Currency: price.Currency, URL: w.url}
	if code, regular := unitCodes[price.Period]; regular {
		made.Per = &unitPrice{"UnitPriceSpecification", price.Amount, price.Currency, 1, code}
	}
	return made
}

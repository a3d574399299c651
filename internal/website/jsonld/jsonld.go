// Package jsonld says in the words of schema.org what a page is about, for search engines and other programs: one
// graph of things per page, made of the content alone.
//
//   - the business, by the key business of the site: an Organization, or one of the kinds of LocalBusiness;
//   - each of its locations, with hours and exceptions;
//   - the WebSite, and the WebPage with its BreadcrumbList;
//   - what the page is: Article, Event or JobPosting by the kind of its collection;
//   - what stands on it: a SoftwareApplication per product, a Service with its Offer per plan, the questions of a faq.
//
// Things of the whole site have the same address on every page (@id). A thing is left out where the content does not
// say what search engines require of it. There are no reviews and no ratings: a site does not rate itself. A page that
// search engines are asked to stay away from has no graph.
//
// The graphs of the test's pages are written to web/schema-org/graphs.gen.ts, where the compiler of TypeScript
// compares them with schema.org (schema-dts). The fields that Google requires are a table of the tests.
package jsonld

import (
	"cmp"
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

type thing map[string]any

func a(kind string, t thing) thing {
	maps.DeleteFunc(t, func(_ string, value any) bool { return reflect.ValueOf(value).IsZero() })
	t["@type"] = kind
	return t
}

func ref(id string) thing { return thing{"@id": id} }

// Graph returns the graph of a page as JSON that is safe inside of a script element;
// nil where search engines are asked to stay away, or the address is not known.
func Graph(owner *site.Site, page *site.Page) []byte {
	if page.Head.NoIndex || page.Head.Canonical == "" {
		return nil
	}
	base := strings.TrimSuffix(page.Head.Canonical, page.Path)
	w := &writer{
		Site: owner, page: page, company: cmp.Or(owner.Business, &site.Business{}), seen: map[string]bool{},
		base: base, home: base + owner.Path, url: page.Head.Canonical,
	}
	w.add(w.business())
	for _, location := range w.Locations {
		w.add(w.location(location))
	}
	w.add(a("WebSite", thing{
		"@id": w.home + "#website", "url": w.home, "name": w.Name, "inLanguage": w.Language, "publisher": w.publisher(),
	}))
	w.webPage()
	w.entry()
	for _, section := range page.Sections {
		w.section(section)
	}
	// encoding/json escapes <, > and &, so that nothing can end the element.
	data, err := json.Marshal(thing{"@context": "https://schema.org", "@graph": w.things})
	if err != nil {
		panic("encode graph: " + err.Error()) // strings and numbers only: cannot happen
	}
	return data
}

type writer struct {
	*site.Site
	page    *site.Page
	company *site.Business // the zero one where the content does not say
	// Address of the website without a path, of the first page of the site, and of the page.
	base, home, url string
	things          []thing
	// The things that may be added once only, however many sections show them.
	seen map[string]bool
}

func (w *writer) add(t thing) { w.things = append(w.things, t) }

func (w *writer) publisher() thing { return ref(w.home + "#business") }

func (w *writer) absolute(image *site.Image) string {
	if image == nil || image.URL == "" {
		return ""
	}
	return w.base + image.URL
}

func (w *writer) business() thing {
	b := w.company
	var logo thing
	if icon := w.Assets.TouchIcon; icon != "" {
		logo = a("ImageObject", thing{"url": w.base + icon})
	}
	image := ""
	if b.IsLocal() {
		image = w.absolute(w.SEO.Image)
	}
	return a(b.Kind(), thing{
		"@id": w.home + "#business", "name": w.Name, "url": w.home, "slogan": w.Tagline, "logo": logo, "image": image,
		"email": w.Email, "telephone": cmp.Or(b.Phone, w.Phone), "address": postal(b.Address),
		"openingHoursSpecification": openingHours(b.Hours), "sameAs": b.Profiles,
	})
}

func (w *writer) location(l *site.Location) thing {
	kind := "LocalBusiness" // any other organization has no hours
	if w.company.IsLocal() {
		kind = w.company.Kind()
	}
	var special []thing
	for _, e := range l.Exceptions {
		spans, _ := site.ParseTimes(e.Hours)
		if len(spans) == 0 {
			spans = []site.Span{{}} // by which Google knows that it is closed
		}
		special = append(special, specify(spans, thing{"validFrom": e.Date, "validThrough": e.Last()})...)
	}
	return a(kind, thing{
		"@id": w.home + "#location-" + l.ID, "name": l.Name, "url": w.home, "telephone": l.Phone, "email": l.Email,
		"address": postal(&l.Address), "hasMap": l.Map, "image": w.absolute(l.Image), "parentOrganization": w.publisher(),
		"openingHoursSpecification": openingHours(l.Hours), "specialOpeningHoursSpecification": special,
	})
}

func openingHours(lines []string) (open []thing) {
	for _, line := range lines {
		hours, _ := site.ParseHours(line)
		var days []string
		for _, day := range hours.Days {
			days = append(days, day.String())
		}
		open = append(open, specify(hours.Spans, thing{"dayOfWeek": days})...)
	}
	return open
}

func specify(spans []site.Span, days thing) (all []thing) {
	for _, span := range spans {
		made := maps.Clone(days)
		made["opens"], made["closes"] = span.Times()
		all = append(all, a("OpeningHoursSpecification", made))
	}
	return all
}

// postal returns an address; nil where the content does not say.
func postal(of *site.PostalAddress) thing {
	if of == nil {
		return nil
	}
	return a("PostalAddress", thing{
		"streetAddress": of.Street, "addressLocality": of.City, "addressRegion": of.Region,
		"postalCode": of.PostalCode, "addressCountry": of.Country,
	})
}

// webPage adds the page, and the way to it from the first page of the site.
func (w *writer) webPage() {
	head, kind := w.page.Head, "WebPage"
	var image, about, trail thing
	if head.Image != "" {
		image = a("ImageObject", thing{"url": head.Image, "width": head.ImageWidth, "height": head.ImageHeight})
	}
	if w.page.Path == w.Path {
		about = w.publisher()
	}
	var questions []thing
	for _, section := range w.page.Sections {
		if faq, is := section.Body.(*site.FAQ); is {
			kind = "FAQPage"
			for _, item := range faq.Items {
				answer := a("Answer", thing{"text": paragraphs(item.Answer.Nodes)})
				questions = append(questions, a("Question", thing{"name": item.Question, "acceptedAnswer": answer}))
			}
		}
	}
	if len(w.page.Trail) > 0 {
		trail = ref(w.url + "#breadcrumbs")
	}
	w.add(a(kind, thing{
		"@id": w.url + "#page", "url": w.url, "name": w.page.Title, "description": head.Description,
		"inLanguage": w.Language, "isPartOf": ref(w.home + "#website"), "about": about, "breadcrumb": trail,
		"primaryImageOfPage": image, "dateModified": w.page.Modified, "mainEntity": questions,
	}))
	if trail == nil {
		return
	}
	var items []thing
	for i, above := range w.page.Trail {
		name := above.Title
		if above.Path == w.Path {
			name = w.Name
		}
		items = append(items, a("ListItem", thing{"position": i + 1, "name": name, "item": w.base + above.Path}))
	}
	// The last item is this page, which needs no address.
	items = append(items, a("ListItem", thing{"position": len(items) + 1, "name": w.page.Title}))
	w.add(a("BreadcrumbList", thing{"@id": w.url + "#breadcrumbs", "itemListElement": items}))
}

// entry adds what an entry of a collection is: an event or a job only where the content says where it is, and when.
func (w *writer) entry() {
	entry, page := w.page.Entry, w.page
	if entry == nil {
		return
	}
	summary, address := cmp.Or(string(page.Summary), page.Head.Description), postal(w.company.Address)
	image := cmp.Or(w.absolute(entry.Image), page.Head.Image)
	switch entry.Kind {
	case site.KindArticle, site.KindCaseStudy, site.KindChangelog:
		author := w.publisher()
		if entry.Author != nil {
			author = w.person(entry.Author)
		}
		w.add(a("Article", thing{
			"@id": w.url + "#article", "headline": page.Title, "description": summary, "image": image,
			"datePublished": entry.Date, "dateModified": cmp.Or(entry.Updated, entry.Date),
			"author": author, "publisher": w.publisher(), "inLanguage": w.Language,
			"mainEntityOfPage": ref(w.url + "#page"), "keywords": strings.Join(entry.TagNames, ", "),
		}))
	case site.KindEvent:
		if address == nil || entry.Starts == "" {
			return
		}
		w.add(a("Event", thing{
			"@id": w.url + "#event", "name": page.Title, "description": summary, "image": image, "url": w.url,
			"startDate": entry.Starts, "endDate": entry.Ends, "eventStatus": "https://schema.org/EventScheduled",
			"eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
			"location":            a("Place", thing{"name": w.Name, "address": address}), "organizer": w.publisher(),
		}))
	case site.KindJob:
		if address == nil || entry.Date == "" {
			return
		}
		if page.Markdown != nil && len(page.Markdown.Nodes) > 0 {
			summary = paragraphs(page.Markdown.Nodes)
		}
		until := ""
		if page.ExpireAt != nil {
			until = page.ExpireAt.Format(time.RFC3339)
		}
		w.add(a("JobPosting", thing{
			"@id": w.url + "#job", "title": page.Title, "description": summary, "url": w.url,
			"datePosted": entry.Date, "validThrough": until, "hiringOrganization": w.publisher(),
			"jobLocation": a("Place", thing{"address": address}),
		}))
	}
}

func (w *writer) person(p *site.Person) thing {
	var profiles []string
	for _, link := range p.Links {
		if link.Kind == site.LinkExternal {
			profiles = append(profiles, link.Href)
		}
	}
	return a("Person", thing{"name": p.Name, "jobTitle": p.Role, "image": w.absolute(p.Image), "sameAs": profiles})
}

// section adds the things that stand in a section, each once on a page.
func (w *writer) section(section site.Section) {
	var products []*site.Product
	var plans []*site.Plan
	switch body := section.Body.(type) {
	case *site.ProductShowcase:
		products = body.Items
	case *site.Features:
		products = append(products, body.Of)
	case *site.SinglePlan:
		plans = append(plans, body.Plan)
	case *site.Plans:
		plans = body.Items
	case *site.Consultations:
		plans = body.Items
	}
	for _, p := range products {
		if p == nil || w.seen["product-"+p.ID] {
			continue
		}
		w.seen["product-"+p.ID] = true
		var features []site.Text
		for _, feature := range p.Features {
			features = append(features, feature.Title)
		}
		w.add(a("SoftwareApplication", thing{
			"@id": w.home + "#product-" + p.ID, "name": p.Name, "description": p.Text,
			"applicationSubCategory": p.Category, "featureList": features, "author": w.publisher(),
		}))
	}
	for _, p := range plans {
		if p == nil || w.seen["plan-"+p.ID] {
			continue
		}
		w.seen["plan-"+p.ID] = true
		w.add(a("Service", thing{
			"@id": w.url + "#plan-" + p.ID, "name": p.Name, "description": p.Text,
			"provider": w.publisher(), "offers": []thing{w.offer(p.Price)},
		}))
	}
}

// unitCodes are the periods of payment in the codes of UN/CEFACT.
var unitCodes = map[string]string{"month": "MON", "year": "ANN"}

func (w *writer) offer(price site.Price) thing {
	var per thing
	if code, regular := unitCodes[price.Period]; regular {
		per = a("UnitPriceSpecification", thing{
			"price": price.Amount, "priceCurrency": price.Currency, "billingDuration": 1, "unitCode": code,
		})
	}
	return a("Offer", thing{
		"price": price.Amount, "priceCurrency": price.Currency, "url": w.url, "priceSpecification": per,
	})
}

func paragraphs(nodes []site.Node) string {
	var blocks []string
	for _, node := range nodes {
		if text := strings.TrimSpace(words(node)); text != "" {
			blocks = append(blocks, text)
		}
	}
	return strings.Join(blocks, "\n\n")
}

func words(node site.Node) string {
	var out strings.Builder
	out.WriteString(node.Text)
	if node.Kind == "break" {
		out.WriteString("\n")
	}
	for i, child := range node.Children {
		if child.Kind == "item" && i > 0 {
			out.WriteString("\n")
		}
		out.WriteString(words(child))
	}
	return out.String()
}

package jsonld

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Graph returns the graph of a page as JSON that is safe inside of a script element;
// nil where search engines are asked to stay away, or the address is not known.
func Graph(owner *site.Site, page *site.Page) []byte {
	if page.Head.NoIndex || page.Head.Canonical == "" {
		return nil
	}
	w := newWriter(owner, page)
	w.add(w.business(), w.site(), w.page(page))
	if trail := w.breadcrumbs(page); trail != nil {
		w.add(trail)
	}
	w.entry(page)
	w.sections(page.Sections)
	// encoding/json escapes <, > and &, so that nothing can end the element.
	data, err := json.Marshal(graph{"https://schema.org", w.things})
	if err != nil {
		panic("encode graph: " + err.Error()) // structs of strings and numbers only: cannot happen
	}
	return data
}

// writer collects the things of one page.
type writer struct {
	owner *site.Site
	// Address of the website without a path, and of the first page of the site.
	base, home string
	// Address of the page.
	url    string
	things []any
	// The things that may be added once only, however many sections show them.
	seen map[string]bool
}

func newWriter(owner *site.Site, page *site.Page) *writer {
	base := strings.TrimSuffix(page.Head.Canonical, page.Path)
	return &writer{owner: owner, base: base, home: base + owner.Path, url: page.Head.Canonical, seen: map[string]bool{}}
}

func (w *writer) add(things ...any) { w.things = append(w.things, things...) }

// once reports whether it is called with an id for the first time.
func (w *writer) once(id string) bool {
	before := w.seen[id]
	w.seen[id] = true
	return !before
}

// ofSite returns the address of a thing that is the same on all pages, ofPage that of one of this page.
func (w *writer) ofSite(name string) string { return w.home + "#" + name }
func (w *writer) ofPage(name string) string { return w.url + "#" + name }

// absolute returns the whole address of a picture; empty where there is none.
func (w *writer) absolute(image *site.Image) string {
	if image == nil || image.URL == "" {
		return ""
	}
	return w.base + image.URL
}

func (w *writer) business() business {
	b := cmp.Or(w.owner.Business, &site.Business{})
	made := business{
		Type: b.Kind(), ID: w.ofSite("business"), Name: string(w.owner.Name), URL: w.home, Slogan: string(w.owner.Tagline),
		Email: string(w.owner.Email), Phone: string(cmp.Or(b.Phone, w.owner.Phone)), Address: w.address(), SameAs: b.Profiles,
	}
	if icon := w.owner.Assets.TouchIcon; icon != "" {
		made.Logo = &imageObject{Type: "ImageObject", URL: w.base + icon}
	}
	if b.IsLocal() {
		made.Image = w.absolute(w.owner.SEO.Image)
	}
	for _, text := range b.Hours {
		if hours, ok := site.ParseHours(text); ok {
			made.Hours = append(made.Hours, openingHours{"OpeningHoursSpecification", hours.Days, hours.Opens, hours.Closes})
		}
	}
	return made
}

// address returns where the business is; nil where the content does not say.
func (w *writer) address() *postalAddress {
	if w.owner.Business == nil || w.owner.Business.Address == nil {
		return nil
	}
	a := w.owner.Business.Address
	return &postalAddress{
		"PostalAddress", string(a.Street), string(a.City), string(a.Region), string(a.PostalCode), a.Country,
	}
}

func (w *writer) site() webSite {
	return webSite{
		"WebSite", w.ofSite("website"), w.home, string(w.owner.Name), w.owner.Language, ref{w.ofSite("business")},
	}
}

func (w *writer) page(page *site.Page) webPage {
	made := webPage{
		Type: "WebPage", ID: w.ofPage("page"), URL: w.url, Name: string(page.Title), Description: page.Head.Description,
		Language: w.owner.Language, Site: ref{w.ofSite("website")}, Modified: page.Modified,
	}
	if head := page.Head; head.Image != "" {
		made.Image = &imageObject{"ImageObject", head.Image, head.ImageWidth, head.ImageHeight}
	}
	if page.Path == w.owner.Path {
		made.About = &ref{w.ofSite("business")}
	}
	for _, section := range page.Sections {
		if faq, is := section.Body.(*site.FAQ); is {
			made.Type = "FAQPage"
			for _, item := range faq.Items {
				accepted := answer{"Answer", paragraphs(item.Answer.Nodes)}
				made.Questions = append(made.Questions, question{"Question", string(item.Question), accepted})
			}
		}
	}
	if len(page.Trail) > 0 {
		made.Breadcrumb = &ref{w.ofPage("breadcrumbs")}
	}
	return made
}

// breadcrumbs returns the way from the first page of the site to this one.
func (w *writer) breadcrumbs(page *site.Page) any {
	if len(page.Trail) == 0 {
		return nil
	}
	made := breadcrumbs{Type: "BreadcrumbList", ID: w.ofPage("breadcrumbs")}
	for i, above := range page.Trail {
		name := above.Title
		if above.Path == w.owner.Path {
			name = w.owner.Name
		}
		made.Items = append(made.Items, listItem{"ListItem", i + 1, string(name), w.base + above.Path})
	}
	// The last item is this page, which needs no address.
	made.Items = append(made.Items, listItem{Type: "ListItem", Position: len(made.Items) + 1, Name: string(page.Title)})
	return made
}

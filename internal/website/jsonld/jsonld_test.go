package jsonld_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/website/jsonld"
)

var update = flag.Bool("update", false, "write the graphs for the compiler of TypeScript anew")

// bakery is a site that says all that a site may say.
func bakery() *site.Site {
	return &site.Site{
		Name: "Crust & Crumb", Path: "/", Language: "en", Tagline: "Bread worth getting up for",
		Email: "hello@crust.example", Phone: "+44 1632 960100",
		Business: &site.Business{
			Type: "Bakery", Address: &site.PostalAddress{
				Street: "12 Mill Lane", City: "Little Wexham", Region: "Norfolk",
				PostalCode: "WX1 2AB", Country: "GB",
			},
			Hours: []string{"Tu-Fr 07:00-13:00", "Sa,Su 08:00-12:00"}, Profiles: []string{"https://social.example/crust"},
		},
		Locations: []*site.Location{{
			ID: "shop", Name: "The Shop", Phone: "+44 1632 960100", Map: "https://maps.example/shop",
			Address: site.PostalAddress{Street: "12 Mill Lane", City: "Little Wexham", Country: "GB"},
			Hours:   []string{"Mo-Tu 07:30-12:00, 13:30-19:00", "Sa by appointment", "Su 18:00-02:00"},
			Exceptions: []site.Exception{
				{Date: "2026-12-24", Hours: "08:00-10:00, 11:00-12:00"}, {Date: "2026-12-25", Until: "2026-12-26"},
			},
		}},
		SEO:    site.SEO{Image: &site.Image{URL: "/images/main/shop.jpg"}},
		Assets: site.Assets{TouchIcon: "/og/main/icon-180.png"},
	}
}

func page(path string) *site.Page {
	return &site.Page{
		Title: "A Page", Path: path,
		Head: site.Head{
			Title: "A Page", Description: "What it says.", Canonical: "https://crust.example" + path,
			Image: "https://crust.example/og/a.png",
		},
	}
}

func entry(kind site.EntryKind) *site.Page {
	p := page("/blog/rye")
	p.Trail = []site.Ancestor{{Title: "Home", Path: "/"}, {Title: "Blog", Path: "/blog"}}
	p.Entry = &site.EntryDetail{
		Kind: kind, EntryDates: site.EntryDates{Date: "2026-11-01", Updated: "2026-11-09"},
		TagNames: []string{"Rye", "Flour"},
		Image:    &site.Image{URL: "/images/main/rye.jpg"},
		Author: &site.Person{
			Name: "Ada Baker", Role: "Master baker",
			Links: []site.Link{{Kind: site.LinkExternal, Href: "https://social.example/ada"}},
		},
	}
	return p
}

// samples are pages whose graphs together hold everything that a graph may hold.
func samples() map[string]*site.Page {
	event := entry(site.KindEvent)
	event.Entry.EntryDates = site.EntryDates{Starts: "2026-12-01T09:00:00Z", Ends: "2026-12-01T12:00:00Z"}
	job := entry(site.KindJob)
	until := time.Date(2027, 1, 31, 18, 0, 0, 0, time.UTC)
	job.ExpireAt = &until
	job.Markdown = &site.Markdown{Nodes: []site.Node{
		{Kind: "paragraph", Children: []site.Node{{Kind: "text", Text: "You bake <rye> & spelt."}}},
		{Kind: "list", Children: []site.Node{
			{Kind: "item", Children: []site.Node{{Kind: "text", Text: "Early hours"}}},
			{Kind: "item", Children: []site.Node{{Kind: "text", Text: "Good pay"}}},
		}},
	}}
	offers := page("/prices")
	plan := &site.Plan{
		ID: "weekly-box", Name: "Weekly Box", Text: "Bread for two.",
		Price: site.Price{Amount: "24.00", Currency: "EUR", Period: "month"},
	}
	class := &site.Plan{ID: "class", Name: "Class", Price: site.Price{Amount: "60", Currency: "EUR", Period: "once"}}
	app := &site.Product{
		ID: "app", Name: "Bread App", Category: "Shopping", Text: "Reserves your loaf.",
		Features: []site.Feature{{Title: "Reserve"}},
	}
	offers.Sections = []site.Section{
		{Type: "plans", Body: &site.Plans{Items: []*site.Plan{plan, class}}},
		{Type: "plan", Body: &site.SinglePlan{Plan: plan}},
		{Type: "products", Body: &site.ProductShowcase{Items: []*site.Product{app}}},
		{Type: "features", Body: &site.Features{Of: app}},
	}
	faq := page("/questions")
	faq.Sections = []site.Section{{Type: "faq", Body: &site.FAQ{Items: []site.Question{
		{Question: "Can I cancel?", Answer: site.Markdown{Nodes: []site.Node{{
			Kind:     "paragraph",
			Children: []site.Node{{Kind: "text", Text: "Any month."}},
		}}}},
	}}}}
	return map[string]*site.Page{
		"home": page("/"), "faq": faq, "offers": offers, "article": entry(site.KindArticle), "event": event, "job": job,
	}
}

// things returns the things of a page's graph.
func things(t *testing.T, owner *site.Site, p *site.Page) []map[string]any {
	t.Helper()
	var parsed struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(jsonld.Graph(owner, p), &parsed); err != nil {
		t.Fatal(err)
	}
	if parsed.Context != "https://schema.org" {
		t.Errorf("context %q", parsed.Context)
	}
	return parsed.Graph
}

func thing(t *testing.T, owner *site.Site, p *site.Page, kind string) map[string]any {
	t.Helper()
	for _, thing := range things(t, owner, p) {
		if thing["@type"] == kind {
			return thing
		}
	}
	return nil
}

// required are the properties without which Google shows nothing of a thing
// (developers.google.com/search/docs/appearance/structured-data). It has no table for
// services, and wants ratings of applications, which nobody gives oneself.
var required = map[string][]string{
	"Bakery":         {"name", "address"},
	"BreadcrumbList": {"itemListElement"},
	"Article":        {"headline", "image", "datePublished", "dateModified", "author"},
	"Event":          {"name", "startDate", "location"},
	"JobPosting":     {"title", "description", "datePosted", "hiringOrganization", "jobLocation"},
	"Service":        {"name", "offers"},
	"WebSite":        {"name", "url"},
	"FAQPage":        {"mainEntity"},
}

func TestGraphsHaveWhatGoogleRequires(t *testing.T) {
	met := map[string]bool{}
	for name, p := range samples() {
		for _, thing := range things(t, bakery(), p) {
			kind := thing["@type"].(string)
			met[kind] = true
			for _, property := range required[kind] {
				if thing[property] == nil {
					t.Errorf("%s: %s has no %s", name, kind, property)
				}
			}
			for _, never := range []string{"aggregateRating", "review"} {
				if thing[never] != nil {
					t.Errorf("%s: %s has a %s of its own", name, kind, never)
				}
			}
		}
	}
	for kind := range required {
		if !met[kind] {
			t.Errorf("no sample has a %s", kind)
		}
	}
	trail := thing(t, bakery(), entry(site.KindArticle), "BreadcrumbList")["itemListElement"]
	const want = `[{"@type":"ListItem","item":"https://crust.example/","name":"Crust \u0026 Crumb","position":1},` +
		`{"@type":"ListItem","item":"https://crust.example/blog","name":"Blog","position":2},` +
		`{"@type":"ListItem","name":"A Page","position":3}]`
	if got, _ := json.Marshal(trail); string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The compiler of TypeScript compares these graphs with the types of schema.org:
// `npm run typecheck`.
func TestGraphsForTheCompilerAreFresh(t *testing.T) {
	const file = "../../../web/schema-org/graphs.gen.ts"
	var out bytes.Buffer
	out.WriteString("// Code generated by go test ./internal/website/jsonld -update; DO NOT EDIT.\n" +
		"import type { Graph } from 'schema-dts';\n\nexport const graphs: Record<string, Graph> = {\n")
	all := samples()
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range all {
			if !yield(name) {
				return
			}
		}
	}) {
		fmt.Fprintf(&out, "  %s: %s,\n", name, jsonld.Graph(bakery(), all[name]))
	}
	out.WriteString("};\n")
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(have, out.Bytes()) {
		t.Errorf("%s is stale: go test ./internal/website/jsonld -update (%v)", file, err)
	}
}

func TestWhatIsNotSaidIsLeftOut(t *testing.T) {
	bare := &site.Site{Name: "Bare", Path: "/websites/bare", Language: "en"}
	samples := samples()
	for name, kind := range map[string]string{"event": "Event", "job": "JobPosting"} {
		if thing(t, bare, samples[name], kind) != nil {
			t.Errorf("a %s without a place is in the graph", kind)
		}
	}
	if got := thing(t, bare, samples["home"], "Organization"); got == nil || got["telephone"] != nil ||
		got["url"] != "https://crust.example/websites/bare" {
		t.Errorf("business: %v", got)
	}
	if thing(t, bare, samples["home"], "BreadcrumbList") != nil {
		t.Error("the first page has breadcrumbs")
	}
	hidden := page("/secret")
	hidden.Head.NoIndex = true
	if graph := jsonld.Graph(bare, hidden); graph != nil {
		t.Errorf("a page that is not for search engines has the graph %s", graph)
	}
}

func TestNothingEndsTheElement(t *testing.T) {
	p := page("/about")
	p.Title = `</script><script>alert(1)</script><!-- "&`
	graph := string(jsonld.Graph(bakery(), p))
	if strings.ContainsAny(graph, "<>&") {
		t.Errorf("the graph has markup: %s", graph)
	}
	if got := thing(t, bakery(), p, "WebPage")["name"]; got != string(p.Title) {
		t.Errorf("title %q", got)
	}
}

func TestThingsAreOnAPageOnce(t *testing.T) {
	ids := map[any]bool{}
	for _, thing := range things(t, bakery(), samples()["offers"]) {
		if ids[thing["@id"]] {
			t.Errorf("%v is there twice", thing["@id"])
		}
		ids[thing["@id"]] = true
	}
	if !ids["https://crust.example/#product-app"] || !ids["https://crust.example/prices#plan-weekly-box"] {
		t.Errorf("things: %v", ids)
	}
}

func TestEachLocationSaysWhenItIsOpen(t *testing.T) {
	var shop map[string]any
	for _, thing := range things(t, bakery(), page("/")) {
		if thing["@id"] == "https://crust.example/#location-shop" {
			shop = thing
		}
	}
	hours, err := json.Marshal([]any{
		shop["@type"], shop["openingHoursSpecification"], shop["specialOpeningHoursSpecification"], shop["parentOrganization"],
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `["Bakery",[` +
		`{"@type":"OpeningHoursSpecification","closes":"12:00","dayOfWeek":["Monday","Tuesday"],"opens":"07:30"},` +
		`{"@type":"OpeningHoursSpecification","closes":"19:00","dayOfWeek":["Monday","Tuesday"],"opens":"13:30"},` +
		`{"@type":"OpeningHoursSpecification","closes":"02:00","dayOfWeek":["Sunday"],"opens":"18:00"}],[` +
		`{"@type":"OpeningHoursSpecification","closes":"10:00","opens":"08:00","validFrom":"2026-12-24","validThrough":"2026-12-24"},` +
		`{"@type":"OpeningHoursSpecification","closes":"12:00","opens":"11:00","validFrom":"2026-12-24","validThrough":"2026-12-24"},` +
		`{"@type":"OpeningHoursSpecification","closes":"00:00","opens":"00:00","validFrom":"2026-12-25","validThrough":"2026-12-26"}],` +
		`{"@id":"https://crust.example/#business"}]`
	if string(hours) != want {
		t.Errorf("got  %s\nwant %s", hours, want)
	}
}

package pages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// withHosts adds sites with hosts of their own to a revision: one at the root, and
// two on a host where nobody lives at the root.
func withHosts(rev *site.Revision) *site.Revision {
	for _, s := range []struct{ id, path, host, form string }{
		{"bakery", "/", "bakery.example", "bakery"}, {"cakes", "/cakes", "deep.example", "main"}, {"tarts", "/tarts", "deep.example", "tarts"},
	} {
		base := "https://" + s.host
		home := &site.Page{Path: s.path, Title: site.Text(s.id), Head: site.Head{Title: s.id, Canonical: base + s.path}}
		contact := &site.Page{Path: strings.TrimSuffix(s.path, "/") + "/contact", Title: "Contact", Head: site.Head{Title: "Contact", Canonical: base + s.path + "/contact"}}
		contact.Sections = []site.Section{{Type: "forms", Body: &site.Forms{Items: []*site.Form{{ID: "message", SiteID: s.form}}}}}
		rev.Sites = append(rev.Sites, &site.Bundle{
			Site:     &site.Site{ID: s.id, Path: s.path, Space: s.host, Hosts: []string{s.host}, BaseURL: base, Name: site.Text(s.id), Errors: site.Errors{Title: site.Text(s.id + " broke")}},
			NotFound: &site.Page{Title: site.Text("Nothing in " + s.id), Template: site.TemplateNotFound, Head: site.Head{Title: "Nothing in " + s.id}},
			Pages:    []*site.Page{home, contact}, Aliases: map[string]string{"/old": s.path},
			WellKnown: map[string]site.File{
				"/.well-known/proof": {ContentType: "text/plain", Data: []byte("proof of " + s.id)},
				"/google0123.html":   {ContentType: "text/html", Data: []byte("google of " + s.id)},
			},
		})
	}
	return rev
}

func TestEverySpaceIsAWebsite(t *testing.T) {
	f := newFixture(t)
	f.publish(t, withHosts(revision("r1", map[string]string{"/": "Home", "/about": "About"})))
	for _, c := range []struct {
		address string
		status  int
		text    string // in the document, or the target of a redirect
	}{
		{"/", 200, "<title>Home</title>"},
		{"/about", 200, "<title>About</title>"},
		{"bakery.example/", 200, "<title>bakery</title>"},
		{"bakery.example/contact", 200, "<title>Contact</title>"},
		{"bakery.example/google0123.html", 200, "google of bakery"},
		{"/google0123.html", 404, ""},
		{"bakery.example/about", 404, "<title>Nothing in bakery</title>"},
		{"bakery.example/shop", 404, "<title>Nothing in bakery</title>"},
		{"deep.example/cakes", 200, "<title>cakes</title>"},
		{"deep.example/tarts/nothing", 404, "<title>Nothing in tarts</title>"},
		{"deep.example/", 404, "<title>Nothing in cakes</title>"}, // nobody lives there: the first site of the host
		{"/old", 301, "/about"},
		{"bakery.example/old", 301, "/"},
	} {
		r := f.Page(t.Context(), c.address)
		if got := string(r.Body) + r.Location; r.Status != c.status || !strings.Contains(got, c.text) || c.status == 301 && got != c.text {
			t.Errorf("%s answers %d %s, want %d %s", c.address, r.Status, got, c.status, c.text)
		}
	}
	for address, want := range map[string]string{
		"bakery.example/sitemap.xml":       "<url><loc>https://bakery.example/</loc>",
		"bakery.example/robots.txt":        "Sitemap: https://bakery.example/sitemap.xml",
		"bakery.example/llms.txt":          "# bakery",
		"bakery.example/.well-known/proof": "proof of bakery",
		"deep.example/sitemap.xml":         "<loc>https://deep.example/tarts</loc>",
		"/sitemap.xml":                     "<loc>https://evenlight.example/about</loc>",
		"/robots.txt":                      "Sitemap: https://evenlight.example/sitemap.xml",
	} {
		r := f.Document(address)
		if r == nil || !strings.Contains(string(r.Body), want) {
			t.Errorf("%s lacks %s", address, want)
			continue
		}
		for _, host := range []string{"evenlight.example", "bakery.example", "deep.example"} {
			if !strings.Contains(want, host) && strings.Contains(string(r.Body), "https://"+host) && want != "# bakery" {
				t.Errorf("%s names %s", address, host)
			}
		}
	}
	for _, address := range []string{"deep.example/.well-known/proof", "/.well-known/proof", "nobody.example/.well-known/proof"} {
		if f.Document(address) != nil {
			t.Errorf("%s is there", address)
		}
	}
	if r := f.PageData(t.Context(), "bakery.example/contact"); r == nil || !strings.Contains(string(r.Body), `"id":"bakery"`) {
		t.Error("the data of a page is not that of its host")
	}
	if r := f.ErrorPage(500, "bakery.example/x"); !strings.Contains(string(r.Body), "bakery broke") {
		t.Error("the error page has not the words of its host")
	}
}

func TestTheFormsPageIsOnTheSameHost(t *testing.T) {
	store := newFormStore(t, &formRenderer{}, time.Now, nil)
	publish(t, store, withHosts(withForms("r1", "Contact")))
	for _, c := range []struct{ referrer, siteID, path string }{
		{"bakery.example/contact", "bakery", "/contact"},
		{"bakery.example", "bakery", "/contact"},
		{"", "bakery", ""},
		{"/contact", "bakery", ""},
		{"bakery.example/contact", "main", ""},
		{"deep.example", "main", "/cakes/contact"},
		{"deep.example/tarts", "tarts", "/tarts/contact"},
		{"", "main", "/contact"},
	} {
		if path := store.FormPath(c.referrer, c.siteID, "message"); path != c.path {
			t.Errorf("%s/message from %q stands at %q, want %q", c.siteID, c.referrer, path, c.path)
		}
	}
	// No page of the host has the form: it is shown alone, in the words of the host.
	r := store.FormPage(t.Context(), "bakery.example/contact", site.FormState{SiteID: "main", FormID: "message"}, 422)
	if r == nil || !strings.Contains(string(r.Body), `data-site="bakery"`) || strings.Contains(string(r.Body), `data-site="main"`) {
		t.Error("the form is not shown on the host that it was sent to")
	}
}

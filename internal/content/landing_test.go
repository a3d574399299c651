//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

const landing = "title: Sale\nsections: [{hero: {title: Sale}}]\n"

// barOf says what the bar of a page has: how many links, its button, and whether anything is taken from the site.
func barOf(page *site.Page) string {
	bar := page.Navigation
	if bar == nil {
		return "the site's"
	}
	said := fmt.Sprintf("%d links", len(bar.Links))
	if bar.Links == nil {
		said = "no list of links"
	}
	if bar.Action != nil {
		said += ", " + string(bar.Action.Label)
	}
	return strings.TrimSpace(said + " " + bar.Site)
}

func TestAPageLeavesOutWhatTheBarOfTheSiteHas(t *testing.T) {
	for written, want := range map[string]string{
		"":                        "the site's",
		"navigation: {}":          "2 links, Business",
		"navigation: {links: []}": "0 links, Business",
		"navigation: none":        "no list of links none",
		"navigation: {site: none, action: {label: Buy, to: /about}}": "no list of links, Buy none",
	} {
		files := baseTree(t)
		files["main/pages/sale.yaml"] = landing + written
		sale := page(t, loadTranslated(t, files), "/sale")
		if got := barOf(sale); got != want {
			t.Errorf("with %q the bar has %s, want %s", written, got, want)
		}
		if sale.Navigation != nil && (sale.Navigation.Logo == nil || sale.Navigation.Logo.Href != "/") {
			t.Errorf("with %q the name of the site leads nowhere", written)
		}
	}
}

func TestATranslationHasTheBarAndFooterOfItsOriginal(t *testing.T) {
	for written, want := range map[string]string{
		"":                               "no list of links none, small",
		"navigation: {}\nfooter: full\n": "2 links, Business, full",
	} {
		files := translatedTree(t)
		files["main/pages/sale.yaml"] = landing + "navigation: none\nfooter: small\n"
		files["main/de/pages/aktion.yaml"] = landing + "translates: /sale\n" + written
		german := page(t, loadTranslated(t, files), "/de/aktion")
		if got := barOf(german) + ", " + german.Footer; got != want {
			t.Errorf("with %q the page has %s, want %s", written, got, want)
		}
	}
}

func TestABarOfItsOwnFollowsTheSite(t *testing.T) {
	files, l := baseTree(t), NewLoader(sampleOptions())
	files["main/pages/sale.yaml"] = landing + "navigation: {}\n"
	for _, want := range []string{"2 links, Business", "2 links, Renamed"} {
		files.replace(t, "main/site.yaml", "action: {label: Business", "action: {label: "+want[len("2 links, "):])
		made, problems := load(t, l, files.fs(), testNow)
		if made == nil {
			t.Fatal(told(problems))
		}
		if got := barOf(page(t, made, "/sale")); got != want {
			t.Errorf("the bar has %s, want %s", got, want)
		}
		unwritten(t, l, files)
	}
}

func TestWhatALandingPageCannotHaveIsSaid(t *testing.T) {
	for written, want := range map[string]string{
		"navigation: nothing":       "none",
		"navigation: []":            "`navigation` takes a set of keys, but a list stands here.",
		"footer: tiny":              "small",
		"footer: {links: []}":       "`footer` takes text, but a set of keys stands here.",
		"footer: small":             "this site has none there",
		"navigation: {sites: none}": "Did you mean \"site\"?",
	} {
		files := baseTree(t)
		files.replace(t, "main/site.yaml", "  links:\n    - {label: Privacy, to: /privacy-policy}\n    - {label: Careers}\n",
			"  columns: [{title: Legal, links: [{label: Privacy, to: /privacy-policy}]}]\n")
		files["main/pages/sale.yaml"] = landing + written
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if said := told(problems); !strings.Contains(said, want) || !strings.Contains(said, "main/pages/sale.yaml:3") {
			t.Errorf("%s: %s\nwant %s", written, said, want)
		}
	}
}

func TestAFormThatStandsAloneHasItsTitle(t *testing.T) {
	for section, want := range map[string]site.Text{
		"forms: {refs: [message]}":               "Write to us",
		"forms: {title: Hello, refs: [message]}": "Hello",
		"forms: {refs: [message, second]}":       "",
	} {
		files := baseTree(t)
		_, form, _ := strings.Cut(files["main/forms.yaml"], "\n")
		files["main/forms.yaml"] += "second:\n" + form
		files["main/pages/sale.yaml"] = "title: Sale\nsections: [{hero: {title: Sale}}, {" + section + "}]\n"
		got := body[site.Forms](t, page(t, loadTranslated(t, files), "/sale"), 1).Title
		if got != want {
			t.Errorf("%s has the title %q, want %q", section, got, want)
		}
	}
}

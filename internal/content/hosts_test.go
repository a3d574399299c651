//go:build !race

package content

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

const cafeSettings = `name: Café
path: /
hosts: [Café.example, www.cafe.example]
timeZone: America/Santiago
theme:
  scheme: light
  colors: {background: "#ffffff", surface: "#f4f4f4", text: "#111111", muted: "#555555", line: "#dddddd", primary: "#0b57d0", onPrimary: "#ffffff", accent: "#0b57d0"}
  fonts: {display: Inter, text: Inter}
navigation:
  links: [{label: Menu, to: /about}]
`

// hostedTree is the usual tree with a site that has hosts, and the same paths as the main site.
func hostedTree(t testing.TB) folder {
	files := baseTree(t)
	files["cafe/site.yaml"] = cafeSettings
	files["cafe/pages/index.yaml"] = `title: Coffee
description: Coffee.
sections:
  - hero:
      title: Coffee
      actions:
        - {label: Own, to: /about}
        - {label: By id, to: "cafe:/about#us"}
        - {label: Main, to: "main:/about#mission"}
        - {label: Deeper, to: "business:/services"}
        - {label: Home of a deeper one, to: "business:/"}
        - {label: By address, to: "https://www.evenlight.example/about"}
        - {label: A file, to: /sitemap.xml}
  - products: {refs: [main/promptify]}
  - prose: {id: preview, markdown: "[Main](main:/about) and [own](/about?x=1)."}
`
	files["cafe/pages/about.yaml"] = `title: Us
description: Us.
aliases: [/company]
sections:
  - hero: {title: Us}
  - prose: {id: us, markdown: We.}
`
	files["main/pages/about.yaml"] = strings.Replace(files["main/pages/about.yaml"], `hero: {title: "About {{site.name}}"}`, `hero:
      title: About
      actions:
        - {label: By id, to: "cafe:/about#us"}
        - {label: By host, to: "https://www.CAFE.example/about"}
        - {label: By port, to: "https://www.cafe.example:8080/else"}
        - {label: In the same space, to: "business:/services"}`, 1)
	return files
}

func TestASiteCanHaveHostsOfItsOwn(t *testing.T) {
	revision := good(t, hostedTree(t), sampleOptions(), testNow)
	cafe, main := revision.ByID("cafe"), revision.ByID("main")
	if revision.Main() != main || revision.Sites[0] != main || revision.At("xn--caf-dma.example/nothing") != cafe || revision.At("/nothing") != main {
		t.Fatal("the sites are not where they belong")
	}
	if got := cafe.Site; got.Space != "xn--caf-dma.example" || got.BaseURL != "https://xn--caf-dma.example" ||
		!slices.Equal(got.Hosts, []string{"xn--caf-dma.example", "www.cafe.example"}) {
		t.Errorf("the site has %q %q %q", got.Space, got.BaseURL, got.Hosts)
	}
	for _, page := range cafe.Pages {
		if want := "https://xn--caf-dma.example" + page.Path; page.Head.Canonical != want {
			t.Errorf("canonical is %s, want %s", page.Head.Canonical, want)
		}
	}
	if cafe.Aliases["/company"] != "/about" || main.Aliases["/company"] != "/about" {
		t.Error("both have a page that was called /company")
	}
	if cafe.Site.Labels.Skip != "Skip to content" {
		t.Error("words are not taken from the main site")
	}
}

func TestLinksBetweenHosts(t *testing.T) {
	revision := good(t, hostedTree(t), sampleOptions(), testNow)
	const cafe, main = "https://xn--caf-dma.example", "https://www.evenlight.example"
	index, about := revision.ByID("cafe").Pages[1-slices.IndexFunc(revision.ByID("cafe").Pages, func(p *site.Page) bool { return p.Path == "/about" })], page(t, revision, "/about")
	check := func(links []site.Link, want ...string) {
		t.Helper()
		var got []string
		for _, link := range links {
			got = append(got, string(link.Kind)+" "+link.Href)
		}
		if !slices.Equal(got, want) {
			t.Errorf("links are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check(body[site.Hero](t, index, 0).Actions,
		"page /about", "page /about#us", "site "+main+"/about#mission", "site "+main+"/websites/business/services", "site "+main+"/websites/business",
		"site "+main+"/about", "site /sitemap.xml")
	check(body[site.Hero](t, about, 0).Actions,
		"site "+cafe+"/about#us", "site "+cafe+"/about", "external https://www.cafe.example:8080/else", "site /websites/business/services")
	// The main site's product says /about: that is a page of the main site.
	check(body[site.ProductShowcase](t, index, 1).Items[0].Actions, "anchor #preview", "site "+main+"/about#mission", "external https://apps.example.com/promptify")
	// The not-found page of the main site leads home to the site that shows it.
	check(revision.ByID("cafe").NotFound.NotFound.Actions, "page /")
	check([]site.Link{*revision.ByID("cafe").Site.Navigation.Logo}, "page /")
	check([]site.Link{revision.ByID("cafe").Site.Navigation.Links[0].Link}, "page /about")
}

func TestAMovedPageOfAnotherHostBreaksLinks(t *testing.T) {
	loader, files := NewLoader(sampleOptions()), hostedTree(t)
	if revision, problems := load(t, loader, files.fs(), testNow); revision == nil {
		t.Fatal(told(problems))
	}
	files["cafe/pages/us.yaml"] = files["cafe/pages/about.yaml"]
	delete(files, "cafe/pages/about.yaml")
	_, problems := load(t, loader, files.fs(), testNow.Add(time.Minute))
	_, fresh := load(t, NewLoader(sampleOptions()), files.fs(), testNow.Add(time.Minute))
	if got := told(problems); got != told(fresh) || !strings.Contains(got, "main/pages/about.yaml") || !strings.Contains(got, "There is no page https://xn--caf-dma.example/about.") {
		t.Errorf("told\n%s\nand from scratch\n%s", got, told(fresh))
	}
}

// TestTheMainSiteCanHaveHosts checks that sites without hosts stay with it.
func TestTheMainSiteCanHaveHosts(t *testing.T) {
	files := hostedTree(t)
	files.replace(t, "main/site.yaml", "baseURL: https://www.evenlight.example\n", "hosts: [www.evenlight.example, evenlight.example]\n")
	files["shop/site.yaml"] = strings.NewReplacer("path: /\n", "path: /shop\n", "[Café.example, www.cafe.example]", "[www.evenlight.example, evenlight.example]", "/about", "/shop").Replace(cafeSettings)
	files["shop/pages/index.yaml"] = "title: Shop\ndescription: Shop.\nsections:\n  - hero: {title: Shop, actions: [{label: Main, to: /about}]}\n"
	revision := good(t, files, sampleOptions(), testNow)
	for id, want := range map[string]string{"main": "", "business": "", "shop": "", "cafe": "xn--caf-dma.example"} {
		got := revision.ByID(id).Site
		if got.Space != want || want == "" && (len(got.Hosts) != 2 || got.BaseURL != "https://www.evenlight.example") {
			t.Errorf("%s lives in %q, %q, %s", id, got.Space, got.Hosts, got.BaseURL)
		}
	}
	if revision.Main().Site.ID != "main" || revision.At("/shop/x").Site.ID != "shop" {
		t.Error("the sites are not where they belong")
	}
}

func TestABaseURLOfTheOperatorIsForSitesWithoutHosts(t *testing.T) {
	options := sampleOptions()
	options.BaseURL = "https://staging.example"
	files := hostedTree(t)
	files.replace(t, "cafe/pages/index.yaml", "https://www.evenlight.example/about", "main:/about")
	revision := good(t, files, options, testNow)
	if got := revision.ByID("cafe").Site.BaseURL; got != "https://xn--caf-dma.example" {
		t.Errorf("cafe has %s", got)
	}
	if got := revision.Main().Site.BaseURL; got != options.BaseURL {
		t.Errorf("main has %s", got)
	}
	// On a developer's machine links between sites stay there.
	options.BaseURL = "http://localhost:8080"
	revision = good(t, files, options, testNow)
	if got := revision.ByID("cafe").Site.BaseURL; got != "http://cafe.localhost:8080" {
		t.Errorf("on localhost cafe has %s", got)
	}
	if got := body[site.Hero](t, page(t, revision, "/about"), 0).Actions[0].Href; got != "http://cafe.localhost:8080/about#us" {
		t.Errorf("on localhost a link leads to %s", got)
	}
}

func TestWithoutAMainSiteNobodySaysTheWords(t *testing.T) {
	files := hostedTree(t)
	files.replace(t, "main/site.yaml", "path: /\n", "path: /\nhosts: [a.example]\n")
	for name, text := range files {
		if rest, is := strings.CutPrefix(name, "main/"); is {
			files["home/"+rest] = text
			delete(files, name)
		}
	}
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if got := told(problems); !strings.Contains(got, "Call the folder of the main site main") {
		t.Error(got)
	}
}

// FuzzReadHost checks that a host is either refused with a sentence, or one that browsers send.
func FuzzReadHost(f *testing.F) {
	for _, seed := range []string{"bakery.example", "Jürgen.example", "xn--jrgen-kva.example", "a..b", "*.a", "a:80", "[::1]", "http://a", "1.2.3", "a_b.example", "ß.example", "\u202ea.example"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, written string) {
		host, message, hint := outline.ReadHost(written)
		if (host == "") == (message == "") || message != "" && hint == "" {
			t.Fatalf("%q: %q %q %q", written, host, message, hint)
		}
		if strings.ContainsFunc(host, func(c rune) bool {
			return c > '~' || c <= ' ' || strings.ContainsRune(`/\@:?#%<>"'[]`, c) || c >= 'A' && c <= 'Z'
		}) {
			t.Fatalf("%q is %q", written, host)
		}
		if again, _, _ := outline.ReadHost(host); host != "" && again != host {
			t.Fatalf("%q is %q, which is %q", written, host, again)
		}
	})
}

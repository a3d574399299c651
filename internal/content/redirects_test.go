//go:build !race

package content

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestRedirectsLeadOn(t *testing.T) {
	files := baseTree(t)
	files["main/redirects.yaml"] = `/old-page: /about
/old/: /about#mission
/über-uns/: /about
/blog/2019/*: /websites/business/*
/blog/*: /about
/shop/*: https://shop.example/of/*
/archive/*: /*
/elevenchar: /about
/wörter?seite=größe: /about
/?id=5: /privacy-policy
/?id=5&lang=de: /websites/business
/list?a[]=1&a[]=2: /about
/item.php?id=1: https://shop.example/?one=1
/item.php: /about
`
	revision := good(t, files, sampleOptions(), testNow)
	for _, c := range []struct{ address, query, want string }{
		{"/old-page", "", "/about"},
		{"/old", "", "/about#mission"},
		{"/\u00fcber-uns", "", "/about"},
		{"/u\u0308ber-uns", "", "/about"},
		{"/OLD-PAGE", "", ""},
		{"/blog/2019/services", "", "/websites/business/services"},
		{"/blog/2019/a b/c?d%", "", "/websites/business/a%20b/c%3Fd%25"},
		{"/blog/2019", "", "/websites/business"},
		{"/blog/2019x", "", "/about"},
		{"/blog", "", "/about"},
		{"/blogs", "", ""},
		{"/elevenchar-and-more", "", ""},
		{"/shop/a/b", "", "https://shop.example/of/a/b"},
		{"/shop", "", "https://shop.example/of"},
		{"/archive/x", "", "/x"},
		{"/archive", "", "/"},
		{"/archive//evil.example", "", "/evil.example"},
		{"/archive/@evil.example\r\nX: y", "", "/@evil.example%0D%0AX:%20y"},
		{"/", "id=5", "/privacy-policy"},
		{"/", "utm_source=x&id=5", "/privacy-policy?utm_source=x"},
		{"/", "lang=de&id=5", "/websites/business"},
		{"/", "id=6", ""},
		{"/", "id=5&id=6", ""},
		{"/", "%zz", ""},
		{"/", "", ""},
		{"/wörter", "seite=gr%C3%B6%C3%9Fe", "/about"},
		{"/item.php", "id=1&more=2", "https://shop.example/?one=1&more=2"},
		{"/item.php", "id=2", ""},
		{"/list", "a%5B%5D=1&a%5B%5D=2", "/about"},
		{"/list", "a%5B%5D=1", ""},
		{"/item.php", "", "/about"},
		{"/" + strings.Repeat("/", 5000), "", ""},
	} {
		got := revision.Redirects().Lookup(c.address)
		if c.query != "" {
			got = revision.Redirects().Asked(c.address, c.query)
		}
		if got != c.want {
			t.Errorf("%q ?%s leads to %q, want %q", c.address, c.query, got, c.want)
		}
	}
}

func TestRedirectsInALanguage(t *testing.T) {
	files := translatedTree(t)
	files["main/redirects.yaml"] = "/team: /about\n"
	files["main/de/redirects.yaml"] = "/de/team: /about\n/impressum.html: /privacy-policy\n/de/alt/*: /about\n"
	revision := loadTranslated(t, files)
	for from, want := range map[string]string{
		"/team": "/about", "/de/team": "/de/ueber", "/impressum.html": "/privacy-policy", "/de/alt/x": "/de/ueber",
	} {
		if got := revision.Redirects().Lookup(from); got != want {
			t.Errorf("%s leads to %q, want %q", from, got, want)
		}
	}
}

func TestRedirectsBelongToTheirHost(t *testing.T) {
	files := hostedTree(t)
	files["cafe/redirects.yaml"] = "/menu: /about\n/menus/*: main:/about\n/one: /about\n"
	files["main/redirects.yaml"] = "/one: cafe:/about\n"
	revision := good(t, files, sampleOptions(), testNow)
	const cafe = "xn--caf-dma.example"
	for from, want := range map[string]string{
		cafe + "/menu": "/about", "/menu": "", cafe + "/menus/x": "https://www.evenlight.example/about",
		cafe + "/one": "/about", "/one": "https://" + cafe + "/about",
	} {
		if got := revision.Redirects().Lookup(from); got != want {
			t.Errorf("%s leads to %q, want %q", from, got, want)
		}
	}
}

func TestAChainOfRedirectsIsOneHop(t *testing.T) {
	files := baseTree(t)
	files["main/redirects.yaml"] = "/first: /second\n/second: /company\n/all/*: /old/*\n/old/*: /websites/business/*\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if len(problems) != 3 {
		t.Errorf("%d warnings: %v", len(problems), problems)
	}
	for from, want := range map[string]string{
		"/first": "/about", "/second": "/about", "/all/services": "/websites/business/services",
	} {
		if got := revision.Redirects().Lookup(from); got != want {
			t.Errorf("%s leads to %q, want %q", from, got, want)
		}
	}
}

// A page below a star is shown, so that another star does not lead past it.
func TestAStarLeadsToThePagesBelowAnother(t *testing.T) {
	files := baseTree(t)
	files["main/redirects.yaml"] = "/firm/*: /websites/*\n/websites/*: /about\n/websites: /about\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if got := revision.Redirects().Lookup("/firm/business/services"); got != "/websites/business/services" {
		t.Errorf("it leads to %q; %v", got, problems)
	}
	files["main/redirects.yaml"] = "/firm/*: /websites/*\n/websites/*: /firm/*\n"
	if _, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow); !strings.Contains(told(problems), "leads on and on") {
		t.Errorf("a circle through pages: %s", told(problems))
	}
}

// TestRedirectsThatNeverEnd follows each as the server would.
func TestRedirectsThatNeverEnd(t *testing.T) {
	for _, lines := range []string{
		"/about?ref=old: /about?ref=old&from=redirect\n",
		"/about?q=1: /privacy-policy?q=1\n/privacy-policy?q=1: /about?q=1\n",
		"/about?q=1: https://www.evenlight.example/about?q=1&x=2\n",
		"/one: main:/two\n/two: main:/one\n",
		"/one: https://www.evenlight.example/two\n/two: https://www.evenlight.example/one\n",
		"/old/*: /old/new/*\n",
		"/?q=1: /?q=1#top\n",
		"/one: business:/?q=1\n/websites/business?q=1: /one\n",
		"/one: Main:/two\n/two: Main:/one\n",
	} {
		files := baseTree(t)
		files["main/redirects.yaml"] = lines
		_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
		if got := told(problems); !strings.Contains(got, "This redirect leads on and on: ") {
			t.Errorf("%s: got %s", lines, got)
		}
	}
}

// TestAFirstPageThatIsOverLeadsNobodyElseOn has a redirect of / itself, which is no star.
func TestAFirstPageThatIsOverLeadsNobodyElseOn(t *testing.T) {
	files := baseTree(t)
	files["main/redirects.yaml"] = "/: /about\n"
	files["main/pages/index.yaml"] = "expireAt: 2020-01-01\n" + files["main/pages/index.yaml"]
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision == nil {
		t.Fatal(told(problems))
	}
	for from, want := range map[string]string{"/": "/about", "/none": ""} {
		if got := revision.Redirects().Lookup(from); got != want {
			t.Errorf("%s leads to %q, want %q", from, got, want)
		}
	}
}

// TestTwoAliasesOfAPageThatIsNotThere clash, as any two do.
func TestTwoAliasesOfAPageThatIsNotThere(t *testing.T) {
	files := baseTree(t)
	files["main/pages/draft.yaml"] = "title: Draft\ndraft: true\nsections: [{hero: {title: Draft}}]\n"
	files.replace(t, "main/pages/about.yaml", "aliases: [", "aliases: [/draft, ")
	files["main/pages/other.yaml"] = "title: Other\naliases: [/draft]\nsections: [{hero: {title: Other}}]\n"
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if got := told(problems); !strings.Contains(got, "The address /draft belongs to main/pages/about.yaml.") {
		t.Errorf("got %s", got)
	}
}

func TestWhatAnswersOfItsOwnAccordIsNoFormerAddress(t *testing.T) {
	for address, want := range map[string]string{
		"/favicon.ico": "taken by Marquee itself", "/sitemap.xml": "taken by Marquee itself", "/files/x.pdf": "taken by Marquee itself",
		"/about.md": "taken by the page /about as Markdown", "/index.md": "taken by the page / as Markdown",
		"/blog/page/2": "taken by the list /blog", "/blog/tags/one": "taken by the list /blog", "/blog/feed.xml": "taken by the list /blog",
		"/.well-known/security.txt":    "taken by a file of the folder well-known",
		"/.well-known/change-password": "", "/blog/page": "taken by the list /blog", "/blog/old": "", "/news/feed.xml": "", "/none.md": "",
	} {
		for _, file := range []string{"main/redirects.yaml", "main/pages/about.yaml"} {
			files := blogTree(t)
			files["main/well-known/security.txt"] = "Contact: mailto:a@example.com\nExpires: 2027-11-01T00:00:00Z\n"
			if file == "main/redirects.yaml" {
				files[file] = address + ": /about\n"
			} else {
				files.replace(t, file, "aliases: [", "aliases: ["+address+", ")
			}
			_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
			got := told(problems)
			if !strings.Contains(got, want) || strings.Contains(got, "is taken") != (want != "") {
				t.Errorf("%s in %s: got %s", address, file, got)
			}
		}
	}
}

// TestAPageThatIsNotThereLeadsOn has a page that is there for a week, and a redirect and an alias of its address.
func TestAPageThatIsNotThereLeadsOn(t *testing.T) {
	files := baseTree(t)
	files["main/redirects.yaml"] = "/offer: /about\n"
	files["main/pages/offer.yaml"] = "title: Offer\npublishAt: 2026-12-01\nexpireAt: 2026-12-07\nsections: [{hero: {title: Offer}}]\n"
	files["main/pages/draft.yaml"] = "title: Draft\ndraft: true\nsections: [{hero: {title: Draft}}]\n"
	files.replace(t, "main/pages/about.yaml", "aliases: [", "aliases: [/draft, ")
	for now, there := range map[string]bool{
		"2026-11-30T12:00:00-05:00": false, "2026-12-05T12:00:00-05:00": true, "2026-12-08T12:00:00-05:00": false,
	} {
		revision := good(t, files, sampleOptions(), clock(t, now))
		if got := slices.ContainsFunc(revision.Main().Pages, func(p *site.Page) bool { return p.Path == "/offer" }); got != there {
			t.Errorf("%s: the offer is there: %t", now, got)
		}
		for _, from := range []string{"/offer", "/draft"} {
			if to := revision.Redirects().Lookup(from); to != "/about" {
				t.Errorf("%s: %s leads to %q", now, from, to)
			}
		}
	}
}

// redirectTree has many redirects, as a program exports them.
func redirectTree(t testing.TB, count int) folder {
	files := baseTree(t)
	var lines strings.Builder
	for i := range count {
		fmt.Fprintf(&lines, "/archive/2009/a-post-with-a-long-name-%d.html: /about\n", i)
	}
	files["main/redirects.yaml"] = lines.String()
	return files
}

func TestManyRedirects(t *testing.T) {
	began := time.Now()
	revision := good(t, redirectTree(t, 50_000), sampleOptions(), testNow)
	t.Logf("50,000 redirects took %v", time.Since(began))
	if got := revision.Redirects().Lookup("/archive/2009/a-post-with-a-long-name-49999.html"); got != "/about" {
		t.Errorf("the last of them leads to %q", got)
	}
}

func manyPages(t testing.TB, count int) folder {
	files := baseTree(t)
	for i := range count {
		files[fmt.Sprintf("main/pages/p%d.yaml", i)] = "title: P\nsections: [{hero: {title: P}}]\n"
	}
	return files
}

// TestStarsAreNotComparedWithEveryPage checks many stars and many pages, each alone and then together: comparing one
// with the other takes ten times as long as both.
func TestStarsAreNotComparedWithEveryPage(t *testing.T) {
	check := func(pages, stars int) time.Duration {
		files, lines := manyPages(t, pages), []string{"/former: /about\n"}
		for i := range stars {
			lines = append(lines, fmt.Sprintf("/archive/%d/*: /about/*\n", i))
		}
		files["main/redirects.yaml"] = strings.Join(lines, "")
		began := time.Now()
		good(t, files, sampleOptions(), testNow)
		return time.Since(began)
	}
	pages, stars, both := check(3000, 0), check(0, 50_000), check(3000, 50_000)
	if t.Logf("%v, %v, together %v", pages, stars, both); both > 4*(pages+stars) {
		t.Errorf("pages alone take %v, stars alone %v, both together %v", pages, stars, both)
	}
}

func BenchmarkRedirects(b *testing.B) {
	mapped := redirectTree(b, 50_000).fs()
	b.Run("load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			benchLoad(b, NewLoader(sampleOptions()), mapped)
		}
	})
	revision, _, err := NewLoader(sampleOptions()).Load(b.Context(), mapped, testNow)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("nothing there", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			revision.Redirects().Lookup("/archive/2009/there-is-no-such-post")
		}
	})
}

// BenchmarkStars saves a page of 5,000 without stars and beside 8,000 of them, and then asks for an address that is
// below none of them: both as visitors do, and as long as a request may be.
func BenchmarkStars(b *testing.B) {
	var revision *site.Revision
	for _, count := range []int{0, 8000} {
		files, lines := manyPages(b, 5000), "/former: /about\n"
		for i := range count {
			lines += fmt.Sprintf("/archive/%d/%d/*: /about\n", i%80, i)
		}
		files["main/redirects.yaml"] = lines
		loader, mapped := NewLoader(sampleOptions()), files.fs()
		benchLoad(b, loader, mapped)
		b.Run(fmt.Sprintf("save beside %d", count), func(b *testing.B) {
			b.ReportAllocs()
			defer reportCPU(b)()
			for i := 0; b.Loop(); i++ {
				files["main/pages/p1.yaml"] = fmt.Sprintf("title: P%d\nsections: [{hero: {title: P}}]\n", i)
				benchLoad(b, loader, files.fs())
			}
		})
		if revision, _, _ = loader.Load(b.Context(), mapped, testNow); revision == nil {
			b.Fatal("there is no revision")
		}
	}
	for name, address := range map[string]string{
		"nothing there": "/archive/7/there-is-no-such-post", "many folders": strings.Repeat("/archive", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				revision.Redirects().Lookup(address)
			}
		})
	}
}

// Warnings hide no error: a site with hundreds of them does not go live with a link to nowhere.
func TestManyWarningsHideNoError(t *testing.T) {
	files := baseTree(t)
	var lines strings.Builder
	for i := range 300 {
		fmt.Fprintf(&lines, "/was/%d: /is/%d\n/is/%d: /about\n", i, i, i)
	}
	files["main/redirects.yaml"] = lines.String() + "/zzz: /nowhere\n"
	revision, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if revision != nil || !strings.Contains(told(problems), "There is no page /nowhere.") {
		t.Errorf("it is live: %d problems", len(problems))
	}
}

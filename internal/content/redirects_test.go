//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"
	"time"
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

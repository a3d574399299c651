//go:build !race

package content

import (
	"fmt"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/content/resolve"
)

func TestNearPath(t *testing.T) {
	pages := []string{"/", "/about", "/websites/business", "/websites/business/privacy", "/websites/business/services", "/websites/creative/services", "/websites/business/services/ecommerce"}
	for typed, want := range map[string]string{
		"/abuot":                                 "/about",
		"/websites/busines":                      "/websites/business",
		"/websites/bussiness/services":           "/websites/business/services",
		"/websites/business/sevices":             "/websites/business/services",
		"/websites/business/services/e-commerce": "/websites/business/services/ecommerce",
		"/websites/business/connect":             "", // shares much with privacy, but nothing of its own
		"/websites/business/services/x":          "/websites/business/services",
		"/websites/business/":                    "/websites/business",
		"/":                                      "",
	} {
		if got, found := resolve.NearPath(typed, pages); got != want || found != (want != "") {
			t.Errorf("nearPath(%q) is %q, %t, want %q", typed, got, found, want)
		}
	}
}

// A folder that was renamed breaks the links of all its pages. Looking for what
// each was meant to be must not take time by the square of the pages.
func TestOnlySomeBrokenLinksAreSearchedFor(t *testing.T) {
	files := baseTree(t)
	const pages = 3 * resolve.MaxSearches
	for i := range pages {
		files[fmt.Sprintf("main/pages/journal/page-%d.yaml", i)] = fmt.Sprintf(
			"title: Page\ndescription: One of many.\nsections: [{hero: {title: Page, actions: [{label: Next, to: /jornal/page-%d}]}}]\n", i+1)
	}
	_, problems := load(t, NewLoader(sampleOptions()), files.fs(), testNow)
	if got := strings.Count(told(problems), "There is no page /jornal/page-"); got != pages {
		t.Errorf("%d links are told of, want %d", got, pages)
	}
	if got := strings.Count(told(problems), `Did you mean "/journal/page-`); got != resolve.MaxSearches {
		t.Errorf("for %d links a page is proposed, want %d", got, resolve.MaxSearches)
	}
}

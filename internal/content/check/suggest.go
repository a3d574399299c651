package check

import (
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// MaxSearches is for how many links of one load a near page is searched for: each search looks at
// all pages. More broken links mean that a folder was moved.
const MaxSearches = 100

func (r *checker) nearPage(path string, in *outline.Site) (string, bool) {
	if r.searches.Add(1) > MaxSearches {
		return "", false
	}
	var among []string
	for _, page := range r.Pages {
		if page.Path != "" && page.Site.Space == in.Space {
			among = append(among, page.Path)
		}
	}
	return NearPath(path, among)
}

// NearPath finds the path that is written most like another one. Both are compared from the first part on that differs:
// what they share does not say whether /websites/business/privacy was meant by /websites/business/connect.
func NearPath(typed string, among []string) (string, bool) {
	var near []string
	for _, candidate := range among {
		own, other := afterShared(typed, candidate)
		if _, found := site.Nearest(own, []string{other}); found {
			near = append(near, candidate)
		}
	}
	if len(near) < 2 {
		return strings.Join(near, ""), len(near) == 1
	}
	return site.Nearest(typed, near)
}

func afterShared(a, b string) (string, string) {
	shared := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			shared = i + 1
		}
	}
	return a[shared:], b[shared:]
}

package content

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// checkBusiness asks where a business is to which people come: search engines show
// none without its address.
func (r *resolver) checkBusiness(s *siteState) {
	business := s.raw.Business
	if business == nil || s.file.broken || business.Address != nil || !business.IsLocal() {
		return
	}
	s.deps.add(s.file.doc.Warn("business", "no-address", fmt.Sprintf("People come to a %s, and search engines do not show it without its address.", business.Kind()),
		"Add address: {street: 12 Mill Lane, city: Little Wexham, country: GB}, or write type: Organization."))
}

// showTrails says of the pages of a site which pages stand above them. A page that may
// be served already is left alone: a changed copy takes its place.
func (r *resolver) showTrails(s *siteState) {
	titles := make(map[string]site.Text, len(s.pages))
	for _, page := range s.pages {
		if page.shows(r) {
			titles[page.path] = page.out.Title
		}
	}
	var trail []site.Ancestor
	for _, page := range s.pages {
		if !page.shows(r) {
			continue
		}
		trail = trail[:0]
		for path := page.path; path != s.path && len(path) > 1; {
			path = path[:max(strings.LastIndexByte(path, '/'), 1)]
			if title, is := titles[path]; is {
				trail = append(trail, site.Ancestor{Title: title, Path: path})
			}
		}
		slices.Reverse(trail)
		if slices.Equal(trail, page.out.Trail) {
			continue
		}
		changed := *page.out
		changed.Trail = append([]site.Ancestor(nil), trail...)
		page.out = &changed
	}
}

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

// showTrails says of the pages of a site which pages stand above them. Pages of one
// folder share that.
func (r *resolver) showTrails(s *siteState) {
	var trail []site.Ancestor
	folder := ""
	for _, page := range s.pages { // in the order of their paths, so those of a folder mostly follow each other
		if !page.shows(r) {
			continue
		}
		if above := s.above(page.path); above != folder {
			trail, folder = r.trail(s, above), above
		}
		page.out.Trail = trail
	}
}

// above returns the path of the folder that a page lies in; "" for the first page of the site.
func (s *siteState) above(path string) string {
	if path == s.path || len(path) < 2 {
		return ""
	}
	return path[:max(strings.LastIndexByte(path, '/'), 1)]
}

// trail returns the pages at a path and above it, from the first page of the site on.
func (r *resolver) trail(s *siteState, path string) (trail []site.Ancestor) {
	for ; path != ""; path = s.above(path) {
		if page := r.routes[s.in(path)]; page != nil && page.site == s && page.shows(r) {
			trail = append(trail, site.Ancestor{Title: page.out.Title, Path: path})
		}
	}
	slices.Reverse(trail)
	return trail
}

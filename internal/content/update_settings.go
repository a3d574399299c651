package content

import (
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// site returns the id of the site that the file belongs to.
func (f *file) site() string {
	id, _, _ := strings.Cut(f.path, "/")
	return id
}

// updateSettings takes over changed settings and collections of sites, and finds
// all that depends on them. It reports false where that is everything.
func (r *resolver) updateSettings(changed []*siteState) bool {
	for _, s := range changed {
		if !r.replaceSettings(s) {
			return false
		}
	}
	r.deps = dependencies{}
	for _, s := range r.sites {
		r.resolveSettings(s)
	}
	affected := map[*siteState]bool{}
	for _, s := range changed {
		s.listValues()
		s.idle = idleFacts{}
		affected[s] = true
	}
	r.checkReceivers()
	for _, s := range r.updateValues() {
		affected[s] = true
	}
	// A site that names another one depends on it, and so on.
	for grown := true; grown; {
		grown = false
		for _, s := range r.sites {
			if !affected[s] && namesOne(&s.deps, affected) {
				affected[s], grown = true, true
			}
		}
	}
	if affected[r.main] {
		return false
	}
	for s := range affected {
		s.due = true
	}
	for _, page := range r.pages {
		page.due = page.due || affected[page.site] || affected[page.owner] || namesOne(&page.deps, affected)
	}
	return true
}

func namesOne(u *dependencies, of map[*siteState]bool) bool {
	return slices.ContainsFunc(u.others, func(s *siteState) bool { return of[s] })
}

// replaceSettings takes the files of a site anew. It reports false where the site
// would live elsewhere.
func (r *resolver) replaceSettings(s *siteState) bool {
	s.file = nil
	s.products.file, s.products.raw = nil, new(site.Collection[site.Product])
	s.plans.file, s.plans.raw = nil, new(site.Collection[site.Plan])
	s.industries.file, s.industries.raw = nil, new(site.Collection[site.Industry])
	s.forms.file, s.forms.raw = nil, new(site.Collection[site.Form])
	for i, entry := range r.tree.list {
		if entry.site == s.id && !entry.kind.isPage() && r.tree.files[i] != nil {
			s.take(entry, r.tree.files[i])
		}
	}
	return s.file != nil && s.path != "" && s.raw.Path == s.path
}

// updateValues evaluates all values; it returns the sites of which some value
// is another one.
func (r *resolver) updateValues() []*siteState {
	before := map[*value]string{}
	for _, s := range r.sites {
		for _, v := range s.values {
			if v.state == valueDone && v.file != nil {
				before[v], v.state = v.text, valueRaw
			}
		}
	}
	r.values = dependencies{}
	r.evaluateAll()
	var changed []*siteState
	for _, s := range r.sites {
		for _, v := range s.values {
			if text, known := before[v]; known && text != v.text {
				changed = appendNew(changed, s)
			}
		}
	}
	return changed
}

package content

import (
	"context"
	"maps"
	"slices"
	"time"
)

// A page depends on its own file, its address and the time in which it exists, on
// the pictures that it shows, and on what is behind the addresses that it links
// to. A page for which none of this changed is taken over as the same value; every
// other one is resolved again, and so are pages with errors.
//
// Where the settings or collections of any site changed, the list of sites or the
// day, everything is resolved again.

// canUpdate tells whether pages and pictures are all that can have changed.
func (r *resolver) canUpdate(t *parsedTree, now time.Time) bool {
	if r == nil {
		return false
	}
	for _, s := range r.sites {
		if dayOf(now, s.zone, s.dateFormat()) != s.day {
			return false
		}
	}
	return r.main != nil && !r.lost && slices.Equal(r.siteIDs, t.sites) && slices.EqualFunc(r.tree.misnamed, t.misnamed, found.same) &&
		maps.Equal(settingsFiles(r.tree), settingsFiles(t))
}

// settingsFiles are the files that are no pages, by their paths.
func settingsFiles(t *parsedTree) map[string]*file {
	all := map[string]*file{}
	for i, entry := range t.list {
		if !entry.kind.isPage() && t.files[i] != nil {
			all[entry.path] = t.files[i]
		}
	}
	return all
}

// same tells whether both are one file. What it holds is compared elsewhere.
func (f found) same(other found) bool {
	return f.path == other.path && f.site == other.site && f.kind == other.kind && f.below == other.below
}

// update takes over another tree, and resolves again what depends on something
// that changed. Done is false where everything has to be resolved again.
func (r *resolver) update(ctx context.Context, t *parsedTree, now time.Time) (done bool, err error) {
	if !r.canUpdate(t, now) {
		return false, nil
	}
	r.now, r.routing = now, routeSearch{}
	changed := changes{at: map[string]change{}}
	r.updatePictures(t)
	r.updateWellKnown(t)
	if r.updatePages(t) {
		r.updateRoutes(&changed)
	}
	r.passTime(&changed)
	r.arrangeCollections(&changed)
	for _, s := range r.sites {
		if s.due = s.due || changed.all || hasError(s.deps.problems); s.due {
			r.resolveSiteFiles(s)
		}
	}
	var due []*pageState
	for _, page := range r.pages {
		if page.due || page.failed || changed.all {
			if page.linked == nil {
				page.linked = page.targets()
			}
			due = append(due, page)
		}
	}
	if err := eachPage(ctx, due, r.resolvePage); err != nil {
		return true, err
	}
	for _, page := range due {
		changed.page(page)
	}
	linking := r.linkingTo(&changed)
	if err := eachPage(ctx, linking, r.resolvePage); err != nil {
		return true, err
	}
	due = append(due, linking...)
	if err := eachPage(ctx, due, r.validatePage); err != nil {
		return true, err
	}
	for _, page := range due {
		page.site.published.bundle = nil
	}
	r.composeCollections()
	for _, s := range r.sites {
		if s.due {
			r.validateSite(s)
		}
	}
	return true, ctx.Err()
}

// updatePages gives pages the files that changed. It reports whether addresses
// have to be resolved again.
func (r *resolver) updatePages(t *parsedTree) (moved bool) {
	known := make(map[string]*pageState, len(r.filePages))
	for _, page := range r.filePages {
		if page != nil {
			known[page.entry.path] = page
		}
	}
	r.tree, r.filePages = t, make([]*pageState, len(t.list))
	for i, entry := range t.list {
		s, f := r.byID[entry.site], t.files[i]
		if !entry.kind.isPage() || s == nil || f == nil {
			continue
		}
		page := known[entry.path]
		if page == nil || page.entry.kind != entry.kind {
			r.filePages[i], moved = newPage(s, entry, f), true
			continue
		}
		delete(known, entry.path)
		r.filePages[i] = page
		if page.file != f || !page.entry.same(entry) {
			now := newPage(s, entry, f)
			moved = moved || !sameStructure(page, now)
			page.linked, page.due = page.targets(), true
			page.file, page.rawPage, page.rawLegal = f, now.rawPage, now.rawLegal
		}
		page.entry = entry
	}
	return moved || len(known) > 0
}

// sameStructure tells whether both have one address and one time.
func sameStructure(before, now *pageState) bool {
	switch {
	case before.entry.kind == kindNotFound || len(before.problems) > 0:
		return false
	case now.rawLegal != nil:
		return before.rawLegal.Slug == now.rawLegal.Slug && slices.Equal(before.rawLegal.Aliases, now.rawLegal.Aliases)
	}
	zone := now.owner.zone
	return windowOf(before.rawPage, zone).equal(windowOf(now.rawPage, zone)) && slices.Equal(before.rawPage.Aliases, now.rawPage.Aliases) &&
		samePlaceInCollection(before.rawPage, now.rawPage)
}

// updateRoutes resolves the addresses of all pages again, and finds what changed.
func (r *resolver) updateRoutes(changed *changes) {
	type home struct {
		pages         []*pageState
		own, notFound *pageState
		window        window
		phase         phase
	}
	homes := make(map[*siteState]home, len(r.sites))
	for _, s := range r.sites {
		homes[s] = home{s.pages, s.ownNotFound, s.notFound, s.window, s.phase}
	}
	type known struct {
		address
		member membership
	}
	addresses := make(map[*pageState]known, len(r.pages))
	for _, page := range r.pages {
		addresses[page] = known{page.address, page.member}
	}
	collections := r.collections
	routes, unsure := r.routes, r.unsure
	r.resolveRoutes()
	changed.all = unsure != r.unsure
	for _, s := range r.sites {
		was := homes[s]
		if !slices.Equal(was.pages, s.pages) || was.own != s.ownNotFound || was.notFound != s.notFound {
			s.published.bundle = nil
		}
		if !was.window.equal(s.window) || was.phase != s.phase {
			s.due = true
		}
	}
	for _, page := range r.pages {
		was, known := addresses[page]
		if !known || was.at != page.at || !was.window.equal(page.window) || was.phase != page.phase || was.contested != page.contested || was.member != page.member {
			page.due = true
			changed.whole(page.at)
		}
	}
	r.noteCollections(collections, changed)
	for at, page := range routes {
		if r.routes[at] != page {
			changed.whole(at)
		}
	}
}

// passTime finds the pages that appeared or went since the load before.
func (r *resolver) passTime(changed *changes) {
	for _, page := range r.timed {
		if phase := page.window.phase(r.now); phase != page.phase {
			page.phase, page.due = phase, true
			changed.whole(page.at)
		}
	}
	for _, page := range r.pages {
		if page.turned(r.now) {
			page.due = true
			changed.whole(page.at)
		}
	}
	for _, s := range r.sites {
		if phase := s.window.phase(r.now); phase != s.phase {
			s.phase, s.due = phase, true
		}
		s.due = s.due || s.announced.phase(r.now) != s.announcedNow
	}
}

// updatePictures finds what shows a picture that changed.
func (r *resolver) updatePictures(t *parsedTree) {
	other := map[string]bool{}
	for name, known := range r.tree.pictures {
		if found := t.pictures[name]; found == nil || !found.equal(known) {
			other[name] = true
		}
	}
	if len(other) == 0 {
		return
	}
	shows := func(u *dependencies) bool {
		return slices.ContainsFunc(u.pictures, func(p *picture) bool { return other[p.path] })
	}
	for _, s := range r.sites {
		s.due = s.due || shows(&s.deps)
	}
	for _, page := range r.pages { // a head may have the site's picture
		page.due = page.due || page.site.due || shows(&page.deps)
	}
}

// linkingTo returns the pages that link to something that changed. The settings
// and collections of sites that do are resolved again at once.
func (r *resolver) linkingTo(changed *changes) []*pageState {
	if len(changed.at) == 0 || changed.all {
		return nil
	}
	var pages []*pageState
	for _, page := range r.pages {
		if !page.due && !page.failed && changed.touch(&page.deps) {
			pages = append(pages, page)
		}
	}
	for _, s := range r.sites {
		if !s.due && changed.touch(&s.deps) {
			s.due = true
			r.resolveSiteFiles(s)
		}
	}
	return pages
}

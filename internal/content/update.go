package content

import (
	"context"
	"slices"
	"time"
)

// # What a load takes over from the one before
//
// A page depends on
//
//   - its own file, its address and the time in which it exists,
//   - the settings and collections of its site, and of other sites that it names,
//   - the pictures that it shows,
//   - what is behind the addresses that it links to: whether there is a page now,
//     since when and until when, of which site, and if the link asks for them, an
//     anchor or forms.
//
// A page for which none of this changed is taken over as the same value; every
// other one is resolved again as a whole. So are pages with errors, because their
// hints may name anything there is. The settings and collections of a site are
// treated as a page is: they name other sites, and they link.
//
// All is resolved again where the main site changed, on which all others depend,
// the list of sites, the path of a site, or the day.

// canUpdate tells whether a load can go on with this one, and which sites have
// other settings or collections.
func (r *resolver) canUpdate(t *parsedTree, now time.Time) (settings []*siteState, can bool) {
	if r.main == nil || r.lost || !slices.Equal(r.siteIDs, t.sites) || !slices.EqualFunc(r.tree.misnamed, t.misnamed, found.same) {
		return nil, false
	}
	for _, s := range r.sites {
		if dayOf(now, s.zone, s.dateFormat()) != s.day {
			return nil, false
		}
	}
	known := settingsFiles(r.tree)
	for path, f := range settingsFiles(t) {
		if known[path] != f {
			settings = appendNew(settings, r.byID[f.site()])
		}
		delete(known, path)
	}
	for _, gone := range known {
		settings = appendNew(settings, r.byID[gone.site()])
	}
	for _, s := range settings {
		if s == nil || s == r.main {
			return nil, false
		}
	}
	return settings, true
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

// same tells whether a file stands where it stood and was changed when it was
// changed; what it holds is another question.
func (f found) same(other found) bool {
	return f.path == other.path && f.site == other.site && f.kind == other.kind && f.below == other.below && f.modified.Equal(other.modified)
}

// update takes over another tree, and resolves again what depends on something
// that changed. Done is false where everything has to be resolved again; then
// this resolver is of no use any more.
func (r *resolver) update(ctx context.Context, t *parsedTree, now time.Time) (done bool, err error) {
	settings, can := r.canUpdate(t, now)
	if !can {
		return false, nil
	}
	r.now, r.routing = now, routeSearch{}
	changed := changes{at: map[string]change{}, forms: len(settings) > 0}
	r.updatePictures(t)
	moved := r.updatePages(t)
	if len(settings) > 0 && !r.updateSettings(settings) {
		return false, nil
	}
	if moved {
		r.updateRoutes(&changed)
	}
	r.passTime(&changed)
	for _, s := range r.sites {
		if s.due = s.due || changed.all || hasError(s.deps.problems); s.due {
			r.resolveSiteFiles(s)
		}
	}
	var due []*pageState
	for _, page := range r.pages {
		if page.due || page.failed || changed.all {
			page.rememberTargets()
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
	for _, s := range r.sites {
		if s.due {
			r.validateSite(s)
		}
	}
	return true, ctx.Err()
}

// updatePages makes new pages of the files that changed. It reports whether
// addresses have to be resolved again; where not, each new page takes the place
// of the one before.
func (r *resolver) updatePages(t *parsedTree) (moved bool) {
	sameList := slices.EqualFunc(t.list, r.tree.list, func(a, b found) bool { return a.path == b.path })
	known := map[string]*pageState{}
	for _, page := range r.filePages {
		if !sameList && page != nil {
			known[page.entry.path] = page
		}
	}
	pages := make([]*pageState, len(t.list))
	for i, entry := range t.list {
		s, f, before := r.byID[entry.site], t.files[i], known[entry.path]
		if sameList {
			before = r.filePages[i]
		}
		if !entry.kind.isPage() || s == nil || f == nil {
			moved = moved || before != nil
			continue
		}
		if before != nil && before.file == f && before.entry.same(entry) {
			before.entry = entry
			pages[i] = before
			continue
		}
		pages[i] = newPage(s, entry, f)
		pages[i].before = before
		moved = moved || !sameStructure(before, pages[i])
	}
	moved = moved || !sameList
	r.tree, r.filePages = t, pages
	for _, page := range pages {
		if !moved && page != nil && page.before != nil {
			r.replace(page.before, page)
		}
	}
	return moved
}

// sameStructure tells whether a page has the address and the time of another one,
// so that it can take its place.
func sameStructure(before, now *pageState) bool {
	switch {
	case before == nil || before.entry.kind != now.entry.kind || before.entry.kind == kindNotFound || len(before.problems) > 0:
		return false
	case now.rawLegal != nil:
		return before.rawLegal.Slug == now.rawLegal.Slug && slices.Equal(before.rawLegal.Aliases, now.rawLegal.Aliases)
	}
	return windowOf(before.rawPage).equal(windowOf(now.rawPage)) && slices.Equal(before.rawPage.Aliases, now.rawPage.Aliases)
}

// replace puts a page in the place of another one.
func (r *resolver) replace(before, now *pageState) {
	now.address = before.address
	s := now.site
	for _, list := range [][]*pageState{r.pages, r.timed, s.pages} {
		if at := slices.Index(list, before); at >= 0 {
			list[at] = now
		}
	}
	if r.routes[now.path] == before {
		r.routes[now.path] = now
	}
	for alias, page := range r.aliases {
		if page == before {
			r.aliases[alias] = now
		}
	}
	switch before {
	case s.terms:
		s.terms = now
	case s.privacy:
		s.privacy = now
	}
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
	stood := make(map[*pageState]address, len(r.pages))
	for _, page := range r.pages {
		stood[page] = page.address
	}
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
		was, known := stood[page]
		if !known || was.path != page.path || !was.window.equal(page.window) || was.phase != page.phase || was.contested != page.contested {
			page.due = true
			changed.whole(page.path)
		}
	}
	// Addresses at which there was another page, or none.
	for path, page := range routes {
		if r.routes[path] != page {
			changed.whole(path)
		}
	}
	for path, page := range r.routes {
		if routes[path] != page {
			changed.whole(path)
		}
	}
}

// passTime finds the pages that appeared or went since the load before.
func (r *resolver) passTime(changed *changes) {
	for _, page := range r.timed {
		if phase := page.window.phase(r.now); phase != page.phase {
			page.phase, page.due = phase, true
			changed.whole(page.path)
		}
	}
	for _, s := range r.sites {
		if phase := s.window.phase(r.now); phase != s.phase {
			s.phase, s.due = phase, true
		}
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
	if len(changed.at) == 0 && !changed.forms || changed.all {
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

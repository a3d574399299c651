package content

import (
	"context"
	"slices"
	"time"
)

// # What a load takes over from the one before
//
// A page stands on
//
//   - its own file, its address and the time in which it exists,
//   - the settings and collections of its site, and of other sites that it names,
//   - the pictures that it shows,
//   - what it finds behind the addresses that it links to: whether there is a
//     page now, since when and until when, whose it is, and if the link asks for
//     them, an anchor or forms.
//
// A page for which none of this changed is the same page; every other one is
// made again as a whole. So are pages with errors, whose hints may name anything
// there is. Settings and collections of a site are treated as a page is: they
// name other sites, and they link.
//
// Other settings of the main site, on which all sites stand, another list of
// sites or paths of sites, and another day are rare: then all is made again.

// canUpdate tells whether a load can go on with this one. Where it cannot, this
// one is of no use any more.
func (r *resolver) canUpdate(t *parsedTree, now time.Time) (settings []*siteState, stands bool) {
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

// renew takes over the files of another load and makes again what stands on
// something that changed. Stands is false where all has to be made again.
func (r *resolver) update(ctx context.Context, t *parsedTree, now time.Time) (stands bool, err error) {
	settings, stands := r.canUpdate(t, now)
	if !stands {
		return false, nil
	}
	r.now, r.routing = now, routeSearch{}
	changed := changes{at: map[string]change{}, asks: len(settings) > 0}
	r.updatePictures(t)
	pairs, structural := r.updatePages(t)
	if len(settings) > 0 && !r.updateSettings(settings) {
		return false, nil
	}
	if structural {
		r.updateRoutes(&changed)
	}
	r.passTime(&changed)
	for _, s := range r.sites {
		if s.due = s.due || changed.all || hasError(s.deps.problems); s.due {
			r.resolveSiteFiles(s)
		}
	}
	due := r.pages
	if !changed.all {
		due = nil
		for _, page := range r.pages {
			if page.due || page.failed {
				due = append(due, page)
			}
		}
	}
	if len(settings) > 0 { // words of an anchor may come from them
		for _, page := range due {
			if before := *page; before.out != nil {
				pairs = append(pairs, pair{&before, page})
			}
		}
	}
	if err := eachPage(ctx, due, r.resolvePage); err != nil {
		return true, err
	}
	for _, pair := range pairs {
		changed.page(pair.before, pair.now)
	}
	moved := r.linkingTo(&changed)
	if err := eachPage(ctx, moved, r.resolvePage); err != nil {
		return true, err
	}
	due = append(due[:len(due):len(due)], moved...)
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

// pair is a page before and after it was made again.
type pair struct{ before, now *pageState }

// updatePages makes new pages of the files that changed. It reports whether
// addresses have to be settled again; where not, the new pages stand where the
// ones before stood.
func (r *resolver) updatePages(t *parsedTree) (pairs []pair, structural bool) {
	known, list, files := map[string]*pageState{}, t.list, t.files
	sameList := slices.EqualFunc(list, r.tree.list, func(a, b found) bool { return a.path == b.path })
	if !sameList {
		structural = true
		for _, page := range r.filePages {
			if page != nil {
				known[page.entry.path] = page
			}
		}
	}
	filePages := make([]*pageState, len(list))
	for i, entry := range list {
		s, f := r.byID[entry.site], files[i]
		if !entry.kind.isPage() || s == nil {
			continue
		}
		var before *pageState
		if sameList {
			before = r.filePages[i]
		} else {
			before = known[entry.path]
		}
		if f != nil && before != nil && before.file == f && before.entry.same(entry) {
			before.entry = entry
			filePages[i] = before
			continue
		}
		var made *pageState
		if f != nil {
			made = newPage(s, entry, f)
			filePages[i] = made
		}
		pairs = append(pairs, pair{before, made})
		structural = structural || !sameStructure(before, made)
	}
	r.tree, r.filePages = t, filePages
	if !structural {
		for _, pair := range pairs {
			r.replace(pair.before, pair.now)
		}
	}
	return pairs, structural
}

// sameStructure tells whether a page can stand where another one stood without
// a word about its address.
func sameStructure(before, now *pageState) bool {
	switch {
	case before == nil || now == nil || before.entry.kind != now.entry.kind || before.entry.kind == kindNotFound || len(before.problems) > 0:
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

// updateRoutes finds out anew where and when all pages exist.
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
	// What stood at an address and stands there no more, and the other way round.
	// Addresses that are told as missing change with that alone.
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

// linkingTo returns the pages that link to something that changed. Sites that do
// are made again at once.
func (r *resolver) linkingTo(changed *changes) []*pageState {
	if len(changed.at) == 0 && !changed.asks || changed.all {
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

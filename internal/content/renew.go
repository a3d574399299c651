package content

import (
	"context"
	"slices"
	"time"
)

// # What a load takes over from the one before
//
// All that belongs to no page stands on the files that are no pages, on the
// list of sites, and on the day: while these are the same, it is the same. A
// page stands on that as well, and on
//
//   - its own file, its address and the time in which it exists,
//   - the pictures that it shows,
//   - what it finds behind the addresses that it links to: whether there is a
//     page now, since when and until when, whose it is, and if the link asks for
//     them, an anchor or forms.
//
// A page for which none of this changed is the same page; every other one is
// made again as a whole. So are pages with errors, whose hints may name anything
// there is. Settings and collections of a site are treated as a page is: they
// link too.

// standsOn tells whether all that belongs to no page is as it was.
func (r *run) standsOn(walk *walker, files []*file, now time.Time) bool {
	if !slices.Equal(r.siteIDs, walk.sites) || !slices.EqualFunc(r.excused, walk.misnamed, found.same) {
		return false
	}
	before := r.settingsFiles(r.list, r.files)
	for i, entry := range walk.files {
		if entry.kind.isPage() {
			continue
		}
		if len(before) == 0 || before[0].path != entry.path || before[0].file != files[i] {
			return false
		}
		before = before[1:]
	}
	if len(before) > 0 {
		return false
	}
	for _, s := range r.sites {
		if dayOf(now, s.zone, s.dateFormat()) != s.day {
			return false
		}
	}
	return true
}

type settingsFile struct {
	path string
	file *file
}

// settingsFiles are the files that are no pages.
func (r *run) settingsFiles(list []found, files []*file) []settingsFile {
	var all []settingsFile
	for i, entry := range list {
		if !entry.kind.isPage() {
			all = append(all, settingsFile{entry.path, files[i]})
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
// something that changed. What belongs to no page must be as it was.
func (r *run) renew(ctx context.Context, walk *walker, files []*file, now time.Time) error {
	r.now, r.routing = now, routeSearch{}
	changed := changes{at: map[string]change{}}
	r.renewPictures(walk)
	pairs, structural := r.takeFiles(walk.files, files)
	if structural {
		r.settleAgain(&changed)
	}
	r.passTime(&changed)
	for _, s := range r.sites {
		if s.due = s.due || changed.all || hasError(s.uses.problems); s.due {
			r.makeSite(s)
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
	if err := eachPage(ctx, due, r.resolvePage); err != nil {
		return err
	}
	for _, pair := range pairs {
		changed.page(pair.before, pair.now)
	}
	moved := r.linkingTo(&changed)
	if err := eachPage(ctx, moved, r.resolvePage); err != nil {
		return err
	}
	due = append(due[:len(due):len(due)], moved...)
	if err := eachPage(ctx, due, r.finishPage); err != nil {
		return err
	}
	for _, page := range due {
		page.site.published.bundle = nil
	}
	for _, s := range r.sites {
		if s.due {
			r.finishSite(s)
		}
	}
	return ctx.Err()
}

// pair is a page of which the file changed.
type pair struct{ before, now *pageState }

// takeFiles makes new pages of the files that changed. It reports whether
// addresses have to be settled again; where not, the new pages stand where the
// ones before stood.
func (r *run) takeFiles(list []found, files []*file) (pairs []pair, structural bool) {
	known := map[string]*pageState{}
	sameList := slices.EqualFunc(list, r.list, func(a, b found) bool { return a.path == b.path })
	if !sameList {
		structural = true
		for _, page := range r.slots {
			if page != nil {
				known[page.entry.path] = page
			}
		}
	}
	slots := make([]*pageState, len(list))
	for i, entry := range list {
		s, f := r.byID[entry.site], files[i]
		if !entry.kind.isPage() || s == nil {
			continue
		}
		var before *pageState
		if sameList {
			before = r.slots[i]
		} else {
			before = known[entry.path]
		}
		if f != nil && before != nil && before.file == f && before.entry.same(entry) {
			before.entry = entry
			slots[i] = before
			continue
		}
		var made *pageState
		if f != nil {
			made = newPage(s, entry, f)
			slots[i] = made
		}
		pairs = append(pairs, pair{before, made})
		structural = structural || !sameStructure(before, made)
	}
	r.list, r.files, r.slots = list, files, slots
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
func (r *run) replace(before, now *pageState) {
	now.settled = before.settled
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

// settleAgain finds out anew where and when all pages exist.
func (r *run) settleAgain(changed *changes) {
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
	stood := make(map[*pageState]settled, len(r.pages))
	for _, page := range r.pages {
		stood[page] = page.settled
	}
	routes, missing, unsure := r.routes, r.missing, r.unsure
	r.settleRoutes()
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
	for path := range missing {
		if !r.missing[path] {
			changed.whole(path)
		}
	}
	for path := range r.missing {
		if !missing[path] {
			changed.whole(path)
		}
	}
}

// passTime finds the pages that appeared or went since the load before.
func (r *run) passTime(changed *changes) {
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

// renewPictures looks at all pictures that are in use.
func (r *run) renewPictures(walk *walker) {
	before := r.loader.images
	r.images = newGallery(walk.tree, before)
	other := map[string]bool{}
	for name, known := range before {
		if !r.images.get(name).equal(known) {
			other[name] = true
		}
	}
	if len(other) == 0 {
		return
	}
	shows := func(u *uses) bool {
		return slices.ContainsFunc(u.pictures, func(p *picture) bool { return other[p.path] })
	}
	for _, s := range r.sites {
		s.due = s.due || shows(&s.uses)
	}
	for _, page := range r.pages { // a head may have the site's picture
		page.due = page.due || page.site.due || shows(&page.uses)
	}
}

// linkingTo returns the pages that link to something that changed. Sites that do
// are made again at once.
func (r *run) linkingTo(changed *changes) []*pageState {
	if len(changed.at) == 0 || changed.all {
		return nil
	}
	var pages []*pageState
	for _, page := range r.pages {
		if !page.due && !page.failed && changed.touch(&page.uses) {
			pages = append(pages, page)
		}
	}
	for _, s := range r.sites {
		if !s.due && changed.touch(&s.uses) {
			s.due = true
			r.makeSite(s)
		}
	}
	return pages
}

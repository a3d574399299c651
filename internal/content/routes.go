package content

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
)

// resolveRoutes gives each page its path and finds paths that are taken twice.
func (r *resolver) resolveRoutes() {
	r.routes, r.aliases, r.missing = make(map[string]*pageState, len(r.filePages)), map[string]*pageState{}, map[string]bool{}
	r.unsure = r.lost
	r.dealPages()
	for _, f := range r.tree.misnamed {
		if s := r.byID[f.site]; s != nil && s.path != "" && f.below != "" {
			r.missing[s.in(joinPath(s.path, f.below))] = true
		}
	}
	for _, s := range r.sites {
		r.findCollections(s)
		r.resolveWindows(s)
		for _, page := range s.pages {
			r.resolveRoute(page)
		}
		r.resolveNotFound(s)
		slices.SortStableFunc(s.pages, func(a, b *pageState) int {
			return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.file.path, b.file.path))
		})
		r.pages = append(r.pages, s.pages...)
		if s.notFound != nil {
			r.pages = append(r.pages, s.notFound)
		}
		if home := s.in(s.path); s.path != "" && r.routes[home] == nil && !r.missing[home] {
			r.missing[home] = true
			r.name(s.id, "no-first-page", "Add pages/index.yaml.", "The site %s has no first page.", s.id)
		}
	}
	r.checkSwallowed()
	r.resolveCollections()
	for _, page := range r.pages {
		r.resolveAliases(page)
	}
}

// setWindow says when a page exists, and forgets where it was.
func (r *resolver) setWindow(page *pageState, w window) {
	page.address = address{window: w, phase: w.phase(r.now)}
}

// resolveWindows finds out when each page exists. Legal documents exist as long
// as any other page of their site, so that a site can be prepared as drafts.
func (r *resolver) resolveWindows(s *siteState) {
	s.window = window{never: true}
	others := 0
	for _, page := range s.pages {
		if page.rawPage != nil {
			r.resolveWindow(page)
			s.window = s.window.union(page.window)
			others++
		}
	}
	if others == 0 {
		s.window = always
	}
	s.phase = s.window.phase(r.now)
	for _, page := range s.pages {
		if page.rawLegal != nil {
			r.setWindow(page, s.window)
		}
	}
}

func (r *resolver) resolveWindow(page *pageState) {
	w := windowOf(page.rawPage, page.owner.zone)
	r.setWindow(page, w)
	if page.member.at != "" {
		r.resolveEntryTimes(page)
	}
	if w.ends() {
		r.setWindow(page, always)
		page.add(page.file.doc.At("expireAt", "bad-expiry", "The page would end before it begins.", "Give expireAt a later moment than publishAt."))
	}
}

func (r *resolver) resolveRoute(page *pageState) {
	s := page.site
	below, at := page.entry.below, ""
	if page.rawLegal != nil {
		below = "/" + strings.TrimSuffix(path.Base(page.file.path), ".yaml")
		if slug := page.rawLegal.Slug; slug != "" {
			below, at = slug, "slug"
			if !isSlugPath(slug) || slug == "/" {
				if strings.HasPrefix(slug, "/") {
					page.add(page.file.doc.At("slug", "bad-path", fmt.Sprintf("%q cannot be a path below the site.", slug),
						"Write it with small letters, digits and hyphens, such as /privacy-policy."))
				}
				r.unsure = true
				return
			}
		}
	}
	if s.path == "" {
		return
	}
	page.path = joinPath(s.path, below)
	page.at = s.in(page.path)
	if isReserved(page.path) {
		page.add(page.file.doc.At(at, "reserved-path", fmt.Sprintf("The address %s is taken by Marquee itself.", page.path), "Give the file another name."))
		return
	}
	if other := r.routes[page.at]; other != nil {
		page.add(page.file.doc.At(at, "duplicate-path", fmt.Sprintf("The address %s belongs to %s already.", page.path, other.file.path),
			"Rename or remove one of both."))
		other.contested = true
		return
	}
	r.routes[page.at] = page
}

// resolveNotFound gives a site without a not-found page the main site's, shown as its own.
func (r *resolver) resolveNotFound(s *siteState) {
	s.notFound = s.ownNotFound
	if s.notFound != nil {
		r.resolveWindow(s.notFound)
	}
	switch {
	case s.notFound != nil && s == r.main:
		if s.notFound.window != always {
			s.notFound.add(s.notFound.file.doc.At("draft", "hidden-not-found", "The not-found page of the main site cannot be hidden: all sites need it.",
				"Remove draft, publishAt and expireAt."))
		}
	case s.notFound != nil && s.notFound.shows(r):
	case s == r.main && s.misnamedNotFound:
	case s == r.main:
		r.name(s.id, "no-not-found-page", "Add pages/404.yaml.", "The main site has no page for unknown addresses.")
	case r.main != nil && r.main.notFound != nil:
		if s.notFound != nil { // hidden, and checked nevertheless
			r.pages = append(r.pages, s.notFound)
		}
		common := r.main.notFound
		s.notFound = newPage(s, common.entry, common.file)
		s.notFound.owner = r.main
		r.setWindow(s.notFound, common.window)
	}
}

// checkSwallowed finds pages that lie where another site lives.
func (r *resolver) checkSwallowed() {
	homes := make(map[string]*siteState, len(r.sites))
	for _, s := range r.sites {
		if s.path != "" && s.path != "/" {
			homes[s.in(s.path)] = s
		}
	}
	for _, other := range r.sites {
		if other.path == "" {
			continue
		}
		for _, page := range other.pages {
			for i := 1; i < len(page.at); i++ {
				if page.at[i] != '/' {
					continue
				}
				above := page.at[:i]
				s := homes[above]
				if s == nil || s == other || strings.HasPrefix(other.in(other.path)+"/", above+"/") {
					continue
				}
				page.add(page.file.doc.At("", "swallowed-page", fmt.Sprintf("The address %s lies inside of the site %s, which lives at %s.", page.path, s.id, s.path),
					"Move the page into that site, or give one of both another path."))
			}
		}
	}
}

// aliases are the former addresses that the page's file names.
func (p *pageState) aliases() []string {
	switch {
	case p.rawLegal != nil:
		return p.rawLegal.Aliases
	case p.site == p.owner:
		return p.rawPage.Aliases
	}
	return nil
}

func (r *resolver) resolveAliases(page *pageState) {
	for i, alias := range page.aliases() {
		at := fmt.Sprintf("aliases[%d]", i)
		report := func(code, message, hint string) {
			page.add(page.file.doc.At(at, code, message, hint))
		}
		address := page.site.in(alias)
		route, first := r.routes[address], r.aliases[address]
		switch {
		case alias == "": // the decoder has said so
		case page.path == "" && page.entry.kind == kindNotFound:
			report("useless-alias", "A not-found page has no address, so it cannot have had another one.", "Remove this line.")
		case !isCleanAlias(alias):
			report("bad-alias", fmt.Sprintf("%q cannot be a former address.", alias), "Write the path alone, from its first /, such as /old-page.")
		case isReserved(alias):
			report("reserved-path", fmt.Sprintf("The address %s is taken by Marquee itself.", alias), "")
		case route == page:
			report("useless-alias", "This is the address of the page itself.", "Remove this line.")
		case route != nil:
			report("alias-clash", fmt.Sprintf("The address %s belongs to %s.", alias, route.file.path), "A former address cannot be a page.")
		case first == page:
			report("alias-clash", fmt.Sprintf("The former address %s is listed twice.", alias), "Remove this line.")
		case first != nil:
			report("alias-clash", fmt.Sprintf("The former address %s is claimed by %s too.", alias, first.file.path), "Keep one of both.")
		default:
			r.aliases[address] = page
		}
	}
}

// isCleanAlias takes what may have been an address elsewhere (/About_us.html),
// as long as it is written as the server will see it.
func isCleanAlias(alias string) bool {
	if !strings.HasPrefix(alias, "/") || alias == "/" || path.Clean(alias) != alias {
		return false
	}
	return !strings.ContainsFunc(alias, func(c rune) bool {
		return c <= ' ' || c == 0x7f || strings.ContainsRune(`?#%\{}<>"`, c)
	})
}

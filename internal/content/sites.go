package content

import (
	"cmp"

	"github.com/evenlight/marquee/internal/site"
)

// navigation is where the navigation stands in the file of a site or page.
var navigation = &place{key: "navigation"}

// resolveSite makes the settings of a site, all but the targets of its links.
func (r *resolver) resolveSite(s *siteState) {
	scope := &scope{resolver: r, owner: s, file: s.file, shown: s, deps: &s.deps}
	s.out = resolved(scope, s.raw, nil)
	s.out.ID, s.out.Path, s.out.BaseURL, s.out.Location = s.id, s.path, s.baseURL, s.zone
	s.out.Space, s.out.Hosts = s.space, s.hosts
	s.out.Language = cmp.Or(s.out.Language, defaultLanguage)
	s.out.DateFormat = s.dateFormat()
	if s.out.Favicon == nil {
		s.out.Favicon = s.out.Mark
	}
	s.out.Facts = site.Collection[site.Fact]{}
	for id := range s.raw.Facts.All() {
		text := site.Text(s.values["facts."+id].text)
		s.out.Facts.Put(id, &text)
	}
	scope.announce()
	scope.showSites()
	r.inheritWords(s)
	scope.checkWords()
	s.out.Navigation.Logo = s.logo(s.out.Navigation.Home)
	switch {
	case s.out.Navigation.Home != "":
		scope.addLink(s.out.Navigation.Logo, s.file, navigation.child("home"), -1)
	case s.path != "":
		scope.addLink(s.out.Navigation.Logo, s.file, navigation, -1)
		if r.routes[s.in(s.path)] == nil { // reported as a missing first page
			s.deps.links[len(s.deps.links)-1].quiet = true
		}
	}
	r.resolveFonts(s)
	r.resolveScheme(s)
	r.checkBusiness(s)
	r.resolveIntegrations(s)
}

// validateSite looks at the targets of the links that belong to no page.
func (r *resolver) validateSite(s *siteState) {
	r.validateLinks(&s.deps)
	r.warnSite(s)
}

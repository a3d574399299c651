package content

import (
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// owner returns the site in which something would be that a site refers to: the one that
// lives nearest above an address, or the one that is named. It is empty where that is not
// known.
func (w *settler) owner(refers, from string) string {
	if strings.HasPrefix(refers, "#") {
		return "" // of the page that shows it, which may be another site's
	}
	if !strings.HasPrefix(refers, "/") {
		if id, _, named := cutSite(refers); named {
			return id
		}
		return from
	}
	address, space := targetOf(refers).path, ""
	for _, s := range []*siteTree{w.live[from], w.sites[from]} {
		if s != nil {
			space = s.space()
		}
	}
	best, home := "", ""
	for _, sites := range []map[string]*siteTree{w.live, w.sites} {
		for id, s := range sites {
			at := s.home()
			if at == "" || s.space() != space || len(at) < len(home) || len(at) == len(home) && id >= best {
				continue
			}
			if at == "/" || address == at || strings.HasPrefix(address, at+"/") {
				best, home = id, at
			}
		}
	}
	return best
}

// cutSite cuts main/plans.pro.price, main/pro and main:/about behind the id of the site.
func cutSite(refers string) (id, rest string, named bool) {
	at := strings.IndexAny(refers, ":/")
	if at <= 0 || !isSlug(refers[:at]) {
		return "", refers, false
	}
	return refers[:at], refers[at+1:], true
}

// settings returns what the site.yaml of a site says.
func (s *siteTree) settings() *site.Site {
	if i := slices.IndexFunc(s.list, func(f found) bool { return f.kind == kindSite }); i >= 0 && s.files[i] != nil {
		return s.files[i].value.(*site.Site)
	}
	return &site.Site{}
}

// home returns the path of the site, or nothing.
func (s *siteTree) home() string { return s.settings().Path }

// space tells sites of other hosts from each other.
func (s *siteTree) space() string {
	if s.id == "main" {
		return ""
	}
	return strings.Join(s.settings().Hosts, " ")
}

// pageAt returns the file of the page that a link leads to, or nothing.
func (s *siteTree) pageAt(to string) string {
	if s == nil {
		return ""
	}
	home, address := s.home(), targetOf(to).path
	if id, below, named := cutSite(address); named && id == s.id {
		address = joinPath(home, below)
	}
	for _, entry := range s.list {
		if entry.kind == kindPage && joinPath(home, entry.below) == address {
			return entry.path
		}
	}
	return ""
}

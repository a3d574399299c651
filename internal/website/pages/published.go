package pages

import (
	"encoding/hex"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// Live returns what is served, as hashes by site and path: p and the key of a page, a
// and the target of a former path, d and the entity tag of a document. Files under
// hashed addresses and not-found pages are left out.
func (s *Store) Live() (revision string, sites map[string]map[string]string) {
	sites = map[string]map[string]string{}
	snapshot := s.current.Load()
	if snapshot == nil {
		return "", sites
	}
	for _, p := range snapshot.ordered {
		if p.path == "" {
			continue
		}
		// A page that cannot be encoded is answered by an error, which no CDN keeps.
		if key, err := s.keyOf(p); err == nil {
			put(sites, p.site, p.path, "p"+hex.EncodeToString(key[:8]))
		}
	}
	for _, bundle := range snapshot.rev.Sites {
		for from, to := range bundle.Aliases {
			put(sites, bundle.Site, from, "a"+to)
		}
	}
	for address, of := range snapshot.feeds {
		if document := s.feed(snapshot, address); document != nil {
			_, path := site.SplitAddress(address)
			put(sites, of.site, path, "d"+strings.Trim(document.ETag, `"`))
		}
	}
	for space := range snapshot.rev.Spaces() {
		root := snapshot.rev.Nearest(space + "/")
		names := []string{"/sitemap.xml", "/robots.txt", "/llms.txt"}
		for path := range root.WellKnown {
			names = append(names, path)
		}
		for _, path := range names {
			if document := s.Document(space + path); document != nil {
				put(sites, root.Site, path, "d"+strings.Trim(document.ETag, `"`))
			}
		}
	}
	return snapshot.rev.ID, sites
}

func put(sites map[string]map[string]string, owner *site.Site, path, hash string) {
	if sites[owner.ID] == nil {
		sites[owner.ID] = map[string]string{}
	}
	sites[owner.ID][path] = hash
}

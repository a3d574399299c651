package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
)

// Live returns the revision that is served, and a hash of the pages and redirects of each of its
// sites by its id.
func (s *Store) Live() (revision string, sites map[string]string) {
	sites = map[string]string{}
	snapshot := s.current.Load()
	if snapshot == nil {
		return "", sites
	}
	sums := map[string][]byte{}
	for _, p := range snapshot.ordered {
		// A page that cannot be encoded is answered by an error, which no CDN keeps.
		if key, err := s.keyOf(p); err == nil {
			sums[p.site.ID] = fmt.Appendf(sums[p.site.ID], "%s %x\n", p.path, key)
		}
	}
	for _, bundle := range snapshot.rev.Sites {
		sum := sums[bundle.Site.ID]
		for _, from := range slices.Sorted(maps.Keys(bundle.Aliases)) {
			sum = fmt.Appendf(sum, "%s %s\n", from, bundle.Aliases[from])
		}
		hash := sha256.Sum256(sum)
		sites[bundle.Site.ID] = hex.EncodeToString(hash[:8])
	}
	return snapshot.rev.ID, sites
}

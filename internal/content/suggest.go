package content

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// routeSearch remembers which page an address without a page was meant to be. Many links may lead to one missing page,
// and a search looks at all pages: each address is searched for once, and at most maxSearches of them.
type routeSearch struct {
	mu    sync.Mutex
	names []string // all addresses, sorted
	known map[string]string
}

// maxSearches is for how many addresses of one load a near one is searched for. More broken links mean that a folder
// was moved.
const maxSearches = 100

// nearPage proposes the page that was meant: the same address written otherwise, one below the same site, one whose
// address is written alike, or the only one that ends the same way.
func (r *resolver) nearPage(path string, in *siteState) (string, bool) {
	if near, found := r.writtenPage(path, in); found {
		return near, true
	}
	s, address := &r.routing, in.in(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	if near, known := s.known[address]; known {
		return near, near != ""
	}
	if len(s.known) == maxSearches {
		return "", false
	}
	if s.known == nil {
		s.known, s.names = map[string]string{}, slices.Sorted(maps.Keys(r.routes))
	}
	var among []string // the paths of the same space
	for _, name := range s.names {
		if space, path := site.SplitAddress(name); space == in.space {
			among = append(among, path)
		}
	}
	near, found := nearPath(path, among)
	ending := slices.DeleteFunc(among, func(candidate string) bool { return !strings.HasSuffix(candidate, path) })
	if !found && len(ending) == 1 {
		near = ending[0]
	}
	s.known[address] = near
	return near, near != ""
}

// writtenPage finds the page whose address was written with other letters, an ending, a slash too many, or from the
// beginning of its own site.
func (r *resolver) writtenPage(address string, in *siteState) (string, bool) {
	wish := strings.ToLower(strings.TrimSuffix(strings.TrimRight(address, "/"), path.Ext(address)))
	for _, candidate := range []string{wish, joinPath(in.path, wish), strings.TrimSuffix(wish, "/index")} {
		if r.routes[in.in(candidate)] != nil {
			return candidate, true
		}
	}
	return "", false
}

// nearPath finds the path that is written most like another one. Both are compared from the first part on that differs:
// what they share does not say whether /websites/business/privacy was meant by /websites/business/connect.
func nearPath(typed string, among []string) (string, bool) {
	var near []string
	for _, candidate := range among {
		own, other := afterShared(typed, candidate)
		if _, found := yamldoc.Nearest(own, []string{other}); found {
			near = append(near, candidate)
		}
	}
	if len(near) < 2 {
		return strings.Join(near, ""), len(near) == 1
	}
	return yamldoc.Nearest(typed, near)
}

// afterShared cuts off the leading parts that two paths share.
func afterShared(a, b string) (string, string) {
	shared := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			shared = i + 1
		}
	}
	return a[shared:], b[shared:]
}

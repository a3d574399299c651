package publishhook

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// mostPaths is how many paths are listed at most: with more, all is to be emptied.
const mostPaths = 1000

// message is what is announced, as JSON.
type message struct {
	// The revision that is live, and the one that was announced before; empty for none.
	Revision string `json:"revision"`
	Previous string `json:"previous"`
	// Ids of the sites of which something changed.
	Sites []string `json:"sites"`
	// Paths that answer something else now, or for the first time, and paths that are gone.
	Paths   []string `json:"paths"`
	Removed []string `json:"removed"`
	// Whether everything may have changed. There may be no lists then.
	All bool `json:"all"`
	// The same as whole addresses, those of page data among them, and as names of Cache-Tag and Surrogate-Key.
	URLs []string `json:"urls"`
	Tags []string `json:"tags"`
}

// compare returns what differs, or nil where nothing does.
func compare(before *State, now State, origin func(string) string) *message {
	m := &message{Revision: now.Revision, Sites: []string{}, Paths: []string{}, Removed: []string{}, URLs: []string{}, Tags: []string{}}
	if before == nil {
		m.All = true
		m.Sites = slices.Sorted(maps.Keys(now.Sites))
		m.tagSites()
		return m
	}
	m.Previous = before.Revision
	ids := slices.Collect(maps.Keys(now.Sites))
	for id := range before.Sites {
		if now.Sites[id] == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	changed, same := 0, 0
	for _, id := range ids {
		different, alike := m.addSite(id, before.Sites[id], now.Sites[id], strings.TrimSuffix(origin(id), "/"))
		changed, same = changed+different, same+alike
		if different > 0 {
			m.Sites = append(m.Sites, id)
		}
	}
	switch {
	case changed == 0:
		return nil
	case changed > mostPaths:
		m.All, m.Paths, m.Removed, m.URLs, m.Tags = true, []string{}, []string{}, []string{}, []string{}
		m.tagSites()
	default:
		m.All = same == 0
		for _, id := range m.Sites {
			m.Tags = append(m.Tags, "api-"+id)
		}
		m.Tags = slices.Compact(slices.Sorted(slices.Values(m.Tags)))
	}
	return m
}

func (m *message) tagSites() {
	for _, id := range m.Sites {
		m.Tags = append(m.Tags, "site-"+id)
	}
	m.Tags = append(m.Tags, "api")
}

// addSite adds what differs of one site, and returns how much does and does not.
func (m *message) addSite(id string, before, now map[string]string, origin string) (different, alike int) {
	paths := slices.Collect(maps.Keys(now))
	for path := range before {
		if now[path] == "" {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	for _, path := range paths {
		was, is := before[path], now[path]
		if was == is {
			alike++
			continue
		}
		different++
		if is == "" {
			m.Removed = append(m.Removed, path)
		} else {
			m.Paths = append(m.Paths, path)
		}
		tag := site.PageTag(id, path)
		if tag == "" {
			tag = "site-" + id
		}
		m.Tags = append(m.Tags, tag)
		if origin == "" {
			continue
		}
		m.URLs = append(m.URLs, origin+(&url.URL{Path: path}).EscapedPath())
		if strings.HasPrefix(was, "p") || strings.HasPrefix(is, "p") {
			m.URLs = append(m.URLs, origin+"/api/pages?path="+path)
		}
	}
	return different, alike
}

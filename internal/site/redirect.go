package site

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// Redirect is where a former address leads, in redirects.yaml: a page as any link has it, a file, or a web address. One
// for /old/* leads all addresses below /old on; as /new/* it keeps what the star stood for.
type Redirect string

// KeyPattern says that entries are named by addresses, and not by ids.
func (*Redirect) KeyPattern() string { return "^/" }

// Redirects are targets by former address. One with a star at its end, /old/*, stands for the folder and all below it;
// one with a query for requests that ask for that, among other things. The zero value is empty and ready to use.
type Redirects struct {
	targets map[string]string
	stars   map[string]string     // by the folder
	longest int                   // the length of the longest folder
	names   map[string][][]string // of the parameters that redirects of an address ask for, most of them first
}

// Add adds a redirect. A query is as [url.Values.Encode] writes it.
func (r *Redirects) Add(address, target string) {
	if r.targets == nil {
		r.targets, r.stars, r.names = map[string]string{}, map[string]string{}, map[string][][]string{}
	}
	if folder, star := strings.CutSuffix(address, "/*"); star {
		r.stars[folder], r.longest = target, max(r.longest, len(folder))
		return
	}
	r.targets[address] = target
	if address, query, asks := strings.Cut(address, "?"); asks {
		values, _ := url.ParseQuery(query) // as it was encoded
		all := append(r.names[address], slices.Sorted(maps.Keys(values)))
		slices.SortFunc(all, func(a, b []string) int { return cmp.Or(len(b)-len(a), slices.Compare(a, b)) })
		r.names[address] = slices.CompactFunc(all, slices.Equal)
	}
}

// Has reports whether an address is a former one by itself, and not only below a star.
func (r *Redirects) Has(address string) bool { return r.targets[address] != "" }

// Lookup returns where an address leads; empty where it leads nowhere.
func (r *Redirects) Lookup(address string) string {
	if target := r.targets[address]; target != "" {
		return target
	}
	for at := len(address); at > 0; at = strings.LastIndexByte(address[:at], '/') {
		if at > r.longest {
			continue
		}
		target := r.stars[address[:at]]
		if base, keeps := strings.CutSuffix(target, "/*"); keeps {
			// A second slash in front would make the name of a host of what follows.
			rest := url.URL{Path: "/" + strings.Trim(address[at:], "/")}
			return cmp.Or(strings.TrimSuffix(base+rest.EscapedPath(), "/"), "/")
		}
		if target != "" {
			return target
		}
	}
	return ""
}

// Asked returns where a request with a query leads, with all of it that no redirect has asked for.
func (r *Redirects) Asked(address, query string) string {
	if len(r.names[address]) == 0 {
		return ""
	}
	asked, err := url.ParseQuery(query)
	for _, names := range r.names[address] {
		part := url.Values{}
		for _, name := range names {
			part[name] = asked[name]
		}
		if target := r.targets[address+"?"+part.Encode()]; target != "" && err == nil {
			maps.DeleteFunc(asked, func(name string, _ []string) bool { return part.Has(name) })
			return WithQuery(target, asked.Encode())
		}
	}
	return ""
}

// WithQuery adds a query to an address, whose own parameters win over others of their name.
func WithQuery(address, query string) string {
	at := strings.IndexByte(address+"#", '#')
	path, own, _ := strings.Cut(address[:at], "?")
	known, _ := url.ParseQuery(own)
	more := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		return part == "" || err == nil && known.Has(name)
	})
	if own = strings.Trim(own+"&"+strings.Join(more, "&"), "&"); own != "" {
		path += "?" + own
	}
	return path + address[at:]
}

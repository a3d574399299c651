package content

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// Sites that list hosts live in a space of their own, which the first host names.
// Sites without hosts live in the space of the main site, whose name is empty:
// that of every host nobody claims, or of the hosts of the main site where it has
// some.

// in returns the address of a path in the site's space.
func (s *siteState) in(path string) string { return s.space + path }

// resolveSpaces reads the hosts of all sites, and finds the main site: the one at
// / without hosts, else the folder main.
func (r *resolver) resolveSpaces() {
	r.hosts = map[string]*siteState{}
	for _, s := range r.sites {
		r.resolveHosts(s)
	}
	if folder := r.byID["main"]; folder != nil && folder.raw.Path == "/" {
		r.main = folder
	}
	if i := slices.IndexFunc(r.sites, func(s *siteState) bool { return s.raw.Path == "/" && len(s.raw.Hosts) == 0 }); i >= 0 {
		r.main = r.sites[i]
	}
	for _, s := range r.sites {
		switch {
		case r.main != nil && (len(s.hosts) == 0 || slices.Equal(s.hosts, r.main.hosts)):
			s.space, s.hosts = "", r.main.hosts
		case len(s.hosts) > 0:
			s.space = s.hosts[0]
		}
	}
}

// resolveHosts makes the hosts of a site what browsers send, and finds those that
// belong to other sites.
func (r *resolver) resolveHosts(s *siteState) {
	before := len(r.deps.problems)
	for i, written := range s.raw.Hosts {
		at := fmt.Sprintf("hosts[%d]", i)
		host, message, hint := readHost(written)
		switch {
		case written == "": // the decoder has said so
		case message != "":
			r.deps.add(s.file.doc.At(at, "bad-host", message, hint))
		case slices.Contains(s.hosts, host):
			r.deps.add(s.file.doc.At(at, "duplicate-host", fmt.Sprintf("The host %s is listed twice.", host), "Remove one of both."))
		default:
			s.hosts = append(s.hosts, host)
		}
	}
	for _, host := range s.hosts {
		other := r.hosts[host]
		switch {
		case other == nil:
			r.hosts[host] = s
		case !slices.Equal(other.hosts, s.hosts):
			r.deps.add(s.file.doc.AtKey("hosts", "host-clash",
				fmt.Sprintf("The host %s belongs to the site %s already (%s), which lists other hosts than this one.", host, other.id, other.file.path),
				fmt.Sprintf("Take it out of one of both. Sites that share their hosts list the same ones in the same order: [%s].", strings.Join(other.hosts, ", "))))
			s.displaced, r.lost = true, true
			return
		}
	}
	if len(r.deps.problems) > before {
		s.displaced, r.lost = true, true // where it lives is not known
	}
}

// readHost makes a host of what somebody wrote: small letters, and punycode where
// other letters are in it.
func readHost(written string) (host, message, hint string) {
	const example = "Write the name alone, such as bakery.example.com."
	name := strings.TrimSpace(written)
	if u, err := url.Parse(name); err == nil && u.Host != "" {
		return "", fmt.Sprintf("The host %q has more than a name.", written), "Write " + u.Hostname() + "."
	}
	if before, _, err := net.SplitHostPort(name); err == nil && before != "" && !strings.Contains(before, ":") {
		return "", fmt.Sprintf("The host %q has a port. Ports make no difference here.", written), "Write " + before + "."
	}
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return "", fmt.Sprintf("%s is an IP address and no host that a site could have.", name), example
	}
	if strings.Contains(name, "*") {
		return "", fmt.Sprintf("The host %q stands for many. Each has to be written out.", written), example
	}
	host, err := idna.Lookup.ToASCII(strings.TrimSuffix(name, "."))
	if err == nil { // some of what it makes it does not take
		_, err = idna.Lookup.ToASCII(host)
	}
	if err != nil || host == "" || len(host) > 253 || strings.Trim(host, "0123456789.") == "" ||
		slices.ContainsFunc(strings.Split(host, "."), func(label string) bool { return label == "" || len(label) > 63 }) {
		return "", fmt.Sprintf("%q is no name of a host.", written), example
	}
	return host, "", ""
}

// localURL is where a site with hosts is on a developer's own machine: where the
// operator's base URL is http://localhost:8080, bakery is http://bakery.localhost:8080,
// so that links between sites stay on the machine. Elsewhere it is empty.
func (r *resolver) localURL(s *siteState) string {
	base, err := url.Parse(r.options.BaseURL)
	if err != nil || base.Hostname() != "localhost" {
		return ""
	}
	return base.Scheme + "://" + s.id + "." + base.Host
}

// claimant returns the site that stands for the host of a web address: the first
// that lists it, or the main site where its base URL names it; nil for the hosts of
// others.
func (r *resolver) claimant(u *url.URL) *siteState {
	host, message, _ := readHost(u.Hostname())
	if message != "" {
		return nil
	}
	of := r.hosts[host]
	for _, s := range []*siteState{of, r.main} {
		if s == nil {
			continue
		}
		// Another port may be another program.
		base, err := url.Parse(s.baseURL)
		if err == nil && (s == of && u.Port() == "" || strings.EqualFold(base.Host, u.Host)) {
			return s
		}
	}
	return nil
}

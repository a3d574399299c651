package outline

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// In returns the address of a path in the site's space.
func (s *Site) In(path string) string { return s.Space + path }

// resolveSpaces reads the hosts of all sites, and finds the main site: the one at
// / without hosts, else the folder main.
func (r *Website) resolveSpaces() {
	r.Hosts = map[string]*Site{}
	for _, s := range r.Sites {
		r.resolveHosts(s)
	}
	if folder := r.ByID["main"]; folder != nil && folder.Raw.Path == "/" {
		r.Main = folder
	}
	if i := slices.IndexFunc(r.Sites, func(s *Site) bool { return s.Raw.Path == "/" && len(s.Raw.Hosts) == 0 }); i >= 0 {
		r.Main = r.Sites[i]
	}
	for _, s := range r.Sites {
		switch {
		case r.Main != nil && (len(s.Hosts) == 0 || slices.Equal(s.Hosts, r.Main.Hosts)):
			s.Space, s.Hosts = "", r.Main.Hosts
		case len(s.Hosts) > 0:
			s.Space = s.Hosts[0]
		}
	}
}

// resolveHosts makes the hosts of a site what browsers send, and finds those that belong to other sites.
func (r *Website) resolveHosts(s *Site) {
	before := len(r.Deps.Problems)
	if s.Original != nil && slices.Equal(s.Raw.Hosts, s.Original.Raw.Hosts) { // what is wrong with them is reported there
		s.Hosts = s.Original.Hosts
		return
	}
	for i, written := range s.Raw.Hosts {
		at := fmt.Sprintf("hosts[%d]", i)
		host, message, hint := ReadHost(written)
		switch {
		case written == "": // the decoder has said so
		case message != "":
			r.Deps.Error(s.File, at, "bad-host", hint, "%s", message)
		case slices.Contains(s.Hosts, host):
			r.Deps.Error(s.File, at, "duplicate-host", "Remove one of both.", "The host %s is listed twice.", host)
		default:
			s.Hosts = append(s.Hosts, host)
		}
	}
	for _, host := range s.Hosts {
		other := r.Hosts[host]
		switch {
		case other == nil:
			r.Hosts[host] = s
		case !slices.Equal(other.Hosts, s.Hosts):
			hint := fmt.Sprintf("Take it out of one of both. Sites that share their hosts list the same ones in the "+
				"same order: [%s].", strings.Join(other.Hosts, ", "))
			r.Deps.ErrorAtKey(s.File, "hosts", "host-clash", hint,
				"The host %s belongs to the site %s already (%s), which lists other hosts than this one.",
				host, other.ID, other.File.Path)
			s.displaced, r.lost = true, true
			return
		}
	}
	if len(r.Deps.Problems) > before {
		s.displaced, r.lost = true, true // where it lives is not known
	}
}

// hostNames are those that browsers take (UTS 46), with the lengths of DNS.
var hostNames = idna.New(idna.MapForLookup(), idna.BidiRule(), idna.VerifyDNSLength(true))

// ReadHost makes a host of what somebody wrote: small letters, and punycode where other letters are in it.
func ReadHost(written string) (host, message, hint string) {
	const example = "Write the name alone, such as bakery.example.com."
	name := strings.TrimSpace(written)
	if u, err := url.Parse(name); err == nil && u.Host != "" {
		return "", fmt.Sprintf("The host %q has more than a name.", written), "Write " + u.Hostname() + "."
	}
	host, err := hostNames.ToASCII(strings.TrimSuffix(name, "."))
	if err == nil { // some of what it makes it does not take
		_, err = hostNames.ToASCII(host)
	}
	if err != nil || strings.HasSuffix(host, ".") || strings.Trim(host, "0123456789.") == "" { // an address is no name
		return "", fmt.Sprintf("%q is no name of a host.", written), example
	}
	return host, "", ""
}

// localURL is where a site with hosts is on a developer's own machine: where the operator's base URL is
// http://localhost:8080, bakery is http://bakery.localhost:8080, so that links between sites stay on the machine; and so
// it is on a machine for staging. Elsewhere it is empty.
func (r *Website) localURL(s *Site) string {
	base, err := url.Parse(r.Options.BaseURL)
	if err != nil || base.Host == "" || base.Hostname() != "localhost" && !r.Options.Staging {
		return ""
	}
	return base.Scheme + "://" + s.ID + "." + base.Host
}

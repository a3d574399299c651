package content

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// home returns the site in whose space a path is meant: that of who wrote it. The
// main site's not-found page, shown as the own one of another site, leads to pages
// of that site where it has them.
func (j linkValidator) home(to string) *siteState {
	borrowed := j.page != nil && j.page.owner != j.page.site
	if borrowed && j.owner.space != j.shown.space {
		if j.resolver.routes[j.shown.in(targetOf(to).path)] != nil {
			return j.shown
		}
	}
	return j.owner
}

// ofSite judges a link that names a site: bakery:/about is the page /about below
// the path of bakery, wherever that is.
func (j linkValidator) ofSite(of *siteState, below string) {
	if strings.HasPrefix(below, filesFolder+"/") {
		j.toFile(of, below)
		return
	}
	if !strings.HasPrefix(below, "/") {
		j.report("bad-link", fmt.Sprintf("The link %q does not say which page of the site %s is meant.", j.link.To, of.id),
			fmt.Sprintf("Write its path below the site, such as %s:/%s.", of.id, strings.TrimPrefix(below, "./")))
		return
	}
	if of.path == "" { // which is reported
		j.set(site.LinkPlaceholder, "")
		return
	}
	end := len(below)
	if i := strings.IndexAny(below, "?#"); i >= 0 {
		end = i
	}
	path := below[:end]
	switch {
	case of.path == "/":
	case path == "/":
		path = of.path
	default:
		path = of.path + path
	}
	j.internal(of, path+below[end:])
}

// ofHost judges a link to a host of another site, which is written as any web address.
func (j linkValidator) ofHost(of *siteState, u *url.URL) {
	to := "/" + strings.TrimPrefix(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		to += "?" + u.RawQuery
	}
	if u.Fragment != "" {
		to += "#" + u.EscapedFragment()
	}
	j.internal(of, to)
}

// lead gives the link its address: a path on the host that shows it, or with the
// address of the other host.
func (j linkValidator) lead(of *siteState, to string) {
	switch {
	case of.space == j.shown.space:
		j.set(site.LinkSite, to)
	case of.baseURL == "":
		j.report("no-base-url", fmt.Sprintf("The link %q leads to another host, but the site %s does not say where it lives.", j.link.To, of.id),
			fmt.Sprintf("Add baseURL to %s, such as baseURL: https://www.example.com.", of.file.path))
	default:
		j.set(site.LinkSite, of.baseURL+to)
	}
}

// spelled writes a path in the space of a site as a link of this site has it.
func (j linkValidator) spelled(of *siteState, path string) string {
	if of.space == j.shown.space || of.baseURL == "" {
		return path
	}
	return of.baseURL + path
}

// movedPage proposes the page of a site that has moved to hosts of its own, or that
// has another path now: the path of the link has the site's id in it.
func (j linkValidator) movedPage(path string) (string, bool) {
	for at := strings.IndexByte(path, '/'); at >= 0; {
		id, rest, more := strings.Cut(path[at+1:], "/")
		s := j.resolver.byID[id]
		if s != nil && s.path != "" && s.space != "" {
			if target := joinPath(s.path, rest); j.resolver.routes[s.in(target)] != nil {
				if s.space == j.shown.space {
					return target, true
				}
				return s.id + ":/" + rest, true
			}
		}
		if !more {
			break
		}
		at += 1 + len(id)
	}
	return "", false
}

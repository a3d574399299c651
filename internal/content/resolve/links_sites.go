package resolve

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// home returns the site in whose space a path is meant: that of who wrote it. The main site's not-found page, shown as
// the own one of another site, leads to pages of that site where it has them.
func (j linkValidator) home(to string) *outline.Site {
	borrowed := j.Page != nil && j.Page.Owner != j.Page.Site
	if borrowed && j.Owner.Space != j.Shown.Space {
		if j.Routes[j.Shown.In(targetOf(to).path)] != nil {
			return j.Shown
		}
	}
	// A language with a host of its own has links of the original, and its own ones name pages of that, too.
	if first := j.Owner.Original; first != nil && first.Space != j.Owner.Space {
		path := targetOf(to).path
		if j.Routes[j.Owner.In(path)] == nil && j.Routes[first.In(path)] != nil {
			return first
		}
	}
	return j.Owner
}

// ofSite judges a link that names a site: bakery:/about is the page /about below the path of bakery, wherever that is.
func (j linkValidator) ofSite(of *outline.Site, below string, exactly bool) {
	if strings.HasPrefix(below, tree.FilesFolder+"/") {
		j.toFile(of, below)
		return
	}
	if !strings.HasPrefix(below, "/") {
		j.report("bad-link",
			fmt.Sprintf("Write its path below the site, such as %s:/%s.", of.ID, strings.TrimPrefix(below, "./")),
			"The link %q does not say which page of the site %s is meant.", j.Link.To, of.ID)
		return
	}
	if of.Path == "" { // which is reported
		j.set(site.LinkPlaceholder, "")
		return
	}
	j.internal(of, addressBelow(of, below), exactly)
}

// addressBelow returns the address of a path below the path of a site.
func addressBelow(of *outline.Site, path string) string {
	if strings.IndexAny(path[1:]+"#", "?#") == 0 { // its first page, without a slash at the end
		return of.Path + path[1:]
	}
	return strings.TrimSuffix(of.Path, "/") + path
}

// addressAtHost returns a web address without its host.
func addressAtHost(u *url.URL) string {
	to := "/" + strings.TrimPrefix(u.EscapedPath(), "/")
	if u.RawQuery != "" {
		to += "?" + u.RawQuery
	}
	if u.Fragment != "" {
		to += "#" + u.EscapedFragment()
	}
	return to
}

// lead gives the link its address: a path on the host that shows it, or with the address of the other host.
func (j linkValidator) lead(of *outline.Site, to string) {
	if of.Language != j.Shown.Language {
		j.Link.Language = of.LanguageTag
	}
	switch {
	case of.Space == j.Shown.Space:
		j.set(site.LinkSite, to)
	case of.BaseURL == "":
		j.report("no-base-url",
			fmt.Sprintf("Add baseURL to %s, such as baseURL: https://www.example.com.", of.File.Path),
			"The link %q leads to another host, but the site %s does not say where it lives.", j.Link.To, of.ID)
	default:
		j.set(site.LinkSite, of.BaseURL+to)
	}
}

// spelled writes a path in the space of a site as a link of this site has it.
func (j linkValidator) spelled(of *outline.Site, path string) string {
	if of.Space == j.Shown.Space || of.BaseURL == "" {
		return path
	}
	return of.BaseURL + path
}

// claimant returns the site that stands for the host of a web address: the first that lists it, or the main site where
// its base URL names it; nil for the hosts of others.
func (r *resolver) claimant(u *url.URL) *outline.Site {
	host, message, _ := outline.ReadHost(u.Hostname())
	if message != "" {
		return nil
	}
	of := r.Hosts[host]
	for _, s := range []*outline.Site{of, r.Main} {
		if s == nil {
			continue
		}
		// Another port may be another program.
		base, err := url.Parse(s.BaseURL)
		if err == nil && (s == of && u.Port() == "" || strings.EqualFold(base.Host, u.Host)) {
			return s
		}
	}
	return nil
}

// ofCollection judges a link to an address below a collection that no file stands for:
// the list of a tag, a page of a list, a feed.
func (j linkValidator) ofCollection(of *outline.Site, to string) (judged bool) {
	t := targetOf(to)
	r := j.resolver
	c, rest := r.CollectionAbove(of.In(t.path))
	if c == nil {
		return false
	}
	first, name, _ := strings.Cut(rest, "/")
	if same := c.Index.Speaking(j.Shown); same != nil && r.Collections[same.At] != nil {
		if in := r.Collections[same.At]; first != outline.TagSegment || in.Tagged[name] != "" {
			c, to = in, strings.Replace(to, c.Index.Path, same.Path, 1)
		}
	}
	of = c.Index.Site
	switch {
	case slices.Contains(outline.FeedNames, rest):
		if !c.Settings.Feed {
			j.report("unknown-page", fmt.Sprintf("Add feed: true to collection in %s.", c.Index.File.Path),
				"The collection %s has no feed.", c.Index.Path)
		} else if j.visible(c.Index) {
			j.lead(of, to)
		}
	case first == outline.TagSegment && c.Settings.Tags:
		if c.Tagged[name] == "" {
			j.report("unknown-page", text.DidYouMean(name, slices.Sorted(maps.Keys(c.Tagged)), ""),
				"No entry of %s has a tag %q.", c.Index.Path, name)
			return true
		}
		if !j.visible(c.Index) {
			return true
		}
		switch there := slices.ContainsFunc(c.Tags, func(t *outline.List) bool { return t.Slug == name }); {
		case !there: // its entries are still to come
			j.set(site.LinkPlaceholder, "")
		case c.Index.Site == j.Shown:
			j.set(site.LinkPage, to)
		default:
			j.lead(of, to)
		}
	default:
		return false
	}
	return true
}

func (j linkValidator) external(to string) {
	u, err := url.Parse(to)
	switch {
	case err != nil || text.HasBlank(to):
		j.report("bad-link", "Copy it from the browser's address bar.", "The link %q is no web address.", to)
	case u.Hostname() == "" || !strings.Contains(u.Hostname(), ".") && u.Hostname() != "localhost":
		j.report("bad-link", "Write all of it, such as https://www.example.com.", "The link %q names no website.", to)
	case u.User != nil:
		j.report("forbidden-link", "Remove what stands before the @.", "A link may not hold a name or password.")
	default:
		if of := j.claimant(u); of != nil {
			j.internal(of, addressAtHost(u), false)
			return
		}
		j.set(site.LinkExternal, u.String())
	}
}

func (j linkValidator) mail(address string) {
	address = strings.TrimSpace(address)
	name, _, _ := strings.Cut(address, "?")
	local, domain, _ := strings.Cut(name, "@")
	strange := text.HasBlank(address) || strings.ContainsAny(address, `<>"\`)
	if strange || local == "" || domain == "" || strings.Contains(domain, "@") {
		j.report("bad-link", "Write it such as mailto:hello@example.com.", "%q is no mail address.", address)
		return
	}
	j.set(site.LinkContact, "mailto:"+address)
}

// phone takes a number as people write it, and leaves what a phone understands (RFC 3966).
func (j linkValidator) phone(number string) {
	digits := 0
	if strings.HasPrefix(strings.TrimSpace(number), "+") { // who dials the country leaves out the zero of +41 (0)44
		number = strings.Replace(number, "(0)", "", 1)
	}
	dialled := strings.Map(func(c rune) rune {
		switch {
		case c >= '0' && c <= '9':
			digits++
			return c
		case c == '+' || c == '-' || c == '.' || c == '(' || c == ')':
			return c
		case c == ' ' || c == '\u00a0' || c == '\u202f':
			return -1
		}
		digits = -1000
		return -1
	}, number)
	if digits < 3 || strings.LastIndex(dialled, "+") > 0 {
		j.report("bad-link", "Write it such as tel:+1-555-010-0199.",
			"%q is no phone number.", strings.TrimSpace(number))
		return
	}
	j.set(site.LinkContact, "tel:"+dialled)
}

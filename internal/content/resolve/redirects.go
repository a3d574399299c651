package resolve

import (
	"net/url"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// maxHops is how many redirects may follow each other: more of them never end.
const maxHops = 10

// validateRedirects finds where the redirects of a site lead in the end, so that visitors are led there at once.
func (r *resolver) validateRedirects(s *outline.Site) {
	for _, redirect := range s.Former {
		if redirect.Page != nil {
			continue
		}
		way, endless := r.follow(s, redirect.To)
		to := way[len(way)-1]
		base, keeps := strings.CutSuffix(to, "/*")
		slot := &outline.PendingLink{
			Link: &site.Link{To: site.Text(base)}, File: redirect.File, At: outline.At(redirect.Key), Offset: -1,
			Owner: s, Shown: s, Keeps: true,
		}
		report := linkValidator{slot, r, &s.Deps}.report
		if len(way) > 1 && !endless && len(s.Deps.Problems) < tree.MaxFindings {
			s.Deps.Warn(redirect.File, redirect.Key, "redirect-chain", "Write "+to+".",
				"%s is a former address itself: visitors are led to %s at once.", redirect.To, to)
		}
		switch {
		case endless:
			report("redirect-circle", "Let one of them lead to a page.", "This redirect leads on and on: %s.",
				strings.Join(way[:min(len(way), 5)], " to "))
		case strings.Contains(base, "*"),
			keeps && (!strings.HasSuffix(redirect.From, "/*") || strings.HasSuffix(base, "/") ||
				strings.ContainsAny(base, "?#")):
			report("bad-link", "A star in a target stands at its end, after a /, and only where the former address has one: "+
				"/old/*: /new/*.", "The star in %q stands for nothing.", to)
		case keeps && strings.HasPrefix(strings.TrimPrefix(to, "/"), tree.FilesFolder+"/"):
			report("bad-link", "Write a line for each file, such as /old/menu.pdf: files/menu.pdf, or lead all to a page.",
				"A star cannot lead to files, whose addresses change with what is in them.")
		case strings.HasPrefix(to, "#"), strings.HasPrefix(to, "mailto:"), strings.HasPrefix(to, "tel:"):
			report("bad-link", "", "A redirect leads to a page, a file or a web address.")
		case keeps && r.Routes[s.In(base)] == nil && r.folders[s.In(base)]: // no page, and some below it
			slot.Link.Href = base
		default:
			r.validateLink(slot, &s.Deps)
		}
		redirect.Out = slot.Link.Href
		if keeps && slot.Link.Kind != site.LinkPlaceholder {
			redirect.Out = strings.TrimSuffix(redirect.Out, "/") + "/*"
		}
	}
}

// follow returns where a target leads on to, one after the other, and whether that never ends. A star ends where it
// has pages below: they are shown, whatever the others are led on to.
func (r *resolver) follow(s *outline.Site, to string) (way []string, endless bool) {
	shown := 0
	for to != "" {
		known := slices.Contains(way, to)
		way = append(way, to)
		if known || len(way) > maxHops+1 {
			return way, true
		}
		var at string
		s, at = r.placed(s, to) // the next target is written in that site
		t := targetOf(at)
		address := s.In(t.path)
		page := r.Routes[address]
		if base, star := strings.CutSuffix(address, "/*"); star && shown == 0 && r.folders[base] {
			shown = len(way)
		}
		if to = r.Moved.Asked(address, t.query); to == "" && (page == nil || !page.Shows()) {
			// The star of a target stands for anything, and is led on as that.
			to = strings.Replace(r.Moved.Lookup(address), "%2A", "*", 1)
		}
	}
	if shown > 0 {
		way = way[:shown]
	}
	return way, false
}

// placed returns the site in which a target lies, and the address there. A site may be named by its id or by its host.
func (r *resolver) placed(s *outline.Site, to string) (*outline.Site, string) {
	id, below, found := strings.Cut(to, ":/")
	if !found {
		return s, to
	}
	if of := r.siteCalled(strings.ToLower(id)); of != nil && !strings.HasPrefix(below, "/") {
		return of, addressBelow(of, "/"+below)
	}
	if u, err := url.Parse(to); err == nil {
		if of := r.claimant(u); of != nil {
			return of, addressAtHost(u)
		}
	}
	return s, to
}

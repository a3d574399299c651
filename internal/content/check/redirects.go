package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/site"
)

// maxHops is how many redirects may follow each other: more of them never end.
const maxHops = 10

// validateRedirects finds where the redirects of a site lead in the end, so that visitors are led there at once.
func (r *checker) validateRedirects(s *outline.Site) {
	for _, redirect := range s.Former {
		to, way := r.follow(s, redirect.To)
		base, keeps := strings.CutSuffix(to, "/*")
		slot := &outline.PendingLink{
			Link: &site.Link{To: site.Text(base)}, File: redirect.File, At: outline.At(redirect.Key), Offset: -1,
			Owner: s, Shown: s,
		}
		report := linkValidator{slot, r, &s.Deps}.report
		if len(way) > 1 && len(way) <= maxHops && !s.Deps.Full() {
			s.Deps.Warn(redirect.File, redirect.Key, "redirect-chain", fmt.Sprintf("Write %s.", to),
				"%s is a former address itself: visitors are led to %s at once.", redirect.To, to)
		}
		switch {
		case len(way) > maxHops:
			shown := way[:1+max(2, slices.Index(way[1:], way[0])+1)]
			report("redirect-circle", "Let one of them lead to a page.", "This redirect leads on and on: %s.",
				strings.Join(shown, " to "))
		case keeps && (!strings.HasSuffix(redirect.From, "/") || strings.ContainsAny(base, "?#")):
			report("bad-link", "A star stands at the end of both addresses: /old/*: /new/*.",
				"The star in %q stands for nothing.", redirect.To)
		case strings.HasPrefix(to, "#"), strings.HasPrefix(to, "mailto:"), strings.HasPrefix(to, "tel:"):
			report("bad-link", "", "A redirect leads to a page, a file or a web address.")
		case keeps && r.isFolder(s.In(base)):
			slot.Link.Href = base
		default:
			r.validateLink(slot, &s.Deps)
		}
		if to = slot.Link.Href; to != "" || base == "" {
			redirect.Out = to
		}
		if keeps && slot.Link.Kind != site.LinkPlaceholder {
			redirect.Out = strings.TrimSuffix(to, "/") + "/*"
		}
	}
}

// follow returns where a target is led on to in the end, and the way there.
func (r *checker) follow(s *outline.Site, to string) (last string, way []string) {
	for next := to; next != "" && len(way) <= maxHops; {
		to, way = next, append(way, next)
		address := s.In(targetOf(to).path)
		if next = ""; r.Routes[address] == nil {
			// The star of a target stands for anything, and is led on as that.
			next = strings.Replace(r.Moved.Lookup(address), "%2A", "*", 1)
		}
	}
	return to, way
}

// isFolder tells whether no page has an address, and some have one below it.
func (r *checker) isFolder(address string) bool {
	below := false
	for at := range r.Routes {
		below = below || strings.HasPrefix(at, address+"/")
	}
	return below && r.Routes[address] == nil
}

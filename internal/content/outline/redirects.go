package outline

import (
	"net/url"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// Redirect is a line of redirects.yaml while it is resolved.
type Redirect struct {
	File    *tree.File
	Key, To string // as they are written
	From    string // as [site.Redirects] has it, without the space
	Out     string // where it leads in the end; empty where nobody is led on
}

// resolveRedirects reads the former addresses of a site, which nothing else may have.
func (r *Website) resolveRedirects(s *Site) {
	f := s.Redirects.File
	for key, to := range s.Redirects.Raw.All() {
		from, hint := readFormer(key)
		address := s.In(from)
		page, alias, other := r.Routes[address], r.Aliases[address], r.Redirects[address]
		report := func(code, hint, format string, args ...any) {
			if !s.Deps.Full() {
				s.Deps.ErrorAtKey(f, key, code, hint, format, args...)
			}
		}
		switch {
		case *to == "": // the decoder has said so
		case hint != "":
			report("bad-redirect", hint, "%q cannot be a former address.", key)
		case tree.IsReserved(from):
			report("reserved-path", "Remove this line: only a server in front of Marquee, such as Caddy, can lead it on.",
				"The address %s is taken by Marquee itself.", key)
		case page != nil:
			report("alias-clash", "Remove this line, or move the page.",
				"The address %s is that of a page, %s, which nobody would see.", key, page.File.Path)
		case alias != nil:
			report("alias-clash", "Remove one of both.", "%s has the address %s among its aliases.", alias.File.Path, key)
		case other != nil:
			report("duplicate-redirect", "Remove one of both.", "The address %s is there twice: also as %s in %s.",
				key, other.Key, other.File.Path)
		default:
			made := &Redirect{File: f, Key: key, To: string(*to), From: from}
			r.Redirects[address], s.Former = made, append(s.Former, made)
			r.Moved.Add(address, made.To)
		}
	}
}

// readFormer reads a former address as somebody had it at hand: with umlauts or percent-encoded, with a slash at its
// end or without. The hint says what to write where it is none.
func readFormer(key string) (from, hint string) {
	written, query, asks := strings.Cut(key, "?")
	folder, star := strings.CutSuffix(written, "/*")
	path, err := url.PathUnescape(folder)
	values, badQuery := url.ParseQuery(query)
	if from = norm.NFC.String(path); len(from) > 1 {
		from = strings.TrimSuffix(from, "/")
	}
	switch {
	case strings.Contains(written, "://"):
		return "", "Write the path alone, from its first /, and the host at hosts in site.yaml: its addresses are looked for " +
			"here as soon as it leads to this server."
	case strings.Contains(key, "#"):
		return "", "Leave out the # and what follows it: browsers keep that to themselves."
	case star && strings.Trim(folder, "/") == "":
		return "", "A star needs a folder before it, such as /old/*; the not-found page is for the rest."
	case strings.Contains(folder+query, "*"), star && asks:
		return "", "A star stands at the end, alone behind a folder, such as /old/*."
	case err != nil, badQuery != nil, asks && len(values) == 0, strings.Contains(strings.ToLower(folder), "%2f"),
		from != "/" && !isCleanAlias(from):
		return "", "Write the path from its first /, as the address bar shows it, such as /old-page or /?id=5."
	case asks:
		return from + "?" + values.Encode(), ""
	case star:
		return from + "/", ""
	}
	return from, ""
}

// AddRedirects adds the redirects of a site to what is served. Systems write an umlaut as one sign or as two.
func (s *Site) AddRedirects(bundle *site.Bundle) {
	for _, redirect := range s.Former {
		if redirect.Out != "" {
			bundle.Aliases[redirect.From] = redirect.Out
			bundle.Aliases[norm.NFD.String(redirect.From)] = redirect.Out
		}
	}
}

package export

import (
	"cmp"
	"html"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// redirect leads from a former path to where the page is now.
type redirect struct{ from, to, language, title, canonical string }

// redirects returns those of all sites, sorted.
func redirects(sites []*site.Bundle) []redirect {
	pages := map[string]*site.Page{}
	for _, bundle := range sites {
		for _, page := range bundle.Pages {
			pages[page.Path] = page
		}
	}
	var all []redirect
	for _, bundle := range sites {
		for from, to := range bundle.Aliases {
			r := redirect{from: from, to: to, language: bundle.Site.Language, title: string(bundle.Site.Name)}
			if page := pages[to]; page != nil {
				r.title, r.canonical = string(page.Title), page.Head.Canonical
			}
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b redirect) int { return cmp.Compare(a.from, b.from) })
	return all
}

// document leads on by itself, for hosts that know no redirects; search engines
// take it for a permanent one.
func (r redirect) document() string {
	target, title := html.EscapeString(escapePath(r.to)), html.EscapeString(r.title)
	canonical := ""
	if r.canonical != "" {
		canonical = `<link rel="canonical" href="` + html.EscapeString(r.canonical) + `">`
	}
	return `<!doctype html><html lang="` + html.EscapeString(r.language) + `"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` + canonical +
		`<meta http-equiv="refresh" content="0; url=` + target + `"><title>` + title + `</title></head>` +
		`<body><a href="` + target + `">` + title + `</a></body></html>`
}

// redirectRules is _redirects: former path, page, status. The star and the colon
// stand for something else there.
func redirectRules(all []redirect) string {
	var out strings.Builder
	for _, r := range all {
		from := strings.NewReplacer("*", "%2A", ":", "%3A").Replace(escapePath(r.from))
		out.WriteString(from + " " + escapePath(r.to) + " 301\n")
	}
	return out.String()
}

// headerRules is _headers. Hosts enforce all rules that fit a path, so that none can
// allow more than the one for all: what one page needs, all have. What it says of
// caching holds for addresses that carry a hash; pages are revalidated on hosts that
// read it, without a rule.
func headerRules(options Options, sites []*site.Bundle, root *site.Bundle) string {
	var out strings.Builder
	rule := func(paths, name, value string) { out.WriteString(paths + "\n  " + name + ": " + value + "\n") }
	if options.Headers != nil {
		var more site.Policy
		for _, bundle := range sites {
			for _, page := range bundle.Pages {
				more = more.With(page.Head.Policy)
			}
		}
		out.WriteString("/*\n")
		for name, value := range options.Headers(more) {
			out.WriteString("  " + name + ": " + value + "\n")
		}
	}
	for _, folder := range hashedFolders {
		rule("/"+folder+"/*", "Cache-Control", site.Immutable)
	}
	rule("/favicon.ico", "Cache-Control", "public, max-age=86400")
	if root != nil && len(root.WellKnown) > 0 {
		rule("/.well-known/*", "Access-Control-Allow-Origin", "*")
		for _, address := range slices.Sorted(maps.Keys(root.WellKnown)) {
			if path.Ext(address) == "" { // hosts know types by their endings
				rule(address, "Content-Type", root.WellKnown[address].ContentType)
			}
		}
	}
	return out.String()
}

func escapePath(p string) string { return (&url.URL{Path: p}).EscapedPath() }

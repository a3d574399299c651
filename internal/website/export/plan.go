package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

type item struct {
	name     string
	address  string // what it is, for messages
	get      func(context.Context) *site.Representation
	status   int  // that it must have
	hashed   bool // the name holds the hash of all that goes into the bytes
	built    bool // it has the compressed siblings of the web build
	plain    bool // it has no compressed siblings
	optional bool // another file that needs the name goes first
	large    *site.File
}

type plan struct {
	// What pages refer to, pages, and what refers to pages: they are written in this order.
	steps    [3][]item
	names    map[string]string // in small letters, with the address that takes each
	possible []string          // names of all files, and of the siblings that they may have
	revision *site.Revision
	problems []error
}

const (
	files = iota
	pages
	documents
)

// hashed matches names that hold a hash, with a slash before them.
var hashed = regexp.MustCompile(`^(/_hosts/[^/]+)?(` + strings.Join(site.FileFolders, "|") + `)`)

// newPlan lists the files of the website's current revision. Names are checked here, before anything is written.
func newPlan(options Options) (*plan, error) {
	p := &plan{names: map[string]string{}, revision: options.Website.Revision()}
	if p.revision == nil {
		return nil, errors.New("there is no content to export")
	}
	for space, sites := range p.revision.Spaces() {
		p.addSpace(space, sites, options)
	}
	return p, errors.Join(p.problems...)
}

// addSpace lists the files of the sites that share their hosts: a whole website, in a
// folder of its own where it has hosts of its own.
func (p *plan) addSpace(space string, sites []*site.Bundle, options Options) {
	w, folder := options.Website, ""
	if space != "" {
		folder = "_hosts/" + space
	}
	add := func(step int, it item) {
		it.address, it.status = cmp.Or(it.address, space+it.name), cmp.Or(it.status, http.StatusOK)
		it.name = strings.TrimPrefix(folder+it.name, "/")
		p.add(step, it)
	}
	document := func(step int, address string) {
		get := func(context.Context) *site.Representation { return w.Document(space + address) }
		add(step, item{name: address, get: get})
	}
	text := func(it item, contentType, body string) {
		made := &site.Representation{Status: http.StatusOK, ContentType: contentType + "; charset=utf-8", Body: []byte(body)}
		it.get = func(context.Context) *site.Representation { return made }
		add(documents, it)
	}

	assets := assetsOf(sites, options.Built)
	for _, address := range slices.Sorted(maps.Keys(assets)) {
		add(files, item{
			name: address, hashed: true, large: assets[address], built: slices.Contains(options.Built, address),
			get: func(context.Context) *site.Representation { return w.Asset(address) },
		})
	}
	for _, bundle := range sites {
		for _, page := range bundle.Pages {
			at, name := space+page.Path, page.Path
			if name == "/" {
				name = "/index"
			}
			html := func(ctx context.Context) *site.Representation { return w.Page(ctx, at) }
			data := func(ctx context.Context) *site.Representation { return w.PageData(ctx, at) }
			add(pages, item{name: name + ".html", address: at, get: html})
			add(pages, item{name: "/api/page-data" + name + ".json", address: "the data of " + at, get: data})
			if !page.Head.NoIndex {
				document(pages, site.MarkdownPath(page.Path)) // while its HTML is in memory
			}
			if feed := page.Feed; feed != nil {
				document(documents, feed.AtomPath())
				document(documents, feed.JSONPath())
			}
		}
		if bundle.NotFound != nil {
			below := strings.TrimSuffix(bundle.Site.Path, "/")
			// No page can have this path: it has no meaning on the web.
			get := func(ctx context.Context) *site.Representation { return w.Page(ctx, space+below+"/\x00") }
			add(pages, item{name: below + "/404.html", status: http.StatusNotFound, get: get})
		}
	}

	for _, address := range site.RootFiles {
		if w.Document(space+address) != nil {
			document(documents, address)
		}
	}
	root := p.revision.At(space + "/")
	if root != nil {
		for _, address := range slices.Sorted(maps.Keys(root.WellKnown)) {
			document(documents, address)
		}
	}
	all := redirects(sites)
	if len(all) > 0 {
		text(item{name: "/_redirects", plain: true}, "text/plain", redirectRules(all))
	}
	text(item{name: "/_headers", plain: true}, "text/plain", headerRules(options, sites, root))
	for _, r := range all {
		name := r.from
		if name == "/" || r.star() != "" || len(path.Base(name)) > longestName || r.changes {
			continue // no file can stand for it
		}
		if ending := path.Ext(name); ending != ".html" && ending != ".htm" {
			name += ".html"
		}
		text(item{name: name, optional: true}, "text/html", r.document())
	}
}

// assetsOf returns the addresses of all assets, images and pictures, with the files that are too large for memory.
func assetsOf(sites []*site.Bundle, built []string) map[string]*site.File {
	all := map[string]*site.File{}
	for _, address := range built {
		all[address] = nil
	}
	for _, bundle := range sites {
		made := bundle.Site.Assets
		one := []string{made.Stylesheet, made.Sprite, made.TouchIcon, made.Icon, made.Manifest}
		for _, address := range slices.Concat(one, made.Icons, made.Fonts) {
			all[address] = nil
		}
		for address, file := range bundle.Files {
			all[address] = nil
			if file.Open != nil {
				all[address] = &file
			}
		}
		for _, page := range bundle.Pages {
			base := strings.TrimSuffix(page.Head.Canonical, page.Path)
			if address, ours := strings.CutPrefix(page.Head.Image, base); ours && strings.HasPrefix(address, "/og/") {
				all[address] = nil
			}
		}
	}
	delete(all, "") // what a site does not have
	return all
}

// add takes the names of a file. Names that differ only in capitals are one name to some file systems.
func (p *plan) add(step int, it item) {
	names := variants(it.name)
	for _, name := range names {
		for above := strings.ToLower(name); above != "."; above = path.Dir(above) {
			if other, taken := p.names[above]; taken {
				if !it.optional {
					p.problems = append(p.problems,
						fmt.Errorf("%s and %s would be the same file on some disks: %s", other, it.address, name))
				}
				return
			}
		}
	}
	for _, name := range names {
		p.names[strings.ToLower(name)] = it.address
	}
	p.possible = append(p.possible, names...)
	p.steps[step] = append(p.steps[step], it)
}

func variants(name string) []string { return []string{name, name + ".gz", name + ".br"} }

// longestName is how long the name of a file may be before its ending.
const longestName = 240

// redirect leads on for good, or, where its target may change, for now.
type redirect struct {
	from, to, language, title, canonical string
	changes                              bool
}

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
			if strings.Contains(from, "?") { // which a file server does not look at
				continue
			}
			r := redirect{from: from, to: to, language: bundle.Site.Language, title: string(bundle.Site.Name)}
			if page := pages[to]; page != nil {
				r.title, r.canonical = string(page.Title), page.Head.Canonical
			}
			all = append(all, r)
		}
		for address, file := range bundle.Files {
			r := redirect{from: file.Lasting, to: address, changes: true}
			if file.Lasting != "" && !slices.Contains(all, r) {
				all = append(all, r)
			}
		}
	}
	// The first one that fits counts: what has no star, and then the longest.
	slices.SortFunc(all, func(a, b redirect) int {
		if a.star() != "" && b.star() != "" {
			a, b = b, a
		}
		return cmp.Or(strings.Compare(a.star(), b.star()), strings.Compare(a.folder(), b.folder()))
	})
	return all
}

func (r redirect) star() string {
	if strings.HasSuffix(r.from, "/*") {
		return "/*"
	}
	return ""
}

func (r redirect) folder() string { return strings.TrimSuffix(r.from, r.star()) }

// document leads on by itself, for hosts that know no redirects; search engines take it for a permanent one.
func (r redirect) document() string {
	target, title := html.EscapeString(r.to), html.EscapeString(r.title)
	canonical := ""
	if r.canonical != "" {
		canonical = `<link rel="canonical" href="` + html.EscapeString(r.canonical) + `">`
	}
	return `<!doctype html><html lang="` + html.EscapeString(r.language) + `"><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` + canonical +
		`<meta http-equiv="refresh" content="0; url=` + target + `"><title>` + title + `</title></head>` +
		`<body><a href="` + target + `">` + title + `</a></body></html>`
}

// redirectRules is _redirects: former path, target, status. The colon stands for something else there, as does the
// star, whose place in a target is that of :splat.
func redirectRules(all []redirect) string {
	var out strings.Builder
	for _, r := range all {
		from := (&url.URL{Path: r.folder()}).EscapedPath()
		from = strings.NewReplacer("*", "%2A", ":", "%3A").Replace(from)
		to := strings.Replace(r.to, "/*", "/:splat", 1)
		status := "301"
		if r.changes {
			status = "302"
		}
		out.WriteString(from + r.star() + " " + to + " " + status + "\n")
	}
	return out.String()
}

// headerRules is _headers. Hosts enforce all rules that fit a path, so what one page may do, all may. Caching is said
// of addresses that carry a hash; hosts revalidate pages without a rule.
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
		for _, header := range options.Headers(more) {
			out.WriteString("  " + header[0] + ": " + header[1] + "\n")
		}
	}
	for _, folder := range site.FileFolders {
		rule(folder+"*", "Cache-Control", site.Immutable)
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

package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// item is one file of the export, siblings aside.
type item struct {
	name    string
	address string // what it is, for messages
	get     func(context.Context) *site.Representation
	status  int  // that it must have
	hashed  bool // the name holds the hash of all that goes into the bytes
	built   bool // it has the compressed siblings of the web build
	plain   bool // it has no compressed siblings
	large   *site.File
}

// plan is everything that is written.
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

// rootDocuments are the files for programs at the root of the website.
var rootDocuments = []string{"favicon.ico", "llms.txt", "robots.txt", "sitemap.xml"}

// hashedFolders are those in which all names hold a hash.
var hashedFolders = []string{"assets", "files", "images", "og"}

// hostsFolder holds a folder for each space but the main site's.
const hostsFolder = "_hosts/"

// newPlan lists the files of the website's current revision. Names are checked
// here, before anything is written.
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

// addSpace lists the files of the sites that share their hosts: a whole website.
func (p *plan) addSpace(space string, sites []*site.Bundle, options Options) {
	w, folder := options.Website, ""
	if space != "" {
		folder = hostsFolder + space + "/"
	}
	add := func(step int, it item) error {
		it.address, it.status = cmp.Or(it.address, space+"/"+it.name), cmp.Or(it.status, http.StatusOK)
		it.name = folder + it.name
		return p.add(step, it)
	}
	document := func(address string) {
		get := func(context.Context) *site.Representation { return w.Document(space + address) }
		p.note(add(documents, item{name: strings.TrimPrefix(address, "/"), get: get}))
	}

	for _, address := range addresses(sites, options.Built) {
		p.note(add(files, item{
			name: strings.TrimPrefix(address, "/"), hashed: true, large: large(sites, address),
			built: slices.Contains(options.Built, address),
			get:   func(context.Context) *site.Representation { return w.Asset(address) },
		}))
	}
	for _, bundle := range sites {
		for _, page := range bundle.Pages {
			at := space + page.Path
			html := func(ctx context.Context) *site.Representation { return w.Page(ctx, at) }
			data := func(ctx context.Context) *site.Representation { return w.PageData(ctx, at) }
			name := cmp.Or(strings.TrimPrefix(page.Path, "/"), "index")
			p.note(add(pages, item{name: name + ".html", address: at, get: html}))
			p.note(add(pages, item{name: "api/page-data/" + name + ".json", address: "the data of " + at, get: data}))
			if !page.Head.NoIndex {
				document(site.MarkdownPath(page.Path))
			}
			if feed := page.Feed; feed != nil {
				document(feed.AtomPath())
				document(feed.JSONPath())
			}
		}
		if bundle.NotFound != nil {
			below := strings.TrimSuffix(bundle.Site.Path, "/")
			p.note(add(pages, item{
				name: strings.TrimPrefix(below+"/404.html", "/"), status: http.StatusNotFound,
				// No page can have this path: it has no meaning on the web.
				get: func(ctx context.Context) *site.Representation { return w.Page(ctx, space+below+"/\x00") },
			}))
		}
	}

	for _, name := range rootDocuments {
		if w.Document(space+"/"+name) != nil {
			document("/" + name)
		}
	}
	root := p.revision.At(space + "/")
	if root != nil {
		for _, address := range slices.Sorted(maps.Keys(root.WellKnown)) {
			document(address)
		}
	}
	all := redirects(sites)
	if len(all) > 0 {
		p.note(add(documents, item{name: "_redirects", plain: true, get: text("text/plain", redirectRules(all))}))
	}
	headers := headerRules(headersOf(options, sites), root)
	p.note(add(documents, item{name: "_headers", plain: true, get: text("text/plain", headers)}))
	for _, r := range all {
		// The last: a page or file that needs the name goes first.
		_ = add(documents, item{name: redirectFile(r.from), get: text("text/html", r.document())})
	}
}

// text gets a file that is made here.
func text(contentType, body string) func(context.Context) *site.Representation {
	made := &site.Representation{Status: http.StatusOK, ContentType: contentType + "; charset=utf-8", Body: []byte(body)}
	return func(context.Context) *site.Representation { return made }
}

// addresses returns those of all assets, images and pictures, sorted.
func addresses(sites []*site.Bundle, built []string) []string {
	all := slices.Clone(built)
	for _, bundle := range sites {
		made := bundle.Site.Assets
		all = append(all, made.Stylesheet, made.Sprite, made.TouchIcon, made.Icon, made.Manifest)
		all = slices.Concat(all, made.Icons, made.Fonts)
		all = slices.AppendSeq(all, maps.Keys(bundle.Files))
		for _, page := range bundle.Pages {
			base := strings.TrimSuffix(page.Head.Canonical, page.Path)
			if address, ours := strings.CutPrefix(page.Head.Image, base); ours && strings.HasPrefix(address, "/og/") {
				all = append(all, address)
			}
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(address string) bool { return address == "" })
}

// large returns a file that is too large for memory, or nil.
func large(sites []*site.Bundle, address string) *site.File {
	for _, bundle := range sites {
		if file, found := bundle.Files[address]; found && file.Open != nil {
			return &file
		}
	}
	return nil
}

func (p *plan) note(err error) {
	if err != nil {
		p.problems = append(p.problems, err)
	}
}

// add takes the names of a file. Names that differ only in capitals are one name
// to some file systems.
func (p *plan) add(step int, it item) error {
	for _, name := range variants(it.name) {
		for above := strings.ToLower(name); above != "."; above = path.Dir(above) {
			if other, taken := p.names[above]; taken {
				return fmt.Errorf("%s and %s would be the same file on some disks: %s", other, it.address, name)
			}
		}
	}
	for _, name := range variants(it.name) {
		p.names[strings.ToLower(name)] = it.address
		p.possible = append(p.possible, name)
	}
	p.steps[step] = append(p.steps[step], it)
	return nil
}

// variants returns the names of a file and of the siblings that it may have.
func variants(name string) []string { return []string{name, name + ".gz", name + ".br"} }

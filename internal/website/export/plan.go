package export

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/evenlight/marquee/internal/site"
)

// item is one file of the export, siblings aside.
type item struct {
	name string
	// What it is, for messages: an address.
	address string
	// Makes the answer that is written.
	make func(context.Context) (*site.Representation, error)
	// Whether the name holds the hash of all that goes into the bytes.
	hashed   bool
	siblings siblings
	// A file that is copied instead; nil for what is made.
	large *site.File
}

// siblings says where the compressed ones come from.
type siblings uint8

const (
	compressed siblings = iota // made here
	served                     // those of the representation
	plain                      // there are none
)

// plan is everything that is written, in three steps: what pages refer to, pages,
// and what refers to pages.
type plan struct {
	files, pages, documents []item
	// Former paths that cannot have a file of their own.
	unfiled []string
	// Who takes a name, or the folders above it, by its folded form.
	names, folders map[string]string
	revision       *site.Revision
	website        Website
}

// documents are the files for programs at the root of the website.
var documents = []string{"favicon.ico", "llms.txt", "robots.txt", "sitemap.xml"}

// newPlan lists the files of the website's current revision. Names are checked
// here, before anything is written.
func newPlan(options Options) (*plan, error) {
	p := &plan{names: map[string]string{}, folders: map[string]string{}, revision: options.Website.Revision(), website: options.Website}
	if p.revision == nil {
		return nil, errors.New("there is no content to export")
	}
	var problems []error
	note := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	for _, own := range []string{manifestName, tempFolder} {
		note(p.take(own, own))
	}
	for space, sites := range p.revision.Spaces() {
		note(p.addSpace(space, sites, options))
	}
	return p, errors.Join(problems...)
}

// hostsFolder holds a folder for each space but the main site's.
const hostsFolder = "_hosts/"

// addSpace lists the files of the sites that share their hosts: a whole website.
func (p *plan) addSpace(space string, sites []*site.Bundle, options Options) error {
	var problems []error
	note := func(err error) {
		if err != nil {
			problems = append(problems, err)
		}
	}
	h := host{plan: p, space: space, sites: sites}
	if space != "" {
		h.folder = hostsFolder + space + "/"
	}
	addresses, err := h.addresses(options.Built)
	note(err)
	for _, address := range addresses {
		it := h.fileItem(address)
		if slices.Contains(options.Built, address) {
			it.siblings = served
		}
		it.large = h.large(address)
		note(p.add(&p.files, it))
	}
	for _, bundle := range sites {
		for _, page := range bundle.Pages {
			note(p.add(&p.pages, h.pageItem(page.Path)))
			note(p.add(&p.pages, h.dataItem(page.Path)))
			if !page.Head.NoIndex {
				note(p.add(&p.pages, h.markdownItem(page.Path)))
			}
			if feed := page.Feed; feed != nil {
				for _, address := range []string{feed.AtomPath(), feed.JSONPath()} {
					note(p.add(&p.documents, h.ready(strings.TrimPrefix(address, "/"), p.website.Document(space+address), compressed)))
				}
			}
		}
		if bundle.NotFound != nil {
			note(p.add(&p.pages, h.notFoundItem(bundle.Site.Path)))
		}
	}
	for _, name := range documents {
		if document := p.website.Document(space + "/" + name); document != nil {
			note(p.add(&p.documents, h.ready(name, document, compressed)))
		}
	}
	root := p.revision.At(space + "/")
	if root != nil {
		for _, address := range slices.Sorted(maps.Keys(root.WellKnown)) {
			note(p.add(&p.documents, h.ready(strings.TrimPrefix(address, "/"), p.website.Document(space+address), compressed)))
		}
	}
	all := redirects(sites)
	if len(all) > 0 {
		note(p.add(&p.documents, h.ready("_redirects", redirectRules(all), plain)))
	}
	note(p.add(&p.documents, h.ready("_headers", headerRules(headersOf(options, sites), root), plain)))
	// The last: a page or file that needs the name goes first.
	for _, r := range all {
		it := h.ready(redirectFile(r.from), r.document(), compressed)
		if p.add(&p.documents, it) != nil {
			p.unfiled = append(p.unfiled, space+r.from)
		}
	}
	return errors.Join(problems...)
}

// steps returns what is written, in this order.
func (p *plan) steps() [][]item { return [][]item{p.files, p.pages, p.documents} }

func (p *plan) add(to *[]item, it item) error {
	for _, name := range variants(it.name) {
		if err := p.take(name, it.address); err != nil {
			return err
		}
	}
	*to = append(*to, it)
	return nil
}

// variants returns the names of a file and of the siblings that it may have.
func variants(name string) []string { return []string{name, name + ".gz", name + ".br"} }

// take notes that a name is in use. Names that differ only in capitals, or in
// how letters are composed, are one name to some file systems.
func (p *plan) take(name, address string) error {
	if !isPlain(name) {
		return fmt.Errorf("%s: no file can be called %q", address, name)
	}
	folded := fold(name)
	other, taken := p.names[folded]
	if !taken {
		other, taken = p.folders[folded]
	}
	for above := path.Dir(folded); above != "." && !taken; above = path.Dir(above) {
		other, taken = p.names[above]
	}
	if taken {
		return fmt.Errorf("%s and %s would be the same file on some disks: %s", other, address, name)
	}
	p.names[folded] = address
	for above := path.Dir(folded); above != "."; above = path.Dir(above) {
		p.folders[above] = address
	}
	return nil
}

func fold(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// isPlain reports whether a name with slashes is a file below a folder, everywhere.
func isPlain(name string) bool {
	return filepath.IsLocal(filepath.FromSlash(name)) && path.Clean(name) == name && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(c rune) bool { return c < ' ' || c == 0x7f || c == '\\' })
}

func expect(r *site.Representation, status int) (*site.Representation, error) {
	switch {
	case r == nil:
		return nil, errMissing
	case r.Status != status:
		return nil, fmt.Errorf("it answers %d", r.Status)
	}
	return r, nil
}

func htmlFile(at string) string {
	if at == "/" {
		return "index.html"
	}
	return strings.TrimPrefix(at, "/") + ".html"
}

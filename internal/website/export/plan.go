package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
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
}

// siblings says where the compressed ones come from.
type siblings uint8

const (
	compressed siblings = iota // made here
	served                     // those of the representation
	plain                      // there are none
)

// plan is everything that is written, in two steps: files that pages need first.
type plan struct {
	files, pages []item
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
	addresses, err := p.addresses(options.Built)
	note(err)
	for _, address := range addresses {
		it := p.fileItem(address)
		if slices.Contains(options.Built, address) {
			it.siblings = served
		}
		note(p.add(&p.files, it))
	}
	for _, bundle := range p.revision.Sites {
		for _, page := range bundle.Pages {
			note(p.add(&p.pages, p.pageItem(page.Path)))
			note(p.add(&p.pages, p.dataItem(page.Path)))
		}
		if bundle.NotFound != nil {
			note(p.add(&p.pages, p.notFoundItem(bundle.Site.Path)))
		}
	}
	for _, name := range documents {
		if document := p.website.Document("/" + name); document != nil {
			note(p.add(&p.pages, ready(name, "/"+name, document, compressed)))
		}
	}
	main := p.revision.Main()
	if main != nil {
		for _, address := range slices.Sorted(maps.Keys(main.WellKnown)) {
			name := strings.TrimPrefix(address, "/")
			note(p.add(&p.pages, ready(name, address, p.website.Document(address), compressed)))
		}
	}
	all := p.redirects()
	if len(all) > 0 {
		note(p.add(&p.pages, ready("_redirects", "_redirects", redirectRules(all), plain)))
	}
	note(p.add(&p.pages, ready("_headers", "_headers", headerRules(options.Headers, main), plain)))
	// The last: a page or file that needs the name goes first.
	for _, r := range all {
		it := ready(redirectFile(r.from), r.from, r.document(), compressed)
		if p.add(&p.pages, it) != nil {
			p.unfiled = append(p.unfiled, r.from)
		}
	}
	return p, errors.Join(problems...)
}

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

// addresses returns those of all assets, images and pictures, sorted.
func (p *plan) addresses(built []string) ([]string, error) {
	all := slices.Clone(built)
	var problems []error
	for _, bundle := range p.revision.Sites {
		made := bundle.Site.Assets
		all = append(all, made.Stylesheet, made.Sprite, made.TouchIcon, made.Icon, made.Manifest)
		all = append(all, made.Fonts...)
		for address := range bundle.Files {
			all = append(all, address)
		}
		for _, page := range bundle.Pages {
			base := strings.TrimSuffix(page.Head.Canonical, page.Path)
			if address, ours := strings.CutPrefix(page.Head.Image, base); ours && strings.HasPrefix(address, "/og/") {
				all = append(all, address)
			}
		}
		icons, err := p.iconsOf(made.Manifest)
		if err != nil {
			problems = append(problems, fmt.Errorf("read %s: %w", made.Manifest, err))
		}
		all = append(all, icons...)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(address string) bool { return address == "" }), errors.Join(problems...)
}

// iconsOf returns the addresses of the icons that a web app manifest names.
func (p *plan) iconsOf(address string) ([]string, error) {
	if address == "" {
		return nil, nil
	}
	manifest := p.website.Asset(address)
	if manifest == nil {
		return nil, errMissing
	}
	var content struct {
		Icons []struct {
			Source string `json:"src"`
		} `json:"icons"`
	}
	if err := json.Unmarshal(manifest.Body, &content); err != nil {
		return nil, err
	}
	var addresses []string
	for _, icon := range content.Icons {
		addresses = append(addresses, icon.Source)
	}
	return addresses, nil
}

var errMissing = errors.New("it is not there")

func (p *plan) fileItem(address string) item {
	return item{name: strings.TrimPrefix(address, "/"), address: address, hashed: true, make: func(context.Context) (*site.Representation, error) {
		return expect(p.website.Asset(address), http.StatusOK)
	}}
}

func (p *plan) pageItem(at string) item {
	return item{name: htmlFile(at), address: at, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(p.website.Page(ctx, at), http.StatusOK)
	}}
}

func (p *plan) dataItem(at string) item {
	name := "api/page-data/index.json"
	if at != "/" {
		name = "api/page-data" + at + ".json"
	}
	return item{name: name, address: "the data of " + at, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(p.website.PageData(ctx, at), http.StatusOK)
	}}
}

// notFoundItem asks for a path that no page can have: it has no meaning on the web.
func (p *plan) notFoundItem(scope string) item {
	below := strings.TrimSuffix(scope, "/")
	return item{name: strings.TrimPrefix(below+"/404.html", "/"), address: "the not-found page of " + scope, make: func(ctx context.Context) (*site.Representation, error) {
		return expect(p.website.Page(ctx, below+"/\x00"), http.StatusNotFound)
	}}
}

func ready(name, address string, r *site.Representation, how siblings) item {
	return item{name: name, address: address, siblings: how, make: func(context.Context) (*site.Representation, error) { return r, nil }}
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

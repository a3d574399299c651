package studio

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

// bytes returns what a file holds as it is edited; nil where there is none.
func (r *request) bytes(file string) ([]byte, error) {
	if data, drafted := r.drafted[file]; drafted {
		return data, nil
	}
	data, _, err := r.Drafts.Folder.ReadFile(file)
	return data, err
}

func (r *request) tree(file string) *yamldoc.Tree {
	tree, known := r.trees[file]
	if !known {
		if data, err := r.bytes(file); err == nil && data != nil {
			tree, _ = yamldoc.ReadTree(file, data) // a file that cannot be read has no values
		}
		r.trees[file] = tree
	}
	return tree
}

func (r *request) has(file, at string) bool {
	_, found := r.tree(file).At(at)
	return found
}

// home returns leaves with what there is in their files: what a language leaves out is at home in the original, and
// what is made of several values in what these stand in. Those come last: another leaf may have the same words.
func (r *request) home(leaves []content.Leaf) []content.Leaf {
	exact, made := []content.Leaf{}, []content.Leaf{}
	for _, leaf := range leaves {
		original := r.files[leaf.File].Original
		if original != "" && !r.has(leaf.File, leaf.At) && r.has(original, leaf.At) {
			leaf.File = original
		}
		if r.has(leaf.File, leaf.At) {
			exact = append(exact, leaf)
			continue
		}
		for leaf.At != "" && !r.has(leaf.File, leaf.At) {
			leaf.At = leaf.At[:max(0, strings.LastIndexAny(leaf.At, ".["))]
		}
		if leaf.At != "" {
			made = append(made, leaf)
		}
	}
	return append(exact, made...)
}

// problem is one of check, with the path of the value that it is about.
type problem struct {
	yamldoc.Problem
	At string `json:"at"`
}

// placed returns problems of a file, or where that is empty of all files that one may see, with the paths of values.
func (r *request) placed(all []yamldoc.Problem, file string) []problem {
	found := []problem{}
	for _, p := range all {
		if file != "" && p.File != file || file == "" && !r.mayFile(people.View, p.File) {
			continue
		}
		at := r.places[p.File]
		if at == nil {
			data, _ := r.bytes(p.File) // a file that is not there has no places
			at = yamldoc.Places(p.File, data)
			r.places[p.File] = at
		}
		found = append(found, problem{p, at(p.Line, p.Column)})
	}
	return found
}

// maxHeld is how many mistakes are named as the reason why pages stay as they were.
const maxHeld = 3

// held returns the first mistakes that keep the preview of all pages as it was before them: of those that a request may
// see. It is nil where there are none at all.
func (r *request) held() []problem {
	if r.edition.Revision != nil {
		return nil
	}
	first, _ := r.first(yamldoc.Error, r.edition.Problems, maxHeld)
	return first
}

// first returns the first problems of a severity that a request may see, and how many of them there are. To place one,
// its file is read.
func (r *request) first(severity yamldoc.Severity, all []yamldoc.Problem, most int) (found []problem, count int) {
	listed := []yamldoc.Problem{}
	for _, p := range all {
		if p.Severity == severity && r.mayFile(people.View, p.File) {
			if count++; count <= most {
				listed = append(listed, p)
			}
		}
	}
	return r.placed(listed, ""), count
}

// pages returns those of all sites that a request may see.
func (r *request) pages() (any, error) {
	type page struct {
		content.WrittenPage
		Changed bool `json:"changed"`
	}
	all := []page{}
	for _, p := range r.edition.Pages() {
		if indexOf(r.sites, p.Site) >= 0 {
			_, changed := r.drafted[p.File]
			all = append(all, page{p, changed})
		}
	}
	return all, nil
}

func (r *request) page() (any, error) {
	path, id := r.URL.Query().Get("path"), r.URL.Query().Get("site")
	var of content.WrittenSite
	pages := r.edition.Pages()
	i := slices.IndexFunc(pages, func(p content.WrittenPage) bool {
		in := indexOf(r.sites, p.Site)
		if in < 0 || p.Path != path || id != p.Site && (id != "" || r.sites[in].Space != r.visit.Space) {
			return false
		}
		of = r.sites[in]
		return true
	})
	if i < 0 {
		return nil, notFound
	}
	p, sections := pages[i], []content.WrittenSection{}
	for _, written := range r.edition.Sections(p) {
		written.Leaves = r.home(written.Leaves)
		sections = append(sections, written)
	}
	shown := p.Path
	if shown == "" { // any address of the site that has no page
		shown = strings.TrimSuffix(of.Settings.Path, "/") + "/404"
	}
	return object{
		"file": p.File, "title": p.Title, "sections": sections, "around": r.home(r.edition.Around(p.Site)),
		"problems": r.problems(p.File), "held": r.held(),
		"preview": previewPath + shown + "?site=" + url.QueryEscape(p.Site),
		"shown":   r.shown(p, of),
	}, nil
}

// known returns the file that a request names, if it is one of the website that its sender may see.
func (r *request) known() (found content.WrittenFile, err error) {
	name := r.URL.Query().Get("file")
	found, ok := r.files[name]
	if !ok || !r.mayFile(people.View, name) {
		return found, notFound
	}
	return found, nil
}

func version(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

func (r *request) file() (any, error) {
	file, err := r.known()
	if err != nil {
		return nil, err
	}
	data, err := r.bytes(file.Path)
	if err != nil {
		return nil, unfit(err.Error())
	} else if data == nil {
		return nil, notFound
	}
	listed, err := r.listed(file.Path)
	return object{
		"file": file.Path, "version": version(data), "schema": file.Schema, "values": r.tree(file.Path),
		"source": string(data), "changes": listed, "problems": r.problems(file.Path),
	}, err
}

func (r *request) schema() (any, error) {
	data, known := r.Schemas[r.PathValue("name")]
	if !known {
		return nil, notFound
	}
	return raw{contentType: "application/schema+json", caching: "private, max-age=3600", data: data}, nil
}

func (r *request) icon() (any, error) {
	name, is := strings.CutSuffix(r.PathValue("name"), ".svg")
	symbol, known := r.Icons.Symbol(site.Icon(name))
	if !is || !known {
		return nil, notFound
	}
	const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" ` +
		`stroke-width="2" stroke-linecap="round" stroke-linejoin="round">`
	data := []byte(begin + symbol + "</svg>")
	return raw{contentType: "image/svg+xml", caching: "private, max-age=86400", data: data}, nil
}

// choices returns what values of a site may name.
func (r *request) choices() (any, error) {
	links, icons, entries := []object{}, []object{}, map[string][]object{}
	for _, p := range r.edition.Pages() {
		if p.Site == r.of.ID && p.Path != "" {
			links = append(links, object{"to": p.Path, "title": p.Title})
		}
	}
	for _, k := range site.Kinds {
		for id, value := range k.Of(r.of.Made).AnyEntries() {
			entries[k.Name] = append(entries[k.Name], object{"id": id, "title": titleOf(value, id)})
		}
	}
	for _, name := range r.Icons.Names() {
		icons = append(icons, object{"name": name})
	}
	return object{
		"icons": icons, "pictures": r.edition.Pictures(tree.FolderOf(r.of.Folder)), "links": links, "references": entries,
		"facts": r.edition.Facts(r.of.ID), "zone": r.of.Settings.Location.String(),
	}, nil
}

// picture returns a picture in little, for who chooses one. Nothing in it runs.
func (r *request) picture() (any, error) {
	file, err := r.known()
	if err != nil {
		return nil, err
	}
	found, ok := r.edition.Picture(tree.FolderOf(file.Path), r.URL.Query().Get("src"))
	if !ok || !r.session.Person.May(people.View, r.siteOf(found.Path)) {
		return nil, notFound
	}
	small := r.Preview.Small(found.Small())
	if small == nil {
		return nil, notFound
	}
	r.w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	return raw{contentType: small.ContentType, caching: "private, max-age=60", data: small.Body}, nil
}

// titleOf returns what an entry of a collection is called.
func titleOf(value any, id string) string {
	data, err := json.Marshal(value)
	var words struct{ Name, Title, Label string }
	if err != nil || json.Unmarshal(data, &words) != nil {
		return id
	}
	return cmp.Or(words.Name, words.Title, words.Label, id)
}

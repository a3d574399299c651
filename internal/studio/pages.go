package studio

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

// edition returns the folder with all drafts over it.
func (s *Studio) edition(ctx context.Context) (*content.Edition, map[string][]byte, error) {
	files, err := s.Drafts.Files(ctx)
	if err != nil {
		return nil, nil, err
	}
	edition, err := s.Preview.With(ctx, files)
	return edition, files, err
}

// sites returns the sites that a request may see: on the host of the main site all, on any other those that live there.
func (s *Studio) sites(r *request, edition *content.Edition) (seen []content.WrittenSite) {
	for _, one := range edition.Sites() {
		if r.isHere(one) && r.session.Person.May(people.View, one.ID) {
			seen = append(seen, one)
		}
	}
	return seen
}

func (r *request) isHere(one content.WrittenSite) bool {
	return r.visit.Space == "" || r.visit.Space == one.Space
}

// mayFile reports whether a request may do something with a file: by the role of its sender, on the host that it came to.
func (r *request) mayFile(action people.Action, edition *content.Edition, file string) bool {
	id := siteOf(edition, file)
	return r.session.Person.May(action, id) && (r.visit.Space == "" ||
		slices.ContainsFunc(edition.Sites(), func(one content.WrittenSite) bool { return one.ID == id && r.isHere(one) }))
}

func (s *Studio) pages(r *request) (any, error) {
	edition, drafted, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	type page struct {
		Site    string `json:"site"`
		Path    string `json:"path"`
		Title   string `json:"title"`
		File    string `json:"file"`
		Draft   bool   `json:"draft"`
		Changed bool   `json:"changed"`
	}
	seen, all := s.sites(r, edition), []page{}
	for _, p := range edition.Pages() {
		if slices.ContainsFunc(seen, func(one content.WrittenSite) bool { return one.ID == p.Site }) {
			_, changed := drafted[p.File]
			all = append(all, page{p.Site, p.Path, string(p.Title), p.File, p.Hidden, changed})
		}
	}
	return all, nil
}

// problem is one of check, with the path of the value that it is about.
type problem struct {
	yamldoc.Problem
	At string `json:"at"`
}

// files reads files as they are edited, each once.
type files struct {
	s       *Studio
	drafted map[string][]byte
	trees   map[string]*yamldoc.Tree
	places  map[string]func(line, column int) string
}

// bytes returns what a file holds; nil where there is none.
func (f *files) bytes(file string) ([]byte, error) {
	if data, drafted := f.drafted[file]; drafted {
		return data, nil
	}
	data, _, err := f.s.Drafts.Folder.ReadFile(file)
	return data, err
}

func (f *files) tree(file string) *yamldoc.Tree {
	if f.trees == nil {
		f.trees = map[string]*yamldoc.Tree{}
	}
	tree, known := f.trees[file]
	if !known {
		if data, err := f.bytes(file); err == nil && data != nil {
			tree, _ = yamldoc.ReadTree(file, data) // a file that cannot be read has no values
		}
		f.trees[file] = tree
	}
	return tree
}

func (f *files) has(file, at string) bool {
	tree := f.tree(file)
	if tree == nil {
		return false
	}
	_, found := tree.At(at)
	return found
}

// home returns leaves with what there is in their files: what a language leaves out is at home in the original, and what
// is made of several values in what these stand in. Those come last: another leaf may have the same words.
func (f *files) home(leaves []content.Leaf, originals map[string]string) []content.Leaf {
	exact, made := []content.Leaf{}, []content.Leaf{}
	for _, leaf := range leaves {
		if original := originals[leaf.File]; original != "" && !f.has(leaf.File, leaf.At) && f.has(original, leaf.At) {
			leaf.File = original
		}
		if f.has(leaf.File, leaf.At) {
			exact = append(exact, leaf)
			continue
		}
		for leaf.At != "" && !f.has(leaf.File, leaf.At) {
			leaf.At = leaf.At[:max(0, strings.LastIndexAny(leaf.At, ".["))]
		}
		if leaf.At != "" {
			made = append(made, leaf)
		}
	}
	return append(exact, made...)
}

// problems returns those of a file.
func (f *files) problems(all []yamldoc.Problem, file string) []problem {
	found := []problem{}
	for _, p := range all {
		if p.File == file {
			found = append(found, f.placed(p))
		}
	}
	return found
}

// placed returns a problem with the path of the value that it is about.
func (f *files) placed(p yamldoc.Problem) problem {
	if f.places == nil {
		f.places = map[string]func(line, column int) string{}
	}
	at := f.places[p.File]
	if at == nil {
		data, _ := f.bytes(p.File) // a file that is not there has no places
		at = yamldoc.Places(p.File, data)
		f.places[p.File] = at
	}
	return problem{p, at(p.Line, p.Column)}
}

func (s *Studio) page(r *request) (any, error) {
	edition, drafted, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	path, id := r.URL.Query().Get("path"), r.URL.Query().Get("site")
	seen, pages := s.sites(r, edition), edition.Pages()
	i := slices.IndexFunc(pages, func(p content.WrittenPage) bool {
		in := slices.IndexFunc(seen, func(one content.WrittenSite) bool { return one.ID == p.Site })
		return in >= 0 && p.Path == path && (id == p.Site || id == "" && seen[in].Space == r.visit.Space)
	})
	if i < 0 {
		return nil, notFound
	}
	p, f, originals := pages[i], &files{s: s, drafted: drafted}, map[string]string{}
	shown := p.Path
	if shown == "" { // any address of the site that has no page
		in := slices.IndexFunc(seen, func(one content.WrittenSite) bool { return one.ID == p.Site })
		shown = strings.TrimSuffix(seen[in].Settings.Path, "/") + "/404"
	}
	for _, file := range edition.Files() {
		originals[file.Path] = file.Original
	}
	type section struct {
		Type   string         `json:"type"`
		File   string         `json:"file"`
		At     string         `json:"at"`
		Leaves []content.Leaf `json:"leaves"`
	}
	sections, found := []section{}, f.problems(edition.Problems, p.File)
	for _, written := range edition.Sections(p) {
		sections = append(sections, section{written.Type, written.File, written.At, f.home(written.Leaves, originals)})
	}
	return struct {
		File     string         `json:"file"`
		Title    string         `json:"title"`
		Sections []section      `json:"sections"`
		Around   []content.Leaf `json:"around"`
		Problems []problem      `json:"problems"`
		Preview  string         `json:"preview"`
	}{
		p.File, string(p.Title), sections, f.home(edition.Around(p.Site), originals), found,
		previewPath + shown + "?site=" + url.QueryEscape(p.Site),
	}, nil
}

// known returns a file that a request names, if it is one of the website that its sender may do something with.
func (s *Studio) known(r *request, edition *content.Edition, name string, action people.Action) (
	found content.WrittenFile, err error,
) {
	all := edition.Files()
	i := slices.IndexFunc(all, func(f content.WrittenFile) bool { return f.Path == name })
	if i < 0 || !slices.ContainsFunc(s.sites(r, edition), func(one content.WrittenSite) bool { return one.ID == all[i].Site }) {
		return found, notFound
	}
	if !r.session.Person.May(action, all[i].Site) {
		return found, forbidden
	}
	return all[i], nil
}

func version(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

func (s *Studio) file(r *request) (any, error) {
	edition, drafted, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	file, err := s.known(r, edition, r.URL.Query().Get("file"), people.View)
	if err != nil {
		return nil, err
	}
	f := &files{s: s, drafted: drafted}
	data, err := f.bytes(file.Path)
	if err != nil {
		return nil, failure{http.StatusUnprocessableEntity, "unfit", err.Error()}
	} else if data == nil {
		return nil, notFound
	}
	listed, err := s.listed(r, edition, file.Path)
	if err != nil {
		return nil, err
	}
	return struct {
		File     string         `json:"file"`
		Version  string         `json:"version"`
		Schema   string         `json:"schema"`
		Values   *yamldoc.Tree  `json:"values"`
		Source   string         `json:"source"`
		Changes  []listedChange `json:"changes"`
		Problems []problem      `json:"problems"`
	}{
		file.Path, version(data), file.Schema, f.tree(file.Path), string(data), listed,
		f.problems(edition.Problems, file.Path),
	}, nil
}

func (s *Studio) schema(r *request) (any, error) {
	data, known := s.Schemas[r.PathValue("name")]
	if !known {
		return nil, notFound
	}
	return represented{"application/schema+json", "private, max-age=3600", data}, nil
}

func (s *Studio) icon(r *request) (any, error) {
	name, is := strings.CutSuffix(r.PathValue("name"), ".svg")
	symbol, known := s.Icons.Symbol(site.Icon(name))
	if !is || !known {
		return nil, notFound
	}
	const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" ` +
		`stroke-width="2" stroke-linecap="round" stroke-linejoin="round">`
	return represented{"image/svg+xml", "private, max-age=86400", []byte(begin + symbol + "</svg>")}, nil
}

// choices returns what values of a site may name.
func (s *Studio) choices(r *request) (any, error) {
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	type link struct {
		To    string `json:"to"`
		Title string `json:"title"`
	}
	type entry struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	}
	type icon struct {
		Name string `json:"name"`
	}
	seen := s.sites(r, edition)
	i := slices.IndexFunc(seen, func(one content.WrittenSite) bool { return one.ID == r.URL.Query().Get("site") })
	if i < 0 {
		return nil, notFound
	}
	of, links, entries := seen[i], []link{}, map[string][]entry{}
	for _, p := range edition.Pages() {
		if p.Site == of.ID && p.Path != "" {
			links = append(links, link{p.Path, string(p.Title)})
		}
	}
	for _, k := range site.Kinds {
		for id, value := range k.Of(of.Made).AnyEntries() {
			entries[k.Name] = append(entries[k.Name], entry{id, titleOf(value, id)})
		}
	}
	var icons []icon
	for _, name := range s.Icons.Names() {
		icons = append(icons, icon{name})
	}
	folder, _, _ := strings.Cut(of.Folder, "/")
	return struct {
		Icons      []icon                  `json:"icons"`
		Pictures   []string                `json:"pictures"`
		Links      []link                  `json:"links"`
		References map[string][]entry      `json:"references"`
		Facts      map[string]content.Fact `json:"facts"`
	}{icons, edition.Pictures(folder), links, entries, edition.Facts(of.ID)}, nil
}

// picture returns a picture as it is in the folder, for who chooses one. Nothing in it runs.
func (s *Studio) picture(r *request) (any, error) {
	edition, _, err := s.edition(r.Context())
	if err != nil {
		return nil, err
	}
	file, err := s.known(r, edition, r.URL.Query().Get("file"), people.View)
	if err != nil {
		return nil, err
	}
	folder, _, _ := strings.Cut(file.Path, "/")
	found, ok := edition.Picture(folder, r.URL.Query().Get("src"))
	if !ok || !r.session.Person.May(people.View, siteOf(edition, found.Path)) {
		return nil, notFound
	}
	picture, err := found.Open()
	if err != nil {
		return nil, err
	}
	defer picture.Close()
	data, err := io.ReadAll(picture)
	r.w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	return represented{found.ContentType, "private, max-age=60", data}, err
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

// title returns words for a change: the page or the file that it is in, then the steps of its path.
func title(edition *content.Edition, file, at string) string {
	_, below, _ := strings.Cut(file, "/")
	words := []string{humanized(strings.TrimSuffix(below[strings.LastIndexByte(below, '/')+1:], ".yaml"))}
	for _, p := range edition.Pages() {
		if p.File == file && p.Title != "" {
			words[0] = string(p.Title)
		}
	}
	for step := range strings.FieldsFuncSeq(at, func(sign rune) bool { return strings.ContainsRune(".[]", sign) }) {
		if n, err := fmt.Sscanf(step, "%d", new(int)); n == 1 && err == nil && words[len(words)-1] == "Sections" {
			words = words[:len(words)-1] // its type comes next
		} else if n == 1 {
			words[len(words)-1] += " " + step
		} else {
			words = append(words, humanized(step))
		}
	}
	return strings.Join(words, " · ")
}

// humanized returns a key or a name as words: publishAt as Publish at.
func humanized(name string) string {
	var out bytes.Buffer
	for i, sign := range name {
		switch {
		case i == 0:
			out.WriteRune(unicode.ToUpper(sign))
		case sign == '-' || sign == '_':
			out.WriteByte(' ')
		case unicode.IsUpper(sign) && utf8.RuneLen(sign) == 1:
			out.WriteByte(' ')
			out.WriteRune(unicode.ToLower(sign))
		default:
			out.WriteRune(sign)
		}
	}
	return out.String()
}

package content

import (
	"cmp"
	"context"
	"io/fs"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/content/media"
	"github.com/evenlight/marquee/internal/content/memfs"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/translation"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// Editions are what a folder would be with other files over it, for those who edit them. They are made one at a time,
// and the last one is kept: it is the answer as long as nothing has changed.
type Editions struct {
	source *Source
	attach func(*site.Bundle) site.Assets

	mu     sync.Mutex
	reader *tree.Reader
	last   *Edition
}

// NewEditions returns the editions of a folder. Attach is as [outline.Options.Attach].
func NewEditions(source *Source, attach func(*site.Bundle) site.Assets) *Editions {
	return &Editions{source: source, attach: attach}
}

// Edition is what the folder would be, and where all of that is written.
type Edition struct {
	Revision *site.Revision // nil where the files have errors
	Problems []yamldoc.Problem
	website  *outline.Website
	folder   fs.FS
}

// Folder returns the files that the edition is made of.
func (e *Edition) Folder() fs.FS { return e.folder }

// With returns the folder with other files over it, as who edits it sees it: with drafts, and with what is not due. A
// file that is nil is not there. What is live is not touched, and no load waits for it.
func (e *Editions) With(ctx context.Context, files map[string][]byte) (*Edition, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.source.mu.Lock()
	options, now := e.source.loader.options, e.source.now()
	if e.reader == nil {
		e.reader = e.source.loader.reader.Beside(nil)
	}
	e.source.mu.Unlock()
	folder := e.source.over(files)
	t, err := e.reader.Read(ctx, folder)
	if err != nil {
		return nil, err
	}
	if e.last != nil && t.Equal(e.last.website.Tree) && e.last.rightAt(now) {
		return e.last, nil
	}
	options.Drafts, options.Attach, options.History = true, e.attach, nil
	made, err := build(ctx, options, t, now)
	if err != nil {
		return nil, err
	}
	e.last = &Edition{made.revision, made.problems, made.website, folder}
	return e.last, nil
}

func (e *Edition) rightAt(now time.Time) bool {
	return e.Revision == nil || e.Revision.ValidUntil.IsZero() || now.Before(e.Revision.ValidUntil)
}

func (s *Source) over(files map[string][]byte) memfs.FS {
	over := memfs.FS{Base: tree.Folder(s.dir), Files: map[string]*memfs.File{}}
	for name, data := range files {
		over.Files[name] = nil
		if sum, ok := media.SumIn(data); ok && media.IsSummed(name) {
			if found, err := s.bytes(sum); err == nil { // else it is gone, as check says
				over.Files[name] = found
			}
		} else if data != nil {
			over.Files[name] = memfs.Bytes(data)
		}
	}
	return over
}

// WrittenSite is a site of an edition, in one language.
type WrittenSite struct {
	ID       string
	Original string // the id of the site in its first language; empty for that itself
	Space    string // see [site.Revision]
	Folder   string // of its files: business, or business/de
	Settings *site.Site
	Made     *site.Bundle // what its collections hold
}

// Sites returns the sites, the main one first.
func (e *Edition) Sites() (all []WrittenSite) {
	for _, s := range e.website.Sites {
		made := WrittenSite{ID: s.ID, Space: s.Space, Folder: s.Folder, Settings: s.Out, Made: s.Made}
		if s.Original != nil {
			made.Original, made.Folder = s.Original.ID, s.Folder+"/"+s.Tag
		}
		all = append(all, made)
	}
	return all
}

// WrittenPage is a page of an edition, and the file that it is written in.
type WrittenPage struct {
	Site   string    `json:"site"`
	Path   string    `json:"path"`
	Title  site.Text `json:"title"`
	File   string    `json:"file"`
	Hidden bool      `json:"draft"` // whether visitors do not see it now
	// Of the first page of a collection: what its entries are.
	Collection  site.EntryKind `json:"collection,omitempty"`
	From, Until time.Time      `json:"-"` // when it is there, unless it is a draft; zero for always
	page        *outline.Page
}

// Aliases are the former addresses that the page's file names.
func (p WrittenPage) Aliases() []string { return p.page.Aliases() }

// Pages returns all pages that have a file, in the order of sites and files. A page for unknown addresses has no path.
func (e *Edition) Pages() (all []WrittenPage) {
	for _, s := range e.website.Sites {
		pages := s.Pages
		if s.OwnNotFound != nil {
			pages = append(pages[:len(pages):len(pages)], s.OwnNotFound)
		}
		for _, p := range pages {
			if p.Owner != s || p.File == nil || p.Out == nil {
				continue
			}
			written := WrittenPage{
				Site: s.ID, Path: p.Path, Title: p.Out.Title, File: p.Entry.Path, From: p.Window.From, Until: p.Window.Until,
				Hidden: !e.website.Clock(s, &outline.Dependencies{}).In(p.Window), page: p,
			}
			if p.Out.List != nil {
				written.Collection = p.Out.List.Kind
			}
			all = append(all, written)
		}
	}
	return all
}

// WrittenFile is a file that people edit.
type WrittenFile struct {
	Path, Site string // the site in the language of the file's folder
	Schema     string // the name of its JSON Schema
	Original   string // of a translation that may leave out what the original has, that file; else empty
}

// Files returns all YAML and Markdown files of the sites, in the order of their paths.
func (e *Edition) Files() (all []WrittenFile) {
	for _, entry := range e.website.Tree.List {
		file := WrittenFile{Path: entry.Path, Site: entry.Site, Schema: strings.TrimSuffix(string(entry.Kind), ".yaml")}
		switch {
		case entry.Kind == tree.KindTerms, entry.Kind == tree.KindPrivacy:
			file.Schema = "legal"
		case entry.Kind.IsPage():
			file.Schema = "page"
		}
		if entry.Language != "" {
			file.Site += "." + entry.Language
		}
		if file.Original = entry.Original(); file.Original != "" {
			file.Schema += ".translation"
		}
		all = append(all, file)
	}
	return all
}

// Fact is what a text may refer to, such as plans.pro.price: its words, and where they are written.
type Fact struct {
	Words string `json:"words"`
	Home  Leaf   `json:"home"`
}

// Facts returns all that texts of a site may refer to, by name. What is made of an entry is at home there.
func (e *Edition) Facts(id string) map[string]Fact {
	all := map[string]Fact{}
	s := e.website.ByID[id]
	if s == nil {
		return all
	}
	for name, value := range s.Values {
		fact := Fact{Words: cmp.Or(value.Text, value.Raw)}
		group, at, _ := strings.Cut(name, ".")
		switch file := s.Files[group]; {
		case value.File != nil:
			fact.Home.File, fact.Home.At = value.File.Doc.File, value.Path
		case file != nil:
			fact.Home.File, fact.Home.At = file.Doc.File, at
		}
		all[name] = fact
	}
	return all
}

// Contrasts returns the palettes of a site, light, dark or both, with what the pairs of colours have that text is put in.
func (e *Edition) Contrasts(id string) map[string][]outline.Contrast {
	all := map[string][]outline.Contrast{}
	s := e.website.ByID[id]
	if s == nil || s.Out == nil {
		return all
	}
	theme := s.Out.Theme
	all[theme.First()] = outline.Contrasts(theme.Colors)
	if theme.HasBoth() {
		all["light"] = outline.Contrasts(site.Colors(theme.Light.Colors))
		all["dark"] = outline.Contrasts(site.Colors(theme.Dark.Colors))
	}
	return all
}

// Translations returns the texts of a site in another language, by what is recorded of them. The edition must have no
// errors.
func (e *Edition) Translations(id string, record translation.Record) []translation.Text {
	s := e.website.ByID[id]
	if s == nil || s.Original == nil {
		return nil
	}
	return translation.Compare(e.website, s, record)
}

// Picture is the file of a picture.
type Picture struct {
	*media.File
	Folder string // of its site
}

// Src returns the picture, or the download, as the files of its own site name it.
func (p Picture) Src() string { return strings.TrimPrefix(p.Path, p.Folder+"/") }

// Small returns what shows the picture in little, and its address; of drawings and what moves, that itself.
func (p Picture) Small() (address string, file site.File) {
	shown := p.In(site.SlotLogo, "")
	return shown.URL, shown.Files[shown.URL]
}

// Picture returns the file of a picture as a site names it, such as images/oven.jpg or main:images/oven.jpg.
func (e *Edition) Picture(folder, src string) (found Picture, ok bool) {
	if other, below, named := strings.Cut(src, ":"); named {
		folder, src = other, below
	}
	file := e.website.Tree.Media[folder+"/"+src]
	if file == nil {
		return found, false
	}
	return Picture{file, folder}, true
}

// Pictures returns the paths of the pictures of a site, as its files name them.
func (e *Edition) Pictures(folder string) []string {
	all := []string{}
	for name := range e.website.Tree.Media {
		if in, below, _ := strings.Cut(name, "/"); in == folder && strings.HasPrefix(below, "images/") {
			all = append(all, below)
		}
	}
	slices.Sort(all)
	return all
}

// Media returns the pictures and the downloads of a site, in the order of their paths.
func (e *Edition) Media(folder string) (all []Picture) {
	for name, file := range e.website.Tree.Media {
		if in, _, _ := strings.Cut(name, "/"); in == folder && media.IsSummed(name) {
			all = append(all, Picture{file, folder})
		}
	}
	slices.SortFunc(all, func(a, b Picture) int { return cmp.Compare(a.Path, b.Path) })
	return all
}

// WrittenSection is one of what stands below each other on a page.
type WrittenSection struct {
	Type   string `json:"type"`
	File   string `json:"file"`
	At     string `json:"at"`
	Leaves []Leaf `json:"leaves"`
}

// Leaf is what visitors see of one value of a file.
type Leaf struct {
	Text string `json:"text"`
	// Of a picture, its address.
	Src  string `json:"src,omitempty"`
	File string `json:"file"`
	At   string `json:"at"`
}

// Sections returns what the page shows from top to bottom, as templates mark it with data-section.
func (e *Edition) Sections(p WrittenPage) (all []WrittenSection) {
	out, file := p.page.Out, p.page.File.Doc.File
	add := func(kind, file, at string, values ...any) {
		w := &leaves{edition: e, owner: p.page.Site, file: file}
		for _, value := range values {
			w.walk(reflect.ValueOf(value), at)
		}
		all = append(all, WrittenSection{kind, file, at, w.found})
	}
	if out.Legal != nil {
		add("legal", file, "", out.Legal)
	}
	if out.NotFound != nil {
		add("not-found", file, "notFound", out.NotFound)
	}
	head := struct {
		Title site.Text `yaml:"title"`
		site.EntryFields
	}{out.Title, out.EntryFields}
	if out.Entry != nil {
		add("entry", file, "", head)
	}
	if out.List != nil {
		add("list", file, "", head)
	}
	for i, section := range out.Sections {
		written := p.page.Written[i]
		add(section.Type, written.File.Doc.File, written.At.Child(section.Type).String(), section.Body)
	}
	if out.List != nil {
		add("entries", file, "collection")
	}
	return all
}

// Around returns what each page of a site has besides its sections: bar, footer, and what else site.yaml says.
func (e *Edition) Around(id string) []Leaf {
	s := e.website.ByID[id]
	if s == nil || s.Out == nil || s.File == nil {
		return nil
	}
	w := &leaves{edition: e, owner: s, file: s.File.Doc.File}
	w.walk(reflect.ValueOf(s.Out), "")
	return w.found
}

// leaves collects what is shown of values, each with the path that it is written at. What is computed stands for the
// keys that it is computed from; an entry of a collection is at home in a file of its own.
type leaves struct {
	edition *Edition
	owner   *outline.Site // that the page is of
	file    string        // empty where nobody knows
	found   []Leaf
}

// homes are the kinds of content by the types of their entries.
var homes = func() map[reflect.Type]*site.Kind {
	all := map[reflect.Type]*site.Kind{}
	for _, k := range site.Kinds {
		if t := k.Entry(); t.Kind() == reflect.Struct && t != reflect.TypeFor[site.Section]() {
			all[t] = k
		}
	}
	return all
}()

func (w *leaves) add(text, src, at string) {
	if text = strings.TrimSpace(text); w.file != "" && (text != "" || src != "") {
		w.found = append(w.found, Leaf{text, src, w.file, at})
	}
}

func (w *leaves) walk(v reflect.Value, at string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			w.walk(v.Elem(), at)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.walk(v.Index(i), at+"["+strconv.Itoa(i)+"]")
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[site.Text]() {
			w.add(v.String(), "", at)
		}
	case reflect.Struct:
		w.walkStruct(v, at)
	}
}

func (w *leaves) walkStruct(v reflect.Value, at string) {
	switch value := v.Interface().(type) {
	case site.Markdown:
		w.markdown(value.Nodes, at)
		return
	case site.Image:
		w.add(string(value.Alt), value.URL, at)
		return
	case site.Section:
		w.walk(reflect.ValueOf(value.Body), join(at, value.Type))
		return
	}
	if kind := homes[v.Type()]; kind != nil {
		if id := v.FieldByName("ID"); id.IsValid() {
			w.entry(v, kind, id.String())
		}
		return
	}
	w.fields(v, at)
}

// entry adds what is shown of an entry of a collection: of the site that the page is of or, where that has none of this
// id, of the first one that has.
func (w *leaves) entry(v reflect.Value, kind *site.Kind, id string) {
	for _, s := range append([]*outline.Site{w.owner}, w.edition.website.Sites...) {
		if file := s.Files[kind.Name]; file != nil && slices.Contains(kind.Of(s.Made).IDs(), id) {
			inner := &leaves{edition: w.edition, owner: w.owner, file: file.Doc.File}
			inner.fields(v, id)
			w.found = append(w.found, inner.found...)
			return
		}
	}
}

func (w *leaves) fields(v reflect.Value, at string) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch value := v.Field(i); {
		case f.Anonymous:
			w.walk(value, at)
		case name == "-" && value.Kind() == reflect.String: // what is computed is called Text or PeriodText
			if f.Tag.Get("json") != "-" && strings.HasSuffix(f.Name, "Text") {
				w.add(value.String(), "", at)
			}
		case f.Tag.Get("of-key") != "": // all of it is made of one key
			made := &leaves{edition: w.edition, owner: w.owner, file: w.file}
			made.walk(value, at)
			for _, leaf := range made.found {
				w.add(leaf.Text, leaf.Src, join(at, f.Tag.Get("of-key")))
			}
		case name == "-": // entries know where they are written, and all else is made
			made := &leaves{edition: w.edition, owner: w.owner}
			made.walk(value, at)
			w.found = append(w.found, made.found...)
		case name != "" && f.Tag.Get("private") == "" && f.Tag.Get("json") != "-":
			w.walk(value, join(at, name))
		}
	}
}

// markdown adds each block of a text, of which browsers make an element.
func (w *leaves) markdown(nodes []site.Node, at string) {
	for _, node := range nodes {
		if slices.ContainsFunc(node.Children, func(child site.Node) bool { return blocks[child.Kind] }) {
			w.markdown(node.Children, at)
			continue
		}
		var words strings.Builder
		appendWords(&words, node)
		w.add(words.String(), "", at)
	}
}

var blocks = map[string]bool{
	"paragraph": true, "heading": true, "list": true, "item": true, "quote": true, "table": true, "titles": true,
	"row": true, "cell": true, "figure": true, "codeblock": true,
}

func appendWords(to *strings.Builder, node site.Node) {
	to.WriteString(node.Text)
	for _, child := range node.Children {
		appendWords(to, child)
	}
}

func join(at, key string) string { return strings.TrimPrefix(at+"."+key, ".") }

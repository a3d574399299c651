// Package translation compares a site with itself in another language, and exchanges the texts with translators.
//
// # Texts
//
// [Compare] lists the texts of the original that are words, each with what it is in the other language. Settings and
// collections are compared text by text. What is written whole in the folder of a language, as pages, blocks, lists of
// settings and lists of texts are, need not have the same texts: it is translated where it is there, and a text of it
// has a partner where both are built alike.
//
// # What is older than its original
//
// A date says nothing after a checkout, so a [Record] holds a short hash of each original text as it was when it was
// translated. It is the file translated.yaml in the folder of the language: sorted, a line for each text, to be kept
// with the content. A text that moves within its page is the same text. Without a line, nobody knows.
//
// # Files for translators
//
// [WriteXLIFF] and [ReadXLIFF] speak XLIFF 2.0 (OASIS); [Import] makes the files of a translation that came back.
package translation

import (
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/plan"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// State is how a text stands in another language.
type State string

// The states of a text.
const (
	Missing    State = "missing"      // it is not translated
	Stale      State = "stale"        // the original has changed since it was translated
	Unrecorded State = "not recorded" // it is translated, nobody knows when
	Current    State = "current"
	Removed    State = "removed" // the original had it when it was translated
)

// Text is a text of the original, and the same in another language.
type Text struct {
	File string `json:"file"`        // of the original, from the content folder: business/plans.yaml
	Line int    `json:"line"`        // in that
	In   string `json:"translation"` // its file in the other language: business/de/plans.yaml
	// Its path in the file; items that have a key are named by it: order.fields[name=day].label.
	Path  string `json:"path"`
	State State  `json:"state"`
	Words string `json:"source"`
	// Empty where it has none, or where the files are not built alike.
	Target string `json:"target,omitempty"`
	// Whether [Import] knows where the translation stands, or shall stand.
	Placed bool `json:"-"`
	// Whether it has a translation, or the file, block or list that is translated whole.
	there bool
	// The block or list that it is translated with; empty for none, and for pages.
	whole    string
	original *tree.File
}

// Same tells whether the translation has the words of the original.
func (t *Text) Same() bool { return t.Target == t.Words }

// key is where the record holds the text: the file below the folder of the site, and the path.
func (t *Text) key() (file, path string) {
	_, file, _ = strings.Cut(t.File, "/")
	return file, t.Path
}

// CompareShared returns the texts of the settings and collections of a site, which pages in its other languages show
// where these have none, and what they are in one of these. Lines are left out.
func CompareShared(website *outline.Website, in *outline.Site, record Record) (all []Text) {
	all = []Text{}
	var originals []*tree.File
	translations := map[string]*tree.File{} // by their originals
	for i, entry := range website.Tree.List {
		switch file := website.Tree.Files[i]; {
		case file == nil || entry.Site != in.Folder || entry.Kind.IsPage():
		case entry.Language == "":
			originals = append(originals, file)
		case entry.Language == in.Tag && entry.Original() != "":
			translations[entry.Original()] = file
		}
	}
	for _, original := range originals {
		own := path.Join(tree.FolderOfSite(in.ID), path.Base(original.Path))
		all = append(all, compareFiles(original, translations[original.Path], own, record)...)
	}
	return all
}

// Compare returns the texts of a site and what they are in one of its other languages, by file. The website must have
// no errors.
func Compare(website *outline.Website, in *outline.Site, record Record) []Text {
	all := CompareShared(website, in, record)
	for _, page := range append(slices.Clone(in.Original.Pages), in.Original.OwnNotFound) {
		if page == nil || page.RawPage != nil && page.RawPage.Draft {
			continue
		}
		others := page.Translations
		if page == in.Original.OwnNotFound {
			others = []*outline.Page{in.OwnNotFound}
		}
		own := tree.FolderOfSite(in.ID) + strings.TrimPrefix(page.File.Path, in.Folder)
		var translation *tree.File
		for _, other := range others {
			if other != nil && other.Site == in {
				translation, own = other.File, other.File.Path
			}
		}
		all = append(all, compareFiles(page.File, translation, own, record)...)
	}
	for i := range all {
		all[i].Line = all[i].original.Doc.At(all[i].Path, "", "", "").Line
	}
	return all
}

// compareFiles compares a file with its translation, which may be nil.
func compareFiles(original, translation *tree.File, in string, record Record) (all []Text) {
	from, to := wordsOf(original), &fileWords{}
	draft := false
	if translation != nil {
		to = wordsOf(translation)
		page, isPage := translation.Value.(*site.Page)
		draft = isPage && page.Draft
	}
	_, name, _ := strings.Cut(original.Path, "/")
	known := record[name]
	hashes := slices.Collect(maps.Values(known))
	for _, at := range from.paths {
		if !isWords(from.words[at]) {
			continue
		}
		t := Text{original: original, File: original.Path, In: in, Path: at, Words: from.words[at]}
		part := wholeAt(original.Kind, at)
		whole := part != "" || original.Kind.IsPage()
		t.there = translation != nil && !translation.Doc.FallsBack(at)
		if t.there && sameLists(from, to, at) {
			t.Target = to.words[at]
		}
		hash, recorded := known[at]
		// A copy that is to be translated, and what is new in it since somebody began.
		untouched := t.Same() || t.Target == "" && original.Kind.IsPage()
		switch {
		case !t.there:
			t.State = Missing
		case recorded && hash == Hash(t.Words), whole && slices.Contains(hashes, Hash(t.Words)):
			t.State = Current
		case recorded:
			t.State = Stale
		case untouched && (draft || whole && len(known) > 0):
			t.State = Missing
		default:
			t.State = Unrecorded
		}
		t.Placed, t.whole = !t.there || t.Target != "", part
		all = append(all, t)
	}
	return append(all, removed(all, from, Text{original: original, File: original.Path, In: in}, known)...)
}

// removed returns the texts of a record that the original does not have any more.
func removed(all []Text, from *fileWords, of Text, known map[string]string) (gone []Text) {
	if len(known) == 0 {
		return nil
	}
	explained := map[string]bool{} // hashes of texts that are there, and those of what they were
	for _, words := range from.words {
		explained[Hash(words)] = true
	}
	for _, t := range all {
		if t.State == Stale {
			explained[known[t.Path]] = true
		}
	}
	for _, at := range slices.Sorted(maps.Keys(known)) {
		if !explained[known[at]] {
			of.Path, of.State = at, Removed
			gone = append(gone, of)
		}
	}
	return gone
}

// filledIn is what a text has from elsewhere: {{facts.address}}, {title}.
var filledIn = regexp.MustCompile(`\{\{[^{}]*\}\}|\{\w+\}`)

// isWords tells whether a text is to be translated. What is the same in every language, such as an address, is not.
func isWords(typed string) bool {
	rest := strings.TrimSpace(filledIn.ReplaceAllString(typed, ""))
	switch {
	case !strings.ContainsFunc(rest, unicode.IsLetter), strings.HasPrefix(rest, "tel:"):
		return false
	case strings.ContainsAny(rest, " \n"): // a sentence may have an address in it
		return true
	case rest == "true", rest == "false", strings.ContainsAny(rest, "@#"), strings.Contains(rest, ":/"),
		strings.HasPrefix(rest, "/"), strings.HasPrefix(rest, "mailto:"), strings.HasPrefix(rest, tree.FilesFolder+"/"):
		return false
	}
	return true
}

// fileWords are the texts of a file.
type fileWords struct {
	paths []string          // in the order of the type
	words map[string]string // by their paths
	lists map[string]int    // how many items lists have
}

func wordsOf(f *tree.File) *fileWords {
	w := &fileWords{words: map[string]string{}, lists: map[string]int{}}
	w.visit(reflect.ValueOf(f.Value), plan.Of(reflect.TypeOf(f.Value)), "")
	return w
}

// visit adds the texts of a value, whose places in the file are as [yamldoc.Document] has them.
func (w *fileWords) visit(v reflect.Value, t *plan.Type, path string) {
	add := func(words string) {
		if words != "" {
			w.paths, w.words[path] = append(w.paths, path), words
		}
	}
	if v = reflect.Indirect(v); !v.IsValid() || !t.Words {
		return
	}
	switch t.Kind {
	case plan.Text:
		add(v.String())
	case plan.Markdown:
		add(string(v.Interface().(site.Markdown).Source))
	case plan.List:
		w.lists[path] = v.Len()
		for i := range v.Len() {
			name := yamldoc.ItemName("", "", i)
			if by := t.Elem.Known; by != nil {
				name = yamldoc.ItemName(by.Name, v.Index(i).FieldByIndex(by.Index).String(), i)
			}
			w.visit(v.Index(i), t.Elem, path+name)
		}
	case plan.Collection:
		for id, entry := range v.Addr().Interface().(site.AnyCollection).AnyEntries() {
			w.visit(reflect.ValueOf(entry), t.Elem, join(path, id))
		}
	case plan.Section:
		if section := v.Interface().(site.Section); section.Body != nil {
			body := reflect.ValueOf(section.Body)
			w.visit(body, plan.Of(body.Type()), join(path, section.Type))
		}
	default:
		for _, f := range t.Keys {
			if !f.Same && !f.Own && f.Type.Go != reflect.TypeFor[site.Business]() { // which programs read
				w.visit(v.FieldByIndex(f.Index), f.Type, join(path, f.Name))
			}
		}
	}
}

func join(path, key string) string { return strings.TrimPrefix(path+"."+key, ".") }

// wholeAt returns the block or list with which a text is translated; empty for none, and for pages.
func wholeAt(kind tree.Kind, path string) string {
	switch {
	case kind.IsPage():
		return ""
	case kind == tree.KindBlocks:
		id, _, _ := strings.Cut(path, ".")
		return id
	case kind == tree.KindSite:
		list, _, inList := strings.Cut(path, "[")
		if inList {
			return list
		}
	case strings.HasSuffix(path, "]"): // a list of texts alone
		return path[:strings.LastIndex(path, "[")]
	}
	return ""
}

// sameLists tells whether all lists that a text is in have as many items in both files.
func sameLists(a, b *fileWords, path string) bool {
	for i := range path {
		if list := path[:i]; path[i] == '[' && a.lists[list] != b.lists[list] && path[i+1] >= '0' && path[i+1] <= '9' {
			return false
		}
	}
	return true
}

package studio

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
)

// jsonSchema is what samples need to know of one.
type jsonSchema struct {
	Ref         string `json:"$ref"`
	Description string
	Pattern     string
	MaxLength   int
	Type        any
	Enum        []string
	Kind        string `json:"x-kind"`
	Of          string `json:"x-of"`
	Required    []string
	Properties  map[string]*jsonSchema
	Items       *jsonSchema
	AnyOf       []*jsonSchema
	OneOf       []*jsonSchema
	Definitions map[string]*jsonSchema
	Additional  json.RawMessage `json:"additionalProperties"` // false, or a schema
}

// beginner writes what something new begins with on a site.
type beginner struct {
	*request
	root     jsonSchema
	pages    map[string]bool // addresses
	list     string          // the address of a collection
	pictures []string
}

// beginnerFor prepares the least of a file that has a schema.
func (r *request) beginnerFor(schema string) (*beginner, error) {
	b := &beginner{request: r, pages: map[string]bool{}, pictures: r.edition.Pictures(tree.FolderOf(r.of.Folder))}
	for _, p := range r.edition.Pages() {
		if p.Site == r.of.ID {
			b.pages[p.Path] = true
			if p.Collection != "" {
				b.list = cmp.Or(b.list, p.Path)
			}
		}
	}
	return b, json.Unmarshal(r.Schemas[schema], &b.root)
}

// schema returns one without references and alternatives, and the words that the reference adds.
func (b *beginner) schema(s *jsonSchema) (found *jsonSchema, words string) {
	for s != nil {
		words = cmp.Or(words, s.Description)
		switch {
		case s.Ref != "":
			s = b.root.Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]
		case len(s.AnyOf) > 0:
			s = s.AnyOf[0]
		default:
			return s, words
		}
	}
	return &jsonSchema{}, words
}

// entry returns the least of an entry of a kind, in JSON: its words say what to write, and its name is the title.
func (b *beginner) entry(k *site.Kind, title string) (string, error) {
	if k.Entry() == reflect.TypeFor[site.Section]() {
		page, err := b.beginnerFor("page")
		if err != nil {
			return "", err
		}
		_, section, err := page.sample(site.SectionTypes()[0])
		if err != nil {
			return "", err
		}
		data, err := section.MarshalJSON()
		return string(data), err
	}
	var each jsonSchema
	err := json.Unmarshal(b.root.Additional, &each)
	s, _ := b.schema(&each)
	for _, name := range []string{"name", "title", "label"} { // as [titleOf] has them
		if s.Properties[name] != nil {
			return b.object(s, name, title), err
		}
	}
	return b.object(s, "", ""), err
}

// object returns what an object has to have, after its name where that is known. Of some keys it has one.
func (b *beginner) object(s *jsonSchema, name, title string) string {
	var members []string
	if name != "" {
		members = append(members, inJSON(name)+":"+inJSON(title))
	}
	keys := s.Required
	if len(s.OneOf) > 0 {
		keys = slices.Concat(keys, s.OneOf[0].Required)
	}
	for _, key := range keys {
		if key != name {
			members = append(members, inJSON(key)+":"+b.value(s.Properties[key], key))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

func (b *beginner) value(described *jsonSchema, key string) string {
	s, words := b.schema(described)
	switch ids := b.ids(s.Of); {
	case s.Items != nil:
		return "[" + b.value(s.Items, key) + "]"
	case s.Properties != nil:
		return b.object(s, "", "")
	case len(s.Enum) > 0:
		words = s.Enum[0]
	case s.Kind == "icon":
		words = append(b.Icons.Names(), "")[0]
	case s.Kind == "link":
		words = b.of.Settings.Path
	case s.Kind == "date":
		words = b.Drafts.Now().In(b.of.Settings.Location).Format(time.DateOnly)
	case len(ids) > 0:
		words = ids[0]
	case s.Type == "integer":
		words = "1"
	case key == "country": // such as GB, of en-GB
		_, region, _ := strings.Cut(b.of.Settings.Language, "-")
		words = cmp.Or(strings.ToUpper(region), words)
	case key == "currency":
		words = b.currency()
	case s.Pattern != "":
		for _, word := range []string{key, "1"} { // a name for programs, an amount
			if fits, err := regexp.MatchString(s.Pattern, word); err == nil && fits {
				words = word
			}
		}
	}
	if runes := []rune(words); s.MaxLength > 0 && len(runes) > s.MaxLength {
		words = string(runes[:s.MaxLength])
	}
	return inJSON(words)
}

// currency is that of what the site sells already.
func (b *beginner) currency() string {
	found := "EUR"
	for _, name := range []string{"products.yaml", "plans.yaml"} {
		b.tree(path.Join(b.of.Folder, name)).Texts(func(at, text string) {
			if strings.HasSuffix(at, ".currency") {
				found = text
			}
		})
	}
	return found
}

func inJSON(value any) string {
	data, _ := json.Marshal(value) // of texts
	return string(data)
}

// ids are the entries of a kind that the site has.
func (b *beginner) ids(kind string) []string {
	if k := site.KindCalled(kind); k != nil {
		return k.Of(b.of.Made).IDs()
	}
	return nil
}

// at returns the schema of a value of a page, and its words.
func (b *beginner) at(place string) (s *jsonSchema, words string) {
	s = &b.root
	for _, step := range strings.FieldsFunc(place, func(r rune) bool { return r == '.' || r == '[' }) {
		next := s.Items
		if !strings.HasSuffix(step, "]") {
			next = s.Properties[step]
			for _, form := range s.OneOf {
				next = cmp.Or(next, form.Properties[step])
			}
		}
		s, words = b.schema(next)
	}
	return s, words
}

// sampleAt is where the text of a page with a sample has the section.
const (
	sampleFile = "sample.yaml"
	sampleAt   = "sections[0]"
)

// maxReferred is how many entries a sample shows at most.
const maxReferred = 3

// sample returns the text of a page with the least of a section, and that. The entries, addresses and pictures that it
// names are those of the site, as far as it has any.
func (b *beginner) sample(name string) (text []byte, section *yamldoc.Tree, err error) {
	text = b.Samples[name]
	tree, err := yamldoc.ReadTree(sampleFile, text)
	set := func(at string, value any) {
		var change yamldoc.Change
		if change, err = setting(at, inJSON(value)); err == nil {
			text, err = yamldoc.Apply(sampleFile, text, change, nil)
		}
	}
	tree.Texts(func(at, value string) {
		s, _ := b.at(at)
		ids := b.ids(s.Of)
		switch {
		case err != nil:
		case len(ids) > 0 && strings.HasSuffix(at, "]"):
			set(at[:strings.LastIndexByte(at, '[')], ids[:min(len(ids), maxReferred)])
		case len(ids) > 0:
			set(at, ids[0])
		case strings.HasPrefix(value, "images/") && len(b.pictures) > 0 && !slices.Contains(b.pictures, value):
			set(at, b.pictures[0])
		case strings.HasSuffix(at, ".from") && b.list != "":
			set(at, b.list)
		case strings.HasPrefix(value, "/") && !b.pages[value]:
			set(at, b.of.Settings.Path)
		}
	})
	if err == nil {
		tree, err = yamldoc.ReadTree(sampleFile, text)
	}
	section, _ = tree.At(sampleAt)
	return text, section, err
}

// begun returns the texts that the sections or entries of a file begin with, each behind its path in
// them without the places of items.
func (r *request) begun(file content.WrittenFile) map[[2]string]bool {
	all := map[[2]string]bool{}
	add := func(from *yamldoc.Tree) {
		from.Texts(func(at, text string) { all[[2]string{itemPlaces.ReplaceAllString(at, ""), text}] = isSaid(text) })
	}
	k := site.KindCalled(file.Schema)
	if file.Schema == "page" || k != nil && k.Entry() == reflect.TypeFor[site.Section]() {
		for _, text := range r.Samples {
			page, _ := yamldoc.ReadTree(sampleFile, text) // which can be read
			section, _ := page.At(sampleAt)
			add(section)
		}
		return all
	}
	then, sites, begin := *r, r.edition.Sites(), new(yamldoc.Tree)
	if i := indexOf(sites, file.Site); i >= 0 && k != nil && isMade(k, sites[i]) && !isWord(k) {
		then.of = sites[i]
		if b, err := then.beginnerFor(k.Name); err == nil {
			if entry, err := b.entry(k, ""); err == nil && begin.UnmarshalJSON([]byte(entry)) == nil {
				add(begin)
			}
		}
	}
	return all
}

var itemPlaces = regexp.MustCompile(`\[\d+\]`)

// isSaid tells whether a text says something. Names of pictures, addresses and references do not, and a heading such as
// "Find us" may be one's own.
func isSaid(text string) bool {
	text = strings.TrimSpace(text)
	count := len(strings.Fields(text))
	return count > 3 || count > 1 && strings.ContainsAny(text[len(text)-1:], ".!?")
}

// unwritten returns the problems of a draft whose texts are as the gallery or an entry begins them. Those that visitors
// see already stay, and so does what they do not see.
func (r *request) unwritten(name string) (found []yamldoc.Problem) {
	data, file := r.drafted[name], r.files[name]
	isDraft := func(file *yamldoc.Tree) bool {
		draft, _ := file.At("draft")
		return strings.EqualFold(draft.Text(), "true")
	}
	if data == nil || isDraft(r.tree(name)) {
		return nil
	}
	live := map[string]bool{}
	saved, _, _ := r.Drafts.Folder.ReadFile(name) // what cannot be read is not live
	if was, err := yamldoc.ReadTree(name, saved); err == nil && !isDraft(was) {
		was.Texts(func(_, text string) { live[text] = true })
	}
	begun := r.begun(file)
	r.tree(name).Texts(func(at, text string) {
		_, inside, _ := strings.Cut(itemPlaces.ReplaceAllString(at, ""), ".")
		if begun[[2]string{inside, text}] && !live[text] {
			found = append(found, yamldoc.Sample(name, data, at)...)
		}
	})
	return found
}

// problems returns those of a file, with what is still a sample.
func (r *request) problems(file string) []problem {
	return r.placed(slices.Concat(r.edition.Problems, r.unwritten(file)), file)
}

// samplePrefix begins the last part of the addresses of pages that show a section each. They are in no folder.
const samplePrefix = "studio-sample-"

// sampled tries pages that show the sections of a site each, and returns the names of those that can be shown.
func (b *beginner) sampled() (shown []string, err error) {
	over := maps.Clone(b.drafted)
	if b.edition.Revision == nil { // mistakes in a draft are no reason to show no pictures
		over = map[string][]byte{}
	}
	fileOf := func(name string) string { return path.Join(b.of.Folder, "pages", samplePrefix+name+".yaml") }
	for _, name := range slices.Sorted(maps.Keys(b.Samples)) {
		text, _, err := b.sample(name)
		if err != nil {
			return nil, err
		}
		head := "title: " + name + "\ndescription: " + name + "\ndraft: true\n"
		over[fileOf(name)] = append([]byte(head), text...)
		shown = append(shown, name)
	}
	for range 2 { // without those that have mistakes here, such as a film that is not there
		made, err := b.Trial.With(b.Context(), over)
		if err != nil || made.Revision != nil {
			return shown, err
		}
		for _, p := range made.Problems {
			if p.Severity == yamldoc.Error && strings.Contains(p.File, samplePrefix) {
				delete(over, p.File)
			}
		}
		shown = slices.DeleteFunc(shown, func(name string) bool { return over[fileOf(name)] == nil })
	}
	return nil, nil
}

// gallery returns all sections: what each is for, the least of it, and the address of its picture in the look of a site;
// none where the site has not what it shows.
func (r *request) gallery() (any, error) {
	b, err := r.beginnerFor("page")
	if err != nil {
		return nil, err
	}
	shown, err := b.sampled()
	if err != nil {
		return nil, err
	}
	all := []object{}
	for _, name := range slices.Sorted(maps.Keys(r.Samples)) {
		_, sample, err := b.sample(name)
		if err != nil {
			return nil, err
		}
		_, words := b.at(sampleAt + "." + name)
		section := object{"type": name, "words": words, "sample": sample}
		if slices.Contains(shown, name) {
			section["preview"] = previewPath + r.sampleAddress(name) + "?site=" + r.of.ID + "&sample=" + name
		}
		all = append(all, section)
	}
	return all, nil
}

func (r *request) sampleAddress(name string) string {
	return strings.TrimSuffix(r.of.Settings.Path, "/") + "/" + samplePrefix + name
}

// samplePage returns the page that shows a section. It is prepared anew where something else was tried meanwhile.
func (r *request) samplePage(name string) (*site.Representation, error) {
	if r.Samples[name] == nil {
		return nil, notFound
	}
	address := r.of.Space + r.sampleAddress(name)
	if page := r.Trial.Page(r.Context(), address); page != nil && page.Status == http.StatusOK {
		return page, nil
	}
	b, err := r.beginnerFor("page")
	if err == nil {
		_, err = b.sampled()
	}
	return r.Trial.Page(r.Context(), address), err
}

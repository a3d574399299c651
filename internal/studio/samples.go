package studio

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content"
	"github.com/evenlight/marquee/internal/content/yamldoc"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/studio/people"
)

// jsonSchema is what samples need to know of one.
type jsonSchema struct {
	Ref         string `json:"$ref"`
	Description string
	Pattern     string
	MaxLength   int
	MinLength   int
	Minimum     json.Number
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
	// False, or a schema.
	Additional json.RawMessage `json:"additionalProperties"`
}

func (r *request) schemaOf(name string) (root jsonSchema, err error) {
	err = json.Unmarshal(r.Schemas[name], &root)
	return root, err
}

// resolved returns a schema without references. What a reference adds stays.
func (root *jsonSchema) resolved(s *jsonSchema) *jsonSchema {
	for s != nil && s.Ref != "" {
		own := *s
		if s = root.Definitions[strings.TrimPrefix(s.Ref, "#/definitions/")]; s != nil && own.Description != "" {
			described := *s
			described.Description = own.Description
			s = &described
		}
	}
	if s == nil {
		return &jsonSchema{}
	}
	return s
}

// begun returns the least of an entry of a kind, in JSON. Its words say what to write, its name is the one that was
// typed.
func (r *request) begun(k *site.Kind, of content.WrittenSite) ([]byte, error) {
	if k.Entry() == reflect.TypeFor[site.Section]() {
		section, err := r.sampleOf(of, site.SectionTypes()[0])
		if err != nil {
			return nil, err
		}
		return section.MarshalJSON()
	}
	root, err := r.schemaOf(k.Name)
	if err != nil {
		return nil, err
	}
	var each jsonSchema
	if err := json.Unmarshal(root.Additional, &each); err != nil {
		return nil, err
	}
	b := beginner{r, &root, of}
	s := root.resolved(&each)
	for _, key := range []string{"name", "title", "label"} { // as [titleOf] has them
		if s.Properties[key] != nil {
			title, err := json.Marshal(r.sent.Title)
			return b.object(s, map[string][]byte{key: title}), err
		}
	}
	return b.value(s, ""), nil
}

type beginner struct {
	*request
	root *jsonSchema
	of   content.WrittenSite
}

// object returns what an object has to have. Of some keys it has one.
func (b beginner) object(s *jsonSchema, known map[string][]byte) []byte {
	keys := s.Required
	if len(s.OneOf) > 0 {
		keys = slices.Concat(keys, s.OneOf[0].Required)
	}
	var members [][]byte
	add := func(key string, value []byte) {
		members = append(members, slices.Concat([]byte(strconv.Quote(key)+":"), value))
	}
	for key, value := range known {
		add(key, value)
	}
	for _, key := range keys {
		if known[key] == nil {
			add(key, b.value(b.root.resolved(s.Properties[key]), key))
		}
	}
	return slices.Concat([]byte("{"), bytes.Join(members, []byte(",")), []byte("}"))
}

// begins are texts that patterns take: a name for programs, an amount, a currency.
var begins = []string{"1", "EUR"}

func (b beginner) value(s *jsonSchema, key string) []byte {
	types, _ := json.Marshal(s.Type)
	switch {
	case len(s.AnyOf) > 0:
		return b.value(b.root.resolved(s.AnyOf[0]), key)
	case s.Items != nil:
		return slices.Concat([]byte("["), b.value(b.root.resolved(s.Items), key), []byte("]"))
	case s.Properties != nil:
		return b.object(s, nil)
	}
	words := s.Description
	switch {
	case len(s.Enum) > 0:
		words = s.Enum[0]
	case s.Kind == "icon":
		words = cmp.Or(slices.Concat(b.Icons.Names(), []string{""})...)
	case s.Kind == "link":
		words = b.of.Settings.Path
	case s.Kind == "date":
		words = b.Drafts.Now().In(b.of.Settings.Location).Format(time.DateOnly)
	case s.Of != "":
		words = cmp.Or(append(b.ids(s.Of), words)...)
	case bytes.Contains(types, []byte("integer")):
		words = cmp.Or(s.Minimum.String(), "1")
	case s.Pattern != "":
		fits := func(word string) bool { is, err := regexp.MatchString(s.Pattern, word); return is && err == nil }
		if i := slices.IndexFunc(append([]string{key}, begins...), fits); i >= 0 {
			words = append([]string{key}, begins...)[i]
		}
	}
	if runes := []rune(words); s.MaxLength > 0 && len(runes) > s.MaxLength {
		words = string(runes[:s.MaxLength])
	}
	said, _ := json.Marshal(words) // a text
	return said
}

// ids are the entries of a kind that a site has.
func (b beginner) ids(kind string) []string {
	if k := site.KindCalled(kind); k != nil {
		return k.Of(b.of.Made).IDs()
	}
	return nil
}

// maxReferred is how many entries a sample shows at most.
const maxReferred = 3

// samplePath begins the addresses of pages that show a section each. They are in no folder.
const samplePath = "studio-sample-"

// sampleText returns the text of a page with the least of a section: what it refers to is what the site has, as far as
// it has any.
func (r *request) sampleText(of content.WrittenSite, name string) ([]byte, error) {
	root, err := r.schemaOf("page")
	if err != nil {
		return nil, err
	}
	file, text := "sample.yaml", r.Samples[name]
	tree, err := yamldoc.ReadTree(file, text)
	if err != nil {
		return nil, err
	}
	section, _ := tree.At("sections[0]." + name)
	data, err := section.MarshalJSON()
	var body any
	if err == nil {
		err = json.Unmarshal(data, &body)
	}
	b, changes := beginner{r, &root, of}, map[string][]byte{}
	b.adapt(b.bodyOf(name), body, "sections[0]."+name, changes)
	for _, at := range slices.Sorted(maps.Keys(changes)) {
		change := yamldoc.Change{Op: "set", At: at, Value: new(yamldoc.Tree)}
		if err == nil {
			err = change.Value.UnmarshalJSON(changes[at])
		}
		if err == nil {
			text, err = yamldoc.Apply(file, text, change, nil)
		}
	}
	return text, err
}

// bodyOf returns the schema of a section.
func (b beginner) bodyOf(name string) *jsonSchema {
	items := b.root.resolved(b.root.resolved(b.root.Properties["sections"]).Items)
	for _, form := range items.OneOf {
		if s := form.Properties[name]; s != nil {
			words := s.Description
			if s.AnyOf != nil {
				s = s.AnyOf[0]
			}
			described := *b.root.resolved(s)
			described.Description = words
			return &described
		}
	}
	return &jsonSchema{}
}

// adapt notes which values of a sample are others in a site: entries, addresses and pictures that are there.
func (b beginner) adapt(s *jsonSchema, value any, at string, changes map[string][]byte) {
	note := func(other any) {
		changes[at], _ = json.Marshal(other) // texts
	}
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			b.adapt(b.root.resolved(s.Properties[key]), inner, at+"."+key, changes)
		}
	case []any:
		items := b.root.resolved(s.Items)
		if ids := b.ids(items.Of); len(ids) > 0 {
			note(ids[:min(len(ids), maxReferred)])
			return
		}
		for i, inner := range value {
			b.adapt(items, inner, at+"["+strconv.Itoa(i)+"]", changes)
		}
	case string:
		pictures := b.edition.Pictures(strings.Split(b.of.Folder, "/")[0])
		list := ""
		isPage := false
		for _, p := range b.edition.Pages() {
			if p.Site == b.of.ID {
				isPage = isPage || p.Path == value
				if p.Collection != "" {
					list = cmp.Or(list, p.Path)
				}
			}
		}
		switch ids := b.ids(s.Of); {
		case len(ids) > 0:
			note(ids[0])
		case strings.HasPrefix(value, "images/") && len(pictures) > 0 && !slices.Contains(pictures, value):
			note(pictures[0])
		case strings.HasSuffix(at, ".from") && list != "":
			note(list)
		case strings.HasPrefix(value, "/") && !isPage:
			note(b.of.Settings.Path)
		}
	}
}

// sampleOf returns a section as an item of a page.
func (r *request) sampleOf(of content.WrittenSite, name string) (*yamldoc.Tree, error) {
	text, err := r.sampleText(of, name)
	if err != nil {
		return nil, err
	}
	tree, err := yamldoc.ReadTree("sample.yaml", text)
	section, _ := tree.At("sections[0]")
	return section, err
}

// sampled prepares the pages that show the sections of a site, and returns the names of those that can be shown.
func (r *request) sampled(of content.WrittenSite) (shown []string, err error) {
	over := maps.Clone(r.drafted)
	if r.edition.Revision == nil { // mistakes in a draft are no reason to show no pictures
		over = map[string][]byte{}
	}
	fileOf := func(name string) string { return path.Join(of.Folder, "pages", samplePath+name+".yaml") }
	for _, name := range slices.Sorted(maps.Keys(r.Samples)) {
		text, err := r.sampleText(of, name)
		if err != nil {
			return nil, err
		}
		const head = "title: %s\ndescription: %s\ndraft: true\n"
		over[fileOf(name)] = append([]byte(strings.ReplaceAll(head, "%s", name)), text...)
		shown = append(shown, name)
	}
	for range 2 { // without those that have mistakes here, such as a film that is not there
		made, err := r.Trial.With(r.Context(), over)
		if err != nil || made.Revision != nil {
			return shown, err
		}
		for _, p := range made.Problems {
			if p.Severity == yamldoc.Error {
				shown = slices.DeleteFunc(shown, func(name string) bool { return fileOf(name) == p.File })
				if strings.Contains(p.File, samplePath) {
					delete(over, p.File)
				}
			}
		}
	}
	return nil, nil
}

// gallery returns all sections: what each is for, the least of it, and the address of its picture in the look of a site;
// none where the site has not what it shows.
func (r *request) gallery() (any, error) {
	of, err := r.siteFor(people.Edit, r.URL.Query().Get("site"))
	if err != nil {
		return nil, err
	}
	shown, err := r.sampled(of)
	if err != nil {
		return nil, err
	}
	root, err := r.schemaOf("page")
	if err != nil {
		return nil, err
	}
	all := []object{}
	for _, name := range slices.Sorted(maps.Keys(r.Samples)) {
		sample, err := r.sampleOf(of, name)
		if err != nil {
			return nil, err
		}
		section := object{"type": name, "words": beginner{r, &root, of}.bodyOf(name).Description, "sample": sample}
		if slices.Contains(shown, name) {
			section["preview"] = previewPath + sampleAddress(of, name) + "?site=" + of.ID + "&sample=" + name
		}
		all = append(all, section)
	}
	return all, nil
}

func sampleAddress(of content.WrittenSite, name string) string {
	return strings.TrimSuffix(of.Settings.Path, "/") + "/" + samplePath + name
}

// samplePage returns the page that shows a section. It is prepared anew where something else was tried meanwhile.
func (r *request) samplePage(of content.WrittenSite, name string) (*site.Representation, error) {
	if r.Samples[name] == nil {
		return nil, notFound
	}
	address := of.Space + sampleAddress(of, name)
	if page := r.Trial.Page(r.Context(), address); page != nil && page.Status < 300 {
		return page, nil
	}
	if _, err := r.sampled(of); err != nil {
		return nil, err
	}
	return r.Trial.Page(r.Context(), address), nil
}

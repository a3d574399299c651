package outline

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// A folder named by the tag of a language inside of a site is that site in that language: a site of its own, such as
// business.de, that has the settings, entries and media of the other one where its folder says nothing else. Pages are
// those of its own folder alone.

// takeTranslations makes the sites of the folders of languages. The files of the original sites must be there.
func (r *Website) takeTranslations() {
	for _, id := range slices.Clone(r.SiteIDs) {
		s := r.ByID[id]
		if s.Original == nil {
			continue
		}
		original := s.Original
		s.File, s.Raw = original.File, original.Raw
		if s.File == nil {
			continue
		}
		original.Languages = append(original.Languages, s)
		r.translateSettings(s, s.own[tree.KindSite])
		for kind, entries := range s.groups {
			switch own := s.own[kind]; {
			case kind != tree.KindRedirects:
				entries.translate(r, s, original.groups[kind], own)
			case own != nil:
				entries.take(own)
			}
		}
	}
}

// translateSettings makes the settings of a site in another language: the original's, with what its own site.yaml says.
func (r *Website) translateSettings(s *Site, own *tree.File) {
	original, typed := s.Original.Raw, &site.Site{}
	if own != nil {
		typed = own.Value.(*site.Site)
	}
	tag := language.Make(s.Tag).String()
	made := *typed
	s.Called = typed.Name
	made.Name, made.Language = cmp.Or(typed.Brand, original.Name), cmp.Or(typed.Language, tag)
	if len(typed.Hosts) > 0 {
		made.Path = cmp.Or(typed.Path, "/")
		made.BaseURL = cmp.Or(typed.BaseURL, "https://"+typed.Hosts[0])
	} else if original.Path != "" {
		made.Path = cmp.Or(typed.Path, tree.JoinPath(original.Path, s.Tag))
	}
	t := r.translation(own, s.Original.File, false)
	made.Facts = site.Collection[site.Fact]{}
	for _, facts := range []site.Collection[site.Fact]{original.Facts, typed.Facts} {
		for id, fact := range facts.All() {
			made.Facts.Put(id, fact)
		}
	}
	t.fill(reflect.ValueOf(&made).Elem(), reflect.ValueOf(original).Elem(), "", "")
	made.Region = regionOf(s.Original)
	s.Raw, s.File = &made, t.file(&made)
	s.displaced = s.Original.displaced

	name, usual := string(typed.Name), locale.Name(words.LanguageOf(tag))
	if name != "" && !strings.Contains(strings.ToLower(name), strings.ToLower(usual)) &&
		words.LanguageOf(locale.TagOf(name)) != words.LanguageOf(tag) {
		r.Deps.Warn(s.File, "name", "no-language-name", "Write the name of the company at brand.",
			"Visitors choose the language by this name, which is usually %s.", usual)
	}
	first := cmp.Or(original.Language, DefaultLanguage)
	switch {
	case words.LanguageOf(made.Language) != words.LanguageOf(tag):
		r.Deps.Error(s.File, "language", "other-language", "Remove this line, or rename the folder.",
			"The folder %s is for %s.", s.Tag, locale.NameIn("en", tag))
	case strings.EqualFold(made.Language, first):
		r.Deps.Name(tree.FolderOfSite(s.ID), "same-language", "Move its files to "+s.Original.ID+", or rename it.",
			"The site %s is in %s already.", s.Original.ID, locale.NameIn("en", tag))
	}
}

// regionOf returns the country of a site, whose signs for money other languages write, too; empty where nothing says
// it.
func regionOf(s *Site) string {
	if _, _, region := language.Make(s.Raw.Language).Raw(); region.String() != "ZZ" {
		return region.String()
	}
	if business := s.Raw.Business; business != nil && business.Address != nil {
		return business.Address.Country
	}
	for _, location := range s.Locations.Raw.All() {
		return location.Address.Country
	}
	return ""
}

// translate makes the entries of a collection in another language.
func (e *Entries[T]) translate(r *Website, s *Site, of group, own *tree.File) {
	original := of.(*Entries[T])
	*e = *original
	if own == nil {
		return
	}
	t := r.translation(own, original.File, true)
	made := site.Collection[T]{}
	for id, entry := range original.Raw.All() {
		made.Put(id, entry)
	}
	for id, typed := range own.Value.(*site.Collection[T]).All() {
		switch entry := original.Raw.Get(id); {
		case own.Kind == tree.KindBlocks:
			made.Put(id, typed)
		case entry != nil:
			translated := *typed
			t.fill(reflect.ValueOf(&translated).Elem(), reflect.ValueOf(entry).Elem(), id, id)
			made.Put(id, &translated)
		default:
			t.ErrorAtKey(own, id, "no-original", text.DidYouMean(id, original.ids(), "An entry begins in the first language."),
				"The site %s has no entry %q to translate.", s.Original.ID, id)
		}
	}
	e.Raw, e.File = made, t.file(&made)
}

// translation puts what is written in one language over what is written in the first one.
type translation struct {
	own, original *tree.File // each may be nil
	words         bool       // whether only words are translated, so that items of lists are those of the original
	*tree.Findings
	moved map[string]string // see [yamldoc.Document.Over]
}

func (r *Website) translation(own, original *tree.File, words bool) translation {
	told := &r.Deps.Findings
	if own != nil && own.Broken || original != nil && original.Broken {
		told = &tree.Findings{} // nobody knows what they say
	}
	return translation{own, original, words, told, map[string]string{}}
}

// file returns the file of a value that is made of both.
func (t *translation) file(value any) *tree.File {
	if t.own == nil || t.original == nil {
		return cmp.Or(t.own, t.original)
	}
	return &tree.File{
		Path: t.own.Path, Kind: t.own.Kind, Hash: sha256.Sum256(slices.Concat(t.own.Hash[:], t.original.Hash[:])),
		Doc: t.own.Doc.Over(t.original.Doc, t.moved), Value: value, Broken: t.own.Broken || t.original.Broken,
	}
}

// ofLanguage are keys of site.yaml that fall back to what Marquee says in the language, and not to the original.
var ofLanguage = []string{"labels", "errors", "checks", "mailWords", "dateFormat"}

// fill gives a value what it leaves out. What both share with their files is not written to. The value is at a path of
// the original, and here in its own file.
func (t *translation) fill(v, original reflect.Value, at, here string) {
	if t.own != nil && (t.own.Doc.HasEmpty(here) || v.Kind() == reflect.Slice && t.own.Doc.HasEmpty(here+"[]")) {
		return // what a language says holds, also that there is none
	}
	switch kind := v.Kind(); {
	case v.Type() == reflect.TypeFor[site.Markdown]():
		if v.FieldByName("Source").Len() == 0 {
			v.Set(original)
		}
	case kind == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
		for i := range v.NumField() {
			key := v.Type().Field(i).Tag.Get("yaml")
			switch {
			case key == "-", key == "facts", at == "" && !t.words && slices.Contains(ofLanguage, key):
			case key == "":
				t.fill(v.Field(i), original.Field(i), at, here)
			default:
				below := func(path string) string { return strings.TrimPrefix(path+"."+key, ".") }
				t.fill(v.Field(i), original.Field(i), below(at), below(here))
			}
		}
	case kind == reflect.Pointer:
		if original.IsNil() {
			break
		}
		made := reflect.New(v.Type().Elem())
		if !v.IsNil() {
			made.Elem().Set(v.Elem())
		}
		t.fill(made.Elem(), original.Elem(), at, here)
		v.Set(made)
	case kind == reflect.Slice:
		t.fillList(v, original, at, here)
	default:
		if v.IsZero() && !original.IsZero() {
			v.Set(original)
		}
	}
}

// fillList gives a list what it leaves out. In settings a list is the original's or its own. In collections its items
// are those of the original: by their name or value where they have one, else by their place.
func (t *translation) fillList(v, original reflect.Value, at, here string) {
	if !t.words || original.Type().Elem().Kind() != reflect.Struct {
		if v.Len() == 0 {
			v.Set(original)
		}
		if t.words && v.Len() != original.Len() {
			t.Warn(t.own, here, "other-length", "Write one text for each, or correct the original.",
				"This list has %s, and that of the original %d.", text.Counted(v.Len(), "item"), original.Len())
		}
		return
	}
	made := reflect.MakeSlice(v.Type(), original.Len(), original.Len())
	heres := make([]string, original.Len()) // where items stand in the own file
	_, keys := KeysOf(original)
	_, own := KeysOf(v)
	for i := range v.Len() {
		place, item := i, fmt.Sprintf("%s[%d]", here, i)
		if keys != nil {
			key := own[i]
			if place = slices.Index(keys, key); place < 0 {
				t.Error(t.own, item, "no-original", text.Meant(key, keys),
					"There is no %q in this list of the original.", key)
				continue
			}
			if heres[place] != "" {
				t.Error(t.own, item, "listed-twice", "Keep one of both.", "%q is listed twice.", key)
			}
		} else if v.Len() != original.Len() {
			t.Error(t.own, here, "other-length", "Write one item for each, in the same order; {} leaves one as it is.",
				"This list has %s, and that of the original %d.", text.Counted(v.Len(), "item"), original.Len())
			break
		}
		if there := fmt.Sprintf("%s[%d]", at, place); there != item {
			t.moved[there] = item
		}
		heres[place] = item
		made.Index(place).Set(v.Index(i))
	}
	for i := range original.Len() {
		t.fill(made.Index(i), original.Index(i), fmt.Sprintf("%s[%d]", at, i), cmp.Or(heres[i], "?")) // no key is called so
	}
	v.Set(made)
}

// KeysOf returns the key by which items of a list of structs are known in all languages, and its values: the names of
// fields, the values of options; nil where they have none.
func KeysOf(list reflect.Value) (by string, keys []string) {
	for f := range list.Type().Elem().Fields() {
		if f.Tag.Get("languages") == "key" {
			for item := range list.Len() {
				keys = append(keys, list.Index(item).FieldByIndex(f.Index).String())
			}
			return f.Tag.Get("yaml"), keys
		}
	}
	return "", nil
}

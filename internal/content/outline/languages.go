package outline

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/locale"
	"github.com/evenlight/marquee/internal/site"
)

// A folder named by the tag of a language inside of a site is that site in that language: a site of its own, such as
// business.de, that has the settings, entries and media of the other one where its folder says nothing else. The files
// of both are merged where they are read ([tree.File]). Pages are those of its own folder alone.

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
		for _, k := range site.Kinds {
			f := s.own[tree.FileOf(k)]
			if f == nil && !k.Own {
				f = original.Files[k.Name]
			}
			if f != nil {
				s.take(f)
			}
		}
	}
}

// translateSettings makes the settings of a site in another language of what its site.yaml and that of the original
// say together.
func (r *Website) translateSettings(s *Site, own *tree.File) {
	original, tag := s.Original.Raw, language.Make(s.Tag).String()
	made := *original
	if own != nil {
		s.File, made = own, *own.Value.(*site.Site)
	} else {
		for f, v := range reflect.ValueOf(&made).Elem().Fields() {
			if f.Tag.Get("languages") == "own" {
				v.SetZero()
			}
		}
	}
	written := func(key, value string) string { // in its own file
		if own == nil || own.Doc.FallsBack(key) {
			return ""
		}
		return value
	}
	name := made.Name
	s.Called = name
	made.Name, made.Language = cmp.Or(made.Brand, original.Name), cmp.Or(made.Language, tag)
	switch {
	case own != nil && !own.Doc.FallsBack("hosts") && len(made.Hosts) > 0:
		made.Path = cmp.Or(written("path", made.Path), "/")
		made.BaseURL = cmp.Or(written("baseURL", made.BaseURL), "https://"+made.Hosts[0])
	case original.Path != "":
		made.Path = cmp.Or(written("path", made.Path), tree.JoinPath(original.Path, s.Tag))
	}
	made.Region = regionOf(s.Original)
	s.Raw = &made
	s.displaced = s.Original.displaced

	usual := locale.Name(words.LanguageOf(tag))
	if name != "" && !strings.Contains(strings.ToLower(string(name)), strings.ToLower(usual)) &&
		words.LanguageOf(locale.TagOf(string(name))) != words.LanguageOf(tag) {
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
	for _, location := range s.Parsed.Locations.All() {
		return location.Address.Country
	}
	return ""
}

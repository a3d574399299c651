package outline

import (
	"cmp"
	"reflect"

	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/site"
)

// Word is a text of site.yaml that belongs to no page, such as labels.close.
type Word struct {
	Group, Key, Path string
	index            []int // of the field in a site
}

// Words are all of them, as they follow each other in their groups.
var Words = func() (all []Word) {
	for _, name := range []string{"Labels", "Errors", "Checks", "MailWords"} {
		group, _ := reflect.TypeFor[site.Site]().FieldByName(name)
		for i := range group.Type.NumField() {
			name, key := group.Tag.Get("yaml"), group.Type.Field(i).Tag.Get("yaml")
			all = append(all, Word{name, key, name + "." + key, []int{group.Index[0], i}})
		}
	}
	return all
}()

// Of returns the word of a site.
func (w Word) Of(s *site.Site) *site.Text {
	return reflect.ValueOf(s).Elem().FieldByIndex(w.index).Addr().Interface().(*site.Text)
}

// Said is a word that visitors of a site read.
type Said struct {
	Text     site.Text // as it is typed
	Owner    *Site     // in whose site.yaml it stands; nil for a word of Marquee
	Path     string
	Language string // without a region
}

// Say returns what a site says for a word: its own; that of the main site in the same language; that of Marquee in
// the language of the site; or else what the main site says, in whatever language.
func (r *Website) Say(s *Site, w Word) Said {
	main := cmp.Or(r.Main.Speaking(s), r.Main, s)
	mainSays := *w.Of(main.Raw) != "" && main.Language == s.Language
	switch {
	case *w.Of(s.Raw) != "":
		return Said{*w.Of(s.Raw), s, w.Path, s.Language}
	case s != main && (mainSays || s.builtIn == nil):
		return r.Say(main, w)
	case s.builtIn == nil:
		return Said{*w.Of(words.In(DefaultLanguage)), nil, w.Path, DefaultLanguage}
	}
	return Said{*w.Of(s.builtIn), nil, w.Path, s.Language}
}

// periods are the words that stand behind a price, or for the hours of a day, by where they are written.
var periods = map[string]string{
	"labels.perMonth": "month", "labels.perYear": "year", "labels.once": "once",
	"labels.allDay": "allDay", "labels.byAppointment": "byAppointment",
}

func (r *Website) resolvePeriods(s *Site) {
	s.Periods = map[string]Said{}
	for _, w := range Words {
		if period := periods[w.Path]; period != "" {
			s.Periods[period] = r.Say(s, w)
		}
	}
}

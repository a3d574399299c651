package outline

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/content/words"
	"github.com/evenlight/marquee/internal/site"
)

// Value is something that texts may refer to, such as plans.some-plan.price.
type Value struct {
	name  string
	Raw   string
	File  *tree.File // where it is written, for problems in it; nil where it holds no references
	Path  string     // and where in the file
	Owner *Site
	State ValueState
	Text  string
	// Whether its words are missing because of something that is reported elsewhere.
	Suppressed bool
}

type ValueState int

// listValues lists everything in a site that texts may refer to.
func (r *Website) listValues(s *Site) {
	s.Values = map[string]*Value{}
	s.listParts("site.", partsOfSite, s.Raw, s.File, "")
	s.value("site.path", site.Text(s.Path), nil, "").Suppressed = true // a site without a path is reported itself
	s.value("site.baseURL", site.Text(s.BaseURL), nil, "").Suppressed = s.File.Broken

	for id, fact := range s.Raw.Facts.All() {
		s.value("facts."+id, *fact, s.File, "facts."+id)
	}
	for _, k := range site.Kinds {
		if k.Parts == nil {
			continue
		}
		for id, entry := range k.Of(s.Parsed).AnyEntries() {
			s.listParts(k.Name+"."+id+".", k.Parts, entry, s.Files[k.Name], id+".")
		}
	}
	r.listLocations(s)
	for id, plan := range s.Parsed.Plans.All() {
		name, prices := "plans."+id+".", plan.AllPrices()
		s.value(name+"price", s.money(prices[0]), nil, "")
		for _, price := range plan.Prices {
			s.value(name+"price."+price.Period, s.money(price), nil, "")
		}
		wording := r.Period(s, prices[0].Period)
		period := s.value(name+"period", wording.Text, nil, wording.Path)
		if wording.Owner != nil {
			period.Owner, period.File = wording.Owner, wording.Owner.File
		}
		// A period that is not read has its own problem.
		period.Suppressed = s.Broken("plans") || prices[0].Period != ""
	}
}

// partsOfSite are what texts may refer to of the settings of a site.
var partsOfSite = []string{"name", "email", "phone", "tagline", "path", "baseURL"}

// partsOf returns what texts may refer to behind a name such as plans, and whether there is any.
func partsOf(group string) (parts []string, known bool) {
	switch k := site.KindCalled(group); {
	case group == "site":
		return partsOfSite, true
	case group == "facts":
		return nil, true
	case k != nil:
		return k.Parts, k.Parts != nil
	}
	return nil, false
}

func (s *Site) money(price site.Price) site.Text {
	return site.Text(s.Locale.Money(price.Amount, price.Currency))
}

func (s *Site) value(name string, raw site.Text, f *tree.File, path string) *Value {
	made := &Value{name: name, Raw: string(raw), File: f, Path: path, Owner: s, Suppressed: f != nil && f.Broken}
	s.Values[name] = made
	return made
}

// listParts lists the texts of an entry that stand in parts, by their keys.
func (s *Site) listParts(name string, parts []string, entry any, f *tree.File, path string) {
	for field, v := range reflect.ValueOf(entry).Elem().Fields() {
		key := field.Tag.Get("yaml")
		if field.Type == reflect.TypeFor[site.Text]() && slices.Contains(parts, key) {
			s.value(name+key, site.Text(v.String()), f, path+key)
		}
	}
}

// IDs returns those of a kind of content, or of the facts of a site.
func (s *Site) IDs(kind string) []string {
	if k := site.KindCalled(kind); k != nil {
		return k.Of(s.Parsed).IDs()
	}
	return s.Raw.Facts.IDs()
}

// UnknownValue says what is wrong with a name that nothing has.
func (s *Site) UnknownValue(name string) (message, hint string) {
	group, rest, _ := strings.Cut(name, ".")
	fields, known := partsOf(group)
	switch {
	case name == "title":
		return `There is nothing called "title" to refer to.`,
			"The key titleTemplate writes it with one brace on each side: {title}."
	case strings.IndexAny(name, "<>%#/!&") == 0:
		return fmt.Sprintf("{{%s}} is for another program.", name), "Use a section, such as embed, video or gallery."
	case !known:
		whole := slices.DeleteFunc(slices.Collect(maps.Keys(s.Values)), func(known string) bool {
			return !strings.HasSuffix(known, "."+name)
		})
		if len(whole) == 1 {
			return fmt.Sprintf("There is nothing called %q to refer to.", name), "Write {{" + whole[0] + "}}."
		}
		groups := []string{"site", "facts"}
		for _, k := range site.Kinds {
			if k.Parts != nil {
				groups = append(groups, k.Name)
			}
		}
		groups = append(groups, "year", "today")
		return fmt.Sprintf("There is nothing called %q to refer to.", name),
			text.DidYouMean(group, groups, "Known are "+text.Listed(groups)+".")
	case group == "site":
		return fmt.Sprintf("A site has nothing called %q to refer to.", rest), text.Meant(rest, fields)
	}

	id, field, _ := strings.Cut(rest, ".")
	ids, noun := s.IDs(group), Noun(group)
	switch {
	case !slices.Contains(ids, id):
		otherwise := s.Lacks(group)
		if otherwise == "" && len(ids) > 0 && len(ids) <= 12 {
			otherwise = text.KnownAre(ids)
		}
		return fmt.Sprintf("There is no %s %q.", noun, id), text.DidYouMean(id, ids, otherwise)
	case fields == nil:
		return fmt.Sprintf("A %s has no parts to refer to.", noun), fmt.Sprintf("Write {{facts.%s}}.", id)
	}
	return fmt.Sprintf("Nothing called %q of a %s can be referred to.", field, noun), text.Meant(field, fields)
}

// Noun returns what one entry of a kind is called in messages.
func Noun(kind string) string {
	if k := site.KindCalled(kind); k != nil {
		return k.Noun
	}
	return "fact"
}

// Lacks says that a site has none of the entries of a kind because it has no file of them.
func (s *Site) Lacks(kind string) string {
	if s.Files[kind] != nil || site.KindCalled(kind) == nil {
		return ""
	}
	return fmt.Sprintf("The site %s has no file %s.yaml: add it beside site.yaml, with each %s below an id of its own.",
		s.ID, kind, Noun(kind))
}

// Empty says that a value is there to refer to, but was left out.
func (v *Value) Empty() string {
	group, rest, _ := strings.Cut(v.name, ".")
	id, field, _ := strings.Cut(rest, ".")
	switch {
	case group == "site":
		return fmt.Sprintf("The site %s has no %s.", v.Owner.ID, rest)
	case field == "":
		return fmt.Sprintf("The %s %q is empty.", Noun(group), id)
	}
	return fmt.Sprintf("The %s %q has no %s.", Noun(group), id, field)
}

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

// Wording is a word as visitors of a site read it.
type Wording struct {
	Text     site.Text // as it is typed
	Owner    *Site     // in whose site.yaml it stands; nil for a word of Marquee
	Path     string
	Language string // without a region
}

// Wording returns what a site says for a word: its own; that of the main site in the same language; that of Marquee in
// the language of the site; or else what the main site says, in whatever language.
func (r *Website) Wording(s *Site, w Word) Wording {
	main := cmp.Or(r.Main.Speaking(s), r.Main, s)
	mainSays := *w.Of(main.Raw) != "" && main.Language == s.Language
	switch {
	case *w.Of(s.Raw) != "":
		return Wording{*w.Of(s.Raw), s, w.Path, s.Language}
	case s != main && (mainSays || s.builtIn == nil):
		return r.Wording(main, w)
	case s.builtIn == nil:
		return Wording{*w.Of(words.In(DefaultLanguage)), nil, w.Path, DefaultLanguage}
	}
	return Wording{*w.Of(s.builtIn), nil, w.Path, s.Language}
}

// periods are where the words are written that stand behind a price, or for the hours of a day.
var periods = map[string]string{
	"month": "labels.perMonth", "year": "labels.perYear", "once": "labels.once", "free": "labels.free",
	"allDay": "labels.allDay", "byAppointment": "labels.byAppointment",
}

// Period returns what a site says for a period of payment; nothing for an unknown one.
func (r *Website) Period(s *Site, name string) Wording {
	for _, w := range Words {
		if w.Path == periods[name] {
			return r.Wording(s, w)
		}
	}
	return Wording{}
}

// listLocations lists what texts may refer to of the locations of a site.
func (r *Website) listLocations(s *Site) {
	within := func(sentence site.Text) site.Text { // it does not begin one
		first, size := utf8.DecodeRuneInString(string(sentence))
		return site.Text(unicode.ToLower(first)) + sentence[size:]
	}
	words := &site.Labels{
		AllDay: within(r.Period(s, "allDay").Text), ByAppointment: within(r.Period(s, "byAppointment").Text),
	}
	for id, location := range s.Parsed.Locations.All() {
		name, f := "locations."+id+".", s.Files["locations"]
		s.value(name+"address", site.Text(strings.Join(location.Address.Lines(), ", ")), f, id+".address")
		var lines []string
		for _, line := range s.HoursLines(location.Hours, words) {
			if line.Time != "" { // on other days it is closed, for which there is no word here
				lines = append(lines, string(line.Days+" "+line.Time))
			}
		}
		s.value(name+"hours", site.Text(strings.Join(lines, "; ")), f, id+".hours")
	}
}

// HoursLines writes opening hours line by line. Days that follow each other share one where they have the same hours.
func (s *Site) HoursLines(hours []string, words *site.Labels) (lines []site.Hours) {
	if len(hours) == 0 {
		return nil
	}
	week := site.WeekOf(hours)
	for first := 1; first <= 7; { // from Monday to Sunday
		of, last := week[first%7], first
		for last < 7 && reflect.DeepEqual(week[(last+1)%7], of) {
			last++
		}
		days := s.Locale.Weekday(time.Weekday(first % 7))
		if last > first {
			days += " – " + s.Locale.Weekday(time.Weekday(last%7))
		}
		lines = append(lines, site.Hours{Days: site.Text(days), Time: s.HoursText(of, words)})
		first = last + 1
	}
	return lines
}

// HoursText writes the hours of a day.
func (s *Site) HoursText(hours site.OpeningHours, words *site.Labels) site.Text {
	clock := func(minutes int) string {
		return s.Locale.Time(time.Date(2000, time.January, 1, 0, minutes, 0, 0, time.UTC))
	}
	var times []string
	for _, span := range hours.Spans {
		times = append(times, clock(span.Opens)+"–"+clock(span.Closes))
	}
	if slices.Equal(hours.Spans, []site.Span{{Closes: site.MinutesOfDay}}) {
		return words.AllDay
	}
	if hours.ByAppointment {
		times = append(times, string(words.ByAppointment))
	}
	if len(times) == 0 {
		return words.Closed
	}
	return site.Text(strings.Join(times, ", "))
}

package content

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// maxReferred is how long words may be that are referred to, in bytes. Facts that refer to
// facts could double with every step otherwise.
const maxReferred = 4096

// value is something that texts may refer to, such as plans.some-plan.price.
type value struct {
	name  string
	raw   string
	file  *file  // where it is written, for problems in it; nil where it holds no references
	path  string // and where in the file
	owner *siteState
	state valueState
	text  string
	// Whether its words are missing because of something that is reported elsewhere.
	suppressed bool
	used       bool // whether a text refers to it
}

type valueState int

const (
	valueRaw valueState = iota
	valueOpen
	valueDone
)

// parts are what may stand behind the id in a reference.
var parts = map[string][]string{
	"plans":      {"price", "name", "period", "duration", "badge"},
	"products":   {"name", "tagline", "category"},
	"industries": {"name"},
	"people":     {"name", "role"},
	"site":       {"name", "email", "phone", "tagline", "path", "baseURL"},
	"facts":      nil,
}

// listValues lists everything in a site that texts may refer to. Labels must be there.
func (s *siteState) listValues() {
	s.values = map[string]*value{}
	s.facts = entries[site.Fact]{file: s.file, raw: &s.raw.Facts}
	s.listParts("site.", s.raw, s.file, "")
	s.value("site.path", site.Text(s.path), nil, "").suppressed = true // a site without a path is reported itself
	s.value("site.baseURL", site.Text(s.baseURL), nil, "").suppressed = s.file.broken

	for id, fact := range s.raw.Facts.All() {
		s.value("facts."+id, *fact, s.file, "facts."+id)
	}
	for id, product := range s.products.raw.All() {
		s.listParts("products."+id+".", product, s.products.file, id+".")
	}
	for id, industry := range s.industries.raw.All() {
		s.listParts("industries."+id+".", industry, s.industries.file, id+".")
	}
	for id, person := range s.people.raw.All() {
		s.listParts("people."+id+".", person, s.people.file, id+".")
	}
	for id, plan := range s.plans.raw.All() {
		name, prices := "plans."+id+".", plan.AllPrices()
		s.listParts(name, plan, s.plans.file, id+".")
		s.value(name+"price", site.Text(prices[0].Format()), nil, "")
		for _, price := range plan.Prices {
			s.value(name+"price."+price.Period, site.Text(price.Format()), nil, "")
		}
		label := s.periods[prices[0].Period]
		period := s.value(name+"period", label.text, nil, label.path)
		if label.owner != nil {
			period.owner, period.file = label.owner, label.owner.file
		}
		// A period that is not read, or that no site has words for, has its own problem.
		period.suppressed = s.plans.file.broken || prices[0].Period != ""
	}
}

func (s *siteState) value(name string, raw site.Text, f *file, path string) *value {
	made := &value{name: name, raw: string(raw), file: f, path: path, owner: s, suppressed: f != nil && f.broken}
	s.values[name] = made
	return made
}

// listParts lists the texts of an entry that stand in parts, by their keys.
func (s *siteState) listParts(name string, entry any, f *file, path string) {
	group, _, _ := strings.Cut(name, ".")
	v := reflect.ValueOf(entry).Elem()
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("yaml")
		if v.Field(i).Type() == reflect.TypeFor[site.Text]() && slices.Contains(parts[group], key) {
			s.value(name+key, site.Text(v.Field(i).String()), f, path+key)
		}
	}
}

// evaluateAll resolves all values, so that pages can look them up at the same time.
func (r *resolver) evaluateAll() {
	for _, s := range r.sites {
		for _, name := range slices.Sorted(maps.Keys(s.values)) {
			r.evaluate(s.values[name])
		}
	}
}

// evaluate resolves a value; it reports whether that leads back to itself.
func (r *resolver) evaluate(v *value) (circular bool) {
	if v.state != valueRaw {
		return v.state == valueOpen
	}
	v.text = v.raw
	if v.file != nil && strings.Contains(v.raw, "{{") {
		v.state = valueOpen
		inner := &scope{resolver: r, owner: v.owner, file: v.file, deps: &r.values}
		v.text = string(inner.text(site.Text(v.raw), &place{key: v.path}))
	}
	v.state = valueDone
	return false
}

// reference returns the value of a reference, or what is wrong with it.
func (s *scope) reference(name string) (string, text.Problem) {
	switch name {
	case "today":
		s.deps.days = appendNew(s.deps.days, s.owner)
		return s.owner.day.Today, text.Problem{}
	case "year":
		s.deps.years = appendNew(s.deps.years, s.owner)
		return s.owner.day.Year, text.Problem{}
	}
	owner, key := s.owner, name
	if id, rest, other := strings.Cut(name, "/"); other {
		owner, key = s.resolver.byID[id], rest
		if owner == nil {
			return "", text.Wrong("unknown-reference", text.DidYouMean(id, s.resolver.siteIDs, ""), "There is no site %q.", id)
		}
	}

	found := owner.values[key]
	if found == nil {
		if owner.group(key).broken() {
			return "", text.Problem{}
		}
		message, hint := owner.unknownValue(key)
		if blank := strings.Trim(key, "{} "); slices.Contains(s.filled, blank) {
			hint = fmt.Sprintf("It is filled in when the mail is written: write {%s}, with one brace on each side.", blank)
		}
		return "", text.Problem{Code: "unknown-reference", Message: message, Hint: hint}
	}
	if group, rest, is := strings.Cut(key, "."); is && group != "site" && group != "facts" {
		id, _, _ := strings.Cut(rest, ".")
		s.deps.show(owner, group, id)
	}
	if strings.HasPrefix(key, "facts.") {
		s.deps.facts = appendNew(s.deps.facts, found)
	}
	switch {
	case s.resolver.evaluate(found):
		return "", text.Wrong("circular-reference", "Write the words out in one of the places that refer to each other.",
			"{{%s}} leads back to itself, so it has no value.", name)
	case len(found.text) > maxReferred:
		return "", text.Wrong("long-reference", "Refer to short words only.",
			"The words of {{%s}} are too long to be put into a text: more than %d characters.", name, maxReferred)
	case found.text == "" && found.raw == "" && !found.suppressed:
		return "", text.Problem{Code: "empty-reference", Message: found.empty()}
	}
	return found.text, text.Problem{}
}

// group is a collection, or the facts of a site.
type group interface {
	ids() []string
	lacking() bool // whether there is no file of it
	broken() bool  // whether an entry may be missing because of a problem that is reported elsewhere
}

// group returns that of a name such as plans.basic.price. What is none is taken for facts.
func (s *siteState) group(name string) group {
	of, _, _ := strings.Cut(name, ".")
	return cmp.Or(map[string]group{
		"plans": &s.plans, "products": &s.products, "industries": &s.industries, "people": &s.people,
		"testimonials": &s.testimonials, "forms": &s.forms, "blocks": &s.blocks,
	}[of], group(&s.facts))
}

// unknownValue says what is wrong with a name that nothing has.
func (s *siteState) unknownValue(name string) (message, hint string) {
	group, rest, _ := strings.Cut(name, ".")
	fields, known := parts[group]
	switch {
	case name == "title":
		return `There is nothing called "title" to refer to.`, "The key titleTemplate writes it with one brace on each side: {title}."
	case !known:
		groups := append(slices.Sorted(maps.Keys(parts)), "year", "today")
		return fmt.Sprintf("There is nothing called %q to refer to.", name),
			text.DidYouMean(group, groups, "Known are site, facts, plans, products, industries, people, year and today.")
	case group == "site":
		return fmt.Sprintf("A site has nothing called %q to refer to.", rest), text.DidYouMean(rest, fields, text.KnownAre(fields))
	}

	id, field, _ := strings.Cut(rest, ".")
	ids, noun := s.group(group).ids(), nouns[group]
	switch {
	case id == "":
		return fmt.Sprintf("This reference does not say which %s is meant.", noun), ""
	case !slices.Contains(ids, id):
		otherwise := s.lacks(group)
		if otherwise == "" && len(ids) > 0 && len(ids) <= 12 {
			otherwise = text.KnownAre(ids)
		}
		return fmt.Sprintf("There is no %s %q.", noun, id), text.DidYouMean(id, ids, otherwise)
	case fields == nil:
		return fmt.Sprintf("A %s has no parts to refer to.", noun), fmt.Sprintf("Write {{facts.%s}}.", id)
	case field == "":
		return fmt.Sprintf("This reference does not say what of the %s %q is meant.", noun, id), text.KnownAre(fields)
	}
	return fmt.Sprintf("Nothing called %q of a %s can be referred to.", field, noun), text.DidYouMean(field, fields, text.KnownAre(fields))
}

var nouns = map[string]string{
	"plans": "plan", "products": "product", "industries": "industry", "facts": "fact", "forms": "form",
	"people": "person", "testimonials": "testimonial", "blocks": "block",
}

// lacks says that a site has none of the entries of a group because it has no file of them.
func (s *siteState) lacks(group string) string {
	if !s.group(group).lacking() {
		return ""
	}
	return fmt.Sprintf("The site %s has no file %s.yaml: add it beside site.yaml, with each %s below an id of its own.", s.id, group, nouns[group])
}

// empty says that a value is there to refer to, but was left out.
func (v *value) empty() string {
	group, rest, _ := strings.Cut(v.name, ".")
	id, field, _ := strings.Cut(rest, ".")
	switch {
	case group == "site":
		return fmt.Sprintf("The site %s has no %s.", v.owner.id, rest)
	case field == "":
		return fmt.Sprintf("The %s %q is empty.", nouns[group], id)
	}
	return fmt.Sprintf("The %s %q has no %s.", nouns[group], id, field)
}

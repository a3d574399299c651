package content

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

// value is something that texts may refer to, such as plans.some-plan.price.
type value struct {
	name  string
	raw   string
	file  *file  // where it is written, for problems in it
	path  string // and where in the file
	owner *siteState
	state valueState
	text  string
	// Whether its words are missing because of something that is reported elsewhere.
	suppressed bool
	fact       bool // whether it is reported when no text refers to it
	used       bool
}

type valueState int

const (
	valueRaw valueState = iota
	valueOpen
	valueDone
)

// listValues lists everything in a site that texts may refer to. Labels must be there.
func (s *siteState) listValues() {
	s.values, s.facts = map[string]*value{}, nil
	put := func(name string, raw site.Text, f *file, path string) {
		s.values[name] = &value{name: name, raw: string(raw), file: f, path: path, owner: s, suppressed: f != nil && f.broken}
	}
	put("site.name", s.raw.Name, s.file, "name")
	put("site.email", s.raw.Email, s.file, "email")
	put("site.phone", s.raw.Phone, s.file, "phone")
	put("site.tagline", s.raw.Tagline, s.file, "tagline")
	s.fix("site.path", s.path)
	s.values["site.path"].suppressed = true // a site without a path is reported itself
	s.fix("site.baseURL", s.baseURL)
	s.values["site.baseURL"].suppressed = s.file.broken
	for id, fact := range s.raw.Facts.All() {
		put("facts."+id, *fact, s.file, "facts."+id)
		s.values["facts."+id].fact = true
		s.facts = append(s.facts, s.values["facts."+id])
	}
	for id, plan := range s.plans.raw.All() {
		name := "plans." + id + "."
		put(name+"name", plan.Name, s.plans.file, id+".name")
		put(name+"duration", plan.Duration, s.plans.file, id+".duration")
		put(name+"badge", plan.Badge, s.plans.file, id+".badge")
		prices := plan.AllPrices()
		s.fix(name+"price", prices[0].Format())
		for _, price := range plan.Prices {
			s.fix(name+"price."+price.Period, price.Format())
		}
		label := s.periods[prices[0].Period]
		put(name+"period", label.text, label.file, label.path)
		period := s.values[name+"period"]
		if label.owner != nil {
			period.owner = label.owner
		}
		// A period that is not read, or that no site has words for, has its own problem.
		period.suppressed = s.plans.file.broken || prices[0].Period != ""
	}
	for id, product := range s.products.raw.All() {
		name := "products." + id + "."
		put(name+"name", product.Name, s.products.file, id+".name")
		put(name+"tagline", product.Tagline, s.products.file, id+".tagline")
		put(name+"category", product.Category, s.products.file, id+".category")
	}
	for id, industry := range s.industries.raw.All() {
		put("industries."+id+".name", industry.Name, s.industries.file, id+".name")
	}
	for id, person := range s.people.raw.All() {
		put("people."+id+".name", person.Name, s.people.file, id+".name")
		put("people."+id+".role", person.Role, s.people.file, id+".role")
	}
}

// fix lists a value that holds no references itself.
func (s *siteState) fix(name, text string) {
	s.values[name] = &value{name: name, raw: text, text: text, owner: s, state: valueDone}
}

// evaluateAll resolves all values, so that pages can look them up at the same time.
func (r *resolver) evaluateAll() {
	for _, s := range r.sites {
		scope := &scope{resolver: r, owner: s, deps: &r.values}
		for _, name := range slices.Sorted(maps.Keys(s.values)) {
			scope.evaluate(s.values[name])
		}
	}
}

// evaluate resolves a value; it reports whether that leads back to itself.
func (s *scope) evaluate(v *value) (circular bool) {
	switch v.state {
	case valueDone:
		return false
	case valueOpen:
		return true
	}
	if v.file == nil || !strings.Contains(v.raw, "{{") {
		v.text, v.state = v.raw, valueDone
		return false
	}
	v.state = valueOpen
	inner := &scope{resolver: s.resolver, owner: v.owner, file: v.file, deps: &s.resolver.values}
	v.text = string(inner.text(site.Text(v.raw), &place{key: v.path}))
	v.state = valueDone
	return false
}

// parts are what may stand behind the id in a reference.
var parts = map[string][]string{
	"plans":      {"price", "name", "period", "duration", "badge"},
	"products":   {"name", "tagline", "category"},
	"industries": {"name"},
	"people":     {"name", "role"},
	"site":       {"name", "email", "phone", "tagline", "path", "baseURL"},
	"facts":      nil,
}

// unsure tells whether a name may be missing only because its file is broken.
func (s *siteState) unsure(name string) bool {
	group, _, _ := strings.Cut(name, ".")
	return s.group(group).suppressed
}

// group is what references may ask of a collection, or of the facts of a site.
type group struct {
	ids        []string
	file       *file
	suppressed bool // whether an entry may be missing because of a problem that is reported elsewhere
}

func (s *siteState) group(name string) group {
	switch name {
	case "plans":
		return group{s.plans.raw.IDs(), s.plans.file, s.plans.broken()}
	case "products":
		return group{s.products.raw.IDs(), s.products.file, s.products.broken()}
	case "industries":
		return group{s.industries.raw.IDs(), s.industries.file, s.industries.broken()}
	case "people":
		return group{s.people.raw.IDs(), s.people.file, s.people.broken()}
	case "testimonials":
		return group{s.testimonials.raw.IDs(), s.testimonials.file, s.testimonials.broken()}
	case "forms":
		return group{s.forms.raw.IDs(), s.forms.file, s.forms.broken()}
	case "blocks":
		return group{s.blocks.raw.IDs(), s.blocks.file, s.blocks.broken()}
	}
	return group{s.raw.Facts.IDs(), s.file, s.file.broken}
}

// unknownValue says what is wrong with a name that nothing has.
func (s *siteState) unknownValue(name string) (message, hint string) {
	group, rest, _ := strings.Cut(name, ".")
	fields, known := parts[group]
	if !known && name == "title" {
		return `There is nothing called "title" to refer to.`, "The key titleTemplate writes it with one brace on each side: {title}."
	}
	if !known {
		groups := append(slices.Sorted(maps.Keys(parts)), "year", "today")
		return fmt.Sprintf("There is nothing called %q to refer to.", name),
			didYouMean(group, groups, "Known are site, facts, plans, products, industries, people, year and today.")
	}
	if group == "site" {
		return fmt.Sprintf("A site has nothing called %q to refer to.", rest),
			didYouMean(rest, fields, knownAre(fields))
	}
	id, field, _ := strings.Cut(rest, ".")
	ids := s.group(group).ids
	noun := nouns[group]
	switch {
	case id == "":
		return fmt.Sprintf("This reference does not say which %s is meant.", noun), ""
	case !slices.Contains(ids, id):
		otherwise := s.lacks(group)
		if otherwise == "" && len(ids) > 0 && len(ids) <= 12 {
			otherwise = knownAre(ids)
		}
		return fmt.Sprintf("There is no %s %q.", noun, id), didYouMean(id, ids, otherwise)
	case fields == nil:
		return fmt.Sprintf("A %s has no parts to refer to.", noun), fmt.Sprintf("Write {{facts.%s}}.", id)
	case field == "":
		return fmt.Sprintf("This reference does not say what of the %s %q is meant.", noun, id),
			knownAre(fields)
	}
	return fmt.Sprintf("Nothing called %q of a %s can be referred to.", field, noun),
		didYouMean(field, fields, knownAre(fields))
}

var nouns = map[string]string{
	"plans": "plan", "products": "product", "industries": "industry", "facts": "fact", "forms": "form",
	"people": "person", "testimonials": "testimonial",
	"blocks": "block",
}

// lacks says that a site has none of the entries of a group because it has no file of them.
func (s *siteState) lacks(group string) string {
	if s.group(group).file != nil {
		return ""
	}
	return fmt.Sprintf("The site %s has no file %s.yaml: add it beside site.yaml, with each %s below an id of its own.", s.id, group, nouns[group])
}

// empty says that a value is there to refer to, but was left out.
func (v *value) empty() string {
	groupName, rest, _ := strings.Cut(v.name, ".")
	if groupName == "site" {
		return fmt.Sprintf("The site %s has no %s.", v.owner.id, rest)
	}
	id, field, _ := strings.Cut(rest, ".")
	if field == "" {
		return fmt.Sprintf("The %s %q is empty.", nouns[groupName], id)
	}
	return fmt.Sprintf("The %s %q has no %s.", nouns[groupName], id, field)
}

// knownAre is a hint that lists all there is.
func knownAre(words []string) string {
	if len(words) == 1 {
		return "The only one is " + words[0] + "."
	}
	return "Known are " + listed(words) + "."
}

// listed writes words as a list: a, b and c.
func listed(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

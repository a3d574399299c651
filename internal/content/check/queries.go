package check

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// A link to a page with forms may choose for the visitor what to find there:
// /contact?form=booking&service=call opens a form and chooses in it, and
// plan=id says which plan led there. A query that chooses nothing is a mistake.

// chooses tells whether all that a query chooses is there, and reports what is not.
func (j linkValidator) chooses(target *outline.Page, query string) bool {
	forms, sure := j.resolver.formsOn(target)
	if !sure || len(forms) == 0 || query == "" {
		return true
	}
	c := queryValidator{linkValidator: j, target: target, forms: forms, seen: map[string]bool{}}
	if id, named := formOf(query); named && !c.narrow(id) {
		return false
	}
	for part := range strings.SplitSeq(query, "&") {
		if !c.part(part) {
			return false
		}
	}
	return true
}

// formsOn returns the forms that a page shows, and whether those are all of them.
func (r *checker) formsOn(page *outline.Page) (forms []*site.Form, sure bool) {
	if page.File.Broken || page.Out == nil {
		return nil, false
	}
	for _, shown := range page.FormSections() {
		if lacks(shown) { // reported at the section
			return nil, false
		}
		forms = append(forms, shown.Items...)
	}
	for _, form := range forms {
		if r.ByID[form.SiteID].Forms.Broken() {
			return nil, false
		}
	}
	return forms, true
}

// lacks tells whether some form of a section is not there.
func lacks(section *site.Forms) bool {
	return len(section.Items) == 0 || len(section.Items) < len(section.Refs)
}

// queryValidator judges the query of one link.
type queryValidator struct {
	linkValidator
	target *outline.Page
	forms  []*site.Form // those that the query may choose in
	named  bool         // whether the query names one of them
	seen   map[string]bool
}

func (c *queryValidator) refuse(hint, format string, args ...any) bool {
	c.report("bad-query", hint, format, args...)
	return false
}

// formOf returns the form that a query names.
func formOf(query string) (id string, named bool) {
	for part := range strings.SplitSeq(query, "&") {
		if key, value, _ := strings.Cut(part, "="); key == "form" {
			id, err := url.QueryUnescape(value)
			return id, err == nil
		}
	}
	return "", false
}

// narrow leaves the one form that the query names.
func (c *queryValidator) narrow(id string) bool {
	at := slices.IndexFunc(c.forms, func(form *site.Form) bool { return form.ID == id })
	if at < 0 {
		ids := make([]string, len(c.forms))
		for i, form := range c.forms {
			ids[i] = form.ID
		}
		return c.refuse(text.DidYouMean(id, ids, text.KnownAre(ids)),
			"The page %s has no form %q.", c.target.Path, id)
	}
	c.forms, c.named = c.forms[at:at+1], true
	return true
}

// part judges one key and its value.
func (c *queryValidator) part(part string) bool {
	typedKey, typedValue, _ := strings.Cut(part, "=")
	key, err1 := url.QueryUnescape(typedKey)
	value, err2 := url.QueryUnescape(typedValue)
	switch {
	case err1 != nil || err2 != nil || strings.Contains(part, ";") || key == "":
		return c.refuse("Write it such as ?form=booking&service=design, with + for a space.",
			"%q in this link cannot be read.", part)
	case c.seen[key]:
		return c.refuse("Keep one of both.", "This link chooses %q twice.", key)
	}
	c.seen[key] = true
	if key == "form" { // its form is there, or the others would not be asked
		return true
	}
	values, isField := c.choices(key)
	switch {
	case slices.Contains(values, value):
		return true
	case key == "plan":
		return c.plan(value)
	case isField && len(values) == 0:
		return c.refuse("A link can choose in fields of type select and time.",
			"The field %q cannot be chosen by a link: people write it themselves.", key)
	case isField:
		return c.refuse(text.DidYouMean(value, values, text.KnownAre(values)),
			"The field %q has no choice %q.", key, value)
	}
	lacking, keys := "the page "+c.target.Path, c.keys()
	if c.named {
		lacking = fmt.Sprintf("the form %q", c.forms[0].ID)
	}
	return c.refuse(text.DidYouMean(key, keys, text.KnownAre(keys)),
		"This link chooses %q, which %s does not have.", key, lacking)
}

// choices returns the values of a field, and whether some form has the field.
func (c *queryValidator) choices(name string) (values []string, isField bool) {
	for _, form := range c.forms {
		for _, field := range form.Fields {
			if field.Name != name {
				continue
			}
			isField = true
			for _, option := range field.Options {
				values = append(values, option.Value)
			}
		}
	}
	return values, isField
}

// keys returns all that a link to the page can choose.
func (c *queryValidator) keys() []string {
	keys := []string{"form", "plan"}
	for _, form := range c.forms {
		for _, field := range form.Fields {
			if len(field.Options) > 0 && !slices.Contains(keys, field.Name) {
				keys = append(keys, field.Name)
			}
		}
	}
	return keys
}

// plan looks for the plan that led to the form: one of the page's site, or of
// another with its id first.
func (c *queryValidator) plan(ref string) bool {
	owner, id := c.target.Site, ref
	if siteID, rest, other := strings.Cut(ref, "/"); other {
		owner, id = c.resolver.ByID[siteID], rest
		if owner == nil {
			return c.refuse(text.DidYouMean(siteID, c.resolver.SiteIDs, ""), "There is no site %q.", siteID)
		}
	}
	plans := &owner.Plans
	if plans.Raw.Get(id) != nil || plans.Broken() {
		return true
	}
	hint := owner.Lacks("plans")
	if hint == "" {
		hint = text.KnownAre(plans.Raw.IDs())
	}
	return c.refuse(text.DidYouMean(id, plans.Raw.IDs(), hint), "There is no plan %q.", id)
}

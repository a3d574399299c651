package check

import (
	"cmp"
	"fmt"
	"maps"
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
	refuse := func(hint, format string, args ...any) bool {
		j.report("bad-query", hint, format, args...)
		return false
	}
	chosen, err := url.ParseQuery(query)
	if err != nil || chosen.Has("") {
		return refuse("Write it such as ?form=booking&service=design, with + for a space.", "%q in this link cannot be read.", query)
	}

	lacking := "the page " + target.Path
	if chosen.Has("form") {
		id := chosen.Get("form")
		at := slices.IndexFunc(forms, func(form *site.Form) bool { return form.ID == id })
		if at < 0 {
			ids := make([]string, len(forms))
			for i, form := range forms {
				ids[i] = form.ID
			}
			return refuse(text.Meant(id, ids), "The page %s has no form %q.", target.Path, id)
		}
		forms, lacking = forms[at:at+1], fmt.Sprintf("the form %q", id)
	}
	keys, choices := choicesOf(forms)
	for _, key := range slices.Sorted(maps.Keys(chosen)) {
		value := chosen.Get(key)
		values, isField := choices[key]
		switch {
		case len(chosen[key]) > 1:
			return refuse("Keep one of both.", "This link chooses %q twice.", key)
		case key == "form" || slices.Contains(values, value):
		case key == "plan":
			if hint, message := j.noPlan(target.Site, value); message != "" {
				return refuse(hint, "%s", message)
			}
		case isField && len(values) == 0:
			return refuse("A link can choose in fields of type select and time.",
				"The field %q cannot be chosen by a link: people write it themselves.", key)
		case isField:
			return refuse(text.Meant(value, values), "The field %q has no choice %q.", key, value)
		default:
			return refuse(text.Meant(key, keys),
				"This link chooses %q, which %s does not have.", key, lacking)
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

// choicesOf returns all that a link to forms can choose, and the values of each field.
func choicesOf(forms []*site.Form) (keys []string, choices map[string][]string) {
	keys, choices = []string{"form", "plan"}, map[string][]string{}
	for _, form := range forms {
		for _, field := range form.Fields {
			if len(field.Options) > 0 && !slices.Contains(keys, field.Name) {
				keys = append(keys, field.Name)
			}
			values := choices[field.Name]
			for _, option := range field.Options {
				values = append(values, option.Value)
			}
			choices[field.Name] = values
		}
	}
	return keys, choices
}

// noPlan says that there is no plan that led to the form: one of the page's site, or of another
// with its id first. The message is empty where there is one.
func (j linkValidator) noPlan(of *outline.Site, ref string) (hint, message string) {
	id := ref
	if siteID, rest, other := strings.Cut(ref, "/"); other {
		if of, id = j.resolver.ByID[siteID], rest; of == nil {
			return text.DidYouMean(siteID, j.resolver.SiteIDs, ""), fmt.Sprintf("There is no site %q.", siteID)
		}
	}
	if of.Plans.Raw.Get(id) != nil || of.Plans.Broken() {
		return "", ""
	}
	ids := of.Plans.Raw.IDs()
	return text.DidYouMean(id, ids, cmp.Or(of.Lacks("plans"), text.KnownAre(ids))), fmt.Sprintf("There is no plan %q.", id)
}

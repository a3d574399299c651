package resolve

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

func (j linkValidator) chooses(target *outline.Page, query string) bool {
	forms, sure := j.formsOn(target)
	if !sure || len(forms) == 0 || query == "" {
		return true
	}
	refuse := func(hint, format string, args ...any) bool {
		j.report("bad-query", hint, format, args...)
		return false
	}
	chosen, err := url.ParseQuery(query)
	if err != nil || chosen.Has("") {
		return refuse("Write it such as ?form=booking&service=design, with + for a space.",
			"%q in this link cannot be read.", query)
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
	choices := map[string][]string{"form": nil, "plan": nil} // the values of each field
	for _, form := range forms {
		for _, field := range form.Fields {
			for _, option := range field.Options {
				choices[field.Name] = append(choices[field.Name], option.Value)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(chosen)) {
		value := chosen.Get(key)
		values, isField := choices[key]
		switch {
		case key == "form" || slices.Contains(values, value):
		case key == "plan":
			if hint, message := j.noPlan(target.Site, value); message != "" {
				return refuse(hint, "%s", message)
			}
		case isField:
			return refuse(text.Meant(value, values), "The field %q has no choice %q.", key, value)
		default:
			return refuse(text.Meant(key, slices.Sorted(maps.Keys(choices))),
				"This link chooses %q, which %s does not have.", key, lacking)
		}
	}
	return true
}

func (r *resolver) formsOn(page *outline.Page) (forms []*site.Form, sure bool) {
	if page.File.Broken || page.Out == nil {
		return nil, false
	}
	for _, shown := range page.Forms {
		if len(shown.Items) == 0 || len(shown.Items) < len(shown.Refs) { // reported at the section
			return nil, false
		}
		forms = append(forms, shown.Items...)
	}
	for _, form := range forms {
		if r.ByID[form.SiteID].Broken("forms") {
			return nil, false
		}
	}
	return forms, true
}

// noPlan says that there is no plan that led to the form: one of the page's site, or of another
// with its id first. The message is empty where there is one.
func (j linkValidator) noPlan(of *outline.Site, ref string) (hint, message string) {
	id := ref
	if siteID, rest, other := strings.Cut(ref, "/"); other {
		if of, id = j.ByID[siteID], rest; of == nil {
			return text.DidYouMean(siteID, j.SiteIDs, ""), fmt.Sprintf("There is no site %q.", siteID)
		}
	}
	if of.Parsed.Plans.Get(id) != nil || of.Broken("plans") {
		return "", ""
	}
	ids := of.Parsed.Plans.IDs()
	hint = text.DidYouMean(id, ids, cmp.Or(of.Lacks("plans"), text.KnownAre(ids)))
	return hint, fmt.Sprintf("There is no plan %q.", id)
}

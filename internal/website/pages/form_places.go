package pages

import (
	"net/url"

	"github.com/evenlight/marquee/internal/site"
)

// formName names a form of a revision.
type formName struct{ siteID, formID string }

// formPlace is a form on a page.
type formPlace struct {
	entry *entry
	form  *site.Form
}

// formsOf returns the forms of a page, from top to bottom.
func formsOf(e *entry) []formPlace {
	var places []formPlace
	for _, form := range e.page.Forms() {
		places = append(places, formPlace{e, form})
	}
	return places
}

// placeForms notes which forms a page has.
func (s *snapshot) placeForms(e *entry) {
	for _, place := range e.forms {
		name := formName{place.form.SiteID, place.form.ID}
		s.forms[name] = append(s.forms[name], place)
	}
}

// place returns where the form stands: on the page that it was sent from, else
// on the first page of its own site that has it, else on the first of any.
func (s *snapshot) place(referrer string, name formName) (formPlace, bool) {
	places := s.forms[name]
	if len(places) == 0 {
		return formPlace{}, false
	}
	// What cannot be read names no page.
	if from, err := url.Parse(referrer); err == nil && from.Path != "" {
		for _, place := range places {
			if place.entry.path == from.Path {
				return place, true
			}
		}
	}
	for _, place := range places {
		if place.entry.site.ID == name.siteID {
			return place, true
		}
	}
	return places[0], true
}

// form returns a form of the revision, and the site that it belongs to; nil where there is none.
func (s *snapshot) form(name formName) (*site.Site, *site.Form) {
	bundle := s.rev.ByID(name.siteID)
	if bundle == nil {
		return nil, nil
	}
	return bundle.Site, bundle.Forms.Get(name.formID)
}

// FormPath returns the path of the page that shows a form, or "" where none
// does. Of several pages the one that the form was sent from is preferred; the
// referrer is its path, as in [site.Inquiry].
func (s *Store) FormPath(referrer, siteID, formID string) string {
	snapshot := s.current.Load()
	if snapshot == nil {
		return ""
	}
	place, found := snapshot.place(referrer, formName{siteID, formID})
	if !found {
		return ""
	}
	return place.entry.path
}

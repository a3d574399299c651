package contact

import (
	"regexp"
	"strings"

	"github.com/evenlight/marquee/internal/site"
)

var (
	// What is no name, also without a scheme.
	link = regexp.MustCompile(`(?i)://|\bwww\.|\[url|<a\s|[a-z0-9-]\.[a-z]{2,}/`)
	// One link in a text.
	linkInText = regexp.MustCompile(`(?i)https?://|\bwww\.`)
	// Links as forums and web pages write them.
	markup = regexp.MustCompile(`(?i)\[(?:url|link)[=\]]|<a\s[^>]*href`)
)

// suspicion returns the signs of spam, joined by commas, of a submission that is
// a suspect; nothing of any other. Those that need addresses are looked for only
// where addresses are counted.
func (svc *Service) suspicion(r *request, s *site.Submission) string {
	written := freeText(r.form, s)
	e := evidence{
		// A form may have a field of that name: then it is no trap.
		trapped:     r.Values[keyHoneypot].Text != "" && r.field(keyHoneypot) == nil,
		linkedName:  linkedName(r.form, s),
		links:       len(linkInText.FindAllStringIndex(written, 6)),
		markup:      markup.MatchString(written),
		fromBrowser: r.FromBrowser, saysLanguage: r.SaysLanguage, age: r.Age,
		excess: r.excess, beyondDay: r.beyondDay, beyondSite: r.beyondSite,
	}
	words := letters(written)
	e.letters = len(words)
	if svc.limiter != nil {
		e.scripted = r.isScript() && !svc.limiter.script(r.Address, s.SiteID, r.now)
		e.senders, e.repeats = svc.repeats.count(words, svc.limiter.senderOf(r.Address), r.now)
	}
	return weigh(&e)
}

// linkedName reports whether there is a link where the name of somebody belongs.
func linkedName(form *site.Form, s *site.Submission) bool {
	for i := range form.Fields {
		if field := &form.Fields[i]; namesPerson(field) && link.MatchString(s.Value(field.Name)) {
			return true
		}
	}
	return false
}

// namesPerson reports whether a field asks for the name of somebody.
func namesPerson(field *site.Field) bool {
	if field.Type != "text" {
		return false
	}
	switch field.Autocomplete {
	case "name", "given-name", "family-name", "additional-name", "nickname":
		return true
	}
	return field.Name == "name"
}

// freeText returns what was written into the fields for longer texts.
func freeText(form *site.Form, s *site.Submission) string {
	var text strings.Builder
	for i := range form.Fields {
		if form.Fields[i].Type == "textarea" {
			text.WriteString(s.Value(form.Fields[i].Name))
			text.WriteByte('\n')
		}
	}
	return text.String()
}

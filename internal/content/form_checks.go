package content

import (
	"cmp"

	"github.com/evenlight/marquee/internal/site"
)

// completeChecks gives the fields of a site's forms the words for what does not fit, so that
// a browser can say before sending what the server would say after it.
func completeChecks(s *siteState) {
	for _, form := range s.forms.out.All() {
		for i := range form.Fields {
			fillChecks(s, &form.Fields[i])
		}
	}
}

func fillChecks(s *siteState, field *site.Field) {
	words := s.out.Checks
	say := site.Rule{Min: field.Min, Max: field.Max, Step: cmp.Or(field.Step, "1"), Date: s.day.Today, Zone: s.out.TimeZone}.Say
	if field.Type == "file" {
		field.TooLarge = site.Rule{Max: field.Megabytes}.Say(words.FileSize)
	}
	if field.Message != "" {
		return
	}
	checks := site.FieldChecks{}
	if field.Required {
		checks.Required = words.Required
	}
	if field.IsWritten() && field.Min > 0 {
		checks.TooShort = say(words.TooShort)
	}
	switch field.Type {
	case "email":
		checks.Format = words.Email
	case "date":
		checks.Format = words.Date
		if field.MinDate != "" {
			checks.TooLow = say(words.DatePast)
		}
	case "number":
		checks.Format, checks.TooLow, checks.Step = words.Number, say(words.TooLow), say(words.Step)
		if field.Max > 0 {
			checks.TooHigh = say(words.TooHigh)
		}
	}
	if checks != (site.FieldChecks{}) {
		field.Checks = &checks
	}
}

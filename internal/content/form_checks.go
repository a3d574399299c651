package content

import (
	"cmp"
	"strconv"
	"strings"

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
	say := func(text site.Text, limit int) site.Text {
		return site.Text(strings.NewReplacer(
			"{min}", strconv.Itoa(field.Min), "{max}", strconv.Itoa(limit), "{step}", cmp.Or(field.Step, "1"),
			"{date}", s.day.today, "{zone}", s.out.TimeZone,
		).Replace(string(text)))
	}
	if field.Type == "file" {
		field.TooLarge = say(words.FileSize, field.Megabytes)
	}
	if field.Message != "" {
		return
	}
	checks := site.FieldChecks{}
	if field.Required {
		checks.Required = words.Required
	}
	if field.IsWritten() && field.Min > 0 {
		checks.TooShort = say(words.TooShort, field.Max)
	}
	switch field.Type {
	case "email":
		checks.Format = words.Email
	case "date":
		checks.Format = words.Date
		if field.MinDate != "" {
			checks.TooLow = say(words.DatePast, 0)
		}
	case "number":
		checks.Format, checks.TooLow, checks.Step = words.Number, say(words.TooLow, field.Max), say(words.Step, field.Max)
		if field.Max > 0 {
			checks.TooHigh = say(words.TooHigh, field.Max)
		}
	}
	if checks != (site.FieldChecks{}) {
		field.Checks = &checks
	}
}

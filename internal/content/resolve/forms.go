package resolve

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/content/tree"
	"github.com/evenlight/marquee/internal/site"
)

// reservedFields are names that are sent with every form beside its own fields, and why.
var reservedFields = map[string]string{
	"type": "that is sent with every form", "site": "that is sent with every form", "form": "that is sent with every form",
	"from":     "that is sent with forms that are sent again",
	"homepage": "that is the field which people do not see, and which only spam fills in",
}

func (s *scope) completeForm(id string, form *site.Form) {
	at := outline.At(id)
	fields := at.Child("fields")
	names := map[string]bool{}
	for i := range form.Fields {
		field, at := &form.Fields[i], fields.Item(i)
		switch {
		case field.Name == "":
		case reservedFields[field.Name] != "":
			s.at(at.Child("name"), "reserved-name", "Give it another name.",
				"A field cannot be called %q: %s.", field.Name, reservedFields[field.Name])
		case names[field.Name]:
			s.at(at.Child("name"), "duplicate-name", "Give this one another name.",
				"Two fields of this form are called %q.", field.Name)
		}
		names[field.Name] = true
		if field == form.AppointmentField() {
			field.NotBefore = cmp.Or(field.NotBefore, "today")
		}
		s.completeField(field, at)
		s.checkAppointment(form.Kind, field, at.Child("options"))
	}
	s.checkFiles(form, fields)
	s.completeNext(form, at.Child("next"))
	s.completeWebhooks(form, at.Child("webhooks"))
	if s.file.Broken {
		return
	}
	s.checkMails(s.owner.Parsed.Forms.Get(form.ID), at)
	if len(namesOf(form, "email")) == 0 {
		s.at(fields, "no-email", "", "The form has no field of type email, so nobody could answer.")
	}
	s.checkOptIn(form, at)
	s.checkMoment(form, at)
	s.checkReplyTo(form, at)
	s.checkGroup(form, at.Child("atLeast"))
	s.checkRecipients(form, at.Child("recipients"))
}

func (s *scope) checkGroup(form *site.Form, at *outline.Place) {
	if form.AtLeast == nil {
		return
	}
	names := form.AtLeast.Fields
	for i, name := range names {
		s.checkName(form, name, at.Child("fields").Item(i))
		if slices.Contains(names[:i], name) {
			s.at(at.Child("fields").Item(i), "listed-twice", "Remove this one.", "The field %s is listed twice.", name)
		}
	}
	if of := form.AtLeast.Of; of > len(names) {
		s.at(at.Child("of"), "bad-range", "", "Nobody can fill in %d of %s.", of, text.Counted(len(names), "field"))
	}
}

// checkName reports a name that no field of the form has.
func (s *scope) checkName(form *site.Form, name string, at *outline.Place) {
	if known := namesOf(form, ""); !slices.Contains(known, name) {
		s.at(at, "unknown-field", text.DidYouMean(name, known, ""), "The form has no field that is called %q.", name)
	}
}

func (s *scope) checkRecipients(form *site.Form, at *outline.Place) {
	to, values := form.Recipients, []string(nil)
	for _, field := range form.Fields {
		for _, option := range field.Options {
			if field.Name == to.By && field.HasChoices() {
				values = append(values, option.Value)
			}
		}
	}
	for _, value := range slices.Sorted(maps.Keys(to.Of)) {
		if value != "" && !slices.Contains(values, value) {
			s.atKey(at.Path(value), "unknown-option",
				text.DidYouMean(value, values, "Write the value of a choice of the select, radio or time field at `by`."),
				"The form has no field %q with the choice %q.", to.By, value)
		}
		for i, address := range to.Of[value] {
			outline.WarnExample(&s.deps.Findings, s.file, at.Child(value).Item(i).String(), address)
		}
	}
}

func (s *scope) checkOptIn(form *site.Form, at *outline.Place) {
	address := form.AddressField()
	switch {
	case !form.OptIn && form.Success.Title == "":
		s.at(at, "missing-key", "Add a line that begins with success:", "The form %s needs a `success`.", form.ID)
	case form.OptIn && (address == nil || !address.Required):
		s.at(at.Child("optIn"), "no-address",
			"Give it a field such as {name: email, type: email, label: Email, required: true}.",
			"`optIn` sends a mail to the address of the visitor, and the form has no required field of type email.")
	case form.OptIn && s.owner.BaseURL == "" && !s.owner.File.Broken &&
		(s.resolver.Main == nil || !s.resolver.Main.File.Broken):
		s.at(at.Child("optIn"), "no-base-url", "Add a line such as baseURL: https://www.example.com to site.yaml.",
			"The mail of `optIn` has a link, and nobody knows the address of the website.")
	}
}

func (s *scope) completeNext(form *site.Form, at *outline.Place) {
	form.Next = form.Then.Text
	to := string(form.Then.To)
	switch {
	case strings.HasPrefix(string(form.Next), "/"):
		s.at(at, "bad-next", fmt.Sprintf("Write next: {to: %s}.", text.Shortened(string(form.Next))),
			"Visitors would read the address, and not be led to it.")
	case to == "":
	case strings.ContainsAny(to, ":?#"), strings.HasPrefix(to, tree.FilesFolder+"/"):
		s.at(at.Child("to"), "bad-next", "Write its path alone, such as /thanks.",
			"A form leads to a page of its own site, and %q is none.", text.Shortened(to))
	default:
		form.Thanks = &site.Link{Label: form.Title, To: form.Then.To, Kind: site.LinkPlaceholder}
		s.addLink(form.Thanks, s.file, at.Child("to"), -1)
	}
}

func (s *scope) checkMoment(form *site.Form, at *outline.Place) {
	dates, times, of, fields := namesOf(form, "date"), namesOf(form, "time"), form.Appointment, at.Child("fields")
	switch at = at.Child("appointment"); {
	case form.Kind != site.KindBooking && of.Date+of.Time+of.Location != "":
		s.atKey(at.String(), "useless-key", "Write kind: booking, or remove it.",
			"A form of kind %s has no appointment.", form.Kind)
	case form.Kind != site.KindBooking:
	case len(dates) == 0 || len(times) == 0:
		s.at(fields, "no-moment", "", "A form of kind booking needs a field of type date and one of type time.")
	case of.Time == "" && len(times) > 1:
		s.at(fields, "two-times", fmt.Sprintf("Name it: add a line such as appointment: {date: %s, time: %s}.",
			cmp.Or(of.Date, dates[len(dates)-1]), times[0]),
			"This booking has several fields of type time, so nobody knows when the appointment begins.")
	case of.Date == "" && len(dates) > 1:
		s.at(fields, "two-dates", fmt.Sprintf("Name it: add a line such as appointment: %s.", dates[len(dates)-1]),
			"This booking has several fields of type date, so nobody knows which one is the day of the appointment.")
	case form.AppointmentField() == nil:
		s.lacks(form, "date", of.Date, at.Child("date"))
	case form.ClockField() == nil:
		s.lacks(form, "time", of.Time, at.Child("time"))
	case of.Location != "" && !s.owner.Broken("locations"):
		s.checkPlace(form, at.Child("location"))
	}
}

// lacks reports the name of a field that the form does not have.
func (s *scope) lacks(form *site.Form, kind, name string, at *outline.Place) {
	s.at(at, "unknown-field", text.Meant(name, namesOf(form, kind)),
		"The form has no field of type %s that is called %q.", kind, name)
}

// checkPlace makes sure that an appointment is at locations of the site.
func (s *scope) checkPlace(form *site.Form, at *outline.Place) {
	places, known := []string{form.Appointment.Location}, s.owner.Parsed.Locations
	if field := form.PlaceField(); field != nil {
		places = nil
		for _, option := range field.Options {
			places = append(places, option.Value)
		}
	}
	for _, id := range places {
		if known.Get(id) == nil {
			hint := cmp.Or(s.owner.Lacks("locations"), text.Meant(id, known.IDs()))
			s.at(at, "unknown-reference", hint, "There is no location %q.", id)
		}
	}
}

func (s *scope) checkReplyTo(form *site.Form, at *outline.Place) {
	switch emails := namesOf(form, "email"); {
	case form.ReplyTo != "" && form.AddressField() == nil:
		s.lacks(form, "email", form.ReplyTo, at.Child("replyTo"))
	case form.ReplyTo == "" && len(emails) > 1:
		s.warn(at.Child("fields"), "two-addresses",
			fmt.Sprintf("Say whose is the visitor's: add a line such as replyTo: %s.", emails[0]),
			"The form has several fields of type email: answers and confirmations go to the first one.")
	}
}

// namesOf returns the names of the fields of a type, or of all.
func namesOf(form *site.Form, kind string) (names []string) {
	for _, field := range form.Fields {
		if field.Name != "" && (kind == "" || field.Type == kind) {
			names = append(names, field.Name)
		}
	}
	return names
}

// checkAppointment reports what is no time of day, as a booking may have them: 2:30 PM or 14:30.
func (s *scope) checkAppointment(kind string, field *site.Field, options *outline.Place) {
	for i, option := range field.Options {
		_, err12 := time.Parse("3:04 PM", option.Value)
		_, err24 := time.Parse("15:04", option.Value)
		if kind == site.KindBooking && field.Type == "time" && option.Value != "" && err12 != nil && err24 != nil {
			s.at(options.Item(i).Child("value"), "bad-time", "Write it such as 9:00 AM, 2:30 PM or 14:00.",
				"%q is no time of day.", option.Value)
		}
	}
}

func mailBlanks(form *site.Form) []string { return append(namesOf(form, ""), "reference", "answers") }

// checkMails looks at the blanks of a form's mails, as they were written.
func (s *scope) checkMails(form *site.Form, at *outline.Place) {
	known := mailBlanks(form)
	mails := []struct {
		mail  *site.FormMail
		at    *outline.Place
		known []string
	}{
		{&form.Mail, at.Child("mail"), known},
		{form.Confirmation, at.Child("confirmation"), known},
		{&form.OptInMail, at.Child("optInMail"), []string{"form"}}, // anybody can have it sent to anybody
	}
	for _, m := range mails {
		if m.mail != nil {
			s.report(text.Blanks(string(m.mail.Subject), m.known), m.at.Child("subject"))
			s.report(text.Blanks(string(m.mail.Text), m.known), m.at.Child("text"))
		}
	}
}

// offer lists the times at which the locations of an appointment are open.
func (r *resolver) offer(s *outline.Site, form *site.Form) {
	of := form.Appointment
	if of.Location == "" || form.AppointmentField() == nil || form.ClockField() == nil {
		return
	}
	of.Date, of.Time, of.Closed = form.AppointmentField().Name, form.ClockField().Name, s.Out.Checks.Closed
	of.Open = map[string]map[string][]string{}
	today := r.Clock(s, &s.Deps).Today(s.Zone)
	for _, l := range s.Out.Locations {
		if form.PlaceField() != nil || l.ID == of.Location {
			of.Open[l.ID] = booking.Offers(form, l, today)
		}
	}
	form.Offer = &of
}

// completeChecks gives the fields of a site's forms the words for what does not fit, so that a browser can say before
// sending what the server would say after it.
func (r *resolver) completeChecks(s *outline.Site) {
	for _, form := range s.Made.Forms.All() {
		if form.OptIn && form.Success.Title == "" {
			form.Success = site.Notice{Title: s.Out.MailWords.OptInSent, Text: s.Out.MailWords.OptInSentText}
		}
		r.offer(s, form)
		for i := range form.Fields {
			fillChecks(s, &form.Fields[i])
		}
		if form.AtLeast != nil {
			group := *form.AtLeast // which all languages share
			group.Of = max(1, group.Of)
			group.Words = site.Rule{Min: group.Of}.Fill(s.Out.Checks.Fewer)
			form.AtLeast = &group
		}
	}
}

func fillChecks(s *outline.Site, field *site.Field) {
	words := s.Out.Checks
	rule := site.Rule{Min: field.Min, Max: field.Max, Step: s.Locale.Number(cmp.Or(field.Step, "1")), Zone: s.Out.TimeZone}
	if field.Type == "file" {
		field.TooLarge = site.Rule{Max: field.Megabytes}.Fill(words.FileSize)
	}
	if field.Message != "" {
		return
	}
	checks := site.FieldChecks{}
	if kind := field.Kind(); kind.Words != nil {
		checks = kind.Words(field, &words)
	}
	for _, said := range []*site.Text{&checks.TooLow, &checks.TooHigh, &checks.Step} {
		*said = rule.Fill(*said)
	}
	if field.Required {
		checks.Required = words.Missing(field)
	}
	if field.IsWritten() && field.Min > 0 {
		checks.TooShort = rule.Fill(words.TooShort)
	}
	if first, err := time.Parse(time.DateOnly, field.MinDate); err == nil {
		rule.Date = s.Locale.Date(first)
		checks.TooLow = rule.Fill(words.DatePast)
	}
	if last, err := time.Parse(time.DateOnly, field.MaxDate); err == nil {
		rule.Date = s.Locale.Date(last)
		checks.TooHigh = rule.Fill(words.DateFar)
	}
	if checks != (site.FieldChecks{}) {
		field.Checks = &checks
	}
}

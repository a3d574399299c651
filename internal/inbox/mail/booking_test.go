package mail_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/evenlight/marquee/internal/site"
)

// event composes a booking and reads its calendar file back.
func event(t *testing.T, zone, date, clock, service string) (*ics.VEvent, []byte) {
	t.Helper()
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	bundle.Site.Location = zoneOf(t, zone)
	form := bookingForm()
	form.Fields[5].Options = append(form.Fields[5].Options, site.Option{Value: clock})
	messages := compose(t, bundle, form, submission(form, "name", "Ada", "email", "ada@example.com", "service", service, "date", date, "time", clock, "message", "a;b,c\\d\r\ne"))
	if len(messages[0].Attachments) == 0 {
		return nil, nil
	}
	file := messages[0].Attachments[0]
	if file.Name != "booking.ics" || file.ContentType != "text/calendar; charset=utf-8; method=PUBLISH" {
		t.Errorf("%s is %s", file.Name, file.ContentType)
	}
	calendar, err := ics.ParseCalendar(bytes.NewReader(file.Content))
	if err != nil {
		t.Fatal(err)
	}
	if len(calendar.Events()) != 1 {
		t.Fatalf("%d events", len(calendar.Events()))
	}
	return calendar.Events()[0], file.Content
}

// docs/reliability.md section 9, D4.
func TestBookingsAreAtTheRightMoment(t *testing.T) {
	for name, c := range map[string]struct{ zone, date, clock, want string }{
		"winter":                      {"America/New_York", "2026-11-24", "9:00 AM", "20261124T140000Z"},
		"summer":                      {"America/New_York", "2026-07-01", "9:00 AM", "20260701T130000Z"},
		"afternoon":                   {"America/New_York", "2026-11-24", "2:00 PM", "20261124T190000Z"},
		"24 hours":                    {"Europe/Berlin", "2026-11-24", "14:00", "20261124T130000Z"},
		"noon":                        {"America/New_York", "2026-11-24", "12:00 PM", "20261124T170000Z"},
		"midnight":                    {"America/New_York", "2026-11-24", "12:00 AM", "20261124T050000Z"},
		"small letters":               {"America/New_York", "2026-11-24", "9 a.m.", "20261124T140000Z"},
		"last minute of the day":      {"America/New_York", "2026-11-24", "23:59", "20261125T045900Z"},
		"first minute of the day":     {"America/New_York", "2026-11-24", "00:00", "20261124T050000Z"},
		"skipped by New York":         {"America/New_York", "2026-03-08", "2:30 AM", "20260308T070000Z"},
		"just before it":              {"America/New_York", "2026-03-08", "01:59", "20260308T065900Z"},
		"just after it":               {"America/New_York", "2026-03-08", "03:00", "20260308T070000Z"},
		"doubled by New York":         {"America/New_York", "2026-11-01", "1:30 AM", "20261101T053000Z"},
		"after the doubled hour":      {"America/New_York", "2026-11-01", "2:00 AM", "20261101T070000Z"},
		"skipped by Berlin":           {"Europe/Berlin", "2026-03-29", "02:30", "20260329T010000Z"},
		"doubled by Berlin":           {"Europe/Berlin", "2026-10-25", "02:30", "20261025T003000Z"},
		"no midnight in Santiago":     {"America/Santiago", "2026-09-06", "00:00", "20260906T040000Z"},
		"one o'clock there":           {"America/Santiago", "2026-09-06", "01:00", "20260906T040000Z"},
		"doubled evening in Santiago": {"America/Santiago", "2026-04-04", "23:30", "20260405T023000Z"},
		"half an hour at Lord Howe":   {"Australia/Lord_Howe", "2026-10-04", "02:15", "20261003T153000Z"},
		"Honolulu":                    {"Pacific/Honolulu", "2026-11-24", "17:00", "20261125T030000Z"},
		"Auckland":                    {"Pacific/Auckland", "2026-11-24", "09:00", "20261123T200000Z"},
		"Kiritimati":                  {"Pacific/Kiritimati", "2026-11-24", "00:30", "20261123T103000Z"},
		"the day Samoa left out":      {"Pacific/Apia", "2011-12-30", "12:00 PM", "20111230T100000Z"},
		"leap day":                    {"America/New_York", "2028-02-29", "9:00 AM", "20280229T140000Z"},
		"year 9999":                   {"America/New_York", "9999-12-31", "9:00 AM", "99991231T140000Z"},
		"UTC":                         {"UTC", "2026-11-24", "09:00", "20261124T090000Z"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := event(t, c.zone, c.date, c.clock, "discovery-call")
			if got == nil {
				t.Fatal("no calendar file")
			}
			start := got.GetProperty(ics.ComponentPropertyDtStart).Value
			if start != c.want {
				t.Errorf("%s %s in %s is %s, want %s", c.date, c.clock, c.zone, start, c.want)
			}
			begin, err1 := got.GetStartAt()
			end, err2 := got.GetEndAt()
			if err1 != nil || err2 != nil || end.Sub(begin) != 30*time.Minute {
				t.Errorf("it takes %v", end.Sub(begin))
			}
		})
	}
}

func TestBookingsWithoutAMomentHaveNoCalendarFile(t *testing.T) {
	for _, c := range [][2]string{{"", "9:00 AM"}, {"2026-11-24", ""}, {"2026-02-30", "9:00 AM"}, {"tomorrow", "9:00 AM"}, {"2026-11-24", "morning"}, {"2026-11-24", "25:00"}, {"2026-11-24", "9"}, {"2026-11-24", "13:00 PM"}, {"2026-11-24", "9:75"}} {
		if got, _ := event(t, "America/New_York", c[0], c[1], "discovery-call"); got != nil {
			t.Errorf("%q %q has a calendar file", c[0], c[1])
		}
	}
}

func TestACalendarFileIsWhatCalendarsRead(t *testing.T) {
	got, content := event(t, "America/New_York", "2026-11-24", "9:00 AM", "website-design")
	for property, want := range map[ics.ComponentProperty]string{
		ics.ComponentPropertyUniqueId: sampleID + "@evenlight.example", ics.ComponentPropertyStatus: "TENTATIVE", ics.ComponentPropertySequence: "0",
		ics.ComponentPropertyDtstamp: "20261121T190405Z", ics.ComponentPropertyOrganizer: "mailto:hello@evenlight.example",
		// The choice says no length: an hour.
		ics.ComponentPropertyDtEnd:   "20261124T150000Z",
		ics.ComponentPropertySummary: "Booking request: Website Design Consultation, November 24, 2026 at 9:00 AM",
	} {
		if found := got.GetProperty(property); found == nil || found.Value != want {
			t.Errorf("%s is %v, want %s", property, found, want)
		}
	}
	if text := got.GetProperty(ics.ComponentPropertyDescription).Value; !strings.Contains(text, "    a;b,c\\d\n    e\n") {
		t.Errorf("the description is %q", text)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(content), "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("the line %q is no line of RFC 5545", line)
		}
	}
	if !bytes.Contains(content, []byte(`a\;b\,c\\d\n`)) || !bytes.Contains(content, []byte("\r\nMETHOD:PUBLISH\r\n")) {
		t.Errorf("not escaped, or no method:\n%s", content)
	}
}

// A team has many visitors in its calendar, a visitor many teams.
func TestACalendarFileHasThePlaceAndATitleForEachReader(t *testing.T) {
	for name, c := range map[string]struct {
		subject                 site.Text
		service, place          string
		team, visitor, location string
	}{
		"words of the form": {"Booking: {service}", "discovery-call", "studio", "Booking: Discovery Call, 30 min", "Discovery Call, 30 min · Evenlight", "The Studio, 12 Mill Lane, Little Wexham"},
		"no words":          {"", "discovery-call", "studio", "Ada Lovelace · Discovery Call, 30 min", "Discovery Call, 30 min · Evenlight", "The Studio, 12 Mill Lane, Little Wexham"},
		"no length":         {"", "website-design", "", "Ada Lovelace · Website Design Consultation", "Website Design Consultation · Evenlight", ""},
		"nothing chosen":    {"", "", "elsewhere", "Ada Lovelace", "Evenlight", ""},
	} {
		bundle, form := sampleBundle(t, greenTheme, "Evenlight", "/", ""), bookingForm()
		bundle.Site.Locations = []*site.Location{
			{ID: "shop", Name: "The Shop"},
			{ID: "studio", Name: "The Studio", Address: site.PostalAddress{Street: "12 Mill Lane", City: "Little Wexham", Country: "GB"}},
		}
		form.Mail.Subject, form.Appointment.Location = c.subject, "where"
		form.Fields = append(form.Fields, site.Field{Name: "where", Type: "select", Options: []site.Option{{Value: "shop"}, {Value: "studio"}}})
		messages := compose(t, bundle, form, submission(form, "name", "Ada Lovelace", "email", "ada@example.com", "service", c.service,
			"date", "2026-11-24", "time", "9:00 AM", "where", c.place))
		for i, want := range []string{c.team, c.visitor} {
			calendar, err := ics.ParseCalendar(bytes.NewReader(messages[i].Attachments[0].Content))
			if err != nil {
				t.Fatal(err)
			}
			event, location := calendar.Events()[0], ""
			if found := event.GetProperty(ics.ComponentPropertyLocation); found != nil {
				location = found.Value
			}
			if got := event.GetProperty(ics.ComponentPropertySummary).Value; got != want || location != c.location {
				t.Errorf("%s: mail %d is %q at %q, want %q at %q", name, i, got, location, want, c.location)
			}
		}
	}
}

func TestTheTimeZoneOfABookingIsNamed(t *testing.T) {
	for zone, want := range map[string]string{
		"America/New_York": "Time zone: America/New York (EDT, UTC\u221204:00)", "Asia/Dubai": "Time zone: Asia/Dubai (UTC+04:00)", "UTC": "Time zone: UTC (UTC+00:00)",
	} {
		bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
		bundle.Site.Location = zoneOf(t, zone)
		s := submission(bookingForm(), "name", "Ada", "email", "ada@example.com", "date", "2026-07-01", "time", "9:00 AM")
		for _, m := range compose(t, bundle, bookingForm(), s) {
			if !strings.Contains(m.Text, want) {
				t.Errorf("%q is missing in\n%s", want, m.Text)
			}
		}
	}
}

// A date of birth and another's address before what the mail is about lead nowhere else.
func TestTheFormSaysWhichFieldIsTheAppointmentAndWhoseAddressItHas(t *testing.T) {
	bundle := sampleBundle(t, greenTheme, "Evenlight", "/", "")
	form := bookingForm()
	form.Fields = append([]site.Field{
		{Name: "geburt", Type: "date", Label: "Born"},
		{Name: "partner", Type: "email", Label: "Address of your partner"},
	}, form.Fields...)
	form.Appointment.Date, form.ReplyTo = "date", "email"
	s := submission(form, "geburt", "1980-05-04", "partner", "bob@example.com", "name", "Ada", "email", "ada@example.com", "date", "2026-12-28", "time", "9:00 AM")
	messages := compose(t, bundle, form, s)
	if len(messages[0].Attachments) != 1 || !strings.Contains(string(messages[0].Attachments[0].Content), "DTSTART:20261228T") {
		t.Errorf("the calendar file is\n%v", messages[0].Attachments)
	}
	if messages[0].ReplyTo != "ada@example.com" {
		t.Errorf("answers go to %q", messages[0].ReplyTo)
	}
	form.Appointment.Date = ""
	if unclear := compose(t, bundle, form, s); len(unclear[0].Attachments) != 0 {
		t.Error("of two dates one is taken")
	}
}

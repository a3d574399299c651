//go:build !race

package contact_test

import (
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestDatesAreDaysOfTheCalendar(t *testing.T) {
	try(t, booking(), "date", []trial{
		{"2026-11-20", ""},
		{"2026-12-31", ""},
		{"2028-02-29", ""},
		{"2031-11-20", ""},
		{"2031-11-21", "not after 20 November 2031"},
		{"9999-12-31", "not after 20 November 2031"},
		{"2026-11-19", "not before 20 November 2026 in America/New_York"},
		{"0000-01-01", "not before 20 November 2026 in America/New_York"},
		{"", "required in the shop"},
		{"2027-02-29", "date"},
		{"2100-02-29", "date"},
		{"2026-02-30", "date"},
		{"2026-11-31", "date"},
		{"2026-13-01", "date"},
		{"2026-00-10", "date"},
		{"2026-11-00", "date"},
		{"2026-1-1", "date"},
		{"26-11-23", "date"},
		{"12026-11-23", "date"},
		{"+002026-11-23", "date"},
		{"-2026-11-23", "date"},
		{"2026/11/23", "date"},
		{"23.11.2026", "date"},
		{"2026-11-23T00:00", "date"},
		{"٢٠٢٦-١١-٢٣", "date"},
		{"2026-11-2\u2028", "date"},
		{"tomorrow", "date"},
	})
}

// TestTodayIsTheDateInTheZoneOfTheSite asks at moments around midnight and
// around changes of clocks, whatever the visitor's own clock shows.
func TestTodayIsTheDateInTheZoneOfTheSite(t *testing.T) {
	for name, c := range map[string]struct {
		zone, now   string
		first, past string
	}{
		"a second before midnight":           {"America/New_York", "2026-11-21T04:59:59Z", "2026-11-20", "2026-11-19"},
		"midnight":                           {"America/New_York", "2026-11-21T05:00:00Z", "2026-11-21", "2026-11-20"},
		"Honolulu is a day behind":           {"Pacific/Honolulu", "2026-11-21T09:59:59Z", "2026-11-20", "2026-11-19"},
		"Honolulu at its midnight":           {"Pacific/Honolulu", "2026-11-21T10:00:00Z", "2026-11-21", "2026-11-20"},
		"Auckland is a day ahead":            {"Pacific/Auckland", "2026-11-20T11:00:00Z", "2026-11-21", "2026-11-20"},
		"Auckland before its midnight":       {"Pacific/Auckland", "2026-11-20T10:59:59Z", "2026-11-20", "2026-11-19"},
		"New York, 02:30 does not exist":     {"America/New_York", "2026-03-08T07:30:00Z", "2026-03-08", "2026-03-07"},
		"New York, 01:30 for the first time": {"America/New_York", "2026-11-01T05:30:00Z", "2026-11-01", "2026-10-31"},
		"New York, 01:30 once more":          {"America/New_York", "2026-11-01T06:30:00Z", "2026-11-01", "2026-10-31"},
		"the end of the day of 25 hours":     {"America/New_York", "2026-11-02T04:59:59Z", "2026-11-01", "2026-10-31"},
		"the end of the day of 23 hours":     {"America/New_York", "2026-03-09T03:59:59Z", "2026-03-08", "2026-03-07"},
		"Santiago before its missing hour":   {"America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05", "2026-09-04"},
		"Santiago, no midnight":              {"America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06", "2026-09-05"},
		"Santiago, that evening":             {"America/Santiago", "2026-09-07T02:59:59Z", "2026-09-06", "2026-09-05"},
		"a leap day":                         {"Europe/Berlin", "2028-02-28T23:00:00Z", "2028-02-29", "2028-02-28"},
		"after a leap day":                   {"Europe/Berlin", "2028-02-29T23:00:00Z", "2028-03-01", "2028-02-29"},
		"new year":                           {"Europe/Berlin", "2026-12-31T23:00:00Z", "2027-01-01", "2026-12-31"},
		"far in the future":                  {"UTC", "9990-06-01T12:00:00Z", "9990-06-01", "9990-05-31"},
	} {
		t.Run(name, func(t *testing.T) {
			o := open()
			now, err := time.Parse(time.RFC3339, c.now)
			if err != nil {
				t.Fatal(err)
			}
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			o.clock.Set(now)
			settings := o.revision.ByID("shop").Site
			settings.TimeZone, settings.Location, settings.DateFormat = c.zone, zone, ""
			// Late in the day the time is over, and the day is not.
			if receipt := o.accept(t, asJSON(with(booking(), "date", c.first))); receipt.Fields["date"] != "" {
				t.Errorf("%s is refused: %v", c.first, receipt.Fields)
			}
			first, err := time.Parse(time.DateOnly, c.first)
			if err != nil {
				t.Fatal(err)
			}
			want := site.Text("not before " + first.Format("January 2, 2006") + " in " + c.zone)
			if receipt := o.accept(t, asJSON(with(booking(), "date", c.past))); receipt.Fields["date"] != want {
				t.Errorf("%s: %q, want %q", c.past, receipt.Fields["date"], want)
			}
		})
	}
}

func TestWhatDoesNotFitIsSaidInTheLanguageOfTheSite(t *testing.T) {
	o := open()
	settings := o.revision.ByID("shop").Site
	settings.Language, settings.DateFormat = "de", ""
	receipt := o.accept(t, asJSON(with(booking(), "date", "2026-11-19")))
	if want := site.Text("not before 20. November 2026 in America/New_York"); receipt.Fields["date"] != want {
		t.Errorf("%q, want %q", receipt.Fields["date"], want)
	}
	receipt = o.accept(t, asJSON(with(order(), "weight", "0.25")))
	if want := site.Text("steps of 0,1"); receipt.Fields["weight"] != want {
		t.Errorf("%q, want %q", receipt.Fields["weight"], want)
	}
}

func TestADateMayLieInThePastWhereTheFormSaysNothing(t *testing.T) {
	o := open()
	form := o.revision.ByID("shop").Forms.Get("booking")
	form.Fields, form.Appointment.Date = append(form.Fields, site.Field{Name: "born", Type: "date"}), "date"
	if receipt := o.accept(t, asJSON(with(booking(), "born", "1969-07-20"))); !receipt.Stored() {
		t.Errorf("receipt = %+v", receipt)
	}
}

func TestADateLiesWithinTheBoundsOfItsField(t *testing.T) {
	for name, c := range map[string]struct{ notBefore, notAfter, date, want string }{
		"grown up today":          {"", "-18y", "2008-11-20", ""},
		"grown up tomorrow":       {"", "-18y", "2008-11-21", "not after 20 November 2008"},
		"two days ahead":          {"+2d", "", "2026-11-22", ""},
		"one day ahead":           {"+2d", "", "2026-11-21", "not before 22 November 2026 in America/New_York"},
		"within 90 days":          {"+2d", "+90d", "2027-02-18", ""},
		"after 90 days":           {"+2d", "+90d", "2027-02-19", "not after 18 February 2027"},
		"a week ago":              {"-1w", "today", "2026-11-13", ""},
		"more than that":          {"-1w", "today", "2026-11-12", "not before 13 November 2026 in America/New_York"},
		"tomorrow, at most today": {"-1w", "today", "2026-11-21", "not after 20 November 2026"},
		"further than it usually": {"", "+6y", "2032-11-20", ""},
		"no bound but five years": {"today", "", "2031-11-20", ""},
		"beyond the usual bound":  {"", "", "2031-11-21", "not after 20 November 2031"},
	} {
		o := open()
		form := o.revision.ByID("shop").Forms.Get("booking")
		form.Fields = append(form.Fields, site.Field{Name: "other", Type: "date", NotBefore: c.notBefore, NotAfter: c.notAfter})
		form.Appointment.Date = "date"
		receipt := o.accept(t, asJSON(with(booking(), "other", c.date)))
		if got := string(receipt.Fields["other"]); got != c.want || receipt.Stored() != (c.want == "") {
			t.Errorf("%s: %q (%s), want %q", name, got, receipt.Code, c.want)
		}
		form.Field("other").Message = "Not that day"
		receipt = o.accept(t, asJSON(with(booking(), "other", c.date)))
		if own := c.notBefore+c.notAfter != "" && c.want != ""; own != (receipt.Fields["other"] == "Not that day") {
			t.Errorf("%s: with words of its own %q", name, receipt.Fields["other"])
		}
	}
}

// A date of birth before the date of the appointment says nothing of how long a booking is kept.
func TestTheAppointmentIsTheDateThatTheFormNames(t *testing.T) {
	birth := site.Field{Name: "geburt", Type: "date", Label: "Born"}
	for name, c := range map[string]struct {
		appointment string
		want        time.Time
	}{
		"named":                        {"date", time.Date(2026, 12, 28, 0, 0, 0, 0, time.UTC).AddDate(0, 0, 90)},
		"not named, which check tells": {"", noon.AddDate(0, 0, 180)},
	} {
		o := open()
		form := o.revision.ByID("shop").Forms.Get("booking")
		form.Fields = append([]site.Field{birth}, form.Fields...)
		form.Appointment.Date = c.appointment
		values := with(booking(), "date", "2026-12-28")
		values["geburt"] = "1980-05-04"
		if receipt := o.accept(t, asJSON(values)); !receipt.Stored() {
			t.Fatalf("%s: %+v", name, receipt)
		}
		if s := o.store.last(t); !s.EraseAfter.Equal(c.want) {
			t.Errorf("%s: erased after %s, want %s", name, s.EraseAfter, c.want)
		}
	}
}

func TestHowLongSubmissionsAreKept(t *testing.T) {
	for name, c := range map[string]struct {
		values map[string]string
		days   int
		want   string
	}{
		"a message":                      {message(), 0, "2027-05-19T12:00:00Z"},
		"a message for a month":          {message(), 30, "2026-12-20T12:00:00Z"},
		"a booking":                      {booking(), 0, "2027-02-21T00:00:00Z"},
		"a booking for a week after it":  {booking(), 7, "2026-11-30T00:00:00Z"},
		"a booking on the last day":      {with(booking(), "date", "2031-11-20"), 3650, "2041-11-17T00:00:00Z"},
		"a booking for today, for a day": {with(booking(), "date", "2026-11-20"), 1, "2026-11-21T12:00:00Z"},
	} {
		o := open()
		for _, bundle := range o.revision.Sites {
			for _, form := range bundle.Forms.All() {
				form.RetentionDays = c.days
			}
		}
		if receipt := o.accept(t, asJSON(c.values)); !receipt.Stored() {
			t.Errorf("%s: %+v", name, receipt)
			continue
		}
		s := o.store.last(t)
		if got := s.EraseAfter.Format(time.RFC3339); got != c.want || s.ReceivedAt != noon || s.EraseAfter.Location() != time.UTC {
			t.Errorf("%s is erased after %s, want %s (received %s)", name, got, c.want, s.ReceivedAt)
		}
	}
}

func TestWordsForADateNameTheZoneInTheWordsOfTheForm(t *testing.T) {
	o := open()
	form := o.revision.ByID("shop").Forms.Get("booking")
	for i := range form.Fields {
		if form.Fields[i].Type == "date" {
			form.Fields[i].Message = "Choose another day"
		}
	}
	if receipt := o.accept(t, asJSON(with(booking(), "date", "2026-11-19"))); receipt.Fields["date"] != "Choose another day" {
		t.Errorf("fields = %v", receipt.Fields)
	}
	o.revision.ByID("shop").Site.Location = nil // a site without a zone follows UTC
	o.clock.Set(time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC))
	if receipt := o.accept(t, asJSON(with(booking(), "date", "2026-11-20"))); !strings.Contains(string(receipt.Fields["date"]), "another day") {
		t.Errorf("fields = %v", receipt.Fields)
	}
}

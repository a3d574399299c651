//go:build !race

package contact_test

import (
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestATimeThatIsOverIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ now, date, time, field, want string }{
		"ten hours ago":           {"2026-11-20T19:30:00-05:00", "2026-11-20", "9:00 AM", "time", "past"},
		"an hour to go":           {"2026-11-20T08:00:00-05:00", "2026-11-20", "9:00 AM", "", ""},
		"a minute to go":          {"2026-11-20T08:59:59-05:00", "2026-11-20", "9:00 AM", "", ""},
		"now":                     {"2026-11-20T09:00:00-05:00", "2026-11-20", "9:00 AM", "time", "past"},
		"tomorrow":                {"2026-11-20T19:30:00-05:00", "2026-11-21", "9:00 AM", "", ""},
		"yesterday":               {"2026-11-20T07:00:00-05:00", "2026-11-19", "9:00 AM", "date", "not before 20 November 2026 in America/New_York"},
		"on the visitor's clock":  {"2026-11-20T14:30:00+01:00", "2026-11-20", "9:00 AM", "", ""},
		"a time that is unknown":  {"2026-11-20T19:30:00-05:00", "2026-11-20", "8:00 AM", "time", "option"},
		"skipped, before it":      {"2026-03-08T01:59:59-05:00", "2026-03-08", "2:30 AM", "time", "closed"},
		"skipped, when it is due": {"2026-03-08T03:00:00-04:00", "2026-03-08", "2:30 AM", "time", "past"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		o := open()
		o.clock.Set(now)
		form := o.revision.ByID("shop").Forms.Get("booking")
		form.Field("time").Options = append(form.Field("time").Options, site.Option{Value: "2:30 AM"})
		for kind, sent := range map[string]site.Inquiry{
			"JSON": asJSON(with(booking(), "date", c.date, "time", c.time)), "form": asForm(with(booking(), "date", c.date, "time", c.time)),
		} {
			receipt := o.accept(t, sent)
			if receipt.Stored() != (c.want == "") || string(receipt.Fields[c.field]) != c.want || c.want != "" && len(receipt.Fields) != 1 {
				t.Errorf("%s as %s: %s %v, want %q", name, kind, receipt.Code, receipt.Fields, c.want)
			}
		}
	}
}

// clinic has a practice with a break, and a bar that is open at night; both have holidays.
func clinic(o *office) *site.Form {
	bundle := o.revision.ByID("shop")
	bundle.Site.Locations = []*site.Location{
		{ID: "practice", Hours: []string{"Mo-Fr 08:00-12:00, 13:30-17:00", "Sa by appointment"}, Exceptions: []site.Exception{
			{Date: "2026-11-26", Reason: "Thanksgiving"}, {Date: "2026-11-29", Hours: "10:00-12:00"},
		}},
		{ID: "bar", Hours: []string{"Fr-Sa 18:00-02:00"}, Exceptions: []site.Exception{
			{Date: "2026-11-24", Hours: "20:00-04:00"}, {Date: "2026-12-05", Until: "2026-12-31"},
		}},
		{ID: "anywhere", Exceptions: []site.Exception{{Date: "2026-11-24"}}},
	}
	form := bundle.Forms.Get("booking")
	form.Fields = append(form.Fields, site.Field{Name: "where", Type: "radio", Options: []site.Option{
		{Value: "practice"}, {Value: "bar"}, {Value: "anywhere"},
	}})
	form.Field("time").Options = nil
	for _, clock := range []string{"00:30", "01:30", "02:00", "03:00", "9:00 AM", "10:00", "11:30", "12:00", "16:30", "5:00 PM", "18:00", "23:00"} {
		form.Field("time").Options = append(form.Field("time").Options, site.Option{Value: clock})
	}
	form.Field("service").Options[1].Minutes = 60
	return form
}

func TestABookingIsTakenWhileItsLocationIsOpen(t *testing.T) {
	for _, c := range []struct{ where, date, time, service, want string }{
		{"practice", "2026-11-23", "9:00 AM", "call", ""},
		{"practice", "2026-11-22", "9:00 AM", "call", "closed"},   // a Sunday
		{"practice", "2026-11-23", "12:00", "call", "closed"},     // its break
		{"practice", "2026-11-23", "11:30", "design", ""},         // nobody says how long that takes
		{"practice", "2026-11-23", "11:30", "call", "closed"},     // an hour, and the break begins
		{"practice", "2026-11-23", "16:30", "call", "closed"},     // an hour, and it closes
		{"practice", "2026-11-23", "5:00 PM", "design", "closed"}, // when it closes
		{"practice", "2026-11-26", "9:00 AM", "call", "closed"},   // Thanksgiving, a Thursday
		{"practice", "2026-11-29", "10:00", "call", ""},           // a Sunday with hours
		{"practice", "2026-11-29", "9:00 AM", "call", "closed"},   // before them
		{"practice", "2026-11-28", "23:00", "call", ""},           // a Saturday by appointment
		{"bar", "2026-11-27", "23:00", "call", ""},                // a Friday
		{"bar", "2026-11-28", "01:30", "design", ""},              // its night
		{"bar", "2026-11-28", "01:30", "call", "closed"},          // which ends at two
		{"bar", "2026-11-28", "02:00", "design", "closed"},        // it is two
		{"bar", "2026-11-27", "01:30", "design", "closed"},        // the night of a Thursday
		{"bar", "2026-11-25", "03:00", "call", ""},                // the night of an exception
		{"bar", "2026-11-24", "18:00", "call", "closed"},          // before it begins
		{"bar", "2026-12-05", "01:30", "design", ""},              // Friday's, on the first day of the holidays
		{"bar", "2026-12-05", "23:00", "call", "closed"},          // holidays
		{"bar", "2026-12-12", "01:30", "design", "closed"},        // the night of a day of holidays
		{"anywhere", "2026-11-25", "03:00", "call", ""},           // without hours
		{"anywhere", "2026-11-24", "10:00", "call", "closed"},     // but not then
		{"", "2026-11-22", "9:00 AM", "call", ""},                 // the field may be left empty
	} {
		for _, fixed := range []bool{false, true} {
			o := open()
			form := clinic(o)
			form.Appointment.Location = "where"
			if fixed && c.where != "" { // the form itself says where
				form.Appointment.Location, form.Fields = c.where, form.Fields[:len(form.Fields)-1]
			}
			values := with(booking(), "date", c.date, "time", c.time, "service", c.service)
			if form.Field("where") != nil {
				values["where"] = c.where
			}
			receipt := o.accept(t, asJSON(values))
			if got := string(receipt.Fields["time"]); got != c.want || receipt.Stored() != (c.want == "") {
				t.Errorf("%s on %s at %s for a %s: %q (%s %v), want %q", c.where, c.date, c.time, c.service, got, receipt.Code, receipt.Fields, c.want)
			}
		}
	}
}

// The night that began yesterday is that of yesterday's exception.
func TestWithoutATimeADayIsTakenOnWhichTheLocationIsOpen(t *testing.T) {
	for _, c := range []struct{ where, date, want string }{
		{"practice", "2026-11-25", ""},
		{"practice", "2026-11-26", "closed"},
		{"practice", "2026-11-28", ""}, // by appointment
		{"practice", "2026-11-29", ""}, // a Sunday with hours of its own
		{"practice", "2026-12-06", "closed"},
		{"bar", "2026-11-30", "closed"},
		{"bar", "2026-12-31", "closed"},
		{"anywhere", "2026-11-24", "closed"},
		{"anywhere", "2026-11-25", ""},
		{"", "2026-11-26", ""}, // nobody knows where
	} {
		o := open()
		o.clock.Set(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		form := clinic(o)
		form.Appointment.Location, form.Field("time").Required = "where", false
		receipt := o.accept(t, asForm(with(booking(), "date", c.date, "time", "", "where", c.where)))
		if string(receipt.Fields["date"]) != c.want || receipt.Stored() != (c.want == "") {
			t.Errorf("%s on %s: %s %v, want %q", c.where, c.date, receipt.Code, receipt.Fields, c.want)
		}
	}
}

func TestTheNightOfAnExceptionThatIsOverCounts(t *testing.T) {
	o := open()
	form := clinic(o)
	form.Appointment.Location = "bar"
	o.clock.Set(time.Date(2026, 11, 28, 0, 10, 0, 0, o.revision.ByID("shop").Site.Location)) // after a Friday
	bar := o.revision.ByID("shop").Site.Locations[1]
	bar.Exceptions, bar.Before = nil, site.Exception{Date: "2026-11-27", Hours: "10:00-12:00"}
	values := with(booking(), "date", "2026-11-28", "time", "00:30", "service", "design", "where", "bar")
	if receipt := o.accept(t, asJSON(values)); receipt.Fields["time"] != "closed" {
		t.Errorf("the bar that closed at noon takes %+v", receipt)
	}
}

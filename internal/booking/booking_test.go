package booking_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/evenlight/marquee/internal/booking"
	"github.com/evenlight/marquee/internal/site"
)

func on(t *testing.T, date string) time.Time {
	t.Helper()
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		t.Fatal(err)
	}
	return day
}

func TestBoundsCountFromToday(t *testing.T) {
	for _, c := range []struct{ today, bound, want string }{
		{"2026-11-27", "today", "2026-11-27"},
		{"2026-11-27", "+2d", "2026-11-29"},
		{"2026-11-27", "-1d", "2026-11-26"},
		{"2026-11-27", "+90d", "2027-02-25"},
		{"2026-12-30", "+2w", "2027-01-13"},
		{"2026-11-27", "+3m", "2027-02-27"},
		{"2026-01-31", "+1m", "2026-02-28"},
		{"2026-03-31", "-1m", "2026-02-28"},
		{"2026-12-31", "-6m", "2026-06-30"},
		{"2026-11-27", "-18y", "2008-11-27"},
		// Who is born on 29 February is 18 on 1 March; who is born on 1 March is not 18 on 29 February.
		{"2028-02-29", "-18y", "2010-02-28"},
		{"2028-02-29", "+4y", "2032-02-29"},
	} {
		first, last := booking.Bounds(&site.Field{NotBefore: c.bound, NotAfter: c.bound}, on(t, c.today))
		if want := on(t, c.want); !first.Equal(want) || !last.Equal(want) {
			t.Errorf("on %s %s is from %s to %s, want %s", c.today, c.bound, first, last, c.want)
		}
	}
	first, last := booking.Bounds(&site.Field{}, on(t, "2026-11-27"))
	if !first.IsZero() || !last.Equal(on(t, "2031-11-27")) {
		t.Errorf("without bounds it is from %s to %s", first, last)
	}
}

func form(appointment site.Appointment, fields ...site.Field) *site.Form {
	return &site.Form{Kind: site.KindBooking, Appointment: appointment, Fields: fields}
}

func values(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestTheFormSaysWhenTheAppointmentIs(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	fields := []site.Field{{Name: "born", Type: "date"}, {Name: "day", Type: "date"}, {Name: "from", Type: "time"}, {Name: "until", Type: "time"}}
	sent := values("born", "1980-05-04", "day", "2026-07-01", "from", "9:00 AM", "until", "14h30")
	for name, c := range map[string]struct {
		form *site.Form
		want string
	}{
		"named":       {form(site.Appointment{Date: "day", Time: "until"}, fields...), "2026-07-01T14:30:00+02:00"},
		"the others":  {form(site.Appointment{Date: "born", Time: "from"}, fields...), "1980-05-04T09:00:00+02:00"},
		"one of each": {form(site.Appointment{}, fields[1:3]...), "2026-07-01T09:00:00+02:00"},
		"two times":   {form(site.Appointment{Date: "day"}, fields...), ""},
		"two dates":   {form(site.Appointment{Time: "from"}, fields...), ""},
		"a slip":      {form(site.Appointment{Date: "dya", Time: "from"}, fields...), ""},
		"no booking":  {&site.Form{Kind: "contact", Fields: fields[1:3]}, ""},
		"no form":     {nil, ""},
	} {
		start, known := booking.At(c.form, sent, berlin)
		if got := start.Format(time.RFC3339); known != (c.want != "") || known && got != c.want {
			t.Errorf("%s: it begins at %s (%t), want %s", name, got, known, c.want)
		}
	}
}

func TestWhatIsBookedIsTheChoiceThatSaysHowLong(t *testing.T) {
	f := form(site.Appointment{Location: "where"},
		site.Field{Name: "where", Type: "radio", Options: []site.Option{{Value: "a", Label: "Riverside"}}},
		site.Field{Name: "time", Type: "time", Options: []site.Option{{Value: "9:00", Label: "Nine"}}},
		site.Field{Name: "pet", Type: "select", Options: []site.Option{{Value: "cat", Label: "A cat"}}},
		site.Field{Name: "for", Type: "select", Options: []site.Option{{Value: "check", Label: "Check-up", Minutes: 20}, {Value: "other", Label: "Other"}}})
	for chosen, want := range map[string]string{"check": "Check-up 20m0s", "other": "A cat 0s", "": "A cat 0s"} {
		label, length := booking.Choice(f, values("where", "a", "time", "9:00", "pet", "cat", "for", chosen))
		if got := fmt.Sprint(label, " ", length); got != want {
			t.Errorf("%q: %s, want %s", chosen, got, want)
		}
	}
}

func TestATimeThatSaysHowLongIsNotWhatIsBooked(t *testing.T) {
	f := form(site.Appointment{},
		site.Field{Name: "time", Type: "time", Options: []site.Option{{Value: "9:00", Label: "Nine", Minutes: 30}}},
		site.Field{Name: "pet", Type: "select", Options: []site.Option{{Value: "cat", Label: "A cat"}, {Value: "dog", Label: "A dog", Minutes: 45}}})
	for chosen, want := range map[string]string{"cat": "A cat 30m0s", "dog": "A dog 30m0s", "": " 30m0s"} {
		label, length := booking.Choice(f, values("time", "9:00", "pet", chosen))
		if got := fmt.Sprint(label, " ", length); got != want {
			t.Errorf("%q: %s, want %s", chosen, got, want)
		}
	}
}

func TestABookingIsWhereItsFormSays(t *testing.T) {
	all := []*site.Location{{ID: "a"}, {ID: "b"}}
	choice := site.Field{Name: "where", Type: "select", Options: []site.Option{{Value: "a"}, {Value: "b"}}}
	for _, c := range []struct {
		form *site.Form
		sent string
		want string
	}{
		{form(site.Appointment{Location: "where"}, choice), "b", "b"},
		{form(site.Appointment{Location: "where"}, choice), "", ""},
		{form(site.Appointment{Location: "a"}, choice), "b", "a"},
		{form(site.Appointment{}, choice), "b", ""},
		{form(site.Appointment{Location: "a"}, site.Field{Name: "a", Type: "text"}), "b", "a"},
	} {
		got := ""
		if place := booking.Place(c.form, values("where", c.sent, "a", c.sent), all); place != nil {
			got = place.ID
		}
		if got != c.want {
			t.Errorf("at %q with %q sent: %q, want %q", c.form.Appointment.Location, c.sent, got, c.want)
		}
	}
}

func TestATimeThatLastsUntilAfterClosingIsNotOffered(t *testing.T) {
	f := form(site.Appointment{}, site.Field{Name: "day", Type: "date"}, site.Field{Name: "time", Type: "time", Options: []site.Option{
		{Value: "16:00", Minutes: 60}, {Value: "16:30", Minutes: 60}, {Value: "16:45"},
	}})
	open := booking.Offers(f, &site.Location{Hours: []string{"Mo-Su 09:00-17:00"}}, on(t, "2026-11-25"))
	if got := fmt.Sprint(open["3"]); got != "[16:00 16:45]" {
		t.Errorf("offered: %s", got)
	}
}

// What is offered is what is taken, on every day and at every time of a year.
func TestOnlyWhatIsOpenIsOffered(t *testing.T) {
	f := form(site.Appointment{}, site.Field{Name: "day", Type: "date"}, site.Field{Name: "time", Type: "time"})
	for hour := range 24 {
		f.Fields[1].Options = append(f.Fields[1].Options, site.Option{Value: fmt.Sprintf("%02d:30", hour)})
	}
	l := &site.Location{
		Hours:      []string{"Mo-Th 09:00-12:00, 14:00-17:00", "Fr 18:00-02:00", "Sa by appointment"},
		Exceptions: []site.Exception{{Date: "2026-11-26"}, {Date: "2026-12-04", Until: "2026-12-06", Hours: "20:00-03:00"}},
		Before:     site.Exception{Date: "2026-11-26"},
	}
	today := on(t, "2026-11-25")
	open := booking.Offers(f, l, today)
	for n := range 399 {
		day := today.AddDate(0, 0, n)
		offered, special := open[day.Format(time.DateOnly)]
		if !special {
			offered = open[fmt.Sprint(int(day.Weekday()))]
		}
		for i, option := range f.Fields[1].Options {
			takes := l.Takes(day.Add(time.Duration(i)*time.Hour+30*time.Minute), 0)
			if takes != slices.Contains(offered, option.Value) {
				t.Fatalf("%s %s is taken: %t, offered are %v", day.Format("Mon 2006-01-02"), option.Value, takes, offered)
			}
		}
	}
	for name, want := range map[string]string{
		"1": "09:30 10:30 11:30 14:30 15:30 16:30", "5": "18:30 19:30 20:30 21:30 22:30 23:30", "0": "",
		"2026-11-26": "", "2026-12-07": "00:30 01:30 02:30 09:30 10:30 11:30 14:30 15:30 16:30",
	} {
		if got := strings.Join(open[name], " "); got != want {
			t.Errorf("%s offers %s, want %s", name, got, want)
		}
	}
	if len(open) != 7+2+4 { // the days with other hours, and each one after
		t.Errorf("there are %d days: %v", len(open), open)
	}
}

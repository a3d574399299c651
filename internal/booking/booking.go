// Package booking says which days and times a form takes, and what was booked with it: when, for how long, and where.
// Values are asked for by the name of their field, as they were checked or stored.
package booking

import (
	"strconv"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// How far ahead a date may lie where its field says nothing: beyond any appointment. It catches slips of the keyboard,
// and bounds for how long a booking is kept.
const maxYearsAhead = 5

// Bounds returns the first and the last day that a field takes. Without notBefore there is no first one.
func Bounds(field *site.Field, today time.Time) (first, last time.Time) {
	last = today.AddDate(maxYearsAhead, 0, 0)
	if field.NotBefore != "" {
		first = day(field.NotBefore, today)
	}
	if field.NotAfter != "" {
		last = day(field.NotAfter, today)
	}
	return first, last
}

// day returns the day that a bound such as +2d means.
func day(bound string, today time.Time) time.Time {
	number, unit := bound[:len(bound)-1], bound[len(bound)-1]
	n, _ := strconv.Atoi(number) // none for today
	moved := today.AddDate(0, n*map[byte]int{'m': 1, 'y': 12}[unit], 0)
	if moved.Day() != today.Day() { // a shorter month: who is born on 1 March is not 18 on 29 February
		moved = moved.AddDate(0, 0, -moved.Day())
	}
	return moved.AddDate(0, 0, n*map[byte]int{'d': 1, 'w': 7}[unit])
}

// At returns when a booking begins, by the clocks of a zone. It reports false where its day or its time is missing or
// cannot be read.
func At(form *site.Form, value func(string) string, zone *time.Location) (start time.Time, known bool) {
	if form == nil || form.AppointmentField() == nil || form.ClockField() == nil {
		return time.Time{}, false
	}
	date, err := time.Parse(time.DateOnly, value(form.AppointmentField().Name))
	minutes, isTime := site.ParseClock(value(form.ClockField().Name))
	if err != nil || !isTime {
		return time.Time{}, false
	}
	start, _ = site.AtWallTime(date.Add(time.Duration(minutes)*time.Minute), zone)
	return start, true
}

// Move writes another day and time into the values of a booking: the time as the form offers it or else, where that can
// be read, as it is written by write.
func Move(form *site.Form, values []site.Entry, start time.Time, write func(time.Time) string) {
	minutes := start.Hour()*60 + start.Minute()
	is := func(clock string) bool { read, known := site.ParseClock(clock); return known && read == minutes }
	clock := start.Format("15:04")
	if written := write(start); is(written) {
		clock = written
	}
	for _, option := range form.ClockField().Options {
		if is(option.Value) {
			clock = option.Value
		}
	}
	for i := range values {
		switch of := &values[i]; of.Name {
		case form.AppointmentField().Name:
			of.Value = start.Format(time.DateOnly)
		case form.ClockField().Name:
			of.Value = clock
		}
	}
}

// Choice returns what a booking is for, and how long it takes, by the first choice that says how long. It is for the
// same one, or else for the first, but neither for the time nor for the location.
func Choice(form *site.Form, value func(string) string) (label site.Text, length time.Duration) {
	for i := range form.Fields {
		field := &form.Fields[i]
		for _, option := range field.Options {
			if option.Value != value(field.Name) {
				continue
			}
			first := length == 0 && option.Minutes > 0
			if first {
				length = time.Duration(option.Minutes) * time.Minute
			}
			if (first || label == "") && field.Type != "time" && field.Name != form.Appointment.Location {
				label = option.Label
			}
		}
	}
	return label, length
}

// Place returns the location that a booking is for, of all that its site has; nil where it names none.
func Place(form *site.Form, value func(string) string, all []*site.Location) *site.Location {
	id := form.Appointment.Location
	if field := form.PlaceField(); field != nil {
		id = value(field.Name)
	}
	for _, l := range all {
		if l.ID == id {
			return l
		}
	}
	return nil
}

// Offers returns the times of a form at which a location is open, as [site.Appointment] lists them. Exceptions later
// than in a year count when a booking is sent.
func Offers(form *site.Form, l *site.Location, today time.Time) map[string][]string {
	all := map[string][]string{}
	for n := range 400 {
		day := today.AddDate(0, 0, n)
		name := strconv.Itoa(int(day.Weekday()))
		// The night of an exception reaches into the next day.
		if l.ExceptionOn(day).Date+l.ExceptionOn(day.AddDate(0, 0, -1)).Date != "" {
			name = day.Format(time.DateOnly)
		}
		if all[name] != nil {
			continue
		}
		all[name] = []string{}
		for _, option := range form.ClockField().Options {
			minutes, isTime := site.ParseClock(option.Value)
			at, length := day.Add(time.Duration(minutes)*time.Minute), time.Duration(option.Minutes)*time.Minute
			if isTime && l.Takes(at, length) {
				all[name] = append(all[name], option.Value)
			}
		}
	}
	return all
}

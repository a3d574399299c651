package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Span is a time at which something is open, in minutes from the midnight with which its day begins. What closes after
// the next midnight closes beyond the minutes of a day.
type Span struct{ Opens, Closes int }

// MinutesOfDay is how many minutes a day has on the clock.
const MinutesOfDay = 24 * 60

// Times returns the span as schema.org writes it, such as 09:00 and 17:00; the end of a day is 23:59.
func (s Span) Times() (opens, closes string) {
	if s.Closes == MinutesOfDay {
		s.Closes--
	}
	clock := func(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60%24, minutes%60) }
	return clock(s.Opens), clock(s.Closes)
}

// OpeningHours is when something is open on days of the week: at some times, by appointment, or not at all.
type OpeningHours struct {
	Days          []time.Weekday
	Spans         []Span
	ByAppointment bool
}

var weekdays = []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"} // as in time.Weekday

var hoursSigns = regexp.MustCompile(`\s*([-–,])\s*`)

// plainHours takes the spaces around signs away. A dash is what many programs make of a hyphen.
func plainHours(text string) string {
	return strings.ReplaceAll(hoursSigns.ReplaceAllString(strings.TrimSpace(text), "$1"), "–", "-")
}

// ParseHours reads opening hours such as "Mo,We 08:00-12:00, 13:30-18:00", "Fr-Su 18:00-02:00", "Sa by appointment" or
// "Su closed"; it reports whether they are some. Spaces around signs, dashes and a time such as 9:00 are taken, too.
func ParseHours(text string) (hours OpeningHours, ok bool) {
	days, times, _ := strings.Cut(plainHours(text), " ")
	if hours.Days, ok = parseDays(days); !ok {
		return OpeningHours{}, false
	}
	switch times = strings.TrimSpace(times); times {
	case "by appointment":
		hours.ByAppointment = true
	case "closed", "off":
	default:
		hours.Spans, ok = ParseTimes(times)
	}
	return hours, ok
}

func parseDays(text string) (days []time.Weekday, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, to := slices.Index(weekdays, first), slices.Index(weekdays, last)
		if from < 0 || to < 0 {
			return nil, false
		}
		for n := range (to-from+7)%7 + 1 {
			day := time.Weekday((from + n) % 7)
			if slices.Contains(days, day) {
				return nil, false
			}
			days = append(days, day)
		}
	}
	return days, true
}

// ParseTimes reads the times of a day, such as "08:00-12:00, 13:30-18:00"; it reports whether they are some, one after
// the other.
func ParseTimes(text string) (spans []Span, ok bool) {
	free := 0 // when the one before has closed
	for part := range strings.SplitSeq(plainHours(text), ",") {
		first, last, _ := strings.Cut(part, "-")
		from, err := time.Parse("15:04", first)
		until, err2 := time.Parse("15:04", strings.Replace(last, "24:00", "00:00", 1))
		span := Span{from.Hour()*60 + from.Minute(), until.Hour()*60 + until.Minute()}
		if span.Closes < span.Opens || last == "24:00" {
			span.Closes += MinutesOfDay
		}
		if err != nil || err2 != nil || span.Opens == span.Closes || span.Opens < free {
			return nil, false
		}
		spans, free = append(spans, span), span.Closes
	}
	return spans, true
}

// WeekOf puts lines of opening hours together, by [time.Weekday]. Lines that cannot be read are left out.
func WeekOf(lines []string) (week [7]OpeningHours) {
	for _, line := range lines {
		hours, _ := ParseHours(line)
		for _, day := range hours.Days {
			of := &week[day]
			of.Spans = append(of.Spans, hours.Spans...)
			slices.SortFunc(of.Spans, func(a, b Span) int { return a.Opens - b.Opens })
			of.ByAppointment = of.ByAppointment || hours.ByAppointment
		}
	}
	return week
}

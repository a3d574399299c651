package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Location is a place where people find the business: an entry of locations.yaml.
type Location struct {
	// What it is called, such as The Shop.
	Name Text `yaml:"name" json:"name" validate:"required"`
	// Where it is.
	Address PostalAddress `yaml:"address" json:"-" validate:"required"`
	// Phone number, beginning with that of the country, such as +44 1632 960100.
	Phone Text `yaml:"phone" json:"-" languages:"same"`
	// A mail address.
	Email Text `yaml:"email" json:"-" languages:"same"`
	// Where the link to directions leads, such as its page at a map service. Left out, there is no link.
	Map string `yaml:"map" json:"-" validate:"omitempty,http_url" languages:"same"`
	// A picture of the door, or a map.
	Image *Image `yaml:"image" json:"image,omitempty" slot:"half"`
	// A sentence that helps to find or to enter it.
	Note Text `yaml:"note" json:"note,omitempty"`
	// When it is open, in the time zone of the site: Tu-Fr 07:00-17:30, with breaks and in quotes
	// 'Mo-Fr 07:30-12:00, 13:30-19:00', after midnight Fr 18:00-02:00, all day Su 00:00-24:00, or Sa by appointment.
	Hours []string `yaml:"hours" json:"-" validate:"omitempty,dive,hours" languages:"same"`
	// Days with other hours, such as holidays. Those that are over are not shown.
	Exceptions []Exception `yaml:"exceptions" json:"-"`

	ID     string `yaml:"-" json:"id,omitempty"`
	SiteID string `yaml:"-" json:"-"`
	// The exception that ended yesterday, whose night may last until today.
	Before Exception `yaml:"-" json:"-" private:"true"`
	// The anchor of the page that leads to it; empty where another part of the page has that of its id.
	Anchor string `yaml:"-" json:"anchor,omitempty"`
	// As a page shows it: whether it is open now, in words too, the address line by line, and the exceptions to come.
	Open       bool   `yaml:"-" json:"open,omitempty"`
	State      Text   `yaml:"-" json:"state,omitempty"`
	Where      Text   `yaml:"-" json:"where"`
	Directions *Link  `yaml:"-" json:"directions,omitempty"`
	Contacts   []Link `yaml:"-" json:"contacts,omitempty"`
	// The hours of a week, line by line, and then the exceptions to come.
	Lines   []Hours `yaml:"-" json:"lines,omitempty" of-key:"hours"`
	Special []Hours `yaml:"-" json:"special,omitempty" of-key:"exceptions"`
}

// Exception is a day, or several, on which a location has other hours.
type Exception struct {
	// The day, or the first of them.
	Date string `yaml:"date" json:"-" validate:"required,day=hours" languages:"key"`
	// The last of the days, where there are several.
	Until string `yaml:"until" json:"-" validate:"omitempty,day=hours" languages:"same"`
	// Left out, it is closed; else the hours of each of the days, such as 08:00-12:00, 14:00-16:00.
	Hours string `yaml:"hours" json:"-" validate:"omitempty,times" languages:"same"`
	// Why, such as Christmas.
	Reason Text `yaml:"reason" json:"-"`
}

// Last returns the last of the days.
func (e *Exception) Last() string { return max(e.Date, e.Until) }

// ExceptionOn returns what is special on a day, an empty one on others.
func (l *Location) ExceptionOn(day time.Time) Exception {
	date := day.Format(time.DateOnly)
	for _, e := range append(l.Exceptions[:len(l.Exceptions):len(l.Exceptions)], l.Before) {
		if e.Date <= date && date <= e.Last() {
			return e
		}
	}
	return Exception{}
}

// Opening returns the time at which the location is open without a break: that in which a moment lies, or else the next
// one, by the clock of the moment's zone. Both are zero where it does not open for more than a year.
func (l *Location) Opening(now time.Time) (from, until time.Time) { return l.opening(now, 400) }

// opening is Opening within some days. A time that is longer ends then, at the soonest.
func (l *Location) opening(now time.Time, days int) (from, until time.Time) {
	week := WeekOf(l.Hours)
	year, month, today := now.Date()
	for ahead := -1; ahead < days; ahead++ { // what opened yesterday may close today
		day := time.Date(year, month, today+ahead, 0, 0, 0, 0, OnCalendar)
		at := func(minutes int) time.Time {
			moment, _ := AtWallTime(day.Add(time.Duration(minutes)*time.Minute), now.Location())
			return moment
		}
		spans := week[day.Weekday()].Spans
		if special := l.ExceptionOn(day); special.Date != "" {
			spans, _ = ParseTimes(special.Hours)
		}
		for _, span := range spans {
			opens, closes := at(span.Opens), at(span.Closes)
			switch {
			case until.IsZero() && closes.After(now):
				from, until = opens, closes
			case !until.IsZero() && opens.After(until):
				return from, until
			case !until.IsZero() && closes.After(until):
				until = closes
			}
		}
	}
	return from, until
}

// Takes reports whether the location takes an appointment that begins at a moment, by the clock of its zone, and has a
// length: it is open all that time, or by appointment on that day. One without hours is closed by its exceptions alone.
func (l *Location) Takes(from time.Time, length time.Duration) bool {
	opens, closes := l.opening(from, 3) // an appointment takes a day at most
	return l.takesAny(from) || closes.After(from) && !opens.After(from) && !closes.Before(from.Add(length))
}

// TakesOn reports whether the location takes an appointment at any time of a day, given by its first moment.
func (l *Location) TakesOn(day time.Time) bool {
	opens, _ := l.opening(day, 1)
	return l.takesAny(day) || !opens.IsZero()
}

// takesAny reports whether no hours say when on a day appointments are taken.
func (l *Location) takesAny(day time.Time) bool {
	return l.ExceptionOn(day).Date == "" && (len(l.Hours) == 0 || WeekOf(l.Hours)[day.Weekday()].ByAppointment)
}

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

// Clashes tells whether two lines of one day speak of one time of it: times that overlap, or closed beside others.
func (h OpeningHours) Clashes(other OpeningHours) bool {
	closed := func(o OpeningHours) bool { return len(o.Spans) == 0 && !o.ByAppointment }
	for _, a := range h.Spans {
		for _, b := range other.Spans {
			if a.Opens < b.Closes && b.Opens < a.Closes {
				return true
			}
		}
	}
	return closed(h) || closed(other) || h.ByAppointment && other.ByAppointment
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

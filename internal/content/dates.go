package content

import (
	"strings"
	"time"
	_ "time/tzdata" // sites name their zone; not every machine knows all zones

	"github.com/evenlight/marquee/internal/site"
)

const defaultDateFormat = "January 2, 2006"

// day is the day of a site as its words show it.
type day struct{ date, today, year string }

func dayOf(now time.Time, zone *time.Location, format string) day {
	at := now.In(zone)
	return day{date: at.Format("2006-01-02"), today: at.Format(format), year: at.Format("2006")}
}

// nextMidnight returns the first moment after now at which the date in the
// zone is another one. It asks the zone's transitions instead of building a
// wall time: where clocks go forward at midnight (Santiago), that wall time
// does not exist, and time.Date gives a moment of the day before.
func nextMidnight(now time.Time, zone *time.Location) time.Time {
	at := now.In(zone)
	year, month, day := at.Date()
	for {
		hour, minute, second := at.Clock()
		left := 24*time.Hour - time.Duration(hour)*time.Hour - time.Duration(minute)*time.Minute -
			time.Duration(second)*time.Second - time.Duration(at.Nanosecond())
		midnight := at.Add(left)
		_, end := at.ZoneBounds()
		if end.IsZero() || midnight.Before(end) {
			return midnight
		}
		at = end.In(zone)
		if y, m, d := at.Date(); y != year || m != month || d != day {
			return at
		}
	}
}

// window is the time in which a page exists: from its beginning, before its
// end. A zero end is none. A page that never exists (a draft) has never set.
type window struct {
	from, until time.Time
	never       bool
}

// always is the window of what was never hidden.
var always = window{}

func windowOf(page *site.Page, zone *time.Location) window {
	return window{never: page.Draft, from: when(page.PublishAt, zone), until: when(page.ExpireAt, zone)}
}

// ends tells whether the window ends before it begins.
func (w window) ends() bool { return !w.from.IsZero() && !w.until.IsZero() && !w.until.After(w.from) }

func (w window) contains(now time.Time) bool {
	return !w.never && !now.Before(w.from) && (w.until.IsZero() || now.Before(w.until))
}

// over tells whether the window lies in the past: what is in it is never seen again.
func (w window) over(now time.Time) bool {
	return w.never || (!w.until.IsZero() && !now.Before(w.until))
}

// phase tells where a moment lies in a window.
type phase uint8

const (
	phaseBefore phase = iota
	phaseOpen
	phaseOver
	phaseNever
)

func (w window) phase(now time.Time) phase {
	switch {
	case w.never:
		return phaseNever
	case w.contains(now):
		return phaseOpen
	case w.over(now):
		return phaseOver
	}
	return phaseBefore
}

// flips returns the next moment after now at which the page appears or goes; zero for none.
func (w window) flips(now time.Time) time.Time {
	switch {
	case w.never:
		return time.Time{}
	case now.Before(w.from):
		return w.from
	case now.Before(w.until):
		return w.until
	}
	return time.Time{}
}

// intersect is the time in which both exist. What never begins before it ends has no time.
func (w window) intersect(other window) window {
	if other.from.After(w.from) {
		w.from = other.from
	}
	w.until = earliest(w.until, other.until)
	w.never = w.never || other.never || !w.until.IsZero() && !w.from.Before(w.until)
	return w
}

// meets tells whether there is a moment in which both exist.
func (w window) meets(other window) bool { return !w.intersect(other).never }

// union is the time in which one of both exists, without the gap between them.
func (w window) union(other window) window {
	if w.never {
		return other
	}
	if other.never {
		return w
	}
	if other.from.Before(w.from) {
		w.from = other.from
	}
	if other.until.IsZero() || (!w.until.IsZero() && other.until.After(w.until)) {
		w.until = other.until
	}
	return w
}

// earliest returns the earlier of two moments, where zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || (!b.IsZero() && b.Before(a)) {
		return b
	}
	return a
}

// dateFormatProblem says in plain words what is wrong with a date format, or nothing.
func dateFormatProblem(format string) string {
	morning := time.Date(2031, time.November, 28, 9, 41, 17, 123456789, time.UTC)
	evening := time.Date(2031, time.November, 28, 22, 3, 54, 987654321, time.UTC)
	otherDay := time.Date(2032, time.May, 6, 9, 41, 17, 123456789, time.UTC)
	for _, foreign := range []string{"YY", "yy", "DD", "dd", "MM", "%"} {
		if strings.Contains(format, foreign) {
			return "A date format shows how January 2, 2006 is to be written; " + foreign + " is not known here."
		}
	}
	switch {
	case morning.Format(format) == otherDay.Format(format):
		return "A date format shows how January 2, 2006 is to be written; this one has no day in it."
	case morning.Format(format) != evening.Format(format):
		return "A date format shows a day, without the time of the day."
	}
	return ""
}

const defaultTimeFormat = "15:04"

// timeFormatProblem says in plain words what is wrong with a time format, or nothing.
func timeFormatProblem(format string) string {
	morning := time.Date(2031, time.November, 28, 9, 41, 17, 0, time.UTC)
	switch {
	case morning.Format(format) != morning.AddDate(1, 2, 3).Format(format):
		return "A time format shows a time of the day, without the day."
	case morning.Format(format) == morning.Add(12*time.Hour).Format(format), morning.Format(format) == morning.Add(time.Minute).Format(format):
		return "A time format shows how 3:04 PM is to be written; this one does not tell all times apart."
	}
	return ""
}

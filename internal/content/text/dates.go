package text

import (
	"regexp"
	"time"
	_ "time/tzdata" // sites name their zone; not every machine knows all zones

	"github.com/evenlight/marquee/internal/site"
)

// Day is the day of a site as its words show it.
type Day struct{ Date, Today, Year string }

// NextMidnight returns the first moment after now at which the date in the zone is another one.
func NextMidnight(now time.Time, zone *time.Location) time.Time {
	year, month, day := now.In(zone).Date()
	return Moment(time.Date(year, month, day+1, 0, 0, 0, 0, site.OnCalendar), zone)
}

// Moment returns when a moment is that may be written without a zone. A day is its first moment,
// which is not always midnight. A time that clocks leave out or show twice is as [time.Date] has it.
func Moment(written time.Time, zone *time.Location) time.Time {
	if written.Location() != site.OnClock && written.Location() != site.OnCalendar {
		return written
	}
	year, month, day := written.Date()
	hour, minute, second := written.Clock()
	at := time.Date(year, month, day, hour, minute, second, 0, zone)
	if h, m, s := at.Clock(); written.Location() == site.OnClock || h == hour && m == minute && s == second {
		return at
	}

	begin, end := at.ZoneBounds()
	if at.Day() == day {
		return begin.In(zone)
	}
	return end.In(zone)
}

// When is [Moment] for one that may be left out.
func When(written *time.Time, zone *time.Location) time.Time {
	if written == nil {
		return time.Time{}
	}
	return Moment(*written, zone)
}

// WhenOver is [When], where a day alone means all of it.
func WhenOver(written *time.Time, zone *time.Location) time.Time {
	if written == nil || written.Location() != site.OnCalendar {
		return When(written, zone)
	}
	return Moment(written.AddDate(0, 0, 1), zone)
}

// Two moments of one day, of which nothing is as in the layout of package time.
var (
	morning = time.Date(2031, time.November, 28, 9, 41, 17, 123456789, time.UTC)
	evening = time.Date(2031, time.November, 28, 22, 3, 54, 987654321, time.UTC)
)

// foreign are the letters of other programs for dates, which visitors would read.
var foreign = regexp.MustCompile("YY|yy|DD|dd|MM|%")

// IsDateFormat tells whether a format writes the day, and not the time of it.
func IsDateFormat(format string) bool {
	written := morning.Format(format)
	return !foreign.MatchString(format) && written != morning.AddDate(1, -6, 8).Format(format) &&
		written == evening.Format(format)
}

// IsTimeFormat tells whether a format writes the time of the day, and not the day.
func IsTimeFormat(format string) bool {
	written := morning.Format(format)
	return written == morning.AddDate(1, 2, 3).Format(format) && written != morning.Add(12*time.Hour).Format(format) &&
		written != morning.Add(time.Minute).Format(format)
}

package text

import (
	"regexp"
	"time"
	_ "time/tzdata" // sites name their zone; not every machine knows all zones

	"github.com/evenlight/marquee/internal/site"
)

// NextMidnight returns the first moment after now at which the date in the zone is another one.
func NextMidnight(now time.Time, zone *time.Location) time.Time {
	year, month, day := now.In(zone).Date()
	return Moment(time.Date(year, month, day+1, 0, 0, 0, 0, site.OnCalendar), zone)
}

// Moment returns when a moment is that may be written without a zone. A day is its first moment,
// which is not always midnight.
func Moment(written time.Time, zone *time.Location) time.Time {
	if written.Location() != site.OnClock && written.Location() != site.OnCalendar {
		return written
	}
	at, _ := site.AtWallTime(written, zone)
	return at
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

// shownTime is how a format shows five past nine.
var shownTime = regexp.MustCompile(`^\D*0?9\D{1,4}05`)

// IsTimeFormat tells whether a format writes the time of the day, and neither the day nor the zone.
func IsTimeFormat(format string) bool {
	at := time.Date(2031, time.November, 28, 9, 5, 17, 0, time.UTC)
	written := at.Format(format)
	return shownTime.MatchString(written) && written == at.AddDate(1, 2, 3).Format(format) &&
		written != at.Add(12*time.Hour).Format(format) && written == at.In(time.FixedZone("CET", 0)).Format(format)
}

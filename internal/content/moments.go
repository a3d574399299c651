package content

import (
	"fmt"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// clockRead is what a moment becomes on a clock.
type clockRead int

const (
	clockOnce  clockRead = iota
	clockTwice           // clocks go back over it: the first of both is meant
	clockNever           // clocks go forward over it
)

// momentIn returns when a moment is that may be written without a zone. A day is its
// first moment, which is not always midnight.
func momentIn(written time.Time, zone *time.Location) (time.Time, clockRead) {
	if written.Location() != site.OnClock && written.Location() != site.OnCalendar {
		return written, clockOnce
	}
	year, month, day := written.Date()
	hour, minute, second := written.Clock()
	at := time.Date(year, month, day, hour, minute, second, 0, zone)
	begin, end := at.ZoneBounds()
	if h, m, s := at.Clock(); h != hour || m != minute || s != second {
		if written.Location() == site.OnClock {
			return at, clockNever
		}
		if at.Day() == day {
			return begin.In(zone), clockOnce
		}
		return end.In(zone), clockOnce
	}
	if !begin.IsZero() {
		if first := sameClock(at, begin.Add(-time.Nanosecond)); first.Before(begin) {
			return first, clockTwice
		}
	}
	if !end.IsZero() {
		if second := sameClock(at, end); !second.Before(end) && second.Day() == day {
			return at, clockTwice
		}
	}
	return at, clockOnce
}

// sameClock returns when a clock shows the same as at a moment, by the offset of another one.
func sameClock(at, other time.Time) time.Time {
	_, own := at.Zone()
	_, offset := other.Zone()
	return at.Add(time.Duration(own-offset) * time.Second)
}

// when is momentIn for one that may be left out.
func when(written *time.Time, zone *time.Location) time.Time {
	if written == nil {
		return time.Time{}
	}
	at, _ := momentIn(*written, zone)
	return at
}

// whenOver is when, where a day alone means all of it.
func whenOver(written *time.Time, zone *time.Location) time.Time {
	if written == nil || written.Location() != site.OnCalendar {
		return when(written, zone)
	}
	next := written.AddDate(0, 0, 1)
	return when(&next, zone)
}

// moment gives a moment the zone of the site, and says where its clocks do not show it once.
func (s *scope) moment(written *time.Time, at *place) {
	moment, read := momentIn(*written, s.owner.zone)
	switch typed := written.Format("15:04"); read {
	case clockNever:
		_, before := moment.Add(-3 * time.Hour).Zone()
		_, after := moment.Add(3 * time.Hour).Zone()
		gap := time.Duration(after-before) * time.Second
		s.at(at, "no-such-time", fmt.Sprintf("On %s no clock in %s shows %s: clocks go forward then.", written.Format("January 2, 2006"), s.owner.raw.TimeZone, typed),
			fmt.Sprintf("Did you mean %q?", written.Add(gap).Format("2006-01-02 15:04")))
	case clockTwice:
		s.warn(at, "twice-that-day", fmt.Sprintf("On %s clocks in %s show %s twice, because they go back; the first time is taken.", written.Format("January 2, 2006"), s.owner.raw.TimeZone, typed),
			fmt.Sprintf("To be sure, write it with its zone: %s.", moment.Format(time.RFC3339)))
	}
	*written = moment
}

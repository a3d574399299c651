package outline

import (
	"time"

	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// Clock is the moment for which a piece of content is made. It answers all that depends on time, and notes the next
// moment at which one of its answers is another one: until then, what was made with them is right.
type Clock struct {
	now   time.Time
	until *time.Time // zero as long as no answer ever changes
}

// Clock returns the clock of a site. What it is asked is noted in the dependencies of what is made.
func (r *Website) Clock(s *Site, u *Dependencies) Clock {
	if r.public(s) {
		return Clock{r.Options.Public, &u.Until}
	}
	return Clock{r.now, &u.Until}
}

// Before reports whether a moment is still to come.
func (c Clock) Before(moment time.Time) bool {
	if !c.now.Before(moment) {
		return false
	}
	*c.until = Earliest(*c.until, moment)
	return true
}

// In reports whether it is now within a window.
func (c Clock) In(w Window) bool {
	return !w.Never && !c.Before(w.From) && (w.Until.IsZero() || c.Before(w.Until))
}

// Over reports whether a window lies in the past: what is in it is never seen again.
func (c Clock) Over(w Window) bool { return w.Never || !w.Until.IsZero() && !c.Before(w.Until) }

// Today returns the day in a zone, as a date without a zone.
func (c Clock) Today(zone *time.Location) time.Time {
	c.Before(text.NextMidnight(c.now, zone))
	year, month, day := c.now.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Year returns the year in a zone.
func (c Clock) Year(zone *time.Location) int {
	year := c.now.In(zone).Year()
	c.Before(text.Moment(time.Date(year+1, time.January, 1, 0, 0, 0, 0, site.OnCalendar), zone))
	return year
}

// Now returns the moment itself, on the clock of a zone. Whoever asks for it has to ask Before, too: of the moment
// until which what is made of it is right.
func (c Clock) Now(zone *time.Location) time.Time { return c.now.In(zone) }

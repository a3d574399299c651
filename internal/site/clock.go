package site

import (
	"strings"
	"time"
)

// clockLayouts are times as people write them: 9:00 AM, 9 a.m., 14:00, 14.00, 14h00.
var clockLayouts = []string{"15:04", "15:04:05", "15.04", "15h04", "3:04pm", "3.04pm", "3pm"}

// ParseClock reads a time of day as people write it, such as 9 a.m. or 14:00, in minutes from midnight.
func ParseClock(written string) (minutes int, ok bool) {
	written = strings.Join(strings.Fields(strings.ToLower(written)), "")
	written = strings.NewReplacer("a.m.", "am", "p.m.", "pm").Replace(written)
	for _, layout := range clockLayouts {
		if at, err := time.Parse(layout, written); err == nil {
			return at.Hour()*60 + at.Minute(), true
		}
	}
	return 0, false
}

// AtWallTime returns the moment at which clocks in a zone show a wall time, given as if it were UTC: the first where
// they show it twice; where they skip it, the next that exists, and shown is false. time.Date promises neither.
func AtWallTime(wall time.Time, zone *time.Location) (at time.Time, shown bool) {
	// No zone is further than 26 hours from another.
	at = wall.Add(-26 * time.Hour).In(zone)
	for {
		_, offset := at.Zone()
		start, end := at.ZoneBounds()
		moment := wall.Add(-time.Duration(offset) * time.Second)
		switch {
		case !start.IsZero() && moment.Before(start):
			return start.In(zone), false
		case end.IsZero() || moment.Before(end):
			return moment.In(zone), true
		}
		at = end.In(zone)
	}
}

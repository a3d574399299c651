package site

import "time"

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

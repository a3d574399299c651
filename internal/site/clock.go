package site

import (
	"sort"
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
// they show it twice; where they skip it, the next that exists, and shown is false. time.Date promises neither, and
// Time.ZoneBounds is wrong around the ends of leap years after 2037 (the end is not after the moment).
func AtWallTime(wall time.Time, zone *time.Location) (at time.Time, shown bool) {
	offset := func(at time.Time) time.Duration {
		_, seconds := at.In(zone).Zone()
		return time.Duration(seconds) * time.Second
	}
	const reach = 26 * time.Hour // no zone is further from another
	begin := wall.Add(-reach)
	before, after := offset(begin), offset(wall.Add(reach))
	for _, tried := range []time.Duration{max(before, after), min(before, after)} { // the earlier moment first
		if at := wall.Add(-tried); offset(at) == tried {
			return at.In(zone), true
		}
	}
	turned := sort.Search(int(2*reach/time.Second), func(n int) bool {
		return offset(begin.Add(time.Duration(n)*time.Second)) == after
	})
	return begin.Add(time.Duration(turned) * time.Second).In(zone), false
}

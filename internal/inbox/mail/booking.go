package mail

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const defaultMinutes = 60

// bookedAt returns when a booking begins: the day of its first date field and
// the time of its first time field, in the zone of the business. It reports
// false where one of them is missing or cannot be read.
func bookedAt(zone *time.Location, form *site.Form, s *site.Submission) (time.Time, bool) {
	if form == nil {
		return time.Time{}, false
	}
	var day, clock string
	for i := range form.Fields {
		switch field := &form.Fields[i]; {
		case field.Type == "date" && day == "":
			day = s.Value(field.Name)
		case field.Type == "time" && clock == "":
			clock = s.Value(field.Name)
		}
	}
	date, err := time.Parse(time.DateOnly, day)
	sinceMidnight, readable := timeOfDay(clock)
	if err != nil || !readable {
		return time.Time{}, false
	}
	return atWallTime(date.Add(sinceMidnight), zone), true
}

// bookedFor returns how long a booking takes: what its first choice with a length says.
func bookedFor(form *site.Form, s *site.Submission) time.Duration {
	for i := range form.Fields {
		value := s.Value(form.Fields[i].Name)
		for _, option := range form.Fields[i].Options {
			if option.Value == value && option.Minutes > 0 {
				return time.Duration(option.Minutes) * time.Minute
			}
		}
	}
	return defaultMinutes * time.Minute
}

// Times as people write them: 9:00 AM, 9 am, 14:00, 14.00, 14h00.
var clockPattern = regexp.MustCompile(`^(\d{1,2})(?:[:.h](\d{2})(?::00)?)?\s*(?:([ap])\.?m\.?)?$`)

// timeOfDay reads a time option.
func timeOfDay(written string) (sinceMidnight time.Duration, readable bool) {
	text := strings.ToLower(strings.Join(strings.Fields(written), " "))
	parts := clockPattern.FindStringSubmatch(text)
	if parts == nil || parts[2] == "" && parts[3] == "" {
		return 0, false
	}
	hour, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0, false
	}
	minute := 0
	if parts[2] != "" {
		if minute, err = strconv.Atoi(parts[2]); err != nil {
			return 0, false
		}
	}
	if half := parts[3]; half != "" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if half == "p" {
			hour += 12
		}
	}
	if hour > 23 || minute > 59 {
		return 0, false
	}
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute, true
}

// atWallTime returns the moment at which clocks in a zone show a wall time,
// given as if it were UTC. Where they show it twice it is the first; where they
// skip it, the next moment that exists. time.Date promises neither (and gives
// the day before for midnights that do not exist), so the zone's transitions
// are walked instead.
func atWallTime(wall time.Time, zone *time.Location) time.Time {
	// No zone is further than 26 hours from another.
	at := wall.Add(-26 * time.Hour).In(zone)
	for {
		_, offset := at.Zone()
		start, end := at.ZoneBounds()
		moment := wall.Add(-time.Duration(offset) * time.Second)
		switch {
		case !start.IsZero() && moment.Before(start):
			return start.UTC()
		case end.IsZero() || moment.Before(end):
			return moment.UTC()
		}
		at = end.In(zone)
	}
}

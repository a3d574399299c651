package contact

import (
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How far ahead a date may lie.
	maxYearsAhead = 5
	// How dates look in the words for visitors where the site does not say.
	defaultDateFormat = "January 2, 2006"
)

// parseDate reads YYYY-MM-DD as the midnight of that day in UTC, where every day
// has one. It refuses days that the calendar does not have.
func parseDate(text string) (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, text)
	return day, err == nil
}

// today returns the date that the clock shows in the zone, as midnight in UTC.
func today(now time.Time, zone *time.Location) time.Time {
	year, month, day := now.In(zone).Date()
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// zoneOf returns the time zone of a site.
func zoneOf(settings *site.Site) *time.Location {
	if settings.Location != nil {
		return settings.Location
	}
	return time.UTC
}

// checkDate returns what is said of a date that does not fit.
func (r *request) checkDate(field *site.Field, typed string) (site.Text, bool) {
	settings := r.bundle.Site
	now := r.now.In(zoneOf(settings))
	first := today(r.now, zoneOf(settings))
	format := settings.DateFormat
	if format == "" {
		format = defaultDateFormat
	}
	rule := site.Rule{Date: now.Format(format), Zone: settings.TimeZone}
	last := first.AddDate(maxYearsAhead, 0, 0)
	day, exists := parseDate(typed)
	switch {
	case exists && day.After(last): // a bound for all forms: no message of a field is about it
		rule.Date = last.Format(format)
		return r.words().check(func(c *site.Checks) site.Text { return c.DateFar }, rule), false
	case exists && (field.NotBefore == "" || !day.Before(first)):
		return "", true
	case field.Message != "":
		return field.Message, false
	case !exists:
		return r.words().check(func(c *site.Checks) site.Text { return c.Date }, rule), false
	}
	return r.words().check(func(c *site.Checks) site.Text { return c.DatePast }, rule), false
}

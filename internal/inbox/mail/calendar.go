package mail

import (
	"net/url"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/evenlight/marquee/internal/site"
)

const defaultMinutes = 60

// bookedAt returns when a booking begins: the day of the appointment and the time of its
// time field, in the zone of the business. It reports false where one of them is missing
// or cannot be read.
func bookedAt(zone *time.Location, form *site.Form, s *site.Submission) (time.Time, bool) {
	if form == nil || form.AppointmentField() == nil {
		return time.Time{}, false
	}
	clock := ""
	for i := range form.Fields {
		if form.Fields[i].Type == "time" {
			clock = s.Value(form.Fields[i].Name)
		}
	}
	date, err := time.Parse(time.DateOnly, s.Value(form.AppointmentField().Name))
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

// clockLayouts are times as people write them: 9:00 AM, 9 a.m., 14:00, 14.00, 14h00.
var clockLayouts = []string{"15:04", "15:04:05", "15.04", "15h04", "3:04pm", "3.04pm", "3pm"}

// timeOfDay reads a time option.
func timeOfDay(written string) (sinceMidnight time.Duration, readable bool) {
	text := strings.Join(strings.Fields(strings.ToLower(written)), "")
	text = strings.NewReplacer("a.m.", "am", "p.m.", "pm").Replace(text)
	for _, layout := range clockLayouts {
		if clock, err := time.Parse(layout, text); err == nil {
			return time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute, true
		}
	}
	return 0, false
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

const calendarName = "booking.ics"

// calendar returns the calendar file of a booking; nothing for other forms,
// and for bookings whose date or time cannot be read.
func (c *Composer) calendar(bundle *site.Bundle, form *site.Form, s *site.Submission, summary string, r report) []site.Attachment {
	if s.Kind != "booking" {
		return nil
	}
	start, found := bookedAt(location(bundle.Site), form, s)
	if !found {
		return nil
	}
	from := bare(c.sender(bundle.Site))
	event := ics.NewEvent(s.ID + "@" + host(bundle.Site, from))
	event.SetDtStampTime(s.ReceivedAt)
	event.SetStartAt(start)
	event.SetEndAt(start.Add(bookedFor(form, s)))
	event.SetSequence(0)
	event.SetStatus(ics.ObjectStatusTentative)
	event.SetSummary(summary)
	event.SetDescription(strings.TrimSpace(r.text()))
	// RFC 5546, 3.2.1 wants an organizer; recipients are private, the sender is not.
	event.SetOrganizer("mailto:" + from)

	calendar := ics.NewCalendarFor("Marquee")
	calendar.SetProductId("-//Marquee//Marquee//EN")
	calendar.SetMethod(ics.MethodPublish)
	calendar.AddVEvent(event)
	return []site.Attachment{{
		Name:        calendarName,
		ContentType: "text/calendar; charset=utf-8; method=PUBLISH",
		Content:     []byte(calendar.Serialize(ics.WithNewLineWindows)),
	}}
}

// host is the right side of an event's UID: the website's, else the sender's.
func host(s *site.Site, from string) string {
	if base, err := url.Parse(s.BaseURL); err == nil && base.Hostname() != "" {
		return base.Hostname()
	}
	_, domain, _ := strings.Cut(from, "@")
	return domain
}

package mail

import (
	"net/url"
	"strings"

	ics "github.com/arran4/golang-ical"

	"github.com/evenlight/marquee/internal/site"
)

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

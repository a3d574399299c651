package resolve

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/content/outline"
	"github.com/evenlight/marquee/internal/content/text"
	"github.com/evenlight/marquee/internal/site"
)

// completeLocation takes away the exceptions of a location that are over, and puts the others into their order.
func (s *scope) completeLocation(id string, l *site.Location) {
	s.checkHours(l.Hours, outline.At(id).Child("hours"))
	var coming []site.Exception
	for i, e := range l.Exceptions {
		meets := func(other site.Exception) bool { return e.Date <= other.Last() && other.Date <= e.Last() }
		last, _ := time.ParseInLocation(time.DateOnly, e.Last(), site.OnCalendar) // which the decoder has read
		dayAfter := last.AddDate(0, 0, 1)
		switch {
		case s.owner.Original == nil && // which has the days of all languages
			(e.Until != "" && e.Until < e.Date || slices.ContainsFunc(l.Exceptions[:i], meets)):
			s.at(outline.At(id).Child("exceptions").Item(i), "bad-days",
				"Write the first day at date, the last one at until, and each day once.",
				"The exception ends before it begins, or has a day that another one has.")
		case s.clock().Before(text.WhenOver(&last, s.owner.Zone)):
			coming = append(coming, e)
			spans, _ := site.ParseTimes(e.Hours)
			s.askNight(spans, outline.At(id).Child("exceptions").Item(i).Child("hours"))
		case s.clock().Before(text.WhenOver(&dayAfter, s.owner.Zone)): // it was yesterday: its night may go on
			l.Before = e
		}
	}
	slices.SortFunc(coming, func(a, b site.Exception) int { return strings.Compare(a.Date, b.Date) })
	l.Exceptions = coming
}

// checkHours reports lines of opening hours that speak of one time of a day, and asks about long nights.
func (s *scope) checkHours(lines []string, at *outline.Place) {
	for i, line := range lines {
		own, _ := site.ParseHours(line) // what cannot be read, the decoder has reported
		for _, before := range lines[:i] {
			other, _ := site.ParseHours(before)
			both := slices.IndexFunc(own.Days, func(day time.Weekday) bool { return slices.Contains(other.Days, day) })
			if both >= 0 && own.Clashes(other) {
				s.at(at.Item(i), "hours-twice",
					"Say each time of a day once, such as Mo,Tu,Th,Fr 09:00-17:00; on days that you do not name it is closed.",
					"%q and %q both say when it is open on %s.", before, line, own.Days[both])
				break
			}
		}
		s.askNight(own.Spans, at.Item(i))
	}
}

// askNight warns of times that have probably changed places: hardly anything opens before five in the morning.
func (s *scope) askNight(spans []site.Span, at *outline.Place) {
	for _, span := range spans {
		if long := span.Closes - span.Opens; span.Closes >= site.MinutesOfDay+5*60 && long >= site.MinutesOfDay/2 {
			opens, closes := span.Times()
			hint := "If the times changed places, write %s-%s; if it is open all night, leave it."
			s.warn(at, "long-night", fmt.Sprintf(hint, closes, opens),
				"From %s to %s it is open for %d hours, through the night.", opens, closes, long/60)
		}
	}
}

func (s *scope) fillLocations(body *site.Locations, at *outline.Place) {
	words := &s.owner.Out.Labels
	body.SpecialLabel, body.Items = words.SpecialHours, locations.showAll(s, body.Refs, at)
	for i, entry := range body.Items {
		l := new(*entry) // what follows is written for this page alone
		body.Items[i] = l
		owner, at := s.resolver.ByID[l.SiteID], outline.At(l.ID)
		if s.page.Anchors.Put(l.ID, s.window) {
			l.Anchor = l.ID
		}
		l.Where = s.quoted(strings.Join(l.Address.Lines(), "\n"))
		if l.Map != "" {
			l.Directions = &site.Link{Label: words.Directions, To: site.Text(l.Map)}
			s.addLink(l.Directions, owner.Files["locations"], at.Child("map"), -1)
		}
		l.Contacts = s.contacts(l.Phone, l.Email, owner.Files["locations"], at)
		l.Lines = s.owner.HoursLines(l.Hours, words)
		for _, e := range l.Exceptions {
			first, _ := time.Parse(time.DateOnly, e.Date) // which the decoder has read
			last, _ := time.Parse(time.DateOnly, e.Last())
			days := s.owner.Locale.DayDate(first)
			if last.After(first) {
				days += " – " + s.owner.Locale.DayDate(last)
			}
			spans, _ := site.ParseTimes(e.Hours)
			hours := s.owner.HoursText(site.OpeningHours{Spans: spans}, words)
			l.Special = append(l.Special, site.Hours{Days: site.Text(days), Time: hours, Reason: e.Reason})
		}
		s.stateOf(l, owner.Zone)
		l.Before = site.Exception{} // which decided that alone
	}
}

// stateOf says whether a location that has hours is open now.
func (s *scope) stateOf(l *site.Location, zone *time.Location) {
	now := s.clock().Now(zone)
	from, until := l.Opening(now)
	midnight := text.NextMidnight(now, zone) // with which the words for days change
	if until.IsZero() && len(l.Exceptions) > 0 {
		s.clock().Before(midnight) // they may last longer than Opening looks ahead
	}
	if until.IsZero() || s.resolver.Options.Static {
		return
	}
	labels, words, special := s.owner.Out.Labels, s.owner.Locale, l.ExceptionOn(now)
	label, at, day := labels.OpensOn, from, words.Date(from)
	switch l.Open = !from.After(now); {
	case l.Open && until.After(midnight.Add(12*time.Hour)): // whose time would be taken for one of today
		label, at = labels.Open, until
	case l.Open:
		label, at = labels.OpenUntil, until
	case special.Date != "" && special.Hours == "" && special.Reason != "":
		label, day = labels.ClosedOn, words.DayDate(now)
	case from.Before(midnight):
		label = labels.OpensAt
	case !s.clock().Before(from.AddDate(0, 0, -6)):
		day = words.Weekday(from.Weekday())
	}
	s.clock().Before(midnight)
	s.clock().Before(at)
	filled := strings.NewReplacer("{time}", words.Time(at), "{day}", day, "{reason}", string(special.Reason))
	l.State = site.Text(filled.Replace(string(label)))
}

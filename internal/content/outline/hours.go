package outline

import (
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evenlight/marquee/internal/site"
)

// listLocations lists what texts may refer to of the locations of a site.
func (s *Site) listLocations() {
	within := func(sentence site.Text) site.Text { // it does not begin one
		first, size := utf8.DecodeRuneInString(string(sentence))
		return site.Text(unicode.ToLower(first)) + sentence[size:]
	}
	words := &site.Labels{
		AllDay: within(s.Periods["allDay"].Text), ByAppointment: within(s.Periods["byAppointment"].Text),
	}
	for id, location := range s.Locations.Raw.All() {
		name, f := "locations."+id+".", s.Locations.File
		s.listParts(name, location, f, id+".")
		s.value(name+"address", site.Text(strings.Join(location.Address.Lines(), ", ")), f, id+".address")
		var lines []string
		for _, line := range s.HoursLines(location.Hours, words) {
			if line.Time != "" { // on other days it is closed, for which there is no word here
				lines = append(lines, string(line.Days+" "+line.Time))
			}
		}
		s.value(name+"hours", site.Text(strings.Join(lines, "; ")), f, id+".hours")
	}
}

// HoursLines writes opening hours line by line. Days that follow each other share one where they have the same hours.
func (s *Site) HoursLines(hours []string, words *site.Labels) (lines []site.Hours) {
	if len(hours) == 0 {
		return nil
	}
	week := site.WeekOf(hours)
	for first := 1; first <= 7; { // from Monday to Sunday
		of, last := week[first%7], first
		for last < 7 && reflect.DeepEqual(week[(last+1)%7], of) {
			last++
		}
		days := s.Locale.Weekday(time.Weekday(first % 7))
		if last > first {
			days += " – " + s.Locale.Weekday(time.Weekday(last%7))
		}
		lines = append(lines, site.Hours{Days: site.Text(days), Time: s.HoursText(of, words)})
		first = last + 1
	}
	return lines
}

// HoursText writes the hours of a day.
func (s *Site) HoursText(hours site.OpeningHours, words *site.Labels) site.Text {
	clock := func(minutes int) string {
		return s.Locale.Time(time.Date(2000, time.January, 1, 0, minutes, 0, 0, time.UTC))
	}
	var times []string
	for _, span := range hours.Spans {
		times = append(times, clock(span.Opens)+"–"+clock(span.Closes))
	}
	if slices.Equal(hours.Spans, []site.Span{{Closes: site.MinutesOfDay}}) {
		return words.AllDay
	}
	if hours.ByAppointment {
		times = append(times, string(words.ByAppointment))
	}
	if len(times) == 0 {
		return words.Closed
	}
	return site.Text(strings.Join(times, ", "))
}

package yamldoc

import (
	"regexp"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// parseMoment reads a moment with its zone (RFC 3339), on the clock of the site
// (2026-12-01 09:00), or a day of its calendar (2026-12-01).
func parseMoment(typed string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00"} {
		if moment, err := time.Parse(layout, typed); err == nil {
			return moment, true
		}
	}
	for _, form := range []struct {
		layout string
		in     *time.Location
	}{
		{"2006-01-02 15:04", site.OnClock},
		{"2006-01-02T15:04", site.OnClock},
		{"2006-01-02 15:04:05", site.OnClock},
		{"2006-01-02T15:04:05", site.OnClock},
		{time.DateOnly, site.OnCalendar},
	} {
		if moment, err := time.ParseInLocation(form.layout, typed, form.in); err == nil {
			return moment, true
		}
	}
	return time.Time{}, false
}

var (
	momentPattern = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$`)
	// A moment whose digits or signs are not quite as they should be: 2026-12-1 9:00, 2026/12/01.
	looseMoment = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T, ]+(\d{1,2})[:.h](\d{2}))?$`)
)

// momentWords says what a moment lacks.
func momentWords(typed string) (message, hint string) {
	if momentPattern.MatchString(typed) {
		return "%s is no moment of the calendar: %s.", "Look at the day of the month and at the time."
	}
	if found := looseMoment.FindStringSubmatch(typed); found != nil {
		meant := found[1] + "-" + twoDigits(found[2]) + "-" + twoDigits(found[3])
		if found[4] != "" {
			meant += " " + twoDigits(found[4]) + ":" + found[5]
		}
		if _, ok := parseMoment(meant); ok {
			return "%s is a day and a time, not %s.", didYouMean(meant)
		}
	}
	return "%s is a day and a time, not %s.", "Write year, month and day, and the time on the clock of the site: 2026-12-01 09:00."
}

func twoDigits(number string) string { return strings.Repeat("0", 2-len(number)) + number }

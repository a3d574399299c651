package site

import (
	"regexp"
	"slices"
	"strings"
)

// OpeningHours are times at which a business is open on some days of the week.
type OpeningHours struct {
	// The days, as schema.org names them: Monday.
	Days []string
	// From and until, as 09:00. Until is before from where it is open over midnight.
	Opens, Closes string
}

var (
	weekdays     = []string{"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"}
	weekdayNames = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

	hoursPattern = regexp.MustCompile(`^(\S+) +((?:[01]?[0-9]|2[0-3]):[0-5][0-9])-((?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00)$`)
	hoursSigns   = regexp.MustCompile(`\s*([-–,])\s*`) // a dash is what many programs make of a hyphen
)

// ParseHours reads opening hours such as "Mo-Fr 09:00-17:00", "Mo,We 14:00-18:00" or
// "Fr-Su 18:00-02:00"; it reports whether they are some. Spaces around signs, dashes and
// a time such as 9:00 are taken, too.
func ParseHours(text string) (OpeningHours, bool) {
	text = strings.ReplaceAll(hoursSigns.ReplaceAllString(strings.TrimSpace(text), "$1"), "–", "-")
	found := hoursPattern.FindStringSubmatch(text)
	if found == nil {
		return OpeningHours{}, false
	}
	hours := OpeningHours{Opens: twoDigits(found[2]), Closes: twoDigits(found[3])}
	if hours.Opens == hours.Closes {
		return OpeningHours{}, false
	}
	if hours.Closes == "24:00" {
		hours.Closes = "23:59"
	}
	for part := range strings.SplitSeq(found[1], ",") {
		first, last, isRange := strings.Cut(part, "-")
		from, to := slices.Index(weekdays, first), slices.Index(weekdays, last)
		if !isRange {
			to = from
		}
		if from < 0 || to < 0 {
			return OpeningHours{}, false
		}
		for day := from; ; day = (day + 1) % len(weekdays) {
			if slices.Contains(hours.Days, weekdayNames[day]) {
				return OpeningHours{}, false
			}
			hours.Days = append(hours.Days, weekdayNames[day])
			if day == to {
				break
			}
		}
	}
	return hours, true
}

// twoDigits writes 9:00 as 09:00.
func twoDigits(clock string) string {
	if len(clock) < len("09:00") {
		return "0" + clock
	}
	return clock
}

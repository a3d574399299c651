package submissions

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var age = regexp.MustCompile(`^(\d{1,5})([mhdw])$`)

// ParseSince reads the value of --since: a date, a time, or an age such as 7d. Days are those of the
// calendar: 1d is the same time of day yesterday, also when clocks change.
func ParseSince(text string, now time.Time, zone *time.Location) (time.Time, error) {
	text = strings.TrimSpace(text)
	if parts := age.FindStringSubmatch(text); parts != nil {
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			return time.Time{}, fmt.Errorf("--since %q: %w", text, err)
		}
		switch parts[2] {
		case "m":
			return now.Add(-time.Duration(n) * time.Minute), nil
		case "h":
			return now.Add(-time.Duration(n) * time.Hour), nil
		case "w":
			n *= 7
		}
		return now.In(zone).AddDate(0, 0, -n), nil
	}
	for _, layout := range []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since %q: write a date like 2026-11-21, or an age like 30m, 12h, 7d or 2w", text)
}

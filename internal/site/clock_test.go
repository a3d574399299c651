package site

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func TestAtWallTime(t *testing.T) {
	for _, c := range []struct {
		zone, wall, want string
		shown            bool
	}{
		{"America/New_York", "2026-03-08 02:30", "2026-03-08T07:00:00Z", false},
		{"America/New_York", "2026-03-08 03:00", "2026-03-08T07:00:00Z", true},
		{"America/New_York", "2026-11-01 01:30", "2026-11-01T05:30:00Z", true}, // the first of two
		{"America/Santiago", "2026-09-06 00:00", "2026-09-06T04:00:00Z", false},
		{"Pacific/Apia", "2011-12-30 12:00", "2011-12-30T10:00:00Z", false},
		{"UTC", "2026-02-28 12:00", "2026-02-28T12:00:00Z", true},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		wall, err := time.Parse("2006-01-02 15:04", c.wall)
		if err != nil {
			t.Fatal(err)
		}
		at, shown := AtWallTime(wall, zone)
		if got := at.UTC().Format(time.RFC3339); got != c.want || shown != c.shown || at.Location() != zone {
			t.Errorf("%s in %s is at %s, shown %t; want %s, %t", c.wall, c.zone, got, shown, c.want, c.shown)
		}
	}
}

// Around the ends of leap years after 2037 time.ZoneBounds is wrong, and looking for the moment there never ended.
func TestEveryDayOfTheCenturyBegins(t *testing.T) {
	for _, name := range []string{"UTC", "America/New_York", "Europe/Berlin", "Australia/Sydney", "America/Santiago", "Asia/Kolkata"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2100; day = day.AddDate(0, 0, 1) {
			at, shown := AtWallTime(day, zone)
			if at.Format(time.DateOnly) != day.Format(time.DateOnly) || shown && at.Hour()+at.Minute() != 0 {
				t.Fatalf("%s begins at %s in %s", day.Format(time.DateOnly), at, name)
			}
			if _, earlier := AtWallTime(day.Add(-time.Minute), zone); !shown && !earlier {
				t.Fatalf("neither %s nor the minute before is shown in %s", day, name)
			}
		}
	}
}

package text

import (
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// TestNextMidnight compares with the definition: the first minute whose date
// in the zone is another one.
func TestNextMidnight(t *testing.T) {
	for _, c := range []struct{ zone, from string }{
		{"UTC", "2026-11-21T17:00:30Z"},
		{"America/New_York", "2026-11-21T17:00:00Z"},
		{"America/New_York", "2026-03-08T05:30:00Z"}, // the day clocks go forward
		{"America/New_York", "2026-11-01T04:00:00Z"}, // the day clocks go back
		{"America/Santiago", "2026-09-05T15:00:00Z"}, // midnight of September 6 does not exist
		{"America/Santiago", "2026-04-04T15:00:00Z"}, // 23:00 of April 4 comes twice
		{"America/Santiago", "2026-04-05T03:30:00Z"}, // in the second 23:00
		{"Africa/Cairo", "2026-04-23T12:00:00Z"},     // midnight does not exist
		{"Asia/Beirut", "2026-03-28T12:00:00Z"},      // midnight does not exist
		{"America/St_Johns", "2010-11-06T20:00:00Z"}, // back at one minute past midnight: Sunday begins twice
		{"Australia/Lord_Howe", "2026-04-04T10:00:00Z"},
		{"Asia/Kathmandu", "2026-12-31T18:14:59Z"},
		{"Pacific/Kiritimati", "2026-02-28T09:59:00Z"},
		{"Pacific/Auckland", "2028-02-28T12:00:00Z"},
	} {
		t.Run(c.zone+" "+c.from, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			from, err := time.Parse(time.RFC3339, c.from)
			if err != nil {
				t.Fatal(err)
			}
			const day = "2006-01-02"
			want := from.Truncate(time.Minute)
			for want.In(zone).Format(day) == from.In(zone).Format(day) {
				want = want.Add(time.Minute)
			}
			got := NextMidnight(from, zone)
			if !got.Equal(want) {
				t.Errorf("got %s, want %s", got.In(zone), want.In(zone))
			}
			if before := got.Add(-time.Nanosecond); before.In(zone).Format(day) != from.In(zone).Format(day) {
				t.Errorf("%s is another day already", before.In(zone))
			}
		})
	}
}

// TestMomentsOnTheClock compares moments as they are written with when they are.
func TestMomentsOnTheClock(t *testing.T) {
	for _, c := range []struct {
		zone, written string
		in            *time.Location
		want          string
	}{
		{"America/New_York", "2026-12-01 09:00", site.OnClock, "2026-12-01T14:00:00Z"},
		{"America/New_York", "2026-07-01 09:00", site.OnClock, "2026-07-01T13:00:00Z"},
		{"America/New_York", "2026-12-01 00:00", site.OnCalendar, "2026-12-01T05:00:00Z"},
		{"America/New_York", "2026-03-08 03:00", site.OnClock, "2026-03-08T07:00:00Z"},
		{"America/New_York", "2026-11-01 02:00", site.OnClock, "2026-11-01T07:00:00Z"},
		{"America/New_York", "2026-11-01 00:59", site.OnClock, "2026-11-01T04:59:00Z"},
		{"Europe/Berlin", "2026-10-25 03:00", site.OnClock, "2026-10-25T02:00:00Z"},
		{"America/Santiago", "2026-09-06 00:00", site.OnCalendar, "2026-09-06T04:00:00Z"}, // begins at 01:00
		{"Pacific/Apia", "2011-12-31 00:00", site.OnCalendar, "2011-12-30T10:00:00Z"},     // the day before was left out
		{"Asia/Kathmandu", "2026-01-01 00:00", site.OnClock, "2025-12-31T18:15:00Z"},
		{"UTC", "2026-01-01 00:00", site.OnClock, "2026-01-01T00:00:00Z"},
	} {
		t.Run(c.zone+" "+c.written, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			written, err := time.ParseInLocation("2006-01-02 15:04", c.written, c.in)
			if err != nil {
				t.Fatal(err)
			}
			got := Moment(written, zone)
			if got.UTC().Format(time.RFC3339) != c.want {
				t.Errorf("got %s, want %s", got.UTC(), c.want)
			}
		})
	}
}

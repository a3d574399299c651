package site

import "time"

// A moment that is written without a zone is on the clock of the site, which is
// not known while a file is read. Until a revision is made of it, its location is
// one of these.
var (
	// OnClock is the location of a moment such as 2026-12-01 09:00.
	OnClock = time.FixedZone("clock", 0)
	// OnCalendar is the location of a day such as 2026-12-01: its first moment.
	OnCalendar = time.FixedZone("calendar", 0)
)

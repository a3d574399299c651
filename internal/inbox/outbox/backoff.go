package outbox

import "time"

const (
	// For how long a mail is tried before it is dead, counted in waits and not by
	// the clock, so that a clock that jumps kills nothing.
	horizon = 72 * time.Hour
	// A parked mail is tried again so often, beside at start-up and by Retry.
	parkPause = 30 * time.Minute
	// A provider remembers a key for 24 hours; a little less, for the way there.
	keyMemory = 23*time.Hour + 50*time.Minute
)

// steps are the longest waits after the first, second, … failed attempt; the last one repeats.
var steps = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
}

// backoff returns how long to wait after so many failed attempts: a random part
// of the step (full jitter), so that what failed together does not come back
// together, and no less than the provider asks for.
func backoff(attempts int, jitter float64, asked time.Duration) time.Duration {
	step := steps[min(max(attempts, 1), len(steps))-1]
	return max(time.Duration(jitter*float64(step)), min(asked, horizon))
}

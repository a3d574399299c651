package outbox

import (
	"errors"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// For how long a mail is tried before it is dead, counted in waits and not by
	// the clock, so that a clock that jumps kills nothing.
	horizon = 72 * time.Hour
	// A parked mail is tried again so often, beside at start-up and by Retry.
	parkPause = 30 * time.Minute
	// A provider of mail remembers a key for 24 hours; a little less, for the way there.
	keyMemory = 23*time.Hour + 50*time.Minute
	// The id of a webhook stays as it is: who receives it knows for how long.
	webhookMemory = 10 * 365 * 24 * time.Hour
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

// failure is what becomes of a mail that was not sent.
type failure struct {
	state string
	wait  time.Duration
	// Whether it counts as an attempt, and whether the provider may have taken the mail all the same.
	counted, uncertain bool
	reason             string
}

// classify decides by the error and what the mail has been through.
func classify(l *lease, err error, jitter float64) failure {
	f := failure{state: StateWaiting, counted: true, uncertain: true, reason: printable(err.Error())}
	var asked time.Duration
	if refusal, ok := errors.AsType[*site.DeliveryError](err); ok {
		f.uncertain, asked = refusal.Uncertain, refusal.After
		switch refusal.Fate {
		case site.FateLater:
			// Not all at once.
			f.counted, f.wait = false, asked+time.Duration(jitter*float64(asked))
			return f
		case site.FatePark:
			f.state, f.counted, f.wait = StateParked, false, parkPause
			return f
		case site.FateDead:
			f.state = StateDead
			return f
		}
	}
	if l.waited >= horizon {
		f.state = StateDead
		return f
	}
	f.wait = backoff(l.attempts+1, jitter, asked)
	return f
}

// printable cuts what a provider said to what every database stores.
func printable(text string) string {
	const limit = 500
	if len(text) > limit {
		text = text[:limit]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
}

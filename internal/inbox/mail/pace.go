package mail

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// Mails go at this part of a limit that the provider names: what leaves here
	// evenly may arrive a little closer together.
	courtesy = 0.95
	// By how much the rate grows with each mail that is taken, while no limit is known.
	increase = 0.1
	// By how much our part of a named limit grows with each mail that is taken, and how small it gets.
	shareIncrease, smallestShare = 0.02, 0.1
	// The bounds of the rate, in mails per second.
	slowest, fastest = 0.05, 500.0
	// How long all sending stops at most. A quota of a day is each mail's own to
	// wait for; now and then one may ask whether it is over.
	longestHold = 5 * time.Minute
	// How often the log is told at most that the provider asks to slow down.
	tellEvery = time.Minute
	// The longest window of a limit that is believed.
	longestWindow = time.Hour
)

// pace spaces mails evenly. It begins at a rate, takes over the limit that the
// provider names in ratelimit-limit and ratelimit-reset, and feels its way
// while none is named: a little faster after each success, half as fast after
// a 429. A named limit may be shared with other nodes: a 429 halves the part
// that is ours, successes win it back. Time is asked of a clock that may jump:
// no jump lets a mail out before its turn by more than one interval, none stops
// sending for longer than the longest hold.
type pace struct {
	now func() time.Time

	mu sync.Mutex
	// Mails per second before a limit is named; zero is no limit.
	rate float64
	// Mails per second that the provider allows; zero while it has not said.
	named float64
	// Our part of it, up to 1.
	share float64
	// The window of the named limit, and when it was last seen to be as long.
	window     time.Duration
	windowSeen time.Time
	// When the last mail got its turn, and when the next may have it.
	last, next time.Time
	// Until when a 429 stops all sending, and when that was last worth a word.
	held, told time.Time
}

func newPace(rate float64, now func() time.Time) *pace {
	return &pace{now: now, rate: rate, share: 1}
}

// wait returns when the caller may send, or when the context ends.
func (p *pace) wait(ctx context.Context) error {
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		delay := p.take()
		if delay <= 0 {
			return nil
		}
		timer := time.NewTimer(delay)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
	}
}

// take takes the turn, or says how long to wait before asking again.
func (p *pace) take() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Before(p.last) {
		// The clock went back: what was meant for later is later still.
		p.next = now.Add(p.next.Sub(p.last))
		p.last = now
	}
	if wait := p.next.Sub(now); wait > 0 {
		return min(wait, longestHold)
	}
	p.last, p.next = now, now.Add(p.interval())
	return 0
}

func (p *pace) interval() time.Duration {
	rate := p.rate
	if p.named > 0 {
		rate = max(p.named*p.share, slowest)
	}
	if rate <= 0 {
		return 0
	}
	return time.Duration(float64(time.Second) / rate)
}

// learn takes from an answer what it says about the rate. The verdict is nil
// for a mail that was taken. It reports whether the log is to be told that the
// provider asks to slow down, at most once in a while.
func (p *pace) learn(header http.Header, verdict *site.DeliveryError) (tell bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	reset := seconds(header.Get("ratelimit-reset"))
	if limit, window := limitOf(header.Get("ratelimit-limit")); limit > 0 {
		p.observeWindow(now, max(window, reset, time.Second))
		p.named = min(max(limit/p.window.Seconds()*courtesy, slowest), fastest)
		if header.Get("ratelimit-remaining") == "0" {
			// Resets are whole seconds, rounded up: of a window of one second
			// nothing is left to wait for, because mails are spaced.
			p.hold(now, min(reset, p.window)-time.Second)
		}
	}
	switch {
	case verdict == nil && p.named > 0:
		p.share = min(p.share+shareIncrease, 1)
	case verdict == nil && p.rate > 0:
		p.rate = min(p.rate+increase, fastest)
	case verdict != nil && verdict.Status == http.StatusTooManyRequests:
		// Mails that were under way together are refused together: they count once.
		if !now.Before(p.held) {
			p.rate = max(p.rate/2, min(p.rate, slowest))
			p.share = max(p.share/2, smallestShare)
		}
		p.hold(now, max(verdict.After, p.interval()))
		p.held = now.Add(min(max(verdict.After, p.interval()), longestHold))
		if tell = p.told.IsZero() || now.Sub(p.told).Abs() >= tellEvery; tell {
			p.told = now
		}
	}
	return tell
}

// observeWindow remembers the longest window that was seen lately. The window
// is not always told, but it is no shorter than the longest reset.
func (p *pace) observeWindow(now time.Time, window time.Duration) {
	window = min(window, longestWindow)
	if window >= p.window || now.Sub(p.windowSeen) > 2*p.window || now.Before(p.windowSeen) {
		p.window, p.windowSeen = window, now
	}
}

// hold lets no mail go for a while.
func (p *pace) hold(now time.Time, wait time.Duration) {
	if until := now.Add(min(wait, longestHold)); until.After(p.next) {
		p.last, p.next = now, until
	}
}

// limitOf reads ratelimit-limit: a number, perhaps with its window in seconds
// as in "100;w=60"; zero for anything else.
func limitOf(written string) (limit float64, window time.Duration) {
	number, parameters, _ := strings.Cut(written, ";")
	number, _, _ = strings.Cut(number, ",")
	limit, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(limit > 0) || limit > 1e9 {
		return 0, 0
	}
	for parameter := range strings.SplitSeq(parameters, ";") {
		if value, found := strings.CutPrefix(strings.TrimSpace(parameter), "w="); found {
			window = seconds(strings.TrimFunc(value, func(r rune) bool { return r < '0' || r > '9' }))
		}
	}
	return limit, window
}

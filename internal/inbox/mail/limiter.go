package mail

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// Mails go at this part of a limit that the provider names: what leaves here
	// evenly may arrive a little closer together.
	courtesy = 0.95
	// By how much the rate grows with each mail that is taken: in mails per second
	// while no limit is named, else as a part of the limit.
	increase, partIncrease = 0.1, 0.02
	// The bounds of the rate, in mails per second, and as a part of a named limit.
	slowest, fastest, smallestPart = 0.05, 500.0, 0.1
	// How long all sending stops at most. A quota of a day is each mail's own to
	// wait for; now and then one may ask whether it is over.
	longestHold = 5 * time.Minute
	// The longest window of a limit that is believed.
	longestWindow = time.Hour
)

// limiter spaces mails evenly ([rate.Limiter]). It begins at a rate, takes over
// the limit that the provider names in ratelimit-limit and ratelimit-reset, and
// obeys Retry-After. Others may share the limit: each 429 halves the rate, and
// each mail that is taken wins a little of it back.
type limiter struct {
	rate *rate.Limiter
	// Held by the one who waits for the next turn.
	turn chan struct{}

	mu sync.Mutex
	// What the provider allows, in mails per second; zero while it has not said.
	named float64
	// The window of the named limit, and when it was last seen to be as long.
	window     time.Duration
	windowSeen time.Time
	// Until when nothing is sent, and until when a further 429 says nothing new.
	held, refused time.Time
}

// newLimiter begins at so many mails per second; zero is no limit.
func newLimiter(perSecond float64) *limiter {
	limit := rate.Inf
	if perSecond > 0 {
		limit = rate.Limit(perSecond)
	}
	return &limiter{rate: rate.NewLimiter(limit, 1), turn: make(chan struct{}, 1)}
}

// wait returns when the caller may send, or when the context ends.
func (l *limiter) wait(ctx context.Context) error {
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-l.turn }()
	for {
		delay := l.hold()
		if delay <= 0 {
			reservation := l.rate.Reserve()
			if delay = reservation.Delay(); delay == 0 {
				return nil
			}
			reservation.Cancel() // The rate may be another when its time comes.
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

// hold returns for how long nothing is sent.
func (l *limiter) hold() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Until(l.held)
}

// learn takes from an answer what it says about the rate; failure is nil for a
// mail that was taken. It reports whether the provider asks to slow down, once
// for all mails that were under way together.
func (l *limiter) learn(header http.Header, failure *site.DeliveryError) (slower bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	reset := seconds(header.Get("ratelimit-reset"))
	if limit, window := limitOf(header.Get("ratelimit-limit")); limit > 0 {
		l.observeWindow(now, min(max(window, reset, time.Second), longestWindow))
		if named := min(max(limit/l.window.Seconds()*courtesy, slowest), fastest); named != l.named {
			l.named = named
			l.rate.SetLimit(rate.Limit(named))
		}
		if header.Get("ratelimit-remaining") == "0" {
			// Resets are whole seconds, rounded up: of a window of one second
			// nothing is left to wait for, because mails are spaced.
			l.holdUntil(now.Add(min(reset, l.window) - time.Second))
		}
	}
	current := float64(l.rate.Limit())
	switch {
	case failure != nil && failure.Status == http.StatusTooManyRequests:
		interval := time.Duration(float64(time.Second) / current)
		l.holdUntil(now.Add(min(max(failure.After, interval), longestHold)))
		if now.Before(l.refused) {
			return false
		}
		l.refused = l.held
		if l.rate.Limit() != rate.Inf {
			l.rate.SetLimit(rate.Limit(max(current/2, min(current, slowest), l.named*smallestPart)))
		}
		return true
	case failure != nil || l.rate.Limit() == rate.Inf:
	case l.named > 0:
		l.rate.SetLimit(rate.Limit(min(current+l.named*partIncrease, l.named)))
	default:
		l.rate.SetLimit(rate.Limit(min(current+increase, fastest)))
	}
	return false
}

// observeWindow remembers the longest window that was seen lately. The window
// is not always named, but it is no shorter than the longest reset.
func (l *limiter) observeWindow(now time.Time, window time.Duration) {
	if window >= l.window || now.Sub(l.windowSeen) > 2*l.window {
		l.window, l.windowSeen = window, now
	}
}

func (l *limiter) holdUntil(until time.Time) {
	if until.After(l.held) {
		l.held = until
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
	_, width, _ := strings.Cut(parameters, "w=")
	width, _, _ = strings.Cut(width, ";")
	return limit, seconds(width)
}

package mail

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/evenlight/marquee/internal/inbox/network"
	"github.com/evenlight/marquee/internal/site"
)

const (
	// DefaultStartRate is how many mails per second go out before the provider names a limit.
	DefaultStartRate = 1.0
	// Mails go at this part of a limit that the provider names: what leaves here evenly may arrive a little closer
	// together.
	courtesy = 0.95
	// By how much the rate grows with each mail that is taken: in mails per second while no limit is named, else as a
	// part of the limit.
	increase, partIncrease = 0.1, 0.02
	// The bounds of the rate, in mails per second.
	slowest, fastest = 0.05, 500.0
	// How long all sending stops at most. A quota of a day is each mail's own to wait for; now and then one may ask
	// whether it is over.
	longestHold = 5 * time.Minute
	// The longest window of a limit that is believed.
	longestWindow = time.Minute
)

// limiter spaces mails evenly ([rate.Limiter]). It begins at a rate, takes over the limit that the provider names in
// ratelimit-limit and ratelimit-reset, and obeys Retry-After. Others may share the limit: each 429 halves the rate, and
// each mail that is taken wins a little of it back.
type limiter struct {
	log  *slog.Logger
	mu   sync.Mutex
	rate *rate.Limiter
	// What the provider allows, in mails per second; zero while it has not said.
	named float64
	// The longest window of the named limit that was seen.
	window time.Duration
	// Until when nothing is sent.
	held time.Time
}

func newLimiter(config Config) *limiter {
	limit := cmp.Or(rate.Limit(config.StartRate), rate.Inf)
	return &limiter{log: cmp.Or(config.Logger, slog.New(slog.DiscardHandler)), rate: rate.NewLimiter(limit, 1)}
}

// Reserve waits until one mail may go under the rate that the provider bears. The error is the context's.
func (l *limiter) Reserve(ctx context.Context) error {
	for {
		delay := l.turn()
		if delay <= 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
	}
}

// turn takes the next turn, or returns when to ask again: the rate may be another then.
func (l *limiter) turn() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held := time.Until(l.held); held > 0 || l.rate.Allow() {
		return held
	}
	missing := (1 - l.rate.Tokens()) / float64(l.rate.Limit())
	return time.Duration(missing*float64(time.Second)) + time.Microsecond
}

// learn takes from an answer what it says about the rate; failure is nil for a mail that was taken. All mails that were
// under way together slow down once. A mail server says 421 where there are too many of us.
func (l *limiter) learn(header http.Header, failure *site.DeliveryError) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wasHeld := time.Until(l.held) > 0
	l.learnLimit(header)

	current := float64(l.rate.Limit())
	limited := l.rate.Limit() != rate.Inf
	switch {
	case failure != nil && (failure.Status == http.StatusTooManyRequests || failure.Status == 421):
		interval := time.Duration(float64(time.Second) / current)
		l.hold(min(max(failure.After, interval), longestHold))
		if wasHeld {
			return
		}
		l.log.Warn("the mail provider asks to slow down", "reason", failure.Reason, "after", failure.After)
		if limited {
			l.rate.SetLimit(rate.Limit(max(current/2, slowest)))
		}
	case failure == nil && limited && l.named > 0:
		l.rate.SetLimit(rate.Limit(min(current+l.named*partIncrease, l.named)))
	case failure == nil && limited:
		l.rate.SetLimit(rate.Limit(min(current+increase, fastest)))
	}
}

// limitPattern is a limit, perhaps with its window in seconds, as in "100;w=60".
var limitPattern = regexp.MustCompile(`^\s*(\d{1,9})\s*(?:$|[,;](?:.*?\bw=(\d+))?)`)

func (l *limiter) learnLimit(header http.Header) {
	found := limitPattern.FindStringSubmatch(header.Get("ratelimit-limit"))
	if found == nil {
		return
	}
	limit, _ := strconv.ParseFloat(found[1], 64)
	if limit == 0 {
		return
	}

	// The window is not always named, but it is no shorter than the longest reset that was seen.
	reset := network.Seconds(header.Get("ratelimit-reset"))
	l.window = min(max(l.window, network.Seconds(found[2]), reset, time.Second), longestWindow)
	if named := min(max(limit/l.window.Seconds()*courtesy, slowest), fastest); named != l.named {
		l.named = named
		l.rate.SetLimit(rate.Limit(named))
	}
	if header.Get("ratelimit-remaining") == "0" {
		// Resets are whole seconds, rounded up: of a window of one second nothing is left to wait for, because mails
		// are spaced.
		l.hold(min(reset, l.window) - time.Second)
	}
}

func (l *limiter) hold(pause time.Duration) {
	if until := time.Now().Add(pause); until.After(l.held) {
		l.held = until
	}
}

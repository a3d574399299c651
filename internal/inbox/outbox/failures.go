package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// How often at most the log repeats a reason.
	failureEvery = time.Minute
	// A reason that did not come up for so long is news again. Parked mails come
	// up every half hour.
	failureSpan = time.Hour
)

// failures tells the log why mails are not sent: each reason at once, and then in
// one line a minute how often it came up again.
type failures struct {
	log *slog.Logger
	mu  sync.Mutex
	all map[failure]*tally
}

// failure is what one line of the log is about.
type failure struct {
	kind, state, reason string
	status              int
}

type tally struct {
	// When it was told, and when it came up last.
	told, last time.Time
	// How often it came up since it was told.
	n int
}

func newFailures(log *slog.Logger) *failures {
	return &failures{log: log, all: map[failure]*tally{}}
}

// add notes that a mail was not sent.
func (f *failures) add(ctx context.Context, now time.Time, l *lease, v outcome, err error) {
	what := failure{kind: l.kind, state: v.state}
	what.reason, what.status = reasonOf(err)
	f.mu.Lock()
	defer f.mu.Unlock()
	known := f.all[what]
	if known == nil || now.Sub(known.last).Abs() >= failureSpan {
		f.all[what] = &tally{told: now, last: now}
		f.logState(ctx, what.level(), what, slog.Int64("delivery", l.seq), slog.String("submission", l.submissionID),
			slog.Int("attempt", l.attempts+1), slog.Duration("wait", v.wait))
		return
	}
	known.last = now
	known.n++
	f.repeat(ctx, now, what, known)
}

// flush tells what was only counted for a minute, and forgets what is long over.
func (f *failures) flush(ctx context.Context, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for what, known := range f.all {
		f.repeat(ctx, now, what, known)
		if now.Sub(known.last).Abs() >= failureSpan {
			delete(f.all, what)
		}
	}
}

func (f *failures) repeat(ctx context.Context, now time.Time, what failure, known *tally) {
	if known.n == 0 || now.Sub(known.told).Abs() < failureEvery {
		return
	}
	// Whoever is woken by errors was woken by the first.
	f.logState(ctx, min(what.level(), slog.LevelWarn), what, slog.Int("again", known.n))
	known.told, known.n = now, 0
}

func (f *failures) logState(ctx context.Context, level slog.Level, what failure, more ...slog.Attr) {
	f.log.LogAttrs(ctx, level, "outbox: mail not sent", append([]slog.Attr{
		slog.String("kind", what.kind), slog.String("state", what.state),
		slog.String("reason", what.reason), slog.Int("status", what.status),
	}, more...)...)
}

// level is that of an error where somebody must act. That a visitor mistyped an
// address is none.
func (f failure) level() slog.Level {
	if f.state == StateWaiting || f.state == StateDead && f.kind == site.MailConfirmation {
		return slog.LevelInfo
	}
	return slog.LevelError
}

// reasonOf returns what the log may say of an error: a DeliveryError's reason holds
// nothing that a visitor typed; of others only the type is certain not to.
func reasonOf(err error) (reason string, status int) {
	if refusal, ok := errors.AsType[*site.DeliveryError](err); ok {
		return printable(refusal.Reason), refusal.Status
	}
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return fmt.Sprintf("%T", err), 0
}

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
	// How often at most the log says that a kind of failure goes on.
	failureEvery = time.Minute
	// After how long without a line it is news again: parked mails are tried every half hour.
	failureSpan = time.Hour
	// How many kinds are remembered.
	failureKinds = 100
)

// failureLog says in the log why mails are not sent: each kind of failure at once, and while it goes on once a
// minute. It is bounded, whatever providers answer.
type failureLog struct {
	log *slog.Logger
	mu  sync.Mutex
	all map[failureKind]time.Time // when it was logged last
}

type failureKind struct {
	kind, state string
	status      int
}

func newFailureLog(log *slog.Logger) *failureLog {
	return &failureLog{log: log, all: map[failureKind]time.Time{}}
}

func (f *failureLog) add(ctx context.Context, now time.Time, l *lease, what failure, err error) {
	reason, status := reasonOf(err)
	kind := failureKind{l.kind, what.state, status}
	f.mu.Lock()
	logged, known := f.all[kind]
	if known && now.Sub(logged).Abs() < failureEvery {
		f.mu.Unlock()
		return
	}
	if len(f.all) >= failureKinds {
		clear(f.all)
	}
	f.all[kind] = now
	f.mu.Unlock()

	level := slog.LevelError
	switch {
	// Somebody must act where a mail does not wait, but not because a visitor mistyped an address.
	case what.state == StateWaiting || what.state == StateDead && site.ToVisitor(l.kind):
		level = slog.LevelInfo
	case known && now.Sub(logged) < failureSpan: // Only the first is an error, which may call somebody.
		level = slog.LevelWarn
	}
	attributes := []any{"kind", l.kind, "state", what.state, "reason", reason}
	if status != 0 {
		attributes = append(attributes, "status", status)
	}
	f.log.Log(ctx, level, "outbox: "+nameOf(l.kind)+" not sent", append(attributes, "delivery", l.seq,
		"submission", l.submissionID, "attempt", l.attempts+1, "wait", what.wait)...)
}

func nameOf(kind string) string {
	if kind == site.KindWebhook {
		return "webhook"
	}
	return "mail"
}

// reasonOf returns what the log may say of an error: a DeliveryError's reason holds nothing that a visitor typed;
// of others only the type is certain not to.
func reasonOf(err error) (reason string, status int) {
	if refusal, ok := errors.AsType[*site.DeliveryError](err); ok {
		return printable(refusal.Reason), refusal.Status
	}
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return fmt.Sprintf("%T", err), 0
}

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
	// How often at most the log says that a kind of failure goes on, and after how long without one it is news
	// again: parked mails are tried every half hour.
	failureEvery = time.Minute
	failureSpan  = time.Hour
	// How many kinds are remembered.
	failureKinds = 100
)

// failureLog says in the log why mails are not sent: each kind of failure at once, and while it goes on once a
// minute. It is bounded, whatever providers answer.
type failureLog struct {
	log *slog.Logger
	mu  sync.Mutex
	all map[failureKind]*failureCount
}

type failureKind struct {
	kind, state string
	status      int
}

// failureCount says when a failure was logged and when it happened last, and how often since it was logged.
type failureCount struct {
	logged, last time.Time
	n            int
}

func newFailureLog(log *slog.Logger) *failureLog {
	return &failureLog{log: log, all: map[failureKind]*failureCount{}}
}

// add notes that a mail was not sent.
func (f *failureLog) add(ctx context.Context, now time.Time, l *lease, what failure, err error) {
	reason, status := reasonOf(err)
	kind := failureKind{l.kind, what.state, status}
	// Somebody must act where a mail does not wait, but not because a visitor mistyped an address.
	level := slog.LevelError
	if what.state == StateWaiting || what.state == StateDead && l.kind == site.MailConfirmation {
		level = slog.LevelInfo
	}

	f.mu.Lock()
	defer f.mu.Unlock()
	known := f.all[kind]
	switch {
	case known == nil || now.Sub(known.last).Abs() >= failureSpan:
		if len(f.all) >= failureKinds {
			clear(f.all)
		}
		known = &failureCount{}
		f.all[kind] = known
	case now.Sub(known.logged).Abs() < failureEvery:
		known.last = now
		known.n++
		return
	default:
		level = min(level, slog.LevelWarn) // Only the first is an error, which may call somebody.
	}

	attributes := []any{"kind", l.kind, "state", what.state, "reason", reason}
	if status != 0 {
		attributes = append(attributes, "status", status)
	}
	attributes = append(attributes, "delivery", l.seq, "submission", l.submissionID, "attempt", l.attempts+1,
		"wait", what.wait)
	if known.n > 0 {
		attributes = append(attributes, "unlogged", known.n)
	}
	f.log.Log(ctx, level, "outbox: "+nameOf(l.kind)+" not sent", attributes...)
	*known = failureCount{logged: now, last: now}
}

// nameOf is what the log calls a delivery.
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

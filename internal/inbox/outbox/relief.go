package outbox

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// So often at most, mails that wait are tried because another one was sent.
	reliefEvery = 5 * time.Second
	// A mail that failed so often has reasons of its own, and keeps its waits.
	reliefAttempts = 6
)

// relief notices that a provider which failed answers again, so that mails which
// wait for it need not sit out waits that grew while it was away.
type relief struct {
	mu      sync.Mutex
	trouble bool
	last    time.Time
}

// failed notes that a mail was not sent.
func (r *relief) failed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trouble = true
}

// sent notes that a mail was sent, and reports whether that is news.
func (r *relief) sent(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.trouble || (!r.last.IsZero() && now.Sub(r.last) >= 0 && now.Sub(r.last) < reliefEvery) {
		return false
	}
	r.trouble, r.last = false, now
	return true
}

// relieve makes mails due that wait for a provider which has just taken one.
func (w *Worker) relieve(ctx context.Context) {
	if !w.relief.sent(w.Now()) {
		return
	}
	n, err := w.Box.hasten(ctx)
	if err != nil {
		w.relief.failed() // the next mail that is sent brings it up again
		return
	}
	if n > 0 {
		w.Logger.Info("outbox: the provider takes mail again; what waited for it is tried now", slog.Int("mails", n))
	}
}

// hasten makes mails due now whose waits come from failures. A wait that the
// provider asked for stays, and so does that of a mail that failed many times.
// What was not waited does not count towards the time after which a mail is given up.
func (b *Box) hasten(ctx context.Context) (int, error) {
	return written(ctx, b, func(ctx context.Context, tx *session) (int, error) {
		now, err := tx.now(ctx)
		if err != nil {
			return 0, err
		}
		return tx.exec(ctx, `UPDATE outbox SET waited = waited - (due_at - $1), due_at = $1, wait = 0
			WHERE state = 'waiting' AND leased_by = '' AND asked = 0 AND attempts BETWEEN 1 AND $2
			AND due_at > $1 AND due_at - $1 <= wait`, now, reliefAttempts)
	})
}

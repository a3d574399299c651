package outbox

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

const (
	// When the clock is so much further than at the last purge, it may be wrong, and a
	// purge by it would erase what is still wanted …
	clockLeap = 30 * 24 * time.Hour
	// … so it must go on from there for so long first.
	leapTrust = 24 * time.Hour
)

// purge erases once a day what is due, at the start too.
func (u *maintenance) purge(ctx context.Context) error {
	now := u.Now()
	if now.Before(u.nextPurge) && u.nextPurge.Sub(now) <= purgeEvery {
		return nil
	}
	until, trusted, err := u.Store.trustClock(ctx)
	if err != nil {
		return err
	}
	if !trusted {
		u.nextPurge = now.Add(purgeRetry)
		u.Logger.Warn("outbox: the clock is weeks ahead of the last purge; nothing is erased before it has gone on for a day",
			slog.Duration("leap", clockLeap))
		return nil
	}
	n, err := u.Store.purge(ctx, until)
	if n > 0 {
		u.Logger.Info("outbox: erased submissions whose time is over", slog.Int("submissions", n))
	}
	if err != nil {
		u.nextPurge = now.Add(purgeRetry)
		return err
	}
	u.nextPurge = now.Add(purgeEvery)
	return nil
}

// trustClock returns the time, whether a purge may go by it, and notes it for the
// next one. The purge must not ask again: the clock may leap in between.
func (s *Store) trustClock(ctx context.Context) (now int64, trusted bool, err error) {
	type reading struct {
		now     int64
		trusted bool
	}
	clock, err := writeResult(ctx, s, func(ctx context.Context, tx *transaction, now int64) (clock reading, err error) {
		clock.now = now
		var seen, leap int64
		if _, err := tx.row(ctx, `SELECT seen_at, leap_at FROM clock WHERE id = 1`, nil, &seen, &leap); err != nil {
			return clock, err
		}
		clock.trusted, seen, leap = weighClock(clock.now, seen, leap)
		_, err = tx.exec(ctx, `UPDATE clock SET seen_at = $1, leap_at = $2 WHERE id = 1`, seen, leap)
		return clock, err
	})
	if err != nil {
		return 0, false, fmt.Errorf("compare the clock: %w", err)
	}
	return clock.now, clock.trusted, nil
}

// weighClock decides by the time of the last purge and the time at which a leap
// was noticed first; it returns what to note.
func weighClock(now, seen, leap int64) (trusted bool, seenAfter, leapAfter int64) {
	switch {
	case seen == 0 || now-seen < clockLeap.Milliseconds():
		return true, now, 0
	case leap == 0 || now < leap:
		return false, seen, now
	case now-leap >= leapTrust.Milliseconds():
		return true, now, 0
	}
	return false, seen, leap
}

package outbox

import (
	"context"
	"fmt"
	"time"
)

// openingPatience is how long a submission waits for the database to be opened
// first: a server takes visitors some milliseconds before it has one.
const openingPatience = 2 * time.Second

// admit says at once why a submission of this size would be refused, as far as
// that is known. It returns how long storing it may take.
func (b *Box) admit(ctx context.Context, size int64) (time.Duration, error) {
	limit := b.config.limit() - b.awaitOpening(ctx)
	b.mu.Lock()
	db, status := b.db, b.state()
	b.mu.Unlock()
	switch {
	case !status.Ready && (b.tended || db == nil):
		return 0, fmt.Errorf("the box is closed: %w", status.Err)
	default:
		return limit, b.measure(ctx, db, size)
	}
}

// failing returns at once why a database that somebody tends is out of use.
func (b *Box) failing() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tended && !b.status.Ready {
		return fmt.Errorf("the box is closed: %w", b.status.Err)
	}
	return nil
}

// awaitOpening waits while the database is being opened for the first time, and returns how long that took.
func (b *Box) awaitOpening(ctx context.Context) time.Duration {
	select {
	case <-b.begun:
		return 0
	default:
	}
	began := time.Now()
	timer := time.NewTimer(min(openingPatience, b.config.limit()))
	defer timer.Stop()
	select {
	case <-b.begun:
	case <-ctx.Done():
	case <-timer.C:
	}
	return time.Since(began)
}

// measure finds out whether there is room for so many bytes, and closes or opens the box accordingly.
func (b *Box) measure(ctx context.Context, db database, size int64) error {
	err := db.room(ctx, size)
	if err != nil {
		err = db.advise(err)
	}
	b.mu.Lock()
	changed := (b.full == nil) != (err == nil)
	b.full = err
	b.mu.Unlock()
	if changed && err != nil {
		b.nudge()
	}
	return err
}

// weigh is measure for the tender, and reports whether there is room. Where there
// is none, the log is emptied first: it may hold what is in the file as well.
func (b *Box) weigh(ctx context.Context, db database) bool {
	b.mu.Lock()
	full := b.full != nil
	b.mu.Unlock()
	if full {
		brief, cancel := context.WithTimeout(ctx, lastPause)
		defer cancel()
		if err := b.scrub(brief); err != nil {
			b.logger.Debug("outbox: the log of the database is not emptied", "error", err)
		}
	}
	return b.measure(ctx, db, 0) == nil
}

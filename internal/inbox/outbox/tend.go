package outbox

import (
	"context"
	"log/slog"
	"time"
)

// tend opens the database, opens it again when it broke, and finds out when a
// failing one works again.
func (b *Box) tend(ctx context.Context) {
	pause := firstPause
	for {
		b.discard()
		if b.restore(ctx) {
			pause = firstPause
		} else {
			pause = min(2*pause, lastPause)
		}
		b.tell()
		if !b.rest(ctx, pause) {
			return
		}
	}
}

// rest waits before the next look: briefly while the box is closed, else until an operation fails.
func (b *Box) rest(ctx context.Context, pause time.Duration) bool {
	ready := b.Status().Ready
	wait, trouble := pause, b.trouble
	if ready {
		wait = glance
	} else {
		// Operations that fail meanwhile say nothing new.
		trouble = nil
	}
	if ready != b.logged.ready {
		wait = min(wait, logPause)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-trouble:
	case <-timer.C:
	}
	return true
}

// restore brings the box closer to ready and reports whether it is.
func (b *Box) restore(ctx context.Context) bool {
	b.mu.Lock()
	db, ready := b.db, b.status.Ready
	b.mu.Unlock()
	switch {
	case db == nil:
		return b.reopen(ctx)
	case ready:
		present := func(context.Context, database) error { return db.present() }
		ready = b.use(ctx, 0, present) == nil && b.read(ctx, glanceWork) == nil
	default:
		ready = b.write(ctx, probeWork) == nil
	}
	if !ready {
		return false
	}
	return b.weigh(ctx, db)
}

func (b *Box) reopen(ctx context.Context) bool {
	// A file that was in use and is gone may come back with its volume. To begin an
	// empty one in its place would hide what the old one holds.
	db, err := b.connect(ctx, !b.opened)
	if err == nil {
		b.measure(ctx, db, 0)
	}
	if !b.attempted {
		b.attempted = true
		defer close(b.begun)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		if ctx.Err() == nil {
			b.status = Status{Err: err}
		}
		return false
	}
	b.opened = true
	b.db, b.status = db, Status{Ready: true}
	b.Wake()
	return true
}

// glanceWork finds out whether the database answers.
func glanceWork(ctx context.Context, tx *session) error {
	var id int64
	_, err := tx.row(ctx, `SELECT id FROM probe WHERE id = 1`, nil, &id)
	return err
}

// probeWork finds out whether there is room for a submission.
func probeWork(ctx context.Context, tx *session) error {
	_, err := tx.exec(ctx, `UPDATE probe SET filler = $1 WHERE id = 1`, make([]byte, 64<<10))
	return err
}

// discard closes databases that broke.
func (b *Box) discard() {
	b.mu.Lock()
	discarded := b.discarded
	b.discarded = nil
	b.mu.Unlock()
	for _, db := range discarded {
		if err := db.close(); err != nil {
			b.logger.Debug("outbox: the broken database did not close cleanly", "error", err)
		}
	}
}

// logLine is what the log says last about the state.
type logLine struct {
	ready bool
	at    time.Time
}

// tell logs a change of the state, and while forms are closed a reminder; at
// most one line each second, however often the state changes.
func (b *Box) tell() {
	status := b.Status()
	now := time.Now()
	changed := status.Ready != b.logged.ready
	remind := !status.Ready && now.Sub(b.logged.at) >= logReminder
	if !changed && !remind || now.Sub(b.logged.at) < logPause {
		return
	}
	b.logged = logLine{ready: status.Ready, at: now}
	if status.Ready {
		b.logger.Info("outbox is open: forms are taken", slog.String("database", b.config.name()))
		return
	}
	b.logger.Error("outbox is closed: forms are refused until this is repaired", slog.Any("error", status.Err))
}

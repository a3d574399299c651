package outbox

import (
	"context"
	"log/slog"
	"time"
)

// supervise opens the database, opens it again when it broke, and finds out when a
// failing one works again.
func (s *Store) supervise(ctx context.Context) {
	pause := firstPause
	for {
		s.discard()
		if s.restore(ctx) {
			pause = firstPause
		} else {
			pause = min(2*pause, lastPause)
		}
		s.logState()
		if !s.rest(ctx, pause) {
			return
		}
	}
}

// rest waits before the next look: briefly while the store is closed, else until an operation fails.
func (s *Store) rest(ctx context.Context, pause time.Duration) bool {
	ready := s.Status().Ready
	wait, trouble := pause, s.trouble
	if ready {
		wait = checkEvery
	} else {
		// Operations that fail meanwhile say nothing new.
		trouble = nil
	}
	if ready != s.logged.ready {
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

// restore brings the store closer to ready and reports whether it is.
func (s *Store) restore(ctx context.Context) bool {
	s.mu.Lock()
	db, ready := s.db, s.status.Ready
	s.mu.Unlock()
	switch {
	case db == nil:
		return s.reopen(ctx)
	case ready:
		present := func(context.Context, driver) error { return db.checkFile() }
		ready = s.use(ctx, 0, present) == nil && s.read(ctx, readProbe) == nil
	default:
		ready = s.write(ctx, writeProbe) == nil
	}
	if !ready {
		return false
	}
	return s.recheckSpace(ctx, db)
}

func (s *Store) reopen(ctx context.Context) bool {
	// A file that was in use and is gone may come back with its volume. To begin an
	// empty one in its place would hide what the old one holds.
	db, err := s.connect(ctx, !s.opened)
	if err == nil {
		s.measure(ctx, db, 0)
	}
	if !s.attempted {
		s.attempted = true
		defer close(s.begun)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		if ctx.Err() == nil {
			s.status = Status{Err: err}
		}
		return false
	}
	s.opened = true
	s.db, s.status = db, Status{Ready: true}
	s.Wake()
	return true
}

// readProbe finds out whether the database answers.
func readProbe(ctx context.Context, tx *transaction) error {
	var id int64
	_, err := tx.row(ctx, `SELECT id FROM probe WHERE id = 1`, nil, &id)
	return err
}

// writeProbe finds out whether there is room for a submission.
func writeProbe(ctx context.Context, tx *transaction) error {
	_, err := tx.exec(ctx, `UPDATE probe SET filler = $1 WHERE id = 1`, make([]byte, 64<<10))
	return err
}

// discard closes databases that broke.
func (s *Store) discard() {
	s.mu.Lock()
	discarded := s.discarded
	s.discarded = nil
	s.mu.Unlock()
	for _, db := range discarded {
		if err := db.close(); err != nil {
			s.logger.Debug("outbox: the broken database did not close cleanly", "error", err)
		}
	}
}

// logLine is what the log says last about the state.
type logLine struct {
	ready bool
	at    time.Time
}

// logState logs a change of the state, and while forms are closed a reminder; at
// most one line each second, however often the state changes.
func (s *Store) logState() {
	status := s.Status()
	now := time.Now()
	changed := status.Ready != s.logged.ready
	remind := !status.Ready && now.Sub(s.logged.at) >= logReminder
	if !changed && !remind || now.Sub(s.logged.at) < logPause {
		return
	}
	s.logged = logLine{ready: status.Ready, at: now}
	if status.Ready {
		s.logger.Info("outbox is open: forms are taken", slog.String("database", s.config.name()))
		return
	}
	s.logger.Error("outbox is closed: forms are refused until this is repaired", slog.Any("error", status.Err))
}

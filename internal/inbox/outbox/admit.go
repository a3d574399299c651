package outbox

import (
	"context"
	"fmt"
	"time"
)

// openingPatience is how long a submission waits for the database to be opened
// first: a server takes visitors some milliseconds before it has one.
const openingPatience = 2 * time.Second

// checkOpen says at once why a submission of this size would be refused, as far as
// that is known. It returns how long storing it may take.
func (s *Store) checkOpen(ctx context.Context, size int64) (time.Duration, error) {
	limit := s.config.limit() - s.awaitOpening(ctx)
	s.mu.Lock()
	db, status := s.db, s.state()
	s.mu.Unlock()
	switch {
	case !status.Ready && (s.supervised || db == nil):
		return 0, fmt.Errorf("the store is closed: %w", status.Err)
	default:
		return limit, s.measure(ctx, db, size)
	}
}

// failing returns at once why a database that somebody tends is out of use.
func (s *Store) failing() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.supervised && !s.status.Ready {
		return fmt.Errorf("the store is closed: %w", s.status.Err)
	}
	return nil
}

// awaitOpening waits while the database is being opened for the first time, and returns how long that took.
func (s *Store) awaitOpening(ctx context.Context) time.Duration {
	select {
	case <-s.begun:
		return 0
	default:
	}
	began := time.Now()
	timer := time.NewTimer(min(openingPatience, s.config.limit()))
	defer timer.Stop()
	select {
	case <-s.begun:
	case <-ctx.Done():
	case <-timer.C:
	}
	return time.Since(began)
}

// measure finds out whether there is room for so many bytes, and closes or opens the store accordingly.
func (s *Store) measure(ctx context.Context, db driver, size int64) error {
	err := db.checkSpace(ctx, size)
	if err != nil {
		err = db.explain(err)
	}
	s.mu.Lock()
	changed := (s.full == nil) != (err == nil)
	s.full = err
	s.mu.Unlock()
	if changed && err != nil {
		s.notifySupervisor()
	}
	return err
}

// recheckSpace is measure for the supervisor, and reports whether there is room. Where there
// is none, the log is emptied first: it may hold what is in the file as well.
func (s *Store) recheckSpace(ctx context.Context, db driver) bool {
	s.mu.Lock()
	full := s.full != nil
	s.mu.Unlock()
	if full {
		brief, cancel := context.WithTimeout(ctx, lastPause)
		defer cancel()
		if err := s.removeTraces(brief); err != nil {
			s.logger.Debug("outbox: the log of the database is not emptied", "error", err)
		}
	}
	return s.measure(ctx, db, 0) == nil
}

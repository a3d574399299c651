package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

const (
	// Waits between attempts to open or to write again; the last keeps the time from "the disk has room" to "forms
	// are open" below a second.
	firstPause = 50 * time.Millisecond
	lastPause  = 500 * time.Millisecond
	// How often a database that works is checked.
	checkEvery = 5 * time.Second
	// The least time between two lines of the log, and between two that say the same.
	logPause    = time.Second
	logReminder = time.Minute
	// How much of the room is used, in percent, when the log says so, and when once more.
	halfFull, nearlyFull = 50, 80
	// It says so again when there was so much more room meanwhile.
	warnAgain = 5
)

// supervisor opens the database, opens it again when it broke, and finds out when a failing one works again.
type supervisor struct {
	*Store
	// Whether the database was ever open.
	opened bool
	// Closes Store.attempted.
	attempt sync.Once
	// What the log said last.
	loggedReady bool
	loggedAt    time.Time
	// The last mark of Room.Percent that the log warned of.
	warned int
}

func (s *supervisor) run(ctx context.Context) {
	rest := firstPause
	for ctx.Err() == nil {
		if s.restore(ctx) {
			rest = firstPause
		} else {
			rest = min(2*rest, lastPause)
		}
		s.logState()
		s.wait(ctx, rest)
	}
}

// wait waits for the next check: briefly while the store is closed, else until an operation fails.
func (s *supervisor) wait(ctx context.Context, limit time.Duration) {
	failed, ready := s.failed, s.Status().Ready
	if ready {
		limit = checkEvery
	} else {
		failed = nil // What fails meanwhile says nothing new.
	}
	if ready != s.loggedReady {
		limit = min(limit, logPause)
	}
	pause(ctx, limit, failed)
}

func (s *supervisor) restore(ctx context.Context) bool {
	s.mu.Lock()
	db, before, broken := s.db, s.status, s.broken
	s.broken = nil
	s.mu.Unlock()
	if broken != nil {
		if err := broken.Close(); err != nil {
			s.logger.Debug("outbox: the broken database did not close cleanly", "error", err)
		}
	}
	if db == nil {
		return s.reopen(ctx)
	}

	err := s.use(ctx, func(ctx context.Context, db driver) error { return s.check(ctx, db, before) })
	if err != nil {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.db == db && !before.Ready {
		s.status = Status{Ready: true}
		s.Wake()
	}
	return s.status.Ready
}

func (s *supervisor) reopen(ctx context.Context) bool {
	// A file that was in use and is gone may come back with its volume. To begin an empty one in its place would
	// hide what the old one holds.
	db, err := s.connect(ctx, !s.opened)
	s.mu.Lock()
	if err == nil {
		// Whether there is space for a submission is checked next.
		s.opened, s.db, s.status = true, db, Status{Ready: true}
	} else if ctx.Err() == nil {
		s.status = Status{Err: err}
	}
	s.mu.Unlock()
	s.attempt.Do(func() { close(s.attempted) })
	if err != nil {
		return false
	}

	s.Wake()
	return s.use(ctx, func(ctx context.Context, db driver) error { return s.checkRoom(ctx, db, 0) }) == nil
}

// check finds out whether a submission could be stored: by reading while nothing failed, else by writing as much as
// one needs.
func (s *supervisor) check(ctx context.Context, db driver, before Status) error {
	if err := db.Verify(ctx); err != nil {
		return err
	}
	var err error
	var more int64
	switch {
	case before.Ready:
		err = db.read(ctx, func(ctx context.Context, tx *transaction) error {
			_, err := column[int64](ctx, tx, `SELECT id FROM probe WHERE id = 1`)
			return err
		})
	case errors.Is(before.Err, errQuota), errors.Is(before.Err, errReserve):
		more = reopenAbove
		// The log of SQLite may hold what is in the file as well.
		err = db.removeTraces(ctx)
	default:
		err = db.write(ctx, func(ctx context.Context, tx *transaction) error {
			_, err := tx.exec(ctx, `UPDATE probe SET filler = $1 WHERE id = 1`, make([]byte, 64<<10))
			return err
		})
		if err == nil {
			err = db.write(ctx, tryToStore)
		}
		if errors.Is(err, errTried) {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	return s.checkRoom(ctx, db, more)
}

var errTried = errors.New("a submission could be stored")

// tryToStore stores a submission and fails, so that nothing is left of it: with errTried if it could be stored.
func tryToStore(ctx context.Context, tx *transaction) error {
	submission := &site.Submission{ID: "probe", Reference: "probe"}
	p, err := newSubmissionRow(submission, []site.Message{{Kind: site.MailNotice, To: []string{"probe@localhost"}}})
	if err == nil {
		_, err = p.store(ctx, tx)
	}
	return cmp.Or(err, errTried)
}

// logState logs a change of the state, and while the store is closed a reminder; at most one line each second,
// however often the state changes.
func (s *supervisor) logState() {
	s.mu.Lock()
	status, db := s.status, s.db
	s.mu.Unlock()
	since := time.Since(s.loggedAt)
	if since < logPause || status.Ready == s.loggedReady && (status.Ready || since < logReminder) {
		return
	}
	s.loggedReady, s.loggedAt = status.Ready, time.Now()
	if status.Ready {
		s.logger.Info("outbox is open: forms are taken", slog.String("database", db.Name()))
	} else {
		s.logger.Error("outbox is closed: forms are refused until this is repaired", slog.Any("error", status.Err))
	}
}

func (s *supervisor) checkRoom(ctx context.Context, db driver, more int64) error {
	room, err := s.measure(ctx, db)
	if err != nil {
		return err
	}
	s.logRoom(room)
	return room.check(more)
}

// logRoom says when half of the room is used, and when nearly all of it.
func (s *supervisor) logRoom(room Room) {
	percent, mark := room.Percent(), 0
	for _, m := range []int{halfFull, nearlyFull} {
		if percent >= m {
			mark = m
		}
	}
	if percent < s.warned-warnAgain {
		s.warned = min(s.warned, mark)
	}
	if mark <= s.warned {
		return
	}
	s.warned = mark
	s.logger.Warn(fmt.Sprintf("outbox: %d %% of the room for submissions is used", percent),
		slog.String("used", megabytes(room.Used)), slog.String("limit", megabytes(room.Limit)),
		slog.String("advice", "erase what is no longer needed, shorten retentionDays, or raise --form-storage"))
}

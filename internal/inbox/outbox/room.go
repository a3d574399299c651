package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
)

// Room is how much of what it may take the database has, in bytes.
type Room struct {
	Used int64
	// The limit of size, or what the disk has room for where that is less; zero where nobody knows.
	Limit int64
	// How many suspects were erased to make room, since the program began.
	Erased int
}

// Percent returns how much is used of a hundred; zero where there is no limit.
func (r Room) Percent() int {
	if r.Limit <= 0 {
		return 0
	}
	return int(min(100, 100*r.Used/r.Limit))
}

const (
	// When the log says that room gets scarce, and when once more, in percent.
	halfFull, nearlyFull = 50, 80
	// When suspects are erased, the oldest first, and until when.
	evictAbove, evictBelow = 90, 85
	// It says so again when there was so much more room meanwhile.
	warnAgain = 5
)

// Room says how much room there was at the last look, some seconds ago.
func (s *Store) Room() Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room
}

// look finds out how much room there is, and makes some where there is little.
func (s *supervisor) look(ctx context.Context, db driver) error {
	room, err := s.measure(ctx, db)
	if err != nil {
		return err
	}
	s.logRoom(room)
	if room.Percent() < evictAbove {
		return nil
	}
	_, err = s.evict(ctx, db, evictBelow)
	return err
}

func (s *Store) measure(ctx context.Context, db driver) (Room, error) {
	used, limit, err := db.usage(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.room.Used, s.room.Limit = used, limit
	}
	return s.room, err
}

// evict erases suspects, the oldest first, until less than a part of the room is
// used, and returns how many there were: what looks like spam must not close the
// forms for everybody.
func (s *Store) evict(ctx context.Context, db driver, below int) (total int, err error) {
	for {
		room, err := s.measure(ctx, db)
		if err != nil || room.Percent() < below {
			return total, s.evicted(total, err)
		}
		// What is found is handed over with success only, see writeResult.
		found := new([]string)
		err = db.write(ctx, func(ctx context.Context, tx *transaction) (err error) {
			*found, err = eraseSuspects(ctx, tx)
			return err
		})
		if err != nil || len(*found) == 0 {
			return total, s.evicted(total, err)
		}
		total += len(*found)
		s.reportErased(*found)
		// The log of SQLite has what was erased, until it is emptied.
		if err := db.removeTraces(ctx); err != nil && !errors.Is(err, errReaders) {
			return total, s.evicted(total, err)
		}
		if after, err := s.measure(ctx, db); err != nil || after.Used == room.Used {
			// A server gives room back in its own time.
			return total, s.evicted(total, err)
		}
	}
}

// evicted ends evict.
func (s *Store) evicted(total int, err error) error {
	if total == 0 {
		return err
	}
	s.mu.Lock()
	s.room.Erased += total
	s.mu.Unlock()
	s.logger.Warn("outbox: suspects were erased, the oldest first, because there is little room", slog.Int("submissions", total))
	return err
}

// filesBelow is how much of the room submissions with files may fill, in percent:
// the rest is for messages, so that a few photographs do not close all forms.
const filesBelow = 75

var errNoRoomForFiles = errors.New("there is no room for more files: erase what is no longer needed, or raise the limit (--form-storage)")

// refused is why a submission is not even tried to be stored. Those who do not import this
// package know it by its method NotStored: what came with the submission may go.
type refused struct{ error }

func (refused) NotStored() bool { return true }
func (r refused) Unwrap() error { return r.error }

// admitFiles returns why a submission with files of so many bytes is refused.
func (s *Store) admitFiles(ctx context.Context, size int64) error {
	full := func() bool {
		room := s.Room()
		room.Used += size
		return size > 0 && room.Percent() >= filesBelow
	}
	if !full() {
		return nil
	}
	err := s.use(ctx, func(ctx context.Context, db driver) error {
		_, err := s.evict(ctx, db, filesBelow-5)
		return err
	})
	if err == nil && full() {
		err = errNoRoomForFiles
	}
	return err
}

func eraseSuspects(ctx context.Context, tx *transaction) ([]string, error) {
	var ids []string
	err := tx.each(ctx, `SELECT id FROM submission WHERE suspect <> '' ORDER BY received_at LIMIT $1`, []any{eraseBatch}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for suspects: %w", err)
	}
	for _, id := range ids {
		if err := erase(ctx, tx, id); err != nil {
			return nil, fmt.Errorf("erase a suspect: %w", err)
		}
	}
	return ids, nil
}

// isFull reports whether an error says that there is no room.
func isFull(err error) bool { return errors.Is(err, errQuota) || errors.Is(err, errReserve) }

// logRoom says when half of the room is used, and when nearly all of it.
func (s *supervisor) logRoom(room Room) {
	percent := room.Percent()
	if percent < s.warned-warnAgain {
		if s.warned = 0; percent >= halfFull {
			s.warned = halfFull
		}
	}
	for _, mark := range []int{nearlyFull, halfFull} {
		if percent < mark {
			continue
		}
		if s.warned < mark {
			s.warned = mark
			s.logger.Warn(fmt.Sprintf("outbox: %d %% of the room for submissions is used", percent),
				slog.String("used", megabytes(room.Used)), slog.String("limit", megabytes(room.Limit)),
				slog.String("advice", "erase what is no longer needed, shorten retentionDays, or raise --form-storage"))
		}
		return
	}
}

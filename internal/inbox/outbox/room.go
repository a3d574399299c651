package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// Room is how much of what it may take the database has, in bytes.
type Room struct {
	Used int64
	// The limit of size, or what the disk has room for where that is less; zero where nobody knows.
	Limit int64
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
	// It says so again when there was so much more room meanwhile.
	warnAgain = 5
)

// Room says how much room there was at the last look, some seconds ago.
func (s *Store) Room() Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room
}

// look finds out how much room there is.
func (s *supervisor) look(ctx context.Context, db driver) error {
	room, err := s.measure(ctx, db)
	if err == nil {
		s.logRoom(room)
	}
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

// messagesAbove is how much of the room submissions with files, and suspects, may fill, in
// percent: the rest is for messages, so that neither photographs nor spam close all forms.
const messagesAbove = 75

var (
	errNoRoomForFiles = errors.New("there is no room for more files: " +
		"erase what is no longer needed, or raise the limit (--form-storage)")
	errNoRoomForSuspects = errors.New("there is no room for more suspects: " +
		"look at them with marquee submissions list --state suspect, and delete what is spam")
)

// refused is why a submission is not even tried to be stored. Those who do not import this
// package know it by its method NotStored: what came with the submission may go.
type refused struct{ error }

func (refused) NotStored() bool { return true }
func (r refused) Unwrap() error { return r.error }

// admitKind returns why a submission with files of so many bytes, or a suspect, is refused.
func (s *Store) admitKind(files int64, suspect bool) error {
	room := s.Room()
	room.Used += files
	switch {
	case room.Percent() < messagesAbove:
		return nil
	case files > 0:
		return errNoRoomForFiles
	case suspect:
		return errNoRoomForSuspects
	}
	return nil
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

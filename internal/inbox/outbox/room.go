package outbox

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	// How much of a volume stays free for others, and for noting what became of mails: so much, or a twentieth of a
	// small one.
	reserveMost = 64 << 20
	reservePart = 20
	// How much more must be free before a store that was full opens, so that it does not open and close all the time.
	reopenAbove = 256 << 10
	// How much of the room submissions with files, and suspects, may fill, in percent: the rest is for messages, so
	// that neither photographs nor spam close all forms.
	messagesAbove = 75
)

var (
	// ErrNoRoomForFiles is why submissions with files are refused though others are taken.
	ErrNoRoomForFiles = errors.New("there is no room for more files: " +
		"erase what is no longer needed, or raise the limit (--form-storage)")
	errNoRoomForSuspects = errors.New("there is no room for more suspects: " +
		"look at them with marquee submissions list --state suspect, and delete what is spam")
)

// Room is how much of what it may take the database has, in bytes.
type Room struct {
	Used int64
	// The limit of size, or what the disk has room for where that is less; zero where nobody knows.
	Limit int64
	// What is wrong where more than the limit is used.
	reason error
}

// Percent returns how much is used of a hundred; zero where there is no limit.
func (r Room) Percent() int {
	if r.Limit <= 0 {
		return 0
	}
	return int(min(100, 100*r.Used/r.Limit))
}

// ForFiles returns how many more bytes of files there is room for; math.MaxInt64 where there is no limit.
func (r Room) ForFiles() int64 {
	if r.Limit <= 0 {
		return math.MaxInt64
	}
	return max(0, r.Limit/100*messagesAbove-r.Used)
}

// check returns why so many more bytes must not be added; nil where they may.
func (r Room) check(more int64) error {
	if r.Limit > 0 && r.Used+more > r.Limit {
		return r.reason
	}
	return nil
}

// Room says how much room there was at the last look, some seconds ago.
func (s *Store) Room() Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room
}

func (s *Store) measure(ctx context.Context, db driver) (Room, error) {
	room, err := db.room(ctx)
	if err == nil {
		s.mu.Lock()
		s.room = room
		s.mu.Unlock()
	}
	return room, err
}

// refused is why a submission is not even tried to be stored. Those who do not import this package know it by its
// method NotStored: what came with the submission may go.
type refused struct{ error }

func (refused) NotStored() bool { return true }
func (r refused) Unwrap() error { return r.error }

// admit returns at once why a submission would be refused, as far as that is known.
func (s *Store) admit(ctx context.Context, p *submissionRow) error {
	room := s.Room()
	room.Used += p.files
	switch full := room.ForFiles() == 0; {
	case full && p.files > 0:
		return refused{ErrNoRoomForFiles}
	case full && p.suspect != "":
		return refused{errNoRoomForSuspects}
	}

	opening, cancel := context.WithTimeout(ctx, openingPatience)
	defer cancel()
	select {
	case <-s.attempted:
	case <-opening.Done():
	}
	if status := s.Status(); !status.Ready {
		return refused{fmt.Errorf("the outbox is closed: %w", status.Err)}
	}
	err := s.use(ctx, func(ctx context.Context, db driver) (err error) {
		room := s.Room()
		if d, is := db.(*sqliteDB); is { // A server is asked by the supervisor only.
			if d.fits(p.size()) {
				return nil
			}
			if room, err = s.measure(ctx, db); err != nil {
				return err
			}
		}
		return room.check(p.size())
	})
	if err != nil {
		return refused{err}
	}
	return nil
}

// room implements driver. What was erased and is free in the file is not used.
func (d *sqliteDB) room(ctx context.Context) (Room, error) {
	var spare int64
	err := d.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`, nil, &spare)
		return err
	})
	if err != nil {
		return Room{}, err
	}

	quota := d.config.quota()
	room := Room{d.bytes() - spare, quota, fmt.Errorf("%w, %s", errQuota, megabytes(quota))}
	if free, reserve := d.reserve(); reserve > 0 {
		// One byte at least, for zero would be no limit.
		fits := max(1, room.Used+spare+free-reserve)
		if room.Limit == 0 || fits < room.Limit {
			room.Limit, room.reason = fits, fmt.Errorf("%w, %s are left", errReserve, megabytes(free))
		}
	}
	return room, nil
}

// fits reports whether so many more bytes are within all limits, even without what is free in the file.
func (d *sqliteDB) fits(more int64) bool {
	quota := d.config.quota()
	free, reserve := d.reserve()
	return (quota == 0 || d.bytes()+more <= quota) && (reserve == 0 || free-more >= reserve)
}

func (d *sqliteDB) bytes() int64 {
	size := fileSize(d.path) + fileSize(d.path+"-wal")
	if d.config.Beside != nil {
		size += d.config.Beside()
	}
	return size
}

// reserve returns how much the volume has left, and how much that must be; twice zero where nobody knows.
func (d *sqliteDB) reserve() (free, reserve int64) {
	if d.config.noReserve {
		return 0, 0
	}
	free, total, err := osfile.Volume(filepath.Dir(d.path))
	if err != nil || total == 0 {
		return 0, 0
	}
	return free, min(reserveMost, total/reservePart)
}

func fileSize(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// room implements driver. The server is asked where there is a limit.
func (d *postgresDB) room(ctx context.Context) (room Room, err error) {
	quota := d.config.quota()
	if quota == 0 {
		return room, nil
	}
	room = Room{0, quota, fmt.Errorf("%w, %s", errQuota, megabytes(quota))}
	err = d.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT pg_database_size(current_database())`, nil, &room.Used)
		return err
	})
	return room, err
}

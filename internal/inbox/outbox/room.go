package outbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	// How much of a volume stays free for others, and for noting what became of mails: so much, or a twentieth of a
	// small one.
	reserveMost = 64 << 20
	reservePart = 20
	// How often a server is asked for the size of its database.
	measureEvery = time.Minute
	// How much of the room submissions with files, and suspects, may fill, in percent: the rest is for messages, so
	// that neither photographs nor spam close all forms.
	messagesAbove = 75
)

var (
	errNoRoomForFiles = errors.New("there is no room for more files: " +
		"erase what is no longer needed, or raise the limit (--form-storage)")
	errNoRoomForSuspects = errors.New("there is no room for more suspects: " +
		"look at them with marquee submissions list --state suspect, and delete what is spam")
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

// Room says how much room there was at the last look, some seconds ago.
func (s *Store) Room() Room {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.room
}

// measure finds out how much room there is.
func (s *Store) measure(ctx context.Context, db driver) (Room, error) {
	used, limit, err := db.usage(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.room = Room{used, limit}
	}
	return s.room, err
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
	switch full := room.Percent() >= messagesAbove; {
	case full && p.files > 0:
		return refused{errNoRoomForFiles}
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
	err := s.use(ctx, func(ctx context.Context, db driver) error { return db.checkSpace(ctx, p.size(), false) })
	if err != nil {
		return refused{err}
	}
	return nil
}

// isFull reports whether an error says that there is no room.
func isFull(err error) bool { return errors.Is(err, errQuota) || errors.Is(err, errReserve) }

// checkSpace implements driver.
func (d *sqliteDB) checkSpace(ctx context.Context, size int64, full bool) error {
	quota := d.config.quota()
	used := d.bytes() + size
	free, reserve := d.reserve()
	if full {
		quota -= quota / 50
		reserve += reserve / 4
	}
	if (quota == 0 || used <= quota) && free >= reserve {
		return nil
	}
	spare, err := d.spare(ctx)
	switch {
	case err != nil:
		return err
	case quota > 0 && used-spare > quota:
		return fmt.Errorf("%w, %s", errQuota, megabytes(d.config.quota()))
	case free+spare < reserve:
		return fmt.Errorf("%w, %s are left", errReserve, megabytes(free))
	}
	return nil
}

// usage implements driver. What was erased and is free in the file is not used.
func (d *sqliteDB) usage(ctx context.Context) (used, limit int64, err error) {
	spare, err := d.spare(ctx)
	if err != nil {
		return 0, 0, err
	}
	used, limit = d.bytes()-spare, d.config.quota()
	if free, reserve := d.reserve(); reserve > 0 {
		fits := used + max(0, spare+free-reserve)
		if limit == 0 || fits < limit {
			limit = fits
		}
	}
	return used, limit, nil
}

// bytes returns the size of the database, its log and the files beside it.
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

// spare returns how much of the file is free: what was erased leaves pages that are filled before the file grows.
func (d *sqliteDB) spare(ctx context.Context) (bytes int64, err error) {
	err = d.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size`, nil, &bytes)
		return err
	})
	return bytes, err
}

// fileSize is zero for a file that is not there.
func fileSize(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// checkSpace implements driver. The supervisor asks the server once a minute, and as long as there is no space; for
// one submission nobody asks.
func (d *postgresDB) checkSpace(ctx context.Context, size int64, full bool) error {
	if size > 0 {
		return nil
	}
	if full {
		d.measured = time.Time{}
	}
	used, quota, err := d.usage(ctx)
	if err == nil && quota > 0 && used > quota {
		err = fmt.Errorf("%w, %s", errQuota, megabytes(quota))
	}
	return err
}

// usage implements driver. The server is asked once a minute, where there is a limit.
func (d *postgresDB) usage(ctx context.Context) (used, limit int64, err error) {
	quota, now := d.config.quota(), d.config.time()
	if quota == 0 || now.Sub(d.measured).Abs() < measureEvery {
		return d.used, quota, nil
	}
	err = d.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT pg_database_size(current_database())`, nil, &used)
		return err
	})
	if err == nil {
		d.measured, d.used = now, used
	}
	return used, quota, err
}

package outbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	// How much of a volume stays free for others, and for noting what became of
	// mails: so much, or a twentieth of a small one.
	reserveMost = 64 << 20
	reservePart = 20
	// How often a server is asked for the size of its database.
	quotaEvery = time.Minute
)

// room implements database. Once there is no room, a little more than none is
// wanted, so that forms do not open and close all the time.
func (d *sqliteDB) checkSpace(ctx context.Context, size int64) error {
	var before error
	if last := d.outcome.Load(); last != nil {
		before = *last
	}
	outcome := d.measure(ctx, size, before)
	d.outcome.Store(&outcome)
	return outcome
}

func (d *sqliteDB) measure(ctx context.Context, size int64, before error) error {
	quota := d.quota
	used := fileSize(d.path) + fileSize(d.path+"-wal") + size
	free, reserve := d.reserve()
	if before != nil {
		quota -= quota / 50
		reserve += reserve / 4
	}
	if (quota == 0 || used <= quota) && free >= reserve {
		return nil
	}
	spare, err := d.spare(ctx)
	switch {
	case err != nil:
		// Whoever wants to write finds out what is wrong.
		return before
	case quota > 0 && used-spare > quota:
		return fmt.Errorf("%w, %s", errQuota, megabytes(d.quota))
	case free+spare < reserve:
		return fmt.Errorf("%w, %s are left", errReserve, megabytes(free))
	}
	return nil
}

// reserve returns how much the volume has left, and how much that must be; twice
// zero where nobody knows.
func (d *sqliteDB) reserve() (free, reserve int64) {
	if d.noReserve {
		return 0, 0
	}
	free, total, err := volume(filepath.Dir(d.path))
	if err != nil || total == 0 {
		return 0, 0
	}
	return free, min(reserveMost, total/reservePart)
}

// spare returns how much of the file is free: what was erased leaves pages that
// are filled before the file grows.
func (d *sqliteDB) spare(ctx context.Context) (int64, error) {
	var pages, size int64
	err := d.read(ctx, func(ctx context.Context, tx *transaction) error {
		if _, err := tx.row(ctx, `PRAGMA freelist_count`, nil, &pages); err != nil {
			return err
		}
		_, err := tx.row(ctx, `PRAGMA page_size`, nil, &size)
		return err
	})
	return pages * size, err
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

// quota is what is known of the size of a database on a server.
type quota struct {
	limit int64

	mu sync.Mutex
	at time.Time
	// The answer of that time.
	outcome error
}

// room implements database. It asks the server once a minute at most; meanwhile the last answer holds.
func (d *postgresDB) checkSpace(ctx context.Context, _ int64) error {
	q := &d.quota
	if q.limit == 0 {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	if d.clock != nil {
		now = d.clock()
	}
	if !q.at.IsZero() && now.Sub(q.at).Abs() < quotaEvery {
		return q.outcome
	}
	q.at = now
	var used int64
	err := d.read(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, `SELECT pg_database_size(current_database())`, nil, &used)
		return err
	})
	switch {
	case err != nil:
		// Whoever wants to write finds out what is wrong.
	case used > q.limit:
		q.outcome = fmt.Errorf("%w, %s", errQuota, megabytes(q.limit))
	default:
		q.outcome = nil
	}
	return q.outcome
}

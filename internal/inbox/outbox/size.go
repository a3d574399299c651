package outbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

const (
	// How much of a volume stays free for others, and for noting what became of
	// mails: so much, or a twentieth of a small one.
	reserveMost = 64 << 20
	reservePart = 20
	// How often a server is asked for the size of its database.
	measureEvery = time.Minute
)

// checkSpace implements driver.
func (d *sqliteDB) checkSpace(ctx context.Context, size int64, full bool) error {
	quota := d.config.quota()
	used := fileSize(d.path) + fileSize(d.path+"-wal") + d.config.beside() + size
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
	used = fileSize(d.path) + fileSize(d.path+"-wal") + d.config.beside() - spare
	limit = d.config.quota()
	if free, reserve := d.reserve(); reserve > 0 {
		fits := used + max(0, spare+free-reserve)
		if limit == 0 || fits < limit {
			limit = fits
		}
	}
	return used, limit, nil
}

// reserve returns how much the volume has left, and how much that must be; twice
// zero where nobody knows.
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

// checkSpace implements driver. The supervisor asks the server once a minute, and
// as long as there is no space; for one submission nobody asks.
func (d *postgresDB) checkSpace(ctx context.Context, size int64, full bool) error {
	quota := d.config.quota()
	if quota == 0 || size > 0 {
		return nil
	}
	if full {
		d.measured = time.Time{}
	}
	used, _, err := d.usage(ctx)
	if err == nil && used > quota {
		err = fmt.Errorf("%w, %s", errQuota, megabytes(quota))
	}
	return err
}

// usage implements driver. The server is asked once a minute.
func (d *postgresDB) usage(ctx context.Context) (used, limit int64, err error) {
	quota := d.config.quota()
	now := d.config.time()
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

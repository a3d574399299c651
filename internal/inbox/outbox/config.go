package outbox

import (
	"cmp"
	"errors"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"

	"github.com/evenlight/marquee/internal/postgres"
)

// DefaultFloodLimit is how many notices of one form are mailed within an hour
// before further ones go into digests, and how many confirmations before further
// ones are skipped: a visitor chooses who gets them
// (docs/reliability.md section 10).
const DefaultFloodLimit = 30

// DefaultQuota is how large a SQLite database may get, in bytes.
const DefaultQuota = 1 << 30

// Config says where the store is and how it behaves.
type Config struct {
	// The folder of the SQLite file, marquee.db. It is made when it is missing.
	// Required without a URL.
	Dir string
	// A PostgreSQL database, as postgres://user@host/name; see postgres.Check. Left out: SQLite.
	URL string
	// The clock. Left out, it is that of this machine with SQLite, and that of
	// the server with PostgreSQL, which is the same for all nodes. Set it in tests.
	Now func() time.Time
	// Where changes of the state are logged. Left out: slog.Default().
	Logger *slog.Logger
	// How many notices, and how many confirmations, of one form are mailed within
	// an hour. Zero is DefaultFloodLimit; negative means all.
	FloodLimit int
	// The most bytes that the database may have, with SQLite its log included,
	// before the store takes no more submissions; give or take the log's 4 MB. It
	// opens by itself when there is room again. Zero is DefaultQuota with SQLite, and none with PostgreSQL;
	// negative means none.
	Quota int64
	// How many bytes of files lie beside the database, which the limit of size covers
	// as well; with SQLite. May be left out.
	Beside func() int64
	// Called with the ids of submissions that were erased, a hundred at most in one
	// call, so that copies elsewhere can be removed. May be left out.
	Erased func(ids []string)

	// The longest that an operation takes; zero is patience. Shorter in tests.
	patience time.Duration
	// Lets the disk run full, to test that.
	noReserve bool
	// SQLite's synchronous mode; empty for FULL. The test of the power cut proves
	// with NORMAL that it would notice a loss.
	synchronous string
}

// Check reports what is wrong with the configuration, without touching a disk or
// a network. Its error never shows a password.
func (c Config) Check() error {
	if c.URL == "" {
		if c.Dir == "" {
			return errors.New("a data folder or a database URL is needed")
		}
		return nil
	}
	return postgres.Check(c.URL)
}

// quota returns the most bytes that the database may have; zero for no limit.
func (c Config) quota() int64 {
	if c.Quota == 0 && c.URL == "" {
		return DefaultQuota
	}
	return max(c.Quota, 0)
}

func (c Config) beside() int64 {
	if c.Beside == nil {
		return 0
	}
	return c.Beside()
}

func (c Config) time() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

func (c Config) limit() time.Duration { return cmp.Or(c.patience, patience) }

// name is what the log calls the database: the file or the server, without a password.
func (c Config) name() string {
	if c.URL == "" {
		return filepath.Join(c.Dir, FileName)
	}
	parsed, err := url.Parse(c.URL)
	if err != nil {
		return "postgres"
	}
	return parsed.Host + parsed.Path
}

package outbox

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// DefaultFloodLimit is how many notices of one form are mailed within an hour,
// before further ones go into digests (docs/reliability.md section 10).
const DefaultFloodLimit = 30

// DefaultConfirmationLimit is how many confirmations of one form are mailed
// within an hour, before further ones are skipped: whoever fills in a form chooses
// who gets them.
const DefaultConfirmationLimit = 30

// DefaultQuota is how large a SQLite database may get, in bytes.
const DefaultQuota = 1 << 30

// Config says where the store is and how it behaves.
type Config struct {
	// The folder of the SQLite file, marquee.db. It is made when it is missing.
	// Required without a URL.
	Dir string
	// A PostgreSQL database, as postgres://user@host/name. Left out: SQLite.
	URL string
	// The clock. Left out, it is that of this machine with SQLite, and that of
	// the server with PostgreSQL, which is the same for all nodes. Set it in tests.
	Now func() time.Time
	// Where changes of the state are told. Left out: slog.Default().
	Logger *slog.Logger
	// How many notices of one form are mailed within an hour before further ones
	// are collected for a digest. Zero is DefaultFloodLimit; negative means never.
	FloodLimit int
	// How many confirmations of one form are mailed within an hour before further
	// ones are skipped. Zero is DefaultConfirmationLimit; negative means never, and
	// so does a negative FloodLimit.
	ConfirmationLimit int

	// The most bytes that the database may have, with SQLite its log included,
	// before the store takes no more submissions; give or take the log's 4 MB. It
	// opens by itself when there is room again. Zero is DefaultQuota with SQLite, and none with PostgreSQL;
	// negative means none.
	Quota int64
	// Told the ids of submissions once they are erased, a hundred at most in one
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

// ParseURL reports what is wrong with the URL of a database; nil for an empty one.
// It does not connect, and its error never shows a password.
func ParseURL(address string) error {
	if address == "" {
		return nil
	}
	parsed, err := url.Parse(address)
	if err != nil {
		return errors.New("the database URL cannot be read: want postgres://user:password@host:5432/name, with special characters of the password percent-encoded")
	}
	if parsed.Scheme != "postgres" && parsed.Scheme != "postgresql" {
		return fmt.Errorf("the database URL begins with %q: want postgres://user:password@host:5432/name, or nothing for SQLite", parsed.Scheme)
	}
	if _, err := pgxpool.ParseConfig(address); err != nil {
		return fmt.Errorf("the database URL cannot be used: %w", err)
	}
	return nil
}

// Check reports what is wrong with the configuration, without touching a disk or a network.
func (c Config) Check() error {
	if c.URL == "" && c.Dir == "" {
		return errors.New("a data folder or a database URL is needed")
	}
	return ParseURL(c.URL)
}

func (c Config) floodLimit() int {
	if c.FloodLimit == 0 {
		return DefaultFloodLimit
	}
	return c.FloodLimit
}

func (c Config) confirmationLimit() int {
	if c.FloodLimit < 0 || c.ConfirmationLimit < 0 {
		return -1
	}
	return cmp.Or(c.ConfirmationLimit, DefaultConfirmationLimit)
}

// quota returns the most bytes that the database may have; zero for no limit.
func (c Config) quota() int64 {
	if c.Quota == 0 && c.URL == "" {
		return DefaultQuota
	}
	return max(c.Quota, 0)
}

func (c Config) time() time.Time {
	if c.Now != nil {
		return c.Now()
	}
	return time.Now()
}

func (c Config) limit() time.Duration { return cmp.Or(c.patience, patience) }

func (c Config) logger() *slog.Logger {
	if c.Logger == nil {
		return slog.Default()
	}
	return c.Logger
}

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

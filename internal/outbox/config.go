package outbox

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// DefaultFloodLimit is how many notices of one form are mailed within an hour,
// before further ones go into digests (RELIABILITY section 10).
const DefaultFloodLimit = 30

// Config says where the box is and how it behaves.
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

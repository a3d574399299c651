package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	connectTimeout = 3 * time.Second
	// How often a transaction is begun anew after its connection broke. A server
	// that restarts breaks all of them at once.
	maxTries = 3
)

var postgresDialect = dialect{
	migrations: mustLoad("sql/postgres"),
	now:        `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
	lock:       `SELECT pg_advisory_xact_lock($1)`,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
}

// postgresDB is a PostgreSQL database.
type postgresDB struct {
	config Config
	// The server and the database, without the password.
	name string
	pool *pgxpool.Pool
	sql  *sql.DB
	// When the supervisor asked for the size of the database last.
	measured time.Time
}

func openPostgres(ctx context.Context, config Config) (_ *postgresDB, err error) {
	settings, err := pgxpool.ParseConfig(config.URL)
	if err != nil {
		return nil, err
	}
	connection := settings.ConnConfig
	d := &postgresDB{
		config: config,
		name:   net.JoinHostPort(connection.Host, strconv.Itoa(int(connection.Port))) + "/" + connection.Database,
	}
	if connection.ConnectTimeout == 0 || connection.ConnectTimeout > connectTimeout {
		connection.ConnectTimeout = connectTimeout
	}
	// The server gives up a little before those who wait for it.
	limit := strconv.FormatInt((config.limit() * 8 / 9).Milliseconds(), 10)
	for name, value := range map[string]string{
		"application_name":                    "marquee",
		"statement_timeout":                   limit,
		"lock_timeout":                        limit,
		"idle_in_transaction_session_timeout": "10000",
		// What is acknowledged must be on the server's disk, whatever its default is.
		"synchronous_commit": "on",
	} {
		if _, set := connection.RuntimeParams[name]; !set {
			connection.RuntimeParams[name] = value
		}
	}
	if !strings.Contains(config.URL, "pool_max_conns=") {
		settings.MaxConns = 16
	}
	settings.PingTimeout = connectTimeout
	if d.pool, err = pgxpool.NewWithConfig(ctx, settings); err != nil {
		return nil, err
	}
	d.sql = stdlib.OpenDBFromPool(d.pool)
	if err := migrate(ctx, d.sql, &postgresDialect); err != nil {
		return nil, errors.Join(d.explain(err), d.close())
	}
	return d, nil
}

func (d *postgresDB) transaction(run runner) *transaction {
	return &transaction{runner: run, dialect: &postgresDialect, clock: d.config.Now}
}

func (d *postgresDB) read(ctx context.Context, run work) error {
	return d.retrying(ctx, func() error { return runRecovering(ctx, d.transaction(d.sql), run) })
}

func (d *postgresDB) write(ctx context.Context, run work) error {
	return d.retrying(ctx, func() error { return d.transact(ctx, run) })
}

func (d *postgresDB) transact(ctx context.Context, run work) (err error) {
	tx, err := d.sql.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := runRecovering(ctx, d.transaction(tx), run); err != nil {
		if undo := tx.Rollback(); undo != nil && !errors.Is(undo, sql.ErrTxDone) {
			return errors.Join(err, fmt.Errorf("roll back: %w", undo))
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// retrying runs again what failed with its connection, or because another
// transaction was in the way. Every work of this package may run twice, even
// where the first run was committed and only the answer was lost.
func (d *postgresDB) retrying(ctx context.Context, run func() error) error {
	for try := 1; ; try++ {
		err := run()
		if err == nil || try == maxTries || ctx.Err() != nil || !transient(err) {
			return err
		}
	}
}

func transient(err error) bool {
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failure.Code {
		case "40001", "40P01", "57P01", "57P02":
			return true
		}
		return false
	}
	if _, refused := errors.AsType[*pgconn.ConnectError](err); refused {
		return false
	}
	return !aboutSubmission(err) && !errors.Is(err, context.DeadlineExceeded)
}

// checkFile does nothing: the files are the server's.
func (d *postgresDB) checkFile() error { return nil }

// removeTraces does nothing: PostgreSQL's own vacuum reuses the space of deleted rows.
func (d *postgresDB) removeTraces(context.Context) error { return nil }

func (d *postgresDB) close() error {
	err := d.sql.Close()
	d.pool.Close()
	return err
}

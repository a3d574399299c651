// Package postgres opens PostgreSQL databases in a way that works with a server itself and behind a pooler such as
// PgBouncer in transaction mode, where each transaction may be on another connection of the server.
//
// So nothing is kept in a session: all work is in transactions, each begins with its own settings in the same message,
// statements have no names, and the only startup parameter is application_name. Do the same in what runs inside:
// pg_advisory_xact_lock instead of pg_advisory_lock, SET LOCAL instead of SET, no LISTEN, no temporary tables that
// outlive a transaction.
//
// What was committed is on the server's disk, whatever the defaults of the server and the pooler are; see [DB.Verify].
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	connectTimeout = 3 * time.Second
	// How often a transaction is begun anew after its connection broke. A server
	// that restarts breaks all of them at once.
	maxTries = 3
	maxConns = 16
)

// Config says which database, and how patient its users are.
type Config struct {
	// postgres://user:password@host:5432/name; see [Check].
	URL string
	// After which time the server ends a statement, or the wait for a lock, unless
	// the URL says statement_timeout or lock_timeout. Required.
	Limit time.Duration
	// How many connections there are at most, unless the URL says pool_max_conns. Zero is 16.
	MaxConns int32
}

// DB is a pool of connections. All methods may be called by many goroutines.
type DB struct {
	name string
	pool *pgxpool.Pool
	sql  *sql.DB
	// What each transaction sets, as one statement.
	settings string
	// Whether the operator says that the storage is durable without fsync.
	trusted bool
	// The names of tables that are there; see Ensure.
	tables sync.Map
}

// Tx is a transaction that is under way. Its parameters are $1, $2 and so on;
// a text without parameters may hold many statements.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Open returns a pool without connecting to anything. Its error is one of [Check].
func Open(ctx context.Context, config Config) (*DB, error) {
	settings, d, err := parse(config)
	if err != nil {
		return nil, err
	}
	if d.pool, err = pgxpool.NewWithConfig(ctx, settings); err != nil {
		return nil, err
	}
	d.sql = stdlib.OpenDBFromPool(d.pool)
	return d, nil
}

// Name returns the server and the database, without user and password.
func (d *DB) Name() string { return d.name }

// Close waits for what is running and closes the connections.
func (d *DB) Close() error {
	err := d.sql.Close()
	d.pool.Close()
	return err
}

// Write runs work in a transaction of its own; nil means that what it wrote is
// durable. It runs work again when the connection broke or another transaction was
// in the way: also where the first run was committed and only the answer was lost.
func (d *DB) Write(ctx context.Context, work func(context.Context, Tx) error) error {
	return d.retry(ctx, "begin", work)
}

// Read runs work that only reads. It may run it more than once. Each statement sees what is committed by then.
func (d *DB) Read(ctx context.Context, work func(context.Context, Tx) error) error {
	return d.retry(ctx, "begin read only", work)
}

func (d *DB) retry(ctx context.Context, begin string, work func(context.Context, Tx) error) error {
	for try := 1; ; try++ {
		broken, err := d.transact(ctx, begin, work)
		failure, _ := errors.AsType[*pgconn.PgError](err)
		conflict := failure != nil && (failure.Code == "40001" || failure.Code == "40P01")
		if err == nil || try == maxTries || ctx.Err() != nil || !broken && !conflict {
			return err
		}
	}
}

// transact runs work in one transaction. broken says that the connection was lost on the way.
func (d *DB) transact(ctx context.Context, begin string, work func(context.Context, Tx) error,
) (broken bool, err error) {
	conn, err := d.sql.Conn(ctx)
	if err != nil {
		return false, err
	}
	var raw *pgx.Conn
	defer func() {
		// A statement that broke the connection has given it back already; nobody may touch it then.
		if looked := conn.Raw(func(any) error { broken = raw != nil && raw.IsClosed(); return nil }); looked != nil {
			broken = true
		}
		if closing := conn.Close(); err == nil && !errors.Is(closing, sql.ErrConnDone) {
			err = closing
		}
	}()
	if err := conn.Raw(func(driver any) error {
		raw = driver.(*stdlib.Conn).Conn()
		return nil
	}); err != nil {
		return false, err
	}
	// One message: the settings cost no wait of their own.
	tx, err := raw.BeginTx(ctx, pgx.TxOptions{BeginQuery: begin + "; " + d.settings})
	if err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}
	// A connection that is given back inside a transaction is closed: so also where work panics.
	if err := work(ctx, conn); err != nil {
		undo := conn.Raw(func(any) error {
			if undo := tx.Rollback(ctx); undo != nil && !raw.IsClosed() {
				return fmt.Errorf("roll back: %w", undo)
			}
			return nil
		})
		if errors.Is(undo, sql.ErrConnDone) {
			undo = nil
		}
		return false, errors.Join(err, undo)
	}
	if err := tx.Commit(ctx); err != nil {
		return false, fmt.Errorf("commit: %w", err)
	}
	return false, nil
}

// Ensure makes a table where there is none; once it is there, it costs nothing.
// Nodes that start together wait for each other. The definition may hold many statements.
func (d *DB) Ensure(ctx context.Context, table, definition string) error {
	if _, known := d.tables.Load(table); known {
		return nil
	}
	exists := false
	err := d.Read(ctx, func(ctx context.Context, tx Tx) error {
		return tx.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, table).Scan(&exists)
	})
	if err == nil && !exists {
		err = d.Write(ctx, func(ctx context.Context, tx Tx) error {
			if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtext($1))`, table); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, definition)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("make the table %s: %w", table, err)
	}
	d.tables.Store(table, true)
	return nil
}

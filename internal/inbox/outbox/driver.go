package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// driver is one of the two databases: SQLite or PostgreSQL.
type driver interface {
	// write runs work in a transaction of its own; nil means that what it wrote
	// is durable. It may run work more than once, and, when the context ends,
	// still run it after it has returned.
	write(ctx context.Context, work work) error
	// read runs work that only reads.
	read(ctx context.Context, work work) error
	// checkSpace says why so many bytes must not be added; nil where they may.
	// Once there was no space (full), a little more than none is wanted, so that
	// the store does not open and close all the time.
	checkSpace(ctx context.Context, size int64, full bool) error
	// usage returns how many bytes the database has, and how many it may have; zero
	// where there is no limit.
	usage(ctx context.Context) (used, limit int64, err error)
	// checkKept says whether what is written is still kept: not where the file was
	// moved or replaced, or the server's settings make it forget.
	checkKept(ctx context.Context) error
	// removeTraces removes what is left of deleted rows, as far as the database lets us.
	removeTraces(ctx context.Context) error
	close() error
	// mustReopen reports whether the database must be opened anew after this error.
	mustReopen(err error) bool
	// explain adds which database it is and what to do.
	explain(err error) error
}

// dialect is what differs in the SQL of the two.
type dialect struct {
	migrations []migration
	// The server's clock, in milliseconds; empty where that of the machine counts.
	now string
	// Makes others with the same number wait until the transaction ends; empty
	// where all writers wait for each other anyway.
	lock string
	// Ends a SELECT whose rows are to be claimed.
	skipLocked string
	// Lets an INSERT give numbers that the database gives otherwise.
	givenIdentity string
}

// work is a piece of a transaction. The context is that of the transaction.
type work func(ctx context.Context, tx *transaction) error

// runner is what *sql.DB, *sql.Conn and *sql.Tx have in common.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// transaction runs the SQL that both databases understand; parameters are $1, $2 and so on.
type transaction struct {
	runner
	*dialect
	// The clock of the tests, or nil.
	clock func() time.Time
}

// time returns the time in milliseconds since 1970.
func (t *transaction) time(ctx context.Context) (now int64, err error) {
	switch {
	case t.clock != nil:
		return t.clock().UnixMilli(), nil
	case t.now == "":
		return time.Now().UnixMilli(), nil
	}
	_, err = t.row(ctx, t.now, nil, &now)
	return now, err
}

// lockNumber makes other transactions that lock the same number wait for this one.
func (t *transaction) lockNumber(ctx context.Context, number int64) error {
	if t.lock == "" {
		return nil
	}
	_, err := t.ExecContext(ctx, t.lock, number)
	return err
}

// exec runs a statement and returns how many rows it changed.
func (t *transaction) exec(ctx context.Context, query string, args ...any) (int, error) {
	result, err := t.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// row reads the first row into the targets and reports whether there is one.
func (t *transaction) row(ctx context.Context, query string, args []any, targets ...any) (bool, error) {
	found := false
	err := t.each(ctx, query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(targets...)
	})
	return found, err
}

// each reads all rows.
func (t *transaction) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) (err error) {
	rows, err := t.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() {
		if closing := rows.Close(); err == nil {
			err = closing
		}
	}()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// runRecovering runs work and turns its panic into an error, so that one bad item does not stop the writer of all.
func runRecovering(ctx context.Context, tx *transaction, run work) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("%w: %T", errPanicked, caught)
		}
	}()
	return run(ctx, tx)
}

// fromMillis returns the time in UTC; the zero time for 0.
func fromMillis(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

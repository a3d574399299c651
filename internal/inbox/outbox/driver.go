package outbox

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// database is one of the two: SQLite or PostgreSQL.
type driver interface {
	// write runs work in a transaction of its own; nil means that what it wrote
	// is durable. It may run work more than once, and, when the context ends,
	// still run it after it has returned.
	write(ctx context.Context, work work) error
	// read runs work that only reads.
	read(ctx context.Context, work work) error
	// readUnlimited is read for work that may take long.
	readUnlimited(ctx context.Context, work work) error
	// room says why so many bytes must not be added by a limit of size; nil where they may.
	checkSpace(ctx context.Context, size int64) error
	// present reports that the file was moved or replaced.
	checkFile() error
	// removeTraces removes the traces of what was deleted, as far as the database lets us.
	removeTraces(ctx context.Context) error
	close() error
	// broken reports whether it must be opened anew after this error.
	mustReopen(err error) bool
	// explain says in words of people what is wrong, and what to do.
	explain(err error) error
}

// work is a piece of a transaction. The context is that of the transaction.
type work func(ctx context.Context, tx *transaction) error

// runner is what *sql.DB, *sql.Conn and *sql.Tx have in common.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// transaction speaks the SQL that both databases understand; parameters are $1, $2 and so on.
type transaction struct {
	runner
	// The clock of the tests, or nil.
	clock func() time.Time
	// The clock of the database as SQL, in milliseconds; empty where that of the machine counts.
	clockSQL string
	// Ends a SELECT whose rows are to be claimed.
	skipLocked string
	// Makes others with the same number wait until the transaction ends; empty
	// where all writers wait for each other anyway.
	lockSQL string
}

// now returns the time in milliseconds since 1970.
func (s *transaction) now(ctx context.Context) (int64, error) {
	if s.clock != nil {
		return s.clock().UnixMilli(), nil
	}
	if s.clockSQL == "" {
		return time.Now().UnixMilli(), nil
	}
	var now int64
	_, err := s.row(ctx, s.clockSQL, nil, &now)
	return now, err
}

// lock makes other transactions that lock the same number wait for this one.
func (s *transaction) lock(ctx context.Context, number int64) error {
	if s.lockSQL == "" {
		return nil
	}
	_, err := s.ExecContext(ctx, s.lockSQL, number)
	return err
}

// exec runs a statement and returns how many rows it changed.
func (s *transaction) exec(ctx context.Context, query string, args ...any) (int, error) {
	result, err := s.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// row reads the first row into the targets and reports whether there is one.
func (s *transaction) row(ctx context.Context, query string, args []any, targets ...any) (bool, error) {
	found := false
	err := s.each(ctx, query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(targets...)
	})
	return found, err
}

// each reads all rows.
func (s *transaction) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) (err error) {
	rows, err := s.QueryContext(ctx, query, args...)
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

// recovering runs work and turns its panic into an error, so that one bad item does not stop the writer of all.
func recovering(ctx context.Context, tx *transaction, run work) (err error) {
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

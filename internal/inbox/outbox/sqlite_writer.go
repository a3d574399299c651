package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// batchSize is the greatest number of transactions that share a commit.
const batchSize = 128

// job is a transaction that waits for its turn.
type job struct {
	ctx    context.Context
	work   work
	err    error
	answer chan error
}

func (d *sqliteDB) write(ctx context.Context, run work) error {
	j := &job{ctx: ctx, work: run, answer: make(chan error, 1)}
	select {
	case d.jobs <- j:
	case <-d.quit:
		return errClosed
	case <-ctx.Done():
		return fmt.Errorf("wait for the database: %w", ctx.Err())
	}
	select {
	case err := <-j.answer:
		return err
	case <-ctx.Done():
		// The job may still be committed. Save recognises what comes again.
		return fmt.Errorf("wait for the disk: %w", ctx.Err())
	}
}

// sqliteWriter owns the writing connection. It takes all that waits into one transaction and answers when that is
// on the disk: one wait for the disk serves everybody (group commit).
type sqliteWriter struct {
	*sqliteDB
	conn *sql.Conn
	// Statements that are parsed already, by their text.
	prepared map[string]*sql.Stmt
}

func (w *sqliteWriter) run() {
	defer w.release()
	for {
		select {
		case <-w.quit:
			return
		case first := <-w.jobs:
			batch := w.gather(first)
			failure := w.commit(batch)
			for _, j := range batch {
				if j.err == nil {
					j.err = failure
				}
				j.answer <- j.err
			}
		}
	}
}

func (w *sqliteWriter) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < batchSize && len(w.jobs) > 0 {
		batch = append(batch, <-w.jobs) // Nobody else takes them.
	}
	return batch
}

// release refuses what still waits and gives up the connection: nothing can be lost any more, for what was
// acknowledged is committed.
func (w *sqliteWriter) release() {
	for len(w.jobs) > 0 {
		(<-w.jobs).answer <- errClosed
	}
	for _, statement := range w.prepared {
		_ = statement.Close()
	}
	_ = w.conn.Close()
}

// commit sets the error of each job that fails by itself, and returns the one that concerns all. Statements run
// without a deadline: only whole batches end, and those who wait have deadlines of their own.
func (w *sqliteWriter) commit(batch []*job) error {
	ctx := context.Background()
	if _, err := w.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	for _, j := range batch {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		if err := w.attempt(ctx, j); err != nil {
			return errors.Join(err, w.rollback(ctx))
		}
	}
	if _, err := w.ExecContext(ctx, `COMMIT`); err != nil {
		return errors.Join(fmt.Errorf("commit: %w", err), w.rollback(ctx))
	}
	return w.Verify(ctx) // what nobody finds again is not stored
}

// attempt runs one job between savepoints, so that its failure leaves the others whole. It returns an error only
// where the transaction itself is lost.
func (w *sqliteWriter) attempt(ctx context.Context, j *job) error {
	if _, err := w.ExecContext(ctx, `SAVEPOINT item`); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	if j.err = runRecovering(ctx, w.transaction(w), j.work); j.err != nil {
		if _, err := w.ExecContext(ctx, `ROLLBACK TO item`); err != nil {
			// A full disk makes SQLite roll back everything by itself.
			return fmt.Errorf("transaction lost: %w", j.err)
		}
	}
	if _, err := w.ExecContext(ctx, `RELEASE item`); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

func (w *sqliteWriter) rollback(ctx context.Context) error {
	_, err := w.ExecContext(ctx, `ROLLBACK`)
	if sqliteCode(err) == sqlite3.SQLITE_ERROR && strings.Contains(err.Error(), "no transaction is active") {
		return nil
	}
	return err
}

func (w *sqliteWriter) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := w.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

func (w *sqliteWriter) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := w.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

func (w *sqliteWriter) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if known, ok := w.prepared[query]; ok {
		return known, nil
	}
	statement, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.prepared[query] = statement
	}
	return statement, err
}

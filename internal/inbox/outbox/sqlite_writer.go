package outbox

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// batchSize is the greatest number of transactions that share a commit.
const batchSize = 128

// job is a transaction that waits for its turn.
type job struct {
	ctx  context.Context
	work work
	// Runs outside of a transaction, after all that came before.
	alone  bool
	err    error
	answer chan error
}

// write queues the work and waits for the commit that holds it.
func (d *sqliteDB) write(ctx context.Context, run work) error { return d.queue(ctx, run, false) }

// removeTraces writes the log back into the file and empties it. Deleted text is
// overwritten with zeros there (secure_delete), but the log still has it.
func (d *sqliteDB) removeTraces(ctx context.Context) error {
	for {
		var busy, pages, moved int64
		err := d.queue(ctx, func(ctx context.Context, tx *transaction) error {
			_, err := tx.row(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`, nil, &busy, &pages, &moved)
			return err
		}, true)
		if err != nil || busy == 0 {
			return err
		}
		// A reader holds the log. Readers are brief.
		select {
		case <-ctx.Done():
			return fmt.Errorf("empty the log of the database: somebody reads it: %w", ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (d *sqliteDB) queue(ctx context.Context, run work, alone bool) error {
	j := &job{ctx: ctx, work: run, alone: alone, answer: make(chan error, 1)}
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

// run takes all that waits into one transaction and answers when it is on the
// disk: one wait for the disk serves everybody (group commit).
func (d *sqliteDB) run(g *sqliteWriter) {
	defer g.close()
	for {
		select {
		case <-d.quit:
			d.refuse()
			return
		case first := <-d.jobs:
			g.process(d.gather(first))
		}
	}
}

func (d *sqliteDB) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < batchSize && !batch[len(batch)-1].alone {
		select {
		case next := <-d.jobs:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

func (d *sqliteDB) refuse() {
	for {
		select {
		case j := <-d.jobs:
			j.answer <- errClosed
		default:
			return
		}
	}
}

// sqliteWriter owns the writing connection.
type sqliteWriter struct {
	db          *sqliteDB
	conn        *sql.Conn
	prepared    map[string]*sql.Stmt
	transaction *transaction
}

func newSQLiteWriter(conn *sql.Conn, db *sqliteDB) *sqliteWriter {
	g := &sqliteWriter{db: db, conn: conn, prepared: map[string]*sql.Stmt{}}
	g.transaction = db.transaction(g)
	return g
}

// process commits the batch and answers every job in it.
func (g *sqliteWriter) process(batch []*job) {
	together := batch
	var alone *job
	if last := len(batch) - 1; batch[last].alone {
		together, alone = batch[:last], batch[last]
	}
	if len(together) > 0 {
		failure := g.commit(together)
		for _, j := range together {
			if j.err == nil {
				j.err = failure
			}
			j.answer <- j.err
		}
	}
	if alone != nil {
		alone.answer <- recovering(context.Background(), g.transaction, alone.work)
	}
}

// commit sets the error of each job that fails by itself, and returns the one
// that befalls all. Statements run without a deadline: only whole batches end,
// and those who wait have deadlines of their own.
func (g *sqliteWriter) commit(batch []*job) error {
	ctx := context.Background()
	if _, err := g.ExecContext(ctx, `BEGIN IMMEDIATE`); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	for _, j := range batch {
		if j.err = j.ctx.Err(); j.err != nil {
			continue
		}
		if err := g.attempt(ctx, j); err != nil {
			return errors.Join(err, g.rollback(ctx))
		}
	}
	if _, err := g.ExecContext(ctx, `COMMIT`); err != nil {
		return errors.Join(fmt.Errorf("commit: %w", err), g.rollback(ctx))
	}
	return nil
}

// attempt runs one job between savepoints, so that its failure leaves the others
// whole. It returns an error only where the transaction itself is lost.
func (g *sqliteWriter) attempt(ctx context.Context, j *job) error {
	if _, err := g.ExecContext(ctx, `SAVEPOINT item`); err != nil {
		return fmt.Errorf("savepoint: %w", err)
	}
	if j.err = recovering(ctx, g.transaction, j.work); j.err != nil {
		if _, err := g.ExecContext(ctx, `ROLLBACK TO item`); err != nil {
			// A full disk makes SQLite roll back everything by itself.
			return fmt.Errorf("transaction lost: %w", j.err)
		}
	}
	if _, err := g.ExecContext(ctx, `RELEASE item`); err != nil {
		return fmt.Errorf("release savepoint: %w", err)
	}
	return nil
}

// rollback ends the transaction, if there is still one.
func (g *sqliteWriter) rollback(ctx context.Context) error {
	_, err := g.ExecContext(ctx, `ROLLBACK`)
	if err != nil && isNoTransaction(err) {
		return nil
	}
	return err
}

// ExecContext implements runner with statements that are parsed once.
func (g *sqliteWriter) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	statement, err := g.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.ExecContext(ctx, args...)
}

// QueryContext implements runner.
func (g *sqliteWriter) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := g.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

func (g *sqliteWriter) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if known, ok := g.prepared[query]; ok {
		return known, nil
	}
	statement, err := g.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	g.prepared[query] = statement
	return statement, nil
}

// close gives up the connection. Nothing can be lost any more: what was
// acknowledged is committed.
func (g *sqliteWriter) close() {
	for _, statement := range g.prepared {
		_ = statement.Close()
	}
	_ = g.conn.Close()
}

package outbox

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"
)

// driver is one of the two databases: SQLite or PostgreSQL.
type driver interface {
	// write runs work in a transaction of its own; nil means that what it wrote is durable. It may run work more
	// than once, and, when the context ends, still run it after it has returned.
	write(ctx context.Context, work work) error
	// read runs work that only reads.
	read(ctx context.Context, work work) error
	// room measures how much of what it may take the database has.
	room(ctx context.Context) (Room, error)
	// Verify says whether what is written is still kept: not where the file was moved or replaced, or the
	// server's settings make it forget.
	Verify(ctx context.Context) error
	// removeTraces removes what is left of deleted rows, as far as the database lets us.
	removeTraces(ctx context.Context) error
	Close() error
	// Name is what the log calls the database: the file or the server, without a password.
	Name() string
	// explain adds which database it is and what to do.
	explain(err error) error
}

// dialect is what differs in the SQL of the two.
type dialect struct {
	migrations []migration
	// Makes others with the same number wait until the transaction ends; empty where all writers wait for each
	// other anyway.
	lock string
	// Ends a SELECT whose rows are to be claimed.
	skipLocked string
}

// work is a piece of a transaction. The context is that of the transaction.
type work func(ctx context.Context, tx *transaction) error

type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// transaction runs the SQL that both databases understand; parameters are $1, $2 and so on.
type transaction struct {
	runner
	*dialect
	// When it began, in milliseconds since 1970, by the clock of the database.
	now int64
}

func (t *transaction) lockNumber(ctx context.Context, number int64) error {
	if t.lock == "" {
		return nil
	}
	_, err := t.ExecContext(ctx, t.lock, number)
	return err
}

func (t *transaction) exec(ctx context.Context, query string, args ...any) (int, error) {
	result, err := t.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func (t *transaction) row(ctx context.Context, query string, args []any, targets ...any) (found bool, err error) {
	err = t.each(ctx, query, args, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return rows.Scan(targets...)
	})
	return found, err
}

// column returns what a query for one column finds.
func column[T any](ctx context.Context, t *transaction, query string, args ...any) (all []T, err error) {
	err = t.each(ctx, query, args, func(rows *sql.Rows) error {
		var one T
		err := rows.Scan(&one)
		all = append(all, one)
		return err
	})
	return all, err
}

func (t *transaction) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) (err error) {
	rows, err := t.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
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

func fromMillis(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis).UTC()
}

//go:embed sql/*/*.sql
var sqlFiles embed.FS

// schemaLock makes two programs that open a database at the same time go one after the other.
const schemaLock = 1297043781

// migration is one file below sql; its README has the rules.
type migration struct {
	version int
	// The lowest version of the program that can work with the result.
	compatible int
	text       string
}

// mustLoad reads the numbered files of a folder, such as 0001_outbox.sql, which are part of the program. The first
// line of each is "-- compatible: N".
func mustLoad(folder string) []migration {
	files, err := sqlFiles.ReadDir(folder)
	all := make([]migration, len(files))
	for i, file := range files {
		text, unread := sqlFiles.ReadFile(folder + "/" + file.Name())
		all[i] = migration{version: i + 1, text: string(text)}
		_, unset := fmt.Sscanf(all[i].text, "-- compatible: %d\n", &all[i].compatible)
		err = errors.Join(err, unread, unset)
	}
	if err != nil {
		panic(fmt.Errorf("migrations in %s: %w", folder, err))
	}
	return all
}

// migrate brings the database to the last migration, in one transaction. A database that is ahead is accepted when
// it says that this version still works with it.
func migrate(ctx context.Context, read, write func(context.Context, work) error) error {
	var steps []migration
	err := read(ctx, func(ctx context.Context, tx *transaction) (err error) {
		steps, err = tx.missing(ctx)
		return err
	})
	if errors.Is(err, errNewer) || err == nil && len(steps) == 0 {
		return err
	}
	// Without a table of versions the database is empty: the transaction finds out.
	return write(ctx, func(ctx context.Context, tx *transaction) error { return tx.migrate(ctx) })
}

// missing returns the migrations that were not applied yet; its error wraps errNewer where later ones were, and
// this version does not work with them.
func (t *transaction) missing(ctx context.Context) ([]migration, error) {
	version, compatible, err := t.schemaVersion(ctx)
	known := len(t.migrations)
	if err == nil && compatible > known {
		err = fmt.Errorf("%w: its schema is %d and needs a program that knows %d, this one knows %d: update it",
			errNewer, version, compatible, known)
	}
	return t.migrations[min(version, known):], err
}

func (t *transaction) migrate(ctx context.Context) error {
	if err := t.lockNumber(ctx, schemaLock); err != nil {
		return fmt.Errorf("lock the schema: %w", err)
	}
	if _, err := t.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (
		version BIGINT PRIMARY KEY, compatible BIGINT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
		return fmt.Errorf("make the table of versions: %w", err)
	}
	steps, err := t.missing(ctx)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if _, err := t.ExecContext(ctx, step.text); err != nil {
			return fmt.Errorf("apply migration %d: %w", step.version, err)
		}
		if _, err := t.ExecContext(ctx, `INSERT INTO schema_version (version, compatible, applied_at) VALUES ($1, $2, $3)`,
			step.version, step.compatible, time.Now().UnixMilli()); err != nil {
			return fmt.Errorf("record migration %d: %w", step.version, err)
		}
	}
	return nil
}

func (t *transaction) schemaVersion(ctx context.Context) (version, compatible int, err error) {
	_, err = t.row(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(compatible), 0) FROM schema_version`, nil,
		&version, &compatible)
	return version, compatible, err
}

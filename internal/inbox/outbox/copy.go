package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/postgres"
)

var (
	// ErrOccupied says that a place holds submissions already, which a restored database would hide.
	ErrOccupied = errors.New("there are submissions already")

	errServerCopy = errors.New("a PostgreSQL database is backed up by pg_dump; " +
		"copy uploads/ and mail/ of the data folder beside it")
)

// Copied says what is in a copy of the database.
type Copied struct {
	// The number of its last migration.
	Schema int `json:"schema"`
	// When it was copied, by the clock of the database: nothing later is in it.
	TakenAt     time.Time `json:"takenAt"`
	Submissions int       `json:"submissions"`
	// Deliveries that were not made by then: waiting, parked, dead, held or collected.
	Unsent int `json:"unsent"`
}

// Copy writes a SQLite database as it is at one moment into a new file, which nobody else may read, and checks the
// copy. The server goes on meanwhile. It changes nothing in the database, not even an older schema.
func Copy(ctx context.Context, config Config, file string) (copied Copied, err error) {
	if config.URL != "" {
		return copied, errServerCopy
	}
	if err := config.whole(); err != nil {
		return copied, err
	}
	d := &sqliteDB{config: config, path: filepath.Join(config.Dir, FileName)}
	if _, err := os.Stat(d.path); err != nil {
		return copied, d.explain(err)
	}
	if err := d.checkDamage(ctx); err != nil {
		return copied, d.explain(d.diagnose(err))
	}
	// SQLite takes an empty file for a database; one that it makes itself others could read.
	if err := osfile.Create(file, nil); err != nil {
		return copied, err
	}
	taken := config.time().UTC()
	db, err := d.connect("")
	if err != nil {
		return copied, err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO $1`, file)
	if err := errors.Join(err, db.Close()); err != nil {
		return copied, d.explain(d.diagnose(err))
	}
	copied, err = inspect(ctx, file)
	copied.TakenAt = taken
	return copied, err
}

// inspect looks for damage in a SQLite file that nobody else uses, and counts what is in it.
func inspect(ctx context.Context, file string) (c Copied, err error) {
	err = onFile(ctx, file, func(ctx context.Context, tx *transaction) error {
		for _, check := range []string{`PRAGMA integrity_check`, `SELECT "table" FROM pragma_foreign_key_check`} {
			found, err := column[string](ctx, tx, check)
			if err != nil {
				return err
			}
			if len(found) > 0 && found[0] != "ok" {
				return fmt.Errorf("%w: %s", errDamaged, found[0])
			}
		}
		if c.Schema, _, err = tx.schemaVersion(ctx); err != nil {
			return err
		}
		_, err = tx.row(ctx, `SELECT (SELECT count(*) FROM submission), (SELECT count(*) FROM outbox WHERE `+unsent+`)`, nil,
			&c.Submissions, &c.Unsent)
		return err
	})
	if err != nil {
		err = fmt.Errorf("database %s: %w", filepath.Base(file), err)
	}
	return c, err
}

func onFile(ctx context.Context, file string, run work) (err error) {
	db, err := (&sqliteDB{path: file}).connect("_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // Without effect after Commit; else the error that led here is returned.
	if err := runRecovering(ctx, &transaction{runner: tx, dialect: &sqliteDialect}, run); err != nil {
		return err
	}
	return tx.Commit()
}

// Prepare makes a copy, a SQLite file called FileName in a folder of its own, ready to be put in place: it looks
// for damage, brings the schema to that of this program, and marks what was unsent as possibly sent since, by the
// server or by somebody's command. The provider knows these deliveries by their keys for a day; later ones say that
// they may be duplicates. Its error says so where the copy was made by a newer program.
func Prepare(ctx context.Context, file string, copied Copied) error {
	found, err := inspect(ctx, file)
	if err != nil {
		return err
	}
	if found.Submissions != copied.Submissions || found.Unsent != copied.Unsent || found.Schema != copied.Schema {
		return fmt.Errorf("database %s: %w: it holds %d submissions, and held %d",
			filepath.Base(file), errDamaged, found.Submissions, copied.Submissions)
	}
	d, err := openSQLite(ctx, Config{Dir: filepath.Dir(file)}, false)
	if err != nil {
		return err
	}
	err = d.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE outbox SET uncertain_at = CASE WHEN leased_by <> '' THEN leased_at ELSE $1 END
			WHERE uncertain_at = 0 AND `+unsent, max(copied.TakenAt.UnixMilli(), 1))
		return err
	})
	return errors.Join(err, d.Close())
}

// Place puts a prepared copy where the configuration says: a folder, or a PostgreSQL database. Its error is
// ErrOccupied where there are submissions; nothing is changed then.
func Place(ctx context.Context, config Config, file string) error {
	config.patience = cmp.Or(config.patience, toolPatience)
	if config.URL != "" {
		return onVacantServer(ctx, config, func(ctx context.Context, to *transaction) error {
			return onFile(ctx, file, func(ctx context.Context, from *transaction) error { return copyTables(ctx, from, to) })
		})
	}
	path := filepath.Join(config.Dir, FileName)
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if _, err := os.Lstat(name); err == nil {
			return fmt.Errorf("database %s: %w", name, ErrOccupied)
		}
	}
	// Unlike a rename, a link never replaces a file.
	if err := os.Link(file, path); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("database %s: %w", path, ErrOccupied)
	} else if err != nil {
		return err
	}
	return errors.Join(os.Remove(file), osfile.SyncFolder(config.Dir))
}

// Vacant returns ErrOccupied where a PostgreSQL database holds submissions, into which nothing is placed.
func Vacant(ctx context.Context, config Config) error {
	if config.URL == "" {
		return nil
	}
	return onVacantServer(ctx, config, func(context.Context, *transaction) error { return nil })
}

func onVacantServer(ctx context.Context, config Config, run work) (err error) {
	d, err := openPostgres(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = d.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
		to := &transaction{runner: tx, dialect: &postgresDialect}
		if _, err := to.exec(ctx, `LOCK TABLE submission, outbox IN EXCLUSIVE MODE`); err != nil {
			return err
		}
		held := 0
		if _, err := to.row(ctx, `SELECT (SELECT count(*) FROM submission) + (SELECT count(*) FROM outbox)`, nil,
			&held); err != nil {
			return err
		}
		if held > 0 {
			return fmt.Errorf("%w: name an empty database, or another schema with search_path, in the database URL", ErrOccupied)
		}
		return run(ctx, to)
	})
	switch {
	case errors.Is(err, ErrOccupied):
		return fmt.Errorf("database %s: %w", d.Name(), err)
	case err != nil:
		return d.explain(err)
	}
	return nil
}

// ownTables names the tables of a SQLite database, those that others refer to first.
const ownTables = `SELECT name FROM sqlite_master
	WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`

// copyTables replaces all rows of a server by those of a SQLite database that has the same tables, and lets the
// numbers that the server gives begin after them.
func copyTables(ctx context.Context, from, to *transaction) error {
	tables, err := column[string](ctx, from, ownTables)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := copyTable(ctx, table, from, to); err != nil {
			return fmt.Errorf("copy table %s: %w", table, err)
		}
	}
	continuations, err := column[string](ctx, to, `SELECT format(
			'SELECT setval(pg_get_serial_sequence(%L, %L), COALESCE(max(%I), 0) + 1, false) FROM %I',
			quote_ident(table_name), column_name, column_name, table_name)
		FROM information_schema.columns WHERE is_identity = 'YES' AND table_schema = current_schema()`)
	for _, one := range continuations {
		if _, err := to.exec(ctx, one); err != nil {
			return err
		}
	}
	return err
}

func copyTable(ctx context.Context, table string, from, to *transaction) error {
	columns, err := column[string](ctx, from, `SELECT name FROM pragma_table_info($1) ORDER BY cid`, table)
	if err != nil {
		return err
	}
	if _, err := to.exec(ctx, `DELETE FROM `+pgx.Identifier{table}.Sanitize()); err != nil {
		return err
	}
	places := make([]string, len(columns))
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range columns {
		columns[i], places[i], targets[i] = pgx.Identifier{columns[i]}.Sanitize(), fmt.Sprintf("$%d", i+1), &values[i]
	}
	names := strings.Join(columns, ", ")
	insert := `INSERT INTO ` + pgx.Identifier{table}.Sanitize() + ` (` + names + `) OVERRIDING SYSTEM VALUE
		VALUES (` + strings.Join(places, ", ") + `)`
	return from.each(ctx, `SELECT `+names+` FROM `+pgx.Identifier{table}.Sanitize(), nil, func(rows *sql.Rows) error {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i := range values {
			// SQLite's driver returns no bytes for an empty text of them, which is not NULL.
			if data, isBytes := values[i].([]byte); isBytes && data == nil {
				values[i] = []byte{}
			}
		}
		_, err := to.exec(ctx, insert, values...)
		return err
	})
}

// Examined is what can be said of a database by looking at it.
type Examined struct {
	// The numbers of its last migration (0 before the first), and of the last one that this program knows.
	Schema, Known int
	Counts        Counts
	// Of a PostgreSQL server; nil for SQLite.
	Server *postgres.Facts
}

// Examine looks at a database and changes nothing in it: neither its schema, nor does it make one that is missing.
// Its errors say what to do; one wraps fs.ErrNotExist where there is no SQLite file.
func Examine(ctx context.Context, config Config) (e Examined, err error) {
	config.patience = cmp.Or(config.patience, toolPatience)
	e.Known = len(sqliteDialect.migrations)
	if err := config.whole(); err != nil {
		return e, err
	}
	look := func(ctx context.Context, tx *transaction) (err error) {
		if e.Schema, _, err = tx.schemaVersion(ctx); err != nil {
			return err
		}
		if _, err = tx.missing(ctx); err == nil {
			e.Counts, err = count(ctx, tx)
		}
		return err
	}
	if config.URL == "" {
		d := &sqliteDB{config: config, path: filepath.Join(config.Dir, FileName)}
		if _, err = os.Stat(d.path); err == nil {
			err = d.checkDamage(ctx)
		}
		if err == nil {
			d.reader, err = d.connect("_pragma=query_only(1)")
		}
		if err == nil {
			err = errors.Join(d.read(ctx, look), d.reader.Close())
		}
		if err != nil {
			err = d.explain(d.diagnose(err))
		}
		return e, err
	}

	pool, err := postgres.Open(ctx, postgres.Config{URL: config.URL, Limit: config.limit()})
	if err != nil {
		return e, err
	}
	d := &postgresDB{DB: pool, config: config}
	defer func() { err = errors.Join(err, d.Close()) }()
	facts, err := pool.Facts(ctx)
	if err == nil {
		e.Server = &facts
		err = pool.Verify(ctx)
	}
	if err == nil {
		err = d.read(ctx, look)
	}
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == "42P01" {
		return e, nil // The first server that starts makes the tables.
	}
	if err != nil {
		err = d.explain(err)
	}
	return e, err
}

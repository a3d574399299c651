package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/postgres"
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
	// Rows by table.
	Rows map[string]int `json:"rows"`
}

// Copy writes the database as it is at one moment into a new SQLite file, which
// nobody else may read, and checks the copy. Servers go on meanwhile. It changes
// nothing in the database, not even an older schema; one that is newer than this
// program is copied only from SQLite, where no knowledge of it is needed.
func Copy(ctx context.Context, config Config, file string) (Copied, error) {
	config.patience = cmp.Or(config.patience, toolPatience)
	if err := config.Check(); err != nil {
		return Copied{}, err
	}
	// SQLite takes an empty file for a database; one that it makes itself others could read.
	if err := osfile.Create(file, nil); err != nil {
		return Copied{}, err
	}
	taken, err := copyDatabase(ctx, config, file)
	if err != nil {
		return Copied{}, err
	}
	copied, err := inspect(ctx, file)
	copied.TakenAt = taken.UTC()
	return copied, err
}

func copyDatabase(ctx context.Context, config Config, file string) (taken time.Time, err error) {
	if config.URL == "" {
		d := &sqliteDB{config: config, path: filepath.Join(config.Dir, FileName)}
		taken = config.time()
		if _, err = os.Stat(d.path); err == nil {
			err = d.copyInto(ctx, file)
		}
		if err != nil {
			return taken, d.explain(d.diagnose(err))
		}
		return taken, nil
	}
	pool, err := postgres.Open(ctx, postgres.Config{URL: config.URL, Limit: config.limit()})
	if err != nil {
		return taken, err
	}
	d := &postgresDB{DB: pool, config: config}
	defer func() { err = errors.Join(err, d.close()) }()
	if err := pool.Snapshot(ctx, d.running(func(ctx context.Context, tx *transaction) error {
		now, err := tx.time(ctx)
		if err != nil {
			return err
		}
		taken = fromMillis(now)
		return copyFromServer(ctx, tx, file)
	})); err != nil {
		return taken, d.explain(err)
	}
	return taken, nil
}

func (d *sqliteDB) copyInto(ctx context.Context, file string) (err error) {
	db, err := d.connect("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, `VACUUM INTO $1`, file)
	return err
}

// copyFromServer makes the tables in an empty SQLite file as they are on the server, and fills them.
func copyFromServer(ctx context.Context, from *transaction, file string) (err error) {
	version, compatible, err := schemaVersion(ctx, from)
	if err != nil {
		return err
	}
	if known := len(sqliteDialect.migrations); version > known {
		return fmt.Errorf("%w: its schema is %d (compatible with %d) and this program knows %d: make the backup with the newer program",
			errNewer, version, compatible, known)
	}
	return onFile(ctx, file, func(ctx context.Context, to *transaction) error {
		if err := migrateIn(ctx, to.runner, &dialect{migrations: sqliteDialect.migrations[:version]}); err != nil {
			return err
		}
		return copyTables(ctx, to, from, to)
	})
}

// onFile runs work in one transaction on a SQLite file that nobody else uses.
func onFile(ctx context.Context, file string, run work) (err error) {
	d := &sqliteDB{path: file}
	db, err := d.connect("_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, write := accessTo(db)
	return write(ctx, func(ctx context.Context, tx runner) error {
		return runRecovering(ctx, &transaction{runner: tx, dialect: &sqliteDialect}, run)
	})
}

// copyTables copies all rows from one database to another that has the same
// tables, of which list, the SQLite one of them, knows the names and columns. What
// is there is replaced.
func copyTables(ctx context.Context, list, from, to *transaction) error {
	tables, err := list.texts(ctx, ownTables)
	if err != nil {
		return err
	}
	for _, table := range tables {
		columns, err := list.texts(ctx, `SELECT name FROM pragma_table_info($1) ORDER BY cid`, table)
		if err != nil {
			return err
		}
		if err := copyTable(ctx, table, columns, from, to); err != nil {
			return fmt.Errorf("copy table %s: %w", table, err)
		}
	}
	return nil
}

// ownTables names the tables of a SQLite database, those that others refer to first.
const ownTables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`

func copyTable(ctx context.Context, table string, columns []string, from, to *transaction) error {
	if _, err := to.exec(ctx, `DELETE FROM `+quoted(table)); err != nil {
		return err
	}
	places := make([]string, len(columns))
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range columns {
		columns[i], places[i], targets[i] = quoted(columns[i]), fmt.Sprintf("$%d", i+1), &values[i]
	}
	names := strings.Join(columns, ", ")
	insert := `INSERT INTO ` + quoted(table) + ` (` + names + `)` + to.givenIdentity + ` VALUES (` + strings.Join(places, ", ") + `)`
	return from.each(ctx, `SELECT `+names+` FROM `+quoted(table), nil, func(rows *sql.Rows) error {
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

// inspect looks for damage in a SQLite file that nobody else uses, and counts what is in it.
func inspect(ctx context.Context, file string) (c Copied, err error) {
	c.Rows = map[string]int{}
	err = onFile(ctx, file, func(ctx context.Context, tx *transaction) error {
		for _, check := range []string{`PRAGMA integrity_check`, `SELECT "table" FROM pragma_foreign_key_check`} {
			found, err := tx.texts(ctx, check)
			if err != nil {
				return err
			}
			if len(found) > 0 && found[0] != "ok" {
				return fmt.Errorf("%w: %s", errDamaged, found[0])
			}
		}
		tables, err := tx.texts(ctx, ownTables)
		if err != nil {
			return err
		}
		for _, table := range tables {
			var n int
			if _, err := tx.row(ctx, `SELECT count(*) FROM `+quoted(table), nil, &n); err != nil {
				return err
			}
			c.Rows[table] = n
		}
		if c.Schema, _, err = schemaVersion(ctx, tx); err != nil {
			return err
		}
		c.Submissions = c.Rows["submission"]
		_, err = tx.row(ctx, `SELECT count(*) FROM outbox WHERE `+unsent, nil, &c.Unsent)
		return err
	})
	if err != nil {
		err = fmt.Errorf("database %s: %w", filepath.Base(file), err)
	}
	return c, err
}

// quoted is the name of a table or a column as SQL: that in a file from elsewhere may be anything.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// texts returns the first column of all rows.
func (t *transaction) texts(ctx context.Context, query string, args ...any) (all []string, err error) {
	err = t.each(ctx, query, args, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		all = append(all, text)
		return err
	})
	return all, err
}

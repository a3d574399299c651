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

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/postgres"
)

// ErrOccupied says that a place holds submissions already, which a restored database would hide.
var ErrOccupied = errors.New("there are submissions already")

// unsent are the deliveries that may have been made after a copy was taken: by the
// server, or because somebody released or retried them.
const unsent = `state IN ('waiting', 'parked', 'dead', 'held', 'collected')`

// Prepare makes a copy, a SQLite file called FileName in a folder of its own, ready
// to be put in place: it looks for damage, brings the schema to that of this
// program, and marks what was unsent as possibly sent. The provider knows these
// deliveries by their keys for a day; later ones say that they may be duplicates.
// Its error says so where the copy was made by a newer program.
func Prepare(ctx context.Context, file string, copied Copied) (Copied, error) {
	found, err := inspect(ctx, file)
	if err != nil {
		return Copied{}, err
	}
	if found.Submissions != copied.Submissions || found.Unsent != copied.Unsent || found.Schema != copied.Schema {
		return Copied{}, fmt.Errorf("database %s: %w: it holds %d submissions, and held %d", filepath.Base(file), errDamaged, found.Submissions, copied.Submissions)
	}
	d, err := openSQLite(ctx, Config{Dir: filepath.Dir(file)}, false)
	if err != nil {
		return Copied{}, err
	}
	err = d.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE outbox SET uncertain_at = CASE WHEN leased_by <> '' THEN leased_at ELSE $1 END
			WHERE uncertain_at = 0 AND `+unsent, max(copied.TakenAt.UnixMilli(), 1))
		return err
	})
	return found, errors.Join(err, d.close())
}

// Place puts a prepared copy where the configuration says. Its error is
// ErrOccupied where there are submissions; nothing is changed then.
func Place(ctx context.Context, config Config, file string) error {
	config.patience = cmp.Or(config.patience, toolPatience)
	if config.URL != "" {
		return placeOnServer(ctx, config, file)
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

func placeOnServer(ctx context.Context, config Config, file string) (err error) {
	d, err := openPostgres(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	err = d.Write(ctx, func(ctx context.Context, tx postgres.Tx) error {
		to := &transaction{runner: tx, dialect: &postgresDialect}
		var held int
		if _, err := to.exec(ctx, `LOCK TABLE submission, outbox IN EXCLUSIVE MODE`); err != nil {
			return err
		}
		if _, err := to.row(ctx, `SELECT count(*) FROM (SELECT 1 FROM submission UNION ALL SELECT 1 FROM outbox) AS held`, nil, &held); err != nil {
			return err
		}
		if held > 0 {
			return fmt.Errorf("%w: name an empty database, or another schema with search_path, in the database URL", ErrOccupied)
		}
		return onFile(ctx, file, func(ctx context.Context, from *transaction) error {
			if err := copyTables(ctx, from, from, to); err != nil {
				return err
			}
			return continueIdentities(ctx, to)
		})
	})
	switch {
	case errors.Is(err, ErrOccupied):
		return fmt.Errorf("database %s: %w", d.Name(), err)
	case err != nil:
		return d.explain(err)
	}
	return nil
}

// continueIdentities lets the numbers that the server gives begin after those that were copied.
func continueIdentities(ctx context.Context, tx *transaction) error {
	var continuations []string
	if err := tx.each(ctx, `SELECT format('SELECT setval(pg_get_serial_sequence(%L, %L), COALESCE(max(%I), 0) + 1, false) FROM %I',
			quote_ident(table_name), column_name, column_name, table_name)
		FROM information_schema.columns WHERE is_identity = 'YES' AND table_schema = current_schema()`, nil, func(rows *sql.Rows) error {
		var one string
		err := rows.Scan(&one)
		continuations = append(continuations, one)
		return err
	}); err != nil {
		return err
	}
	for _, one := range continuations {
		if _, err := tx.exec(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

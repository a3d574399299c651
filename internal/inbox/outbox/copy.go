package outbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/evenlight/marquee/internal/osfile"
)

// Copied says what is in a copy of the database.
type Copied struct {
	// When it was copied, by the clock of the database: nothing later is in it.
	TakenAt     time.Time
	Submissions int
	// Deliveries that were not made by then: waiting, parked, dead, held or collected.
	Unsent int
}

// Copy writes a SQLite database as it is at one moment into a new file, which nobody else may read, and checks the
// copy. The server goes on meanwhile. It changes nothing in the database, not even an older schema.
func Copy(ctx context.Context, config Config, file string) (copied Copied, err error) {
	if config.URL != "" {
		return copied, errors.New("a PostgreSQL database is backed up by pg_dump; " +
			"copy uploads/ and mail/ of the data folder beside it")
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
	return inspect(ctx, file, taken)
}

// Prepare makes a copy, a SQLite file called FileName in a folder of its own, ready to be put in place: it looks
// for damage, brings the schema to that of this program, and marks what was unsent as possibly sent since, by the
// server or by somebody's command. The provider knows these deliveries by their keys for a day; later ones say that
// they may be duplicates. Its error says so where the copy was made by a newer program.
func Prepare(ctx context.Context, file string, taken time.Time) (Copied, error) {
	copied, err := inspect(ctx, file, taken)
	if err != nil {
		return copied, err
	}
	d, err := openSQLite(ctx, Config{Dir: filepath.Dir(file)}, false)
	if err != nil {
		return copied, err
	}
	err = d.write(ctx, func(ctx context.Context, tx *transaction) error {
		_, err := tx.exec(ctx, `UPDATE outbox SET uncertain_at = CASE WHEN leased_by <> '' THEN leased_at ELSE $1 END
			WHERE uncertain_at = 0 AND `+unsent, max(taken.UnixMilli(), 1))
		return err
	})
	return copied, errors.Join(err, d.Close())
}

// inspect looks for damage in a SQLite file that nobody else uses, and counts what is in it.
func inspect(ctx context.Context, file string, taken time.Time) (Copied, error) {
	copied, damage := Copied{TakenAt: taken}, ""
	d := &sqliteDB{path: file}
	err := d.fresh(ctx, `PRAGMA integrity_check(1)`, &damage)
	if err == nil && damage != "ok" {
		err = fmt.Errorf("%w: %s", errDamaged, damage)
	}
	if err == nil {
		err = d.fresh(ctx, `SELECT (SELECT count(*) FROM submission), (SELECT count(*) FROM outbox WHERE `+unsent+`)`,
			&copied.Submissions, &copied.Unsent)
	}
	if err != nil {
		err = fmt.Errorf("database %s: %w", filepath.Base(file), err)
	}
	return copied, err
}

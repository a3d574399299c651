package outbox

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/evenlight/marquee/internal/postgres"
)

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

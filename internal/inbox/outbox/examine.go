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

// Examine looks at a database and changes nothing in it: neither its schema, nor
// does it make one that is missing. Its errors say what to do; one wraps
// fs.ErrNotExist where there is no SQLite file.
func Examine(ctx context.Context, config Config) (e Examined, err error) {
	config.patience = cmp.Or(config.patience, toolPatience)
	e.Known = len(sqliteDialect.migrations)
	look := func(ctx context.Context, tx *transaction) (err error) {
		var compatible int
		e.Schema, compatible, err = schemaVersion(ctx, tx)
		if err == nil {
			err = checkCompatible(e.Schema, compatible, e.Known)
		}
		if err == nil {
			e.Counts, err = count(ctx, tx)
		}
		return err
	}
	if config.URL != "" {
		err = e.server(ctx, config, look)
		return e, err
	}
	d := &sqliteDB{config: config, path: filepath.Join(config.Dir, FileName)}
	if _, err = os.Stat(d.path); err == nil {
		err = d.examine(ctx, look)
	}
	if err != nil {
		err = d.explain(d.diagnose(err))
	}
	return e, err
}

func (d *sqliteDB) examine(ctx context.Context, look work) (err error) {
	if err := d.checkDamage(ctx); err != nil {
		return err
	}
	db, err := d.connect("_pragma=query_only(1)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return runRecovering(ctx, d.transaction(db), look)
}

func (e *Examined) server(ctx context.Context, config Config, look work) (err error) {
	pool, err := postgres.Open(ctx, postgres.Config{URL: config.URL, Limit: config.limit()})
	if err != nil {
		return err
	}
	d := &postgresDB{DB: pool, config: config}
	defer func() { err = errors.Join(err, d.close()) }()
	facts, err := pool.Facts(ctx)
	if err != nil {
		return d.explain(err)
	}
	e.Server = &facts
	if err := pool.Verify(ctx); err != nil {
		return d.explain(err)
	}
	err = d.read(ctx, look)
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok && failure.Code == "42P01" {
		return nil // The first server that starts makes the tables.
	}
	if err != nil {
		return d.explain(err)
	}
	return nil
}

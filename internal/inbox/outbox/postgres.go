package outbox

import (
	"context"
	"errors"

	"github.com/evenlight/marquee/internal/postgres"
)

var postgresDialect = dialect{
	migrations: mustLoad("sql/postgres"),
	lock:       `SELECT pg_advisory_xact_lock($1)`,
	skipLocked: ` FOR UPDATE SKIP LOCKED`,
}

// serverTime asks for the clock of the server, in milliseconds: it is the same for all nodes.
const serverTime = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// postgresDB is a PostgreSQL database. Every work of this package may run twice, even where the first run was
// committed and only the answer was lost.
type postgresDB struct {
	*postgres.DB
	config Config
}

func openPostgres(ctx context.Context, config Config) (*postgresDB, error) {
	// The server gives up a little before those who wait for it.
	pool, err := postgres.Open(ctx, postgres.Config{URL: config.URL, Limit: config.limit() * 8 / 9})
	if err != nil {
		return nil, err
	}
	d := &postgresDB{DB: pool, config: config}
	if err = d.Verify(ctx); err == nil {
		err = migrate(ctx, d.read, d.write)
	}
	if err != nil {
		return nil, errors.Join(d.explain(err), d.Close())
	}
	return d, nil
}

func (d *postgresDB) read(ctx context.Context, run work) error { return d.Read(ctx, d.running(run)) }

func (d *postgresDB) write(ctx context.Context, run work) error { return d.Write(ctx, d.running(run)) }

func (d *postgresDB) running(run work) func(context.Context, postgres.Tx) error {
	return func(ctx context.Context, tx postgres.Tx) error {
		t := &transaction{runner: tx, dialect: &postgresDialect}
		if d.config.Now != nil {
			t.now = d.config.Now().UnixMilli()
		} else if _, err := t.row(ctx, serverTime, nil, &t.now); err != nil {
			return err
		}
		return runRecovering(ctx, t, run)
	}
}

// removeTraces does nothing: PostgreSQL's own vacuum reuses the space of deleted rows.
func (d *postgresDB) removeTraces(context.Context) error { return nil }

package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/stdlib"
)

// ErrNotDurable says that the server may lose what it has committed. Errors that wrap it say what to do.
var ErrNotDurable = errors.New("the server may lose what it was told to keep")

// Facts is what a server says of itself.
type Facts struct {
	// Such as "15.18 (Debian 15.18-0+deb12u1)".
	Version string
	// Whether a pooler stands between: the server's connection is not the one that was opened.
	Pooled bool
	// As inside a transaction of ours.
	SynchronousCommit string
	Fsync             bool
	// Off, a torn page is not repaired after a crash. Some file systems (ZFS) and services never tear pages.
	FullPageWrites bool
	// Whether it is a standby, which takes no writes.
	Standby bool
}

// Facts asks the server.
func (d *DB) Facts(ctx context.Context) (facts Facts, err error) {
	err = d.Read(ctx, func(ctx context.Context, tx Tx) error {
		var pid, opened uint32
		if err := tx.(*sql.Conn).Raw(func(driver any) error {
			opened = driver.(*stdlib.Conn).Conn().PgConn().PID()
			return nil
		}); err != nil {
			return err
		}
		err := tx.QueryRowContext(ctx, `SELECT current_setting('server_version'),
			pg_backend_pid()::bigint, current_setting('synchronous_commit'), current_setting('fsync')::bool,
			current_setting('full_page_writes')::bool, pg_is_in_recovery()`).
			Scan(&facts.Version, &pid, &facts.SynchronousCommit, &facts.Fsync, &facts.FullPageWrites, &facts.Standby)
		facts.Pooled = pid != opened
		return err
	})
	return facts, err
}

// Verify finds out whether what is committed survives a crash of the server and its machine. Its error is
// [ErrNotDurable] where it would not: without fsync, unless the URL says storage=durable (for services that keep a log
// elsewhere), or where a commit does not wait. Other errors say that the server could not be asked.
func (d *DB) Verify(ctx context.Context) error {
	facts, err := d.Facts(ctx)
	switch {
	case err != nil:
		return err
	case !slices.Contains(durable, facts.SynchronousCommit):
		return fmt.Errorf("%w: synchronous_commit is %s inside a transaction that set it to on; "+
			"let the pooler pass on what a transaction sets", ErrNotDurable, facts.SynchronousCommit)
	case !facts.Fsync && !d.trusted:
		return fmt.Errorf("%w: it runs with fsync = off; set fsync = on in postgresql.conf and reload it, or, where the "+
			"storage below keeps a log of its own, add storage=durable to the database URL", ErrNotDurable)
	}
	return nil
}

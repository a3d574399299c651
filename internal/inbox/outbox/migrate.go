package outbox

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"
)

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

// mustLoad reads the numbered files of a folder, such as 0001_outbox.sql, which are
// part of the program. The first line of each is "-- compatible: N".
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

// access runs work on a database, in a transaction where it writes.
type access func(ctx context.Context, work func(context.Context, runner) error) error

// accessTo returns how to read and write a database whose sessions last.
func accessTo(db *sql.DB) (read, write access) {
	read = func(ctx context.Context, work func(context.Context, runner) error) error { return work(ctx, db) }
	write = func(ctx context.Context, work func(context.Context, runner) error) error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("begin migration: %w", err)
		}
		defer tx.Rollback() // Without effect after Commit; else the error that led here is returned.
		if err := work(ctx, tx); err != nil {
			return err
		}
		return tx.Commit()
	}
	return read, write
}

// migrate brings the database to the last migration, in one transaction. A
// database that is ahead is accepted when it says that this version still works with it.
func migrate(ctx context.Context, read, write access, d *dialect) error {
	version, compatible, ours := 0, 0, len(d.migrations)
	err := read(ctx, func(ctx context.Context, from runner) (err error) {
		version, compatible, err = schemaVersion(ctx, from)
		return err
	})
	if err == nil && version >= ours {
		return checkCompatible(version, compatible, ours)
	}
	// Without a table of versions the database is empty: the transaction finds out.
	return write(ctx, func(ctx context.Context, tx runner) error { return migrateIn(ctx, tx, d) })
}

func migrateIn(ctx context.Context, tx runner, d *dialect) error {
	if d.lock != "" {
		if _, err := tx.ExecContext(ctx, d.lock, schemaLock); err != nil {
			return fmt.Errorf("lock the schema: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (
		version BIGINT PRIMARY KEY, compatible BIGINT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
		return fmt.Errorf("make the table of versions: %w", err)
	}
	version, compatible, err := schemaVersion(ctx, tx)
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if ours := len(d.migrations); version >= ours {
		return checkCompatible(version, compatible, ours)
	}
	for _, step := range d.migrations[version:] {
		if _, err := tx.ExecContext(ctx, step.text); err != nil {
			return fmt.Errorf("apply migration %d: %w", step.version, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO schema_version (version, compatible, applied_at) VALUES ($1, $2, $3)`,
			step.version, step.compatible, time.Now().UnixMilli()); err != nil {
			return fmt.Errorf("record migration %d: %w", step.version, err)
		}
	}
	return nil
}

func schemaVersion(ctx context.Context, from runner) (version, compatible int, err error) {
	_, err = (&transaction{runner: from}).row(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(compatible), 0) FROM schema_version`,
		nil, &version, &compatible)
	return version, compatible, err
}

func checkCompatible(version, compatible, ours int) error {
	if compatible > ours {
		return fmt.Errorf("%w: its schema is %d and needs a program that knows %d, this one knows %d: update it",
			errNewer, version, compatible, ours)
	}
	return nil
}

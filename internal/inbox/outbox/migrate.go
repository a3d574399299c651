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

// migrate brings the database to the last migration, in one transaction. A
// database that is ahead is accepted when it says that this version still checkCompatible.
func migrate(ctx context.Context, db *sql.DB, d *dialect) (err error) {
	version, compatible, err := schemaVersion(ctx, db)
	ours := len(d.migrations)
	if err == nil && version >= ours {
		return checkCompatible(version, compatible, ours)
	}
	// Without a table of versions the database is empty: the transaction below finds out.
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin migration: %w", err)
	}
	defer tx.Rollback() // Without effect after Commit; else the error that led here is returned.
	if d.lock != "" {
		if _, err := tx.ExecContext(ctx, d.lock, schemaLock); err != nil {
			return fmt.Errorf("lock the schema: %w", err)
		}
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (
		version BIGINT PRIMARY KEY, compatible BIGINT NOT NULL, applied_at BIGINT NOT NULL)`); err != nil {
		return fmt.Errorf("make the table of versions: %w", err)
	}
	if version, compatible, err = schemaVersion(ctx, tx); err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	if version >= ours {
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
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit migration: %w", err)
	}
	return nil
}

func schemaVersion(ctx context.Context, from interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (version, compatible int, err error) {
	err = from.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0), COALESCE(MAX(compatible), 0) FROM schema_version`).
		Scan(&version, &compatible)
	return version, compatible, err
}

func checkCompatible(version, compatible, ours int) error {
	if compatible > ours {
		return fmt.Errorf("%w: its schema is %d and needs a program that knows %d, this one knows %d: update it",
			errNewer, version, compatible, ours)
	}
	return nil
}

package outbox

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
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

// mustLoad reads the migrations in a folder, which are part of the program.
func mustLoad(folder string) []migration {
	all, err := loadMigrations(sqlFiles, folder)
	if err != nil {
		panic(err)
	}
	return all
}

// loadMigrations reads numbered files, such as 0001_outbox.sql. The numbers have no gap.
func loadMigrations(files fs.FS, folder string) ([]migration, error) {
	names, err := fs.Glob(files, path.Join(folder, "*.sql"))
	if err != nil {
		return nil, err
	}
	var all []migration
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(all)+1 {
			return nil, fmt.Errorf("%s: want number %04d", name, len(all)+1)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		compatible, err := strconv.Atoi(strings.TrimPrefix(first, "-- compatible: "))
		if err != nil || compatible < 1 || compatible > version {
			return nil, fmt.Errorf(`%s: the first line must be "-- compatible: N" with N up to %d`, name, version)
		}
		all = append(all, migration{version, compatible, string(text)})
	}
	return all, nil
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

// Package database opens studio.db, the SQLite file in the data folder that holds what Studio alone knows. Content is
// never in it: files are the truth.
//
// Several processes may use it at once: a command of the program while the server runs, and two servers while one takes
// over from the other. A transaction takes its turn to write when it begins, so that none fails in its middle because
// another was faster, and is on the disk when it is committed.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	// The driver "sqlite", without cgo.
	_ "modernc.org/sqlite"

	"github.com/evenlight/marquee/internal/osfile"
)

// FileName is the name of the database in the data folder.
const FileName = "studio.db"

// Open opens the database of a data folder, and makes both where they are not there. Nobody but their owner can read
// the file.
func Open(ctx context.Context, dir string) (_ *sql.DB, err error) {
	path := filepath.Join(dir, FileName)
	if err := create(dir, path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+strings.Join([]string{
		"mode=rw", // SQLite itself makes no file.
		"_txlock=immediate",
		"_pragma=busy_timeout(10000)",
		"_pragma=synchronous(FULL)", // With NORMAL, a loss of power takes what was acknowledged.
		"_pragma=foreign_keys(1)",
		"_pragma=secure_delete(1)",
		"_pragma=temp_store(memory)", // An image with nothing but the program has no folder for temporary files.
	}, "&"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(8)
	var mode string
	if err = db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode); err == nil && mode != "wal" {
		err = errors.New("its disk cannot share memory between programs, as a network disk: name a local one with --data")
	}
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, errors.Join(err, db.Close()))
	}
	return db, nil
}

// Copy makes a whole copy of the database of a data folder in another folder, whoever writes meanwhile. The error is
// [fs.ErrNotExist] where there is none.
func Copy(ctx context.Context, from, to string) error {
	if _, err := os.Stat(filepath.Join(from, FileName)); err != nil {
		return err
	}
	db, err := Open(ctx, from)
	if err != nil {
		return err
	}
	file := filepath.Join(to, FileName)
	if err = create(to, file); err == nil { // one that SQLite makes others could read
		_, err = db.ExecContext(ctx, `VACUUM INTO ?`, file)
	}
	return errors.Join(err, db.Close())
}

// create makes an empty file, which SQLite takes for a database without tables.
func create(dir, path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
	case err == nil && info.Mode().Perm()&0o077 != 0:
		return os.Chmod(path, 0o600)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := osfile.Create(path, nil); err != nil && !errors.Is(err, fs.ErrExist) { // Another process may be faster.
		return err
	}
	return osfile.GiveAll(path, dir) // the server is not root
}

// Migrate makes the tables of a package: it takes those of the steps that were not taken yet, in turn and all or none,
// and notes how many there are. A step never changes once it was released; a new one is added behind it.
func Migrate(ctx context.Context, db *sql.DB, name string, steps ...string) error {
	err := Write(ctx, db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS meta (
			package TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT, WITHOUT ROWID`)
		if err != nil {
			return err
		}
		var version int
		err = tx.QueryRowContext(ctx, `SELECT version FROM meta WHERE package = ?`, name).Scan(&version)
		switch {
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			return err
		case version > len(steps):
			return errors.New("a newer version of this program has changed the database")
		case version == len(steps):
			return nil
		}
		for _, step := range steps[version:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO meta VALUES (?, ?)`, name, len(steps))
		return err
	})
	if err != nil {
		return fmt.Errorf("tables of %s in %s: %w", name, FileName, err)
	}
	return nil
}

// Write runs a transaction: all of it is on the disk, or, with an error, nothing.
func Write(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

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
	var newer int // what changes tables that were released counts up
	err = errors.Join(db.QueryRowContext(ctx, `PRAGMA journal_mode = WAL`).Scan(&mode),
		db.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&newer))
	switch {
	case err != nil:
	case mode != "wal":
		err = errors.New("its disk cannot share memory between programs, as a network disk: " +
			"name a local one with --data")
	case newer > 0:
		err = errors.New("a newer version of this program has changed it")
	}
	if err != nil {
		return nil, fmt.Errorf("open database %s: %w", path, errors.Join(err, db.Close()))
	}
	return db, nil
}

// Copy makes a whole copy of the database of a data folder in another folder, which nobody else may enter, whoever
// writes meanwhile. The error is [fs.ErrNotExist] where there is none.
func Copy(ctx context.Context, from, to string) error {
	if _, err := os.Stat(filepath.Join(from, FileName)); err != nil {
		return err
	}
	db, err := Open(ctx, from)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, filepath.Join(to, FileName))
	return errors.Join(err, db.Close())
}

// create makes an empty file, which SQLite takes for a database without tables. One that is there is never opened:
// closing it would end the locks that this process holds on it.
func create(dir, path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
	case err == nil:
		return os.Chmod(path, 0o600)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := osfile.Create(path, nil); err != nil && !errors.Is(err, fs.ErrExist) { // Another process may be faster.
		return err
	}
	return osfile.GiveAll(path, dir) // the server is not root
}

// Tx is a transaction.
type Tx struct {
	*sql.Tx
	ctx context.Context
}

// Read runs a transaction that only reads, all of it as of one moment. It waits for nobody who writes.
func Read(ctx context.Context, db *sql.DB, do func(*Tx) error) error {
	return run(ctx, db, &sql.TxOptions{ReadOnly: true}, do) // the driver begins it without _txlock
}

// Write runs a transaction: all of it is on the disk, or, with an error, nothing.
func Write(ctx context.Context, db *sql.DB, do func(*Tx) error) error { return run(ctx, db, nil, do) }

func run(ctx context.Context, db *sql.DB, options *sql.TxOptions, do func(*Tx) error) error {
	tx, err := db.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if err := do(&Tx{tx, ctx}); err != nil {
		return err
	}
	return tx.Commit()
}

// Do runs a statement.
func (t *Tx) Do(query string, values ...any) error {
	_, err := t.ExecContext(t.ctx, query, values...)
	return err
}

// One reads the first row of a query, or returns [sql.ErrNoRows].
func (t *Tx) One(query string, values ...any) *sql.Row {
	return t.QueryRowContext(t.ctx, query, values...)
}

// Scan reads the columns of a row.
type Scan = func(targets ...any) error

// All returns what a function reads of each row of a query.
func All[T any](t *Tx, read func(Scan) (T, error), query string, values ...any) (all []T, err error) {
	rows, err := t.QueryContext(t.ctx, query, values...)
	if err != nil {
		return nil, err
	}
	for err == nil && rows.Next() {
		var one T
		one, err = read(rows.Scan)
		all = append(all, one)
	}
	return all, errors.Join(err, rows.Close(), rows.Err())
}

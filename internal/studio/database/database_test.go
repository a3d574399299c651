package database_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/evenlight/marquee/internal/studio/database"
	"github.com/evenlight/marquee/internal/testkit"
)

func TestMain(m *testing.M) { os.Exit(testkit.RunServerTests(m)) }

const note = `CREATE TABLE IF NOT EXISTS note (n INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT`

func open(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := database.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func count(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM note`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func makeNotes(ctx context.Context, db *sql.DB) error {
	return database.Write(ctx, db, func(tx *database.Tx) error { return tx.Do(note) })
}

func write(ctx context.Context, db *sql.DB, texts ...string) error {
	return database.Write(ctx, db, func(tx *database.Tx) error {
		for _, text := range texts {
			if err := tx.Do(`INSERT INTO note (text) VALUES (?)`, text); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestAFolderAndADatabaseThatNobodyElseReadsAreMade(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a b", "vär%20?#")
	db := open(t, dir)
	if err := makeNotes(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := write(t.Context(), db, "kept"); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		info, err := name.Info()
		if err != nil || info.Mode().Perm() != 0o600 || !strings.HasPrefix(name.Name(), database.FileName) {
			t.Errorf("%s has the mode %v (%v)", name.Name(), info.Mode(), err)
		}
	}
	if n := count(t, open(t, dir)); n != 1 {
		t.Errorf("another one sees %d notes", n)
	}
}

func TestAFileThatOthersCanReadIsClosedToThem(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, database.FileName)
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it has the mode %v (%v)", info.Mode(), err)
	}
}

func TestWhatIsNoDatabaseIsNamedAndLeftAsItIs(t *testing.T) {
	dir := t.TempDir()
	path, text := filepath.Join(dir, database.FileName), strings.Repeat("These are somebody's notes.\n", 100)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := database.Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a text: %v", err)
	}
	if left, err := os.ReadFile(path); err != nil || string(left) != text {
		t.Errorf("the text is another one (%v)", err)
	}

	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, database.FileName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := database.Open(t.Context(), folder); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := database.Open(t.Context(), filepath.Join(path, "var")); err == nil {
		t.Error("a data folder below a file: no error")
	}
}

func TestWhoReadsWaitsForNobodyWhoWrites(t *testing.T) {
	db := open(t, t.TempDir())
	if err := errors.Join(makeNotes(t.Context(), db), write(t.Context(), db, "before")); err != nil {
		t.Fatal(err)
	}
	err := database.Write(t.Context(), db, func(tx *database.Tx) error {
		return errors.Join(tx.Do(`INSERT INTO note (text) VALUES ('meanwhile')`),
			database.Read(t.Context(), db, func(tx *database.Tx) (err error) {
				var n int
				if err = tx.One(`SELECT count(*) FROM note`).Scan(&n); n != 1 {
					t.Errorf("%d notes are read, and 1 is stored", n)
				}
				return err
			}))
	})
	if err != nil || count(t, db) != 2 {
		t.Errorf("%d notes: %v", count(t, db), err)
	}
}

func TestManyOpenAndWriteAtOnce(t *testing.T) {
	dir := t.TempDir()
	var working sync.WaitGroup
	errs := make(chan error, 12)
	for range 12 {
		working.Go(func() {
			db, err := database.Open(t.Context(), dir)
			if err != nil {
				errs <- err
				return
			}
			err = makeNotes(t.Context(), db)
			for range 10 {
				err = errors.Join(err, database.Write(t.Context(), db, func(tx *database.Tx) error {
					var n int // reads first, as what decides something does
					if err := tx.One(`SELECT count(*) FROM note`).Scan(&n); err != nil {
						return err
					}
					return tx.Do(`INSERT INTO note (n, text) VALUES (?, ?)`, n, strings.Repeat("x", n+1))
				}))
			}
			if err := errors.Join(err, db.Close()); err != nil {
				errs <- err
			}
		})
	}
	working.Wait()
	close(errs)
	for err := range errs {
		t.Error(err)
	}
	if n := count(t, open(t, dir)); n != 120 {
		t.Errorf("%d of 120 notes are there", n)
	}
}

func TestATransactionIsAllOrNothing(t *testing.T) {
	db := open(t, t.TempDir())
	if err := makeNotes(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if err := write(t.Context(), db, "one", "two", "one"); err == nil {
		t.Error("the same note twice: no error")
	}
	if n := count(t, db); n != 0 {
		t.Errorf("%d notes are there", n)
	}
	if err := write(t.Context(), db, "one", "two"); err != nil || count(t, db) != 2 {
		t.Errorf("%d notes after %v", count(t, db), err)
	}
}

func TestWhatANewerProgramHasChangedIsLeftAsItIs(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	db := open(t, dir)
	for range 2 {
		if err := makeNotes(ctx, db); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.ExecContext(ctx, `PRAGMA user_version = 1`); err != nil {
		t.Fatal(err)
	}
	if _, err := database.Open(ctx, dir); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("an older program: %v", err)
	}
}

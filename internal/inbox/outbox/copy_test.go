package outbox

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// oldDatabase makes a SQLite database as the first version of the program did, with one submission.
func oldDatabase(t *testing.T) *stage {
	t.Helper()
	s := &stage{t: t, config: Config{Dir: t.TempDir()}}
	db, todo := s.rawSQL(t)
	todo.migrations = todo.migrations[:1]
	migrateTo(t, db, todo)
	if _, err := db.Exec(`INSERT INTO submission (id, reference, site, form, payload, digest, received_at, kept_at, erase_after)
		VALUES ('old', 'OLD', 'main', 'contact', '{"id": "old", "reference": "OLD"}', 'x', 1, 1, 9999999999999)`); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestACopyOfAnOlderSchemaIsBroughtUpToDateWhereItIsPutBack(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func() Config{
		"SQLite":     func() Config { return Config{Dir: t.TempDir()} },
		"PostgreSQL": func() Config { return Config{URL: postgresURL(t)} },
	} {
		old := oldDatabase(t)
		file := filepath.Join(t.TempDir(), FileName)
		copied, err := Copy(t.Context(), old.config, file)
		if err != nil || copied.Schema != 1 || copied.Submissions != 1 {
			t.Fatalf("%s: %+v, %v", name, copied, err)
		}
		db, _ := old.rawSQL(t)
		if version, _, err := (&transaction{runner: db}).schemaVersion(t.Context()); err != nil || version != 1 {
			t.Errorf("%s: the copy changes what is copied: %d, %v", name, version, err)
		}
		if err := Prepare(t.Context(), file, copied); err != nil {
			t.Fatal(err)
		}
		config := target()
		if err := Place(t.Context(), config, file); err != nil {
			t.Fatal(err)
		}
		store, err := OpenNow(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Find(t.Context(), "old"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		e, err := Examine(t.Context(), config)
		if err != nil || e.Schema != e.Known || e.Counts.Submissions != 1 {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

func TestAServerIsCopiedByItsOwnTools(t *testing.T) {
	t.Parallel()
	if _, err := Copy(t.Context(), Config{URL: "postgres://a/b"}, filepath.Join(t.TempDir(), FileName)); !errors.Is(err, errServerCopy) {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsPutWhereSubmissionsAre(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		kept := s.submission()
		s.keep(kept)
		file := filepath.Join(t.TempDir(), FileName)
		copied, err := Copy(t.Context(), oldDatabase(t).config, file)
		if err != nil {
			t.Fatal(err)
		}
		if err := Prepare(t.Context(), file, copied); err != nil {
			t.Fatal(err)
		}
		if err := Place(context.Background(), s.config, file); !errors.Is(err, ErrOccupied) {
			t.Errorf("got %v", err)
		}
		s.find(kept.ID)
	})
}

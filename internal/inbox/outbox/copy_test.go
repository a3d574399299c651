package outbox

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// oldDatabase makes a database as the first version of the program did, with one submission.
func oldDatabase(t *testing.T, s *stage) {
	t.Helper()
	db, todo := s.rawSQL(t)
	todo.migrations = todo.migrations[:1]
	read, write := accessTo(db)
	if err := migrate(t.Context(), read, write, &todo); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO submission (id, reference, site, form, payload, digest, received_at, kept_at, erase_after)
		VALUES ('old', 'OLD', 'main', 'contact', '{"id": "old", "reference": "OLD"}', 'x', 1, 1, 9999999999999)`); err != nil {
		t.Fatal(err)
	}
}

// stored is a stage whose database nobody has opened.
func stored(t *testing.T, config Config) *stage { return &stage{t: t, config: config} }

func TestACopyOfAnOlderSchemaIsBroughtUpToDateWhereItIsPutBack(t *testing.T) {
	t.Parallel()
	places := func(name string) *stage {
		if name == "SQLite" {
			return stored(t, Config{Dir: t.TempDir()})
		}
		return stored(t, Config{URL: postgresURL(t)})
	}
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		old := places(name)
		oldDatabase(t, old)
		file := filepath.Join(t.TempDir(), FileName)
		copied, err := Copy(t.Context(), old.config, file)
		if err != nil || copied.Schema != 1 || copied.Submissions != 1 {
			t.Fatalf("%s: %+v, %v", name, copied, err)
		}
		db, _ := old.rawSQL(t)
		if version, _, err := schemaVersion(t.Context(), db); err != nil || version != 1 {
			t.Errorf("%s: the copy changes what is copied: %d, %v", name, version, err)
		}
		if _, err := Prepare(t.Context(), file, copied); err != nil {
			t.Fatal(err)
		}
		target := places(name)
		if err := Place(t.Context(), target.config, file); err != nil {
			t.Fatal(err)
		}
		store, err := OpenNow(t.Context(), target.config)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Find(t.Context(), "old"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		e, err := Examine(t.Context(), target.config)
		if err != nil || e.Schema != e.Known || e.Counts.Submissions != 1 {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

func TestAServerWithANewerSchemaIsNotCopiedInPart(t *testing.T) {
	t.Parallel()
	s := stored(t, Config{URL: postgresURL(t)})
	db, todo := s.rawSQL(t)
	// Compatible: this program works with it, and knows nothing of its new columns.
	todo.migrations = append(todo.migrations[:len(todo.migrations):len(todo.migrations)], migration{len(todo.migrations) + 1, 1, nextMigration})
	read, write := accessTo(db)
	if err := migrate(t.Context(), read, write, &todo); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), s.config, filepath.Join(t.TempDir(), FileName)); !errors.Is(err, errNewer) {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsPutWhereSubmissionsAre(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		kept := s.submission()
		s.keep(kept)
		file := filepath.Join(t.TempDir(), FileName)
		copied, err := Copy(t.Context(), s.config, file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Prepare(t.Context(), file, copied); err != nil {
			t.Fatal(err)
		}
		if err := Place(context.Background(), s.config, file); !errors.Is(err, ErrOccupied) {
			t.Errorf("got %v", err)
		}
		s.find(kept.ID)
	})
}

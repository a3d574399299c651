package outbox

import (
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

func TestACopyOfAnOlderSchemaIsBroughtUpToDate(t *testing.T) {
	t.Parallel()
	old := oldDatabase(t)
	target := Config{Dir: t.TempDir()}
	file := filepath.Join(target.Dir, FileName)
	copied, err := Copy(t.Context(), old.config, file)
	if err != nil || copied.Submissions != 1 {
		t.Fatalf("%+v, %v", copied, err)
	}
	db, _ := old.rawSQL(t)
	if version, _, err := (&transaction{runner: db}).schemaVersion(t.Context()); err != nil || version != 1 {
		t.Errorf("the copy changes what is copied: %d, %v", version, err)
	}
	if _, err := Prepare(t.Context(), file, copied.TakenAt); err != nil {
		t.Fatal(err)
	}
	e, err := Examine(t.Context(), target)
	if err != nil || e.Schema != e.Known || e.Counts.Submissions != 1 {
		t.Errorf("%+v, %v", e, err)
	}
}

package outbox

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/evenlight/marquee/internal/site"
)

func TestDamageFoundAtWorkClosesTheBoxUntilItIsRepaired(t *testing.T) {
	t.Parallel()
	s, _ := unopened(t) // The test is its supervisor.
	if !s.supervisor.restore(t.Context()) {
		t.Fatal(s.Status().Err)
	}
	s.saveMany(400)
	if err := s.removeTraces(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.config.Dir, FileName)
	overwrite(t, path, fileSize(path)/4096/4*4096, bytes.Repeat([]byte{0xa5}, int(fileSize(path)/2)))
	if _, err := s.List(t.Context(), Filter{}); err == nil {
		t.Error("the damage is not noticed")
	}
	awaitClosed(t, s.Store, "put back a backup")
	// It stays closed: to open it again finds the same damage.
	for range 3 {
		if s.supervisor.restore(t.Context()) || s.Status().Ready {
			t.Fatal("a damaged file is opened again")
		}
	}
}

func TestNothingIsAcknowledgedWithoutTheFile(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	kept := s.submission()
	s.keep(kept)
	path := filepath.Join(s.config.Dir, FileName)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	lost := s.submission()
	for range 3 {
		if _, err := s.Save(t.Context(), lost, []site.Message{notice(lost)}); err == nil {
			t.Fatal("it is acknowledged, and nobody finds it again")
		}
	}
	awaitClosed(t, s.Store, "put it back")
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s.Store)
	s.keep(lost)
	s.find(kept.ID)
	s.find(lost.ID)

	if err := os.Remove(path + "-wal"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(t.Context(), s.submission(), nil); err == nil {
		t.Error("it is acknowledged without a log that anybody finds again")
	}
}

func TestAFileThatIsNoneOfOursIsLeftAlone(t *testing.T) {
	t.Parallel()
	for name, fill := range map[string]func(path string) error{
		"empty": func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"foreign": func(path string) error {
			db, err := sql.Open("sqlite", path)
			if err == nil {
				_, err = db.Exec(`CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')`)
				err = errors.Join(err, db.Close())
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := fill(filepath.Join(dir, FileName)); err != nil {
				t.Fatal(err)
			}
			before, err := os.ReadFile(filepath.Join(dir, FileName))
			if err != nil {
				t.Fatal(err)
			}
			store, err := Open(Config{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			awaitClosed(t, store, "it is empty, or not of this program")
			if _, err := OpenNow(t.Context(), Config{Dir: dir}); err == nil {
				t.Error("a tool takes it")
			}
			if _, err := Examine(t.Context(), Config{Dir: dir}); !errors.Is(err, errForeign) {
				t.Errorf("examined: %v", err)
			}
			if _, err := Copy(t.Context(), Config{Dir: dir}, filepath.Join(dir, "copy")); !errors.Is(err, errForeign) {
				t.Errorf("copied: %v", err)
			}
			if after, err := os.ReadFile(filepath.Join(dir, FileName)); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the file was written to, or is gone: %v", err)
			}
		})
	}
}

func TestWhatFailsEverySubmissionKeepsTheBoxClosed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		db, _ := s.rawSQL(t)
		fail := []string{`CREATE TRIGGER broken BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'broken'); END`}
		mend := []string{`DROP TRIGGER broken`}
		if s.config.URL != "" {
			fail = []string{
				`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$`,
				`CREATE TRIGGER broken BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION broken()`,
			}
			mend = []string{`DROP TRIGGER broken ON outbox`}
		}
		exec := func(all []string) {
			for _, query := range all {
				if _, err := db.ExecContext(t.Context(), query); err != nil {
					t.Fatal(err)
				}
			}
		}
		exec(fail)
		v := s.submission()
		if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); err == nil {
			t.Fatal("it is stored")
		}
		for range 3 {
			if looks := (&supervisor{Store: s.Store}); looks.restore(t.Context()) || s.Status().Ready {
				t.Fatal("the box is open again")
			}
		}
		if err := s.Status().Err; !strings.Contains(err.Error(), "broken") {
			t.Errorf("the status says %v", err)
		}
		exec(mend)
		awaitReady(t, s.Store)
		s.keep(v)
		if all, err := s.List(t.Context(), Filter{}); len(all) != 1 || err != nil {
			t.Errorf("%d submissions, %v; want 1: what was tried is not stored", len(all), err)
		}
	})
}

func TestAnErrorOfAServerIsOneLineWithoutRepetition(t *testing.T) {
	t.Parallel()
	// Each way to connect has a line: two servers, with and without encryption.
	const url = "postgres://u:s3cret@127.0.0.1:1,127.0.0.1:1/x?sslmode=prefer"
	store, err := Open(Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	awaitClosed(t, store, "check that the server runs")
	_, now := OpenNow(t.Context(), Config{URL: url})
	for name, err := range map[string]error{"status": store.Status().Err, "tool": now} {
		text := err.Error()
		if strings.ContainsAny(text, "\n\t") || strings.Count(text, "connection refused") != 1 || strings.Contains(text, "s3cret") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

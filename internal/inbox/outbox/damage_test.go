package outbox

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// spoil overwrites pages in the middle of the file while the box works with it.
func (s *stage) spoil(t *testing.T) {
	t.Helper()
	if err := s.scrub(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.config.Dir, FileName)
	overwrite(t, path, fileSize(path)/2/4096*4096, bytes.Repeat([]byte{0xa5}, 40<<10))
}

func TestDamageWhileRunningClosesTheBoxWithinAnHour(t *testing.T) {
	t.Parallel()
	for name, look := range map[string]func(*upkeep) error{
		"hourly": func(u *upkeep) error {
			u.nextPurge = u.Now().Add(5 * time.Hour)
			return u.round(t.Context())
		},
		"purge": func(u *upkeep) error {
			u.nextInspection, u.nextPurge = u.Now().Add(time.Hour), u.Now()
			return u.round(t.Context())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := unopened(t) // The test is its tender.
			if !s.restore(t.Context()) {
				t.Fatal(s.Status().Err)
			}
			s.keepMany(400)
			u := newUpkeep(worker(s, newSender(nil)))
			if err := u.round(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.spoil(t)
			s.clock.Add(inspectEvery)
			if err := look(u); err == nil {
				t.Error("the damage is not noticed")
			}
			awaitTrouble(t, s.Box, "put back a backup")
			// It stays closed: to open it again finds the same damage.
			for range 3 {
				if s.restore(t.Context()) || s.Status().Ready {
					t.Fatal("a damaged file is opened again")
				}
			}
		})
	}
}

func TestALogThatIsTakenAwayOrReplacedIsNoticedWithoutAWrite(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte("other"), 0o600))
		},
		"moved": func(path string) error { return os.Rename(path, path+".away") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := onSQLite(t)
			ids := s.keepMany(5)
			if err := take(filepath.Join(s.config.Dir, FileName+"-wal")); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Find(t.Context(), ids[0]); !errors.Is(err, errMoved) {
				t.Errorf("read beside a log without a name: %v", err)
			}
			awaitReady(t, s.Box, openingLimit)
			// What was in the log is in the file by now, for a process that ends here.
			dir := t.TempDir()
			overwriteAll(t, filepath.Join(dir, FileName), readAll(t, filepath.Join(s.config.Dir, FileName)))
			after := newStage(t, Config{Dir: dir})
			for _, id := range ids {
				after.find(id)
			}
			s.keep(s.submission())
			s.intact(t)
		})
	}
}

func TestALogThatIsReplacedBeforeTheFirstWriteIsNoticed(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	path := filepath.Join(s.config.Dir, FileName+"-wal")
	if err := errors.Join(os.Rename(path, path+".away"), os.WriteFile(path, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Keep(t.Context(), s.submission(), nil); !errors.Is(err, errMoved) {
		t.Errorf("kept in a log without a name: %v", err)
	}
	awaitReady(t, s.Box, openingLimit)
	s.keep(s.submission())
}

func TestAForeignFileKeepsItsMode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`CREATE TABLE theirs (a)`)
	if err := errors.Join(err, db.Close(), os.Chmod(path, 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenNow(t.Context(), Config{Dir: dir}); !errors.Is(err, errForeign) {
		t.Errorf("got %v", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("its mode is %v now, %v", info.Mode().Perm(), err)
	}
}

func TestALinkIsNotTakenForTheFile(t *testing.T) {
	t.Parallel()
	elsewhere := onSQLite(t)
	elsewhere.keep(elsewhere.submission())
	if err := elsewhere.Close(); err != nil {
		t.Fatal(err)
	}
	target := filepath.Join(elsewhere.config.Dir, FileName)
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	for _, to := range []string{target, filepath.Join(dir, "nothing")} {
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenNow(t.Context(), Config{Dir: dir}); !errors.Is(err, errLink) || !saysPathAndAdvice(err, path, "link the folder") {
			t.Errorf("OpenNow: %v", err)
		}
		box, err := Open(Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		awaitTrouble(t, box, "link the folder")
		if err := errors.Join(box.Close(), os.Remove(path)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "nothing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file was made at the end of the link")
	}
	// A folder may be anywhere.
	folder := filepath.Join(t.TempDir(), "var")
	if err := os.Symlink(elsewhere.config.Dir, folder); err != nil {
		t.Fatal(err)
	}
	s := newStage(t, Config{Dir: folder})
	s.find("REF-0001")
	s.keep(s.submission(func(v *site.Submission) { v.ID, v.Reference = "new", "REF-NEW" }))
}

func TestAFileThatIsReplacedByALinkToItClosesTheBox(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.keep(s.submission())
	path := filepath.Join(s.config.Dir, FileName)
	if err := errors.Join(os.Rename(path, path+".away"), os.Symlink(path+".away", path)); err != nil {
		t.Fatal(err)
	}
	awaitFailure(t, s)
	awaitTrouble(t, s.Box, "link the folder")
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s.Box, openingLimit)
	s.find("REF-0001")
}

// awaitFailure makes the box look at its database.
func awaitFailure(t *testing.T, s *stage) {
	t.Helper()
	if _, err := s.Find(t.Context(), "REF-0001"); err == nil {
		t.Error("the file that was replaced is not noticed")
	}
}

func TestAnErrorOfAServerIsOneLineWithoutRepetition(t *testing.T) {
	t.Parallel()
	// Each way to connect has a line: two servers, with and without encryption.
	const url = "postgres://u:s3cret@127.0.0.1:1,127.0.0.1:1/x?sslmode=prefer"
	box, err := Open(Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	awaitTrouble(t, box, "check that the server runs")
	_, now := OpenNow(t.Context(), Config{URL: url})
	for name, err := range map[string]error{"status": box.Status().Err, "tool": now} {
		text := err.Error()
		if strings.ContainsAny(text, "\n\t") || strings.Count(text, "connection refused") != 1 || strings.Contains(text, "s3cret") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

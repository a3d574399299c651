package outbox

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// bulky is a submission of 60 KB.
func bulky(v *site.Submission) {
	v.Values = append(v.Values, site.Entry{Name: "text", Value: strings.Repeat("0123456789", 6000)})
}

func TestWhenTheDiskIsFullNothingIsLostAndRoomHeals(t *testing.T) {
	d := newDisk(t, 20)
	// More than the log, which must fit into the file when it is written back.
	ballast := filepath.Join(d.dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 10<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	log := &testkit.Log{}
	s := newStage(t, Config{Dir: d.data(), noReserve: true, Logger: slog.New(slog.NewTextHandler(log, nil))})
	f := newSender(nil)
	s.run(worker(s, f, func(c *WorkerConfig) { c.Logger = s.logger }))

	accepted := []string{}
	refused := 0
	begun := time.Now()
	for refused < 200 {
		v := s.submission(bulky)
		if _, err := s.Save(t.Context(), v, []site.Message{notice(v)}); err == nil {
			accepted = append(accepted, v.ID)
		} else {
			refused++
		}
	}
	if status := s.Status(); status.Ready || !strings.Contains(status.Err.Error(), "disk") {
		t.Errorf("status %+v", status)
	}
	if most := int(time.Since(begun)/time.Second) + 3; log.Lines() > most {
		t.Errorf("%d lines in the log in %v", log.Lines(), time.Since(begun))
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, s.Store)
	s.keep(s.submission())
	for _, id := range accepted {
		s.find(id)
	}
	s.intact(t)
}

// intact checks every page of the file.
func (s *stage) intact(t *testing.T) {
	t.Helper()
	db, _ := s.rawSQL(t)
	var outcome string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&outcome); err != nil || outcome != "ok" {
		t.Errorf("integrity: %s, %v", outcome, err)
	}
}

func TestAReadOnlyDiskKeepsTheBoxClosedUntilItIsWritable(t *testing.T) {
	t.Parallel()
	d := newDisk(t, 12)
	first := newStage(t, Config{Dir: d.data()})
	v := first.submission()
	first.keep(v)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	remount(t, d, "ro")
	if _, err := OpenNow(t.Context(), first.config); !saysPathAndAdvice(err, d.data(), "may write") {
		t.Errorf("OpenNow: %v", err)
	}
	store, err := Open(first.config)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	awaitClosed(t, store, "may write")
	remount(t, d, "rw")
	awaitReady(t, store)
	if _, err := store.Find(t.Context(), v.ID); err != nil {
		t.Error(err)
	}
}

func remount(t *testing.T, d *disk, mode string) {
	t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+mode, d.dir).CombinedOutput(); err != nil {
		t.Fatalf("remount: %v %s", err, out)
	}
}

func saysPathAndAdvice(err error, path, advice string) bool {
	return err != nil && strings.Contains(err.Error(), path) && strings.Contains(err.Error(), advice)
}

// awaitClosed waits until the status gives this advice, and tries to keep something.
func awaitClosed(t *testing.T, store *Store, advice string) {
	t.Helper()
	testkit.Eventually(t, "the status says "+advice, func() bool {
		status := store.Status()
		return !status.Ready && strings.Contains(status.Err.Error(), advice)
	})
	v := (&stage{t: t, clock: testkit.NewClock(start)}).submission(func(v *site.Submission) { v.ID, v.Reference = "refused", "refused" })
	if _, err := store.Save(t.Context(), v, nil); err == nil {
		t.Error("a closed store takes a submission")
	}
}

// damage makes a file with 200 submissions and hands it to spoil while it is closed.
func damage(t *testing.T, spoil func(path string)) (*stage, string) {
	t.Helper()
	s := onSQLite(t)
	s.saveMany(200)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.config.Dir, FileName)
	spoil(path)
	return s, path
}

func overwrite(t *testing.T, path string, offset int64, with []byte) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt(with, offset)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedFileIsRefusedUntouchedAndABackupHeals(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, path string){
		"header":      func(t *testing.T, path string) { overwrite(t, path, 0, []byte("not a database at all")) },
		"first page":  func(t *testing.T, path string) { overwrite(t, path, 100, bytes.Repeat([]byte{0xff}, 400)) },
		"many pages":  func(t *testing.T, path string) { overwrite(t, path, 8192, bytes.Repeat([]byte{0xa5}, 60_000)) },
		"text file":   func(t *testing.T, path string) { overwriteAll(t, path, []byte(strings.Repeat("hello\n", 100))) },
		"cut in half": func(t *testing.T, path string) { cutInHalf(t, path) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var good, bad []byte
			s, path := damage(t, func(path string) {
				good = readAll(t, path)
				spoil(t, path)
				bad = readAll(t, path)
			})
			store, err := Open(s.config)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			awaitClosed(t, store, "put back a backup")
			if !saysPathAndAdvice(store.Status().Err, path, "nothing was changed") {
				t.Errorf("status %v", store.Status().Err)
			}
			if !bytes.Equal(readAll(t, path), bad) {
				t.Error("the damaged file was changed")
			}
			if err := os.WriteFile(path+".backup", good, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+".backup", path); err != nil {
				t.Fatal(err)
			}
			awaitReady(t, store)
			if records, err := store.List(t.Context(), Filter{}); err != nil || len(records) != 200 {
				t.Errorf("after the backup: %d, %v", len(records), err)
			}
		})
	}
}

func readAll(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func overwriteAll(t *testing.T, path string, with []byte) {
	t.Helper()
	if err := os.WriteFile(path, with, 0o600); err != nil {
		t.Fatal(err)
	}
}

func cutInHalf(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, info.Size()/2/4096*4096); err != nil {
		t.Fatal(err)
	}
}

func TestATruncatedLogCostsOnlyWhatWasInIt(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.saveMany(50)
	if err := s.removeTraces(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.saveMany(50)
	// What a crash leaves: the file and its log.
	dir := t.TempDir()
	for _, name := range []string{FileName, FileName + "-wal"} {
		overwriteAll(t, filepath.Join(dir, name), readAll(t, filepath.Join(s.config.Dir, name)))
	}
	cutInHalf(t, filepath.Join(dir, FileName+"-wal"))
	after := newStage(t, Config{Dir: dir})
	records, err := after.List(t.Context(), Filter{})
	if err != nil || len(records) < 50 || len(records) >= 100 {
		t.Errorf("%d of 100 left, %v", len(records), err)
	}
	after.intact(t)
	after.clock.Add(time.Minute)
	if _, err := after.Save(t.Context(), s.submission(), nil); err != nil {
		t.Error(err)
	}
}

func TestAFileThatIsTakenAwayClosesTheBoxUntilItIsBack(t *testing.T) {
	t.Parallel()
	s, _ := unopened(t) // The test is its supervisor.
	if !s.supervisor.restore(t.Context()) {
		t.Fatal(s.Status().Err)
	}
	first := s.submission()
	s.keep(first)
	path := filepath.Join(s.config.Dir, FileName)
	if err := os.Rename(path, path+".away"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s.supervisor.restore(t.Context()) || !saysPathAndAdvice(s.Status().Err, path, "put it back") {
			t.Errorf("a file without a name is still in use: %+v", s.Status())
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an empty database hides the one that was taken away")
	}
	if err := os.Rename(path+".away", path); err != nil {
		t.Fatal(err)
	}
	if !s.supervisor.restore(t.Context()) {
		t.Fatal(s.Status().Err)
	}
	s.find(first.ID)
	s.keep(s.submission())
}

func TestAFileOfAnotherOwnerIsRefusedWithAdvice(t *testing.T) {
	t.Parallel()
	s, path := damage(t, func(path string) {
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
	})
	// Root reads every file, so it becomes nobody as far as files are concerned,
	// on a thread that is thrown away after that.
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			if err := becomeNobody(); err != nil {
				done <- err
				return
			}
		}
		_, err := OpenNow(t.Context(), s.config)
		done <- err
	}()
	if err := <-done; !errors.Is(err, syscall.EACCES) || !saysPathAndAdvice(err, path, "own and write") {
		t.Errorf("got %v", err)
	}
}

func TestTheFileIsPrivate(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "var")
	s := newStage(t, Config{Dir: dir})
	s.keep(s.submission())
	for name, want := range map[string]fs.FileMode{"": 0o700, FileName: 0o600, FileName + "-wal": 0o600, FileName + "-shm": 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", name, info.Mode().Perm(), err, want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, FileName), 0o644); err != nil {
		t.Fatal(err)
	}
	s.open()
	if info, err := os.Stat(filepath.Join(dir, FileName)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("opened again: %v, %v", info.Mode().Perm(), err)
	}
}

func TestAToolMakesNoDatabase(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "typo")
	if _, err := OpenNow(t.Context(), Config{Dir: dir}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), dir) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the folder was made")
	}
}

func TestOneBadTransactionSpoilsNoOther(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	type result struct {
		name string
		err  error
	}
	results := make(chan result, 200)
	const each = 40
	for range each {
		go func() {
			v := s.submission()
			_, err := s.Save(t.Context(), v, []site.Message{notice(v)})
			results <- result{"good", err}
		}()
		go func() {
			results <- result{"panic", s.write(t.Context(), func(_ context.Context, tx *transaction) error { panic("bad") })}
		}()
		go func() {
			results <- result{"wrong", s.write(t.Context(), func(c context.Context, tx *transaction) error {
				if _, err := tx.exec(c, `DELETE FROM submission WHERE reference = 'REF-0001'`); err != nil {
					return err
				}
				return errInvalid
			})}
		}()
	}
	for range 3 * each {
		if r := <-results; (r.err == nil) != (r.name == "good") {
			t.Errorf("%s: %v", r.name, r.err)
		}
	}
	if c := s.counts(); c.Submissions != each {
		t.Errorf("%d submissions", c.Submissions)
	}
}

func TestWhoeverGivesUpWaitingReadsNothingOfWhatGoesOn(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	ctx, giveUp := context.WithCancel(t.Context())
	begun, goOn := make(chan struct{}), make(chan struct{})
	type result struct {
		found int
		err   error
	}
	results := make(chan result)
	go func() {
		found, err := writeResult(ctx, s.Store, func(context.Context, *transaction) (int, error) {
			close(begun)
			<-goOn
			return 7, nil
		})
		results <- result{found, err}
	}()
	<-begun
	giveUp()
	if r := <-results; r.found != 0 || !errors.Is(r.err, context.Canceled) {
		t.Errorf("given up, it found %d: %v", r.found, r.err)
	}
	close(goOn)
	if found, err := writeResult(t.Context(), s.Store, func(context.Context, *transaction) (int, error) { return 8, nil }); found != 8 || err != nil {
		t.Errorf("afterwards it found %d: %v", found, err)
	}
}

package backup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

// node is a data folder and its store.
type node struct {
	t      testing.TB
	config outbox.Config
	*outbox.Store
}

func newNode(t testing.TB, store outbox.Config) *node {
	t.Helper()
	if store.Dir == "" {
		store.Dir = filepath.Join(t.TempDir(), "var")
	}
	store.Logger = slog.New(slog.DiscardHandler)
	return &node{t: t, config: store}
}

// open opens the store, as a server does, until the returned function.
func (n *node) open() (end func()) {
	n.t.Helper()
	store, err := outbox.Open(n.config)
	if err != nil {
		n.t.Fatal(err)
	}
	testkit.Eventually(n.t, "the store opens", func() bool { return store.Status().Ready })
	n.Store = store
	end = sync.OnceFunc(func() {
		if err := store.Close(); err != nil {
			n.t.Error(err)
		}
	})
	n.t.Cleanup(end)
	return end
}

// send stores a submission with its mail and returns its id.
func (n *node) send(name string) string {
	n.t.Helper()
	id := uuid.Must(uuid.NewV7())
	v := &site.Submission{
		ID: id.String(), Reference: id.String(), Key: id.String(), SiteID: "main", FormID: "contact", Kind: "contact",
		Values: []site.Entry{{Name: "name", Value: name}}, ReceivedAt: time.Now(), EraseAfter: time.Now().AddDate(0, 0, 180),
	}
	copy(v.Digest[:], id[:])
	m := site.Message{Kind: site.MailNotice, From: "a@example.com", To: []string{"b@example.com"}, Subject: "Hello", Text: name}
	if _, err := n.Save(n.t.Context(), v, []site.Message{m}); err != nil {
		n.t.Fatal(err)
	}
	return v.ID
}

func (n *node) write(name, text string) {
	n.t.Helper()
	path := filepath.Join(n.config.Dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		n.t.Fatal(err)
	}
}

func (n *node) files() (names []string) {
	n.t.Helper()
	err := fs.WalkDir(os.DirFS(n.config.Dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		n.t.Fatal(err)
	}
	return names
}

// backup returns a backup of the node.
func (n *node) backup() []byte {
	n.t.Helper()
	var archive bytes.Buffer
	if _, err := To(n.t.Context(), n.config, &archive); err != nil {
		n.t.Fatal(err)
	}
	return archive.Bytes()
}

func (n *node) restore(archive []byte) Contents {
	n.t.Helper()
	done, _, err := Restore(n.t.Context(), n.config, bytes.NewReader(archive), false)
	if err != nil {
		n.t.Fatal(err)
	}
	return done
}

// holds checks that the store has these submissions and takes more.
func (n *node) holds(ids ...string) {
	n.t.Helper()
	defer n.open()()
	records, err := n.List(n.t.Context(), outbox.Filter{})
	if err != nil {
		n.t.Fatal(err)
	}
	var found []string
	for i := range records {
		found = append(found, records[i].ID)
		if len(records[i].Deliveries) != 1 {
			n.t.Errorf("%s has %d deliveries", records[i].ID, len(records[i].Deliveries))
		}
	}
	for _, id := range ids {
		if !slices.Contains(found, id) {
			n.t.Errorf("%s is lost", id)
		}
	}
	n.send("after the restore")
}

// sender notes what is sent.
type sender chan site.Message

func (s sender) Reserve(ctx context.Context) error { return ctx.Err() }

func (s sender) Send(_ context.Context, _ string, m site.Message) (string, error) {
	s <- m
	return "id", nil
}

func TestABackupHoldsWhatNothingCanMakeAgain(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	ids := []string{old.send("Ada"), old.send("Grace \\ ' \" \u0000 ü 🙂")}
	old.write("mail/one.eml", "Subject: one\r\n")
	old.write("lastmod.json", "{}")
	old.write("uploads/"+ids[0]+"/1.jpg", "a photograph")
	old.write("uploads/"+osfile.TempPrefix+"1", "half received")
	old.write("cache/pages/ab", "made again")
	archive := old.backup()
	late := old.send("after the backup")
	end()

	fresh := newNode(t, outbox.Config{})
	// A day and more later: the provider has forgotten what it took.
	fresh.config.Now = func() time.Time { return time.Now().Add(25 * time.Hour) }
	done := fresh.restore(archive)
	if done.Database.Submissions != 2 || done.Database.Unsent != 2 || done.Files != 3 {
		t.Errorf("%+v", done)
	}
	if age := time.Since(done.Database.TakenAt); age < -time.Second || age > time.Minute {
		t.Errorf("it was taken at %v", done.Database.TakenAt)
	}
	fresh.holds(ids...)
	for _, name := range []string{"mail/one.eml", "lastmod.json", "uploads/" + ids[0] + "/1.jpg"} {
		info, err := os.Stat(filepath.Join(fresh.config.Dir, name))
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if slices.Contains(fresh.files(), "cache/pages/ab") {
		t.Error("what is made again is in the backup")
	}
	defer fresh.open()()
	if _, err := fresh.Find(t.Context(), late); !errors.Is(err, outbox.ErrNotFound) {
		t.Errorf("what came later: %v", err)
	}
	// Two may have been sent meanwhile, the third is new.
	mails := make(sender, 10)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	worker := outbox.NewWorker(outbox.WorkerConfig{Store: fresh.Store, Sender: mails, Logger: slog.New(slog.DiscardHandler)})
	var working sync.WaitGroup
	working.Go(func() { _ = worker.Run(ctx) })
	marked := 0
	for range 3 {
		if m := <-mails; m.Headers["X-Possible-Duplicate"] == "true" {
			marked++
		}
	}
	if marked != 2 {
		t.Errorf("%d of 3 mails say that they may be duplicates, want 2", marked)
	}
	stop()
	working.Wait()
}

func TestAServerHasToolsOfItsOwn(t *testing.T) {
	server := newNode(t, outbox.Config{URL: "postgres://a/b"})
	if _, err := To(t.Context(), server.config, io.Discard); err == nil || !strings.Contains(err.Error(), "pg_dump") {
		t.Errorf("a backup: %v", err)
	}
	_, _, err := Restore(t.Context(), server.config, bytes.NewReader(goodBackup(t)), false)
	if err == nil || !strings.Contains(err.Error(), "pg_restore") {
		t.Errorf("a restore: %v", err)
	}
}

func TestABackupWhileVisitorsSendHoldsWhatWasAcknowledgedBefore(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	var mu sync.Mutex
	var acknowledged []string
	var halt atomic.Bool
	var visitors sync.WaitGroup
	for range 8 {
		visitors.Go(func() {
			for !halt.Load() {
				id := old.send(strings.Repeat("words ", 100))
				mu.Lock()
				acknowledged = append(acknowledged, id)
				mu.Unlock()
			}
		})
	}
	for round := range 5 {
		testkit.Eventually(t, "visitors send", func() bool {
			mu.Lock()
			defer mu.Unlock()
			return len(acknowledged) > 100*(round+1)
		})
		mu.Lock()
		before := slices.Clone(acknowledged)
		mu.Unlock()
		archive := old.backup()
		fresh := newNode(t, outbox.Config{})
		fresh.restore(archive)
		fresh.holds(before...)
	}
	halt.Store(true)
	visitors.Wait()
}

func TestNobodyElseCanReadABackupAtAnyTime(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	old.send("Ada")
	dir := t.TempDir()
	looks := 0
	look := writer(func(p []byte) (int, error) {
		looks++
		for _, name := range old.files() {
			info, err := os.Stat(filepath.Join(old.config.Dir, name))
			if err != nil {
				return 0, err
			}
			if info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s: %v", name, info.Mode())
			}
		}
		return len(p), nil
	})
	if _, err := To(t.Context(), old.config, look); err != nil || looks == 0 {
		t.Fatal(err, looks)
	}
	file := filepath.Join(dir, "b.tar")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ToFile(t.Context(), old.config, file, true); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

func TestABackupThatFailsLeavesNothingBehind(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	old.send("Ada")
	before := old.files()
	full := errors.New("no space left")
	for after := range 3 {
		if _, err := To(t.Context(), old.config, writer(func(p []byte) (int, error) {
			if after--; after < 0 {
				return 0, full
			}
			return len(p), nil
		})); !errors.Is(err, full) && after < 0 {
			t.Errorf("got %v", err)
		}
	}
	dir := t.TempDir()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ToFile(cancelled, old.config, filepath.Join(dir, "b.tar"), false); err == nil {
		t.Error("a backup that was stopped succeeds")
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
	if after := old.files(); !slices.Equal(before, after) {
		t.Errorf("the data folder has %v, had %v", after, before)
	}
}

func TestWhatAKilledBackupLeftIsRemovedByALaterOne(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	old.write(workPrefix+"123/marquee.db", "half of it")
	old.write(workPrefix+"456/marquee.db", "of one that runs")
	lock, err := osfile.Lock(filepath.Join(old.config.Dir, workPrefix+"456"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	old.backup()
	if left := strings.Join(old.files(), " "); strings.Contains(left, "123") || !strings.Contains(left, "456") {
		t.Errorf("left: %s", left)
	}
}

// A restore that is killed has brought some of the files, and its database last.
func TestAKilledRestoreIsNotTakenForAWholeOne(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	ids := []string{old.send("Ada"), old.send("Grace")}
	old.write("uploads/a.pdf", "of Ada")
	archive := old.backup()
	end()

	fresh := newNode(t, outbox.Config{})
	fresh.write("uploads/a.pdf", "of A")
	fresh.write(outbox.UnfinishedName, "")
	const want = "did not come to its end (stop the server and restore the backup again)"
	store, err := outbox.Open(fresh.config)
	if err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the store says so", func() bool {
		status := store.Status()
		return !status.Ready && strings.Contains(status.Err.Error(), want)
	})
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	_, examined := outbox.Examine(t.Context(), fresh.config)
	_, copied := To(t.Context(), fresh.config, io.Discard)
	for what, err := range map[string]error{"doctor": examined, "a backup": copied} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s says %v", what, err)
		}
	}
	if slices.Contains(fresh.files(), outbox.FileName) {
		t.Error("an empty database was begun")
	}

	_, aside, err := Restore(t.Context(), fresh.config, bytes.NewReader(archive), false)
	if err != nil {
		t.Fatal(err)
	}
	fresh.holds(ids...)
	if text, err := os.ReadFile(filepath.Join(fresh.config.Dir, "uploads/a.pdf")); string(text) != "of Ada" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if text, err := os.ReadFile(filepath.Join(aside, "uploads/a.pdf")); string(text) != "of A" {
		t.Errorf("what was there is not aside: %q, %v", text, err)
	}
	if slices.Contains(fresh.files(), outbox.UnfinishedName) {
		t.Error("it is still marked as unfinished")
	}
}

func TestAFileIsReplacedOnlyByForce(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	file := filepath.Join(t.TempDir(), "b.tar")
	if _, err := ToFile(t.Context(), old.config, file, false); err != nil {
		t.Fatal(err)
	}
	if _, err := ToFile(t.Context(), old.config, file, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if _, err := ToFile(t.Context(), old.config, file, true); err != nil {
		t.Errorf("by force: %v", err)
	}
	for name, bad := range map[string]string{
		"a folder": t.TempDir(), "inside the data folder": filepath.Join(old.config.Dir, "x", "..", "b.tar"), "in no folder": filepath.Join(t.TempDir(), "no", "b.tar"),
	} {
		if _, err := ToFile(t.Context(), old.config, bad, true); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestALinkIsNotFollowedAndNotKeptSilent(t *testing.T) {
	old := newNode(t, outbox.Config{})
	defer old.open()()
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, "secret"), []byte("elsewhere"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, filepath.Join(old.config.Dir, "mail")); err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	m, err := To(t.Context(), old.config, &archive)
	if err != nil || !slices.Equal(m.Skipped, []string{"mail"}) || bytes.Contains(archive.Bytes(), []byte("elsewhere")) {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestWithoutADatabaseThereIsNoBackup(t *testing.T) {
	if _, err := To(t.Context(), newNode(t, outbox.Config{}).config, io.Discard); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestADamagedDatabaseIsNotBackedUp(t *testing.T) {
	old := newNode(t, outbox.Config{})
	end := old.open()
	for i := range 200 {
		old.send(fmt.Sprint(i, strings.Repeat("words ", 200)))
	}
	end()
	file, err := os.OpenFile(filepath.Join(old.config.Dir, outbox.FileName), os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteAt(bytes.Repeat([]byte{0xa5}, 64<<10), 64<<10)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := To(t.Context(), old.config, io.Discard); err == nil || !strings.Contains(err.Error(), outbox.FileName) {
		t.Errorf("got %v", err)
	}
}

func TestWhereTheDiskIsFullNothingIsLeft(t *testing.T) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT TESTED: mounting a small disk takes root on Linux")
	}
	old := newNode(t, outbox.Config{})
	defer old.open()()
	old.send(strings.Repeat("words ", 10_000))
	archive := old.backup()
	small := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=144k", "none", small).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: no small disk can be mounted: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", small).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
	if _, err := ToFile(t.Context(), old.config, filepath.Join(small, "b.tar"), false); err == nil || !strings.Contains(err.Error(), "full") && !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a backup: %v", err)
	}
	fresh := newNode(t, outbox.Config{Dir: filepath.Join(small, "var")})
	if _, _, err := Restore(t.Context(), fresh.config, bytes.NewReader(append(archive, make([]byte, 1)...)), false); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("a restore: %v", err)
	}
	if left := fresh.files(); !slices.Equal(left, []string{outbox.LockName}) {
		t.Errorf("left: %v", left)
	}
	if entries, err := os.ReadDir(small); len(entries) != 1 || err != nil {
		t.Errorf("left: %v, %v", entries, err)
	}
}

func TestRootPutsBackWhatTheServersUserCanRead(t *testing.T) {
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("NOT TESTED: giving files away takes root")
	}
	archive := goodBackup(t)
	fresh := newNode(t, outbox.Config{})
	if err := errors.Join(os.MkdirAll(fresh.config.Dir, 0o700), os.Chown(fresh.config.Dir, 12345, 12346)); err != nil {
		t.Fatal(err)
	}
	fresh.restore(archive)
	for _, name := range append(fresh.files(), "mail") {
		info, err := os.Stat(filepath.Join(fresh.config.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 12345 || owner.Gid != 12346 {
			t.Errorf("%s belongs to %d:%d", name, owner.Uid, owner.Gid)
		}
	}
}

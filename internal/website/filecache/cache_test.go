package filecache_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/osfile"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/filecache"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type fixture struct {
	*filecache.Cache
	dir string
	log *testkit.Log
}

// open returns a cache that is closed in the end.
func open(t *testing.T, dir string, limit int64) *fixture {
	t.Helper()
	f := &fixture{dir: dir, log: &testkit.Log{}}
	f.Cache = filecache.Open(filecache.Config{Dir: dir, Limit: limit, Warning: "the cache does not work", Logger: slog.New(slog.NewTextHandler(f.log, nil))})
	t.Cleanup(f.Close)
	return f
}

func keyOf(n int) filecache.Key { return sha256.Sum256(fmt.Append(nil, n)) }

func valueOf(n int) []byte { return bytes.Repeat(fmt.Append(nil, n, ","), 1000) }

func fileOf(dir string, n int) string {
	key := keyOf(n)
	name := hex.EncodeToString(key[:])
	return filepath.Join(dir, name[:2], name[2:])
}

// used is what all files take on disk, in whole blocks.
func used(t *testing.T, dir string) (bytes int64, files int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		bytes, files = bytes+(info.Size()+4095)/4096*4096, files+1
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bytes, files
}

const (
	plenty = 1 << 30
	// What the file of a value takes: one block.
	onDisk = 4096
)

func TestValuesSurviveTheProcess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "not", "there", "yet")
	first := open(t, dir, plenty)
	if first.Get(keyOf(1)) != nil || first.Has(keyOf(1)) {
		t.Error("there is something in an empty cache")
	}
	first.Put(keyOf(1), valueOf(1))
	if !bytes.Equal(first.Get(keyOf(1)), valueOf(1)) || !first.Has(keyOf(1)) {
		t.Error("a value is not there as soon as it was put")
	}
	first.Close()
	second := open(t, dir, plenty)
	if !second.Has(keyOf(1)) || !bytes.Equal(second.Get(keyOf(1)), valueOf(1)) {
		t.Error("the value is lost")
	}
	if second.Has(keyOf(2)) || second.Get(keyOf(2)) != nil {
		t.Error("there is a value that nobody put")
	}
	second.Put(keyOf(1), valueOf(7))
	second.Close()
	if got := second.Get(keyOf(1)); !bytes.Equal(got, valueOf(7)) {
		t.Error("a value is not replaced")
	}
	if n := first.log.Lines() + second.log.Lines(); n > 0 {
		t.Errorf("the log complains: %s%s", first.log, second.log)
	}
}

func TestFilesAreForTheirOwnerAlone(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "cache"), plenty)
	f.Put(keyOf(1), valueOf(1))
	f.Close()
	for _, name := range []string{f.dir, filepath.Dir(fileOf(f.dir, 1)), fileOf(f.dir, 1)} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// What is not exactly what was put is no value, and is logged once, however much of it there is.
func TestDamagedFilesAreNoValues(t *testing.T) {
	dir := t.TempDir()
	whole := open(t, dir, plenty)
	const count = 6
	for n := range count {
		whole.Put(keyOf(n), valueOf(n))
	}
	whole.Close()
	change := func(n int, how func([]byte) []byte) {
		data, err := os.ReadFile(fileOf(dir, n))
		if err == nil {
			err = os.WriteFile(fileOf(dir, n), how(data), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	change(0, func(data []byte) []byte { return data[:len(data)-1] })
	change(1, func(data []byte) []byte { data[len(data)/2] ^= 1; return data })
	change(2, func([]byte) []byte { return nil })
	change(3, func([]byte) []byte { return []byte("something else") })
	change(4, func(data []byte) []byte { return append(data, 0) })
	other, err := os.ReadFile(fileOf(dir, 1))
	if err != nil {
		t.Fatal(err)
	}
	change(5, func([]byte) []byte { return other }) // a good file under another's name

	f := open(t, dir, plenty)
	for n := range count {
		if value := f.Get(keyOf(n)); value != nil {
			t.Errorf("file %d passes for a value of %d bytes", n, len(value))
		}
	}
	if f.log.Lines() != 1 {
		t.Errorf("the log says:\n%s", f.log)
	}
	for n := range count {
		f.Put(keyOf(n), valueOf(n))
	}
	f.Close()
	for n := range count {
		if !bytes.Equal(f.Get(keyOf(n)), valueOf(n)) {
			t.Errorf("file %d is not mended", n)
		}
	}
}

func TestFoldersAndLinksInPlaceOfFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret")
	err := os.WriteFile(secret, []byte("not a page"), 0o600)
	if err == nil {
		err = os.MkdirAll(fileOf(dir, 1), 0o700)
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(fileOf(dir, 2)), 0o700)
	}
	if err == nil {
		err = os.Symlink(secret, fileOf(dir, 2))
	}
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, plenty)
	if f.Has(keyOf(1)) {
		t.Error("a folder passes for a value")
	}
	for n := 1; n <= 2; n++ {
		if f.Get(keyOf(n)) != nil {
			t.Errorf("%d passes for a value", n)
		}
	}
	f.Put(keyOf(2), valueOf(2))
	f.Close()
	if data, err := os.ReadFile(secret); err != nil || string(data) != "not a page" {
		t.Errorf("another's file was written to: %q, %v", data, err)
	}
	if !bytes.Equal(f.Get(keyOf(2)), valueOf(2)) {
		t.Error("the link was not replaced")
	}
}

func TestAFolderThatCannotBeWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(dir, []byte("a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, plenty)
	f.Put(keyOf(1), valueOf(1))
	f.Close()
	if f.Has(keyOf(1)) || f.Get(keyOf(1)) != nil {
		t.Error("a value is where none can be")
	}
	if !strings.Contains(f.log.String(), dir) {
		t.Errorf("the log does not name the folder: %s", f.log)
	}
}

// When writing works again so does the cache.
func TestWritingWorksAgainAfterItFailed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, plenty)
	for n := range 100 {
		f.Put(keyOf(n), valueOf(n))
		if f.Has(keyOf(n)) || f.Get(keyOf(n)) != nil {
			t.Error("it takes what it cannot keep")
		}
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	f.Put(keyOf(3), valueOf(3))
	if !bytes.Equal(f.Get(keyOf(3)), valueOf(3)) {
		t.Error("it does not work again")
	}
	if f.log.Lines() != 1 {
		t.Errorf("it is logged more than once:\n%s", f.log)
	}
}

func TestTheFolderMayBeDeletedAtAnyTime(t *testing.T) {
	f := open(t, filepath.Join(t.TempDir(), "cache"), plenty)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 50 {
			// What is being written at the same moment may keep a folder alive.
			_ = os.RemoveAll(f.dir)
		}
	}()
	for n := range 500 {
		f.Put(keyOf(n), valueOf(n))
		if value := f.Get(keyOf(n / 2)); value != nil && !bytes.Equal(value, valueOf(n/2)) {
			t.Fatal("a wrong value")
		}
	}
	<-done
	f.Close()
	g := open(t, f.dir, plenty)
	g.Put(keyOf(1000), valueOf(1000))
	g.Close()
	if !bytes.Equal(g.Get(keyOf(1000)), valueOf(1000)) {
		t.Errorf("it does not work again: %s%s", f.log, g.log)
	}
}

func TestTheLimitHoldsAndWhatIsUsedStays(t *testing.T) {
	const limit = 100 * onDisk
	f := open(t, t.TempDir(), limit)
	f.Put(keyOf(0), valueOf(0))
	f.Close()
	// The first is old, but of use; the second as old, and not.
	old := time.Now().Add(-48 * time.Hour)
	g := open(t, f.dir, limit)
	g.Put(keyOf(1), valueOf(1))
	g.Close()
	for n := range 2 {
		if err := os.Chtimes(fileOf(f.dir, n), old, old); err != nil {
			t.Fatal(err)
		}
	}
	h := open(t, f.dir, limit)
	if h.Get(keyOf(0)) == nil {
		t.Fatal("the first is lost")
	}
	for n := 2; n < 400; n++ {
		h.Put(keyOf(n), valueOf(n))
	}
	h.Close()
	if h.Has(keyOf(1)) {
		t.Error("what nobody used is still there")
	}
	bytes, files := used(t, h.dir)
	if bytes > limit || files < 50 {
		t.Errorf("%d files of %d bytes, the limit is %d", files, bytes, limit)
	}
	if !h.Has(keyOf(399)) {
		t.Error("the newest went")
	}
}

func TestAUseIsNoted(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, plenty)
	week := time.Now().Add(-7 * 24 * time.Hour)
	for n := range 3 {
		f.Put(keyOf(n), valueOf(n))
		if err := os.Chtimes(fileOf(dir, n), week, week); err != nil {
			t.Fatal(err)
		}
	}
	f.Get(keyOf(0))
	f.Has(keyOf(1))
	for n := range 3 {
		info, err := os.Stat(fileOf(dir, n))
		if err != nil {
			t.Fatal(err)
		}
		if noted := time.Since(info.ModTime()) < time.Hour; noted != (n < 2) {
			t.Errorf("%d: last used %v", n, info.ModTime())
		}
	}
}

func TestWhatIsNotUsedForLongIsRemoved(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, plenty)
	aged := filecache.Open(filecache.Config{Dir: dir, Limit: plenty, MaxAge: 30 * 24 * time.Hour, Logger: slog.New(slog.NewTextHandler(f.log, nil))})
	for n, days := range []int{29, 31, 90} {
		f.Put(keyOf(n), valueOf(n))
		then := time.Now().AddDate(0, 0, -days)
		if err := os.Chtimes(fileOf(dir, n), then, then); err != nil {
			t.Fatal(err)
		}
	}
	if !aged.Has(keyOf(2)) { // which is a use
		t.Error("it is gone before anybody removed it")
	}
	aged.Prune()
	for n, there := range []bool{true, false, true} {
		if (aged.Get(keyOf(n)) != nil) != there {
			t.Errorf("value %d is there: %v", n, !there)
		}
	}
	if f.log.Lines() > 0 {
		t.Error(f.log)
	}
}

// Two processes write, read and make room in one folder.
func TestTwoCachesShareAFolder(t *testing.T) {
	const limit = 60 * onDisk
	dir := t.TempDir()
	caches := []*fixture{open(t, dir, limit), open(t, dir, limit)}
	var all sync.WaitGroup
	for _, f := range caches {
		for worker := range 4 {
			all.Go(func() {
				for n := range 300 {
					n = (n*7 + worker*13) % 200
					if value := f.Get(keyOf(n)); value != nil && !bytes.Equal(value, valueOf(n)) {
						t.Errorf("value %d is another one", n)
					}
					f.Put(keyOf(n), valueOf(n))
				}
			})
		}
	}
	all.Wait()
	for _, f := range caches {
		f.Close()
		if f.log.Lines() > 0 {
			t.Errorf("the log complains:\n%s", f.log)
		}
	}
	// Each knows what it wrote itself, and counts the rest when that exceeds the limit.
	if bytes, _ := used(t, dir); bytes > 2*limit {
		t.Errorf("%d bytes, the limit is %d", bytes, limit)
	}
}

func TestWhatWasLeftHalfWrittenIsRemoved(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, "ab", osfile.TempPrefix+"123")
	fresh := filepath.Join(dir, "ab", osfile.TempPrefix+"456")
	foreign := filepath.Join(dir, "ab", "notes.txt")
	err := os.MkdirAll(filepath.Dir(half), 0o700)
	for _, name := range []string{half, fresh, foreign} {
		if err == nil {
			err = os.WriteFile(name, []byte("x"), 0o600)
		}
	}
	yesterday := time.Now().Add(-24 * time.Hour)
	if err == nil {
		err = os.Chtimes(half, yesterday, yesterday)
	}
	if err == nil {
		err = os.Chtimes(foreign, yesterday, yesterday)
	}
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, plenty)
	f.Put(keyOf(1), valueOf(1))
	f.Close()
	for name, want := range map[string]bool{half: false, fresh: true, foreign: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: there is %v, want %v", filepath.Base(name), err == nil, want)
		}
	}
}

package assetstore_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/website/assetstore"
	"github.com/evenlight/marquee/internal/website/encoding"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// table is a shared table in memory.
type table struct {
	mu     sync.Mutex
	values map[string][]byte
	used   []string
	asked  int   // how often Get was called
	added  []int // how many values came with each Add
	broken error
}

func (t *table) Missing(_ context.Context, addresses []string) (missing []string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, address := range addresses {
		if t.values[address] != nil {
			t.used = append(t.used, address)
		} else {
			missing = append(missing, address)
		}
	}
	return missing, t.broken
}

func (t *table) Add(ctx context.Context, values map[string][]byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := cmp.Or(t.broken, ctx.Err()); err != nil {
		return err
	}
	if t.values == nil {
		t.values = map[string][]byte{}
	}
	maps.Copy(t.values, values)
	t.added = append(t.added, len(values))
	return nil
}

func (t *table) Get(_ context.Context, address string) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked++
	return t.values[address], t.broken
}

func (t *table) Prune(context.Context, int64) error { return nil }

func (t *table) breakWith(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.broken = err
}

func (t *table) gets() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked
}

type fixture struct {
	*assetstore.Store
	dir string
	log *testkit.Log
}

func open(t *testing.T, dir string, shared assetstore.Shared) *fixture {
	t.Helper()
	f := &fixture{dir: dir, log: &testkit.Log{}}
	f.Store = assetstore.Open(assetstore.Config{Dir: dir, Limit: 1 << 30, Shared: shared, Logger: slog.New(slog.NewTextHandler(f.log, nil))})
	t.Cleanup(f.Close)
	return f
}

const sheet = "/assets/theme-0123456789.css"

func fileOf(text string) assetstore.File {
	return func() *site.Representation {
		r := &site.Representation{Status: 200, ContentType: "text/css; charset=utf-8", CacheControl: "x", Revision: "r1", Body: bytes.Repeat([]byte(text), 200)}
		encoding.Prepare(r, encoding.Thorough)
		return r
	}
}

func files(addresses ...string) map[string]assetstore.File {
	all := map[string]assetstore.File{}
	for _, address := range addresses {
		all[address] = fileOf(address)
	}
	return all
}

func expectSame(t *testing.T, got *site.Representation, address string) {
	t.Helper()
	want := fileOf(address)()
	switch {
	case got == nil:
		t.Errorf("%s is not there", address)
	case got.Status != 200 || got.ContentType != want.ContentType || !strings.Contains(got.CacheControl, "immutable") || got.Revision != "":
		t.Errorf("%s: %d %s %s %s", address, got.Status, got.ContentType, got.CacheControl, got.Revision)
	case !bytes.Equal(got.Body, want.Body) || !bytes.Equal(got.Gzip, want.Gzip) || !bytes.Equal(got.Brotli, want.Brotli):
		t.Errorf("%s has other bytes", address)
	case got.ETag != want.ETag || got.ETagGzip != want.ETagGzip || got.ETagBrotli != want.ETagBrotli:
		t.Errorf("%s has the entity tags %s %s %s", address, got.ETag, got.ETagGzip, got.ETagBrotli)
	}
}

func TestWhatWasServedIsThereAfterTheProgramHasChanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "assets")
	old := open(t, dir, nil)
	old.Publish(t.Context(), files(sheet, "/assets/entry-D3f_9a2b.js"))
	expectSame(t, old.Get(sheet), sheet) // also before it is written
	old.Publish(t.Context(), files("/assets/theme-abcdefabcd.css"))
	old.Close()
	next := open(t, dir, nil)
	for _, address := range []string{sheet, "/assets/entry-D3f_9a2b.js", "/assets/theme-abcdefabcd.css"} {
		expectSame(t, next.Get(address), address)
	}
	for _, address := range []string{"/assets/theme-0123456780.css", "/assets/../marquee.db", "/assets/", "/etc/passwd", "/assets/" + strings.Repeat("x", 4000) + "-0123456789.css", "/assets/theme-0123456789.css\x00"} {
		if next.Get(address) != nil {
			t.Errorf("there is something at %q", address)
		}
	}
	if old.log.Lines()+next.log.Lines() > 0 {
		t.Error(old.log, next.log)
	}
}

func TestFilesAreWrittenWithinAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), nil)
		s.Publish(t.Context(), files(sheet))
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Run(ctx) })
		if s.Stored(sheet) != nil {
			t.Error("it is written before it went live")
		}
		time.Sleep(time.Minute + time.Second)
		expectSame(t, s.Stored(sheet), sheet) // a program that is killed now leaves it
		stop()
		running.Wait()
		s.Close()
	})
}

func TestWhatIsDamagedOnDiskIsNeverServed(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, nil)
	s.Publish(t.Context(), files(sheet))
	s.Close()
	var names []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	later := open(t, dir, nil)
	for at := range whole {
		if at%41 > 0 {
			continue
		}
		changed := bytes.Clone(whole)
		changed[at] ^= 0x20
		for _, damaged := range [][]byte{changed, whole[:at]} {
			if err := os.WriteFile(names[0], damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			if later.Get(sheet) != nil || s.Stored(sheet) != nil {
				t.Errorf("served with byte %d changed, or cut there", at)
			}
			s.Write()
			expectSame(t, later.Get(sheet), sheet) // written anew by who serves it now
		}
	}
}

func TestAFolderThatCannotBeWrittenCostsAWarning(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "file", "assets")
	if err := os.WriteFile(filepath.Dir(dir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, nil)
	s.Publish(t.Context(), files(sheet, "/assets/theme-abcdefabcd.css"))
	s.Close()
	if s.Get(sheet) != nil || s.log.Lines() != 1 || !strings.Contains(s.log.String(), "level=WARN") {
		t.Errorf("the log says %q", s.log)
	}
}

func TestNodesFindEachOthersFilesBeforeTheyAreReferredTo(t *testing.T) {
	shared := &table{}
	one, two := open(t, t.TempDir(), shared), open(t, t.TempDir(), shared)
	one.Publish(t.Context(), files(sheet))
	expectSame(t, two.Get(sheet), sheet)
	two.Close()
	asked := shared.gets()
	expectSame(t, open(t, two.dir, nil).Get(sheet), sheet) // it has its own copy now
	if two.Get(sheet); shared.gets() != asked {
		t.Error("the table was asked again")
	}
	two.Publish(t.Context(), files(sheet, "/assets/theme-abcdefabcd.css"))
	if !slices.Equal(shared.used, []string{sheet}) || len(shared.values) != 2 {
		t.Errorf("in use are %v of %v", shared.used, slices.Collect(maps.Keys(shared.values)))
	}
	// What lies under another's name, or is cut short, is not served.
	shared.values["/assets/theme-cccccccccc.css"] = shared.values[sheet]
	shared.values["/assets/theme-dddddddddd.css"] = shared.values[sheet][:40]
	for _, address := range []string{"/assets/theme-cccccccccc.css", "/assets/theme-dddddddddd.css"} {
		if one.Get(address) != nil {
			t.Errorf("%s is served", address)
		}
	}
}

// A slow machine needs long to compress what the table does not have yet.
func TestFilesThatTakeLongToMakeAreSharedAllTheSame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &table{}
		one, two := open(t, t.TempDir(), shared), open(t, t.TempDir(), shared)
		slow := files(sheet)
		made := slow[sheet]
		slow[sheet] = func() *site.Representation {
			time.Sleep(time.Minute)
			return made()
		}
		one.Publish(t.Context(), slow)
		expectSame(t, two.Get(sheet), sheet)
		if one.log.Lines() > 0 {
			t.Errorf("the log says %q", one.log)
		}
		one.Close()
		two.Close()
	})
}

func TestAPublicationWaitsForSoManyFilesOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &table{}
		one := open(t, t.TempDir(), shared)
		slow := files("/assets/theme-aaaaaaaaaa.css", "/assets/theme-bbbbbbbbbb.css", "/assets/theme-cccccccccc.css")
		for address, file := range slow {
			slow[address] = func() *site.Representation {
				time.Sleep(40 * time.Second)
				return file()
			}
		}
		one.Publish(t.Context(), slow)
		if len(shared.values) != 2 || !strings.Contains(one.log.String(), "1 files are left") {
			t.Errorf("%d are there; log: %s", len(shared.values), one.log)
		}
		ctx, stop := context.WithCancel(t.Context())
		go one.Run(ctx)
		time.Sleep(10 * time.Minute)
		stop()
		synctest.Wait()
		one.Close()
		if len(shared.values) != 3 {
			t.Errorf("%d are there later", len(shared.values))
		}
	})
}

func TestManyFilesAreNotAllHeldAtOnce(t *testing.T) {
	shared := &table{}
	large := map[string]assetstore.File{"/images/gone-0000000000.jpg": func() *site.Representation { return nil }}
	for n := range 7 {
		large[fmt.Sprintf("/images/photo-%010x.jpg", n+1)] = func() *site.Representation {
			return &site.Representation{Status: 200, ContentType: "image/jpeg", Body: make([]byte, 3<<20)}
		}
	}
	open(t, t.TempDir(), shared).Publish(t.Context(), large)
	if !slices.Equal(shared.added, []int{3, 3, 1}) || len(shared.values) != 7 {
		t.Errorf("%v came at once, %d are there", shared.added, len(shared.values))
	}
}

func TestHostileNamesCostABoundedNumberOfQueries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &table{}
		s := open(t, t.TempDir(), shared)
		began := time.Now()
		var visitors sync.WaitGroup
		for n := range 5_000 {
			visitors.Go(func() {
				if s.Get(fmt.Sprintf("/assets/theme-%010x.css", n)) != nil {
					t.Error("there is something")
				}
			})
			if n%500 == 0 {
				time.Sleep(5 * time.Millisecond)
			}
		}
		visitors.Wait()
		took := time.Since(began)
		if most := 100 + int(20*took/time.Second) + 1; shared.gets() > most {
			t.Errorf("%d queries within %v", shared.gets(), took)
		}
		if took > 5*time.Second { // who would wait for more than three gets nothing at once
			t.Errorf("it took %v", took)
		}
		s.Close()
	})
}

func TestADatabaseThatIsAwayStopsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shared := &table{}
		s, other := open(t, t.TempDir(), shared), open(t, t.TempDir(), shared)
		shared.breakWith(errors.New("connection refused"))
		s.Publish(t.Context(), files(sheet))
		if other.Get(sheet) != nil {
			t.Error("it is found")
		}
		shared.breakWith(nil)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { s.Run(ctx) })
		time.Sleep(2 * time.Minute) // it is tried again by itself
		stop()
		running.Wait()
		expectSame(t, other.Get(sheet), sheet)
		s.Close()
		other.Close()
	})
}

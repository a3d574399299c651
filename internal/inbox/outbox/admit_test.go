package outbox

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/testkit"
)

// unopened is a store whose supervisor has not begun; begin lets it.
func unopened(t *testing.T) (s *stage, begin func()) {
	t.Helper()
	c := testkit.NewClock(start)
	s = &stage{t: t, clock: c, config: Config{Dir: t.TempDir(), Now: c.Now, patience: waitLimit}}
	var err error
	if s.Store, err = newStore(s.config); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.failed = stop, make(chan struct{}, 1)
	s.supervisor = &supervisor{Store: s.Store}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, func() { s.supervising.Go(func() { s.supervisor.run(ctx) }) }
}

func TestWhoIsThereBeforeTheDatabaseIsOpenWaitsForIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // Whose clock stands still while the disk works.
		s, begin := unopened(t)
		begin()
		v := s.submission()
		if saved := s.keep(v); saved.ID != v.ID {
			t.Errorf("saved %+v", saved)
		}
	})
}

func TestNobodyWaitsForLongForTheFirstOpening(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, _ := unopened(t)
		begun := time.Now()
		if _, err := s.Save(t.Context(), s.submission(), nil); !errors.Is(err, errOpening) {
			t.Errorf("got %v", err)
		}
		if took := time.Since(begun); took != openingPatience {
			t.Errorf("waited %v", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		begun = time.Now()
		if _, err := s.Save(ctx, s.submission(), nil); err == nil || time.Since(begun) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

func TestOnceTheFirstOpeningHasFailedNobodyWaits(t *testing.T) {
	t.Parallel()
	s, _ := unopened(t)
	overwriteAll(t, filepath.Join(s.config.Dir, FileName), []byte(strings.Repeat("text ", 1000)))
	if s.supervisor.restore(t.Context()) {
		t.Fatal("a text is opened")
	}
	select {
	case <-s.attempted:
	default:
		t.Error("submissions wait for an attempt that has failed")
	}
	if _, err := s.Save(t.Context(), s.submission(), nil); !saysPathAndAdvice(err, s.config.Dir, "put back a backup") {
		t.Errorf("got %v", err)
	}
}

// While a database hangs, only the supervisor waits for it.
func TestALockThatIsHeldForLongIsWaitedForOnlyOnce(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	patient := s.Store
	s.config.patience = 2 * time.Second
	s.Store = s.open()
	db, _ := s.rawSQL(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // Without effect after the one below.
	if _, err := tx.Exec(`UPDATE probe SET id = id`); err != nil {
		t.Fatal(err)
	}
	v := s.submission()
	if _, err := s.Save(t.Context(), v, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("stored while another process holds the lock: %v", err)
	}
	for range 20 {
		if _, err := s.Save(t.Context(), v, nil); err == nil || !strings.Contains(err.Error(), "the outbox is closed") {
			t.Errorf("the database was asked again: %v", err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "it is stored", func() bool {
		_, err := s.Save(t.Context(), v, nil)
		return err == nil
	})
	if _, err := patient.Find(t.Context(), v.ID); err != nil {
		t.Error(err)
	}
}

// A list may be long: a tool has more time than a visitor.
func TestAToolHasTime(t *testing.T) {
	t.Parallel()
	s := newStage(t, Config{URL: postgresURL(t)})
	s.keep(s.submission())
	s.config.patience = 2 * time.Second
	s.Store = s.open()
	tool, err := OpenNow(t.Context(), Config{URL: s.config.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer tool.Close()
	db, _ := s.rawSQL(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // Without effect after the one below.
	if _, err := tx.Exec(`LOCK TABLE submission IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	listed := make(chan error, 1)
	go func() {
		records, err := tool.List(t.Context(), Filter{})
		if len(records) != 1 {
			err = errors.Join(err, errors.New("nothing is listed"))
		}
		listed <- err
	}()
	if _, err := s.Find(t.Context(), "REF-0001"); err == nil {
		t.Error("found in a locked table")
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-listed; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tool.List(ctx, Filter{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a list without a caller: %v", err)
	}
}

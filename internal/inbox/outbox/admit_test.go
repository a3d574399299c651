package outbox

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// unopened is a store whose supervisor has not begun.
func unopened(t *testing.T) (s *stage, begin func()) {
	t.Helper()
	c := &clock{now: start}
	s = &stage{t: t, clock: c, config: Config{Dir: t.TempDir(), Now: c.Now}}
	var err error
	if s.Store, err = newStore(s.config); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.supervised = stop, true
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, func() { s.supervising.Go(func() { s.supervise(ctx) }) }
}

func TestWhoIsThereBeforeTheDatabaseIsOpenWaitsForIt(t *testing.T) {
	t.Parallel()
	s, begin := unopened(t)
	time.AfterFunc(20*time.Millisecond, begin)
	v := s.submission()
	if kept := s.keep(v); kept.ID != v.ID {
		t.Errorf("kept %+v", kept)
	}
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
	dir := t.TempDir()
	overwriteAll(t, filepath.Join(dir, FileName), []byte(strings.Repeat("text ", 1000)))
	store, err := Open(Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	await(t, 10*time.Second, "the first opening has failed", func() bool { return !errors.Is(store.Status().Err, errOpening) })
	s := &stage{t: t, clock: &clock{now: start}}
	begun := time.Now()
	if _, err := store.Save(t.Context(), s.submission(), nil); err == nil {
		t.Error("kept")
	}
	if took := time.Since(begun); took > soon {
		t.Errorf("refused after %v", took)
	}
}

// While a database hangs, only the supervisor waits for it.
func TestAFailingDatabaseIsWaitedForOnlyOnce(t *testing.T) {
	t.Parallel()
	const patience = 700 * time.Millisecond
	s := newStage(t, Config{Dir: t.TempDir(), patience: patience})
	db, _ := s.rawSQL(t)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback() // Without effect after the one below.
	if _, err := tx.Exec(`UPDATE probe SET id = id`); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err := s.Save(t.Context(), s.submission(), nil); err == nil || time.Since(begun) < patience {
		t.Fatalf("%v after %v", err, time.Since(begun))
	}
	begun = time.Now()
	for range 20 {
		if _, err := s.Save(t.Context(), s.submission(), nil); err == nil {
			t.Error("kept in a locked database")
		}
		if _, err := s.Counts(t.Context()); err == nil {
			t.Error("counted in a failing database")
		}
	}
	if took := time.Since(begun); took > 10*patience {
		t.Errorf("20 were refused in %v", took)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	freed := time.Now()
	awaitReady(t, s.Store, openingLimit)
	if took := time.Since(freed); took > soon {
		t.Errorf("ready %v after the lock was gone", took)
	}
	s.keep(s.submission())
}

// A list may be long: it ends with its caller, not after the time that a visitor has.
func TestAListMayTakeLongerThanAVisitor(t *testing.T) {
	t.Parallel()
	const patience = 700 * time.Millisecond
	url := postgresURL(t)
	s := newStage(t, Config{URL: url + "&statement_timeout=600&lock_timeout=600", patience: patience})
	s.keep(s.submission())
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
		records, err := s.List(t.Context(), Filter{})
		if len(records) != 1 {
			err = errors.Join(err, errors.New("nothing is listed"))
		}
		listed <- err
	}()
	// Whoever is limited gives up meanwhile.
	if _, err := s.Find(t.Context(), "REF-0001"); err == nil {
		t.Error("found in a locked table")
	}
	await(t, 10*time.Second, "the store is well", func() bool { return s.Status().Ready })
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
	if _, err := s.List(ctx, Filter{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a list without a caller: %v", err)
	}
}

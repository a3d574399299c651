package render

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"golang.org/x/sync/semaphore"
)

func withSlots(size int) *Pool {
	return &Pool{config: Config{Size: size}, slots: semaphore.NewWeighted(int64(size))}
}

func TestWhoWaitsLongestIsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := withSlots(1)
		first, err := s.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		wait := func(name string) {
			go func() {
				m, err := s.take(t.Context())
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				order = append(order, name) // one place: one at a time
				s.give(m)
			}()
			synctest.Wait()
		}
		wait("one")
		wait("two")
		wait("three")
		s.give(first)
		synctest.Wait()
		if want := []string{"one", "two", "three"}; !slices.Equal(order, want) {
			t.Errorf("order = %q, want %q", order, want)
		}
	})
}

func TestWhoGivesUpLosesNoPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := withSlots(1)
		held, err := s.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		impatient, leave := context.WithCancel(t.Context())
		go func() {
			if _, err := s.take(impatient); !errors.Is(err, context.Canceled) {
				t.Errorf("err = %v", err)
			}
		}()
		synctest.Wait()
		// Its turn comes and it leaves: whichever it sees first, the place is free afterwards.
		leave()
		s.give(held)
		synctest.Wait()
		if !s.slots.TryAcquire(1) {
			t.Error("not every slot is free")
		}
		if _, err := s.take(impatient); !errors.Is(err, context.Canceled) {
			t.Errorf("with a context that has ended: %v", err)
		}
	})
}

func TestTheMachineThatWasUsedLastIsUsedNext(t *testing.T) {
	s := withSlots(2)
	for range 2 {
		if m, err := s.take(t.Context()); m != nil || err != nil {
			t.Fatal(m, err)
		}
	}
	one, two := &machine{uses: 1}, &machine{uses: 2}
	s.give(one)
	s.give(two)
	for range 3 {
		m, err := s.take(t.Context())
		if m != two || err != nil {
			t.Fatalf("machine %+v, %v", m, err)
		}
		s.give(m)
	}
}

func TestCloseWaitsForWhoRendersAndTurnsAwayWhoWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := withSlots(1)
		if _, err := s.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		var turnedAway error
		go func() { _, turnedAway = s.take(t.Context()) }()
		synctest.Wait()
		closed := false
		var left error
		go func() { left, closed = s.Close(), true }()
		synctest.Wait()
		if closed {
			t.Error("closed while a page was rendered")
		}
		s.give(&machine{}) // which cannot be closed: it has no engine
		synctest.Wait()
		if !errors.Is(turnedAway, ErrClosed) {
			t.Errorf("who waited got %v", turnedAway)
		}
		if !closed || left == nil || len(s.idle) > 0 {
			t.Errorf("closed: %v, of its machine: %v, left %v", closed, left, s.idle)
		}
	})
}

package outbox

import (
	"errors"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestMailsThatWaitAreTriedWhenTheProviderTakesOneAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		down := errors.New("connection refused")
		f := newSender(fates(down, down, &site.DeliveryError{Fate: site.FateRetry, Status: 429, After: 30 * time.Minute}))
		s.run(worker(s, f))
		failed := s.submission()
		s.keep(failed)
		first := f.next(t)
		await(t, 10*time.Second, "the first failure is noted", func() bool { return s.find(failed.ID).Deliveries[0].Attempts == 1 })
		s.clock.Add(2500 * time.Millisecond)
		s.Wake()
		f.next(t)
		await(t, 10*time.Second, "the second failure is noted", func() bool { return s.find(failed.ID).Deliveries[0].Attempts == 2 })

		told := s.submission() // told to wait for half an hour
		s.keep(told)
		f.next(t)
		await(t, 10*time.Second, "the limit is noted", func() bool { return s.find(told.ID).Deliveries[0].Attempts == 1 })

		taken := s.submission()
		s.keep(taken)
		f.next(t)
		if again := f.next(t); again.key != first.key {
			t.Errorf("sent %q after the provider took one, want %q", again.key, first.key)
		}
		s.awaitState(failed.ID, StateSent)
		if d := s.find(told.ID).Deliveries[0]; d.State != StateWaiting || d.DueAt.Sub(s.clock.Now()) < 29*time.Minute {
			t.Errorf("a wait that the provider asked for was cut short: %+v", d)
		}
	})
}

func TestReliefComesOnceInAWhileAndOnlyAfterTrouble(t *testing.T) {
	t.Parallel()
	var r relief
	now := start
	if r.sent(now) {
		t.Error("relief without trouble")
	}
	r.failed()
	if !r.sent(now) {
		t.Error("no relief after trouble")
	}
	if r.sent(now) {
		t.Error("relief twice for one trouble")
	}
	r.failed()
	if r.sent(now.Add(reliefEvery - time.Millisecond)) {
		t.Error("relief again too soon")
	}
	if !r.sent(now.Add(reliefEvery)) {
		t.Error("no relief when it is time")
	}
	r.failed()
	if !r.sent(now.Add(-time.Hour)) {
		t.Error("a clock that was set back keeps relief away")
	}
}

func TestAMailThatFailsOftenKeepsItsWaits(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		down := errors.New("down")
		f := newSender(fates(down, down, down, down, down, down, down))
		s.run(worker(s, f))
		for attempt := 1; attempt <= reliefAttempts+1; attempt++ {
			f.next(t)
			await(t, 10*time.Second, "the failure is noted", func() bool { return s.find(v.ID).Deliveries[0].Attempts == attempt })
			if attempt <= reliefAttempts {
				s.clock.Add(time.Hour)
				s.Wake()
			}
		}
		other := s.submission()
		s.keep(other)
		f.next(t)
		s.awaitState(other.ID, StateSent)
		if n, err := s.hasten(t.Context()); n != 0 || err != nil {
			t.Errorf("hastened %d, %v", n, err)
		}
		if d := s.find(v.ID).Deliveries[0]; !d.DueAt.After(s.clock.Now()) {
			t.Errorf("due at %v, now %v", d.DueAt, s.clock.Now())
		}
	})
}

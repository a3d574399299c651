package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

func TestMailsAreSentAsTheyWereRenderedWithTheirKeys(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		f := newSender(nil)
		s.run(worker(s, f))
		v := s.submission()
		s.keep(v, confirmation(v))
		got := map[string]site.Message{}
		for range 2 {
			sent := f.next(t)
			got[sent.key] = sent.message
		}
		want := map[string]site.Message{"contact/" + v.ID: notice(v), "confirmation/" + v.ID: confirmation(v)}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("sent %+v, want %+v", got, want)
		}
		d := s.awaitState(v.ID, StateSent)
		if d.Attempts != 1 || !strings.HasPrefix(d.ProviderID, "provider-") || !d.SentAt.Equal(start) || !d.DueAt.IsZero() {
			t.Errorf("delivery %+v", d)
		}
		testkit.Eventually(t, "both are sent", func() bool { return s.counts().Sent == 2 })
		if records, err := s.List(t.Context(), Filter{State: StateSent}); err != nil || len(records) != 1 {
			t.Errorf("sent: %d, %v", len(records), err)
		}
	})
}

func TestAFailedMailIsTriedAgainAfterItsWait(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		f := newSender(fates(&site.DeliveryError{Fate: site.FateRetry, Status: 500, Reason: "oops"}, errors.New("connection reset")))
		s.run(worker(s, f))
		first := f.next(t)
		// Half of five seconds, then half of thirty.
		for attempt, wait := range []time.Duration{2500 * time.Millisecond, 15 * time.Second} {
			testkit.Eventually(t, "the failure is noted", func() bool { return s.find(v.ID).Deliveries[0].Attempts == attempt+1 })
			d := s.find(v.ID).Deliveries[0]
			if d.State != StateWaiting || !d.DueAt.Equal(s.clock.Now().Add(wait)) || d.LastError == "" {
				t.Errorf("after attempt %d: %+v", attempt+1, d)
			}
			s.clock.Add(wait)
			s.Wake()
			if again := f.next(t); !reflect.DeepEqual(again, first) {
				t.Errorf("attempt %d differs: %+v and %+v", attempt+2, again, first)
			}
		}
		if d := s.awaitState(v.ID, StateSent); d.Attempts != 3 || d.LastError != "" {
			t.Errorf("sent: %+v", d)
		}
	})
}

func TestTheFateDecides(t *testing.T) {
	t.Parallel()
	lost := &lease{attempts: 3, waited: horizon}
	young := &lease{attempts: 1}
	for name, test := range map[string]struct {
		lease *lease
		err   error
		want  failure
	}{
		"any error":      {young, errors.New("reset"), failure{StateWaiting, 15 * time.Second, true, true, "reset"}},
		"retry":          {young, &site.DeliveryError{Fate: site.FateRetry, Reason: "x"}, failure{StateWaiting, 15 * time.Second, true, false, "retry: x"}},
		"asked to wait":  {young, &site.DeliveryError{Fate: site.FateRetry, After: 24 * time.Hour}, failure{StateWaiting, 24 * time.Hour, true, false, "retry: "}},
		"asked for less": {young, &site.DeliveryError{Fate: site.FateRetry, After: time.Second}, failure{StateWaiting, 15 * time.Second, true, false, "retry: "}},
		"asked for ever": {young, &site.DeliveryError{Fate: site.FateRetry, After: 1e6 * time.Hour}, failure{StateWaiting, 72 * time.Hour, true, false, "retry: "}},
		"park":           {lost, &site.DeliveryError{Fate: site.FatePark, Status: 401}, failure{StateParked, 30 * time.Minute, false, false, "park: 401: "}},
		"dead":           {young, &site.DeliveryError{Fate: site.FateDead, Status: 422}, failure{StateDead, 0, true, false, "dead: 422: "}},
		"tried for long": {lost, &site.DeliveryError{Fate: site.FateRetry, Uncertain: true}, failure{StateDead, 0, true, true, "retry: "}},
	} {
		if got := classify(test.lease, test.err, 0.5); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func TestTheWaitsGrowToAnHourAndEndAfterThreeDays(t *testing.T) {
	t.Parallel()
	l := &lease{}
	var waits []time.Duration
	for {
		v := classify(l, &site.DeliveryError{Fate: site.FateRetry}, 1)
		if v.state == StateDead {
			break
		}
		waits = append(waits, v.wait)
		l.attempts++
		l.waited += v.wait
	}
	if got := waits[:7]; !slices.Equal(got, append(slices.Clone(steps), time.Hour)) {
		t.Errorf("waits %v", got)
	}
	if l.waited < 72*time.Hour || l.waited > 73*time.Hour {
		t.Errorf("dead after %v", l.waited)
	}
	if short := backoff(1, 0, 0); short != 0 {
		t.Errorf("full jitter begins at zero, not %v", short)
	}
}

func TestParkedMailsWaitForTheConfigurationAndLoseNoAttempts(t *testing.T) {
	t.Parallel()
	refused := &site.DeliveryError{Fate: site.FatePark, Status: 401, Reason: "invalid key"}
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		f := newSender(fates(refused, refused, refused))
		stop := s.run(worker(s, f))
		f.next(t)
		if d := s.awaitState(v.ID, StateParked); d.Attempts != 0 || !d.DueAt.Equal(s.clock.Now().Add(30*time.Minute)) || d.LastError != refused.Error() {
			t.Errorf("parked: %+v", d)
		}
		s.clock.Add(30 * time.Minute)
		s.Wake()
		f.next(t) // By itself, half an hour later.
		testkit.Eventually(t, "it is parked again", func() bool { return s.find(v.ID).Deliveries[0].DueAt.After(s.clock.Now()) })
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		stop = s.run(worker(s, f))
		f.next(t) // At the start.
		testkit.Eventually(t, "it is parked again", func() bool {
			d := s.find(v.ID).Deliveries[0]
			return d.State == StateParked && d.DueAt.Equal(s.clock.Now().Add(30*time.Minute))
		})
		if n, err := s.Retry(t.Context(), nil); n != 1 || err != nil {
			t.Fatalf("retried %d, %v", n, err)
		}
		f.next(t) // By command.
		s.awaitState(v.ID, StateSent)
		_ = stop()
	})
}

func TestDeadMailsStayUntilSomebodyRetriesThem(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v, w := s.submission(), s.submission()
		s.keep(v)
		f := newSender(fates(&site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "no such domain"}))
		s.run(worker(s, f))
		f.next(t)
		if d := s.awaitState(v.ID, StateDead); d.Attempts != 1 || d.LastError != "dead: 422: no such domain" {
			t.Errorf("dead: %+v", d)
		}
		s.keep(w)
		f.next(t)
		s.awaitState(w.ID, StateSent)
		if dead, err := s.List(t.Context(), Filter{State: StateDead}); err != nil || len(dead) != 1 || dead[0].ID != v.ID {
			t.Errorf("dead: %v, %v", dead, err)
		}
		if n, err := s.Retry(t.Context(), []string{v.Reference, w.ID}); n != 1 || err != nil {
			t.Fatalf("retried %d, %v; what is sent is not sent again", n, err)
		}
		if sent := f.next(t); sent.key != "contact/"+v.ID {
			t.Errorf("retried %q", sent.key)
		}
		if d := s.awaitState(v.ID, StateSent); d.Attempts != 1 {
			t.Errorf("attempts start anew: %+v", d)
		}
	})
}

func TestOnceTheProviderForgotTheKeyTheMailIsMarked(t *testing.T) {
	t.Parallel()
	maybe := &site.DeliveryError{Fate: site.FateRetry, Uncertain: true, After: 23 * time.Hour}
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		no := &site.DeliveryError{Fate: site.FateRetry, After: time.Hour}
		f := newSender(fates(no, maybe, maybe, maybe))
		s.run(worker(s, f))
		key := "contact/" + v.ID
		for i, want := range []struct {
			key  string
			wait time.Duration
		}{
			{key, time.Hour},                  // Refused for certain: the provider has not seen it.
			{key, 23 * time.Hour},             // The first uncertain attempt.
			{key, 23 * time.Hour},             // 23 hours after it.
			{key + "/again", 23 * time.Hour},  // 46 hours after it; the first under the new key.
			{key + "/again", 100 * time.Hour}, // 23 hours after that: taken.
		} {
			sent := f.next(t)
			marked := sent.message.Headers["X-Possible-Duplicate"] == "true"
			if sent.key != want.key || marked != strings.HasSuffix(want.key, "/again") {
				t.Errorf("attempt %d: key %q, marked %v; want %q", i+1, sent.key, marked, want.key)
			}
			testkit.Eventually(t, "the attempt is noted", func() bool { return s.find(v.ID).Deliveries[0].Attempts == i+1 })
			s.clock.Add(want.wait)
			s.Wake()
		}
		s.awaitState(v.ID, StateSent)
	})
}

func TestALeaseThatRunsOutComesBackAndTheLateAnswerChangesNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		first, err := s.claim(t.Context(), "dead node", 30*time.Second, mailQueues, keyMemory)
		if err != nil || first == nil {
			t.Fatal(first, err)
		}
		if other, err := s.claim(t.Context(), "b", 30*time.Second, mailQueues, keyMemory); other != nil || err != nil {
			t.Fatalf("claimed twice: %+v, %v", other, err)
		}
		s.clock.Add(30 * time.Second)
		second, err := s.claim(t.Context(), "b", 30*time.Second, mailQueues, keyMemory)
		if err != nil || second == nil || second.seq != first.seq || second.attempts != 1 {
			t.Fatalf("after the lease: %+v, %v", second, err)
		}
		if err := s.postpone(t.Context(), first, failure{state: StateDead}); !errors.Is(err, errOvertaken) {
			t.Errorf("late failure: %v", err)
		}
		if err := s.sent(t.Context(), first, "p"); !errors.Is(err, errOvertaken) {
			t.Errorf("late return: %v", err)
		}
		if err := s.sent(t.Context(), second, "p2"); err != nil {
			t.Fatal(err)
		}
		if err := s.sent(t.Context(), first, "p1"); !errors.Is(err, errOvertaken) {
			t.Errorf("late success: %v", err)
		}
		if d := s.find(v.ID).Deliveries[0]; d.State != StateSent || d.ProviderID != "p2" {
			t.Errorf("delivery %+v", d)
		}
		if !s.Status().Ready {
			t.Error("a late answer closes the store")
		}
		// Whoever died may have sent it: its memory counts from the first claim.
		w := s.submission()
		s.keep(w)
		if l, err := s.claim(t.Context(), "dead node", time.Minute, mailQueues, keyMemory); err != nil || l == nil {
			t.Fatal(l, err)
		}
		s.clock.Add(24 * time.Hour)
		if l, err := s.claim(t.Context(), "b", time.Minute, mailQueues, keyMemory); err != nil || l.again != 1 {
			t.Errorf("a day after a node died with it: %+v, %v", l, err)
		}
	})
}

func TestNothingIsClaimedBeforeItMayBeSent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		f := newSender(nil)
		asked := make(chan struct{}, 100)
		allow := make(chan struct{})
		f.reserve = func(ctx context.Context) error {
			asked <- struct{}{}
			select {
			case <-allow:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		v := s.submission()
		s.keep(v)
		stop := s.run(worker(s, f))
		<-asked
		if l, err := s.claim(t.Context(), "other", time.Minute, mailQueues, keyMemory); err != nil || l == nil {
			t.Fatalf("the mail is claimed while the rate holds it back: %+v, %v", l, err)
		} else if err := s.postpone(t.Context(), l, failure{state: StateWaiting}); err != nil {
			t.Fatal(err)
		}
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		if d := s.find(v.ID).Deliveries[0]; d.Attempts != 0 || d.State != StateWaiting {
			t.Errorf("waiting cost an attempt: %+v", d)
		}
	})
}

func TestAPanickingSenderStopsNothing(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	f := newSender(func(_ context.Context, n int, _ string) error {
		if n == 1 {
			panic("secret text of a visitor")
		}
		return nil
	})
	v, w := s.submission(), s.submission()
	s.keep(v)
	s.run(worker(s, f))
	f.next(t)
	testkit.Eventually(t, "the panic is noted", func() bool { return s.find(v.ID).Deliveries[0].Attempts == 1 })
	if got := s.find(v.ID).Deliveries[0].LastError; strings.Contains(got, "secret") {
		t.Errorf("last error %q", got)
	}
	s.keep(w)
	f.next(t)
	s.awaitState(w.ID, StateSent)
	s.clock.Add(time.Minute)
	s.Wake()
	f.next(t)
	s.awaitState(v.ID, StateSent)
}

func TestRunEndsWhenTheSendsUnderWayHaveEnded(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		let := make(chan struct{})
		f := newSender(func(ctx context.Context, _ int, _ string) error {
			select {
			case <-let:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		v, w := s.submission(), s.submission()
		s.keep(v)
		s.keep(w)
		stop := s.run(worker(s, f, func(c *WorkerConfig) { c.Workers = 1 }))
		first := f.next(t)
		ended := make(chan error, 1)
		go func() { ended <- stop() }()
		close(let)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		sentID := strings.TrimPrefix(first.key, "contact/")
		if d := s.find(sentID).Deliveries[0]; d.State != StateSent {
			t.Errorf("the send under way: %+v", d)
		}
		// The other one is free at once, for whoever comes next.
		if s.counts().Waiting == 1 {
			if l, err := s.claim(t.Context(), "next", time.Minute, mailQueues, keyMemory); err != nil || l == nil {
				t.Errorf("the mail that was not sent is not free: %+v, %v", l, err)
			}
		}
	})
}

func TestTheClockMayJump(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		f := newSender(fates(&site.DeliveryError{Fate: site.FateRetry}, &site.DeliveryError{Fate: site.FateRetry}, &site.DeliveryError{Fate: site.FateRetry}))
		v := s.submission()
		s.keep(v)
		s.run(worker(s, f))
		for i, jump := range []time.Duration{-time.Hour, 10 * 365 * 24 * time.Hour, -10 * 365 * 24 * time.Hour} {
			f.next(t)
			testkit.Eventually(t, "the failure is noted", func() bool { return s.find(v.ID).Deliveries[0].Attempts == i+1 })
			s.clock.Add(jump)
			s.Wake()
			if jump > 0 {
				continue // All is due at once: only early by the clock that was set.
			}
			// It waits for no more than its step, counted from the new time.
			testkit.Eventually(t, "the wait is counted from the new time", func() bool {
				due := s.find(v.ID).Deliveries[0].DueAt
				return !due.After(s.clock.Now().Add(steps[i])) && due.After(s.clock.Now())
			})
			s.clock.Add(steps[i])
			s.Wake()
		}
		f.next(t)
		s.awaitState(v.ID, StateSent)

		// What was just queued goes out at once, although it is from the future now.
		w := s.submission()
		s.clock.Add(time.Hour)
		s.keep(w)
		s.clock.Add(-2 * time.Hour)
		s.Wake()
		s.awaitState(w.ID, StateSent)
	})
}

func TestAClockThatIsYearsAheadErasesNothing(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	clock := onSQLite(t)
	for i, step := range []struct {
		after  time.Duration
		purges bool
	}{
		{0, true}, // the first time
		{day - time.Second, false},
		{time.Second, true},
		{29 * day, true},
		{4000 * day, false},
		{time.Hour, false},
		{23 * time.Hour, true},
		{-4000 * day, false}, // it was wrong for a day
		{day, true},
		{60 * day, false},
		{-59 * day, false}, // it was wrong for a moment
		{day, true},
	} {
		clock.clock.Add(step.after)
		until, err := clock.purgeTime(t.Context())
		if err != nil || until > 0 != step.purges {
			t.Errorf("step %d: %d, %v", i, until, err)
		}
		if until > 0 {
			if _, err := clock.purge(t.Context(), until); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := onSQLite(t)
	v := s.submission()
	s.keep(v)
	s.deliver(v.ID)
	u := (&maintenance{Worker: worker(s, newSender(nil))})
	if err := u.runOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.clock.Add(10 * 365 * 24 * time.Hour)
	if err := u.runOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.find(v.ID)
	s.clock.Add(25 * time.Hour)
	if err := u.runOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Find(t.Context(), v.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("after a day it is right: %v", err)
	}
}

func TestAPurgeGoesByTheTimeThatWasTrusted(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission()
	s.keep(v)
	until, err := s.purgeTime(t.Context())
	if err != nil || until == 0 {
		t.Fatal(until, err)
	}
	s.clock.Add(10 * 365 * 24 * time.Hour)
	if n, err := s.purge(t.Context(), until); n != 0 || err != nil {
		t.Errorf("the clock leapt after it was looked at: %d erased, %v", n, err)
	}
	s.find(v.ID)
}

func TestTheOnlyWorkerTakesOverFromADeadOneAtOnce(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission()
	s.keep(v)
	if l, err := s.claim(t.Context(), "dead", time.Hour, mailQueues, keyMemory); err != nil || l == nil {
		t.Fatal(l, err)
	}
	f := newSender(nil)
	s.run(worker(s, f))
	f.next(t)
	if d := s.awaitState(v.ID, StateSent); d.Attempts != 2 {
		t.Errorf("the attempt of the dead one counts: %+v", d)
	}

	// A second worker beside a living one leaves its leases alone.
	w := s.submission()
	other := s.open()
	if _, err := other.Save(t.Context(), w, nil); err != nil {
		t.Fatal(err)
	}
	second := worker(s, f, func(c *WorkerConfig) { c.Store = other })
	if err := second.takeOver(t.Context()); err != nil || second.lock != nil {
		t.Errorf("two only workers: %v", err)
	}
}

func TestLogsHoldNothingThatAVisitorTyped(t *testing.T) {
	t.Parallel()
	const canary = "Canary7Qx"
	var log testkit.Log
	s := newStage(t, Config{Dir: t.TempDir(), Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	f := newSender(func(_ context.Context, n int, _ string) error {
		switch n {
		case 1:
			panic("panic with " + canary)
		case 2:
			return errors.New("refused " + canary)
		}
		return fmt.Errorf("bad address %s: %w", canary, &site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "a closed set"})
	})
	s.run(worker(s, f, func(c *WorkerConfig) { c.Logger = s.logger }))
	for range 3 {
		v := s.submission(func(v *site.Submission) { v.Values[0].Value, v.Suspect = canary, "" })
		s.keep(v)
		f.next(t)
		testkit.Eventually(t, "the failure is noted", func() bool { return s.find(v.ID).Deliveries[0].LastError != "" })
	}
	v := s.submission(func(v *site.Submission) { v.Values[0].Value = canary + "\xff" })
	if _, err := s.Save(t.Context(), v, nil); err == nil || strings.Contains(err.Error(), canary) {
		t.Errorf("error %v", err)
	}
	if text := log.String(); strings.Contains(text, canary) || !strings.Contains(text, "mail not sent") {
		t.Errorf("the log: %s", text)
	}
}

// countingDriver counts how often the database is read.
type countingDriver struct {
	driver
	reads atomic.Int64
}

func (d *countingDriver) read(ctx context.Context, run work) error {
	d.reads.Add(1)
	return d.driver.read(ctx, run)
}

func TestAnIdleStoreIsHardlyAskedAndDueMailIsSentInTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := onSQLite(t)
		s.clock, s.config.Now = nil, nil
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s.Store = s.open()
		s.mu.Lock()
		counting := &countingDriver{driver: s.db}
		s.db = counting
		s.mu.Unlock()
		f := newSender(fates(errors.New("reset")))
		stop := s.run(NewWorker(WorkerConfig{Store: s.Store, Sender: f, Jitter: func() float64 { return 0.7 }, Logger: s.config.Logger}))
		synctest.Wait()
		before := counting.reads.Load()
		time.Sleep(time.Minute) // Of the bubble's clock.
		if reads := counting.reads.Load() - before; reads > 60 {
			t.Errorf("%d questions in an idle minute", reads)
		}
		s.clock = testkit.NewClock(time.Now())
		s.keep(s.submission())
		f.next(t)
		begun := time.Now()
		f.next(t)
		if waited := time.Since(begun); waited < 3500*time.Millisecond || waited > 3600*time.Millisecond {
			t.Errorf("tried again after %v, want 70 %% of 5 s", waited)
		}
		if err := errors.Join(stop(), s.Close()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestASendThatHangsIsCutAtTheEndAndTriedAgain(t *testing.T) {
	t.Parallel()
	for name, memory := range map[string]time.Duration{"WithKeys": 0, "WithoutKeys": -1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *stage) {
				f := newSender(func(ctx context.Context, n int, _ string) error {
					if n == 1 {
						<-ctx.Done()
						return &site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "sending was stopped"}
					}
					return nil
				})
				v := s.submission()
				s.keep(v)
				start := func() func() error {
					return s.run(worker(s, f, func(c *WorkerConfig) { c.KeyMemory = memory }))
				}
				stop := start()
				first := f.next(t)
				if err := stop(); err != nil {
					t.Errorf("Run: %v", err)
				}
				// It was cut by the end, not by its own limit. It is free at once, not when the lease is over, and what is
				// known of it is written down.
				if d := s.find(v.ID).Deliveries[0]; d.State != StateWaiting || d.Attempts != 1 || !strings.Contains(d.LastError, "stopped") {
					t.Errorf("after the cut: %+v", d)
				}
				s.clock.Add(steps[0])
				start()
				again := f.next(t)
				marked := again.message.Headers["X-Possible-Duplicate"] == "true"
				if memory == 0 && (again.key != first.key || marked) || memory < 0 && !marked {
					t.Errorf("tried again under %q after %q, marked %v", again.key, first.key, marked)
				}
				s.awaitState(v.ID, StateSent)
			})
		})
	}
}

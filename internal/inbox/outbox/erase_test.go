package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func TestAPurgeErasesWhatIsDueAndNothingElse(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		old := s.saveMany(2*eraseBatch+1, func(v *site.Submission) { v.EraseAfter = s.clock.Now().Add(time.Hour) })
		young := s.submission(func(v *site.Submission) { v.EraseAfter = s.clock.Now().Add(time.Hour + time.Millisecond) })
		s.keep(young)
		if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != 0 || err != nil {
			t.Fatalf("too early: %d, %v", n, err)
		}
		s.clock.Add(time.Hour)
		if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != 0 || err != nil {
			t.Fatalf("%d are purged while their notices wait, %v", n, err)
		}
		s.deliver(old...)
		if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != len(old) || err != nil {
			t.Fatalf("purged %d, %v", n, err)
		}
		s.find(young.ID)
		if c := s.counts(); c.Submissions != 1 || c.Waiting+c.Collected != 1 {
			t.Errorf("left: %+v", c)
		}
	})
}

// deliver notes that everything that belongs to submissions was sent.
func (s *stage) deliver(ids ...string) {
	s.t.Helper()
	s.setState("", StateSent, ids...)
}

// setState sets the state of the deliveries of submissions, of one kind or of all.
func (s *stage) setState(kind, state string, ids ...string) {
	s.t.Helper()
	err := s.write(s.t.Context(), func(ctx context.Context, tx *transaction) error {
		for _, id := range ids {
			const query = `UPDATE outbox SET state = $1 WHERE submission_id = $2 AND ($3 = '' OR kind = $3)`
			if _, err := tx.exec(ctx, query, state, id, kind); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// TestNothingIsErasedThatWasNotDelivered keeps a submission over a year in every state that a
// delivery can be in.
func TestNothingIsErasedThatWasNotDelivered(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		for _, c := range []struct {
			notice, confirmation string
			stays                bool
		}{
			{StateSent, StateSent, false},
			{StateWaiting, StateSent, true},
			{StateParked, StateSent, true},
			{StateHeld, StateHeld, true},
			{StateCollected, StateSent, true},
			{StateDead, StateSent, true},
			{StateSent, StateWaiting, true},
			{StateSent, StateParked, true},
			{StateSent, StateDead, false}, // the team has it
			{StateSent, StateSkipped, false},
		} {
			v := s.submission(func(v *site.Submission) { v.EraseAfter = s.clock.Now() })
			s.keep(v, confirmation(v))
			s.setState(site.MailNotice, c.notice, v.ID)
			s.setState(site.MailConfirmation, c.confirmation, v.ID)
			s.clock.Add(365 * 24 * time.Hour)
			if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); err != nil || (n == 0) != c.stays {
				t.Errorf("a notice that is %s and a confirmation that is %s: %d are erased, %v", c.notice, c.confirmation, n, err)
			}
			if !c.stays {
				continue
			}
			s.find(v.ID)
			s.deliver(v.ID)
			if n, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); n != 1 || err != nil {
				t.Errorf("after the delivery of what was %s and %s: %d are erased, %v", c.notice, c.confirmation, n, err)
			}
		}
	})
}

// TestAnOutageErasesNothing keeps a request whose time was over when it arrived, as that of a date of
// birth taken for its appointment, while the provider is away for longer than anything is kept.
func TestAnOutageErasesNothing(t *testing.T) {
	t.Parallel()
	for name, outage := range map[string]error{
		"fails":   &site.DeliveryError{Fate: site.FateRetry, Status: 503, Reason: "unavailable"},
		"is gone": errors.New("connection refused"),
		"refuses": &site.DeliveryError{Fate: site.FatePark, Status: 401, Reason: "invalid key"},
		"is busy": &site.DeliveryError{Fate: site.FateLater, Status: 429, After: time.Hour},
		"says no": &site.DeliveryError{Fate: site.FateDead, Status: 422, Reason: "no"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *stage) {
				v := s.submission(func(v *site.Submission) {
					v.Values = append(v.Values, site.Entry{Name: "geburt", Value: "1980-05-04"}, site.Entry{Name: "date", Value: "2026-12-28"})
					v.EraseAfter = s.clock.Now()
				})
				s.keep(v, confirmation(v))
				upkeep := &maintenance{Worker: worker(s, newSender(nil))}
				for range 20 {
					s.attempt(outage)
					s.clock.Add(10 * 24 * time.Hour) // no leap yet
					if err := upkeep.runOnce(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				s.find(v.ID)
				if _, err := s.Retry(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
				s.clock.Add(time.Hour)
				s.attempt(nil)
				if got := s.states(v.ID); !slices.Equal(got, []string{StateSent, StateSent}) {
					t.Errorf("once the provider is back, its mails are %q", got)
				}
				s.clock.Add(24 * time.Hour)
				if err := upkeep.runOnce(t.Context()); err != nil {
					t.Fatal(err)
				}
				if _, err := s.Find(t.Context(), v.ID); !errors.Is(err, ErrNotFound) {
					t.Errorf("it stays after it was delivered: %v", err)
				}
			})
		})
	}
}

// attempt tries each mail that is due once, with this outcome.
func (s *stage) attempt(outcome error) {
	s.t.Helper()
	for {
		l, err := s.claim(s.t.Context(), "node", time.Hour, mailQueues, keyMemory)
		if err != nil {
			s.t.Fatal(err)
		}
		if l == nil {
			return
		}
		if outcome == nil {
			err = s.sent(s.t.Context(), l, "taken")
		} else {
			err = s.postpone(s.t.Context(), l, classify(l, outcome, 1))
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

func TestAnAddressIsErasedFromEverywhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		var mine []string
		for _, address := range []string{
			"Ada@M\u00fcnchen.test", "ada@xn--mnchen-3ya.test ", "ADA@M\u00dcNCHEN.TEST", "ada@m\u00fcnchen.test", "ada@m\u00fcnchen.test",
			"bob@example.com", "ada+x@m\u00fcnchen.test",
		} {
			v := s.submission(to(address))
			s.keep(v, confirmation(v))
			mine = append(mine, v.ID)
		}
		n, err := s.DeleteEmail(t.Context(), "ADA@m\u00fcnchen.test")
		if n != 5 || err != nil {
			t.Fatalf("erased %d, %v", n, err)
		}
		for i, id := range mine {
			if _, err := s.Find(t.Context(), id); errors.Is(err, ErrNotFound) != (i < 5) {
				t.Errorf("%d: %v", i, err)
			}
		}
	})
}

// An earlier program knew mailboxes by their hashes.
func TestAPurgeForgetsMailboxes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		s.execute(`INSERT INTO confirmed (address, mailbox, queued_at) VALUES ($1, $1, $2)`, []byte("ada"), s.clock.Now().UnixMilli())
		if _, err := s.purge(t.Context(), s.clock.Now().UnixMilli()); err != nil {
			t.Fatal(err)
		}
		left, err := writeResult(t.Context(), s.Store, func(ctx context.Context, tx *transaction) ([]int, error) {
			return column[int](ctx, tx, `SELECT count(*) FROM confirmed`)
		})
		if err != nil || !slices.Equal(left, []int{0}) {
			t.Errorf("%v rows of addresses are left, %v", left, err)
		}
	})
}

// No byte of what was erased stays in the file or its log (docs/reliability.md section 10).
func TestErasureLeavesNoTraceInTheFiles(t *testing.T) {
	t.Parallel()
	const canary = "Canary7Qx"
	for name, erase := range map[string]func(*stage) (int, error){
		"purge": func(s *stage) (int, error) {
			s.clock.Add(200 * 24 * time.Hour)
			for _, record := range s.all() {
				s.deliver(record.ID)
			}
			return s.purge(s.t.Context(), s.clock.Now().UnixMilli())
		},
		"by address": func(s *stage) (int, error) { return s.DeleteEmail(s.t.Context(), canary+"@example.com") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := onSQLite(t)
			v := s.submission(func(v *site.Submission) {
				v.Key = canary
				v.Values = []site.Entry{
					{Name: "name", Value: canary},
					{Name: "email", Value: canary + "@example.com"},
					{Name: "text", Value: strings.Repeat(canary+" ", 3000)},
				}
			})
			s.keep(v, confirmation(v))
			s.finishWith(t, v.ID, func(l *lease) error {
				return s.postpone(t.Context(), l, failure{state: StateWaiting, reason: "refused " + canary})
			})
			if n := s.traces(canary); n == 0 {
				t.Fatal("the canary is not even stored")
			}
			if n, err := erase(s); n != 1 || err != nil {
				t.Fatal(n, err)
			}
			if n := s.traces(canary); n != 0 {
				t.Errorf("%d traces left", n)
			}
			v2 := s.submission(func(v *site.Submission) { v.EraseAfter = s.clock.Now().Add(time.Hour) })
			s.keep(v2)
			s.find(v2.ID)
		})
	}
}

func TestWhatIsSentKeepsNoCopyOfTheMail(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission()
	s.keep(v)
	var stored string
	s.finishWith(t, v.ID, func(l *lease) error {
		stored = string(l.message)
		if s.traces(stored) == 0 {
			t.Error("the mail is not even stored")
		}
		return s.sent(t.Context(), l, "p")
	})
	if err := s.removeTraces(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := s.traces(stored); n != 0 {
		t.Errorf("%d traces of the mail", n)
	}
}

func TestItIsToldWhatWasErased(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var told [][]string
			config := Config{Dir: t.TempDir(), Erased: func(ids []string) { told = append(told, slices.Clone(ids)) }}
			if name == "PostgreSQL" {
				config.URL = postgresURL(t)
			}
			s := newStage(t, config)
			expect := func(what string, n, calls int, ids []string) {
				t.Helper()
				all := slices.Concat(told...)
				slices.Sort(all)
				slices.Sort(ids)
				if n != len(ids) || len(told) != calls || !slices.Equal(all, ids) {
					t.Errorf("%s: %d erased, told %v in %d calls, want %v", what, n, all, len(told), ids)
				}
				for _, batch := range told {
					if len(batch) > eraseBatch {
						t.Errorf("%s: %d in one call", what, len(batch))
					}
				}
				told = nil
			}
			v, w, other := s.submission(), s.submission(), s.submission()
			s.keep(v)
			s.keep(w)
			s.keep(other)
			n, err := s.Delete(t.Context(), []string{v.Reference, "unknown"})
			if err != nil {
				t.Fatal(err)
			}
			expect("by reference", n, 1, []string{v.ID})
			if n, err = s.DeleteEmail(t.Context(), w.Value("email")); err != nil {
				t.Fatal(err)
			}
			expect("by address", n, 1, []string{w.ID})
			if n, err = s.Delete(t.Context(), []string{v.ID}); err != nil {
				t.Fatal(err)
			}
			expect("nothing", n, 0, nil)
			ids := s.saveMany(eraseBatch+20, func(v *site.Submission) { v.EraseAfter = s.clock.Now() })
			s.deliver(ids...)
			if n, err = s.purge(t.Context(), s.clock.Now().UnixMilli()); err != nil {
				t.Fatal(err)
			}
			expect("by age", n, 2, ids)
			s.find(other.ID)
		})
	}
}

// all returns everything that is stored.
func (s *stage) all() []Record {
	s.t.Helper()
	records, err := s.List(s.t.Context(), Filter{})
	if err != nil {
		s.t.Fatal(err)
	}
	return records
}

// traces counts a text in all files of the store.
func (s *stage) traces(text string) int {
	s.t.Helper()
	files, err := filepath.Glob(filepath.Join(s.config.Dir, "*"))
	if err != nil || len(files) == 0 {
		s.t.Fatal(files, err)
	}
	n := 0
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			s.t.Fatal(err)
		}
		n += bytes.Count(content, []byte(text))
	}
	return n
}

func TestReadersDoNotKeepAScrubFromEnding(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	for i := range 20 {
		s.keep(s.submission(func(v *site.Submission) { v.Key = fmt.Sprint("k", i) }))
	}
	done := make(chan struct{})
	read := make(chan error, 1)
	go func() {
		var err error
		for err == nil {
			select {
			case <-done:
				read <- nil
				return
			default:
				_, err = s.List(t.Context(), Filter{})
			}
		}
		read <- err
	}()
	_, err := s.Delete(t.Context(), []string{"REF-0001"})
	close(done)
	if err := errors.Join(err, <-read); err != nil {
		t.Fatal(err)
	}
}

// What a reader kept a purge from is done by the next look, an hour later, and not a day later.
func TestAPurgeThatLeftTracesComesAgain(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission()
	s.keep(v)
	s.deliver(v.ID)
	db, _ := s.rawSQL(t)
	reading, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	for _, read := range []string{`BEGIN DEFERRED`, `SELECT count(*) FROM submission`} {
		if _, err := reading.ExecContext(t.Context(), read); err != nil {
			t.Fatal(err)
		}
	}
	s.clock.Add(200 * 24 * time.Hour)
	patience, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	if _, err := s.purge(patience, s.clock.Now().UnixMilli()); err == nil {
		t.Fatal("nothing is left behind")
	}
	s.clock.Add(time.Hour)
	if until, err := s.purgeTime(t.Context()); err != nil || until == 0 {
		t.Errorf("the next purge waits for a day: %d, %v", until, err)
	}
}

// While a long reader, such as a backup, keeps a purge from emptying the log, visitors are heard.
func TestAPurgeBesideALongReaderLetsOthersWrite(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.keep(s.submission())
	db, _ := s.rawSQL(t)
	reading, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	for _, read := range []string{`BEGIN DEFERRED`, `SELECT count(*) FROM submission`} {
		if _, err := reading.ExecContext(t.Context(), read); err != nil {
			t.Fatal(err)
		}
	}
	s.keep(s.submission())
	patience, cancel := context.WithTimeout(t.Context(), 12*time.Second)
	ended := make(chan error)
	go func() { ended <- s.removeTraces(patience) }()
	var slowest time.Duration
	for range 40 {
		time.Sleep(50 * time.Millisecond)
		began := time.Now()
		s.keep(s.submission())
		slowest = max(slowest, time.Since(began))
		if slowest > time.Second {
			break
		}
	}
	cancel()
	<-ended
	if slowest > time.Second {
		t.Errorf("a visitor waits %s", slowest)
	}
}

package outbox

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// tell tells a state of a topic, once an hour at most, and reports whether it is known then.
func (s *stage) tell(store *Store, topic, state string) bool {
	s.t.Helper()
	known, err := store.Notify(s.t.Context(), topic, state, time.Hour, func() site.Message {
		return site.Message{Kind: site.MailProblems, To: []string{topic}, Subject: state}
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return known
}

// news returns the subjects of the mails that wait and are about no submission of their own, oldest first.
func (s *stage) news() (subjects []string) {
	s.t.Helper()
	err := s.read(s.t.Context(), func(ctx context.Context, tx *transaction) error {
		all, err := column[[]byte](ctx, tx, `SELECT message FROM outbox WHERE submission_id IS NULL AND state = 'waiting' ORDER BY seq`)
		for _, stored := range all {
			m, unread := decodeMail(stored)
			subjects, err = append(subjects, m.Subject), errors.Join(err, unread)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return subjects
}

func TestNewsIsToldOnceAndNotTooOften(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		node := s.open()
		for i, step := range []struct {
			after        time.Duration
			store        *Store
			topic, state string
			known        bool
			news         string
		}{
			{0, s.Store, "ann", "", true, ""}, // what everybody expects
			{0, s.Store, "ann", "one", true, "one"},
			{0, node, "ann", "one", true, "one"},                             // the other node knows it too
			{time.Hour - time.Millisecond, node, "ann", "two", false, "one"}, // within the hour
			{0, node, "bob", "two", true, "one two"},
			{time.Millisecond, node, "ann", "two", true, "one two two"},
			{0, s.Store, "ann", "", false, "one two two"},
			{time.Hour, s.Store, "ann", "", true, "one two two "},
			{0, node, "ann", "", true, "one two two "},
			{-24 * time.Hour, node, "ann", "three", true, "one two two  three"}, // the clock was wrong
			{0, node, "ann", "four", false, "one two two  three"},
		} {
			s.clock.Add(step.after)
			if known := s.tell(step.store, step.topic, step.state); known != step.known || strings.Join(s.news(), " ") != step.news {
				t.Errorf("step %d: known %v, mails %q", i, known, s.news())
			}
		}
		if err := node.Close(); err != nil {
			t.Fatal(err)
		}
		if node = s.open(); s.tell(node, "ann", "four") || len(s.news()) != 5 {
			t.Errorf("after a restart the hour is forgotten: %q", s.news())
		}
		f := newSender(nil)
		s.run(worker(s, f))
		for range s.news() {
			if sent := f.next(t); !strings.HasPrefix(sent.key, "problems/") || sent.message.Kind != site.MailProblems {
				t.Errorf("sent %+v", sent)
			}
		}
	})
}

func TestNodesThatTellTogetherTellOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		node := s.open()
		var group sync.WaitGroup
		for i := range 16 {
			store := []*Store{s.Store, node}[i%2]
			group.Go(func() {
				if !s.tell(store, "ann", "one") {
					t.Error("it is not known")
				}
			})
		}
		group.Wait()
		if got := s.news(); !slices.Equal(got, []string{"one"}) {
			t.Errorf("mails %q", got)
		}
	})
}

// suspects keeps so many suspects.
func (s *stage) suspects(n int) (all []site.Submission) {
	for range n {
		v := s.submission(func(v *site.Submission) { v.Suspect = "honeypot" })
		s.keep(v)
		all = append(all, *v)
	}
	return all
}

// untold returns the references of the suspects of which no mail told, newest first.
func (s *stage) untold() string {
	s.t.Helper()
	records, err := s.List(s.t.Context(), Filter{State: StateUntold})
	if err != nil {
		s.t.Fatal(err)
	}
	var references []string
	for i := range records {
		references = append(references, records[i].Reference)
	}
	return strings.Join(references, " ")
}

// tellOf tells of suspects.
func (s *stage) tellOf(suspects ...site.Submission) (bool, error) {
	m := site.Message{Kind: site.MailSuspects, Subject: suspects[0].Reference}
	return s.Notify(s.t.Context(), "team", suspects[0].ID, 24*time.Hour, func() site.Message { return m }, suspects...)
}

func TestOneMailTellsOfASuspect(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		s.keep(s.submission()) // 1 is none
		all := s.suspects(3)
		if _, err := s.Release(t.Context(), []string{all[2].ID}); err != nil {
			t.Fatal(err)
		}
		if got := s.untold(); got != "REF-0003 REF-0002" {
			t.Fatalf("untold: %s", got)
		}
		if known, err := s.tellOf(all[:2]...); !known || err != nil {
			t.Fatal(known, err)
		}
		more := s.suspects(1)
		if got := s.untold(); got != "REF-0005" {
			t.Errorf("untold: %s", got)
		}
		if known, err := s.tellOf(more...); known || err != nil || s.untold() != "REF-0005" {
			t.Errorf("a second mail within the day: %v, %v", known, err)
		}
		s.clock.Add(24 * time.Hour)
		// Another node was faster, for other recipients.
		if known, err := s.tellOf(more[0], all[0]); known || !errors.Is(err, errOvertaken) {
			t.Errorf("told twice: %v, %v", known, err)
		}
		if known, err := s.tellOf(more...); !known || err != nil || s.untold() != "" {
			t.Errorf("the next day: %v, %v", known, err)
		}
		if got := s.news(); !slices.Equal(got, []string{"REF-0002", "REF-0005"}) {
			t.Errorf("mails %q", got)
		}
		// It is told, and still held.
		if got := s.states(all[0].ID); !slices.Equal(got, []string{StateHeld}) {
			t.Errorf("a suspect that was told: %v", got)
		}
	})
}

func TestAMailThatCannotBeMadeIsNotTold(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	all := s.suspects(1)
	_, err := s.Notify(t.Context(), "team", "one", time.Hour, func() site.Message { panic("the form is gone") }, all...)
	if !errors.Is(err, errPanicked) || s.untold() == "" || !s.Status().Ready {
		t.Errorf("%v; untold %q, %v", err, s.untold(), s.Status())
	}
}

func TestErasingASuspectTakesItOutOfTheMailThatIsNotSent(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		all := s.suspects(3)
		for i := range all[:2] {
			if known, err := s.tellOf(all[i:]...); !known || err != nil {
				t.Fatal(known, err)
			}
			if _, err := s.Delete(t.Context(), []string{all[i].ID}); err != nil {
				t.Fatal(err)
			}
			if got := s.news(); got != nil || s.untold() == "" {
				t.Errorf("its mail stays: %q, and untold are %q", got, s.untold())
			}
		}
		if known, err := s.tellOf(all[2]); !known || err != nil {
			t.Fatal(known, err)
		}
		s.suspects(1)
		f := newSender(nil)
		stop := s.run(worker(s, f))
		f.next(t)
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		// What was sent was told, and the day goes on.
		if _, err := s.Delete(t.Context(), []string{all[2].ID}); err != nil {
			t.Fatal(err)
		}
		if known, err := s.tellOf(s.suspects(1)...); known || err != nil {
			t.Errorf("erasing what was told begins another day: %v, %v", known, err)
		}
	})
}

func TestSuspectsOfBeforeAreNotTold(t *testing.T) {
	t.Parallel()
	s := oldDatabase(t)
	db, _ := s.rawSQL(t)
	if _, err := db.Exec(`UPDATE submission SET suspect = 'honeypot'`); err != nil {
		t.Fatal(err)
	}
	s.Store = s.open()
	if got := s.untold(); got != "" {
		t.Errorf("untold: %s", got)
	}
}

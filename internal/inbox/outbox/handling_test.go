package outbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

func (s *stage) handle(id string, change func(h *Handling) (*site.Message, error)) (Handling, error) {
	return s.Handle(s.t.Context(), id, func(h *Handling, _ time.Time) (*site.Message, error) { return change(h) })
}

func appointment(n int) *site.Message {
	return &site.Message{
		Kind: site.MailAppointment, From: "site@example.com", To: []string{"ada@example.com"}, Subject: fmt.Sprint("Number ", n),
	}
}

func TestHandlingStaysBesideItsSubmission(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		if h := s.find(v.ID).Handling; h != (Handling{}) {
			t.Errorf("a new one is handled: %+v", h)
		}
		want := Handling{
			SeenAt: start, DoneAt: start.Add(time.Hour), DoneBy: "ada@example.com", AnsweredAt: start.Add(time.Minute),
			AnsweredBy: "bea@example.com", Assigned: "cem@example.com", Note: "Call \x01 'her' ☎", NotedAt: start, NotedBy: "d@example.com",
			StartsAt: start.AddDate(2, 0, 0), ConfirmedAt: start, ConfirmedBy: "e@example.com", Sequence: 1,
		}
		got, err := s.handle(v.ID, func(h *Handling) (*site.Message, error) { *h = want; return appointment(1), nil })
		if err != nil || got != want {
			t.Fatalf("%+v, %v", got, err)
		}
		record := s.open() // another node
		found, err := record.Find(t.Context(), v.ID)
		if err != nil || found.Handling != want {
			t.Errorf("another node finds %+v, %v", found.Handling, err)
		}
		kinds := []string{}
		for _, d := range found.Deliveries {
			kinds = append(kinds, d.Kind)
		}
		if !slices.Equal(kinds, []string{site.MailNotice, site.MailAppointment}) {
			t.Errorf("mails: %v", kinds)
		}

		if _, err := s.handle("none", func(*Handling) (*site.Message, error) { return nil, nil }); !errors.Is(err, ErrNotFound) {
			t.Errorf("of none: %v", err)
		}
		refused := errors.New("no")
		_, err = s.handle(v.ID, func(h *Handling) (*site.Message, error) { h.Note = "gone"; return appointment(2), refused })
		if !errors.Is(err, refused) || s.find(v.ID).Handling != want || len(s.find(v.ID).Deliveries) != 2 {
			t.Errorf("a refused change: %v, %+v", err, s.find(v.ID))
		}
		if status := s.Status(); !status.Ready {
			t.Errorf("a refusal closes the store: %v", status.Err)
		}

		// What is booked is not purged before it was, and all of it goes with the submission.
		s.execute(`UPDATE outbox SET state = 'sent' WHERE submission_id = $1`, v.ID)
		s.execute(`UPDATE submission SET erase_after = erase_after WHERE id = $1`, v.ID)
		if n, err := s.purge(t.Context(), start.AddDate(1, 0, 0).UnixMilli()); n != 0 || err != nil {
			t.Errorf("before the appointment %d are purged, %v", n, err)
		}
		if n, err := s.Delete(t.Context(), []string{v.ID}); n != 1 || err != nil {
			t.Errorf("%d are erased, %v", n, err)
		}
		for _, table := range []string{"handling", "outbox"} {
			if n := s.count(`SELECT count(*) FROM ` + table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

// A visitor is not told a former time after the one that counts.
func TestTheLastAppointmentIsTheOneThatIsTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		for n := 1; n < 4; n++ {
			_, err := s.handle(v.ID, func(h *Handling) (*site.Message, error) { h.Sequence = n; return appointment(n), nil })
			if err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				s.execute(`UPDATE outbox SET state = 'sent' WHERE kind = $1`, site.MailAppointment)
			}
		}
		var states []string
		for _, d := range s.find(v.ID).Deliveries {
			states = append(states, d.State)
		}
		if !slices.Equal(states, []string{"waiting", "sent", "skipped", "waiting"}) {
			t.Errorf("the mails are %v", states)
		}
	})
}

func (s *stage) count(query string) (n int) {
	s.t.Helper()
	err := s.read(s.t.Context(), func(ctx context.Context, tx *transaction) error {
		_, err := tx.row(ctx, query, nil, &n)
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

func TestOfTwoAtOnceOneHandlesAnInquiry(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		nodes, taken, all := []*Store{s.Store, s.open()}, 0, sync.WaitGroup{}
		var mu sync.Mutex
		for i := range 12 {
			all.Go(func() {
				_, err := nodes[i%2].Handle(t.Context(), v.ID, func(h *Handling, now time.Time) (*site.Message, error) {
					if h.Sequence > 0 {
						return nil, ErrChanged
					}
					h.Sequence, h.StartsAt = 1, now.AddDate(0, 0, i+1)
					return appointment(i), nil
				})
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					taken++
				} else if !errors.Is(err, ErrChanged) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if record := s.find(v.ID); taken != 1 || len(record.Deliveries) != 2 {
			t.Errorf("%d are taken, and there are the mails %+v", taken, record.Deliveries)
		}
	})
}

func TestListsOfWhatIsToDo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		add := func(change func(*site.Submission)) string {
			v := s.submission(change)
			s.clock.Add(time.Minute)
			s.keep(v)
			return v.ID
		}
		seen := add(func(v *site.Submission) { v.Values[0].Value = "Jürgen \"Zwei\" Öz_%" })
		done := add(func(v *site.Submission) { v.SiteID, v.Values[0].Text = "shop", "Called label" })
		fresh := add(func(v *site.Submission) {})
		caught := add(func(v *site.Submission) { v.Suspect = "fast" })
		dead := add(func(v *site.Submission) {})
		told := add(func(v *site.Submission) {})
		asked := add(func(v *site.Submission) {})
		s.execute(`UPDATE submission SET optin = $2 WHERE id = $1`, asked, []byte("address"))
		s.execute(`UPDATE outbox SET state = 'dead' WHERE submission_id = $1`, dead)
		s.execute(`INSERT INTO outbox (send_key, kind, site, form, message, state, queued_at, due_at) VALUES ('d', 'digest', '', '', '', 'parked', 1, 1)`)
		s.execute(`UPDATE outbox SET state = 'digested', digest_seq = (SELECT seq FROM outbox WHERE kind = 'digest') WHERE submission_id = $1`, told)
		for id, h := range map[string]Handling{seen: {SeenAt: start}, done: {SeenAt: start, DoneAt: start}} {
			if _, err := s.handle(id, func(to *Handling) (*site.Message, error) { *to = h; return nil, nil }); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			filter Filter
			want   []string
		}{
			{Filter{State: StateUnread}, []string{told, dead, fresh}},
			{Filter{State: StateOpen}, []string{told, dead, fresh, seen}},
			{Filter{State: StateOpen, Limit: 2}, []string{told, dead}},
			{Filter{State: StateFailed}, []string{told, dead}},
			{Filter{State: StateSuspect}, []string{caught}},
			{Filter{Sites: []string{"shop", "other"}}, []string{done}},
			{Filter{Sites: []string{}}, nil},
			{Filter{Text: "JÜRGEN \"zwei\" öz_%"}, []string{seen}},
			{Filter{Text: "gen \"z"}, []string{seen}},
			{Filter{Text: "Z\x00%'"}, nil},
			{Filter{Text: "called LABEL"}, []string{done}},
			{Filter{Text: "ref-0003"}, []string{fresh}},
			{Filter{Text: "receivedAt"}, nil}, // what is not typed
			{Filter{Until: start.Add(90 * time.Second)}, []string{done, seen}},
			{Filter{Text: "example.com", Limit: 2}, []string{asked, told}},
		} {
			records, err := s.List(t.Context(), c.filter)
			var got []string
			for _, r := range records {
				got = append(got, r.ID)
			}
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%+v: %v, %v; want %v", c.filter, got, err, c.want)
			}
		}
	})
}

// fillMany stores many submissions at once, all but every tenth of them seen and done.
func (s *stage) fillMany(n int) {
	s.t.Helper()
	words := strings.Repeat("Good morning, we would like to know more about this. ", 15)
	err := s.write(s.t.Context(), func(ctx context.Context, tx *transaction) error {
		for i := range n {
			v := s.submission(func(v *site.Submission) {
				v.ReceivedAt = start.Add(-time.Duration(i) * time.Minute)
				v.Values = append(v.Values, site.Entry{Name: "message", Label: "Message", Value: fmt.Sprint(words, " Number ", i)})
			})
			payload, err := encode(v)
			if err != nil {
				return err
			}
			if _, err := tx.exec(ctx, `INSERT INTO submission (id, reference, site, form, payload, digest, received_at, kept_at, erase_after)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7)`, v.ID, v.Reference, []string{"main", "shop"}[i%2], v.FormID, string(payload),
				v.Digest[:], v.ReceivedAt.UnixMilli()); err != nil {
				return err
			}
			if _, err := tx.exec(ctx, `INSERT INTO outbox (submission_id, send_key, kind, site, form, message, state, queued_at, due_at)
				VALUES ($1, $1, 'notice', '', '', '', 'sent', 1, 1)`, v.ID); err != nil {
				return err
			}
			if i%10 != 0 || i < n/2 {
				if _, err := tx.exec(ctx, `INSERT INTO handling (submission_id, seen_at, done_at) VALUES ($1, 1, 1)`, v.ID); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// BenchmarkList measures the first page of 50,000 submissions, and of what filters leave of them.
func BenchmarkList(b *testing.B) {
	s := newStage(b, Config{Dir: b.TempDir(), Quota: -1})
	s.fillMany(50_000)
	for name, filter := range map[string]Filter{
		"all": {}, "site": {Sites: []string{"shop"}}, "unread": {State: StateUnread}, "unread of a site": {State: StateUnread, Sites: []string{"shop"}},
		"open": {State: StateOpen}, "failed": {State: StateFailed}, "suspect": {State: StateSuspect}, "form": {Form: "none"},
		"common words": {Text: "good morning"}, "rare words": {Text: "number 49999"}, "no words": {Text: "jürgen"},
	} {
		b.Run(name, func(b *testing.B) {
			filter.Limit = 51
			for b.Loop() {
				if _, err := s.List(b.Context(), filter); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/op")
		})
	}
}

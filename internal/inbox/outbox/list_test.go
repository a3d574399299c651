package outbox

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/site"
)

func TestSubmissionsAreListedByFilter(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		add := func(change func(*site.Submission)) string {
			s.clock.Add(time.Minute)
			v := s.submission(change)
			s.keep(v)
			return v.ID
		}
		a := add(func(v *site.Submission) { v.Values[1].Value = " Ada@Example.COM " })
		b := add(func(v *site.Submission) { v.SiteID = "business" })
		c := add(func(v *site.Submission) { v.FormID = "booking" })
		d := add(func(v *site.Submission) { v.Suspect = "too fast" })
		s.finishWith(t, a, func(l *lease) error { return s.sent(t.Context(), l, "p") })
		s.finishWith(t, b, func(l *lease) error { return s.postpone(t.Context(), l, failure{state: StateParked}) })
		s.finishWith(t, c, func(l *lease) error { return s.postpone(t.Context(), l, failure{state: StateDead}) })
		e := add(func(v *site.Submission) { v.Values[0].Value = "info@xn--mnchen-3ya.test" })
		for name, test := range map[string]struct {
			filter Filter
			want   []string
		}{
			"all":        {Filter{}, []string{e, d, c, b, a}},
			"limit":      {Filter{Limit: 2}, []string{e, d}},
			"site":       {Filter{Site: "business"}, []string{b}},
			"form":       {Filter{Form: "booking", Site: "main"}, []string{c}},
			"email":      {Filter{Email: "ada@example.com"}, []string{a}},
			"Unicode":    {Filter{Email: "Info@M\u00dcNCHEN.test"}, []string{e}},
			"since":      {Filter{Since: start.Add(4 * time.Minute)}, []string{e, d}},
			"sent":       {Filter{State: StateSent}, []string{a}},
			"parked":     {Filter{State: StateParked}, []string{b}},
			"dead":       {Filter{State: StateDead}, []string{c}},
			"suspect":    {Filter{State: StateSuspect}, []string{d}},
			"waiting":    {Filter{State: StateWaiting}, []string{e}},
			"everything": {Filter{Site: "main", Form: "contact", State: StateWaiting, Email: "ADA5@example.com", Since: start, Limit: 9}, []string{e}},
			"nothing":    {Filter{Site: "none"}, []string{}},
		} {
			records, err := s.List(t.Context(), test.filter)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			got := []string{}
			for i := range records {
				got = append(got, records[i].ID)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: %v, want %v", name, got, test.want)
			}
		}
		if _, err := s.List(t.Context(), Filter{State: "lost"}); err == nil {
			t.Error("an unknown state is taken")
		}
		if c := s.counts(); c != (Counts{Submissions: 5, Suspect: 1, Sent: 1, Waiting: 1, Parked: 1, Dead: 1, Held: 1, OldestUnsent: start.Add(2 * time.Minute)}) {
			t.Errorf("counts %+v", c)
		}
	})
}

// finishWith claims the mail of a submission and ends it in some way.
func (s *stage) finishWith(t *testing.T, id string, end func(*lease) error) {
	t.Helper()
	l, err := s.claim(t.Context(), "test", time.Minute, mailQueues, keyMemory)
	if err != nil || l == nil || l.submissionID != id {
		t.Fatalf("claimed %+v, %v; want that of %s", l, err, id)
	}
	if err := end(l); err != nil {
		t.Fatal(err)
	}
}

func TestLongListsArePagedWithoutGapOrDouble(t *testing.T) {
	t.Parallel()
	s := newStage(t, Config{Dir: t.TempDir()})
	const n = 2*pageSize + 3
	s.saveMany(n)
	records, err := s.List(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i := range records {
		seen[records[i].ID] = true
		if len(records[i].Deliveries) != 1 {
			t.Fatalf("%s has %d deliveries", records[i].ID, len(records[i].Deliveries))
		}
	}
	if len(records) != n || len(seen) != n {
		t.Errorf("%d records, %d different ones, want %d", len(records), len(seen), n)
	}
	if some, err := s.List(t.Context(), Filter{Limit: pageSize + 1}); err != nil || len(some) != pageSize+1 {
		t.Errorf("limited to %d: %d, %v", pageSize+1, len(some), err)
	}
}

func TestARecordAsJSONLeavesOutWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	v := s.submission(func(v *site.Submission) { v.Key = "secret" })
	s.keep(v)
	text, err := json.Marshal(s.find(v.ID))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"id":"` + v.ID, `"deliveries":[{"seq":1,"kind":"notice","state":"waiting","attempts":0,"dueAt":"2026-11-21T12:00:00Z"}]`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("want %s in %s", want, text)
		}
	}
	if strings.Contains(string(text), "secret") || strings.Contains(string(text), "sentAt") {
		t.Errorf("too much: %s", text)
	}
}

// Files of submissions that another database holds, such as a file that was moved away because it was
// damaged, are none that belong to nothing.
func TestFilesFromBeforeThisDatabaseStay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v)
		later, err := uuid.NewV7() // after the database was made
		if err != nil {
			t.Fatal(err)
		}
		const before = "01800000-0000-7000-8000-000000000001"
		ids := []string{v.ID, before, later.String(), "no-id"}
		known, err := s.Known(t.Context(), ids)
		if err != nil || !slices.Equal(known, []string{v.ID, before}) {
			t.Errorf("of %q these are known: %q, %v", ids, known, err)
		}
	})
}

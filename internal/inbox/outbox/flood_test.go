package outbox

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// digester renders the references, and fails while err is set.
type digester struct{ err error }

func (d digester) Digest(all []site.Submission) (site.Message, error) {
	var references []string
	for i := range all {
		references = append(references, all[i].Reference)
	}
	return site.Message{Subject: "Digest", To: []string{"team@example.com"}, Text: strings.Join(references, " ")}, d.err
}

func (digester) Together(a, b *site.Submission) bool { return a.Value("place") == b.Value("place") }

// flood keeps 33 submissions of a form, which mails 30 notices and 30 confirmations in an hour.
func (s *stage) flood(t *testing.T) (collected []*site.Submission) {
	t.Helper()
	for i := range 33 {
		v := s.submission()
		s.keep(v, confirmation(v))
		want := []string{StateWaiting, StateWaiting}
		if i >= DefaultFloodLimit {
			want = []string{StateCollected, StateSkipped}
			collected = append(collected, v)
		}
		if got := s.states(v.ID); !slices.Equal(got, want) {
			t.Fatalf("submission %d: %v, want %v", i+1, got, want)
		}
	}
	return collected
}

func TestWhenMailFloodsADigestTellsOfTheRest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		collected := s.flood(t)
		other := s.submission(func(v *site.Submission) { v.FormID = "booking" })
		s.keep(other)
		if got := s.states(other.ID); got[0] != StateWaiting {
			t.Errorf("another form: %v", got)
		}
		f := newSender(nil)
		u := (&maintenance{Worker: worker(s, f, func(c *WorkerConfig) { c.Digester = digester{} })})
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != 3 {
			t.Fatalf("a digest before its time: %+v", c)
		}
		s.clock.Add(15 * time.Minute)
		for range 2 {
			if err := u.runOnce(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if c := s.counts(); c.Collected != 0 || c.Waiting != 31+30+1 {
			t.Fatalf("after the digest: %+v", c)
		}
		s.run(u.Worker)
		digests := 0
		for range 31 + 30 + 1 {
			sent := f.next(t)
			if slices.ContainsFunc(collected, func(v *site.Submission) bool { return sent.key == "contact/"+v.ID }) {
				t.Errorf("a collected notice is sent: %s", sent.key)
			}
			if strings.HasPrefix(sent.key, "digest/") {
				digests++
				if want := "REF-0031 REF-0032 REF-0033"; sent.message.Text != want || sent.message.Kind != site.MailDigest {
					t.Errorf("digest %+v, want %q", sent.message, want)
				}
			}
		}
		if digests != 1 {
			t.Errorf("%d digests", digests)
		}
		s.awaitState(collected[0].ID, StateSent)
		// An hour later the form has its share again.
		s.clock.Add(time.Hour)
		v := s.submission()
		s.keep(v)
		s.awaitState(v.ID, StateSent)
	})
}

// What is for one place is not told at another.
func TestADigestGoesToThoseWithTheSameRecipients(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		for i := range DefaultFloodLimit + 5 {
			s.keep(s.submission(func(v *site.Submission) {
				v.Values = append(v.Values, site.Entry{Name: "place", Value: []string{"riverside", "lakeside"}[i%2]})
			}))
		}
		f := newSender(nil)
		u := (&maintenance{Worker: worker(s, f, func(c *WorkerConfig) { c.Digester = digester{} })})
		s.clock.Add(15 * time.Minute)
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != 0 || c.Waiting != DefaultFloodLimit+2 {
			t.Fatalf("after the digests: %+v", c)
		}
		s.run(u.Worker)
		var digests []string
		for range DefaultFloodLimit + 2 {
			if sent := f.next(t); strings.HasPrefix(sent.key, "digest/") {
				digests = append(digests, sent.message.Text)
			}
		}
		slices.Sort(digests)
		if want := []string{"REF-0031 REF-0033 REF-0035", "REF-0032 REF-0034"}; !slices.Equal(digests, want) {
			t.Errorf("digests %q, want %q", digests, want)
		}
	})
}

func TestTheFloodLimitCanBeOff(t *testing.T) {
	t.Parallel()
	s := newStage(t, Config{Dir: t.TempDir(), FloodLimit: -1})
	s.saveMany(40)
	if c := s.counts(); c.Waiting != 40 {
		t.Errorf("%+v", c)
	}
}

func TestTwoNodesMakeOneDigest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		s.flood(t)
		s.clock.Add(15 * time.Minute)
		all, err := s.collections(t.Context())
		if err != nil || len(all) != 1 {
			t.Fatal(all, err)
		}
		if err := all[0].load(t.Context(), s.Store); err != nil {
			t.Fatal(err)
		}
		if err := s.queueDigest(t.Context(), &all[0], site.Message{Kind: site.MailDigest, Text: "first"}); err != nil {
			t.Fatal(err)
		}
		if err := s.queueDigest(t.Context(), &all[0], site.Message{Text: "second"}); !errors.Is(err, errOvertaken) {
			t.Errorf("the second node: %v", err)
		}
		if c := s.counts(); c.Waiting != 30+30+1 {
			t.Errorf("%+v", c)
		}
	})
}

func TestWithoutADigestTheNoticesGoOutOneByOne(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.flood(t)
	broken := (&maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) { c.Digester = digester{errors.New("the form is gone")} })})
	for _, step := range []struct {
		age       time.Duration
		collected int
	}{{15 * time.Minute, 3}, {44 * time.Minute, 3}, {time.Minute, 0}} {
		s.clock.Add(step.age)
		if err := broken.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != step.collected {
			t.Errorf("%+v, want %d collected", c, step.collected)
		}
	}
	if c := s.counts(); c.Waiting != 63 {
		t.Errorf("%+v", c)
	}
}

func TestADigestIsMadeAgainWithoutWhatWasErased(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		collected := s.flood(t)
		u := (&maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) { c.Digester = digester{} })})
		s.clock.Add(15 * time.Minute)
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := s.Delete(t.Context(), []string{collected[1].ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if c := s.counts(); c.Collected != 2 || c.Waiting != 30+30 {
			t.Fatalf("after the erasure: %+v", c)
		}
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := s.states(collected[0].ID); got[0] != StateWaiting {
			t.Errorf("the others: %v", got)
		}
		for _, v := range []*site.Submission{collected[0], collected[2]} {
			if _, err := s.Delete(t.Context(), []string{v.ID}); err != nil {
				t.Fatal(err)
			}
		}
		if c := s.counts(); c.Waiting != 30+30 {
			t.Errorf("an empty digest stays: %+v", c)
		}
	})
}

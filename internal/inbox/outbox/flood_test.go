package outbox

import (
	"errors"
	"log/slog"
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

// flood keeps 33 submissions of a form, of which the mails of the last three are withheld.
func (s *stage) flood(t *testing.T) (collected []*site.Submission) {
	t.Helper()
	for range 30 {
		v := s.submission()
		s.keep(v, confirmation(v))
		s.expect(v, StateWaiting, StateWaiting)
	}
	for range 3 {
		v := s.keepWithheld(t, "")
		s.expect(v, StateCollected, StateSkipped)
		collected = append(collected, v)
	}
	return collected
}

func TestWhenMailFloodsADigestTellsOfTheRest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		collected := s.flood(t)
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
		if c := s.counts(); c.Collected != 0 || c.Waiting != 30+30+1 {
			t.Fatalf("after the digest: %+v", c)
		}
		s.run(u.Worker)
		digests := 0
		for range 30 + 30 + 1 {
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
	})
}

// What is for one place is not told at another.
func TestADigestGoesToThoseWithTheSameRecipients(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		for i := range 5 {
			s.keepWithheld(t, "", func(v *site.Submission) {
				v.Values = append(v.Values, site.Entry{Name: "place", Value: []string{"riverside", "lakeside"}[i%2]})
			})
		}
		f := newSender(nil)
		u := (&maintenance{Worker: worker(s, f, func(c *WorkerConfig) { c.Digester = digester{} })})
		s.clock.Add(15 * time.Minute)
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != 0 || c.Waiting != 2 {
			t.Fatalf("after the digests: %+v", c)
		}
		s.run(u.Worker)
		var digests []string
		for range 2 {
			if sent := f.next(t); strings.HasPrefix(sent.key, "digest/") {
				digests = append(digests, sent.message.Text)
			}
		}
		slices.Sort(digests)
		if want := []string{"REF-0001 REF-0003 REF-0005", "REF-0002 REF-0004"}; !slices.Equal(digests, want) {
			t.Errorf("digests %q, want %q", digests, want)
		}
	})
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

func TestWithoutADigestTheNoticesWaitForOne(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.flood(t)
	s.clock.Add(2 * time.Hour)
	for _, step := range []struct {
		failure   error
		collected int
	}{{errors.New("the form is gone"), 3}, {nil, 0}} {
		u := &maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) { c.Digester = digester{step.failure} })}
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != step.collected {
			t.Errorf("%+v, want %d collected", c, step.collected)
		}
	}
}

// poisoned cannot render one submission.
type poisoned struct{ digester }

func (p poisoned) Digest(all []site.Submission) (site.Message, error) {
	for i := range all {
		if all[i].Value("name") == "poison" {
			panic("a template")
		}
	}
	return p.digester.Digest(all)
}

func TestANoticeThatNoDigestCanHaveKeepsNoOthersBackNorFillsTheLog(t *testing.T) {
	t.Parallel()
	s := onSQLite(t)
	s.keepWithheld(t, "", func(v *site.Submission) { v.Values[0].Value = "poison" })
	s.keepWithheld(t, "", func(v *site.Submission) {
		v.Values = append(v.Values, site.Entry{Name: "place", Value: "elsewhere"})
	})
	s.clock.Add(2 * time.Hour)
	var log strings.Builder
	u := &maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) {
		c.Digester, c.Logger = poisoned{}, slog.New(slog.NewTextHandler(&log, nil))
	})}
	for range 100 {
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.clock.Add(maintenanceEvery)
	}
	if c := s.counts(); c.Collected != 1 || c.Waiting != 1 {
		t.Errorf("%+v, want one collected and a digest of the other", c)
	}
	if n := strings.Count(log.String(), "\n"); n != 2 { // that it panicked, and that there is no digest
		t.Errorf("the log has %d lines", n)
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

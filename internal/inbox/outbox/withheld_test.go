package outbox

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
)

// keepWithheld keeps a submission whose mails are noted only.
func (s *stage) keepWithheld(t *testing.T, suspect string, change ...func(*site.Submission)) *site.Submission {
	t.Helper()
	v := s.submission(append(change, func(v *site.Submission) { v.Suspect = suspect })...)
	messages := []site.Message{notice(v), confirmation(v)}
	for i := range messages {
		messages[i].Withheld = true
	}
	if _, err := s.Save(t.Context(), v, messages); err != nil {
		t.Fatal(err)
	}
	return v
}

// texts returns how many bytes of mails are stored.
func (s *stage) texts(t *testing.T) (bytes int) {
	t.Helper()
	db, _ := s.rawSQL(t)
	if err := db.QueryRow(`SELECT coalesce(sum(length(message)), 0) FROM outbox`).Scan(&bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

func TestWhatIsWithheldIsToldByTheNextDigest(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		suspect, honest := s.keepWithheld(t, "budget"), s.keepWithheld(t, "")
		if got := s.states(suspect.ID); !slices.Equal(got, []string{StateHeld, StateHeld}) {
			t.Errorf("a suspect: %v", got)
		}
		if got := s.states(honest.ID); !slices.Equal(got, []string{StateCollected, StateSkipped}) {
			t.Errorf("one that is none: %v", got)
		}
		if n := s.texts(t); n != 0 {
			t.Errorf("%d bytes of mail are stored", n)
		}
		if n, err := s.Release(t.Context(), []string{suspect.ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if got := s.states(suspect.ID); !slices.Equal(got, []string{StateCollected, StateSkipped}) {
			t.Errorf("once it is released: %v", got)
		}
		f := newSender(nil)
		u := (&maintenance{Worker: worker(s, f, func(c *WorkerConfig) { c.Digester = digester{} })})
		s.clock.Add(15 * time.Minute)
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.run(u.Worker)
		if sent := f.next(t); sent.message.Text != suspect.Reference+" "+honest.Reference {
			t.Errorf("the digest tells of %q", sent.message.Text)
		}
		s.awaitState(suspect.ID, StateSent)
	})
}

func TestADigestReplacesTheTextsOfItsNotices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		collected := s.flood(t)
		u := (&maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) { c.Digester = digester{} })})
		s.clock.Add(15 * time.Minute)
		if err := u.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, v := range collected {
			db, _ := s.rawSQL(t)
			var bytes int
			if err := db.QueryRow(`SELECT sum(length(message)) FROM outbox WHERE submission_id = $1`, v.ID).Scan(&bytes); err != nil || bytes != 0 {
				t.Errorf("%s: %d bytes of mails beside the digest, %v", v.Reference, bytes, err)
			}
		}
		// One is erased, so the digest is taken apart, and no other can be made for
		// hours: what has no text of its own waits for one.
		if n, err := s.Delete(t.Context(), []string{collected[0].ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		broken := (&maintenance{Worker: worker(s, newSender(nil), func(c *WorkerConfig) { c.Digester = digester{errors.New("the form is gone")} })})
		s.clock.Add(2 * time.Hour)
		if err := broken.runOnce(t.Context()); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Collected != 2 || c.Dead != 0 {
			t.Errorf("%+v", c)
		}
	})
}

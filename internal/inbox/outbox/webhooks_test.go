package outbox

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/site"
	"github.com/evenlight/marquee/internal/testkit"
)

func webhook(v *site.Submission) site.Message {
	return site.Message{Kind: site.KindWebhook, Webhook: &site.WebhookCall{
		Variable: "HOOK_SALES", Format: "json", Body: `{"name":"` + v.Value("name") + `"}`,
	}}
}

func withWebhooks(f Sender) func(*WorkerConfig) {
	return func(c *WorkerConfig) { c.Webhooks = f }
}

func TestAWebhookGoesToItsOwnSenderAsItWasStored(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v, webhook(v))
		mails, hooks := newSender(nil), newSender(nil)
		s.run(worker(s, mails, withWebhooks(hooks)))
		if got := mails.next(t); got.key != "contact/"+v.ID || got.message.Webhook != nil {
			t.Errorf("mailed %+v", got)
		}
		if got := hooks.next(t); got.key != "webhook/"+v.ID || *got.message.Webhook != *webhook(v).Webhook {
			t.Errorf("called %+v", got)
		}
		testkit.Eventually(t, "both are sent", func() bool { return slices.Equal(s.states(v.ID), []string{StateSent, StateSent}) })
	})
}

// A receiver of webhooks that hangs, and a provider of mail that lets nothing
// through, do not hold up each other.
func TestMailsAndWebhooksDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	hang := func(ctx context.Context, _ int, _ string) error { <-ctx.Done(); return ctx.Err() }
	for name, stuck := range map[string]string{"the receiver hangs": site.KindWebhook, "the provider's rate is spent": site.MailNotice} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, s *stage) {
				mails, hooks := newSender(nil), newSender(nil)
				free := mails
				if stuck == site.KindWebhook {
					hooks.answer = hang
				} else {
					mails.reserve = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
					free = hooks
				}
				s.run(worker(s, mails, withWebhooks(hooks), func(c *WorkerConfig) { c.Lease = 2 * time.Second }))
				for range 30 { // More than there are places.
					v := s.submission()
					s.keep(v, webhook(v))
				}
				for range 30 {
					free.next(t)
				}
			})
		})
	}
}

func TestAWebhookOfASuspectIsHeldUntilItIsReleasedAndErasedWithIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission(func(v *site.Submission) { v.Suspect = "honeypot" })
		s.keep(v, webhook(v))
		mails, hooks := newSender(nil), newSender(nil)
		s.run(worker(s, mails, withWebhooks(hooks)))
		honest := s.submission()
		s.keep(honest, webhook(honest))
		if got := hooks.next(t); got.key != "webhook/"+honest.ID {
			t.Errorf("called for %s", got.key)
		}
		if got := s.states(v.ID); !slices.Equal(got, []string{StateHeld, StateHeld}) {
			t.Errorf("the suspect is %v", got)
		}
		if n, err := s.Release(t.Context(), []string{v.ID}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if got := hooks.next(t); got.key != "webhook/"+v.ID {
			t.Errorf("called for %s", got.key)
		}
		if _, err := s.Delete(t.Context(), []string{v.ID, honest.ID}); err != nil {
			t.Fatal(err)
		}
		if c := s.counts(); c.Submissions+c.Sent+c.Waiting+c.Held != 0 {
			t.Errorf("left: %+v", c)
		}
	})
}

// All attempts of a webhook have one id, however long they take; a mail whose
// provider knows no keys says with the next attempt that it may be a duplicate.
func TestWhatMayHaveArrivedAlready(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *stage) {
		v := s.submission()
		s.keep(v, webhook(v))
		unsure := &site.DeliveryError{Fate: site.FateRetry, Uncertain: true, Reason: "the connection was lost"}
		refused := &site.DeliveryError{Fate: site.FateRetry, Reason: "try again later"}
		mails, hooks := newSender(fates(refused, unsure, refused, errors.New("unknown"))), newSender(fates(unsure, unsure))
		s.run(worker(s, mails, withWebhooks(hooks), func(c *WorkerConfig) { c.KeyMemory = -1 }))
		for i, marked := range []bool{false, false, true, true, true} {
			got := mails.next(t)
			if _, is := got.message.Headers["X-Possible-Duplicate"]; is != marked {
				t.Errorf("attempt %d: headers %v", i+1, got.message.Headers)
			}
			if i < 3 {
				if got := hooks.next(t); got.key != "webhook/"+v.ID {
					t.Errorf("attempt %d: key %s", i+1, got.key)
				}
			}
			testkit.Eventually(t, "the attempts are noted", func() bool {
				d := s.find(v.ID).Deliveries
				return d[0].Attempts == i+1 && d[1].Attempts == min(i+1, 3)
			})
			s.clock.Add(25 * time.Hour)
			s.Wake()
		}
	})
}

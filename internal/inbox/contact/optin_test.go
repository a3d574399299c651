//go:build !race

package contact_test

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

// newsletter opens an office whose order has an opt-in.
func newsletter(change ...func(*contact.Config)) *office {
	o := open(append(change, func(c *contact.Config) {
		c.Compose = func(bundle *site.Bundle, form *site.Form, s *site.Submission) []site.Message {
			return append(confirmingComposer{}.Compose(bundle, form, s),
				site.Message{Kind: site.MailOptIn, To: []string{s.Value("email")}}, site.Message{Kind: site.KindWebhook})
		}
	})...)
	form := o.revision.ByID("shop").Forms.Get("order")
	form.OptIn, form.Title, form.Text, form.Submit.Label = true, "News", "Once a month.", "Subscribe"
	return o
}

func TestWhatWasAgreedToIsKeptWithAnOptIn(t *testing.T) {
	o := newsletter()
	o.revision.ByID("shop").Site.Language = "de"
	sent := asJSON(order())
	sent.Referrer = "/shop/connect?utm_source=x"
	if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
		t.Fatal(receipt)
	}
	s := o.store.last(t)
	if s.OptIn == nil || s.OptIn.Words != "News\nOnce a month.\nI agree to the terms.\nSubscribe" || s.OptIn.Language != "de" ||
		!s.IsUnconfirmed() || len(s.OptIn.Token) < 20 || s.Page != "/shop/connect" {
		t.Errorf("%+v", s.OptIn)
	}
	token := s.OptIn.Token
	o.Accept(t.Context(), asJSON(with(order(), "name", "Other")))
	if o.store.last(t).OptIn.Token == token {
		t.Error("two submissions have one token")
	}
	for _, want := range []struct {
		press bool
		state site.OptInState
	}{{false, site.OptInPending}, {true, site.OptInConfirmed}, {true, site.OptInAlready}, {false, site.OptInAlready}} {
		if found, err := o.Confirm(t.Context(), token, want.press); err != nil || found.State != want.state {
			t.Errorf("%s, %v, want %s", found.State, err, want.state)
		}
	}
	if want := []string{"shop order unconfirmed", "shop order unconfirmed", "shop order confirmed"}; !slices.Equal(o.outcomes, want) {
		t.Errorf("%q, want %q", o.outcomes, want)
	}
	o.store.errors = []error{errors.New("disk full")}
	if _, err := o.Confirm(t.Context(), token, true); err == nil {
		t.Error("nothing is said of a store that is closed")
	}
}

// Whoever sends much, or without a browser, has no mail sent to strangers: a person decides.
func TestAnOptInBeyondTheSharesOfItsSenderIsASuspect(t *testing.T) {
	o := newsletter(func(c *contact.Config) { c.Limits = &contact.Limits{} })
	for i := range 12 {
		sent := asJSON(with(order(), "name", "Ann "+string(rune('A'+i)), "email", fmt.Sprintf("ann%d@example.com", i)))
		if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
			t.Fatal(receipt)
		}
		s, messages := o.store.last(t), o.store.messages[len(o.store.messages)-1]
		if (s.Suspect != "") != (i >= 10) {
			t.Errorf("submission %d: suspect %q", i, s.Suspect)
		}
		for _, m := range messages {
			if m.Kind == site.MailOptIn && m.Withheld {
				t.Errorf("the mail of submission %d is not stored", i)
			}
		}
		o.clock.Add(time.Second)
	}

	o = newsletter()
	sent := asJSON(order())
	sent.FromBrowser, sent.Age = false, -1
	if receipt := o.Accept(t.Context(), sent); !receipt.Stored() || o.store.last(t).Suspect != "no-browser" {
		t.Errorf("%+v: a program has mail sent to anybody", o.store.last(t))
	}
}

func TestAnAddressThatNoMailIsSentToCannotOptIn(t *testing.T) {
	o := newsletter()
	sent := asJSON(with(order(), "email", "=?utf-8?q?a?=@example.com"))
	if receipt := o.Accept(t.Context(), sent); receipt.Stored() || receipt.Fields["email"] != "email" {
		t.Errorf("%+v", receipt)
	}
	o.revision.ByID("shop").Forms.Get("order").OptIn = false
	if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
		t.Errorf("without an opt-in: %+v", receipt)
	}
}

// asksAfter sends so many opt-ins from each of some networks, and returns how long the mail of each waits.
func asksAfter(t *testing.T, o *office, networks, each int) (waits []time.Duration) {
	t.Helper()
	for i := range networks * each {
		sent := asJSON(with(order(), "email", fmt.Sprintf("ann%d@example.com", len(o.store.kept))))
		sent.Address = netip.AddrFrom4([4]byte{10, byte(networks), byte(i / each), byte(i % each)})
		if receipt := o.Accept(t.Context(), sent); !receipt.Stored() || o.store.last(t).Suspect != "" {
			t.Fatal(receipt, o.store.last(t).Suspect)
		}
		for _, m := range o.store.messages[len(o.store.messages)-1] {
			if m.Kind == site.MailOptIn {
				waits = append(waits, m.After)
			}
		}
	}
	return waits
}

// Who signs up strangers waits for their own, and nothing is lost.
func TestAFloodOfOptInsWaits(t *testing.T) {
	o := newsletter(limited)
	flood := asksAfter(t, o, 4, 12)
	at, late := 0, flood[len(flood)-1]
	for _, wait := range flood {
		if wait == 0 {
			at++
		}
	}
	if at != 4*2+30 || late != 20*time.Minute {
		t.Errorf("%d are asked at once, and the last after %s", at, late)
	}
	for i, wait := range asksAfter(t, o, 5, 2) {
		if wait != 0 {
			t.Errorf("number %d of other networks waits %s", i, wait)
		}
	}
}

func TestOneMailboxIsAskedFiveTimes(t *testing.T) {
	o := newsletter(limited)
	for i, address := range []string{
		"a.da@gmail.com", "ada+1@gmail.com", "Ada@googlemail.com", "ada@gmail.com", "ada+2+3@GMAIL.com", "ad.a@gmail.com", "bob@gmail.com",
	} {
		sent := asJSON(with(order(), "email", address))
		if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
			t.Fatal(address, receipt)
		}
		if s := o.store.last(t); (s.Suspect == "mailbox") != (i == 5) {
			t.Errorf("%s: suspect %q", address, s.Suspect)
		}
	}
}

// What many confirm within an hour is told by digests.
func TestConfirmedOptInsShareTheNoticesOfTheirForm(t *testing.T) {
	o := newsletter(limited)
	asksAfter(t, o, 16, 2)
	for _, s := range o.store.kept {
		if _, err := o.Confirm(t.Context(), s.OptIn.Token, true); err != nil {
			t.Fatal(err)
		}
	}
	if at := slices.Index(o.store.inDigest, true); at != 30 || len(o.store.inDigest) != 32 {
		t.Errorf("the first of %d that goes with a digest is number %d", len(o.store.inDigest), at)
	}
}

// Those who come first from their network wait for each other alone, however many the others are.
func TestWhoSignsUpStrangersFromManyNetworksMakesNobodyElseWait(t *testing.T) {
	o := newsletter(limited)
	asksAfter(t, o, 17, 11)
	if wait := asksAfter(t, o, 1, 1)[0]; wait > 10*time.Minute {
		t.Errorf("a person waits %s for the mail that asks", wait)
	}
}

// A mailbox has its share of what is sent to it, not of what its owner sends.
func TestWhoGetsNoMailCanStillOptIn(t *testing.T) {
	o := newsletter(limited)
	o.revision.ByID("main").Forms.Get("contact").Confirmation = nil
	for i := range 6 { // an ordinary form that confirms nothing
		sent := from(visitor.String(), i)
		sent.Values["email"] = asJSON(order()).Values["email"]
		if receipt := o.Accept(t.Context(), sent); !receipt.Stored() {
			t.Fatal(receipt)
		}
	}
	o.Accept(t.Context(), asJSON(order()))
	if s := o.store.last(t); s.Suspect != "" {
		t.Errorf("an opt-in is a suspect: %q: %q", s.Suspect, contact.Reasons(s.Suspect))
	}
}

// A program that is held, and so has nobody written to, takes nothing of a stranger's share.
func TestSuspectsTakeNothingOfAMailbox(t *testing.T) {
	o := newsletter(limited)
	for i := range 6 {
		sent := asJSON(with(order(), "name", fmt.Sprint("Bot ", i), "homepage", "x"))
		sent.Address = netip.AddrFrom4([4]byte{10, 0, byte(i), 1})
		if receipt := o.Accept(t.Context(), sent); !receipt.Stored() || o.store.last(t).Suspect == "" {
			t.Fatal(receipt)
		}
	}
	o.Accept(t.Context(), asJSON(order()))
	if s := o.store.last(t); s.Suspect != "" {
		t.Errorf("the owner of the address is a suspect: %q", s.Suspect)
	}
}

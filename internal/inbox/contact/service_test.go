package contact_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"github.com/evenlight/marquee/internal/inbox/contact"
	"github.com/evenlight/marquee/internal/site"
)

func TestAnAcceptedInquiryIsStoredWithItsMails(t *testing.T) {
	o := open()
	sent := asJSON(with(booking(), "message", "Line 1\r\n\"Line\" <2> & {name}"))
	sent.Key, sent.Referrer = "key-1", "/shop/connect?plan=basic&x=1"
	receipt := o.accept(t, sent)
	s := o.store.last(t)
	if !receipt.Stored() || receipt.ID != s.ID || receipt.Reference != s.Reference || receipt.Message != "" || receipt.Fields != nil || receipt.RetryAfter != 0 {
		t.Errorf("receipt = %+v", receipt)
	}
	want := []site.Entry{
		{Name: "name", Value: "Ann Lee"},
		{Name: "email", Value: "ann@example.com"},
		{Name: "phone", Value: "+49 30 123456"},
		{Name: "service", Value: "call"},
		{Name: "date", Value: "2026-11-23", Text: "23 November 2026"},
		{Name: "time", Value: "10:00 AM"},
		{Name: "message", Value: "Line 1\r\n\"Line\" <2> & {name}"},
	}
	if !slices.Equal(s.Values, want) {
		t.Errorf("values = %+v", s.Values)
	}
	if s.Kind != "booking" || s.Key != "key-1" || s.Page != "/shop/connect" || s.Plan != "basic" || s.Suspect != "" || s.ReceivedAt != noon {
		t.Errorf("submission = %+v", s)
	}
	id, err := uuid.Parse(s.ID)
	if seconds, _ := id.Time().UnixTime(); err != nil || id.Version() != 7 || id.Variant() != uuid.RFC4122 || time.Since(time.Unix(seconds, 0)) > time.Minute {
		t.Errorf("id %s: version %d of %d, %v", s.ID, id.Version(), seconds, err)
	}
	if !site.ValidReference(s.Reference) {
		t.Errorf("reference = %s", s.Reference)
	}
	if got := o.store.messages[0]; len(got) != 1 || got[0].Subject != "booking "+s.Reference {
		t.Errorf("mails = %+v", got)
	}
	if !slices.Equal(o.outcomes, []string{"shop booking stored"}) {
		t.Errorf("outcomes = %v", o.outcomes)
	}
}

func TestQueryAndCampaignAreKept(t *testing.T) {
	long := strings.Repeat("ä", 300)
	for _, c := range []struct{ referrer, header, query, campaign string }{
		{"/contact?form=a&utm_source=mail&utm_medium=%C3%A4", "utm_source=other", "form=a&utm_source=mail&utm_medium=%C3%A4", "utm_source=mail utm_medium=ä"},
		{"/contact?x", "utm_term=b&utm_source=a&utm_nonsense=1", "x", "utm_source=a utm_term=b"},
		{"/contact?a=%zz&b=%ff&&c=1&d=<\"", "", "c=1&d=%3C%22", ""},
		{"/nowhere?utm_source=mail", "", "", "utm_source=mail"},
		{"/contact", "utm_source=%zz", "", ""},
		{"/contact", "gclid=1&utm_source=ad&fbclid=2", "", "utm_source=ad"},
		{"/contact", "utm_source=ad&utm_term=%C", "", "utm_source=ad"}, // cut
		{"/contact", "utm_source=ad&utm_term=%C3", "", "utm_source=ad"},
		{"/contact", "utm_source=a%0Ab&utm_medium=+c+&utm_id=", "", "utm_source=a b utm_medium=c"},
		{"", "utm_source=" + url.QueryEscape(long), "", "utm_source=" + long[:400]},
		{"/contact?a=1&b=" + strings.Repeat("x", 2000) + "&c=1", "", "a=1", ""},
	} {
		o := open()
		sent := asJSON(message())
		sent.Referrer, sent.Campaign = c.referrer, c.header
		o.accept(t, sent)
		s := o.store.last(t)
		var marks []string
		for _, mark := range s.Campaign {
			marks = append(marks, mark.Name+"="+mark.Value)
		}
		if got := strings.Join(marks, " "); s.Query != c.query || got != c.campaign {
			t.Errorf("%.60s: query %q, campaign %q", c.referrer, s.Query, got)
		}
	}
}

func TestPageAndPlanComeFromTheReferrer(t *testing.T) {
	for referrer, want := range map[string]string{
		"":                                 "|",
		"/contact":                         "/contact|",
		"/contact?plan=pro":                "/contact|", // a plan of another site
		"/contact?plan=main/pro":           "/contact|main/pro",
		"/contact?plan=main%2Fpro":         "/contact|main/pro",
		"/contact?plan=shop/basic":         "/contact|shop/basic",
		"/contact?plan=basic&plan=pro":     "/contact|basic",
		"/contact?plan=nothing":            "/contact|",
		"/contact?plan=nowhere/basic":      "/contact|",
		"/contact?plan=/":                  "/contact|",
		"/contact?plan=%0d%0aBcc:":         "/contact|",
		"/contact?plan=%zz":                "/contact|",
		"/caf%C3%A9#top":                   "/caf%C3%A9|",
		"/shop/connect?plan=basic":         "/shop/connect|basic",
		"/shop":                            "|", // no such page
		"/contact/":                        "|",
		"/api/send-contact-email":          "|",
		"/gone?plan=basic":                 "|basic",
		"/a%0d%0aBcc:x":                    "|",
		"/%E2%80%AEx":                      "|",
		"contact":                          "|",
		"/%zz":                             "|",
		"/a\nb":                            "|",
		"?plan=basic":                      "|",
		"/" + strings.Repeat("a", 600):     "|",
		"mailto:x":                         "|",
		"/c?" + strings.Repeat("a=b&", 99): "/c|",
	} {
		o := open()
		sent := asJSON(inquiry())
		sent.Referrer = referrer
		if receipt := o.accept(t, sent); !receipt.Stored() {
			t.Errorf("%s: %+v", referrer, receipt)
			continue
		}
		if s := o.store.last(t); s.Page+"|"+s.Plan != want {
			t.Errorf("%s: %s|%s, want %s", referrer, s.Page, s.Plan, want)
		}
	}
}

func TestKeysAreOneTo256PrintableCharacters(t *testing.T) {
	for key, fits := range map[string]bool{
		"": true, "k": true, "a b~!": true, strings.Repeat("k", 256): true,
		strings.Repeat("k", 257): false, "a\tb": false, "a\x00": false, "a\r\nb": false, "ключ": false, "\x7f": false, "\xff": false,
	} {
		o := open()
		sent := asJSON(message())
		sent.Key = key
		receipt := o.accept(t, sent)
		if receipt.Stored() != fits || (!fits && (receipt.Code != "bad_request" || receipt.Fields["Idempotency-Key"] == "")) {
			t.Errorf("%q: %+v", key, receipt)
		}
	}
}

func TestADigestTellsWhetherTwoSubmissionsSayTheSame(t *testing.T) {
	o := open()
	of := func(values map[string]string, native bool) [32]byte {
		sent := asJSON(values)
		if native {
			sent = asForm(values)
		}
		o.accept(t, sent)
		return o.store.last(t).Digest
	}
	first := of(booking(), false)
	for name, same := range map[string]map[string]string{"again": booking(), "without empty": without(booking(), "message"), "with form": with(booking(), "form", "booking")} {
		if of(same, true) != first {
			t.Errorf("%s: another digest", name)
		}
	}
	for name, other := range map[string]map[string]string{
		"another name": with(booking(), "name", "Ann Le"), "moved": with(booking(), "phone", "", "message", "+49 30 123456"),
		"cut elsewhere": with(booking(), "name", "Ann", "phone", "123 45"), "another time": with(booking(), "time", "9:00 AM"), "a space": with(booking(), "name", "Ann Lee "),
	} {
		if of(other, false) == first {
			t.Errorf("%s: the same digest", name)
		}
	}
	if of(with(booking(), "name", "Ann", "phone", "1234"), false) == of(with(booking(), "name", "Annphone1234", "phone", ""), false) {
		t.Error("a value runs into the next name")
	}
	// A form that changes while somebody tries again.
	form := o.revision.ByID("shop").Forms.Get("booking")
	form.Fields = append([]site.Field{{Name: "company", Type: "text"}}, form.Fields...)
	if of(booking(), false) != first {
		t.Error("a new field, left empty, makes another digest")
	}
	// Two sites with the same form.
	o.revision.Main().Forms.Put("inquiry", o.revision.ByID("shop").Forms.Get("inquiry"))
	if of(inquiry(), false) == of(with(inquiry(), "site", "main"), false) {
		t.Error("two sites have the same digest")
	}
}

func TestADoubleClickIsStoredOnce(t *testing.T) {
	for name, encode := range map[string]func(map[string]string) site.Inquiry{"JSON": asJSON, "form": asForm} {
		o := open(limited)
		var (
			wait     sync.WaitGroup
			mu       sync.Mutex
			receipts []site.Receipt
			start    = make(chan struct{})
		)
		for range 50 {
			wait.Go(func() {
				sent := encode(message())
				sent.Key = "one filling"
				<-start
				receipt := o.Accept(t.Context(), sent)
				mu.Lock()
				defer mu.Unlock()
				receipts = append(receipts, receipt)
			})
		}
		close(start)
		wait.Wait()
		for _, receipt := range receipts {
			if !receipt.Stored() || receipt.ID != receipts[0].ID || receipt.Reference != receipts[0].Reference {
				t.Fatalf("%s: %+v beside %+v", name, receipt, receipts[0])
			}
		}
		slices.Sort(o.outcomes)
		if got := slices.Compact(o.outcomes); len(receipts) != 50 || len(o.store.kept) != 1 || !slices.Equal(got, []string{"main contact repeated", "main contact stored"}) {
			t.Errorf("%s: %d receipts, %d stored, %v", name, len(receipts), len(o.store.kept), got)
		}
	}
}

// Who knows what somebody typed does not find out whether it came.
func TestTheSameWordsAreTheSameOnlyFromOneSender(t *testing.T) {
	o := open()
	digest := func(address, key string) [32]byte {
		sent := asJSON(message())
		sent.Address, sent.Key = netip.MustParseAddr(address), key
		o.accept(t, sent)
		return o.store.last(t).Digest
	}
	first := digest("192.0.2.1", "")
	for address, same := range map[string]bool{"192.0.2.1": true, "::ffff:192.0.2.1": true, "192.0.2.2": false, "2001:db8::1": false} {
		if again := digest(address, ""); (again == first) != same {
			t.Errorf("from %s it is the same: %t", address, again == first)
		}
	}
	if digest("2001:db8::1", "") != digest("2001:db8::2:0:0:1", "") {
		t.Error("one connection is two senders")
	}
	if digest("192.0.2.1", "a key") == first || digest("192.0.2.2", "another") != digest("192.0.2.3", "a third") {
		t.Error("with a key the address counts, or without one it does not")
	}
}

func TestAKeyThatComesWithOtherWordsIsAConflict(t *testing.T) {
	o := open()
	for i, c := range []struct{ text, want string }{
		{"short", "invalid_form"}, // burns no key
		{"What does a website cost?", ""},
		{"What does a website cost?", ""},
		{"What does a shop cost, then?", "conflict"},
	} {
		sent := asJSON(with(message(), "message", c.text))
		sent.Key = "k"
		receipt := o.accept(t, sent)
		if receipt.Code != c.want || (c.want == "conflict" && (receipt.Message != "conflict" || receipt.Values["message"] != c.text)) {
			t.Errorf("%d: %+v", i, receipt)
		}
	}
	if len(o.store.kept) != 1 {
		t.Errorf("%d are stored", len(o.store.kept))
	}
}

func TestATakenReferenceIsReplaced(t *testing.T) {
	for failures, stored := range map[int]bool{1: true, 2: true, 3: false} {
		o := open()
		for range failures {
			o.store.errors = append(o.store.errors, errors.Join(errors.New("insert"), site.ErrReferenceTaken))
		}
		receipt := o.accept(t, asJSON(message()))
		if receipt.Stored() != stored || o.store.calls != min(failures+1, 3) {
			t.Errorf("%d times: %+v after %d calls", failures, receipt, o.store.calls)
			continue
		}
		if stored && (o.store.messages[0][0].Subject != "contact "+receipt.Reference || receipt.Reference != o.store.last(t).Reference) {
			t.Errorf("%s is mailed as %q", receipt.Reference, o.store.messages[0][0].Subject)
		}
	}
}

func TestWhatCannotBeStoredIsRefusedKindly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		o := open(func(c *contact.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
		for range 100 {
			o.store.errors = append(o.store.errors, errors.New("disk full"))
		}
		for range 100 {
			receipt := o.accept(t, asForm(message()))
			if receipt.Code != "unavailable" || receipt.Message != "unavailable" || receipt.RetryAfter != 30*time.Second || receipt.Values["name"] != "Ann Lee" {
				t.Fatalf("receipt = %+v", receipt)
			}
			time.Sleep(50 * time.Millisecond) // Of the bubble's clock.
		}
		if lines := strings.Count(log.String(), "\n"); lines != 5 || strings.Contains(log.String(), "Ann") || !strings.Contains(log.String(), "disk full") {
			t.Errorf("5 seconds of failures log %d lines: %s", lines, log.String())
		}
		if receipt := o.accept(t, asForm(message())); !receipt.Stored() {
			t.Errorf("receipt = %+v", receipt)
		}
	})
}

func TestTheStoreHasFiveSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := open(func(c *contact.Config) { c.Now = nil })
		o.store.during = func(ctx context.Context) { <-ctx.Done() }
		o.store.errors = []error{context.DeadlineExceeded}
		began := time.Now()
		if receipt := o.Accept(t.Context(), asJSON(message())); receipt.Code != "unavailable" || time.Since(began) != 5*time.Second {
			t.Errorf("receipt = %+v after %s", receipt, time.Since(began))
		}
	})
}

func TestAVisitorWhoLeavesIsStoredAllTheSame(t *testing.T) {
	o := open()
	o.store.during = func(ctx context.Context) {
		if ctx.Err() != nil {
			o.store.errors = append(o.store.errors, ctx.Err())
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if receipt := o.Accept(ctx, asJSON(message())); !receipt.Stored() {
		t.Errorf("receipt = %+v", receipt)
	}
}

func TestWithoutContentNothingIsTaken(t *testing.T) {
	for _, revision := range []*site.Revision{nil, {}} {
		o := open()
		o.revision = revision
		if receipt := o.accept(t, asJSON(message())); receipt.Code != "unavailable" || receipt.RetryAfter == 0 {
			t.Errorf("receipt = %+v", receipt)
		}
	}
}

func TestNothingThatWasTypedIsLogged(t *testing.T) {
	var log bytes.Buffer
	o := open(limited, func(c *contact.Config) {
		c.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	canaries := with(booking(), "name", "CANARY-NAME", "email", "canary@example.com", "message", "CANARY-TEXT", "phone", "555 0199")
	sent := asJSON(canaries)
	sent.Key, sent.Referrer = "CANARY-KEY", "/CANARY-PAGE"
	o.accept(t, sent)
	o.store.errors = []error{errors.New("locked")}
	o.accept(t, sent)
	o.accept(t, asJSON(with(canaries, "CANARY-FIELD", "1")))
	o.accept(t, asJSON(with(canaries, "date", "CANARY-DATE")))
	if text := strings.ToLower(log.String()); strings.Contains(text, "canary") || strings.Contains(text, "0199") || strings.Contains(text, visitor.String()) ||
		!strings.Contains(text, o.store.last(t).ID) || !strings.Contains(text, "locked") {
		t.Errorf("the log: %s", text)
	}
}

//go:build !race

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// linesWith returns the lines of the log that have all the words.
func (h *instance) linesWith(words ...string) (found []string) {
	for line := range strings.Lines(h.log.String()) {
		has := true
		for _, word := range words {
			has = has && strings.Contains(line, word)
		}
		if has {
			found = append(found, line)
		}
	}
	return found
}

// TestAWrongKeyParksMailUntilTheRightOneIsConfigured starts with a key that the
// provider refuses, and again with the right one.
func TestAWrongKeyParksMailUntilTheRightOneIsConfigured(t *testing.T) {
	t.Parallel()
	var refusals atomic.Int64
	provider := resendtest.NewHandler(resendtest.Config{})
	// The stand-in says 403 to a wrong key; this one says 401.
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+provider.Key() {
			refusals.Add(1)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		provider.ServeHTTP(w, r)
	}))
	defer front.Close()
	data := newData(t)
	env := map[string]string{"RESEND_API_KEY": "re_wrong", "RESEND_BASE_URL": front.URL + "/", "MARQUEE_RATE_LIMIT": "off"}
	h := openReady(t, opening{data: data, env: env})
	var ids []string
	for i := range 3 {
		post := func() reply { return h.postJSON(message(fmt.Sprint("wrong-key-", i))) }
		ids = append(ids, h.stored(post()).ID)
	}
	for _, id := range ids {
		h.eventually("not every mail of "+id+" is parked", func() bool {
			mails := h.find(id).Deliveries
			return len(mails) == 2 && mails[0].State == outbox.StateParked && mails[1].State == outbox.StateParked
		})
		for _, delivery := range h.find(id).Deliveries {
			if delivery.State != outbox.StateParked || delivery.Attempts != 0 || !strings.Contains(delivery.LastError, "401") {
				t.Errorf("%s: %+v", id, delivery)
			}
		}
	}
	// A key that is refused fails every mail: the log says so once.
	for _, kind := range []string{"notice", "confirmation"} {
		if lines := h.linesWith("kind="+kind, "state=parked"); len(lines) != 1 || !strings.Contains(lines[0], "level=ERROR") || !strings.Contains(lines[0], "status=401") {
			t.Errorf("the log tells of each %s %d times: %q", kind, len(lines), lines)
		}
	}
	if !strings.Contains(h.operate("/metrics").body, "marquee_outbox_deliveries{state=\"parked\"} 6\n") {
		t.Error("/metrics does not count what is parked")
	}
	if tries := refusals.Load(); tries != 6 {
		t.Errorf("%d requests with a key that is refused, want one per mail", tries)
	}
	h.stop()
	if strings.Contains(h.log.String(), "re_wrong") {
		t.Error("the log tells the key")
	}

	h = openReady(t, opening{data: data, env: map[string]string{
		"RESEND_API_KEY": provider.Key(), "RESEND_BASE_URL": front.URL + "/", "MARQUEE_RATE_LIMIT": "off",
	}})
	for _, id := range ids {
		h.mailed(provider, "contact/"+id)
		h.mailed(provider, "confirmation/"+id)
		h.eventually(id+" is not sent", func() bool { return h.find(id).State == outbox.StateSent })
	}
}

// TestWhateverTheProviderDoesFormsAreTaken has a provider that refuses, that is
// down, and that does not answer.
func TestWhateverTheProviderDoesFormsAreTaken(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider)})
	t.Run("MailThatIsRefusedForEverWaitsForSomebody", func(t *testing.T) { refusedMailWaits(t, h.as(t), provider) })
	t.Run("FormsDoNotNoticeThatItIsDown", func(t *testing.T) { formsDoNotNoticeThatItIsDown(t, h.as(t), provider) })
	// The last: it closes the provider, and ends the program.
	t.Run("VisitorsDoNotWaitForAnAnswer", func(t *testing.T) { visitorsDoNotWait(t, h.as(t), provider) })
}

// refusedMailWaits has the provider refuse two mails as they are. They are not
// tried again until somebody says so.
func refusedMailWaits(t *testing.T, h *instance, provider *resendtest.Server) {
	provider.SetScript(resendtest.ByAttempt(resendtest.Refuse(http.StatusUnprocessableEntity, "validation_error")))
	got := h.stored(h.postJSON(message("dead-letter")))
	h.eventually("the mails are not dead", func() bool {
		record := h.find(got.ID)
		return record.Deliveries[0].State == outbox.StateDead && record.Deliveries[1].State == outbox.StateDead
	})
	if dead := h.list("--state", outbox.StateDead); len(dead) != 1 || !strings.Contains(dead[0].Deliveries[0].LastError, "422") {
		t.Errorf("the list says %+v", dead)
	}
	if lines := h.linesWith(got.ID, "level=ERROR", "kind=notice", "state=dead", "status=422"); len(lines) != 1 {
		t.Errorf("the log tells of the dead notice %d times: %q", len(lines), lines)
	}
	if lines := h.linesWith(got.ID, "level=ERROR", "kind=confirmation"); len(lines) != 0 {
		t.Errorf("an address that was mistyped is an error of ours: %q", lines)
	}
	if tries := len(provider.Requests()); tries != 2 {
		t.Errorf("%d requests before somebody asks for more", tries)
	}
	h.says("retry", got.Reference)
	h.mailed(provider, "contact/"+got.ID)
	h.mailed(provider, "confirmation/"+got.ID)
	h.eventually("the list does not say that it is sent", func() bool { return h.find(got.ID).State == outbox.StateSent })
}

// formsDoNotNoticeThatItIsDown posts while the provider cuts every connection.
// The mails leave by themselves when it is back, within the five seconds of the first wait.
func formsDoNotNoticeThatItIsDown(t *testing.T, h *instance, provider *resendtest.Server) {
	provider.SetScript(resendtest.ByAttempt(resendtest.Fault{Break: resendtest.BreakClose}))
	before := len(provider.Requests())
	got := h.stored(h.postJSON(message("down")))
	h.eventually("both mails are not tried", func() bool { return len(provider.Requests()) >= before+2 })
	h.mailed(provider, "contact/"+got.ID)
	h.mailed(provider, "confirmation/"+got.ID)
	h.eventually("the list does not say that it is sent", func() bool { return h.find(got.ID).State == outbox.StateSent })
	for _, delivery := range h.find(got.ID).Deliveries {
		if delivery.Attempts != 2 || delivery.LastError != "" {
			t.Errorf("after two tries: %+v", delivery)
		}
	}
}

// visitorsDoNotWait keeps every sender busy with requests that are never answered.
func visitorsDoNotWait(t *testing.T, h *instance, provider *resendtest.Server) {
	provider.SetScript(func(int, string) resendtest.Fault { return resendtest.Fault{Break: resendtest.BreakStall} })
	before, rows := len(provider.Requests()), len(h.list())
	const senders = 8
	for i := 0; i < senders; i++ {
		h.stored(h.postJSON(message(fmt.Sprint("stalled-", i))))
	}
	h.eventually("not every sender is busy", func() bool { return len(provider.Requests()) >= before+senders })
	const crowded = 40
	answers := together(t, crowded, func(i int) (reply, error) {
		return h.submit(h.client, asJSON, encoded(t, message(fmt.Sprint("behind-", i))), sameOrigin)
	})
	for _, answer := range answers {
		h.stored(answer)
	}
	h.get("/contact")
	if stored := len(h.list()) - rows; stored != senders+crowded {
		t.Errorf("%d are stored, want %d", stored, senders+crowded)
	}
	// No sender has become free: whoever was answered waited for none.
	if tries := len(provider.Requests()) - before; tries != senders {
		t.Errorf("%d requests under way, want %d", tries, senders)
	}
	// The stalled ones end with their connections, and do not hold up the end.
	if err := provider.Close(); err != nil {
		t.Error(err)
	}
	h.stop()
}

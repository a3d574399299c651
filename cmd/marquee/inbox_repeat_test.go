package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"syscall"
	"testing"

	"github.com/evenlight/marquee/internal/inbox/submissions"

	"github.com/evenlight/marquee/internal/inbox/outbox"
	"github.com/evenlight/marquee/internal/testkit"
	"github.com/evenlight/marquee/internal/testkit/postgrestest"
	"github.com/evenlight/marquee/internal/testkit/resendtest"
)

// together posts the same from so many visitors at one moment, spread over the houses.
func together(t *testing.T, times int, post func(i int) (reply, error)) []reply {
	t.Helper()
	answers := make([]reply, times)
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	ready.Add(times)
	for i := range times {
		done.Go(func() {
			ready.Done()
			<-begin
			answer, err := post(i)
			if err != nil {
				t.Error(err)
			}
			answers[i] = answer
		})
	}
	ready.Wait()
	close(begin)
	done.Wait()
	return answers
}

// TestOneFillingIsOneMessage sends fillings of a form more than once.
func TestOneFillingIsOneMessage(t *testing.T) {
	t.Parallel()
	provider := standIn(t, nil)
	h := openReady(t, opening{env: mailingTo(provider)})
	t.Run("FiftyClicksAtOnce", func(t *testing.T) { fiftyClicksAtOnce(t, h.as(t), provider) })
	t.Run("AKeyStandsForOneMessage", func(t *testing.T) { aKeyStandsForOneMessage(t, h.as(t)) })
}

// fiftyClicksAtOnce sends one filling of a form 50 times at the same moment,
// with its key and without one.
func fiftyClicksAtOnce(t *testing.T, h *instance, provider *resendtest.Server) {
	for _, headers := range [][]string{{"Idempotency-Key: 7f1c-double-click"}, nil} {
		name := fmt.Sprint("clicks-", len(headers))
		body := encoded(t, message(name))
		answers := together(t, 50, func(int) (reply, error) {
			return h.submit(h.client, asJSON, body, append(headers, sameOrigin)...)
		})
		first := h.stored(answers[0])
		for _, answer := range answers {
			if got := h.stored(answer); got != first {
				t.Errorf("one click is %v, another %v", first, got)
			}
		}
		if rows := h.list("--email", name+"@example.com"); len(rows) != 1 || rows[0].ID != first.ID {
			t.Errorf("%d are stored", len(rows))
		}
		h.mailed(provider, "contact/"+first.ID)
		h.mailed(provider, "confirmation/"+first.ID)
	}
	h.settled()
	if sent := provider.Sent(); len(sent) != 4 {
		t.Errorf("%d mails left, want a notice and a confirmation for each of two", len(sent))
	}
}

// aKeyStandsForOneMessage sends a key again, with the same words and with others.
func aKeyStandsForOneMessage(t *testing.T, h *instance) {
	const key = "Idempotency-Key: one-filling"
	// What does not fit leaves the key unused.
	h.refused(h.postJSON(message("key", "message", "short"), key), http.StatusUnprocessableEntity, "invalid_form")
	first := h.stored(h.postJSON(message("key"), key))
	if again := h.stored(h.postJSON(message("key"), key)); again != first {
		t.Errorf("first %v, again %v", first, again)
	}
	other := h.refused(h.postJSON(message("key", "message", "Now with other words"), key), http.StatusConflict, "conflict")
	if want := fixtureContent(t).Main().Site.Errors.Conflict; other.Error.Message != string(want) {
		t.Errorf("the words are %q", other.Error.Message)
	}
	if again := h.stored(h.postJSON(message("key"), key)); again != first {
		t.Errorf("after a conflict the key is %v", again)
	}
	// Another key is another filling, even with the same words.
	if another := h.stored(h.postJSON(message("key"), "Idempotency-Key: another-filling")); another == first {
		t.Error("two keys are one message")
	}
	if rows := h.list("--email", "key@example.com"); len(rows) != 2 || rows[1].Value("message") != message("key")["message"] {
		t.Errorf("%d are stored", len(rows))
	}
}

// TestTwoNodesAreOneInbox has two nodes on one PostgreSQL database: each takes
// half of the posts, and one filling arrives at both at the same moment.
func TestTwoNodesAreOneInbox(t *testing.T) {
	t.Parallel()
	server := postgrestest.Shared(t)
	provider := standIn(t, nil)
	env := mailingTo(provider, "DATABASE_URL="+server.Database(t))
	nodes := [2]*instance{openReady(t, opening{env: env}), openReady(t, opening{env: env})}
	const each = 30
	answers := together(t, 2*each, func(i int) (reply, error) {
		node := nodes[i%2]
		return node.submit(node.client, asJSON, encoded(t, message(fmt.Sprint("spread-", i))), sameOrigin, fmt.Sprint("Idempotency-Key: spread-", i))
	})
	ids := map[string]bool{}
	for _, answer := range answers {
		ids[nodes[0].stored(answer).ID] = true
	}
	for range 5 {
		body := encoded(t, message(fmt.Sprint("both-", len(ids))))
		key := fmt.Sprint("Idempotency-Key: both-", len(ids))
		clicks := together(t, 8, func(i int) (reply, error) {
			node := nodes[i%2]
			return node.submit(node.client, asJSON, body, sameOrigin, key)
		})
		first := nodes[0].stored(clicks[0])
		for _, click := range clicks {
			if got := nodes[1].stored(click); got != first {
				t.Errorf("one filling is %v and %v", first, got)
			}
		}
		ids[first.ID] = true
	}
	if len(ids) != 2*each+5 {
		t.Errorf("%d ids, want %d", len(ids), 2*each+5)
	}
	for id := range ids {
		nodes[0].mailed(provider, "contact/"+id)
		nodes[0].mailed(provider, "confirmation/"+id)
	}
	if rows := nodes[1].list(); len(rows) != len(ids) {
		t.Errorf("%d are stored, want %d", len(rows), len(ids))
	}
	for _, mail := range provider.Sent() {
		if mail.Delivered != 1 {
			t.Errorf("%s was mailed %d times", mail.Key, mail.Delivered)
		}
	}
	// A key that came to one node is known to the other.
	nodes[1].refused(nodes[1].postJSON(message("spread-other"), "Idempotency-Key: spread-0"), http.StatusConflict, "conflict")
}

// TestStoppingWhileVisitorsSendLosesNothing asks a node to stop while visitors
// send and the provider is slow. Whoever was told that it is stored finds it
// stored; what was not mailed before the end, the next start mails.
func TestStoppingWhileVisitorsSendLosesNothing(t *testing.T) {
	t.Parallel()
	// Nothing is mailed at first, so that there is a rest to mail.
	provider := standIn(t, func(int, string) resendtest.Fault { return resendtest.Refuse(http.StatusForbidden, "invalid_access") })
	data := newData(t)
	n := newNode(t, data, "RESEND_API_KEY="+provider.Key(), "RESEND_BASE_URL="+provider.BaseURL(), "MARQUEE_RATE_LIMIT=off")
	h := &instance{website: &website{t: t, url: n.url(""), client: visitorsClient(nil), log: &testkit.Log{}}, data: data}
	defer h.client.CloseIdleConnections()
	h.admin = "http://" + n.start()
	h.untilOperators("/metrics", "forms are not taken", formsOpen)

	var (
		mu       sync.Mutex
		accepted = map[string]string{} // what was sent, by id
		visitors sync.WaitGroup
		taken    = make(chan struct{}, 1)
	)
	for v := range 8 {
		visitors.Go(func() {
			for i := 0; ; i++ {
				fields := message(fmt.Sprintf("leaving-%d-%d", v, i))
				answer, err := h.submit(h.client, asJSON, encoded(t, fields), sameOrigin)
				if err != nil || answer.status == http.StatusServiceUnavailable {
					return // it has stopped
				}
				mu.Lock()
				accepted[h.storedID(answer)] = fields["message"]
				mu.Unlock()
				select {
				case taken <- struct{}{}:
				default:
				}
			}
		})
	}
	gone := make(chan struct{})
	go func() {
		visitors.Wait()
		close(gone)
	}()
	for range 60 {
		select {
		case <-taken:
		case <-gone:
			t.Fatalf("nobody is served any more; log:\n%s", n.log)
		}
	}
	n.stop(syscall.SIGTERM) // it fails the test where the node does not end well
	<-gone

	checkAccepted := func() {
		t.Helper()
		stored := map[string]submissions.View{}
		for _, record := range h.list() {
			stored[record.ID] = record
		}
		for id, text := range accepted {
			if record, found := stored[id]; !found || record.Value("message") != text {
				t.Errorf("%s was accepted with %q and is stored as %q", id, text, record.Values)
			}
		}
	}
	checkAccepted()
	if sent := provider.Sent(); len(sent) > 0 {
		t.Fatalf("%d mails were taken by a provider that refuses all", len(sent))
	}

	provider.SetScript(nil)
	n.start()
	for id := range accepted {
		h.mailed(provider, "contact/"+id)
		h.mailed(provider, "confirmation/"+id)
	}
	n.stop(syscall.SIGTERM)
	checkAccepted()
	if waiting := h.list("--state", outbox.StateWaiting); len(waiting) > 0 {
		t.Errorf("%d still wait", len(waiting))
	}
	t.Logf("%d accepted until the end", len(accepted))
}

// storedID is the id of an answer, for goroutines that are not the test's.
func (h *instance) storedID(answer reply) string {
	var got receipt
	if err := json.Unmarshal([]byte(answer.body), &got); err != nil || answer.status != http.StatusOK || got.ID == "" {
		h.t.Errorf("a good form is answered %d: %s", answer.status, answer.body)
	}
	return got.ID
}
